// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/families.h"

#include "cuda/kernels/common/matrix_step.h"
#include "cuda/result_layout.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

bool has_planes(const Plan& plan, bool deep) {
  return !plan.planes.empty() && (plan.format.sample_bytes > 1) == deep;
}

/// Launches of a list, in order.
template <class Launch>
cudaError_t launch_all(const std::vector<Launch>& launches,
                       cudaError_t (&launch)(const Launch&, cudaStream_t), cudaStream_t stream) {
  cudaError_t code = cudaSuccess;
  for (size_t i = 0; i < launches.size() && code == cudaSuccess; i++)
    code = launch(launches[i], stream);
  return code;
}

template <class Launch>
void move_all(std::vector<Launch>& launches, ptrdiff_t bytes) {
  for (Launch& launch : launches)
    move_samples(launch.parameters, bytes);
}

constexpr Family byte_family{
    [](const Plan& plan) { return has_planes(plan, false); },
    true,
    prepare_byte_kernels,
    nullptr,
    [](const FrameToCount& f, FrameLaunches& launches) {
      launches.bytes = plan_byte_launch(f.device, f.plan, f.frame, f.regions, f.memory);
    },
    [](FrameLaunches& launches, ptrdiff_t bytes) {
      for (BytePlane& plane : launches.bytes->parameters.planes)
        if (plane.pixels)
          plane.pixels += bytes;
    },
    [](const FrameLaunches& launches, uint32_t*, cudaStream_t stream) {
      return launches.bytes ? launch_byte_kernel(*launches.bytes, stream) : cudaSuccess;
    }};

constexpr Family deep_family{[](const Plan& plan) { return has_planes(plan, true); },
                             true,
                             prepare_deep_kernels,
                             deep_frame_scratch_bytes,
                             [](const FrameToCount& f, FrameLaunches& launches) {
                               launches.deep = plan_deep_launches(f.device, f.plan, f.frame,
                                                                  f.regions, f.memory);
                             },
                             [](FrameLaunches& launches, ptrdiff_t bytes) {
                               for (DeepLaunch& launch : launches.deep)
                                 for (uint32_t i = 0; i < launch.n_planes; i++)
                                   launch.planes[i].parameters.pixels += bytes;
                             },
                             [](const FrameLaunches& launches, uint32_t*, cudaStream_t stream) {
                               return launch_all(launches.deep, launch_deep_kernel, stream);
                             }};

/// Clears all matrices of joint histograms, which lie in succession. No kernel of plane histograms
/// accesses them: they are cleared while these kernels end.
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

constexpr Family colour_family{
    [](const Plan& plan) {
      return !plan.histograms_in(Domain::pixel).empty() ||
             !plan.histograms_in(Domain::chroma).empty();
    },
    false,
    prepare_colour_kernels,
    colour_frame_scratch_bytes,
    [](const FrameToCount& f, FrameLaunches& launches) {
      launches.colours = plan_colour_launches(f.device, f.plan, f.frame, f.regions, f.memory);
    },
    [](FrameLaunches& launches, ptrdiff_t bytes) { move_all(launches.colours, bytes); },
    [](const FrameLaunches& launches, uint32_t*, cudaStream_t stream) {
      return launch_all(launches.colours, launch_colour_kernel, stream);
    }};

bool needs_values(const Plan& plan) {
  return std::any_of(
      plan.projections.begin(), plan.projections.end(),
      [](const Projection& projection) { return projection.domain != Domain::plane; });
}

/// Plans the images that projections are counted from. The projections are planned already.
void plan_values(const FrameToCount& f, FrameLaunches& launches) {
  launches.values.clear();
  const std::vector<ValuesLaunch> all = plan_values_launches(f.device, f.plan, f.frame, f.memory);
  for (size_t i = 0; i < all.size(); i++)
    if (std::any_of(launches.projections.begin(), launches.projections.end(),
                    [&](const ProjectionLaunch& launch) { return launch.image == i; }))
      launches.values.push_back(all[i]);
}

