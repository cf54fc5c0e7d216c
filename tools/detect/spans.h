// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Spans of consecutive frames with the same finding.
#pragma once

#include "tools/record/listener.h"

#include <string>

namespace videohistogram::tools {

/// Joins consecutive frames to one finding, and reports it if it lasts long enough. The duration of
/// a span is the difference of its two times; one without times lasts for no time.
class FindingSpan {
public:
  /// Which frame a span begins with.
  enum class Start {
    frame,   ///< the first frame of which the finding is true
    previous ///< the frame before, of which the first one is a repetition
  };

  /// `duration` is the shortest that is reported, in seconds.
  explicit FindingSpan(const char* kind, double duration = 0, Start start = Start::frame);

  /// Takes each frame of a video in order. `inside` says whether the finding is true of it. The
  /// finding has the detail of its first frame.
  void add(const FrameRecord& frame, bool inside, const std::string& detail,
           VideoListener& listener);
  /// Reports the span that the last frame of the video belongs to.
  void finish(VideoListener& listener);

private:
  struct Place {
    uint64_t number = 0;
    int64_t time = no_time;
  };
  void report(int64_t end, VideoListener& listener);

  const Start start_;
  const int64_t duration_; ///< in ns
  Finding finding_;
  bool open_ = false, any_ = false;
  Place previous_;
};

} // namespace videohistogram::tools
