// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/frame_marks.h"
#include "core/drawing/painting.h"
#include "plugin/scope/draw/axis.h"
#include "plugin/scope/draw/fonts.h"
#include "plugin/scope/draw/marks/mark_options.h"

#include <memory>

namespace videohistogram::scope {

/// Why frames of `source` have no pixels outside of `limits`, or none that can be told, and what
/// the user can do; null: they may have some. Those outside of primaries are told only in BT.2020
/// with a known matrix.
const char* reason_against_gamut(const Source& source, GamutLimits limits);

/// The marks on frames of `source`, whose colours `colours` convert. The legend lies in the upper
/// corner at the left, or at the right if `legend_at_right`. `fonts`: used only here. Errors:
/// transient if there is no memory.
Expected<std::shared_ptr<const FrameMarks>> make_marks(const Source& source,
                                                       const MarkOptions& options,
                                                       const PictureColours& colours,
                                                       bool legend_at_right, const Fonts* fonts);

} // namespace videohistogram::scope
