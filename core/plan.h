// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/direction.h"
#include "core/error.h"
#include "core/format.h"
#include "core/frame.h"
#include "core/quantity.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram {

/// The values of a quantity, each in its bin: see bin_of().
struct ValueAxis {
  Quantity quantity;
  uint32_t bins; ///< 1 to 2^depth
};

/// Counts over one axis or two: a histogram [value], of the frame and of each of its regions, or a
/// projection [position][value], of the whole frame.
struct Table {
  ValueAxis values;
  /// Across the sample plane of the quantity. None: a histogram.
  std::optional<Direction> positions;
};

/// What is to be counted in frames of one format and size.
struct PlanSpec {
  /// At least one histogram, in the order of Quantity, one of a quantity, all with the same bins;
  /// any number of projections, in any order.
  std::vector<Table> tables;
  LumaWeights luma = luma_bt709; ///< only read where LUMA is counted
  bool whole_frame = true;       ///< false: the frame's own histograms may hold anything
};

/// What a plan counts in one sample plane of the frame.
struct PlaneHistograms {
  uint32_t sample_plane; ///< its place in FormatInfo::sample_planes
  QuantityList stored;   ///< the quantities whose samples lie in it
  QuantityList computed; ///< those that are computed from its samples
  uint32_t first;        ///< the place of the first of them among the plan's histograms; the others
                         ///< follow, the stored ones first

  uint32_t size() const { return stored.size + computed.size; }
};

/// A projection of a plan.
struct Projection {
  Quantity quantity;
  uint32_t sample_plane; ///< of the quantity's samples, or of those that it is computed from
  uint32_t bins;
  Direction direction; ///< across that sample plane

  size_t counters() const { return size_t{direction.positions} * bins; }
};

/// More regions than this are not counted in one frame.
constexpr uint32_t max_regions = 256;

/// What is counted in every frame of a stream, worked out once for its caps and settings.
/// Thread-safety: constant.
struct Plan {
  const FormatInfo& format;
  const uint32_t width, height; ///< of the frames, in pixels
  const LumaWeights luma;
  const bool whole_frame; ///< false: the frame's own histograms may hold anything

  QuantityList quantities; ///< of the histograms, at least one
  uint32_t bins;           ///< of each histogram
  /// Those of the frame's sample planes in which a histogram's quantity lies, in order.
  std::vector<PlaneHistograms> planes;
  std::vector<Projection> projections;

  /// Counts of the histograms of one rectangle: quantities x bins.
  size_t rectangle_counts() const { return size_t{quantities.size} * bins; }
  /// Counts of the histograms of a frame: [1 + regions][quantities][bins], the whole frame first.
  size_t total_counts(size_t regions) const { return (1 + regions) * rectangle_counts(); }
};
using SharedPlan = std::shared_ptr<const Plan>;

/// The plan of such frames. invalid_argument, with what is possible instead, if `format` has not
/// the quantities or the bins, if a direction is not one of that size, or if the frame's histograms
/// and projections have more than max_frame_counters counters together.
Expected<SharedPlan> compile_plan(const FormatInfo& format, uint32_t width, uint32_t height,
                                  const PlanSpec& spec);

/// Whether a frame, which has passed check_frame(), is one of the plan, and `regions` lie inside
/// it. A frame with fewer rows, a band of a larger one, is one of a plan without projections.
Status check_plan(const Plan& plan, const FrameView& frame, const std::vector<Rect>& regions);

/// The sample plane that a countable quantity lies in, or is computed from.
uint32_t sample_plane_of(const FormatInfo& format, Quantity quantity);

/// The part of a rectangle that lies inside a frame; 0 wide or high if none does.
Rect clip(uint64_t x, uint64_t y, uint64_t width, uint64_t height, uint32_t frame_width,
          uint32_t frame_height);

} // namespace videohistogram
