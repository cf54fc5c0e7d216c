// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions of the loops that replace kernels.
#pragma once

#include "core/quantity.h"
#include "tests/emulated_cuda/device.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace videohistogram::emulated {

/// Ends the process unless the rows, which lie in either order, are in one block.
inline void expect_rows(const uint8_t* first, int64_t stride, uint32_t rows, size_t row_bytes) {
  if (rows == 0)
    return;
  const int64_t last = (rows - 1) * stride;
  expect_device_memory(first + std::min(last, int64_t{0}), std::abs(last) + row_bytes,
                       "counted pixels lie in one block");
}

/// The quantities of a set that are computed from R, G and B, in the order in which results list
/// them.
inline std::vector<Quantity> computed_of(QuantitySet set) {
  std::vector<Quantity> list;
  for (uint32_t q = 0; q < n_quantities; q++)
    if (set >> q & 1) {
      list.push_back(static_cast<Quantity>(q));
      expect(!is_stored(list.back()), "kernels compute the quantity");
    }
  return list;
}

} // namespace videohistogram::emulated
