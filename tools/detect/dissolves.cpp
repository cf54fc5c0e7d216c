// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/gradual.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

// Thresholds, fixed on set A of benchmarks/shots.
constexpr int64_t shortest = 4;
constexpr double least_quality = 0.85, least_sag = 0.55, least_distance = 0.25, most_motion = 5;
/// The sag of a dissolve is var(A - B), which is var A + var B unless the two correlate. Where it
/// is deeper, frames must change more than around the transition: in a pan over one image, parts of
/// little variance between others sag deeply, too, and change less.
constexpr double deep_sag = 1.35, least_change = 0.85;

/// The levels before and behind a transition, from the frames of the margins.
struct Levels {
  double variance = 0, mean = 0;
};

Levels level_of(const FrameWindow& frames, int64_t first, int64_t last) {
  Levels level;
  for (int64_t frame = first; frame <= last; frame++) {
    level.variance += frames[frame].variance;
    level.mean += frames[frame].features.mean[0];
  }
  const auto n = static_cast<double>(last - first + 1);
  return {level.variance / n, level.mean / n};
}

/// How well a dissolve of these frames explains the variances in and around it.
struct Fit {
  double quality = 0, sag = 0; ///< `sag` is var(A - B)
};

Fit fit_dissolve(const FrameWindow& frames, int64_t first, int64_t last) {
  const Levels before = level_of(frames, first - gradual_margin, first - 1);
  const Levels after = level_of(frames, last + 1, last + gradual_margin);
  const auto steps = static_cast<double>(last - first + 2);
  double product = 0, square = 0, unexplained = 0;
  for (int64_t frame = first; frame <= last; frame++) {
    const double a = static_cast<double>(frame - first + 1) / steps;
    const double rest = (1 - a) * before.variance + a * after.variance - frames[frame].variance;
    const double shape = a * (1 - a);
    product += rest * shape;
    square += shape * shape;
    unexplained += rest * rest;
  }
  for (int64_t i = 1; i <= gradual_margin; i++) {
    const double left = frames[first - i].variance - before.variance;
    const double right = frames[last + i].variance - after.variance;
    unexplained += left * left + right * right;
  }
  if (product <= 0 || unexplained <= 0)
    return {};
  return {product * product / square / unexplained, product / square};
}

} // namespace

std::optional<GradualSpan> find_dissolve(const FrameWindow& frames) {
  const int64_t last = frames.end() - 1 - gradual_margin;
  std::optional<GradualSpan> best;
  double sag = 0;
  for (int64_t first = last - shortest + 1;
       first > last - longest_gradual && first - gradual_margin >= frames.begin(); first--) {
    const Fit fit = fit_dissolve(frames, first, last);
    if (!best || fit.quality > best->quality) {
      best = GradualSpan{first, last, fit.quality};
      sag = fit.sag;
    }
  }
  if (!best || best->quality < least_quality)
    return std::nullopt;
  const Levels before = level_of(frames, best->first - gradual_margin, best->first - 1);
  const Levels after = level_of(frames, last + 1, last + gradual_margin);
  const double expected_sag = before.variance + after.variance;
  if (sag < least_sag * expected_sag)
    return std::nullopt;
  if (frames.distance_of(best->first - 1, last + 1) < least_distance)
    return std::nullopt;
  // The change of each frame is that of the mixture; motion adds to it.
  double difference = 0;
  for (int64_t frame = best->first; frame <= last + 1; frame++)
    difference += frames[frame].features.difference[0];
  const double change = after.mean - before.mean;
  double around = 0;
  for (int64_t i = 1; i < gradual_margin; i++)
    around += frames[best->first - i].features.difference[0] +
              frames[last + 1 + i].features.difference[0];
  const auto changes = static_cast<double>(last - best->first + 2);
  const auto changes_around = static_cast<double>(2 * (gradual_margin - 1));
  if (sag > deep_sag * expected_sag &&
      difference / changes < least_change * around / changes_around)
    return std::nullopt;
  if (difference > most_motion * std::sqrt(sag + change * change))
    return std::nullopt;
  return best;
}

} // namespace videohistogram::tools
