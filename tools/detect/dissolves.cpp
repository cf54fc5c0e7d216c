// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/transitions.h"

#include <algorithm>
#include <array>

namespace videohistogram::tools {

namespace {

constexpr int64_t shortest_dissolve = 4;
constexpr size_t channels = 3;

// Thresholds, fixed on set A of benchmarks/shots.
constexpr double least_quality = 0.4, least_sag = 0.25, most_sag = 1.6, least_distance = 0.2;
/// The weight of what the means leave unexplained beside what the variances do.
constexpr double mean_weight = 0.2;
/// The path that a dissolve with even odds may take is allowed_path * distance^6. Beyond
/// full_distance histograms are different enough.
constexpr double allowed_path = 250, full_distance = 0.6;

double square(double value) {
  return value * value;
}

/// One channel in the frames of a margin.
struct Level {
  double mean = 0, variance = 0;
  double mean_error = 0, variance_error = 0; ///< the sums of the squared distances from these
};

Level level_of(const FrameWindow& frames, int64_t first, size_t channel) {
  Level level;
  for (int64_t frame = first; frame < first + gradual_margin; frame++) {
    level.mean += frames[frame].features.mean[channel] / gradual_margin;
    level.variance += frames[frame].features.variance[channel] / gradual_margin;
  }
  for (int64_t frame = first; frame < first + gradual_margin; frame++) {
    level.mean_error += square(frames[frame].features.mean[channel] - level.mean);
    level.variance_error += square(frames[frame].features.variance[channel] - level.variance);
  }
  return level;
}

/// The sums of u, ..., u^4 of the frames of a dissolve, where u counts from 1 for its last frame
/// back to its first one.
struct Powers {
  double squares = 0, cubes = 0, fourths = 0;

  void add(double u) {
    squares += u * u;
    cubes += u * u * u;
    fourths += u * u * u * u;
  }
};

/// Sums over the frames of a dissolve of a figure, w, its difference to the level after it.
struct Moments {
  double w2 = 0, uw = 0, u2w = 0;

  void add(double u, double w) {
    w2 += w * w;
    uw += u * w;
    u2w += u * u * w;
  }
  /// The sum of the squared distances of w from the line u * slope.
  double error_of_line(const Powers& u, double slope) const {
    return std::max(slope * slope * u.squares - 2 * slope * uw + w2, 0.0);
  }
};

/// How well a dissolve explains the means and variances in it and in its margins.
struct Fit {
  double quality = 0;
  double sag = 0;    ///< the sum of var(A - B) of Y, Cb and Cr, as a share of var A + var B
  double change = 0; ///< the mean squared difference of A and B, the sum of Y, Cb and Cr
};

/// Fits dissolves of one last frame, whose first frame is moved back from it.
class DissolveFit {
public:
  DissolveFit(const FrameWindow& frames, int64_t last) : frames_(frames), last_(last) {
    for (size_t c = 0; c < channels; c++)
      after_[c] = level_of(frames, last + 1, c);
  }

  /// Adds the frame before those that were added, or the last one.
  void add(int64_t frame) {
    const auto u = static_cast<double>(last_ + 1 - frame);
    powers_.add(u);
    for (size_t c = 0; c < channels; c++) {
      means_[c].add(u, frames_[frame].features.mean[c] - after_[c].mean);
      variances_[c].add(u, frames_[frame].features.variance[c] - after_[c].variance);
    }
  }

  /// The fit of the dissolve from this frame, the last that was added.
  Fit fit(int64_t first) const {
    std::array<Level, channels> before;
    Fit fit;
    double both = 0; // var A + var B
    for (size_t c = 0; c < channels; c++) {
      before[c] = level_of(frames_, first - gradual_margin, c);
      both += before[c].variance + after_[c].variance;
    }
    const double weight = mean_weight * both, steps = static_cast<double>(last_ - first + 2);
    const double shapes = powers_.squares / square(steps) -
                          2 * powers_.cubes / (steps * square(steps)) +
                          powers_.fourths / square(square(steps)); // sum of (a (1 - a))^2
    double explained = 0, unexplained = 0;
    for (size_t c = 0; c < channels; c++) {
      const Level &a = before[c], &b = after_[c];
      const double slope = (a.variance - b.variance) / steps;
      // The sum of the products of a (1 - a) and the distance below the line.
      const double product = slope * (powers_.squares - powers_.cubes / steps) / steps -
                             (variances_[c].uw - variances_[c].u2w / steps) / steps;
      // The correlation of A and B is from -1 to 1.
      const double least = square(std::sqrt(a.variance) - std::sqrt(b.variance));
      const double most = square(std::sqrt(a.variance) + std::sqrt(b.variance));
      const double sag = std::clamp(product / shapes, least, most);
      const double rest = variances_[c].error_of_line(powers_, slope);
      explained += square(sag) * shapes;
      unexplained += std::max(rest - 2 * sag * product + square(sag) * shapes, 0.0) +
                     a.variance_error + b.variance_error +
                     weight * (means_[c].error_of_line(powers_, (a.mean - b.mean) / steps) +
                               a.mean_error + b.mean_error);
      fit.sag += sag;
      fit.change += sag + square(a.mean - b.mean);
    }
    if (explained <= 0)
      return {};
    fit.quality = explained / (explained + unexplained);
    fit.sag /= both;
    return fit;
  }

private:
  const FrameWindow& frames_;
  const int64_t last_;
  std::array<Level, channels> after_;
  Powers powers_;
  std::array<Moments, channels> means_, variances_;
};

/// The length of the way from A to B in steps of the frames' own changes, squared, as a share of
/// that of the straight line, which is 1 in a dissolve of two still pictures.
double path_of(const FrameWindow& frames, const GradualSpan& span) {
  std::vector<double> changes;
  for (int64_t frame = span.first; frame <= span.last + 1; frame++)
    changes.push_back(frames[frame].squared_change());
  return median(changes) * square(static_cast<double>(changes.size())) / span.change;
}

bool is_dissolve(const FrameWindow& frames, const GradualSpan& span, double sag) {
  const double distance = frames.distance_of(span.first - 1, span.last + 1);
  if (sag < least_sag || sag > most_sag || distance < least_distance)
    return false;
  // Motion within one shot takes a longer way, to histograms that are less different.
  return span.quality * allowed_path * std::pow(std::min(distance, full_distance), 6) >=
         (1 - span.quality) * path_of(frames, span);
}

} // namespace

std::optional<GradualSpan> find_dissolve(const FrameWindow& frames) {
  const int64_t last = frames.end() - 1 - gradual_margin;
  if (last - gradual_margin < frames.begin())
    return std::nullopt;
  DissolveFit dissolve(frames, last);
  GradualSpan best;
  double sag = 0;
  for (int64_t first = last;
       first > last - longest_gradual && first - gradual_margin >= frames.begin(); first--) {
    dissolve.add(first);
    if (last - first + 1 < shortest_dissolve)
      continue;
    const Fit fit = dissolve.fit(first);
    if (fit.quality > best.quality) {
      best = {first, last, fit.quality, fit.change};
      sag = fit.sag;
    }
  }
  if (best.quality < least_quality)
    return std::nullopt;
  best.valid = is_dissolve(frames, best, sag);
  return best;
}

} // namespace videohistogram::tools
