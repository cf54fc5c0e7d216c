// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a thread filters. Kernels and the emulated device of the tests run this function.
#pragma once

#include "core/low_pass.h"
#include "cuda/kernels/common/unroll.h"
#include "cuda/kernels/filter/filter_kernel.h"

namespace videohistogram::cuda {

/// Filters run `run` of row `y`: calls store(to, values) to write filter_pixels values, the first
/// of them to `to`. Values after the end of the row are of no use.
template <uint32_t sample_bytes, class Store>
VIDEOHISTOGRAM_HOST_DEVICE inline void filter_run(const FilterParameters& p, uint32_t run,
                                                  uint32_t y, const Store& store) {
  constexpr uint32_t reach = low_pass_reach;
  const uint8_t* const row = p.first + y * p.stride;
  const uint32_t first = run * filter_pixels, last = p.width - 1, mask = (1u << p.depth) - 1;
  uint32_t values[filter_pixels + 2 * reach];
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < filter_pixels + 2 * reach; i++) {
    const uint32_t inside = first + i < reach ? 0 : first + i - reach;
    const uint8_t* const at = row + size_t{inside < last ? inside : last} * p.step;
    uint32_t sample = at[0];
    if (sample_bytes == 2)
      sample |= static_cast<uint32_t>(at[1]) << 8;
    values[i] = sample >> p.shift & mask;
  }
  uint32_t filtered[filter_pixels];
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < filter_pixels; i++)
    filtered[i] = low_pass(values + i);
  store(p.to + size_t{y} * p.to_stride + size_t{first} * 2, filtered);
}

} // namespace videohistogram::cuda
