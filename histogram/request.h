// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/direction.h"
#include "histogram/error.h"
#include "histogram/format.h"
#include "histogram/frame.h"
#include "histogram/plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram {

/// What is to be counted along a direction.
struct DirectionRequest {
  Quantity channel;    ///< of the format, or LUMA where that is computed
  Direction direction; ///< across the picture that the channel's grid is
};

/// What is to be counted in a frame.
struct Request {
  QuantityList channels;         ///< at least one, all of them in the format or LUMA
  uint32_t bins = 256;           ///< bins a channel, 1 to 2^depth
  LumaWeights luma = luma_bt709; ///< only read where LUMA is counted
  std::vector<Rect> regions;     ///< inside the frame; an empty one has no counts
  bool whole_frame = true;       ///< false: the frame's own counts may be anything, regions' not
  /// A matrix of its own, positions x bins, beside the counts.
  std::optional<DirectionRequest> direction;

  /// Counts of one region: channels x bins.
  size_t region_counts() const { return size_t{channels.size} * bins; }
  /// Counts of a result. Its layout is [1 + regions][channels][bins], the whole frame first.
  size_t total_counts() const { return (1 + regions.size()) * region_counts(); }
};

/// What a request asks for in one grid of the frame.
struct GridRequest {
  QuantityList stored; ///< channels that lie in the grid
  bool luma = false;   ///< LUMA, which is computed from it
  uint32_t first = 0;  ///< the place among the request's channels of the first of them

  uint32_t channels() const { return stored.size + (luma ? 1 : 0); }
};
GridRequest grid_request(const FormatInfo& format, uint32_t grid, const Request& request);

/// Whether `request` fits `frame`, which has passed check_frame(). Regions must lie inside it.
Status check_request(const FrameView& frame, const Request& request);

} // namespace videohistogram
