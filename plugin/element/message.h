// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <string>
#include <vector>

namespace videohistogram {

/// When a frame is shown. All GST_CLOCK_TIME_NONE where the stream does not say.
struct FrameTimes {
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;  ///< of its first instant in the segment
  GstClockTime running_time = GST_CLOCK_TIME_NONE; ///< of the same
  GstClockTime running_end = GST_CLOCK_TIME_NONE;  ///< of its last; its first where that is unknown
  GstClockTime duration = GST_CLOCK_TIME_NONE;
  bool outside_segment = false; ///< no instant of it is in the segment, so that it is not shown
};

/// The times of a frame or of a gap, as its buffer or event says. `length` is for how long it is
/// shown, which its duration need not say; GST_CLOCK_TIME_NONE: not known.
FrameTimes frame_times(const GstSegment& segment, GstClockTime timestamp, GstClockTime duration,
                       GstClockTime length);

/// One region and its histogram (borrowed).
struct RegionResult {
  GQuark type = 0;    ///< of the GstVideoRegionOfInterestMeta, or the name of a set region
  gint id = 0;        ///< of the meta; of a set region -2 and less
  gint parent_id = 0; ///< of the meta; -1 of a set region
  Rect rect;
  GstVideoHistogram* histogram = nullptr;
};

/// What one message tells.
struct Report {
  FrameTimes times;
  guint64 frame = 0;     ///< sequence number of the (first) frame since the element started
  bool summed = false;   ///< over an interval, so that a count may need 64 bits
  guint64 corrupted = 0; ///< how many of them had the CORRUPTED flag
  std::string timecode;  ///< of the (first) frame; empty: it has none
  /// Of the whole frame: complete; borrowed. Null where regions alone are counted.
  GstVideoHistogram* histogram = nullptr;
  const std::vector<RegionResult>* regions = nullptr;     ///< some if there is no `histogram`
  bool counts = true;                                     ///< put the counts into the message
  bool projections = false;                               ///< and those of the projections
  std::shared_ptr<const std::vector<double>> percentiles; ///< to be told; null: none
};

/// The structure named `videohistogram` of a message of the element with that name. Owned by the
/// caller.
GstStructure* make_message_structure(const Report& report, const char* element);

} // namespace videohistogram
