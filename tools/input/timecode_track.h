// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The time codes of QuickTime and MP4, which GStreamer's qtdemux does not pass on.
#pragma once

#include "tools/text/timecode.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// How the frames of a time code sample are numbered.
struct TimecodeFormat {
  TimecodeRate rate;
  double frames_per_second = 0;
};

/// Frames whose time codes follow from one start. Times are stream times in ns.
struct TimecodeRun {
  double start = 0, end = 0;
  double origin = 0;  ///< the time of the frame `first`, which an edit may have cut off
  uint64_t first = 0; ///< the number of a frame
  size_t format = 0;
};

/// The time codes of a track of these (tmcd).
class TimecodeTrack {
public:
  /// `runs` are in the order of their times.
  TimecodeTrack(std::vector<TimecodeFormat> formats, std::vector<TimecodeRun> runs);
  /// The time code of the frame at this time, in ns; empty if it is not known.
  std::string at(int64_t time) const;

private:
  std::vector<TimecodeFormat> formats_;
  std::vector<TimecodeRun> runs_;
};

/// The track that belongs to the n-th video track, from 1. Nothing for a file without one, and for
/// other containers.
std::optional<TimecodeTrack> read_timecode_track(const std::string& path, int stream);

} // namespace videohistogram::tools
