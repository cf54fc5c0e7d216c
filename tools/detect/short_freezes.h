// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/listener.h"

#include <deque>
#include <vector>

namespace videohistogram::tools {

/// Finds frames that are repeated at least twice within a moving picture, as time base correctors
/// and frame synchronisers do it. A picture that repeats frames now and then anyway, such as
/// animation of twelve drawings per second, has none.
class ShortFreezes {
public:
  /// `noise` is the mean difference up to which a frame repeats the one before.
  explicit ShortFreezes(double noise) : noise_(noise) {}

  /// Takes each frame of a video in order. `has_content` is false of bars, black and flat frames.
  void add(const FrameRecord& frame, bool has_content, VideoListener& listener);

private:
  struct Frame {
    uint64_t number;
    int64_t time;
    double difference; ///< to the frame before; NaN: unknown
    double change;     ///< of the histograms
    bool has_content;
  };
  bool moves(size_t first) const;
  double typical_motion(size_t first, size_t end) const;
  bool repeats(const Frame& frame) const { return frame.difference <= noise_; }

  const double noise_;
  std::deque<Frame> frames_;
};

} // namespace videohistogram::tools
