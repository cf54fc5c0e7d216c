// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The items of several rows that each thread of some blocks counts. Pure arithmetic, which the host
// compiles too: the tests walk every thread of every block.
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram::cuda {

/// The items of thread `first` of `step` threads: every step-th one of `rows` rows of `row_items`
/// items each. `Count` holds the number of all items.
template <class Count>
class ItemWalk {
public:
  VIDEOHISTOGRAM_HOST_DEVICE ItemWalk(uint32_t first, uint32_t step, uint32_t row_items,
                                      uint32_t rows)
      : row_items_(row_items) {
    const Count items = Count{row_items} * rows;
    left_ = first < items ? static_cast<uint32_t>((items - 1 - first) / step) + 1 : 0;
    const uint32_t divisor = row_items > 0 ? row_items : 1;
    x_ = first % divisor;
    y_ = first / divisor;
    dx_ = step % divisor;
    dy_ = step / divisor;
  }

  VIDEOHISTOGRAM_HOST_DEVICE bool more() const { return left_ > 0; }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t x() const { return x_; }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t y() const { return y_; }
  VIDEOHISTOGRAM_HOST_DEVICE void advance() {
    left_--;
    y_ += dy_;
    if (x_ >= row_items_ - dx_) { // x_ + dx_ could overflow
      x_ -= row_items_ - dx_;
      y_++;
    } else {
      x_ += dx_;
    }
  }

private:
  uint32_t row_items_, left_, x_, y_, dx_, dy_;
};

} // namespace videohistogram::cuda
