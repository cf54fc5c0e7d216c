// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/request.h"

#include <algorithm>

namespace videohistogram {

GridRequest grid_request(const FormatInfo& format, uint32_t grid, const Request& request) {
  const QuantitySet stored = format.grids[grid].channels();
  GridRequest result;
  for (uint32_t c = 0; c < request.channels.size; c++) {
    const Quantity channel = request.channels[c];
    const bool luma = channel == Quantity::luma && grid == 0;
    if (!luma && !(stored & quantity_bit(channel)))
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

namespace {

Status check_direction(const FrameView& frame, const DirectionRequest& wanted, uint32_t bins) {
  using std::to_string;
  const FormatInfo& format = *frame.format;
  if (!(format.countable_channels() & quantity_bit(wanted.channel)))
    return {ErrorKind::invalid_argument, std::string(format.name) + " has no channel " +
                                             quantity_name(wanted.channel) +
                                             " to be counted along a direction"};
  const Grid& grid = format.grids[grid_of(format, wanted.channel)];
  const uint32_t width = grid.width_of(frame.width), height = grid.height_of(frame.height);
  if (!fits(wanted.direction, width, height))
    return {ErrorKind::invalid_argument, std::string("the direction is not one of a picture of ") +
                                             to_string(width) + "x" + to_string(height) +
                                             ", which " + quantity_name(wanted.channel) + " is"};
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
  for (Quantity channel : request.channels)
    if (!(format.countable_channels() & quantity_bit(channel)))
      return {ErrorKind::invalid_argument,
              std::string(format.name) + " has no channel " + quantity_name(channel)};
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

} // namespace videohistogram
