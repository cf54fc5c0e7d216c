// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/sums.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/colour/colour_kernel.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Numbers that several blocks add up, in scratch: for columns one each, after these.
enum SumsTotal : uint32_t {
  total_msef = 0,  ///< of each plane
  total_ssimf = 3, ///< of each plane
  total_idet = 6,  ///< of each plane, n_idet_sums
  total_iris = 30, ///< n_iris_sums
  total_columns = 34,
};

/// ColourTransform of samples of 8 bits, in units of 256 codes: the sum of products and constant is
/// exact in floats.
struct UnitTransform {
  float luma[3], cb[3], cr[3], constant[3]; ///< of R, G and B
};

/// What is added up of a frame. Pointers are device pointers.
struct SumsParameters {
  /// A component: of Y, Cb and Cr, or of GRAY.
  struct Plane {
    ColourSamples now, before; ///< `before` has no samples if there is no frame before
    uint32_t lead;             ///< bytes from the first byte of a pixel to its sample
    uint32_t width, height;
  };
  Plane planes[3];
  uint32_t n_planes;
  bool has_before;
  bool interlaced, before_interlaced;
  uint8_t sample_bytes, depth, shift; ///< value = (sample >> shift) & (2^depth - 1)
  uint8_t x_sub, y_sub;               ///< of Cb and Cr
  SumSet sums;
  ColourTransform colours; ///< of R, G and B
  UnitTransform units;     ///< `colours`, if samples have 8 bits
  double c1, c2;           ///< of SSIM
  const uint32_t *light, *light_of_colours, *iris_light;

  uint32_t row_band;   ///< rows that a block has of sums per row; see RowItem
  uint32_t field_band; ///< rows that a warp has of sums of fields; see FieldItem

  size_t first[n_sums]; ///< SumsPlan::Place::first of each sum
  size_t values;        ///< SumsPlan::size
  int64_t* results;     ///< mapped pinned memory; all are written
  uint64_t* totals;     ///< scratch: totals() numbers, all zero before and after

  VIDEOHISTOGRAM_HOST_DEVICE bool has(Sum sum) const {
    return (sums >> static_cast<uint32_t>(sum) & 1) != 0;
  }
  VIDEOHISTOGRAM_HOST_DEVICE int64_t* result(Sum sum) const {
    return results + first[static_cast<uint32_t>(sum)];
  }
  uint32_t totals_used() const { return total_columns + planes[0].width; }
};

/// Maximum warps per block, of the kernel of sums per row.
constexpr uint32_t most_row_warps = 16;

/// The launches of a frame.
struct SumsLaunch {
  SumsParameters parameters;
  uint32_t row_warps;       ///< warps per block, of the kernel of sums per row
  uint32_t multiprocessors; ///< of the device
  bool overlap;             ///< launches may begin while the one before them ends
};

/// Bytes of scratch for frames of this width.
constexpr size_t sums_scratch_bytes(uint32_t width) {
  return (total_columns + size_t{width}) * sizeof(uint64_t);
}

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_sums_kernels(DeviceProperties& device);

/// Adds up the sums of a frame, by up to six kernels. Does not wait. The results are complete once
/// the stream has passed the launches.
cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
