// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Single frames of a file by their times.
#pragma once

#include "tools/read/frame_buffer.h"
#include "tools/read/video_reader.h"
#include "tools/record/declared.h"

namespace videohistogram::tools {

/// Thread-safety: one thread.
class FrameFinder {
public:
  /// `is_stopped` as of VideoReader. Throws ReadError.
  FrameFinder(const std::string& path, std::function<bool()> is_stopped);

  /// A frame as it is stored, its caps with R, G and B of RGB, and when it begins in ns; nothing:
  /// unknown.
  struct Found {
    SamplePtr sample; ///< null: there is no frame at the time
    std::optional<int64_t> time;
    Orientation orientation; ///< that the file declares
  };
  /// The frame that is shown at a time in ns from the begin of the video; the first frame if that
  /// begins later. In a file that cannot be sought in, times must not decrease. Throws ReadError.
  Found find(int64_t time);

private:
  Found make(TimedFrame frame);

  VideoReader reader_;
  FrameBuffers buffers_;
  TimedFrame next_; ///< the first frame, or the one after the frame found last
  bool is_at_begin_ = true;
};

} // namespace videohistogram::tools
