// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "core/quantity.h"
#include "cuda/kernels/deep/deep_shape.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// What is counted in one rectangle of a plane. The format has FormatInfo::sample_bytes == 2.
/// Pointers are device pointers.
struct DeepParameters {
  // Set by deep_parameters(), in plan.h:
  uint32_t pixel_samples; ///< 16-bit samples per pixel, 1 to 4
  uint32_t depth, shift;  ///< value = (sample >> shift) & (2^depth - 1)
  uint32_t bins;          ///< per channel, 1 to 2^depth
  uint32_t stored;        ///< stored channels, 0 to 4, first in the results
  QuantitySet computed;   ///< quantities counted after the stored channels
  uint8_t offsets[4];     ///< bytes from the start of a pixel to each stored channel
  uint8_t rgb_offsets[3]; ///< bytes to R, G and B, if a quantity is computed
  LumaWeights weights;

  // Set by the caller:
  const uint8_t*
      pixels;     ///< the rectangle's first pixel, at any alignment; multiples of 16 are best
  int64_t stride; ///< bytes from a row to the next one; of either sign, at any alignment
  uint32_t width, height; ///< not 0, fewer than 2^32 pixels
  uint32_t* scratch;      ///< deep_scratch_bytes(counters()) bytes; all zero before and after
  uint32_t* results;      ///< [channels][bins], mapped pinned or device memory; all are written

  uint32_t channels() const { return stored + static_cast<uint32_t>(__builtin_popcount(computed)); }
  uint32_t counters() const { return channels() * bins; }
};

/// One plane of a launch, with its own scratch and results.
struct DeepPlane {
  DeepParameters parameters;
  DeepShape shape;
};

/// A launch: the planes of one rectangle. One call of choose_deep_shapes() gives their shapes.
struct DeepLaunch {
  std::array<DeepPlane, max_sample_planes> planes;
  uint32_t n_planes; ///< 0: the rectangle has no pixels
  uint32_t* results; ///< of all planes
  size_t counters;   ///< of all planes
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_deep_kernels(DeviceProperties& device);

/// Counts a rectangle, or clears the results of a rectangle without pixels. Does not wait. The
/// results are complete once the stream has passed the launch; consecutive launches in a stream can
/// share their scratch. cudaErrorInvalidValue: no kernel counts this combination of planes.
cudaError_t launch_deep_kernel(const DeepLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
