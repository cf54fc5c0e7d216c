// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Film of 24 frames per second in video of 30.
#pragma once

#include "tools/qc/idet.h"
#include "tools/record/listener.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::tools {

/// Finds the cadence 2:3. Of five frames one repeats the top field of the frame before, and another
/// one, two or three frames away, the bottom field. Where frames do not move, nothing is seen. The
/// cadence is broken where the fields are repeated at other frames than before.
class TelecineFinder {
public:
  /// Takes each frame of a video in order. `moves`: it differs from the frame before.
  void add(const FrameRecord& frame, RepeatedField repeated, bool moves, VideoListener& listener);
  void finish(VideoListener& listener);
  /// Whether the frames until now have a cadence.
  bool goes_on() const { return run_.has_value(); }

private:
  struct Event {
    uint64_t number = 0;
    int64_t time = no_time;
    RepeatedField field = RepeatedField::neither;
  };
  /// Frames with one phase.
  struct Run {
    std::array<uint64_t, 2> phase{}; ///< numbers of frames modulo 5 that repeat top and bottom
    Event first, last;
    uint64_t events = 0;
  };
  bool matches(const Event& event) const;
  std::optional<Run> find_run() const;
  void note(const Event& event, VideoListener& listener);

  std::optional<Run> run_;
  std::vector<Event> others_; ///< that do not match the run, since it last had one
  Event first_;               ///< of the telecine that goes on
  uint64_t events_ = 0;       ///< of it
  uint64_t moving_ = 0;       ///< frames that moved and repeated nothing since the last event
};

} // namespace videohistogram::tools
