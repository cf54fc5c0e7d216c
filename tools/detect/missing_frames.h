// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames that are missing between others, by their times.
#pragma once

#include "tools/record/listener.h"

#include <optional>
#include <vector>

namespace videohistogram::tools {

/// Finds gaps in the times of the frames of a source that has a constant rate.
class LostFrames {
public:
  /// add() gets each `every`-th frame of the source.
  explicit LostFrames(int every) : every_(every) {}

  /// `duration` is the time between two frames of the source in ns; 0: it has no constant rate.
  void add(const FrameRecord& frame, double duration, VideoListener& listener);
  /// The number of frames that were lost; nothing if it is unknown.
  std::optional<uint64_t> number() const { return lost_; }

private:
  const int every_;
  int64_t last_time_ = no_time;
  std::optional<uint64_t> lost_ = 0;
};

/// Finds gaps in the times of the frames of a file. A file whose frames have many different
/// durations has a variable rate, and no gaps.
class TimeGaps {
public:
  /// `duration` is the time of one frame in ns, by the rate of the file; 0: not known.
  void add(const FrameRecord& frame, int64_t duration);
  /// Reports the gaps if at most one of a hundred frames follows one.
  void finish(VideoListener& listener) const;

private:
  /// Further gaps are counted, but not kept.
  static constexpr size_t most_kept = 10000;

  int64_t last_time_ = no_time;
  uint64_t frames_ = 0, unkept_ = 0;
  std::vector<Finding> gaps_;
};

} // namespace videohistogram::tools
