// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <gst/video/video.h>

namespace videohistogram::scope {

/// A frame whose pixels the host reads and writes, until destruction.
class WritableFrame {
public:
  WritableFrame() = default;
  ~WritableFrame();
  WritableFrame(const WritableFrame&) = delete;
  WritableFrame& operator=(const WritableFrame&) = delete;

  /// Maps a writable buffer with a frame of `info`, which was counted before. Call once. Errors:
  /// transient if the buffer cannot be mapped, invalid_argument if a plane lies in several
  /// memories.
  Status map(GstBuffer* buffer, const GstVideoInfo& info);
  GstVideoFrame& frame() { return frame_; }

private:
  GstVideoFrame frame_{};
  bool mapped_ = false;
};

/// The component that tells how samples of a plane lie.
guint component_of(const GstVideoFormatInfo* format, guint plane);

} // namespace videohistogram::scope
