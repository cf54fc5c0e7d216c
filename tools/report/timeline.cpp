// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/timeline.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

Timeline::Timeline(uint64_t frames, size_t max_points, std::vector<size_t> columns)
    : frames_(frames),
      // A span of one frame has one point, any other two.
      n_spans_(frames <= max_points ? static_cast<size_t>(frames) : max_points / 2),
      columns_(std::move(columns)),
      spans_(columns_.size(), std::vector<Span>(n_spans_, Span{{0, NAN}, {0, NAN}})) {}

void Timeline::add(const FrameRecord& frame) {
  if (frame.number >= frames_)
    return;
  // No product of frames and spans exceeds 64 bits: there are at most some thousand spans.
  const auto span = static_cast<size_t>(frame.number * n_spans_ / frames_);
  if (frame.time != no_time &&
      (starts_.empty() || starts_.back().frame * n_spans_ / frames_ < span))
    starts_.push_back({frame.number, frame.time});
  for (size_t i = 0; i < columns_.size(); i++) {
    const double value = frame.figures[columns_[i]];
    if (std::isnan(value))
      continue;
    const Point point{static_cast<double>(frame.number), value};
    auto& [least, greatest] = spans_[i][span];
    if (!(value >= least.value))
      least = point;
    if (!(value <= greatest.value))
      greatest = point;
  }
}

const std::vector<Timeline::Span>& Timeline::spans(size_t column) const {
  const auto place = std::find(columns_.begin(), columns_.end(), column);
  return spans_[static_cast<size_t>(place - columns_.begin())];
}

std::vector<Curve> Timeline::curves(size_t column) const {
  std::vector<Curve> curves;
  bool gap = true;
  for (const Span& span : spans(column)) {
    if (std::isnan(span.least.value)) {
      gap = true;
      continue;
    }
    if (gap)
      curves.emplace_back();
    gap = false;
    const auto& [first, second] =
        std::minmax(span.least, span.greatest, [](auto& a, auto& b) { return a.frame < b.frame; });
    curves.back().push_back(first);
    if (second.frame != first.frame)
      curves.back().push_back(second);
  }
  return curves;
}

std::vector<std::pair<double, double>> Timeline::extremes(size_t column) const {
  std::vector<std::pair<double, double>> extremes;
  for (const auto& [least, greatest] : spans(column))
    extremes.emplace_back(least.value, greatest.value);
  return extremes;
}

std::vector<int64_t> Timeline::times() const {
  std::vector<int64_t> times(n_spans_, no_time);
  for (const Start& start : starts_)
    times[static_cast<size_t>(start.frame * n_spans_ / frames_)] = start.time;
  return times;
}

double Timeline::minimum(size_t column) const {
  double result = NAN;
  for (const Span& span : spans(column))
    result = std::fmin(result, span.least.value);
  return result;
}

double Timeline::maximum(size_t column) const {
  double result = NAN;
  for (const Span& span : spans(column))
    result = std::fmax(result, span.greatest.value);
  return result;
}

double Timeline::frame_at(int64_t time) const {
  const auto after = std::find_if(starts_.begin(), starts_.end(),
                                  [time](const Start& start) { return start.time >= time; });
  if (after == starts_.end())
    return static_cast<double>(frames_);
  const auto frame = static_cast<double>(after->frame);
  if (after == starts_.begin() || after->time == time)
    return frame;
  const Start& before = after[-1]; // its time is before `time`
  const double share =
      static_cast<double>(time - before.time) / static_cast<double>(after->time - before.time);
  return static_cast<double>(before.frame) + share * (frame - static_cast<double>(before.frame));
}

int64_t Timeline::first_time() const {
  return starts_.empty() ? no_time : starts_.front().time;
}

int64_t Timeline::last_time() const {
  return starts_.empty() ? no_time : starts_.back().time;
}

} // namespace videohistogram::tools
