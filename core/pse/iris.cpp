// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/iris.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace videohistogram::pse {

namespace {

constexpr int64_t unit = int64_t{1} << 24;
constexpr int64_t most_transitions = 6, warning_transitions = 4;

bool same_direction(int64_t a, int64_t b) {
  return (a <= 0 && b <= 0) || (a >= 0 && b >= 0);
}

/// Adds to the numbers of the last `length` frames, and to their count.
void note(std::deque<bool>& frames, size_t length, bool value, int64_t& count) {
  frames.push_back(value);
  count += value ? 1 : 0;
  if (frames.size() <= length)
    return;
  count -= frames.front() ? 1 : 0;
  frames.pop_front();
}

int64_t whole_rate(const FrameRate& rate) {
  constexpr int64_t unknown = 25;
  if (rate.numerator <= 0 || rate.denominator <= 0)
    return unknown;
  return std::max<int64_t>(
      std::llround(static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator)), 1);
}

} // namespace

IrisFlash::IrisFlash(int64_t rate, int64_t threshold, int64_t dark)
    : threshold_(threshold), dark_(dark), second_(static_cast<size_t>(rate)),
      five_seconds_(static_cast<size_t>(5 * rate)) {}

/// Adds up changes of one direction, of a second at most. Returns whether a transition ends.
bool IrisFlash::accumulate(int64_t difference) {
  const int64_t before = accumulated_;
  if (!same_direction(before, difference)) {
    differences_.clear();
    accumulated_ = 0;
  }
  differences_.push_back(difference);
  accumulated_ += difference;
  if (differences_.size() > second_) {
    accumulated_ -= differences_.front();
    differences_.pop_front();
  }
  const bool was_complete = same_direction(before, accumulated_) && std::abs(before) >= threshold_;
  return !was_complete && std::abs(accumulated_) >= threshold_;
}

void IrisFlash::add(int64_t sum, int64_t changed, int64_t area) {
  const int64_t before = sum_;
  sum_ = sum;
  transition_ = false;
  difference_ = 0;
  if (any_) {
    difference_ = changed >= area ? sum - before : 0;
    transition_ = accumulate(difference_) && std::min(before, sum) < dark_;
  }
  any_ = true;
  note(transitions_of_, second_, transition_, transitions_);
  const bool warns = transitions_ >= warning_transitions && transitions_ <= most_transitions;
  note(warnings_, five_seconds_, warns, extended_);
}

IrisResult IrisFlash::result() const {
  if (transitions_ > most_transitions)
    return IrisResult::fail;
  if (transitions_ < warning_transitions)
    return IrisResult::pass;
  return extended_ >= 4 * static_cast<int64_t>(second_) ? IrisResult::extended
                                                        : IrisResult::warning;
}

// Luminance changes by a tenth of white, and counts below 0.8. Red changes by 20 of 320.
IrisFlashes::IrisFlashes(const FrameRate& rate, uint64_t pixels)
    : pixels_(static_cast<int64_t>(pixels)), rate_(whole_rate(rate)),
      light_(rate_, pixels_ * 1000 * unit, pixels_ * 8000 * unit),
      red_(rate_, pixels_ * (unit / 16), std::numeric_limits<int64_t>::max()) {}

FlashFigures IrisFlashes::add(const Place& frame, const IrisSums& sums, PassageListener& listener) {
  light_.add(sums.luminance, sums.luminance_changed, pixels_ / 4);
  red_.add(sums.red, sums.red_changed, pixels_ / 4);
  FlashFigures figures;
  figures.area = static_cast<double>(sums.luminance_changed) / static_cast<double>(pixels_);
  figures.count = static_cast<double>(light_.transitions());
  figures.red_count = static_cast<double>(red_.transitions());
  figures.is_long =
      light_.result() == IrisResult::extended || red_.result() == IrisResult::extended;
  if (frame.time == no_time)
    return figures;
  places_.add(frame);
  report(light_, figures.area, flashes_, "light", frame, listener);
  report(red_, static_cast<double>(sums.red_changed) / static_cast<double>(pixels_), red_flashes_,
         "saturated red", frame, listener);
  return figures;
}

void IrisFlashes::report(const IrisFlash& flash, double area, FlashSpan& span, const char* what,
                         const Place& frame, PassageListener& listener) {
  const IrisResult result = flash.result();
  if (result != IrisResult::fail && result != IrisResult::extended)
    return;
  const bool fails = result == IrisResult::fail;
  const int64_t length = (fails ? 1 : 5) * int64_t{1000000000};
  (fails ? span : long_)
      .add(places_.at(frame.time - length + 1), places_.last(), flash.changed(), area,
           static_cast<size_t>(flash.transitions()), what, listener);
}

void IrisFlashes::finish(PassageListener& listener) {
  for (FlashSpan* span : {&flashes_, &red_flashes_, &long_})
    span->finish(listener);
}

} // namespace videohistogram::pse
