// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/request.h"

#include <algorithm>

namespace videohistogram {

GridRequest grid_request(const FormatInfo& format, uint32_t grid, const Request& request) {
  const ChannelSet stored = format.grids[grid].channels();
  GridRequest result;
  for (uint32_t c = 0; c < request.channels.size; c++) {
    const Channel channel = request.channels[c];
    const bool luma = channel == Channel::luma && grid == 0;
    if (!luma && !(stored & channel_bit(channel)))
      continue;
    if (result.channels() == 0)
      result.first = c;
    if (luma)
      result.luma = true; // the last one in every list
    else
      result.stored.channels[result.stored.size++] = channel;
  }
  return result;
}

uint32_t grid_of(const FormatInfo& format, Channel channel) {
  for (uint32_t g = 1; g < format.n_grids; g++)
    if (format.grids[g].channels() & channel_bit(channel))
      return g;
  return 0;
}

namespace {

Status check_direction(const FrameView& frame, const DirectionRequest& wanted, uint32_t bins) {
  using std::to_string;
  const FormatInfo& format = *frame.format;
  if (!(format.countable_channels() & channel_bit(wanted.channel)))
    return {ErrorKind::invalid_argument, std::string(format.name) + " has no channel " +
                                             channel_name(wanted.channel) +
                                             " to be counted along a direction"};
  const Grid& grid = format.grids[grid_of(format, wanted.channel)];
  const uint32_t width = grid.width_of(frame.width), height = grid.height_of(frame.height);
  if (!fits(wanted.direction, width, height))
    return {ErrorKind::invalid_argument, std::string("the direction is not one of a picture of ") +
                                             to_string(width) + "x" + to_string(height) +
                                             ", which " + channel_name(wanted.channel) + " is"};
  if (wanted.direction.positions > max_direction_counters / bins)
    return {ErrorKind::invalid_argument, to_string(wanted.direction.positions) + " positions of " +
                                             to_string(bins) + " bins are more than " +
                                             to_string(max_direction_counters) + " counters"};
  return {};
}

} // namespace

Status check_request(const FrameView& frame, const Request& request) {
  using std::to_string;
  const FormatInfo& format = *frame.format;
  if (request.bins < 1 || request.bins > (1u << format.depth))
    return {ErrorKind::invalid_argument, to_string(request.bins) + " bins were asked for; " +
                                             format.name + " has " + to_string(format.depth) +
                                             "-bit samples, so 1 to " +
                                             to_string(1u << format.depth) + " are possible"};
  if (request.channels.size == 0)
    return {ErrorKind::invalid_argument,
            std::string("no channel of ") + format.name + " was asked for"};
  for (Channel channel : request.channels)
    if (!(format.countable_channels() & channel_bit(channel)))
      return {ErrorKind::invalid_argument,
              std::string(format.name) + " has no channel " + channel_name(channel)};
  if (request.regions.size() > max_regions)
    return {ErrorKind::invalid_argument, to_string(request.regions.size()) +
                                             " regions were asked for; at most " +
                                             to_string(max_regions) + " are counted"};
  for (const Rect& r : request.regions)
    if (uint64_t{r.x} + r.width > frame.width || uint64_t{r.y} + r.height > frame.height)
      return {ErrorKind::invalid_argument, "a region lies outside the frame"};
  if (request.direction)
    return check_direction(frame, *request.direction, request.bins);
  return {};
}

Rect clip(uint64_t x, uint64_t y, uint64_t width, uint64_t height, uint32_t frame_width,
          uint32_t frame_height) {
  // The sides are cut before they are added to the origin, so that nothing wraps.
  if (x >= frame_width || y >= frame_height)
    return {};
  Rect r;
  r.x = static_cast<uint32_t>(x);
  r.y = static_cast<uint32_t>(y);
  r.width = static_cast<uint32_t>(std::min<uint64_t>(width, frame_width - x));
  r.height = static_cast<uint32_t>(std::min<uint64_t>(height, frame_height - y));
  if (r.width == 0 || r.height == 0)
    return {};
  return r;
}

} // namespace videohistogram
