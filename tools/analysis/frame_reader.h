// SPDX-License-Identifier: LGPL-2.1-or-later
// Reads the frames and events that reach the end of a pipeline.
#pragma once

#include "tools/analysis/figures.h"
#include "tools/analysis/video.h"

#include <gst/video/video.h>

#include <deque>
#include <string>

namespace videohistogram::tools {

/// Consecutive frames of which the same can be said become one finding.
class FindingSpan {
public:
  explicit FindingSpan(const char* kind) { finding_.kind = kind; }
  void note(uint64_t frame, const std::string& detail, VideoListener& listener);
  void finish(VideoListener& listener);

private:
  Finding finding_;
  bool open_ = false;
};

/// Works on the streaming thread of the sink.
class FrameReader {
public:
  explicit FrameReader(VideoListener& listener);
  /// Call watch() before the pipeline starts. This object must outlive the streaming thread.
  void watch(GstElement* sink);
  /// Reports what is left, and fills in the format and the numbers of frames. Call finish() only
  /// once the streaming thread has ended.
  void finish(VideoRecord& record);

private:
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  void note_caps(const GstCaps* caps);
  void note_tags(const GstTagList* tags);
  void note_frame(GstBuffer* buffer);

  VideoListener& listener_;
  GstSegment segment_;
  VideoFormat format_;
  uint64_t frames_ = 0, corrupted_ = 0;
  int64_t last_time_ = no_time;
  FindingSpan corrupted_span_{"corrupted"}, no_time_span_{"no-time"},
      backwards_span_{"time-backwards"}, uncounted_span_{"not-counted"};
};

} // namespace videohistogram::tools
