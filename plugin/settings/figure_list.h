// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/format.h"
#include "core/sums.h"
#include "plugin/settings/frame_caps.h"

#include <optional>
#include <string>

namespace videohistogram {

/// Parses the property `figures`: names of sums in upper or lower case, joined by `+` or `,`.
/// Spaces around names are ignored; empty text asks for none. invalid_argument for any other text;
/// the message lists the names.
Expected<SumSet> parse_figure_list(const std::string& text);

/// Formats a set in the property's syntax, such as "tout+vrep"; "none" for the empty set.
std::string describe_figures(SumSet set);

/// The sums of the list that frames of the format and colours have, and `more`, which they have,
/// with the tables of light that these need. `warning` is set if the list is impossible, or the
/// frames lack some of it. `pixels`: of a frame.
SumsSpec plan_figures(const std::string& text, SumSet more, const FormatInfo& format,
                      const FrameColours& colours, uint64_t pixels,
                      std::optional<std::string>& warning);

/// Which frames lack sums, such as "RGBA frames", and what can be done: a part of a sentence, or
/// empty. `missing`: some that countable_sums() leaves out.
struct LackOfSums {
  std::string frames, advice;
};
LackOfSums lack_of_sums(const FormatInfo& format, SumSet missing, uint64_t pixels);

/// The light of a neutral pixel of each code: entry c is 1000 times the light in cd/m2, rounded. PQ
/// as SMPTE ST 2084; HLG on a display of 1000 cd/m2; all other transfer functions by the EOTF of
/// BT.1886, on a display whose white has 200 cd/m2 and whose black has none.
LightTable light_table(const FrameColours& colours, uint32_t depth, bool full_range);

} // namespace videohistogram
