// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/time_gaps.h"

#include "tools/text/format.h"

#include <algorithm>

namespace videohistogram::tools {

void TimeGaps::add(const FrameRecord& frame, int64_t duration) {
  frames_++;
  if (duration > 0 && frame.time != no_time && last_time_ != no_time) {
    const int64_t step = (frame.time - last_time_ + duration / 2) / duration;
    if (step > every_ && number_++ < most_kept)
      gaps_.push_back({"gap", frame.number, frame.number, last_time_, frame.time,
                       format_number_of(static_cast<uint64_t>(step - every_), "frame") +
                           " missing before this one"});
  }
  last_time_ = frame.time;
}

void TimeGaps::finish(VideoListener& listener) const {
  if (number_ > std::max<uint64_t>(frames_ / 100, 1))
    return;
  for (const Finding& gap : gaps_)
    listener.finding(gap);
}

} // namespace videohistogram::tools
