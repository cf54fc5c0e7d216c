// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/pse/spans.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

namespace {

/// Frames older than this are forgotten, in ns: the longest window, the second before it, and
/// something for irregular times.
constexpr int64_t memory = int64_t{8} * 1000000000;

} // namespace

void Places::add(const FrameRecord& frame) {
  places_.push_back({frame.number, frame.time, frame.timecode});
  while (frame.time - places_.front().time > memory)
    places_.pop_front();
}

const Place& Places::at(int64_t time) const {
  for (const Place& place : places_)
    if (place.time >= time)
      return place;
  return places_.back();
}

void FlashSpan::add(const Place& first, const Place& last, bool changed, double area,
                    size_t changes, const char* what, VideoListener& listener) {
  // A later finding begins with a change that this one does not have.
  if (finding_ && first.number > finding_->last)
    finish(listener);
  if (!finding_) {
    finding_ = {kind_, first.number, last.number, first.time, last.time, ""};
    begin_ = first.timecode;
    end_ = last.timecode;
    area_ = 0;
    changes_ = 0;
  }
  if (changed) {
    finding_->last = last.number;
    finding_->end = last.time;
    end_ = last.timecode;
  }
  area_ = std::max(area_, area);
  changes_ = std::max(changes_, changes);
  what_ = what;
}

void FlashSpan::finish(VideoListener& listener) {
  if (!finding_)
    return;
  // Rounded up to a tenth of a percent, so that no area above a limit looks as if it were not.
  const auto tenths = static_cast<int64_t>(std::ceil(area_ * 1000 - 1e-9));
  finding_->detail =
      std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) +
      " % of the picture, " + std::to_string(changes_) + " changes of " + what_ + " in a second";
  if (!begin_.empty())
    finding_->detail += ", " + begin_ + " to " + end_;
  listener.finding(*finding_);
  finding_.reset();
}

bool LongFlashing::add(int64_t time, bool flashes, int64_t first, const Seconds& length,
                       const Seconds& window, const FrameRate& rate) {
  if (flashes && last_ != no_time)
    spans_.push_back({last_, time, first});
  last_ = time;
  while (!spans_.empty() && reaches(time - spans_.front().begin, window, rate))
    spans_.pop_front();
  int64_t total = 0;
  for (const Span& span : spans_)
    total += span.end - span.begin;
  return flashes && !spans_.empty() && reaches(total, length, rate);
}

} // namespace videohistogram::tools
