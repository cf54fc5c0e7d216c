// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/passage.h"

namespace videohistogram::tools {

void Passage::add(const FrameRecord& frame, Evidence evidence, const std::string& detail,
                  VideoListener& listener) {
  if (awaits_end_)
    finding_.end = frame.time;
  awaits_end_ = false;
  if (evidence == Evidence::no && yes_ > 0 && ++gap_ > rule_.gap)
    finish(listener);
  if (evidence != Evidence::yes)
    return;
  if (yes_ == 0) {
    finding_.first = frame.number;
    finding_.start = frame.time;
    finding_.detail = detail;
  }
  yes_++;
  no_ += gap_;
  gap_ = 0;
  finding_.last = frame.number;
  finding_.end = frame.time;
  awaits_end_ = true;
}

void Passage::finish(VideoListener& listener) {
  const bool is_timed = finding_.start != no_time && finding_.end != no_time;
  const double seconds = is_timed ? static_cast<double>(finding_.end - finding_.start) / 1e9 : 0;
  const double share = static_cast<double>(yes_) / static_cast<double>(yes_ + no_);
  // Times of frames are rounded.
  if (yes_ > 0 && yes_ >= rule_.least_frames && seconds > rule_.seconds - 1e-3 &&
      share >= rule_.share)
    listener.finding(finding_);
  yes_ = no_ = gap_ = 0;
  awaits_end_ = false;
}

} // namespace videohistogram::tools
