// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Formats whose samples are packed in memory, read sample by sample as their documentation says.
#pragma once

#include "core/frame.h"
#include "tests/reference/frames.h"

#include <cstdint>

namespace videohistogram::reference {

/// The value of a stored channel at column x and row y of the channel's own image. Not for
/// big-endian formats: see plain_frame().
uint32_t packed_value(const FrameView& frame, Quantity channel, uint32_t x, uint32_t y);

/// Bits of that channel's values.
uint32_t packed_depth(const FormatInfo& format, Quantity channel);

/// A frame of a format without a packing that has the same histograms in any number of bins that
/// is a power of two, or in any number if all channels have the same depth. The values of channels
/// with fewer bits than others are widened by repeating their bits.
Frame plain_frame(const FrameView& frame);

/// A frame of a packed format whose bytes are noise.
Frame noise_of_packed(const Layout& layout, uint32_t seed);

} // namespace videohistogram::reference
