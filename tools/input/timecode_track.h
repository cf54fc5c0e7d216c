// SPDX-License-Identifier: LGPL-2.1-or-later
// The time codes of QuickTime and MP4, which GStreamer's qtdemux does not pass on.
#pragma once

#include "tools/text/timecode.h"

#include <cstdint>
#include <optional>
#include <string>

namespace videohistogram::tools {

/// The first time code of a track of these (tmcd), and how they go on.
struct TimecodeTrack {
  uint64_t first = 0; ///< the number of the frame at time 0
  TimecodeRate rate;
  double frames_per_second = 0;
  int64_t end = INT64_MAX; ///< in ns: time codes behind it do not follow from the first one

  /// The time code of the frame at this time, in ns; empty if it is not known.
  std::string at(int64_t time) const;
};

/// The track that belongs to the n-th video track, from 1. Nothing for a file without one, and for
/// other containers.
std::optional<TimecodeTrack> read_timecode_track(const std::string& path, int stream);

} // namespace videohistogram::tools
