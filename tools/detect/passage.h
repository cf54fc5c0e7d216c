// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Passages most of whose frames have a finding.
#pragma once

#include "tools/record/listener.h"

#include <string>

namespace videohistogram::tools {

/// What a frame says about a finding. One that cannot tell, such as a still one, is `unknown`.
enum class Evidence { no, unknown, yes };

/// The frames of a passage that is reported.
struct PassageRule {
  uint64_t least_frames; ///< with the finding
  double seconds = 0;    ///< the shortest time from the first to the end of the last of them
  uint64_t gap = 0;      ///< frames in a row without the finding that do not end the passage
  double share = 0;      ///< the least share of frames with the finding, of those that tell
};

/// Joins frames to a passage from the first to the last one with a finding.
class Passage {
public:
  Passage(const char* kind, const PassageRule& rule) : rule_(rule) { finding_.kind = kind; }

  /// Takes each frame of a video in order. The finding has the detail of its first frame.
  void add(const FrameRecord& frame, Evidence evidence, const std::string& detail,
           VideoListener& listener);
  /// Reports the passage that reaches the end of the video.
  void finish(VideoListener& listener);

private:
  const PassageRule rule_;
  Finding finding_;
  uint64_t yes_ = 0;        ///< frames of the passage with the finding; 0: there is no passage
  uint64_t no_ = 0;         ///< frames without it, up to the last one with it
  uint64_t gap_ = 0;        ///< frames without it since then
  bool awaits_end_ = false; ///< the end is the time of the frame that follows
};

} // namespace videohistogram::tools
