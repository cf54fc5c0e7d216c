// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/sums.h"
#include "cpu/kernels/sums/strip.h"
#include "cpu/target.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// Adds up Sum::sobel, Sum::hstep and Sum::vstep of strips of Y. Thread-safety: one thread at a
/// time.
class GradientSums {
public:
  /// Begins a frame. `sums` must stay valid, and `values` are those of all of its sums.
  void begin(const SumsPlan& sums, const Target& target, uint32_t width, uint32_t height,
             uint32_t depth, int64_t* values);
  /// Adds rows `first` to `end` - 1. The strip also has a row above and a row below them, as far as
  /// the frame has. Values of rows are written to their place.
  void add(const StripView& strip, uint32_t first, uint32_t end);
  /// The values of Sum::hstep of the strips since begin().
  const int64_t* columns() const { return columns_.data(); }

private:
  void add_sobel(const uint8_t* const rows[3], int64_t* values) const;
  void add_columns(const StripView& strip, uint32_t first, uint32_t end);

  const SumsPlan* sums_ = nullptr;
  const Target* target_ = nullptr;
  uint32_t width_ = 0, height_ = 0, depth_ = 0, sample_bytes_ = 1;
  int64_t* values_ = nullptr;
  std::vector<uint8_t> distances_; ///< of a row
  std::vector<uint8_t> counters_;  ///< of columns from 1 on: see RowFunctions::add_columns
  std::vector<int64_t> columns_;
};

} // namespace videohistogram::cpu
