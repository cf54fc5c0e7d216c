// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/missing_frames.h"

#include "tools/text/format.h"

#include <cmath>
#include <string>

namespace videohistogram::tools {

namespace {

/// Frames within which times that do not increase take a gap back: some parsers give a frame the
/// time of a later one.
constexpr uint64_t settled = 16;

} // namespace

/// The times of a device jitter by less than half of a frame.
void LostFrames::add(const FrameRecord& frame, double duration, VideoListener& listener) {
  if (duration <= 0 || frame.time == no_time)
    lost_.reset();
  if (lost_ && last_time_ != no_time) {
    const int64_t steps = std::llround(static_cast<double>(frame.time - last_time_) / duration);
    if (steps > every_) {
      const auto missing = static_cast<uint64_t>(steps - every_);
      *lost_ += missing;
      listener.finding({"lost", frame.number, frame.number, last_time_, frame.time,
                        format_number_of(missing, "frame") + " before this one"});
    }
  }
  last_time_ = frame.time;
}

/// A frame that repeats a field lasts for half a frame longer, and is no gap.
void TimeGaps::add(const FrameRecord& frame, int64_t duration) {
  frames_++;
  const bool timed = duration > 0 && frame.time != no_time && last_time_ != no_time;
  const int64_t step = timed ? frame.time - last_time_ : 0;
  if (timed && step <= 0) {
    while (!gaps_.empty() && gaps_.back().first + settled > frame.number)
      gaps_.pop_back();
  } else if (step > duration + duration * 3 / 4 && gaps_.size() == most_kept) {
    unkept_++;
  } else if (step > duration + duration * 3 / 4) {
    const auto missing = static_cast<uint64_t>((step - duration / 2) / duration);
    gaps_.push_back({"gap", frame.number, frame.number, last_time_, frame.time,
                     format_number_of(missing, "frame") + " missing before this one"});
  }
  last_time_ = frame.time;
}

void TimeGaps::finish(VideoListener& listener) const {
  if ((gaps_.size() + unkept_) * 100 > frames_)
    return;
  for (const Finding& gap : gaps_)
    listener.finding(gap);
}

} // namespace videohistogram::tools
