// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/cells.h"

#include <algorithm>

namespace videohistogram::pse {

namespace {

constexpr Seconds second{1, 1};

/// u'v' of white (D65) and of the red primary of BT.709.
constexpr Chromaticity white{0.1978f, 0.4683f, false}, red_primary{0.4507f, 0.5229f, true};
constexpr double saturated = 0.8, darkest = 1; ///< cd/m2
constexpr float red_distance = 0.2f, near_distance = 0.05f;

float squared_distance(const Chromaticity& a, const Chromaticity& b) {
  return (a.u - b.u) * (a.u - b.u) + (a.v - b.v) * (a.v - b.v);
}

bool is_apart(const Chromaticity& a, const Chromaticity& b) {
  return squared_distance(a, b) > red_distance * red_distance;
}

} // namespace

int64_t GridSums::pixels(size_t cell) const {
  const size_t i = cell % columns, j = cell / columns;
  const size_t across = (i + 1) * width / columns - i * width / columns;
  const size_t down = (j + 1) * height / rows - j * height / rows;
  return static_cast<int64_t>(across * down);
}

void Changes::add(int64_t time, bool up, const Seconds& exempt, const FrameRate& rate) {
  int64_t& last = last_[up ? 1 : 0];
  if (last != INT64_MIN && !reaches(time - last, exempt, rate))
    close_ = time;
  last = time;
  times_.push_back(time);
}

void Changes::forget(int64_t time, const FrameRate& rate) {
  const auto is_recent = [&](int64_t change) { return !reaches(time - change, second, rate); };
  if (!times_.empty() && !is_recent(times_.front()))
    times_.erase(times_.begin(), std::find_if(times_.begin(), times_.end(), is_recent));
}

bool Changes::was_close(int64_t time, const Seconds& window, const FrameRate& rate) const {
  return close_ != INT64_MIN && !reaches(time - close_, window, rate);
}

bool LightStep::is_change(double dark, double bright) const {
  if (dark < largest_dark)
    return bright - dark >= change;
  return contrast < 1 && bright - dark > contrast * (bright + dark);
}

void LightCell::raise(double light) {
  low_ += light;
  high_ += light;
}

int LightCell::add(double light, const LightStep& step) {
  low_ = any_ ? std::min(low_, light) : light;
  high_ = any_ ? std::max(high_, light) : light;
  any_ = true;
  const bool up = direction_ <= 0 && step.is_change(low_, light);
  const bool down = direction_ >= 0 && step.is_change(light, high_);
  if (!up && !down)
    return 0;
  direction_ = up ? 1 : -1;
  low_ = high_ = light;
  return direction_;
}

Chromaticity chromaticity_of(double r, double g, double b, Primaries primaries) {
  const double sum = r + g + b;
  if (sum < 3 * darkest)
    return white;
  double x = 0, y = 0, z = 0;
  if (primaries == Primaries::bt2020) {
    x = 0.6370 * r + 0.1446 * g + 0.1689 * b;
    y = 0.2627 * r + 0.6780 * g + 0.0593 * b;
    z = 0.0281 * g + 1.0610 * b;
  } else {
    x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    z = 0.0193 * r + 0.1192 * g + 0.9505 * b;
  }
  const double all = x + 15 * y + 3 * z;
  return {static_cast<float>(4 * x / all), static_cast<float>(9 * y / all), r >= saturated * sum};
}

bool is_near(const Chromaticity& a, const Chromaticity& b) {
  return squared_distance(a, b) <= near_distance * near_distance;
}

int RedCell::add(const Chromaticity& colour) {
  const auto distance = [](const Chromaticity& c) { return squared_distance(c, red_primary); };
  if (!any_)
    far_ = near_ = colour;
  any_ = true;
  if (distance(colour) > distance(far_))
    far_ = colour;
  if (colour.is_red && (!near_.is_red || distance(colour) < distance(near_)))
    near_ = colour;
  const bool to = direction_ <= 0 && colour.is_red && is_apart(colour, far_);
  const bool from = direction_ >= 0 && near_.is_red && is_apart(colour, near_);
  if (!to && !from)
    return 0;
  direction_ = to ? 1 : -1;
  far_ = near_ = colour;
  return direction_;
}

} // namespace videohistogram::pse
