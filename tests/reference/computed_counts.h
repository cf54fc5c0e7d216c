// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"
#include "tests/reference/colours.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// Sets transfer and primaries.
inline void set_light(const ColourSpec& spec, videohistogram::ColourSpec& core) {
  core.transfer = spec.curve == Curve::sdr  ? Transfer::sdr
                  : spec.curve == Curve::pq ? Transfer::pq
                                            : Transfer::hlg;
  const GamutPoints points = points_of(spec.gamut);
  const auto point = [&](size_t i) { return Chromaticity{points[i][0], points[i][1]}; };
  core.primaries = {point(0), point(1), point(2), point(3)};
}

/// The core's name for what the reference's specification means.
inline videohistogram::ColourSpec core_spec(const ColourSpec& spec, RangeLimits limits) {
  const LumaShares shares = luma_shares(spec.matrix);
  videohistogram::ColourSpec core;
  core.kr = static_cast<double>(shares.kr) / 10000;
  core.kb = static_cast<double>(shares.kb) / 10000;
  core.full_range = !spec.limited;
  core.narrow_rgb = spec.narrow;
  core.limits = limits;
  set_light(spec, core);
  return core;
}

/// A plan of histograms of computed quantities, in the order of Quantity.
inline PlanSpec computed_plan(const FormatInfo& format, QuantitySet quantities, uint32_t bins,
                              const ColourSpec& spec, RangeLimits limits) {
  PlanSpec plan;
  plan.colours = core_spec(spec, limits);
  for (Quantity quantity : select_quantities(format, quantities))
    plan.tables.push_back({{quantity, format.values_of(quantity).bins_for(bins)}, {}});
  return plan;
}

/// What every backend has to return for a frame of a plan whose quantities are all computed from
/// several planes: those of the frame, then those of each region.
inline std::vector<uint32_t> count_all_computed(const FrameView& frame, const Plan& plan,
                                                const ColourSpec& spec, RangeLimits limits,
                                                const std::vector<Rect>& regions) {
  std::vector<Rect> rects{{0, 0, frame.width, frame.height}};
  rects.insert(rects.end(), regions.begin(), regions.end());
  const ReadFrame read(frame);
  std::vector<uint32_t> counts;
  for (const Rect& rect : rects)
    for (const Histogram& histogram : plan.histograms) {
      const std::vector<uint32_t> of_one = count_computed(
          read, *computed_of(plan.format, histogram.quantity, limits == RangeLimits::legal), spec,
          histogram.bins, rect);
      counts.insert(counts.end(), of_one.begin(), of_one.end());
    }
  return counts;
}

} // namespace videohistogram::reference
