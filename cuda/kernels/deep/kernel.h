// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "core/quantity.h"
#include "cuda/kernels/deep/shape.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// What is counted in one rectangle of a plane, of a format with FormatInfo::sample_bytes == 2.
/// Pointers are device pointers.
struct DeepParameters {
  // From deep_parameters(), in plan.h:
  uint32_t pixel_samples; ///< 16-bit samples in a pixel, 1 to 4
  uint32_t depth, shift;  ///< value = (sample >> shift) & (2^depth - 1)
  uint32_t bins;          ///< a channel, 1 to 2^depth
  uint32_t stored;        ///< channels that lie in memory, 0 to 4; they come first in the results
  QuantitySet computed;   ///< these are counted too, after the stored ones
  uint8_t offsets[4];     ///< bytes from the start of a pixel to each stored channel
  uint8_t rgb_offsets[3]; ///< to R, G and B, if something is computed
  LumaWeights weights;

  // From the caller:
  const uint8_t*
      pixels;     ///< the rectangle's first pixel, at any alignment; multiples of 16 are best
  int64_t stride; ///< bytes from a row to the next one; of either sign, at any alignment
  uint32_t width, height; ///< not 0, fewer than 2^32 pixels
  uint32_t* scratch;      ///< deep_scratch_bytes(counters()); zero before and after
  uint32_t* results; ///< [channels][bins], mapped pinned or device memory; every one is written

  uint32_t channels() const { return stored + static_cast<uint32_t>(__builtin_popcount(computed)); }
  uint32_t counters() const { return channels() * bins; }
};

/// A plane of a launch. Every one has its own scratch and results.
struct DeepPlane {
  DeepParameters parameters;
  DeepShape shape;
};

/// All that a launch is: the planes of one rectangle. Their shapes come from one call of
/// choose_deep_shapes().
struct DeepLaunch {
  std::array<DeepPlane, max_sample_planes> planes;
  uint32_t n_planes; ///< 0: the rectangle has no pixels
  uint32_t* results; ///< of all planes
  size_t counters;   ///< of all planes
};

/// See prepare_kernels() in kernel_table.h.
cudaError_t prepare_deep_kernels(DeviceProperties& device);

/// Counts a rectangle, or clears the results of one without pixels. Does not wait.
/// cudaErrorInvalidValue: no kernel is for such planes together. The results are there once the
/// stream has passed it; rectangles that follow each other in a stream can share their scratch.
cudaError_t launch_deep_kernel(const DeepLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
