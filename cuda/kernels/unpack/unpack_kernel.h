// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/packing.h"
#include "cuda/device/device_properties.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads per block.
constexpr uint32_t unpack_threads = 256;

/// A plane of packed samples, and where its samples go. A unit is what one thread unpacks: a word
/// or a block of the packing. The last unit of a row may be cut; what is missing counts as 0, and
/// rows of targets have room for whole units.
struct PackedPlane {
  const uint8_t* first; ///< the first row
  ptrdiff_t stride;
  uint32_t row_bytes;
  uint32_t units; ///< per row
  uint32_t rows;
  /// Where a row's samples of each plane of the unpacked frame go, in the order of Packing; null:
  /// the field is no channel. Runs and big-endian samples go to `to[0]` alone.
  uint8_t* to[4];
  uint32_t to_stride[4];

  VIDEOHISTOGRAM_HOST_DEVICE uint64_t all_units() const { return uint64_t{units} * rows; }
};

/// A frame to unpack. Pointers are device pointers.
struct UnpackParameters {
  Packing packing; ///< without tiles
  uint32_t n_planes;
  PackedPlane planes[4];
};

/// A launch.
struct UnpackLaunch {
  UnpackParameters parameters;
  uint32_t blocks;
};

/// Loads this family's kernel: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_unpack_kernels(DeviceProperties& device);

/// Unpacks a frame. Does not wait. The launch begins when the one before it in the stream is
/// complete: it may not overlap, since the kernel does not wait for that one.
cudaError_t launch_unpack_kernel(const UnpackLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
