// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/element/lateness.h"

#include <algorithm>

namespace videohistogram::scope {

void Lateness::forget() {
  due_ = none;
  first_ = last_ = GST_CLOCK_TIME_NONE;
}

void Lateness::note(GstEvent* event) {
  GstClockTimeDiff late = 0;
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  gst_event_parse_qos(event, nullptr, nullptr, &late, &timestamp);
  if (GST_CLOCK_TIME_IS_VALID(timestamp))
    due_ = static_cast<gint64>(timestamp) + late;
}

void Lateness::drew(GstClockTime running_time, GstClockTime duration, GstClockTime taken) {
  if (!GST_CLOCK_TIME_IS_VALID(first_))
    first_ = running_time;
  last_ = running_time;
  duration_ = GST_CLOCK_TIME_IS_VALID(duration) ? duration : 0;
  taken_ = taken;
}

/// Whether a frame is one of the first, and caught up with. The time of the first picture alone
/// does not tell how long others take.
bool Lateness::is_starting(gint64 due, GstClockTime running_time) const {
  const GstClockTime first = first_, last = last_;
  if (!GST_CLOCK_TIME_IS_VALID(first) || running_time > first + start)
    return false;
  const gint64 late = due - static_cast<gint64>(running_time);
  return late <= static_cast<gint64>(most_late) && (first == last || taken_ <= duration_);
}

/// The sink was `due - last` late. To be in time, the next picture must be of a frame that is later
/// than the last one by this and by the time that drawing takes. But to wait for a live frame that
/// is not captured yet would leave time unused: a frame that has just been captured arrives
/// `budget` before it is due. In both cases one frame less is skipped, since skipping it would
/// cost more time than it gains.
GstClockTimeDiff Lateness::by_how_much(GstClockTime running_time) const {
  const gint64 due = due_;
  const GstClockTime last = last_;
  if (!GST_CLOCK_TIME_IS_VALID(running_time) || due == none)
    return -1;
  if (!GST_CLOCK_TIME_IS_VALID(last) || running_time >= last + most_gap ||
      is_starting(due, running_time))
    return -1;
  const auto taken = static_cast<gint64>(taken_), duration = static_cast<gint64>(duration_);
  const auto budget = static_cast<gint64>(std::min<GstClockTime>(budget_, G_MAXINT64));
  const gint64 ahead = std::min(std::max(taken, duration), budget) - duration;
  return due + ahead - static_cast<gint64>(running_time);
}

} // namespace videohistogram::scope
