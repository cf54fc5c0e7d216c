// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/hold.h"
#include "core/host_device.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/paint/scene.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// The memory of a scene. Pointers are device pointers.
struct PaintMemory {
  const uint8_t* fixed; ///< begins with a Scene
  uint8_t* scratch;
  const uint32_t* matrices; ///< the counters of the frame's matrices
  const uint32_t* results;  ///< the counters of its histograms, see ResultLayout

  VIDEOHISTOGRAM_HOST_DEVICE const Scene& scene() const {
    return *reinterpret_cast<const Scene*>(fixed);
  }
  template <class T>
  VIDEOHISTOGRAM_HOST_DEVICE const T* in_fixed(size_t place) const {
    return reinterpret_cast<const T*>(fixed + place);
  }
  template <class T>
  VIDEOHISTOGRAM_HOST_DEVICE T* in_scratch(size_t place) const {
    return reinterpret_cast<T*>(scratch + place);
  }
};

/// The samples of one component of a frame, under the picture. Samples need not be aligned.
struct PaintComponent {
  uint8_t* first;       ///< the sample in the picture's corner
  ptrdiff_t stride;     ///< bytes from one row to the next
  uint32_t step;        ///< bytes from one sample of a row to the next
  uint8_t x_sub, y_sub; ///< log2 of the subsampling
  uint8_t source;       ///< component of the picture: 0 for alpha, 1 to 3
  bool is_padding;      ///< x of RGBx, as alpha: becomes opaque
};

/// The frame under the picture, and how it is blended.
struct PaintTarget {
  PaintComponent components[4]; ///< alpha is the first one, if the frame has it
  uint32_t n_components;
  uint8_t sample_bytes, depth, shift; ///< as of FormatInfo
  uint8_t x_sub, y_sub;               ///< the largest of the components
  uint32_t alpha, backing;            ///< see Painting
};

/// Everything that the kernels of one frame get.
struct PaintParameters {
  PaintMemory memory;
  HoldStep hold;
  PaintTarget target;
};

/// The shape of the launches: the largest of the scene's plots.
struct PaintShape {
  uint32_t n_curves = 0, n_traces = 0, n_dots = 0;
  uint32_t most_bins = 0, most_cells = 0;    ///< of traces: bins and position cells
  uint32_t most_measured = 0;                ///< positions of a trace's table
  uint32_t n_extents = 0;                    ///< traces with extents
  uint32_t most_columns = 0;                 ///< of the joint histograms of dots
  uint32_t width = 0, height = 0;            ///< of the picture
  size_t fixed_bytes = 0, scratch_bytes = 0; ///< of the memory
};

struct PaintLaunch {
  PaintParameters parameters;
  PaintShape shape;
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_paint_kernels(DeviceProperties& device);

/// Draws the picture of counted tables and blends it over a frame, in up to eight launches one
/// after the other: counts of curves, curves, what is empty at first, sums over traces, densities,
/// extents, dots, pixels. The launches begin when all that is in the stream has ended. Does not
/// wait.
cudaError_t launch_paint_kernels(const PaintLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
