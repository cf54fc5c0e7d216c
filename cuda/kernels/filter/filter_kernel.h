// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_device.h"
#include "cuda/device/device_properties.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace videohistogram::cuda {

/// Threads per block, and the neighbouring values that a thread filters together.
constexpr uint32_t filter_threads = 256, filter_pixels = 8;

/// An image of filtered values to write, of little-endian words of 16 bits. Pointers are device
/// pointers.
struct FilterParameters {
  const uint8_t* first;  ///< the sample of column 0 and row 0; any alignment
  int64_t stride;        ///< bytes from a row to the row below it; either sign
  uint32_t step;         ///< bytes from a sample to the next one in its row
  uint32_t sample_bytes; ///< 1 or 2
  uint32_t shift, depth; ///< value = (sample >> shift) & (2^depth - 1)
  uint32_t width, height;
  uint8_t* to;        ///< a multiple of 16
  uint32_t to_stride; ///< bytes from a row to the next one: a multiple of 16, for whole runs

  /// Runs of filter_pixels values per row.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t runs() const { return (width - 1) / filter_pixels + 1; }
};

/// A launch.
struct FilterLaunch {
  FilterParameters parameters;
  uint32_t blocks;
  /// The samples are values of this one of value_images(); else they are those of the frame.
  std::optional<size_t> image;
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_filter_kernels(DeviceProperties& device);

/// Writes an image of filtered values. Does not wait. The launch begins when the one before it in
/// the stream is complete: it may not overlap, since the kernel does not wait for that one. A
/// launch that reads the image must not begin before this one has ended.
cudaError_t launch_filter_kernel(const FilterLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