constexpr Family values_family{
    needs_values,
    false,
    prepare_values_kernels,
    nullptr,
    plan_values,
    [](FrameLaunches& launches, ptrdiff_t bytes) { move_all(launches.values, bytes); },
    [](const FrameLaunches& launches, uint32_t*, cudaStream_t stream) {
      return launch_all(launches.values, launch_values_kernel, stream);
    }};

void move_projections(FrameLaunches& launches, ptrdiff_t bytes) {
  for (ProjectionLaunch& launch : launches.projections) {
    if (launch.image)
      continue;
    ProjectionParameters& p = launch.parameters;
    for (const uint8_t** address : {&p.pixels, &p.begin, &p.end, &p.colours.chroma, &p.colours.cr})
      if (*address)
        *address += bytes;
  }
}

constexpr Family projection_family{
    [](const Plan& plan) { return !plan.projections.empty(); },
    false,
    prepare_projection_kernels,
    nullptr,
    [](const FrameToCount& f, FrameLaunches& launches) {
      launches.projections = plan_projection_launches(f.device, f.plan, f.frame, f.memory);
    },
    move_projections,
    [](const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream) {
      cudaError_t code = cudaSuccess;
      for (size_t i = 0; i < launches.projections.size() && code == cudaSuccess; i++) {
        ProjectionLaunch launch = launches.projections[i];
        for (uint32_t t = 0; t < launch.variant.tables; t++)
          launch.parameters.matrices[t] = matrices + launch.first[t];
        code = launch_projection_kernel(launch, stream);
      }
      return code;
    }};

constexpr Family joint_family{
    [](const Plan& plan) { return !plan.joints.empty(); },
    false,
    prepare_joint_kernels,
    nullptr,
    [](const FrameToCount& f, FrameLaunches& launches) {
      launches.joints = plan_joint_launches(f.device, f.plan, f.frame, f.regions, f.memory);
    },
    [](FrameLaunches& launches, ptrdiff_t bytes) {
      move_all(launches.joints, bytes);
      for (JointLaunch& launch : launches.joints)
        if (launch.parameters.pixels)
          launch.parameters.pixels += bytes;
    },
    [](const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream) {
      cudaError_t code = cudaSuccess;
      for (size_t i = 0; i < launches.joints.size() && code == cudaSuccess; i++) {
        JointLaunch launch = launches.joints[i];
        launch.parameters.matrix = matrices + launch.first;
        code = launch_joint_kernel(launch, stream);
      }
      return code;
    }};

/// The clearing of the matrices is a launch of its own, before those that it may overlap with.
constexpr Family joint_clear_family{
    joint_family.is_needed,
    false,
    [](DeviceProperties&) { return cudaSuccess; }, // as of joint_family
    nullptr,
    [](const FrameToCount&, FrameLaunches&) {},
    [](FrameLaunches&, ptrdiff_t) {},
    clear_joints};

constexpr Family difference_family{
    [](const Plan& plan) { return !plan.histograms_in(Domain::frames).empty(); },
    false,
    prepare_difference_kernels,
    difference_frame_scratch_bytes,
    [](const FrameToCount& f, FrameLaunches& launches) {
      launches.differences.reset();
      if (f.frame.before)
        launches.differences = plan_difference_launch(
            f.device, f.plan, f.frame, f.memory,
            f.memory.results + ResultLayout(f.plan).first_difference(1 + f.regions.size()));
    },
    nullptr, // the frame before moves by a distance of its own
    [](const FrameLaunches& launches, uint32_t*, cudaStream_t stream) {
      return launches.differences ? launch_difference_kernel(*launches.differences, stream)
                                  : cudaSuccess;
    }};

} // namespace

const Family families[n_families] = {byte_family,   deep_family,      joint_clear_family,
                                     colour_family, values_family,    projection_family,
                                     joint_family,  difference_family};

} // namespace videohistogram::cuda
