// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/packing.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/packed/packed_shape.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Bits per value.
constexpr uint32_t packed_value_bits = 10;

/// A channel of packed samples. Columns are those of the channel's own image, from that of the
/// first sample of a row's first unit on.
struct PackedChannel {
  uint32_t bins;       ///< 0: not counted
  uint32_t first;      ///< the channel's first counter
  uint32_t begin, end; ///< columns of the rectangle
};

/// What is counted in one rectangle. A unit is a word or a block of the packing. Pointers are
/// device pointers.
struct PackedParameters {
  Packing packing;
  const uint8_t* first; ///< the first unit of the first row
  int64_t stride;       ///< bytes from a row to the next one; of either sign, at any alignment
  uint32_t row_bytes;   ///< bytes of a row that may be read, from `first` on
  uint32_t units, rows; ///< units per row: all that have samples of the rectangle
  /// Units of which all counted samples lie in the rectangle, and all bytes in the row.
  uint32_t whole_begin, whole_end;
  PackedChannel channels[4]; ///< by the planes of the unpacked frame, see Packing
  uint32_t counters;         ///< of all channels
  uint64_t* scratch;         ///< packed_scratch_bytes() bytes; all zero before and after
  bool narrow;               ///< two counts share a word of the scratch
  uint32_t* results;         ///< [counters], mapped pinned or device memory; all are written
};

/// A launch: a rectangle, which may have no pixels.
struct PackedLaunch {
  PackedParameters parameters;
  PackedShape shape;
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_packed_kernels(DeviceProperties& device);

/// Counts a rectangle. Does not wait. The results are complete once the stream has passed the
/// launch; consecutive launches in a stream can share their scratch. The launch may begin while the
/// one before it in the stream runs, and until that one is complete accesses only shared memory,
/// and the pixels if they are ready.
cudaError_t launch_packed_kernel(const PackedLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
