// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/frame.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <vector>

namespace videohistogram {

/// When a frame is shown. All GST_CLOCK_TIME_NONE where the stream does not say.
struct FrameTimes {
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;
  GstClockTime duration = GST_CLOCK_TIME_NONE;
};

/// One region of interest and its histogram (borrowed).
struct RegionResult {
  gint id = 0;
  Rect rect;
  GstVideoHistogram* histogram = nullptr;
};

/// What one message tells.
struct Report {
  FrameTimes times;
  guint64 frame = 0;   ///< sequence number of the (first) frame since the element started
  guint64 frames = 1;  ///< how many are summed
  bool summed = false; ///< over an interval, so that a count may need 64 bits
  GstVideoHistogram* histogram = nullptr; ///< complete; borrowed
  const std::vector<RegionResult>* regions = nullptr;
  bool counts = true;  ///< put the counts into the message
  bool matrix = false; ///< and those along the direction, if there is one
};

/// The structure named `videohistogram` of an element message. Owned by the caller.
GstStructure* make_message_structure(const Report& report);

} // namespace videohistogram
