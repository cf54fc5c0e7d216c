// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/numbers.h"

#include <gst/gst.h>

namespace videohistogram::scope {

/// The number and the time of the present frame, and the light of all frames since restart().
/// Thread-safety: the streaming thread.
class FrameNumbers {
public:
  /// The next frame is the first: at the start, after new caps, in a new segment.
  void restart() { *this = {}; }
  /// Begins a frame. `stream_time`: GST_CLOCK_TIME_NONE: it has none.
  void begin(GstBuffer* frame, GstClockTime stream_time);
  /// Leaves out a frame that is not counted.
  void skip() { next_++; }
  /// The light of the frame is not measured: light begins again with the next one.
  void forget_light() { stamp_.light.reset(); }
  /// Adds the light of the frame.
  void add(const LightLevels& light);

  const FrameStamp& stamp() const { return stamp_; }

private:
  uint64_t next_ = 0; ///< number of the next frame
  FrameStamp stamp_;
};

} // namespace videohistogram::scope
