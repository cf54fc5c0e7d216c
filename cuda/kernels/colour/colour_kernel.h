// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/frame.h"
#include "core/quantity.h"
#include "cuda/kernels/colour/colour_shape.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// The samples of one component of a frame.
struct ColourSamples {
  const uint8_t* first; ///< the sample of column 0 and row 0; any alignment
  int64_t stride;       ///< bytes from a row to the row below it; either sign
  uint32_t step;        ///< bytes from a sample to the next one in its row
};

/// The stored quantities of ColourSource::samples, of Y'CbCr and of RGB formats.
constexpr Quantity stored_samples[2][4] = {{Quantity::y, Quantity::cb, Quantity::cr, Quantity::a},
                                           {Quantity::r, Quantity::g, Quantity::b, Quantity::a}};

/// A histogram of a launch.
struct ColourTable {
  Quantity quantity; ///< of Domain::pixel, or of Domain::chroma
  uint8_t depth;
  uint32_t scale; ///< bin = (value * scale) >> depth
  uint32_t bins;
  uint32_t first; ///< index of the first count among the launch's results
};

/// The samples of one rectangle of a frame: those of its pixels, or its chroma samples alone.
/// Pointers are device pointers.
struct ColourSource {
  /// Those of stored_samples[rgb]; A if the format has it.
  ColourSamples samples[4];
  bool rgb;
  bool of_chroma;                     ///< values are of chroma samples, not of pixels
  uint8_t sample_bytes, depth, shift; ///< value = (sample >> shift) & (2^depth - 1)
  uint8_t x_sub, y_sub;               ///< log2 of the subsampling of Cb and Cr
  /// The subsampling of the kernels that read these samples: up to 1. Kernels without subsampling
  /// read wider ones, pixel by pixel.
  uint32_t compiled_x_sub() const { return is_wide() ? 0 : x_sub; }
  uint32_t compiled_y_sub() const { return is_wide() ? 0 : y_sub; }
  bool is_wide() const { return x_sub > 1 || y_sub > 1; }
  bool interlaced;       ///< see FrameView::chroma_row()
  uint32_t frame_height; ///< rows of the frame
  /// In pixels of the frame, or in chroma samples if `of_chroma`. Not empty.
  Rect rect;
  LumaWeights luma;   ///< for LUMA of RGB formats
  ColourPlan colours; ///< its tables are device pointers
};

/// What is counted in one rectangle of a frame: histograms of its pixels, or SAT and HUE of its
/// chroma samples. Pointers are device pointers.
struct ColourParameters : ColourSource {
  ColourTable tables[max_colour_tables];
  uint32_t n_tables;

  uint64_t* scratch; ///< ColourShape::scratch_bytes() bytes; all zero before and after
  uint32_t* results; ///< counters() counts, mapped pinned memory; all are written

  uint32_t counters() const { return tables[n_tables - 1].first + tables[n_tables - 1].bins; }
};

/// A launch. A rectangle without pixels has no shape, and its results become zero.
struct ColourLaunch {
  ColourParameters parameters;
  ColourShape shape;

  bool empty() const { return parameters.rect.width == 0 || parameters.rect.height == 0; }
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_colour_kernels(DeviceProperties& device);

/// Counts a rectangle. Does not wait. The results are complete once the stream has passed the
/// launch; consecutive launches in a stream can share their scratch. The launch may begin while the
/// one before it in the stream runs, and until that one is complete accesses only shared memory,
/// and the pixels if they are ready.
cudaError_t launch_colour_kernel(const ColourLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
