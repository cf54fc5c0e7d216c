// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How long the analysis of one video may take.
#pragma once

#include "tools/record/listener.h"

#include <gst/gst.h>

#include <cstdint>

namespace videohistogram::tools {

/// The time that one video may take, with all attempts, without that for which the listener blocks.
class TimeLimit {
public:
  /// `seconds` 0: no limit. The listener must outlive this object and its copies.
  TimeLimit(double seconds, const VideoListener& listener)
      : seconds_(seconds), listener_(listener) {}

  /// How long the listener has blocked, in us.
  int64_t blocked() const { return listener_.blocked(); }
  /// GST_CLOCK_TIME_NONE if there is no limit.
  GstClockTime left() const {
    if (seconds_ <= 0)
      return GST_CLOCK_TIME_NONE;
    const gint64 used = g_get_monotonic_time() - started_ - listener_.blocked();
    const double left = seconds_ - static_cast<double>(used) / 1e6;
    return left > 0 ? static_cast<GstClockTime>(left * 1e9) : 0;
  }

private:
  const double seconds_;
  const VideoListener& listener_;
  const gint64 started_ = g_get_monotonic_time();
};

} // namespace videohistogram::tools
