// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/families.h"

#include "cuda/kernels/byte/byte_plan.h"
#include "cuda/kernels/colour/colour_plan.h"
#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/deep/deep_plan.h"
#include "cuda/kernels/difference/difference_plan.h"
#include "cuda/kernels/filter/filter_plan.h"
#include "cuda/kernels/joint/joint_plan.h"
#include "cuda/kernels/packed/packed_plan.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/projection/projection_plan.h"
#include "cuda/kernels/sums/sums_plan.h"
#include "cuda/kernels/values/values_plan.h"
#include "cuda/kernels/weighted/weighted_plan.h"

#include <algorithm>
#include <type_traits>

namespace videohistogram::cuda {

namespace {

// Whose histograms a family counts, and in how many bins:

uint32_t byte_bins(const Plan& plan, const Histogram& histogram) {
  return histogram.domain == Domain::plane && plan.format.sample_bytes == 1 ? byte_values : 0;
}

uint32_t packed_bins(const Plan& plan, const Histogram& histogram) {
  return counts_packed(plan) ? histogram.bins : 0;
}

uint32_t deep_bins(const Plan& plan, const Histogram& histogram) {
  return histogram.domain == Domain::plane && plan.format.sample_bytes > 1 && !counts_packed(plan)
             ? histogram.bins
             : 0;
}

uint32_t colour_bins(const Plan&, const Histogram& histogram) {
  if (histogram.domain == Domain::chroma)
    return histogram.bins;
  if (histogram.domain != Domain::pixel)
    return 0;
  // A power of two of up to 256 bins is a field of the 8 high bits of a colour.
  const bool folds = histogram.bins < byte_values && histogram.depth >= 8 &&
                     (histogram.depth == 8 || is_power_of_two(histogram.bins));
  return folds ? byte_values : histogram.bins;
}

uint32_t difference_bins(const Plan&, const Histogram& histogram) {
  return histogram.domain == Domain::frames ? histogram.bins : 0;
}

// Which plans need a family for their projections and joint histograms:

bool has_projections(const Plan& plan) {
  return !plan.projections.empty();
}

bool has_projected_images(const Plan& plan) {
  return !value_images(plan).empty();
}

bool has_filtered_images(const Plan& plan) {
  return !filtered_images(plan).empty();
}

bool has_weighted(const Plan& plan) {
  return !plan.weighted.empty();
}

bool has_joints(const Plan& plan) {
  return !plan.joints.empty();
}

bool has_sums(const Plan& plan) {
  return !plan.sums.empty();
}

// How launches are planned, moved to another frame, and launched:

template <auto Launches, auto PlanThem>
void plan_all(const FrameToCount& wanted, FrameLaunches& launches) {
  launches.*Launches = PlanThem(wanted);
}

/// Plans the launch for samples of a byte, unless that for differences counts them: it is planned
/// already.
void plan_bytes(const FrameToCount& wanted, FrameLaunches& launches) {
  if (launches.differences.empty() || !launches.differences[0].with_samples)
    launches.bytes = {plan_byte_launch(wanted)};
}

/// Plans the images that projections are counted from, or values filtered. Both are planned
/// already.
void plan_images(const FrameToCount& wanted, FrameLaunches& launches) {
  const std::vector<ValuesLaunch> all = plan_values_launches(wanted);
  for (size_t i = 0; i < all.size(); i++)
    if (std::any_of(launches.projections.begin(), launches.projections.end(),
                    [&](const ProjectionLaunch& launch) { return launch.image == i; }) ||
        std::any_of(launches.filters.begin(), launches.filters.end(),
                    [&](const FilterLaunch& launch) { return launch.image == i; }))
      launches.values.push_back(all[i]);
}

void move_pixels(ByteLaunch& launch, ptrdiff_t bytes) {
  for (BytePlane& plane : launch.parameters.planes)
    if (plane.pixels)
      plane.pixels += bytes;
}

void move_pixels(DeepLaunch& launch, ptrdiff_t bytes) {
  for (uint32_t i = 0; i < launch.n_planes; i++)
    launch.planes[i].parameters.pixels += bytes;
}

void move_pixels(PackedLaunch& launch, ptrdiff_t bytes) {
  if (launch.parameters.first) // of a rectangle with pixels
    launch.parameters.first += bytes;
}

/// Launches whose parameters are a ColourSource.
template <class Launch>
void move_pixels(Launch& launch, ptrdiff_t bytes) {
  move_samples(launch.parameters, bytes);
}

void move_pixels(ProjectionLaunch& launch, ptrdiff_t bytes) {
  ProjectionParameters& p = launch.parameters;
  for (const uint8_t** address : {&p.pixels, &p.begin, &p.end, &p.colours.chroma, &p.colours.cr})
    if (*address && !launch.image) // images stay where they are
      *address += bytes;
}

void move_pixels(FilterLaunch& launch, ptrdiff_t bytes) {
  if (!launch.image)
    launch.parameters.first += bytes;
}

void move_pixels(JointLaunch& launch, ptrdiff_t bytes) {
  move_samples(launch.parameters, bytes);
  if (launch.parameters.pixels)
    launch.parameters.pixels += bytes;
}

template <auto Launches>
void move_all(FrameLaunches& launches, const Moved& moved) {
  for (auto& launch : launches.*Launches)
    move_pixels(launch, moved.now);
}

void move_differences(FrameLaunches& launches, const Moved& moved) {
  for (DifferenceLaunch& launch : launches.differences)
    for (uint32_t i = 0; i < launch.n_planes; i++) {
      launch.planes[i].now += moved.now;
      launch.planes[i].before += moved.before;
    }
}

void move_sums(FrameLaunches& launches, const Moved& moved) {
  for (SumsLaunch& launch : launches.sums)
    for (uint32_t i = 0; i < launch.parameters.n_planes; i++) {
      SumsParameters::Plane& plane = launch.parameters.planes[i];
      plane.now.first += moved.now;
      if (launch.parameters.has_before)
        plane.before.first += moved.before;
    }
}

/// Calls `Launch` for all launches of a family, in order; with the matrices, if it takes them.
template <auto Launches, auto Launch>
cudaError_t launch_all(const FrameLaunches& launches, [[maybe_unused]] uint32_t* matrices,
                       cudaStream_t stream) {
  cudaError_t code = cudaSuccess;
  for (const auto& launch : launches.*Launches) {
    if (code != cudaSuccess)
      break;
    if constexpr (std::is_invocable_v<decltype(Launch), decltype(launch), cudaStream_t>)
      code = Launch(launch, stream);
    else
      code = Launch(launch, matrices, stream);
  }
  return code;
}

cudaError_t launch_projection(ProjectionLaunch launch, uint32_t* matrices, cudaStream_t stream) {
  for (uint32_t t = 0; t < launch.variant.tables; t++)
    launch.parameters.matrices[t] = matrices + launch.first[t];
  return launch_projection_kernel(launch, stream);
}

cudaError_t launch_weighted(WeightedLaunch launch, uint32_t* matrices, cudaStream_t stream) {
  for (uint32_t i = 0; i < launch.parameters.n_weights; i++)
    launch.parameters.matrices[i] = matrices + launch.first + i * launch.step;
  return launch_weighted_kernel(launch, stream);
}

cudaError_t launch_joint(JointLaunch launch, uint32_t* matrices, cudaStream_t stream) {
  launch.parameters.matrix = matrices + launch.first;
  return launch_joint_kernel(launch, stream);
}

/// Clears all matrices of joint histograms, which lie in succession. No kernel of plane histograms
/// accesses them: they are cleared while these kernels end.
cudaError_t clear_joints(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream) {
  if (launches.joints.empty())
    return cudaSuccess;
  const JointLaunch& last = launches.joints.back();
  const size_t first = launches.joints.front().first,
               end = last.first + matrix_step(last.parameters.counters());
  const ClearAccess access = launches.bytes.empty() && launches.deep.empty()
                                 ? ClearAccess::after_previous
                                 : ClearAccess::beside_previous;
  return launch_joint_clear(matrices + first, end - first, access, launches.overlap, stream);
}

} // namespace

const Family families[n_families] = {
    {byte_bins, nullptr, true, prepare_byte_kernels, nullptr, plan_bytes,
     move_all<&FrameLaunches::bytes>, launch_all<&FrameLaunches::bytes, launch_byte_kernel>},

    {deep_bins, nullptr, true, prepare_deep_kernels, deep_frame_scratch_bytes,
     plan_all<&FrameLaunches::deep, plan_deep_launches>, move_all<&FrameLaunches::deep>,
     launch_all<&FrameLaunches::deep, launch_deep_kernel>},

    {packed_bins, nullptr, false, prepare_packed_kernels, packed_frame_scratch_bytes,
     plan_all<&FrameLaunches::packed, plan_packed_launches>, move_all<&FrameLaunches::packed>,
     launch_all<&FrameLaunches::packed, launch_packed_kernel>},

    // The matrices of joint histograms are cleared by a launch of its own, before the launches that
    // it may overlap with. The kernels of joint histograms are loaded by their own row.
    {nullptr, has_joints, false, [](DeviceProperties&) { return cudaSuccess; }, nullptr,
     [](const FrameToCount&, FrameLaunches&) {}, [](FrameLaunches&, const Moved&) {}, clear_joints},

    {colour_bins, nullptr, false, prepare_colour_kernels, colour_frame_scratch_bytes,
     plan_all<&FrameLaunches::colours, plan_colour_launches>, move_all<&FrameLaunches::colours>,
     launch_all<&FrameLaunches::colours, launch_colour_kernel>},

    {nullptr, has_projected_images, false, prepare_values_kernels, nullptr, plan_images,
     move_all<&FrameLaunches::values>, launch_all<&FrameLaunches::values, launch_values_kernel>},

    {nullptr, has_filtered_images, false, prepare_filter_kernels, nullptr,
     plan_all<&FrameLaunches::filters, plan_filter_launches>, move_all<&FrameLaunches::filters>,
     launch_all<&FrameLaunches::filters, launch_filter_kernel>},

    {nullptr, has_projections, false, prepare_projection_kernels, nullptr,
     plan_all<&FrameLaunches::projections, plan_projection_launches>,
     move_all<&FrameLaunches::projections>,
     launch_all<&FrameLaunches::projections, launch_projection>},

    {nullptr, has_weighted, false, prepare_weighted_kernels, nullptr,
     plan_all<&FrameLaunches::weighted, plan_weighted_launches>, move_all<&FrameLaunches::weighted>,
     launch_all<&FrameLaunches::weighted, launch_weighted>},

    {nullptr, has_joints, false, prepare_joint_kernels, nullptr,
     plan_all<&FrameLaunches::joints, plan_joint_launches>, move_all<&FrameLaunches::joints>,
     launch_all<&FrameLaunches::joints, launch_joint>},

    {difference_bins, nullptr, false, prepare_difference_kernels, difference_frame_scratch_bytes,
     [](const FrameToCount& wanted, FrameLaunches& launches) {
       if (wanted.frame.before)
         launches.differences = {plan_difference_launch(wanted)};
     },
     move_differences, launch_all<&FrameLaunches::differences, launch_difference_kernel>},

    {nullptr, has_sums, false, prepare_sums_kernels, sums_frame_scratch_bytes,
     [](const FrameToCount& wanted, FrameLaunches& launches) {
       launches.sums = {plan_sums_launch(wanted)};
     },
     move_sums, launch_all<&FrameLaunches::sums, launch_sums_kernels>},
};

bool Family::is_needed(const Plan& plan) const {
  return counted_bins ? std::any_of(plan.histograms.begin(), plan.histograms.end(),
                                    [&](const Histogram& h) { return counted_bins(plan, h) > 0; })
                      : has_other_tables(plan);
}

} // namespace videohistogram::cuda
