// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/element/lateness.h"

namespace videohistogram::scope {

void Lateness::note(GstEvent* event) {
  GstClockTimeDiff late = 0;
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  gst_event_parse_qos(event, nullptr, nullptr, &late, &timestamp);
  if (!GST_CLOCK_TIME_IS_VALID(timestamp))
    return;
  // As in other elements, pictures up to twice the delay ahead are assumed to be late as well.
  if (late > 0)
    earliest_ = timestamp + 2 * static_cast<GstClockTime>(late);
  else if (const auto early = static_cast<GstClockTime>(-late); timestamp > early)
    earliest_ = timestamp - early;
  else
    earliest_ = 0;
}

GstClockTimeDiff Lateness::by_how_much(guint64 running_time) const {
  const GstClockTime earliest = earliest_;
  if (!GST_CLOCK_TIME_IS_VALID(running_time) || !GST_CLOCK_TIME_IS_VALID(earliest))
    return -1;
  return GST_CLOCK_DIFF(running_time, earliest);
}

} // namespace videohistogram::scope
