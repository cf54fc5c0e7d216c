// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/transitions.h"

#include <algorithm>
#include <vector>

namespace videohistogram::tools {

namespace {

constexpr int64_t shortest_shot = 3;

// Thresholds, fixed on set A of benchmarks/shots.
constexpr double least_change = 0.05, change_above_median = 4, change_above_next = 1.6;
constexpr double least_difference = 6, difference_above_median = 3, difference_above_next = 1.8;
/// Where a frame differs from the one before by no more than this multiple of what those around it
/// do, samples tell nothing, and the histograms have to change by more: the key frame of an encoder
/// is quantised in another way, and in a shot of which no frame is like another, nothing else is
/// to be seen. From the videos of set B without a transition.
constexpr double hidden_difference = 1.2, least_change_alone = 0.1;
constexpr double returns = 0.7;
constexpr double least_share = 0.3, uneven_light = 0.1;

/// The least distance of the histograms before and after an insert, which is at most longest_insert
/// frames between two shots. Frames on its two sides are not compared sample by sample.
constexpr double least_change_around_insert = 0.25;

/// The values of a measure at the frames around a frame, which itself is left out.
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

/// The smallest distance between a frame before `frame` and one of `next` and the frames after it.
double lasting_change(const FrameWindow& frames, int64_t frame, int64_t next) {
  double smallest = 1;
  for (int64_t before = std::max(frame - cut_reach, frames.begin()); before < frame; before++) {
    for (int64_t after = next; after <= std::min(next + cut_reach, frames.end() - 1); after++)
      smallest = std::min(smallest, frames.distance_of(before, after));
  }
  return smallest;
}

/// The mean squared difference that a frame and the one before would have if they did not
/// correlate: the sum of their variances and of the squared distance of their means.
double unrelated_change(const FrameWindow& frames, int64_t frame) {
  double change = frames[frame - 1].variance + frames[frame].variance;
  for (size_t c = 0; c < 3; c++) {
    const double step = frames[frame].features.mean[c] - frames[frame - 1].features.mean[c];
    change += step * step;
  }
  return change;
}

/// The mean squared difference of a frame to the one before, the sum of Y, Cb and Cr. Of a frame
/// that was not compared with the one before, because its size is another one: what it would be if
/// the two do not correlate.
double cut_change(const FrameWindow& frames, int64_t frame) {
  const double change = frames[frame].squared_change();
  return change > 0 ? change : unrelated_change(frames, frame);
}

/// Whether this frame and the one before have little to do with each other.
bool is_unrelated(const FrameWindow& frames, int64_t frame) {
  return cut_change(frames, frame) > least_share * unrelated_change(frames, frame);
}

/// The change of the mean of Y with this frame if all of the picture becomes brighter or darker by
/// the same amount; 0 if it does not. What frames next to it change by, too, is motion and noise.
double light_change(const FrameWindow& frames, int64_t frame) {
  const auto squares = [&](int64_t at) { return frames[at].features.squared_difference[0]; };
  const double change = frames[frame].features.mean[0] - frames[frame - 1].features.mean[0];
  const double motion =
      std::min(squares(frame - 1), squares(std::min(frame + 1, frames.end() - 1)));
  const double rest = squares(frame) - change * change - motion;
  return rest < uneven_light * change * change ? change : 0;
}

/// Whether a flash begins or ends with this frame: the light changes, and a few frames before or
/// after it changes back.
bool is_flash(const FrameWindow& frames, int64_t frame) {
  const double change = light_change(frames, frame);
  if (std::abs(change) < least_difference)
    return false;
  for (int64_t other = std::max(frame - cut_reach, frames.begin() + 1);
       other <= std::min(frame + cut_reach, frames.end() - 1); other++) {
    const double back = -light_change(frames, other) / change;
    if (back > 0.5 && back < 2)
      return true;
  }
  return false;
}

/// Whether one shot follows another at this frame.
bool is_step(const FrameWindow& frames, int64_t frame) {
  const auto change_at = [&](int64_t at) { return frames[at].change; };
  const auto difference_at = [&](int64_t at) { return frames[at].features.difference[0]; };
  const double change = change_at(frame), difference = difference_at(frame);
  const Surroundings changes = look_around(frames, frame, change_at);
  const Surroundings differences = look_around(frames, frame, difference_at);
  // Y does not differ if chroma alone changes, and of frames of different sizes nothing is
  // compared.
  const bool is_hidden = difference > 0 && difference <= hidden_difference * differences.median;
  const double least = is_hidden ? least_change_alone : least_change;
  const bool changed = change > least + change_above_median * changes.median &&
                       change > change_above_next * changes.next;
  const bool differs =
      difference > least_difference + difference_above_median * differences.median &&
      difference > difference_above_next * differences.next;
  if ((!changed && !differs) || !is_unrelated(frames, frame) || is_flash(frames, frame))
    return false;
  return lasting_change(frames, frame, frame) > returns * change;
}

/// Whether this frame is the first of `length` ones between two shots, such as black ones: they
/// have little to do with the frames before and after them, and these have little to do with each
/// other.
bool is_insert(const FrameWindow& frames, int64_t frame, int64_t length) {
  const int64_t after = frame + length;
  const double change = frames.distance_of(frame - 1, after);
  std::vector<double> values;
  for (int64_t other = std::max(frame - cut_reach, std::max<int64_t>(frames.begin(), 1));
       other <= std::min(frame + cut_reach, frames.end() - 1); other++) {
    if (other < frame || other > after)
      values.push_back(frames[other].change);
  }
  const double largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  const double least =
      std::max(least_change + change_above_median * median(values), change_above_next * largest);
  return change > std::max(least, least_change_around_insert) && frames[frame].change > least &&
         frames[after].change > least && is_unrelated(frames, frame) &&
         is_unrelated(frames, after) && lasting_change(frames, frame, after) > returns * change;
}

} // namespace

std::optional<double> find_cut(const FrameWindow& frames, int64_t frame) {
  if (frame < shortest_shot || frame > frames.end() - shortest_shot)
    return {};
  if (is_step(frames, frame))
    return cut_change(frames, frame);
  for (int64_t length = 1; length <= longest_insert; length++) {
    if (frame + length + 1 < frames.end() && is_insert(frames, frame, length))
      return is_step(frames, frame + length) ? std::nullopt : std::optional(0.0);
  }
  return {};
}

} // namespace videohistogram::tools
