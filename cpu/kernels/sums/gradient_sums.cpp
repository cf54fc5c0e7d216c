// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/sums/gradient_sums.h"

#include "cpu/kernels/sums/gradient_functions.h"
#include "cpu/kernels/sums/sums_functions.h"

#include <algorithm>

namespace videohistogram::cpu {

void GradientSums::begin(const SumsPlan& sums, const Target& target, uint32_t width,
                         uint32_t height, uint32_t depth, int64_t* values) {
  sums_ = &sums;
  target_ = &target;
  width_ = width;
  height_ = height;
  depth_ = depth;
  sample_bytes_ = depth > 8 ? 2 : 1;
  values_ = values;
  if (!sums.has(Sum::hstep))
    return;
  distances_.resize(size_t{width} * sample_bytes_ + strip_room);
  counters_.assign(columns_bytes(width, sample_bytes_), 0);
  columns_.assign(width, 0);
}

void GradientSums::add(const StripView& strip, uint32_t first, uint32_t end) {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  for (uint32_t y = std::max(first, 1u); y < end; y++) {
    if (sums_->has(Sum::vstep))
      values_[sums_->place(Sum::vstep).first + y] =
          static_cast<int64_t>(functions.distance(strip.row(y), strip.row(y - 1), width_));
    if (sums_->has(Sum::sobel) && y + 1 < height_) {
      const uint8_t* const rows[3] = {strip.row(y - 1), strip.row(y), strip.row(y + 1)};
      add_sobel(rows, values_ + sums_->place(Sum::sobel).first + size_t{y} * n_sobel_sums);
    }
  }
  if (sums_->has(Sum::hstep) && width_ > 1)
    add_columns(strip, first, end);
}

void GradientSums::add_sobel(const uint8_t* const rows[3], int64_t* values) const {
  const GradientFunctions& functions = target_->gradients;
  const auto add = depth_ == 8   ? functions.sobel_bytes
                   : depth_ > 12 ? functions.sobel_deep_words
                                 : functions.sobel_words;
  const SobelRow row = add(rows, width_, sobel_bits(depth_));
  values[static_cast<size_t>(SobelSum::magnitudes)] = static_cast<int64_t>(row.magnitudes);
  values[static_cast<size_t>(SobelSum::squares)] = static_cast<int64_t>(row.squares);
}

void GradientSums::add_columns(const StripView& strip, uint32_t first, uint32_t end) {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  const auto write_distances =
      depth_ > 8 ? target_->gradients.word_distances : target_->gradients.byte_distances;
  for (uint32_t y = first; y < end; y++) {
    const uint8_t* const row = strip.row(y);
    write_distances(row + sample_bytes_, row, width_ - 1, distances_.data());
    functions.add_columns(distances_.data(), width_ - 1, counters_.data());
  }
  functions.take_columns(counters_.data(), width_ - 1, columns_.data() + 1);
  std::fill(counters_.begin(), counters_.end(), uint8_t{0});
}

} // namespace videohistogram::cpu
