// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/quantity.h"
#include "cuda/kernels/projection/shape.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

/// Which kernel.
struct ProjectionVariant {
  uint32_t pixel_bytes; ///< 1 to 4 of bytes; 2, 4, 6 or 8 of 16-bit samples
  /// The quantity that is counted, of pixels of 3 samples or more; 0: a sample that lies in memory.
  QuantitySet computed;
  bool bytes;   ///< samples are bytes
  bool aligned; ///< every row has whole groups, each aligned to the vectors it is loaded in

  bool counts(const ProjectionVariant& wanted) const {
    return pixel_bytes == wanted.pixel_bytes && computed == wanted.computed &&
           bytes == wanted.bytes && aligned == wanted.aligned;
  }
};

/// A kernel's arguments. Pointers are device pointers.
struct ProjectionParameters {
  const uint8_t* pixels; ///< of the top row
  int64_t stride;        ///< bytes from a row to the one below it, of either sign
  uint32_t width, height;
  const uint8_t *begin, *end; ///< no byte outside of these is read

  /// In a pixel's words these bytes are masked. The upper half of the product with `scale` is then
  /// the bin, (value * bins) >> depth.
  uint32_t selector;
  uint32_t mask;
  uint32_t scale;
  uint32_t byte_weights[2];  ///< of a pixel's first two bytes, 16 bits each, and of the others
  uint32_t rgb_selectors[3]; ///< those of R, G and B, if the quantity is computed
  uint32_t rgb_mask;         ///< of 16-bit samples: for them
  uint32_t rgb_shift;        ///< to the value
  LumaWeights weights;       ///< of 16-bit samples

  int32_t c, s;
  int64_t origin;              ///< of pixel (0, 0), in units of 2^-30 positions, rounded down
  double inverse_c, inverse_s; ///< 0 where there is none
  uint32_t positions, bins;
  uint32_t groups;        ///< of a row
  int64_t place_more;     ///< than 2^30 times a position: see count_group
  uint32_t fraction_more; ///< than the place's
  uint32_t before;        ///< positions more, both together
  int64_t slack;       ///< 2^32 times how many groups further left a strip may begin than computed
  int64_t start_slope; ///< 2^32 times how many groups further right it begins in the next row
  /// From a tile to the one below it.
  int64_t start_step, place_step, byte_step;
  uint32_t multiprocessors;
  ProjectionShape shape;
  uint32_t* matrix; ///< positions x bins, row-major; all of it is written
};

/// All that a launch is.
struct ProjectionLaunch {
  ProjectionVariant variant;
  ProjectionParameters parameters;
};

/// See prepare_kernels() in kernel_table.h.
cudaError_t prepare_projection_kernels(DeviceProperties& device);

/// Counts along a direction in one launch, after the matrix is cleared where blocks share strips.
/// Does not wait. The launch may begin while the one before it in the stream ends, and touches no
/// memory before that is done.
cudaError_t launch_projection_kernel(const ProjectionLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
