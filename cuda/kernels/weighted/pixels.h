// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a thread adds up. Kernels and the emulated device of the tests run these functions.
#pragma once

#include "core/field_rows.h"
#include "cuda/kernels/weighted/weighted_kernel.h"

namespace videohistogram::cuda {

/// The value of a component in a column and a row of its samples.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t
component_at(const WeightedParameters& p, uint32_t component, uint32_t x, uint32_t y) {
  const ColourSamples& samples = p.samples[component];
  const uint8_t* const at = samples.first + y * samples.stride + size_t{x} * samples.step;
  uint32_t sample = at[0];
  if (sample_bytes == 2)
    sample |= static_cast<uint32_t>(at[1]) << 8;
  return sample >> p.shift & ((1u << p.depth) - 1);
}

/// The value of a pixel that has a bin.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t binned_value(const WeightedParameters& p, uint32_t x,
                                                        uint32_t y) {
  if (p.filtered) {
    const uint8_t* const at = p.filtered + size_t{y} * p.filtered_stride + size_t{x} * 2;
    return at[0] | static_cast<uint32_t>(at[1]) << 8;
  }
  if (p.value != weighted_luma)
    return component_at<sample_bytes>(p, p.value, x, y);
  return luma_sum(p.luma, component_at<sample_bytes>(p, 0, x, y),
                  component_at<sample_bytes>(p, 1, x, y), component_at<sample_bytes>(p, 2, x, y)) >>
         16;
}

/// Adds the weights of the pixels `begin` to `end`, without the last, of a position: calls
/// add(counter, sum) to add a sum to a counter. Neighbours with the same bin are added up first.
template <uint32_t sample_bytes, class Add>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_weights(const WeightedParameters& p, uint32_t position,
                                                   uint32_t begin, uint32_t end, const Add& add) {
  const size_t first = size_t{position} * p.bins;
  uint32_t sums[max_weights] = {};
  uint32_t last = 0; // the bin of these sums
  const auto flush = [&] {
    for (uint32_t i = 0; i < max_weights; i++) {
      if (i < p.n_weights && sums[i] > 0)
        add(p.matrices[i] + first + last, sums[i]);
      sums[i] = 0;
    }
  };
  for (uint32_t along = begin; along < end; along++) {
    const uint32_t x = p.on_rows ? along : position;
    const uint32_t y = p.on_rows ? p.positions - 1 - position : along;
    // Bins are at most 2^depth, 2^16.
    const uint32_t bin = binned_value<sample_bytes>(p, x, y) * p.bins >> p.depth;
    if (bin != last)
      flush();
    last = bin;
    const uint32_t column = x >> p.x_sub;
    const uint32_t row = chroma_row_of(y, p.y_sub, p.interlaced, (p.frame_height - 1) >> p.y_sub);
    for (uint32_t i = 0; i < max_weights; i++)
      if (i < p.n_weights)
        sums[i] += component_at<sample_bytes>(p, p.weights[i], column, row) >> p.weight_shift;
  }
  flush();
}

} // namespace videohistogram::cuda
