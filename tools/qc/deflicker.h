// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFmpeg's filter deflicker prints of a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace videohistogram::tools {

/// The relative change of the mean of Y that would make a frame as bright as the mean of itself and
/// of the four frames after it.
class Flicker {
public:
  static constexpr size_t frames = 5; ///< of a mean

  /// Takes the sum of Y of each frame in order. Returns the change of the frame that came four
  /// frames ago.
  std::optional<double> add(uint64_t sum, uint64_t samples);
  /// After the last frame: the change of the next of the last four frames. Nothing: there are no
  /// more. The last frame stands for those that are missing. Of a stream of less than five frames,
  /// FFmpeg takes the last frame once more, but not for the first frame, and missing ones are 0.
  std::optional<double> finish();

private:
  /// Of the first frame of means_. Not finite if its mean is 0.
  double change() const;

  std::deque<float> means_; ///< of the frames without a change
  float last_ = 0;
  bool is_short_ = true; ///< fewer than five frames came
  bool is_first_ = true; ///< finish() was not called yet
};

} // namespace videohistogram::tools
