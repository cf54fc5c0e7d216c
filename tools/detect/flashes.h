// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flashes of the picture's mean luminance.
#pragma once

#include "tools/record/listener.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>

namespace videohistogram::tools {

/// A transition is a rise or a fall of the mean luminance by at least 20 nits whose darker end is
/// below 160 nits, as in ITU-R BT.1702: 10 % and 80 % of a white of 200 nits, as WCAG defines a
/// general flash. Two opposing transitions are a flash. A frame belongs to the
/// finding if seven transitions have ended in the second up to it, which is more than three
/// flashes.
class FlashFinder {
public:
  /// Takes each frame of a video in order. NaN: the luminance is unknown.
  void add(const FrameRecord& frame, double luminance, VideoListener& listener);
  /// Reports the finding that is open, if there is one.
  void finish(VideoListener& listener);

private:
  struct Place {
    uint64_t number = 0;
    int64_t time = no_time;
    double luminance = NAN;
  };
  /// Returns whether a transition has ended with this frame.
  bool changes(const Place& place);

  int direction_ = 0;        ///< of the last transition: 1 up, -1 down
  Place low_, high_;         ///< the extremes since the last transition; NaN before the first frame
  std::deque<Place> recent_; ///< where the transitions of the last second ended
  std::optional<Finding> finding_;
};

} // namespace videohistogram::tools
