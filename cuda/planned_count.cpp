// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/planned_count.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

uintptr_t first_row(const FrameView& frame, uint32_t plane) {
  return reinterpret_cast<uintptr_t>(frame.planes[plane].row(0));
}

} // namespace

bool PlannedCount::is_for(const FrameView& frame, const Request& request) const {
  if (!planned_ || !request.regions.empty() || frame.format != format_ || frame.width != width_ ||
      frame.height != height_ ||
      !std::equal(request.channels.begin(), request.channels.end(), channels_.begin(),
                  channels_.end()) ||
      request.luma.r != luma_.r || request.luma.g != luma_.g || request.luma.b != luma_.b)
    return false;
  // All planes are where they were, or as far from there.
  for (uint32_t p = 0; p < format_->n_planes; p++)
    if (frame.planes[p].stride != strides_[p] ||
        first_row(frame, p) - first_row(frame, 0) != first_rows_[p] - first_rows_[0])
      return false;
  return true;
}

const CountLaunch& PlannedCount::plan(const DeviceProperties& device, const FrameView& frame,
                                      const Request& request, const CountMemory& memory) {
  if (is_for(frame, request)) {
    const uintptr_t moved = first_row(frame, 0) - first_rows_[0];
    for (CountGrid& grid : launch_.parameters.grids)
      if (grid.pixels)
        grid.pixels += static_cast<ptrdiff_t>(moved);
  } else {
    launch_ = plan_count(device, frame, request, memory);
    planned_ = request.regions.empty(); // those are in the memory, where others follow
    format_ = frame.format;
    width_ = frame.width;
    height_ = frame.height;
    channels_ = request.channels;
    luma_ = request.luma;
    for (uint32_t p = 0; p < format_->n_planes; p++)
      strides_[p] = frame.planes[p].stride;
  }
  for (uint32_t p = 0; p < format_->n_planes; p++)
    first_rows_[p] = first_row(frame, p);
  return launch_;
}

} // namespace videohistogram::cuda
