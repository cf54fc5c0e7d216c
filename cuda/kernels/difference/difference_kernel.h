// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "cuda/kernels/difference/difference_shape.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// DifferencePlane::tables of a sample that is not counted.
constexpr uint8_t no_table = 255;

/// A sample plane of two frames of the same format and size. Pointers are device pointers.
struct DifferencePlane {
  const uint8_t* now;            ///< the first pixel of the top row, at any alignment
  const uint8_t* before;         ///< the same of the frame before
  int64_t stride, before_stride; ///< bytes from a row to the row below it; either sign
  uint32_t width, height;        ///< in pixels of the sample plane, fewer than 2^32 together
  uint32_t pixel_samples;        ///< 1 to 4
  uint8_t tables[4];         ///< for each sample of a pixel: number of its histogram in the plane
  uint32_t n_tables;         ///< histograms of differences of the plane
  uint32_t first;            ///< index of their first count among the results
  uint32_t first_of_samples; ///< the same of the histograms of the frame's own samples
};

/// A launch: all histograms of differences of a frame. It reads the samples of the frame anyway and
/// can count them, too: another launch would read them again.
struct DifferenceLaunch {
  DifferencePlane planes[max_sample_planes];
  DifferenceShape shapes[max_sample_planes];
  uint32_t n_planes;
  uint32_t sample_bytes, depth, shift; ///< value = (sample >> shift) & (2^depth - 1)
  uint32_t bins;                       ///< per histogram
  bool lane_tables;                    ///< see choose_difference_shapes()
  bool with_samples;    ///< the samples of `now` have histograms, too: one per one of differences
  bool narrow;          ///< fits_narrow() of the frame
  uint32_t plane_words; ///< of lane tables, 64-bit words of scratch per plane
  uint32_t* scratch;    ///< difference_scratch_bytes() bytes; all zero before and after
  uint32_t* results;    ///< of the frame, mapped pinned memory; each histogram has `bins` counts
  bool overlap;         ///< the launch may begin while the one before it runs
  bool pixels_ready;    ///< see begin_reading()
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_difference_kernels(DeviceProperties& device);

/// Counts |now - before| of the samples of all planes, and the samples of `now` if so planned. Does
/// not wait. The results are complete once the stream has passed the launch; consecutive launches
/// in a stream can share their scratch. The launch may begin while the one before it in the stream
/// runs, and until that one is complete accesses only shared memory, and the pixels if they are
/// ready.
cudaError_t launch_difference_kernel(const DifferenceLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
