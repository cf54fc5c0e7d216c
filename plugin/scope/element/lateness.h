// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <atomic>

namespace videohistogram::scope {

/// How late pictures are, by the QoS events of the sink. Thread-safety: any thread.
class Lateness {
public:
  /// Call after a flush and for a new segment: earlier events mean nothing any more.
  void forget() { earliest_ = GST_CLOCK_TIME_NONE; }
  /// Takes note of a QoS event.
  void note(GstEvent* event);
  /// By how much a picture of that running time comes too late, in ns; negative: it does not.
  GstClockTimeDiff by_how_much(guint64 running_time) const;

private:
  /// Running time from which pictures are in time.
  std::atomic<GstClockTime> earliest_{GST_CLOCK_TIME_NONE};
};

} // namespace videohistogram::scope
