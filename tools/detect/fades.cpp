// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/transitions.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

// Thresholds, fixed on set A of benchmarks/shots.
constexpr double largest_deviation = 3, largest_error = 0.15, least_contrast = 2.5,
                 least_fade_change = 8;
constexpr int64_t shortest_fade = 2;   // frames
constexpr double hold_deviation = 0.7; // of the frames of the colour itself, above the smallest

bool is_one_colour(const WindowFrame& frame) {
  return frame.deviation <= largest_deviation;
}

double distance_of(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// The root of the mean squared distance of frames from a mixture of a shot and one colour, as a
/// share of the contrast. The share of the shot grows over `length` frames, and is 1 in the margin
/// after them. `low` is of one colour, and `step` the direction of the shot, 1 or -1.
double fade_error(const FrameWindow& frames, int64_t low, int64_t step, int64_t length) {
  double deviation = 0;
  std::array<double, 3> mean{};
  for (int64_t i = 1; i <= gradual_margin; i++) {
    const WindowFrame& frame = frames[low + step * (length + i)];
    deviation += frame.deviation / gradual_margin;
    for (size_t c = 0; c < 3; c++)
      mean[c] += frame.features.mean[c] / gradual_margin;
  }
  const double low_deviation = frames[low].deviation;
  const std::array<double, 3>& low_mean = frames[low].features.mean;
  const double change = std::hypot(deviation - low_deviation, distance_of(mean, low_mean));
  if (deviation < least_contrast * std::max(low_deviation, 1.0) || change < least_fade_change)
    return 1;
  double error = 0;
  for (int64_t i = 1; i <= length + gradual_margin; i++) {
    const WindowFrame& frame = frames[low + step * i];
    const double share = std::min(static_cast<double>(i) / static_cast<double>(length + 1), 1.0);
    std::array<double, 3> mixed{};
    for (size_t c = 0; c < 3; c++)
      mixed[c] = low_mean[c] + (mean[c] - low_mean[c]) * share;
    const double rest =
        std::abs(frame.deviation - low_deviation - (deviation - low_deviation) * share) +
        distance_of(frame.features.mean, mixed);
    error += rest * rest;
  }
  return std::sqrt(error / static_cast<double>(length + gradual_margin)) /
         (deviation + distance_of(mean, low_mean));
}

/// The number of frames of the fade next to `low`; 0 if there is none.
int64_t fade_length(const FrameWindow& frames, int64_t low, int64_t step) {
  int64_t best = 0;
  double smallest = largest_error;
  for (int64_t length = 1; length <= longest_gradual; length++) {
    const int64_t end = low + step * (length + gradual_margin);
    if (!frames.has(end, end))
      break;
    const double error = fade_error(frames, low, step, length);
    if (error < smallest) {
      smallest = error;
      best = length;
    }
  }
  return best;
}

} // namespace

std::vector<GradualSpan> find_fades(const FrameWindow& frames, int64_t frame) {
  if (!is_one_colour(frames[frame]))
    return {};
  const bool goes_on = frames.has(frame, frame + 1) && is_one_colour(frames[frame + 1]);
  // Near the colour, a shot of little contrast is of one colour, too: the colour itself is where
  // the deviation is smallest.
  int64_t run = frame;
  double smallest = frames[frame].deviation;
  while (run > frames.begin() && is_one_colour(frames[run - 1])) {
    run--;
    smallest = std::min(smallest, frames[run].deviation);
  }
  int64_t first = run, last = frame;
  while (frames[first].deviation > smallest + hold_deviation)
    first++;
  if (goes_on && (run == frames.begin() || frame - first != longest_hold))
    return {};
  while (frames[last].deviation > smallest + hold_deviation)
    last--;
  const int64_t out = fade_length(frames, first, -1);
  const int64_t in = goes_on ? 0 : fade_length(frames, last, 1);
  std::vector<GradualSpan> spans;
  const double quality = goes_on ? 0.5 : 1; // the end of the run says more
  if (out + in >= shortest_fade && last - first < longest_hold && (out > 0) == (in > 0)) {
    spans.push_back({first - out, last + in, quality});
    return spans;
  }
  if (out >= shortest_fade)
    spans.push_back({first - out, first - 1, quality});
  if (in >= shortest_fade)
    spans.push_back({last + 1, last + in, quality});
  return spans;
}

} // namespace videohistogram::tools
