// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram {

namespace reference {

/// Number of the quantities, the first ones, that Domain::plane can contain.
constexpr uint32_t n_plane_quantities = 10;

/// The wanted quantities among Domain::plane.
inline QuantityList select_plane_quantities(const FormatInfo& format, QuantitySet wanted) {
  return select_quantities(format, wanted & format.quantities_in(Domain::plane));
}

/// A plan that is not compiled yet and the regions of one frame, as a test wants them counted. All
/// channels are of Domain::plane.
struct Request {
  QuantityList channels;
  uint32_t bins = 256; ///< of each channel
  LumaWeights luma = luma_bt709;
  std::vector<Rect> regions;
  bool whole_frame = true;
  std::vector<Table> projections;

  /// Adds a projection with the same bins.
  void add_projection(Quantity quantity, const Direction& direction) {
    projections.push_back({{quantity, bins}, direction});
  }

  PlanSpec spec() const;
  size_t region_counts() const { return size_t{channels.size} * bins; }
  /// Counts of the histograms: [1 + regions][channels][bins].
  size_t total_counts() const { return (1 + regions.size()) * region_counts(); }
};

/// The plan of such frames.
Expected<SharedPlan> plan_of(const FrameView& frame, const Request& request);
/// Whether the request can be counted in the frame, which has passed check_frame().
Status check_request(const FrameView& frame, const Request& request);

using JobPtr = std::unique_ptr<Job>; ///< destroying it releases the frame

/// Submits a frame in a job, which is idle.
Status submit(Backend& backend, Job& job, const FrameView& frame, const Request& request);
/// Submits a frame in a job of its own.
Expected<JobPtr> submit(Backend& backend, const FrameView& frame, const Request& request);

/// Announces frames of which everything is counted, with a projection of the first quantity if they
/// are `projected`. `pending` 0: they lie on a device.
void prepare(Backend& backend, const FormatInfo& format, uint32_t width, uint32_t height,
             uint32_t pending, bool projected = false);

} // namespace reference

using reference::JobPtr;
using reference::n_plane_quantities;
using reference::Request;
using reference::select_plane_quantities;

} // namespace videohistogram
