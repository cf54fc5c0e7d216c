// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames that a live source lost.
#pragma once

#include "tools/record/listener.h"

#include <optional>

namespace videohistogram::tools {

/// Finds gaps in the times of the frames of a source that has a constant rate.
class LostFrames {
public:
  /// Each `every`-th frame of the source comes here.
  explicit LostFrames(int every) : every_(every) {}

  /// `duration` is that of a frame of the source in ns; 0: the source has no constant rate.
  void add(const FrameRecord& frame, double duration, VideoListener& listener);
  /// The frames that were lost; nothing if that is unknown.
  std::optional<uint64_t> number() const { return known_ ? std::optional(lost_) : std::nullopt; }

private:
  const int every_;
  int64_t last_time_ = no_time;
  uint64_t lost_ = 0;
  bool known_ = true;
};

} // namespace videohistogram::tools
