// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/flashes.h"

#include <cmath>

namespace videohistogram::tools {

namespace {

constexpr double smallest_change = 20, largest_dark = 160; // nits
constexpr int64_t period = 1000000000;                     // ns
constexpr size_t allowed_changes = 6;

bool is_change(double dark, double bright) {
  return bright - dark >= smallest_change && dark < largest_dark;
}

} // namespace

bool FlashFinder::changes(const Place& place) {
  if (!any_) {
    any_ = true;
    low_ = high_ = place;
    return false;
  }
  if (place.luminance < low_.luminance)
    low_ = place;
  if (place.luminance > high_.luminance)
    high_ = place;
  const bool up = direction_ <= 0 && is_change(low_.luminance, place.luminance);
  const bool down = direction_ >= 0 && is_change(place.luminance, high_.luminance);
  if (!up && !down)
    return false;
  direction_ = up ? 1 : -1;
  recent_.push_back(place);
  low_ = high_ = place;
  return true;
}

void FlashFinder::add(const FrameRecord& frame, double luminance, VideoListener& listener) {
  if (std::isnan(luminance) || frame.time == no_time)
    return;
  const Place place{frame.number, frame.time, luminance};
  const bool changed = changes(place);
  while (!recent_.empty() && frame.time - recent_.front().time > period)
    recent_.pop_front();
  if (recent_.size() > allowed_changes) {
    if (!open_) {
      finding_ = {"flashes", recent_.front().number,  0, recent_.front().time,
                  no_time,   "more than 3 per second"};
      open_ = true;
    }
    if (changed) {
      finding_.last = place.number;
      finding_.end = place.time;
    }
  } else if (open_) {
    report(listener);
  }
}

void FlashFinder::report(VideoListener& listener) {
  listener.finding(finding_);
  open_ = false;
}

void FlashFinder::finish(VideoListener& listener) {
  if (open_)
    report(listener);
}

} // namespace videohistogram::tools
