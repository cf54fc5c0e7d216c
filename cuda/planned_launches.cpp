// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/planned_launches.h"

namespace videohistogram::cuda {

namespace {

uintptr_t first_row(const FrameView& frame, uint32_t plane) {
  return reinterpret_cast<uintptr_t>(frame.planes[plane].row(0));
}

} // namespace

bool PlannedLaunches::is_for(const SharedPlan& plan, const FrameView& frame,
                             const std::vector<Rect>& regions) const {
  if (plan != plan_ || frame.height != height_ || frame.interlaced != interlaced_ ||
      regions != regions_)
    return false;
  // All planes must have moved by the same distance. The choice of a projection's kernel depends on
  // the alignment of its vectors, which have up to 16 bytes.
  const uintptr_t moved = first_row(frame, 0) - first_rows_[0];
  for (uint32_t p = 0; p < plan->format.n_planes; p++)
    if (frame.planes[p].stride != strides_[p] || first_row(frame, p) - first_rows_[p] != moved)
      return false;
  return moved % 16 == 0 || plan->projections.empty();
}

const FrameLaunches& PlannedLaunches::plan(const DeviceProperties& device, const SharedPlan& plan,
                                           const FrameView& frame, const std::vector<Rect>& regions,
                                           const CountMemory& memory) {
  const bool again = is_for(plan, frame, regions);
  const auto moved = static_cast<ptrdiff_t>(again ? first_row(frame, 0) - first_rows_[0] : 0);
  if (!again) {
    launches_ = {};
    launches_.overlap = device.overlap;
    height_ = frame.height;
    regions_ = regions;
    interlaced_ = frame.interlaced;
  }
  plan_.reset(); // after an exception below there are no launches
  for (size_t i = n_families; i-- > 0;) {
    if (!again)
      launches_.families[i] = families[i].is_needed(*plan);
    if (!launches_.families[i])
      continue;
    if (again && families[i].move)
      families[i].move(launches_, moved);
    else
      families[i].plan({device, *plan, frame, regions, memory}, launches_);
  }
  plan_ = plan;
  for (uint32_t p = 0; p < plan->format.n_planes; p++) {
    strides_[p] = frame.planes[p].stride;
    first_rows_[p] = first_row(frame, p);
  }
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
