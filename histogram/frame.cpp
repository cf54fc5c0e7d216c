// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/frame.h"

#include <limits>

namespace videohistogram {

namespace {

Status refuse(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

} // namespace

Status check_frame(const FrameView& frame) {
  using std::to_string;
  if (!frame.format)
    return refuse("the frame has no format");
  if (frame.width < 1 || frame.height < 1)
    return refuse("a frame of " + to_string(frame.width) + "x" + to_string(frame.height) +
                  " has no pixels");
  if (uint64_t{frame.width} * frame.height > std::numeric_limits<uint32_t>::max())
    return refuse("a frame of " + to_string(frame.width) + "x" + to_string(frame.height) +
                  " has more pixels than a 32-bit count can hold");

  // width < 2^32 and pixel_bytes < 2^8, so a row fits 64 bits; so does stride * height: the stride
  // is bounded first by the mapped size, which no machine has more than 2^63 of.
  const uint64_t row_bytes = frame.row_bytes();
  const uint64_t size = frame.size;
  const uint64_t stride = frame.stride < 0 ? uint64_t{0} - static_cast<uint64_t>(frame.stride)
                                           : static_cast<uint64_t>(frame.stride);
  if (frame.height > 1 && stride < row_bytes)
    return refuse("a stride of " + to_string(frame.stride) + " bytes is shorter than a row of " +
                  to_string(row_bytes));
  if (frame.offset > size || size - frame.offset < row_bytes)
    return refuse("the first row ends at byte " + to_string(frame.offset) + " + " +
                  to_string(row_bytes) + " of " + to_string(size));

  const uint64_t steps = frame.height - 1;
  const uint64_t room = frame.stride < 0 ? frame.offset : size - frame.offset - row_bytes;
  if (steps > 0 && stride > room / steps)
    return refuse("the last of " + to_string(frame.height) + " rows, " + to_string(frame.stride) +
                  " bytes apart from byte " + to_string(frame.offset) + " on, lies outside the " +
                  to_string(size) + " bytes of the frame");
  return {};
}

} // namespace videohistogram
