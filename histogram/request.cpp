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
