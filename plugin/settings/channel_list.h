// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/format.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace videohistogram {

/// Parses channel names in upper or lower case, joined by `+` or `,`, and keeps their order. Spaces
/// around names are ignored. "diff" names the differences of all stored channels. invalid_argument
/// for any other text; the message lists the names.
Expected<std::vector<Quantity>> parse_channel_names(std::string_view text);

/// Parses the property `channels`, a list as parse_channel_names() takes it, with the same errors.
/// Empty text asks for the channels that each format stores: the result is then nullopt.
Expected<std::optional<QuantitySet>> parse_channel_list(const std::string& text);
/// The quantities of frames that such a list names; may be empty.
QuantitySet listed_channels(const FormatInfo& format, const ColourSpec& colours,
                            const std::optional<QuantitySet>& list);

/// Checks that frames have a quantity whose values may be an axis of a projection or of a joint
/// histogram. invalid_argument if not; the message says which ones may.
Status check_axis(Quantity quantity, const FormatInfo& format, const ColourSpec& colours);

/// Formats a set in the property's syntax, such as "y+cb+cr"; "none" for the empty set. Differences
/// are not listed singly: "y+diff".
std::string describe_channels(QuantitySet set);

} // namespace videohistogram
