// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/planned_launches.h"

#include "cuda/kernels/common/matrix_step.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

uintptr_t first_row(const FrameView& frame, uint32_t plane) {
  return reinterpret_cast<uintptr_t>(frame.planes[plane].row(0));
}

FrameLaunches plan_launches(const DeviceProperties& device, const Plan& plan,
                            const FrameView& frame, const std::vector<Rect>& regions,
                            const CountMemory& memory) {
  FrameLaunches launches;
  launches.overlap = device.overlap;
  if (!plan.planes.empty() && plan.format.sample_bytes > 1)
    launches.deep = plan_deep_launches(device, plan, frame, regions, memory);
  else if (!plan.planes.empty())
    launches.bytes = plan_byte_launch(device, plan, frame, regions, memory);
  launches.colours = plan_colour_launches(device, plan, frame, regions, memory);
  launches.projections = plan_projection_launches(device, plan, frame, memory);
  const std::vector<ValuesLaunch> values = plan_values_launches(device, plan, frame, memory);
  for (size_t i = 0; i < values.size(); i++)
    if (std::any_of(launches.projections.begin(), launches.projections.end(),
                    [&](const ProjectionLaunch& launch) { return launch.image == i; }))
      launches.values.push_back(values[i]);
  launches.joints = plan_joint_launches(device, plan, frame, regions, memory);
  return launches;
}

/// Moves all launches to a frame whose pixels lie `bytes` bytes further on.
void move_pixels(FrameLaunches& launches, ptrdiff_t bytes) {
  if (launches.bytes)
    for (BytePlane& plane : launches.bytes->parameters.planes)
      if (plane.pixels)
        plane.pixels += bytes;
  for (DeepLaunch& launch : launches.deep)
    for (uint32_t i = 0; i < launch.n_planes; i++)
      launch.planes[i].parameters.pixels += bytes;
  for (ColourLaunch& launch : launches.colours)
    move_samples(launch.parameters, bytes);
  for (ValuesLaunch& launch : launches.values)
    move_samples(launch.parameters, bytes);
  for (ProjectionLaunch& launch : launches.projections) {
    if (launch.image)
      continue;
    ProjectionParameters& p = launch.parameters;
    for (const uint8_t** address : {&p.pixels, &p.begin, &p.end, &p.colours.chroma, &p.colours.cr})
      if (*address)
        *address += bytes;
  }
  for (JointLaunch& launch : launches.joints) {
    move_samples(launch.parameters, bytes);
    if (launch.parameters.pixels)
      launch.parameters.pixels += bytes;
  }
}

/// Clears all matrices of joint histograms, which lie in succession. No kernel of plane histograms
/// accesses them.
cudaError_t clear_joints(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream) {
  if (launches.joints.empty())
    return cudaSuccess;
  const JointLaunch& last = launches.joints.back();
  const size_t first = launches.joints.front().first,
               end = last.first + matrix_step(last.parameters.counters());
  const ClearAccess access = launches.bytes || !launches.deep.empty() ? ClearAccess::beside_previous
                                                                      : ClearAccess::after_previous;
  return launch_joint_clear(matrices + first, end - first, access, launches.overlap, stream);
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
  if (is_for(plan, frame, regions)) {
    move_pixels(launches_, static_cast<ptrdiff_t>(first_row(frame, 0) - first_rows_[0]));
  } else {
    plan_.reset(); // after an exception below there are no launches
    launches_ = plan_launches(device, *plan, frame, regions, memory);
    height_ = frame.height;
    regions_ = regions;
    interlaced_ = frame.interlaced;
    plan_ = plan;
  }
  for (uint32_t p = 0; p < plan->format.n_planes; p++) {
    strides_[p] = frame.planes[p].stride;
    first_rows_[p] = first_row(frame, p);
  }
  return launches_;
}

cudaError_t launch_kernels(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream) {
  cudaError_t code = launches.bytes ? launch_byte_kernel(*launches.bytes, stream) : cudaSuccess;
  for (size_t i = 0; i < launches.deep.size() && code == cudaSuccess; i++)
    code = launch_deep_kernel(launches.deep[i], stream);
  if (code == cudaSuccess)
    code = clear_joints(launches, matrices, stream);
  for (size_t i = 0; i < launches.colours.size() && code == cudaSuccess; i++)
    code = launch_colour_kernel(launches.colours[i], stream);
  for (size_t i = 0; i < launches.values.size() && code == cudaSuccess; i++)
    code = launch_values_kernel(launches.values[i], stream);
  for (size_t i = 0; i < launches.projections.size() && code == cudaSuccess; i++) {
    ProjectionLaunch launch = launches.projections[i];
    for (uint32_t t = 0; t < launch.variant.tables; t++)
      launch.parameters.matrices[t] = matrices + launch.first[t];
    code = launch_projection_kernel(launch, stream);
  }
  for (size_t i = 0; i < launches.joints.size() && code == cudaSuccess; i++) {
    JointLaunch launch = launches.joints[i];
    launch.parameters.matrix = matrices + launch.first;
    code = launch_joint_kernel(launch, stream);
  }
  return code;
}

} // namespace videohistogram::cuda
