// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/scope/frame_at_time.h"

namespace videohistogram::tools {

namespace {

/// Invalid if the time is outside of the segment.
GstClockTime stream_time(GstPad* pad, GstClockTime time) {
  GstEvent* const event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
  if (!event)
    return GST_CLOCK_TIME_NONE;
  const GstSegment* segment = nullptr;
  gst_event_parse_segment(event, &segment);
  const guint64 result = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, time);
  gst_event_unref(event);
  return result;
}

} // namespace

FrameAtTime::FrameAtTime(GstPad* pad) : pad_(pad) {
  probe_ = gst_pad_add_probe(pad,
                             static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER |
                                                          GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM |
                                                          GST_PAD_PROBE_TYPE_EVENT_FLUSH),
                             probe, this, nullptr);
}

FrameAtTime::~FrameAtTime() {
  gst_pad_remove_probe(pad_, probe_);
}

void FrameAtTime::begin(int64_t time) {
  time_ = static_cast<guint64>(time);
  begun_ = true;
}

GstPadProbeReturn FrameAtTime::probe(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto* const self = static_cast<FrameAtTime*>(data);
  if (!self->begun_)
    return GST_PAD_PROBE_OK;
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
    return self->take_frame(info);
  const GstEventType event = GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info));
  if (event == GST_EVENT_FLUSH_STOP) {
    self->held_.reset();
    self->passed_ = false;
  } else if (event == GST_EVENT_EOS) {
    self->end_stream();
  }
  return GST_PAD_PROBE_OK;
}

bool FrameAtTime::begins_later(GstBuffer* frame) const {
  const GstClockTime begin = stream_time(pad_, GST_BUFFER_PTS(frame));
  return !GST_CLOCK_TIME_IS_VALID(begin) || begin > time_;
}

/// Whether the last frame of the stream ends before the time.
bool FrameAtTime::is_over(GstBuffer* frame) const {
  const GstClockTime begin = stream_time(pad_, GST_BUFFER_PTS(frame));
  return GST_BUFFER_DURATION_IS_VALID(frame) && begin + GST_BUFFER_DURATION(frame) <= time_;
}

/// Holds a frame until the next one says whether it is shown at the time.
GstPadProbeReturn FrameAtTime::take_frame(GstPadProbeInfo* info) {
  GstBuffer* const frame = GST_PAD_PROBE_INFO_BUFFER(info);
  if (passed_)
    return GST_PAD_PROBE_OK;
  if (!begins_later(frame)) {
    held_.reset(gst_buffer_ref(frame));
    return GST_PAD_PROBE_DROP;
  }
  passed_ = true;
  if (held_) { // else the stream begins after the time
    gst_buffer_unref(frame);
    info->data = held_.release();
  }
  return GST_PAD_PROBE_OK;
}

void FrameAtTime::end_stream() {
  if (passed_ || !held_ || is_over(held_.get()))
    return;
  passed_ = true;
  gst_pad_chain(pad_, held_.release());
}

} // namespace videohistogram::tools
