// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/progress.h"

#include "tools/text/format.h"

#include <glib.h>

#include <algorithm>
#include <cstdio>

namespace videohistogram::tools {

namespace {

std::string format_time(double seconds) {
  return format_seconds(static_cast<int64_t>(seconds + 0.5));
}

} // namespace

double Progress::now() {
  return static_cast<double>(g_get_monotonic_time()) / 1e6;
}

void Progress::finish_video(uint64_t bytes) {
  done_++;
  done_bytes_ += bytes;
}

void Progress::show(double in_hand) {
  const double time = now();
  if (!terminal_ || time < shown_ + 0.2)
    return;
  shown_ = time;
  std::string line = std::to_string(done_) + " of " + std::to_string(videos_) + " videos, " +
                     std::to_string(frames_) + " frames, " +
                     std::to_string(static_cast<uint64_t>(static_cast<double>(frames_) /
                                                          std::max(time - start_, 0.001))) +
                     " per second";
  const double bytes = static_cast<double>(bytes_);
  const double done = static_cast<double>(done_bytes_) + in_hand;
  if (done > 0 && done < bytes)
    line += ", about " + format_time((time - start_) * (bytes - done) / done) + " left";
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
}

void Progress::clear() {
  if (terminal_)
    std::fputs("\r\033[K", stderr);
}

std::string Progress::summary() const {
  const double time = std::max(now() - start_, 0.001);
  return std::to_string(done_) + (done_ == 1 ? " video, " : " videos, ") + std::to_string(frames_) +
         " frames in " + format_time(time) + ", " +
         std::to_string(static_cast<uint64_t>(static_cast<double>(frames_) / time)) +
         " frames per second";
}

} // namespace videohistogram::tools
