// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The line on a terminal that shows the progress of a scan.
#pragma once

#include <cstdint>
#include <string>
#include <unistd.h>

namespace videohistogram::tools {

/// Silent unless stderr is a terminal.
class Progress {
public:
  /// `bytes` is the size of all files that are to be read.
  Progress(size_t videos, uint64_t bytes) : videos_(videos), bytes_(bytes) {}

  void add_frames(uint64_t frames) { frames_ += frames; }
  void finish_video(uint64_t bytes);
  /// Prints the line at most five times per second. `in_hand` are the bytes of unfinished videos
  /// that were read, as far as is known.
  void show(double in_hand);
  /// Clears the line, so that other text can be printed.
  void clear();
  bool on_terminal() const { return terminal_; }
  /// Such as "12 videos, 3400 frames in 0:17, 200 frames per second".
  std::string summary() const;

private:
  const bool terminal_ = isatty(STDERR_FILENO);
  const size_t videos_;
  const uint64_t bytes_;
  const double start_ = now();
  double shown_ = 0;
  size_t done_ = 0;
  uint64_t done_bytes_ = 0, frames_ = 0;

  static double now(); ///< in seconds
};

} // namespace videohistogram::tools
