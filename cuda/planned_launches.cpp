// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/planned_launches.h"

namespace videohistogram::cuda {

namespace {

/// Tells each launch whether one before it has waited for the pixels of the frame.
void set_pixels_ready(FrameLaunches& launches) {
  bool ready = !launches.bytes.empty() || !launches.deep.empty();
  for (PackedLaunch& launch : launches.packed) {
    launch.shape.pixels_ready = ready;
    ready = true;
  }
  for (ColourLaunch& launch : launches.colours) {
    launch.shape.pixels_ready = ready;
    ready = ready || !launch.empty();
  }
  for (DifferenceLaunch& launch : launches.differences)
    launch.pixels_ready = ready;
}

} // namespace

PlannedLaunches::Place::Place(const FrameView* frame) {
  if (!frame)
    return;
  planes = frame->format->n_planes;
  for (uint32_t p = 0; p < planes; p++) {
    first_rows[p] = reinterpret_cast<uintptr_t>(frame->planes[p].row(0));
    strides[p] = frame->planes[p].stride;
  }
}

std::optional<ptrdiff_t> PlannedLaunches::Place::distance_from(const Place& other) const {
  const uintptr_t distance = first_rows[0] - other.first_rows[0];
  if (planes != other.planes || strides != other.strides)
    return {};
  for (uint32_t p = 1; p < planes; p++)
    if (first_rows[p] - other.first_rows[p] != distance)
      return {};
  return static_cast<ptrdiff_t>(distance);
}

const FrameLaunches& PlannedLaunches::plan(const DeviceProperties& device, const SharedPlan& plan,
                                           const FrameView& frame, const std::vector<Rect>& regions,
                                           const CountMemory& memory) {
  const Place now(&frame), before(frame.before.get());
  const std::optional<ptrdiff_t> moved = now.distance_from(now_),
                                 moved_before = before.distance_from(before_);
  // The choice of a projection's kernel depends on the alignment of its vectors, which have up to
  // 16 bytes.
  const bool before_interlaced = frame.before && frame.before->interlaced;
  const bool again = plan == plan_ && frame.height == height_ && frame.interlaced == interlaced_ &&
                     before_interlaced == before_interlaced_ && regions == regions_ && moved &&
                     moved_before && (*moved % 16 == 0 || plan->projections.empty());
  if (!again) {
    launches_ = {};
    launches_.overlap = device.overlap;
    height_ = frame.height;
    regions_ = regions;
    interlaced_ = frame.interlaced;
    before_interlaced_ = before_interlaced;
  }
  plan_.reset(); // after an exception below there are no launches
  for (size_t i = n_families; i-- > 0;) {
    if (!again)
      launches_.families[i] = families[i].is_needed(*plan);
    if (launches_.families[i] && again)
      families[i].move(launches_, {*moved, *moved_before});
    else if (launches_.families[i])
      families[i].plan({device, *plan, frame, regions, memory}, launches_);
  }
  if (!again)
    set_pixels_ready(launches_);
  plan_ = plan;
  now_ = now;
  before_ = before;
  return launches_;
}

cudaError_t launch_kernels(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream) {
  cudaError_t code = cudaSuccess;
  for (size_t i = 0; i < n_families && code == cudaSuccess; i++)
    if (launches.families[i])
      code = families[i].launch(launches, matrices, stream);
  return code;
}

} // namespace videohistogram::cuda
