// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/element/frame_histograms.h"
#include "plugin/element/light.h"
#include "plugin/settings/flash_profile.h"
#include "plugin/settings/settings.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// When a frame is shown. Times that the stream does not give are GST_CLOCK_TIME_NONE.
struct FrameTimes {
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;  ///< of the frame's first instant in the segment
  GstClockTime running_time = GST_CLOCK_TIME_NONE; ///< of the same instant
  GstClockTime running_end = GST_CLOCK_TIME_NONE; ///< of its last instant; if unknown, of its first
  GstClockTime duration = GST_CLOCK_TIME_NONE;
  bool outside_segment = false; ///< no instant of the frame is in the segment; it is not shown
};

/// The times of a frame or gap. `timestamp` and `duration` are those of its buffer or event.
/// `length` is the time for which it is shown, which can be known without a duration;
/// GST_CLOCK_TIME_NONE: not known.
FrameTimes frame_times(const GstSegment& segment, GstClockTime timestamp, GstClockTime duration,
                       GstClockTime length);

/// Why a frame has no counts.
struct Failure {
  GstVideoHistogramError code;
  std::string message;
};

/// The content of one message.
struct Report {
  FrameTimes times;
  guint64 frame = 0;              ///< number of the (first) frame since the element started, from 0
  bool summed = false;            ///< the histogram sums an interval; its counts are 64-bit
  guint64 corrupted = 0;          ///< number of frames with the CORRUPTED flag
  guint64 failed = 0;             ///< number of frames that could not be counted
  std::optional<Failure> failure; ///< set if no frame could be counted: there are no histograms
  std::string timecode;           ///< timecode of the (first) frame; empty: it has none
  /// The complete histogram of the whole frame; borrowed. Null if only regions are counted, and
  /// with `failure`.
  GstVideoHistogram* histogram = nullptr;
  const std::vector<RegionResult>* regions = nullptr;   ///< borrowed
  const std::vector<FieldHistograms>* fields = nullptr; ///< borrowed; see `regions`
  bool top_field_first = false;                         ///< if there are fields
  guint64 repeated_fields = 0; ///< number of frames whose first field is shown twice
  MessageContent content;      ///< which tables to include
  std::shared_ptr<const std::vector<double>> percentiles; ///< percentages to report; null: none
  DeclaredLight declared_light;
  FlashRules flashes;
};

/// A new structure `videohistogram` for a message of the element of that name; the caller owns it.
/// `measured` is the content light level of the video so far.
GstStructure* make_message_structure(const Report& report, const ContentLight& measured,
                                     const char* element);

} // namespace videohistogram
