// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <atomic>

namespace videohistogram::scope {

/// Which pictures come too late, by the QoS events of the sink and the time that pictures take. All
/// times are running times or durations in ns. Thread-safety: any thread.
class Lateness {
public:
  /// A picture is drawn at least this often, however late the sink says that it is: the cause may
  /// be one that dropping does not remove.
  static constexpr GstClockTime most_gap = GST_SECOND;
  /// The first picture takes longer than others, and frames wait meanwhile. In the time `start`
  /// after the first frame they are drawn, unless they are later than `most_late`, or pictures take
  /// longer than frames last: they catch up.
  static constexpr GstClockTime start = 250 * GST_MSECOND, most_late = 100 * GST_MSECOND;

  /// Call after a flush and for a new segment: earlier events mean nothing any more.
  void forget();
  /// Takes note of a QoS event.
  void note(GstEvent* event);
  /// The time from the arrival of a live frame to that at which the sink shows its picture.
  /// GST_CLOCK_TIME_NONE, as before the first call: frames are not live, so that later ones can be
  /// had at once.
  void set_budget(GstClockTime budget) { budget_ = budget; }
  /// Takes note of a picture that took `taken` to count and to draw. `duration`: of its frame;
  /// GST_CLOCK_TIME_NONE: unknown.
  void drew(GstClockTime running_time, GstClockTime duration, GstClockTime taken);
  /// By how much a picture of that running time comes too late; 0 or less: it is to be drawn.
  GstClockTimeDiff by_how_much(GstClockTime running_time) const;

private:
  static constexpr gint64 none = G_MININT64;

  bool is_starting(gint64 due, GstClockTime running_time) const;

  /// Running time of the frame that would come in time if it took no longer than the one before.
  std::atomic<gint64> due_{none};
  std::atomic<GstClockTime> budget_{GST_CLOCK_TIME_NONE};
  std::atomic<GstClockTime> first_{GST_CLOCK_TIME_NONE}; ///< running time of the first picture
  std::atomic<GstClockTime> last_{GST_CLOCK_TIME_NONE};  ///< of the last one
  std::atomic<GstClockTime> taken_{0}, duration_{0};     ///< of the last picture and of its frame
};

} // namespace videohistogram::scope
