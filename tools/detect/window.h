// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The last frames of a video, as the detectors of transitions see them.
#pragma once

#include "tools/detect/features.h"
#include "tools/record/frame.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

namespace videohistogram::tools {

struct WindowFrame {
  Features features;
  int64_t time = no_time; ///< stream time in ns
  double change = 0;      ///< the distance of the histograms from those of the frame before
  double variance = 0;    ///< the sum of the variances of Y, Cb and Cr
  double deviation = 0;   ///< the square root of `variance`

  /// The mean squared difference to the frame before, the sum of Y, Cb and Cr.
  double squared_change() const {
    const auto& difference = features.squared_difference;
    return difference[0] + difference[1] + difference[2];
  }
};

/// Frames by their number in the video, the last `capacity` of them. A frame that was not counted
/// has the features of the one before, and no change.
class FrameWindow {
public:
  static constexpr int64_t capacity = 256;

  void add(const Features& features, int64_t time);
  /// The number of the last frame, plus one.
  int64_t end() const { return begin_ + static_cast<int64_t>(frames_.size()); }
  int64_t begin() const { return begin_; }
  bool has(int64_t first, int64_t last) const { return first >= begin_ && last < end(); }
  const WindowFrame& operator[](int64_t frame) const {
    return frames_[static_cast<size_t>(frame - begin_)];
  }
  /// The distance of the histograms of two frames.
  double distance_of(int64_t a, int64_t b) const {
    return distance((*this)[a].features.histogram, (*this)[b].features.histogram);
  }

private:
  std::deque<WindowFrame> frames_;
  int64_t begin_ = 0;
};

/// The middle one of values in ascending order, the greater of two; 0 of none.
double median(std::vector<double> values);

} // namespace videohistogram::tools
