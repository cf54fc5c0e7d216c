// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/device/device_properties.h"
#include "cuda/kernels/colour/colour_kernel.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Values per pixel of a value image.
constexpr uint32_t image_values = 4;

/// Threads per block.
constexpr uint32_t values_threads = 256;

/// Bytes per value, little-endian: 1 if every value of the quantities has 8 bits at most.
constexpr uint32_t image_value_bytes(uint32_t sample_bytes, bool of_chroma) {
  return sample_bytes == 1 && !of_chroma ? 1 : 2;
}

/// A value image to write. A packed pixel has image_values values: one per quantity, then zeros.
/// Its pixels are those of the rectangle, the first one in column 0 and row 0.
/// Pointers are device pointers.
struct ValuesParameters : ColourSource {
  Quantity quantities[image_values]; ///< of Domain::pixel, or of Domain::chroma
  /// Bits by which values are shifted to the left: projections of bytes are counted in 256 bins.
  uint8_t shifts[image_values];
  uint32_t n_quantities;
  uint8_t* to;     ///< a multiple of 16
  uint32_t stride; ///< bytes from a row to the next one, a multiple of 16
};

/// A launch.
struct ValuesLaunch {
  ValuesParameters parameters;
  uint32_t blocks;
  bool overlap; ///< the launch may begin while the one before it ends
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_values_kernels(DeviceProperties& device);

/// Writes a value image. Does not wait. The launch may begin while the one before it in the stream
/// ends, and until that one is complete accesses no memory. A launch that reads the image must not
/// begin before this one has ended.
cudaError_t launch_values_kernel(const ValuesLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
