// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/marks/levels.h"

#include <cstdint>
#include <vector>

namespace videohistogram::scope {

namespace mark_style {
constexpr Colour gamut = {1.00, 0.00, 0.90};
constexpr Colour peaking = {1.00, 0.15, 0.10};
} // namespace mark_style

/// A picture that explains the marks on a frame.
struct Legend {
  uint32_t width = 0, height = 0;
  uint32_t gap = 0;             ///< to the edges of the frame
  std::vector<uint32_t> pixels; ///< 0xXXRRGGBB, row by row
};

/// The range of a zebra whose range is not set.
LevelRange default_zebra(Transfer transfer);

/// Draws the legend for frames of which `width` x `height` pixels are marked. Empty if there is no
/// room for it, or no font. Errors: transient if there is no memory.
Expected<Legend> draw_legend(const Source& source, const MarkOptions& options, const Levels& levels,
                             uint32_t width, uint32_t height, const Fonts* fonts);

} // namespace videohistogram::scope
