// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/detectors.h"

#include "tools/text/format.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

Detectors::Detectors(const DetectionSettings& settings, VideoListener& listener)
    : settings_(settings), listener_(listener), corrupted_("corrupted"), no_time_("no-time"),
      backwards_("time-backwards"), black_("black", settings.black_duration),
      frozen_("frozen", settings.frozen_duration, FindingSpan::Start::previous),
      faults_(settings, listener) {}

void Detectors::add(const FrameRecord& frame, const Features& features) {
  // A figure that does not exist, NaN, is neither above nor below a threshold.
  const auto& figures = frame.figures;
  corrupted_.add(frame, frame.corrupted, "damaged, as the decoder says", listener_);
  no_time_.add(frame, frame.time == no_time, "", listener_);
  const bool backwards = frame.time != no_time && last_time_ != no_time && frame.time <= last_time_;
  backwards_.add(frame, backwards, "not later than the frame before", listener_);
  if (frame.time != no_time)
    last_time_ = frame.time;
  black_.add(frame, figures[figure::BLACK] >= settings_.black_picture, "", listener_);
  frozen_.add(frame, figures[figure::DIF] <= settings_.frozen_noise, "", listener_);
  report(r103_.add({frame.number, frame.time, frame.timecode}, features.range), frame.time);
  end_ = frame.time;
  faults_.add(frame, features);
  shots_.add(features, frame.time, listener_);
  sums_.add(frame);
  note_active_picture(frame);
}

void Detectors::report(const std::optional<RangeError<Place>>& error, int64_t end) {
  if (!error)
    return;
  const auto& [first, last, peak, greatest, frames] = *error;
  Finding finding{"r103", first.number, last.number, first.time, end, ""};
  finding.detail = format_share(greatest.share()) + " of the pixels in frame " +
                   std::to_string(peak.number) +
                   (peak.timecode.empty() ? "" : ", " + peak.timecode) + ", most " +
                   greatest.worst_limit() + " in " + greatest.worst_channel();
  listener_.finding(finding);
}

void Detectors::note_active_picture(const FrameRecord& frame) {
  constexpr size_t x = figure::ACTIVEX, y = figure::ACTIVEY, width = figure::ACTIVEW,
                   height = figure::ACTIVEH;
  if (std::isnan(frame.figures[x]))
    return;
  const auto number = [&](size_t column) { return static_cast<uint32_t>(frame.figures[column]); };
  const uint32_t right = std::max(active_.x + active_.width, number(x) + number(width));
  const uint32_t bottom = std::max(active_.y + active_.height, number(y) + number(height));
  const bool first = active_.empty();
  active_.x = first ? number(x) : std::min(active_.x, number(x));
  active_.y = first ? number(y) : std::min(active_.y, number(y));
  active_.width = right - active_.x;
  active_.height = bottom - active_.y;
}

void Detectors::finish(VideoRecord& video) {
  for (FindingSpan* span : {&corrupted_, &no_time_, &backwards_, &black_, &frozen_})
    span->finish(listener_);
  report(r103_.finish(), end_);
  faults_.finish();
  shots_.finish(listener_);
  sums_.finish(video);
  video.active = active_;
  const FigureSum& outside = video.sums[figure::R103OUT];
  if (outside.frames > 0)
    video.r103 = outside.maximum > r103_tolerance ? Verdict::fail : Verdict::pass;
}

} // namespace videohistogram::tools
