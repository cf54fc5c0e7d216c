// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/gamut_log.h"

#include <algorithm>

namespace videohistogram::scope {

namespace {

void set_place(GstStructure* structure, const FramePlace& place) {
  gst_structure_set(structure, "frame", G_TYPE_UINT64, place.number, "timestamp", G_TYPE_UINT64,
                    place.timestamp, "stream-time", G_TYPE_UINT64, place.stream_time, nullptr);
  if (!place.timecode.empty())
    gst_structure_set(structure, "timecode", G_TYPE_STRING, place.timecode.c_str(), nullptr);
}

void take_structure(GstStructure* parent, const char* name, GstStructure* child) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value, child);
  gst_structure_take_value(parent, name, &value);
}

/// From the beginning of the first frame to the end of the last one; played backwards, the last one
/// has the earliest time.
GstClockTime duration_of(const FramePlace& first, const FramePlace& last) {
  if (!GST_CLOCK_TIME_IS_VALID(first.timestamp) || !GST_CLOCK_TIME_IS_VALID(last.timestamp))
    return GST_CLOCK_TIME_NONE;
  return std::max(first.timestamp + first.duration, last.timestamp + last.duration) -
         std::min(first.timestamp, last.timestamp);
}

GstStructure* make_error(const RangeError<FramePlace>& error) {
  GstStructure* const structure = gst_structure_new_empty("videoscope-gamut-error");
  set_place(structure, error.first);
  gst_structure_set(structure, "duration", G_TYPE_UINT64, duration_of(error.first, error.last),
                    "frames", G_TYPE_UINT64, guint64{error.frames}, nullptr);
  GstStructure* const last = gst_structure_new_empty("last");
  set_place(last, error.last);
  take_structure(structure, "last", last);
  GstStructure* const peak = gst_structure_new_empty("peak");
  set_place(peak, error.peak);
  gst_structure_set(peak, "share", G_TYPE_DOUBLE, error.greatest.share(), "channel", G_TYPE_STRING,
                    error.greatest.worst_channel(), "limit", G_TYPE_STRING,
                    error.greatest.worst_limit(), nullptr);
  take_structure(structure, "peak", peak);
  return structure;
}

} // namespace

void GamutLog::post(const std::optional<RangeError<FramePlace>>& error) const {
  if (error)
    gst_element_post_message(element_,
                             gst_message_new_element(GST_OBJECT(element_), make_error(*error)));
}

} // namespace videohistogram::scope
