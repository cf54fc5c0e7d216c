// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/numbers.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram::scope {

/// Where a frame lies in the stream. Times in ns; GST_CLOCK_TIME_NONE: it has none.
struct FramePlace {
  guint64 number = 0;
  GstClockTime timestamp = GST_CLOCK_TIME_NONE, stream_time = GST_CLOCK_TIME_NONE;
  GstClockTime duration = 0;
  std::string timecode; ///< empty: it has none
};

/// The number and the time of the present frame; the light, and the greatest share outside of
/// EBU R 103, of all frames since restart().
/// Thread-safety: the streaming thread.
class FrameNumbers {
public:
  /// The next frame is the first: at the start, after new caps, in a new segment.
  void restart() { *this = {}; }
  /// Begins a frame. `stream_time` is GST_CLOCK_TIME_NONE if it has none. `duration` is used if the
  /// buffer has none.
  void begin(GstBuffer* frame, GstClockTime stream_time, GstClockTime duration);
  /// Leaves out a frame that is not counted.
  void skip() { next_++; }
  /// The light of the frame is not measured: light begins again with the next one.
  void forget_light() { stamp_.light.reset(); }
  /// Adds the light of the frame.
  void add(const LightLevels& light);
  /// The share of the frame is not known: its peak begins again with the next one.
  void forget_share() { stamp_.peak.reset(); }
  /// Adds the share of the frame.
  void add(const RangeShare& share);

  const FrameStamp& stamp() const { return stamp_; }
  const FramePlace& place() const { return place_; }

private:
  uint64_t next_ = 0; ///< number of the next frame
  FrameStamp stamp_;
  FramePlace place_;
};

} // namespace videohistogram::scope
