// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/direction.h"
#include "histogram/error.h"
#include "histogram/format.h"
#include "histogram/frame.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram {

/// LUMA = (r * R + g * G + b * B + 32768) >> 16. Each triple sums to 65536, so that white stays
/// white.
struct LumaWeights {
  uint32_t r, g, b;
};

/// Kr, Kg, Kb of the recommendations as 16-bit fixed point.
constexpr LumaWeights luma_bt601{19595, 38470, 7471};
constexpr LumaWeights luma_bt709{13933, 46871, 4732};
constexpr LumaWeights luma_bt2020{17216, 44434, 3886};

/// More regions than this are not counted in one frame.
constexpr uint32_t max_regions = 256;

/// What is to be counted along a direction.
struct DirectionRequest {
  Channel channel;     ///< of the format, or LUMA where that is computed
  Direction direction; ///< across the picture that the channel's grid is
};

/// What is to be counted in a frame.
struct Request {
  ChannelList channels;          ///< at least one, all of them in the format or LUMA
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
  ChannelList stored; ///< channels that lie in the grid
  bool luma = false;  ///< LUMA, which is computed from it
  uint32_t first = 0; ///< the place among the request's channels of the first of them

  uint32_t channels() const { return stored.size + (luma ? 1 : 0); }
};
GridRequest grid_request(const FormatInfo& format, uint32_t grid, const Request& request);

/// The grid that a countable channel lies in, or is computed from.
uint32_t grid_of(const FormatInfo& format, Channel channel);

/// Whether `request` fits `frame`, which has passed check_frame(). Regions must lie inside it.
Status check_request(const FrameView& frame, const Request& request);

/// The part of a rectangle that lies inside a frame; 0 wide or high if none does.
Rect clip(uint64_t x, uint64_t y, uint64_t width, uint64_t height, uint32_t frame_width,
          uint32_t frame_height);

/// The bin of a sample: (value * bins) >> depth.
constexpr uint32_t bin_of(uint32_t value, uint32_t bins, uint32_t depth) {
  return static_cast<uint32_t>((uint64_t{value} * bins) >> depth);
}

} // namespace videohistogram
