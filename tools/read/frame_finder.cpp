// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/frame_finder.h"

#include "tools/read/declared_video.h"

#include <utility>

namespace videohistogram::tools {

FrameFinder::FrameFinder(const std::string& path, std::function<bool()> is_stopped)
    : reader_(path, 1, 0, std::move(is_stopped)), buffers_({}, FrameBuffers::Rgb::kept),
      next_(reader_.next()) {}

FrameFinder::Found FrameFinder::find(int64_t time) {
  const bool is_first = std::exchange(is_at_begin_, false);
  if ((time > 0 || !is_first) && reader_.seek(time))
    next_ = reader_.next();
  else if (!is_first && next_.time && *next_.time > time)
    return {};
  TimedFrame found;
  while (next_.frame && (!found.frame || (next_.time && *next_.time <= time))) {
    found = std::exchange(next_, TimedFrame());
    if (found.time && *found.time > time)
      break;
    next_ = reader_.next();
  }
  const bool is_over =
      !next_.frame && found.time && found.duration > 0 && *found.time + found.duration <= time;
  return found.frame && !is_over ? make(std::move(found)) : Found();
}

FrameFinder::Found FrameFinder::make(TimedFrame frame) {
  const CapsPtr caps = buffers_.caps_of(*frame.frame, reader_);
  const Orientation orientation = orientation_of(reader_, *frame.frame);
  const BufferPtr buffer = buffers_.make(*frame.frame);
  return {SamplePtr(gst_sample_new(buffer.get(), caps.get(), nullptr, nullptr)), frame.time,
          orientation};
}

} // namespace videohistogram::tools
