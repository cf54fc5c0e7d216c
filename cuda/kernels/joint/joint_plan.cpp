// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/joint/joint_plan.h"

#include "cuda/kernels/colour/colour_plan.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/joint/joint_arguments.h"

namespace videohistogram::cuda {

namespace {

JointAxis axis_of(const Plan& plan, const Joint::Axis& axis) {
  if (plan.format.values_of(axis.quantity).fixed_bins) // one bin per value
    return {axis.quantity, axis.bins, 1, 0};
  // The sample of a channel with fewer bits than the others repeats them in as many.
  const bool is_stored = plan.format.stores(axis.quantity);
  return {axis.quantity, axis.bins, axis.bins, is_stored ? plan.format.depth : axis.depth};
}

/// The parameters that a joint histogram has in all rectangles.
JointParameters joint_parameters(const FrameToCount& wanted, const Joint& joint,
                                 const ColourSource& source) {
  const Plan& plan = wanted.plan;
  JointParameters p{};
  static_cast<ColourSource&>(p) = source;
  p.of_chroma = joint.domain == Domain::chroma;
  p.x = axis_of(plan, joint.x);
  p.y = axis_of(plan, joint.y);
  const uint32_t plane = sample_plane_of(plan.format, joint.x.quantity);
  const bool is_packed = p.rgb ? plan.format.n_sample_planes == 1
                               : plan.format.stores(joint.x.quantity) &&
                                     plan.format.stores(joint.y.quantity) &&
                                     plane == sample_plane_of(plan.format, joint.y.quantity);
  if (is_packed) {
    const SamplePlaneView view = wanted.frame.sample_plane(plane);
    p.pixels = view.data;
    p.stride = view.stride;
    p.pixel_bytes = view.info->pixel_bytes;
  }
  return p;
}

} // namespace

std::vector<JointLaunch> plan_joint_launches(const FrameToCount& wanted) {
  const Plan& plan = wanted.plan;
  const ColourSource source = colour_source(wanted);
  std::vector<JointParameters> joints;
  for (const Joint& joint : plan.joints)
    joints.push_back(joint_parameters(wanted, joint, source));
  std::vector<JointLaunch> launches;
  size_t first = first_counter(plan, plan.first_joint());
  for (size_t r = 0; r <= plan.joint_regions(wanted.regions.size()); r++)
    for (const JointParameters& joint : joints) {
      JointLaunch launch{joint, {}, first};
      first += matrix_step(joint.counters());
      if (r == 0 && !plan.whole_frame)
        continue;
      JointParameters& p = launch.parameters;
      set_rect(p, plan.format, wanted.rectangle(r));
      if (!launch.empty())
        launch.shape = choose_joint_shape(
            wanted.device, {p.counters(), uint64_t{p.rect.width} * p.rect.height, group_items(p)});
      launches.push_back(launch);
    }
  return launches;
}

} // namespace videohistogram::cuda
