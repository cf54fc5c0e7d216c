// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The 64-bit words in which blocks merge: see meeting.cuh.
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

/// Maximum number of blocks that merge in one word: a byte counts them.
constexpr uint32_t max_rectangle_blocks = 255;

/// Bits per count in a 64-bit word that holds two counts and a number of blocks.
constexpr uint32_t narrow_bits = 28;

/// Whether every count of a frame of `pixels` pixels fits narrow_bits.
constexpr bool fits_narrow(uint64_t pixels) {
  return pixels < uint64_t{1} << narrow_bits;
}

} // namespace videohistogram::cuda
