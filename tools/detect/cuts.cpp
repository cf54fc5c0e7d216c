// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/cuts.h"

#include <algorithm>
#include <vector>

namespace videohistogram::tools {

namespace {

constexpr int64_t shortest_shot = 3;

// Thresholds, fixed on set A of benchmarks/shots.
constexpr double least_change = 0.05, change_above_median = 4, change_above_next = 1.6;
constexpr double least_difference = 6, difference_above_median = 3, difference_above_next = 1.8;
constexpr double returns = 0.7;

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The values of a measure around a frame, without its own.
struct Surroundings {
  double median = 0, next = 0; ///< `next` is the largest of the two frames on each side
};

template <class Measure>
Surroundings look_around(const FrameWindow& frames, int64_t frame, Measure measure) {
  Surroundings around;
  std::vector<double> values;
  for (int64_t other = std::max(frame - cut_reach, std::max<int64_t>(frames.begin(), 1));
       other <= std::min(frame + cut_reach, frames.end() - 1); other++) {
    if (other == frame)
      continue;
    values.push_back(measure(other));
    if (std::abs(other - frame) <= 2)
      around.next = std::max(around.next, values.back());
  }
  around.median = median(values);
  return around;
}

/// The smallest distance between a frame before the cut and a frame behind it.
double lasting_change(const FrameWindow& frames, int64_t frame) {
  double smallest = 1;
  for (int64_t before = std::max(frame - cut_reach, frames.begin()); before < frame; before++) {
    for (int64_t after = frame; after <= std::min(frame + cut_reach, frames.end() - 1); after++)
      smallest = std::min(smallest, frames.distance_of(before, after));
  }
  return smallest;
}

} // namespace

bool is_cut(const FrameWindow& frames, int64_t frame) {
  if (frame < shortest_shot || frame > frames.end() - shortest_shot)
    return false;
  const auto change_at = [&](int64_t at) { return frames[at].change; };
  const auto difference_at = [&](int64_t at) { return frames[at].features.difference[0]; };
  const double change = change_at(frame), difference = difference_at(frame);
  const Surroundings changes = look_around(frames, frame, change_at);
  const Surroundings differences = look_around(frames, frame, difference_at);
  const bool changed = change > least_change + change_above_median * changes.median &&
                       change > change_above_next * changes.next;
  const bool differs =
      difference > least_difference + difference_above_median * differences.median &&
      difference > difference_above_next * differences.next;
  if (!changed && !differs)
    return false;
  return lasting_change(frames, frame) > returns * change;
}

} // namespace videohistogram::tools
