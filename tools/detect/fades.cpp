// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/gradual.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

// Thresholds, fixed on set A of benchmarks/shots.
constexpr double largest_deviation = 3, largest_error = 0.15, least_contrast = 2.5;
constexpr int64_t shortest = 2, longest_hold = 50; // frames

bool is_one_colour(const WindowFrame& frame) {
  return frame.deviation <= largest_deviation;
}

/// The root of the mean squared distance of frames from a mixture of a shot and one colour, as a
/// share of the contrast. The share of the shot grows over `length` frames, and is 1 in the margin
/// behind them. `low` is of one colour, and `step` the direction of the shot, 1 or -1.
double fade_error(const FrameWindow& frames, int64_t low, int64_t step, int64_t length) {
  double deviation = 0, mean = 0;
  for (int64_t i = 1; i <= gradual_margin; i++) {
    const WindowFrame& frame = frames[low + step * (length + i)];
    deviation += frame.deviation / gradual_margin;
    mean += frame.features.mean[0] / gradual_margin;
  }
  const double low_deviation = frames[low].deviation, low_mean = frames[low].features.mean[0];
  if (deviation < least_contrast * std::max(low_deviation, 1.0))
    return 1;
  double error = 0;
  for (int64_t i = 1; i <= length + gradual_margin; i++) {
    const WindowFrame& frame = frames[low + step * i];
    const double share = std::min(static_cast<double>(i) / static_cast<double>(length + 1), 1.0);
    const double rest =
        std::abs(frame.deviation - low_deviation - (deviation - low_deviation) * share) +
        std::abs(frame.features.mean[0] - low_mean - (mean - low_mean) * share);
    error += rest * rest;
  }
  return std::sqrt(error / static_cast<double>(length + gradual_margin)) /
         (deviation + std::abs(mean - low_mean));
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
  if (!is_one_colour(frames[frame]) || !frames.has(frame, frame + 1) ||
      is_one_colour(frames[frame + 1]))
    return {};
  int64_t first = frame;
  while (first > frames.begin() && is_one_colour(frames[first - 1]))
    first--;
  const int64_t out = fade_length(frames, first, -1), in = fade_length(frames, frame, 1);
  std::vector<GradualSpan> spans;
  if (out + in >= shortest && frame - first < longest_hold && (out > 0) == (in > 0)) {
    spans.push_back({first - out, frame + in, 1});
    return spans;
  }
  if (out >= shortest)
    spans.push_back({first - out, first - 1, 1});
  if (in >= shortest)
    spans.push_back({frame + 1, frame + in, 1});
  return spans;
}

} // namespace videohistogram::tools
