// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/lost_frames.h"

#include <cmath>
#include <string>

namespace videohistogram::tools {

/// The times of a device jitter by less than half of a frame.
void LostFrames::add(const FrameRecord& frame, double duration, VideoListener& listener) {
  if (duration <= 0 || frame.time == no_time)
    known_ = false;
  if (known_ && last_time_ != no_time) {
    const int64_t steps = std::llround(static_cast<double>(frame.time - last_time_) / duration);
    if (steps > every_) {
      const auto missing = static_cast<uint64_t>(steps - every_);
      lost_ += missing;
      listener.finding(
          {"lost", frame.number, frame.number, last_time_, frame.time,
           std::to_string(missing) + (missing == 1 ? " frame" : " frames") + " before this one"});
    }
  }
  last_time_ = frame.time;
}

} // namespace videohistogram::tools
