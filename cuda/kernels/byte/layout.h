// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

/// The layout of a block's counters in shared memory. Each value of each pair of channels has a row
/// of `Copies` words (64, 32 or 16), one word per copy, 4 bytes apart. Row r belongs to value r %
/// 256 of pair r / 256. Pure arithmetic, on the host and the device.
///
/// Wide pairs lie as [value][pair][copy] with 256 bytes per value, so that a byte of a pixel
/// becomes an address when it is moved to another byte. As many pairs are wide as fill 256 bytes
/// per value. The pairs after them are narrow and lie as [pair][value][copy].
template <uint32_t Pairs, uint32_t Copies, uint32_t Threads>
struct TableLayout {
  static constexpr uint32_t rows = Pairs * 256;
  static constexpr uint32_t words = rows * Copies;
  static constexpr uint32_t wide_pairs = Pairs >= 64 / Copies ? 64 / Copies : 0;
  /// Left shift from a value to the byte offset of its row in a narrow pair.
  static constexpr uint32_t narrow_shift = Copies == 64 ? 8 : Copies == 32 ? 7 : 6;
  static_assert(Copies * 4 == 1u << narrow_shift);

  __host__ __device__ static constexpr bool is_wide(uint32_t pair) {
    return pair + 1 <= wide_pairs;
  }

  /// Bytes before the first word of a pair. Wide pairs take as many bytes as narrow ones.
  __host__ __device__ static constexpr uint32_t pair_begin(uint32_t pair) {
    return pair * Copies * (is_wide(pair) ? 4 : 256 * 4);
  }

  /// Neighbouring threads that sum a row together, and 16-byte vectors that each of them reads.
  static constexpr uint32_t row_threads = Threads / rows >= 4 ? 4 : Threads / rows;
  static constexpr uint32_t part_vectors = Copies / 4 / row_threads;
  static_assert(row_threads > 0 && part_vectors <= 8);

  /// The `i`th vector that a thread sums, counted from the table's start. Every thread begins with
  /// a different vector of its part, so that the eight threads that read at once read all banks.
  __host__ __device__ static constexpr uint32_t part_vector(uint32_t thread, uint32_t i) {
    const uint32_t row = thread / row_threads, pair = row / 256, value = row % 256;
    const uint32_t row_vectors = Copies / 4 * (is_wide(pair) ? wide_pairs : 1);
    return pair_begin(pair) / 16 + value * row_vectors + thread % row_threads * part_vectors +
           (i + thread * part_vectors / 8) % part_vectors;
  }
};

} // namespace videohistogram::cuda
