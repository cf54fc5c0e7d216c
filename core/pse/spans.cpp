// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/spans.h"

#include <algorithm>

namespace videohistogram::pse {

namespace {

/// Frames older than this are forgotten, in ns: the longest window, the second before it, and
/// something for irregular times.
constexpr int64_t memory = int64_t{8} * 1000000000;

} // namespace

void Places::add(const Place& frame) {
  places_.push_back(frame);
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
                    size_t changes, const char* what, PassageListener& listener) {
  // A later passage begins with a change that this one does not have.
  if (passage_ && first.number > passage_->last.number)
    finish(listener);
  const bool begins = !passage_;
  if (begins)
    passage_ = {kind_, first, last, 0, 0, what};
  if (changed)
    passage_->last = last;
  passage_->area = std::max(passage_->area, area);
  passage_->changes = std::max(passage_->changes, changes);
  passage_->what = what;
  if (begins)
    listener.begins(*passage_);
}

void FlashSpan::finish(PassageListener& listener) {
  if (passage_)
    listener.passage(*passage_);
  passage_.reset();
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

} // namespace videohistogram::pse
