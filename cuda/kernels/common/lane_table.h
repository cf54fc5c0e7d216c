// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The layout of counters of bytes in a block's shared memory: see lane_table.cuh.
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

/// An array has a row for each of the 256 values of a byte, and a row a counter of 32 bits for each
/// lane of a warp.
constexpr uint32_t lane_copies = 32;
constexpr uint32_t lane_row_bytes = lane_copies * 4;
constexpr uint32_t lane_array_bytes = 256 * lane_row_bytes;

/// Maximum number of histograms that the blocks of a rectangle merge at once.
constexpr uint32_t max_lane_tables = 4;

/// Blocks merge in 64-bit words: one per pair of counters, or two if counts do not fit narrow_bits.
/// Words are spread, four in every 256 bytes: all slices of the L2 cache then share the additions.
constexpr uint32_t sector_words = 32;
constexpr uint32_t lane_words = max_lane_tables / 2 * 256 / 4 * sector_words;

} // namespace videohistogram::cuda
