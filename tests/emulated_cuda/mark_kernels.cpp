// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels that mark frames, as plain loops over the arguments of their launches. They share the
// arithmetic of pixels with the kernels.
#include "core/drawing/mark_pixel.h"
#include "cuda/kernels/paint/mark_kernel.h"
#include "tests/emulated_cuda/device.h"

#include <algorithm>
#include <cstdlib>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

void expect_frame(const MarkLaunch& launch) {
  const MarkedFrame& frame = launch.frame;
  for (uint32_t c = 0; c < frame.n_components; c++) {
    const MarkedComponent& component = frame.components[c];
    const uint32_t rows = (launch.rules.height + (1u << component.y_sub) - 1) >> component.y_sub;
    const uint32_t columns = (launch.rules.width + (1u << component.x_sub) - 1) >> component.x_sub;
    const int64_t last = static_cast<int64_t>(rows - 1) * component.stride;
    expect_device_memory(component.first + std::min<int64_t>(last, 0),
                         static_cast<size_t>(std::abs(last)) +
                             size_t{columns - 1} * component.step + frame.sample_bytes,
                         "the samples of a marked frame lie in one block");
  }
}

void mark(const MarkLaunch& launch) {
  const MarkRules& rules = launch.rules;
  const MarkedFrame& frame = launch.frame;
  expect_frame(launch);
  expect_device_memory(rules.steps, 1, "the tables of marks lie in a block");
  if (launch.peaks) {
    expect_device_memory(launch.peaks, size_t{rules.width} * rules.height,
                         "there is a byte per pixel");
    for (uint32_t y = 0; y < rules.height; y++)
      for (uint32_t x = 0; x < rules.marked_columns; x++)
        launch.peaks[size_t{y} * rules.width + x] = is_peak(rules, frame, x, y) ? 1 : 0;
  }
  for (uint32_t y = 0; y < rules.height; y += 1u << frame.y_sub)
    for (uint32_t x = 0; x < rules.marked_columns; x += 1u << frame.x_sub)
      mark_cell(rules, frame, launch.peaks, launch.phase, x, y);
}

} // namespace

cudaError_t prepare_mark_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_mark_kernels(const MarkLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { mark(launch); });
}

} // namespace videohistogram::cuda
