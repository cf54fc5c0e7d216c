// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Faults of single rows: what tapes lose, and what players put in its place.
#pragma once

#include "tools/detect/passage.h"

#include <deque>
#include <vector>

namespace videohistogram::tools {

/// One row of Y.
struct Row {
  float speckle = 0;       ///< the share of pixels that differ from the rows above and below
  bool repeats = false;    ///< it is the row four above, within one code of 8 bits on average
  bool differs = false;    ///< it differs from that row by three codes of 8 bits on average
  bool has_detail = false; ///< pixels beside each other differ by two codes of 8 bits on average
};

/// Finds rows that stand out, and rows that repeat others, in one frame and neither in the one
/// before nor in the one after it. docs/archive.md has the rules.
class RowFaults {
public:
  /// Takes each frame of a video in order. `has_content` is false of bars, black and flat frames.
  /// No rows: they are not known.
  void add(const FrameRecord& frame, std::vector<Row> rows, bool has_content,
           VideoListener& listener);
  void finish(VideoListener& listener);

private:
  struct Frame {
    FrameRecord record;
    std::vector<Row> rows;
    bool has_content;
    size_t repeats; ///< rows that repeat others and have detail
  };
  size_t count_dropouts() const;
  size_t count_repeats() const;
  bool is_comparable() const;

  std::deque<Frame> frames_; ///< the last three; the middle one is looked at
  Passage dropouts_{"dropout", {1, 0, 2, 0}}, repeats_{"line-repeats", {1, 0, 2, 0}};
};

} // namespace videohistogram::tools
