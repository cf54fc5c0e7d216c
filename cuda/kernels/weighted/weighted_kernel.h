// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"
#include "cuda/kernels/colour/colour_kernel.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// The index of LUMA in the place of a component.
constexpr uint32_t weighted_luma = 4;

/// Threads per block, and the pixels of a position that a thread has.
constexpr uint32_t weighted_threads = 128, weighted_pixels = 32;

/// A weighted projection of a frame: see WeightedProjection. Pointers are device pointers.
struct WeightedParameters : ColourSource {
  uint32_t value; ///< the component whose values are in bins, or weighted_luma
  /// The values as an image of little-endian words of 16 bits, if they are filtered; else null.
  const uint8_t* filtered;
  uint32_t filtered_stride; ///< bytes from a row of it to the next one
  uint32_t bins;
  bool on_rows;                  ///< positions are rows from the last one, not columns
  uint32_t positions, length;    ///< positions, and pixels per position
  uint32_t thread_pixels;        ///< pixels of a position that a thread has
  uint32_t weights[max_weights]; ///< components
  uint32_t n_weights;
  uint32_t weight_shift;           ///< low bits that weights leave out
  uint32_t* matrices[max_weights]; ///< [position][bin], to which weights are added

  /// Threads per position.
  uint32_t threads() const { return (length - 1) / thread_pixels + 1; }
};

/// A launch.
struct WeightedLaunch {
  WeightedParameters parameters;
  size_t first; ///< counters from the frame's first matrix to that of the first weight
  size_t step;  ///< counters from a matrix to that of the next weight
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_weighted_kernels(DeviceProperties& device);

/// Clears the matrices, which lie in succession, and adds the weights of all pixels. Does not wait.
cudaError_t launch_weighted_kernel(const WeightedLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
