// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How a target adds up rows of samples.
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// Sums over the 4 x 4 samples of blocks, side by side: see SsimSums. Each array has room for a
/// vector more than there are blocks. Whole numbers below 2^53, so doubles are exact.
struct SsimBlockRow {
  double *t, *b, *squares, *product;
};

/// A table of light.
struct LightEntries {
  const uint32_t* entries; ///< one per code
  /// Of codes of 8 bits, the lowest byte of each of the 256 entries, then the next bytes of all.
  /// null: codes have more bits.
  const uint8_t* bytes;
  uint32_t n_bytes; ///< 4 if an entry has 2^24 or more, else 3
};

/// Rows y - 1, y and y + 1 of a plane, of the present frame and of the frame before, which is null
/// if there is none.
struct CombRows {
  const uint8_t* now[3];
  const uint8_t* before[3];
};
/// Sums of a row, named as those of IdetSum.
struct CombSums {
  uint64_t present, before, same;
};

/// Functions of rows of `n` samples, which are bytes or words of 16 bits in the CPU's byte order,
/// at any address. They read no sample after the last one.
struct RowFunctions {
  uint64_t (*sum)(const uint8_t* row, uint32_t n);
  /// The sum of |a - b|.
  uint64_t (*distance)(const uint8_t* a, const uint8_t* b, uint32_t n);
  /// The sum of (a - b)^2.
  uint64_t (*squares)(const uint8_t* a, const uint8_t* b, uint32_t n);
  /// Adds a row to the counters of columns, whose order is the target's. Counters hold the sums of
  /// 128 rows; their memory has room for columns_bytes().
  void (*add_columns)(const uint8_t* row, uint32_t n, uint8_t* counters);
  /// Adds the counters to the sums of `n` columns.
  void (*take_columns)(const uint8_t* counters, uint32_t n, int64_t* columns);
  CombSums (*combs)(const CombRows& rows, uint32_t n);
  /// The blocks of 4 rows of each field, `stride` bytes from a row of a field to the next.
  void (*blocks)(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to);
  /// Marks samples below `low` or above `high` by 1, others by 0. Up to 64 marks more are written.
  void (*mark_outside)(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high, uint8_t* marks);
  /// The sum of the table's entries, each at most most_light.
  uint64_t (*look_up)(const uint8_t* row, uint32_t n, const LightEntries& light);
};

constexpr size_t columns_bytes(uint32_t n, uint32_t sample_bytes) {
  return 2 * (size_t{n} * sample_bytes + 64);
}

/// R, G and B of 8 bits of pixels of the present frame and of the frame before, which is null if
/// there is none.
struct IrisColours {
  const uint8_t* now[3];
  const uint8_t* before[3];
};

/// The light of codes, for IRIS: see iris_light(). That of code 0 is 0.
struct IrisLight {
  LightEntries table; ///< with bytes
  /// Per code, the largest code that has at most a quarter of its light.
  uint8_t quarter[256];
};

/// The functions of a target.
struct SumsFunctions {
  RowFunctions bytes, words;
  /// Low bytes, and words >> shift, of which the low bytes are kept. Either may be null. Up to 64
  /// bytes more are written.
  void (*split)(const uint8_t* words, uint32_t n, uint32_t shift, uint8_t* low, uint8_t* high);
  /// Pixels that Sum::tout counts in the third of five rows of bytes; `far`: rows 0 and 4 exist.
  /// `marks` has room for 64 bytes more than a row.
  uint64_t (*count_outliers)(const uint8_t* const rows[5], bool far, uint32_t n, uint8_t* marks);
  /// Repeats each of `n` marks, which are those of `a` or `b`. Up to 64 bytes more are read and
  /// written.
  void (*double_marks)(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* doubled);
  /// Pixels that are marked in `a` or in `b`.
  uint64_t (*count_either)(const uint8_t* a, const uint8_t* b, uint32_t n);
  /// The sum of ssim_window() over `n` windows of two rows of blocks.
  int64_t (*add_windows)(const SsimBlockRow& upper, const SsimBlockRow& lower, uint32_t n,
                         double c1, double c2);
  /// Adds the four sums of IRIS.
  void (*add_iris)(const IrisColours& colours, uint32_t n, const IrisLight& light, int64_t sums[4]);
};

namespace generic {
extern const SumsFunctions sums_functions;
}
namespace avx2 {
extern const SumsFunctions sums_functions;
}
namespace avx512 {
extern const SumsFunctions sums_functions;
}

} // namespace videohistogram::cpu
