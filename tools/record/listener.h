// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/field.h"
#include "tools/record/video.h"

namespace videohistogram::tools {

/// Receives what the analysis of a video finds. Calls come from streaming threads, one at a time;
/// frames come in order. A call may block; the decoder then waits.
class VideoListener {
public:
  virtual ~VideoListener() = default;
  /// What is known before the first frame; its duration is that which the container declares, or 0.
  virtual void format(const VideoFormat& format) = 0;
  virtual void frame(const FrameRecord& frame) = 0;
  virtual void finding(const Finding& finding) = 0;
  /// A finding goes on, of which the last frame until now is that of `finding`. It may come before
  /// the frame itself, and does not void the call of finding() when it has ended.
  virtual void begun(const Finding&) {}
  virtual void shot(const Shot& shot) = 0;
  virtual void counts(const FrameCounts& counts) = 0;
  virtual void field(const FieldRecord& field) = 0;
  /// What came of the video until now is void: it begins again.
  virtual void restart() {}
  /// Called at least once per second while the thread that controls the pipeline is not blocked.
  /// Comes from that thread, beside calls from streaming threads.
  virtual void alive() {}
  /// How long calls have blocked until now, in microseconds. Any thread may call it.
  virtual int64_t blocked() const { return 0; }
};

} // namespace videohistogram::tools
