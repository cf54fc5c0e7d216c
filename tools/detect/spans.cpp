// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/spans.h"

#include <cmath>

namespace videohistogram::tools {

FindingSpan::FindingSpan(const char* kind, double duration, Start start)
    : start_(start), duration_(static_cast<int64_t>(std::llround(duration * 1e9))) {
  finding_.kind = kind;
}

void FindingSpan::add(const FrameRecord& frame, bool inside, const std::string& detail,
                      VideoListener& listener) {
  const Place place{frame.number, frame.time};
  if (inside && !open_) {
    const Place& first = start_ == Start::previous && any_ ? previous_ : place;
    finding_.first = first.number;
    finding_.start = first.time;
    finding_.detail = detail;
  } else if (!inside && open_) {
    report(frame.time, listener);
  }
  open_ = inside;
  previous_ = place;
  any_ = true;
}

void FindingSpan::finish(VideoListener& listener) {
  if (open_)
    report(previous_.time, listener);
  open_ = false;
}

/// The frame before the present one is the last of the span.
void FindingSpan::report(int64_t end, VideoListener& listener) {
  const bool timed = finding_.start != no_time && end != no_time;
  if (duration_ > 0 && (!timed || end - finding_.start + time_rounding < duration_))
    return;
  finding_.last = previous_.number;
  finding_.end = end;
  listener.finding(finding_);
}

} // namespace videohistogram::tools
