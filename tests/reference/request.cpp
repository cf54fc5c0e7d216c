// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/request.h"

#include <algorithm>
#include <cstdlib>

namespace videohistogram::reference {

PlanSpec Request::spec() const {
  PlanSpec spec;
  spec.luma = luma;
  spec.whole_frame = whole_frame;
  for (Quantity quantity : channels)
    spec.tables.push_back({{quantity, bins}, {}});
  spec.tables.insert(spec.tables.end(), projections.begin(), projections.end());
  return spec;
}

namespace {

bool is_of(const Plan& plan, const FrameView& frame, const Request& request) {
  const auto is_same = [](const Projection& projection, const Table& table) {
    const Direction &a = projection.direction, &b = *table.positions;
    return projection.quantity == table.values.quantity && projection.bins == table.values.bins &&
           a.c == b.c && a.s == b.s && a.origin == b.origin && a.positions == b.positions;
  };
  return &plan.format == frame.format && plan.width == frame.width && plan.height == frame.height &&
         plan.luma.r == request.luma.r && plan.luma.g == request.luma.g &&
         plan.luma.b == request.luma.b && plan.whole_frame == request.whole_frame &&
         plan.planes[0].bins == request.bins &&
         std::equal(plan.quantities.begin(), plan.quantities.end(), request.channels.begin(),
                    request.channels.end()) &&
         std::equal(plan.projections.begin(), plan.projections.end(), request.projections.begin(),
                    request.projections.end(), is_same);
}

} // namespace

Expected<SharedPlan> plan_of(const FrameView& frame, const Request& request) {
  // Frames of a stream share a plan, which backends make use of.
  static thread_local SharedPlan last;
  if (last && is_of(*last, frame, request))
    return last;
  Expected<SharedPlan> plan =
      compile_plan(*frame.format, frame.width, frame.height, request.spec());
  last = plan.ok() ? *plan : nullptr;
  return plan;
}

Status check_request(const FrameView& frame, const Request& request) {
  Expected<SharedPlan> plan = plan_of(frame, request);
  return plan.ok() ? check_plan(**plan, frame, request.regions) : Status(plan.error());
}

Status submit(Backend& backend, Job& job, const FrameView& frame, const Request& request) {
  Expected<SharedPlan> plan = plan_of(frame, request);
  return plan.ok() ? backend.submit(job, frame, *plan, request.regions) : Status(plan.error());
}

Expected<JobPtr> submit(Backend& backend, const FrameView& frame, const Request& request) {
  JobPtr job = backend.make_job();
  if (Status status = submit(backend, *job, frame, request); !status.ok())
    return status.error();
  return Expected<JobPtr>(std::move(job));
}

void prepare(Backend& backend, const FormatInfo& format, uint32_t width, uint32_t height,
             uint32_t pending, bool projected) {
  Request request;
  request.channels = select_plane_quantities(format, all_quantities);
  if (projected) {
    const SamplePlane& sample_plane = format.sample_planes[0];
    Expected<Direction> direction = direction_of_angle(
        0, sample_plane.width_of(width), sample_plane.height_of(height), request.bins);
    if (!direction.ok())
      std::abort(); // a test announced frames that are too large
    request.add_projection(request.channels[0], *direction);
  }
  Expected<SharedPlan> plan = compile_plan(format, width, height, request.spec());
  if (!plan.ok())
    std::abort();
  backend.prepare({**plan, height, pending, pending == 0 ? MemoryKind::device : MemoryKind::host});
}

} // namespace videohistogram::reference
