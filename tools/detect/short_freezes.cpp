// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/short_freezes.h"

#include "tools/detect/window.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

constexpr size_t least_repeats = 2;
/// Frames before and after a freeze that move, each by this multiple of the noise.
constexpr size_t freeze_surroundings = 12;
constexpr double least_motion_to_noise = 2;
/// The most that histograms change with the first and with the next frame: there is no cut.
constexpr double same_picture_at_freeze = 0.1;
/// The least motion just before and after a freeze, as a share of that around it. The frame after
/// it also differs by what was not shown.
constexpr double motion_before = 0.5, motion_after = 0.75;
/// A longer freeze is none of these. At most as long as the shortest of `frozen`, by default.
constexpr size_t most_repeats = 49;

} // namespace

/// Whether `freeze_surroundings` frames from this one on move.
bool ShortFreezes::moves(size_t first) const {
  return std::all_of(frames_.begin() + static_cast<std::ptrdiff_t>(first),
                     frames_.begin() + static_cast<std::ptrdiff_t>(first + freeze_surroundings),
                     [this](const Frame& frame) {
                       return frame.difference > least_motion_to_noise * noise_ &&
                              frame.has_content;
                     });
}

/// The median of the differences before this frame and from `end` on.
double ShortFreezes::typical_motion(size_t first, size_t end) const {
  std::vector<double> differences;
  for (size_t i = 0; i < freeze_surroundings; i++) {
    differences.push_back(frames_[first - 1 - i].difference);
    differences.push_back(frames_[end + i].difference);
  }
  return median(std::move(differences));
}

void ShortFreezes::add(const FrameRecord& frame, bool has_content, VideoListener& listener) {
  frames_.push_back({frame.number, frame.time, frame.figures[figure::DIF],
                     frame.figures[figure::HISTDIF], has_content});
  if (frames_.size() > 2 * freeze_surroundings + most_repeats)
    frames_.pop_front();
  // A freeze is told once exactly `freeze_surroundings` frames after it have moved.
  if (frames_.size() < 2 * freeze_surroundings + least_repeats)
    return;
  const size_t end = frames_.size() - freeze_surroundings;
  if (!repeats(frames_[end - 1]) || !moves(end))
    return;
  size_t first = end;
  while (first > 0 && repeats(frames_[first - 1]) && frames_[first - 1].has_content)
    first--;
  if (end - first < least_repeats || first < freeze_surroundings ||
      !moves(first - freeze_surroundings))
    return;
  // The frame that is repeated is the first of the finding.
  const Frame &shown = frames_[first - 1], &last = frames_[end - 1];
  if (!(shown.change < same_picture_at_freeze) || !(frames_[end].change < same_picture_at_freeze))
    return; // a still picture between two shots
  // Where motion slows down to a stop and turns back, nothing was lost.
  const double motion = typical_motion(first, end);
  if (shown.difference < motion_before * motion || frames_[end].difference < motion_after * motion)
    return;
  listener.finding({"short-freeze", shown.number, last.number, shown.time, frames_[end].time,
                    std::to_string(end - first + 1) + " times the same frame"});
}

} // namespace videohistogram::tools
