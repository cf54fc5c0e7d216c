// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/deep_shape.h"
#include "histogram/format.h"
#include "histogram/quantity.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

/// What is counted in one rectangle of a grid, of a format with FormatInfo::sample_bytes == 2.
/// Pointers are device pointers.
struct DeepParameters {
  // From deep_parameters(), in deep_frame.h:
  uint32_t pixel_samples;  ///< 16-bit samples in a pixel, 1 to 4
  uint32_t depth, shift;   ///< value = (sample >> shift) & (2^depth - 1)
  uint32_t bins;           ///< a channel, 1 to 2^depth
  uint32_t stored;         ///< channels that lie in memory, 0 to 4; they come first in the results
  bool luma;               ///< LUMA is counted too, as the last channel
  uint8_t offsets[4];      ///< bytes from the start of a pixel to each stored channel
  uint8_t luma_offsets[3]; ///< to R, G and B
  LumaWeights weights;

  // From the caller:
  const uint8_t*
      pixels;     ///< the rectangle's first pixel, at any alignment; multiples of 16 are best
  int64_t stride; ///< bytes from a row to the next one; of either sign, at any alignment
  uint32_t width, height; ///< not 0, fewer than 2^32 pixels
  uint32_t* scratch;      ///< deep_scratch_bytes(counters()); zero before and after
  uint32_t* results; ///< [channels][bins], mapped pinned or device memory; every one is written

  uint32_t channels() const { return stored + (luma ? 1 : 0); }
  uint32_t counters() const { return channels() * bins; }
};

/// A grid of a launch. Every one has its own scratch and results.
struct DeepGrid {
  DeepParameters parameters;
  DeepShape shape;
};

/// Loads the kernels into the current context and allows them the shared memory that they can use
/// there. Loading at a launch would wait for the device instead, and could run out of memory.
cudaError_t prepare_deep_kernels(const DeviceProperties& device);

/// Counts 1 to max_grids grids of a frame in one launch and does not wait. Their shapes come from
/// one call of choose_deep_shapes(). cudaErrorInvalidValue: no kernel is for such grids
/// together. The results are there once the stream has passed it; rectangles that follow each other
/// in a stream can share their scratch.
cudaError_t launch_deep_count(const DeepGrid* grids, uint32_t n_grids, cudaStream_t stream);

} // namespace videohistogram::cuda
