// SPDX-License-Identifier: LGPL-2.1-or-later
// The analysis of one video: a pipeline from the file to the figures of each frame.
#pragma once

#include "tools/record/frame.h"
#include "tools/record/video.h"

#include <string>

namespace videohistogram::tools {

/// Receives what the analysis of a video finds. Calls come from streaming threads, one at a time
/// and in order; a call may block, which holds the decoder back.
class VideoListener {
public:
  virtual ~VideoListener() = default;
  virtual void frame(const FrameRecord& frame) = 0;
  virtual void finding(const Finding& finding) = 0;
};

/// Analyses all frames of the first video stream of a file, and returns when the pipeline is gone.
/// Decoders open no other file and no network address. GStreamer must be initialised. The identity
/// of the result is that of the file before the first frame; a file that changes meanwhile fails.
VideoRecord analyse_video(const std::string& path, VideoListener& listener);

/// The reason why no video can be analysed in this process, such as a missing element; empty if
/// there is none.
std::string why_not_usable();

} // namespace videohistogram::tools
