// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/progress.h"

#include <glib.h>

#include <algorithm>
#include <cstdio>

namespace videohistogram::tools {

namespace {

std::string format_time(double seconds) {
  const auto whole = static_cast<unsigned long>(seconds + 0.5);
  char text[48];
  if (whole >= 3600)
    std::snprintf(text, sizeof text, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%lu:%02lu", whole / 60, whole % 60);
  return text;
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
