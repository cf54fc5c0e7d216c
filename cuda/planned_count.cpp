// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/planned_count.h"

namespace videohistogram::cuda {

namespace {

uintptr_t first_row(const FrameView& frame, uint32_t plane) {
  return reinterpret_cast<uintptr_t>(frame.planes[plane].row(0));
}

} // namespace

bool PlannedCount::is_for(const SharedPlan& plan, const FrameView& frame,
                          const std::vector<Rect>& regions) const {
  if (!regions.empty() || plan != plan_ || frame.height != height_)
    return false;
  // All planes are where they were, or as far from there.
  for (uint32_t p = 0; p < plan->format.n_planes; p++)
    if (frame.planes[p].stride != strides_[p] ||
        first_row(frame, p) - first_row(frame, 0) != first_rows_[p] - first_rows_[0])
      return false;
  return true;
}

const ByteLaunch& PlannedCount::plan(const DeviceProperties& device, const SharedPlan& plan,
                                     const FrameView& frame, const std::vector<Rect>& regions,
                                     const CountMemory& memory) {
  const uint32_t planes = plan->format.n_planes;
  if (is_for(plan, frame, regions)) {
    const uintptr_t moved = first_row(frame, 0) - first_rows_[0];
    for (BytePlane& grid : launch_.parameters.planes)
      if (grid.pixels)
        grid.pixels += static_cast<ptrdiff_t>(moved);
  } else {
    launch_ = plan_byte_launch(device, *plan, frame, regions, memory);
    plan_ = regions.empty() ? plan : nullptr; // regions are in the memory, where others follow
    height_ = frame.height;
    for (uint32_t p = 0; p < planes; p++)
      strides_[p] = frame.planes[p].stride;
  }
  for (uint32_t p = 0; p < planes; p++)
    first_rows_[p] = first_row(frame, p);
  return launch_;
}

} // namespace videohistogram::cuda
