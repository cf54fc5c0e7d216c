// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/joint/joint_shape.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// One axis of a joint histogram. All intermediate values fit 32 bits.
struct JointAxis {
  Quantity quantity; ///< any but a difference
  uint32_t bins;
  uint32_t factor, shift; ///< bin = (value * factor) >> shift
};

/// A joint histogram of one rectangle of a frame. Pointers are device pointers.
struct JointParameters : ColourSource {
  JointAxis x, y;
  /// The packed pixels that store R, G and B, or both quantities: the first one of the top row, at
  /// any alignment. null: there are none.
  const uint8_t* pixels;
  int64_t stride;
  uint32_t pixel_bytes; ///< 0: there are none

  uint32_t* matrix; ///< [bin of x][bin of y]; counts are added to it

  uint32_t counters() const { return x.bins * y.bins; }
};

/// A launch. A rectangle without pixels has no shape, and nothing is launched.
struct JointLaunch {
  JointParameters parameters;
  JointShape shape;
  size_t first; ///< counters from the frame's first matrix to `matrix`

  bool empty() const { return parameters.rect.width == 0 || parameters.rect.height == 0; }
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_joint_kernels(DeviceProperties& device);

/// When a launch that clears counters accesses them, if launches may overlap.
enum class ClearAccess : uint8_t {
  after_previous, ///< once the launch before it in the stream is complete
  /// While the launch before it ends. That launch must not access these counters. It must wait for
  /// all earlier launches before it allows this one to begin.
  beside_previous,
};

/// Clears `counters` counters, a multiple of 64, from an address that is a multiple of 256 bytes.
/// Does not wait. It is complete after the launch before it in the stream. `overlap`: it may begin
/// while that one ends.
cudaError_t launch_joint_clear(uint32_t* first, size_t counters, ClearAccess access, bool overlap,
                               cudaStream_t stream);

/// Adds the counts of a rectangle to its matrix, which launch_joint_clear() has cleared. Does not
/// wait. The launch may begin while the one before it in the stream ends, and until that one is
/// complete accesses only shared memory.
cudaError_t launch_joint_kernel(const JointLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
