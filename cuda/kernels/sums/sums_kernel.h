// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/sums.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/sums/sums_totals.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

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

  uint32_t row_band;     ///< rows that a block has of sums per row; see RowItem
  uint32_t field_band;   ///< rows that a warp has of sums of fields; see FieldItem
  uint32_t group_rows;   ///< of cells: see group_rows_of()
  uint32_t cell_groups;  ///< see add_cells()
  uint32_t table_copies; ///< of tables of light in shared memory: at most one per lane of a warp

  size_t first[n_sums]; ///< SumsPlan::Place::first of each sum
  size_t values;        ///< SumsPlan::size
  int64_t* results;     ///< mapped pinned memory; all are written
  uint64_t* totals;     ///< scratch: n_totals() numbers, all zero before and after

  VIDEOHISTOGRAM_HOST_DEVICE bool has(Sum sum) const {
    return (sums >> static_cast<uint32_t>(sum) & 1) != 0;
  }
  bool has_colours() const { return has(Sum::rgb) || has(Sum::iris); }
  VIDEOHISTOGRAM_HOST_DEVICE int64_t* result(Sum sum) const {
    return results + first[static_cast<uint32_t>(sum)];
  }
};

/// Maximum warps per block, of the kernel of sums per row.
constexpr uint32_t most_row_warps = 16;
/// Warps of the kernel of cells per multiprocessor, all in one block: registers are enough for as
/// many.
constexpr uint32_t cell_warps(uint32_t sample_bytes) {
  return sample_bytes == 1 ? 20 : 16;
}

/// Upper bound of the shared memory of a block of cells: `copies` tables of 257 entries of 16 bytes
/// (samples of one byte) or less, two tables of 4096 words (samples of two bytes), and 1 KiB to add
/// up the sums of all threads.
constexpr uint32_t most_cell_bytes(uint32_t copies) {
  return copies * 257 * 16 + 2 * 4096 * 4 + 1024;
}

/// The launches of a frame.
struct SumsLaunch {
  SumsParameters parameters;
  uint32_t row_warps;       ///< warps per block, of the kernel of sums per row
  uint32_t multiprocessors; ///< of the device
  bool overlap;             ///< launches may begin while the one before them ends
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_sums_kernels(DeviceProperties& device);

/// Adds up the sums of a frame, by up to five kernels. Does not wait. The results are complete once
/// the stream has passed the launches.
cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
