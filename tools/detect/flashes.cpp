// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/flashes.h"

#include <cmath>

namespace videohistogram::tools {

namespace {

constexpr double smallest_change = 20, largest_dark = 160; // nits
constexpr int64_t period = 1000000000;                     // ns
constexpr int64_t rounding = 2000000; // ns; containers round times to milliseconds
constexpr size_t allowed_changes = 6;

bool is_change(double dark, double bright) {
  return bright - dark >= smallest_change && dark < largest_dark;
}

} // namespace

bool FlashFinder::changes(const Place& place) {
  if (!(place.luminance >= low_.luminance))
    low_ = place;
  if (!(place.luminance <= high_.luminance))
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
  while (!recent_.empty() && frame.time - recent_.front().time >= period - rounding)
    recent_.pop_front();
  // A later finding begins with a transition that this one does not have.
  if (finding_ && (recent_.empty() || recent_.front().number > finding_->last))
    finish(listener);
  if (recent_.size() <= allowed_changes)
    return;
  if (!finding_)
    finding_ = {"flashes", recent_.front().number,  0, recent_.front().time,
                no_time,   "more than 3 per second"};
  if (changed) {
    finding_->last = place.number;
    finding_->end = place.time;
  }
}

void FlashFinder::finish(VideoListener& listener) {
  if (finding_)
    listener.finding(*finding_);
  finding_.reset();
}

} // namespace videohistogram::tools
