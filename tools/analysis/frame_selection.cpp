// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/frame_selection.h"

#include "tools/record/frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace videohistogram::tools {

namespace {

int64_t to_time(double seconds) {
  return static_cast<int64_t>(std::llround(seconds * 1e9)) - time_rounding;
}

} // namespace

FrameSelection::FrameSelection(const AnalysisSettings& settings, Seek seek)
    : selection_(settings.selection), seek_(seek), start_(to_time(selection_.start)),
      stop_(std::numeric_limits<int64_t>::max()) {
  gst_segment_init(&segment_, GST_FORMAT_TIME);
}

void FrameSelection::watch(GstElement* element) {
  if (selection_.is_whole())
    return;
  pad_.reset(gst_element_get_static_pad(element, "sink"));
  if (selection_.start > 0 && seek_ == Seek::yes)
    block_ = gst_pad_add_probe(
        pad_.get(),
        static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BLOCK | GST_PAD_PROBE_TYPE_BUFFER),
        wait_for_seek, this, nullptr);
  gst_pad_add_probe(
      pad_.get(),
      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      note, this, nullptr);
}

/// The thread of the demuxer cannot seek itself. The pad stays blocked until seek() flushes it.
GstPadProbeReturn FrameSelection::wait_for_seek(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  auto* self = static_cast<FrameSelection*>(data);
  if (!self->asked_) {
    self->asked_ = true;
    self->note_first(self->time_of(GST_PAD_PROBE_INFO_BUFFER(info)));
    const ElementPtr element(gst_pad_get_parent_element(pad));
    gst_element_post_message(element.get(),
                             gst_message_new_application(GST_OBJECT(element.get()),
                                                         gst_structure_new_empty(seek_message)));
  }
  return GST_PAD_PROBE_OK;
}

bool FrameSelection::seek() {
  gint64 duration = 0;
  if (gst_pad_peer_query_duration(pad_.get(), GST_FORMAT_TIME, &duration) && duration > 0 &&
      duration <= start_)
    return false;
  constexpr auto flags = static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT |
                                                   GST_SEEK_FLAG_SNAP_BEFORE);
  gst_pad_push_event(pad_.get(),
                     gst_event_new_seek(1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET,
                                        std::max<int64_t>(start_, 0), GST_SEEK_TYPE_NONE, 0));
  gst_pad_remove_probe(pad_.get(), block_);
  return true;
}

GstPadProbeReturn FrameSelection::note(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto* self = static_cast<FrameSelection*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER)
    return self->note_frame(GST_PAD_PROBE_INFO_BUFFER(info));
  GstEvent* event = GST_PAD_PROBE_INFO_EVENT(info);
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT)
    gst_event_copy_segment(event, &self->segment_);
  return GST_PAD_PROBE_OK;
}

guint64 FrameSelection::time_of(const GstBuffer* buffer) const {
  return gst_segment_to_stream_time(&segment_, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
}

/// The first frame with a time tells where the video begins; frames after a seek do not tell it.
void FrameSelection::note_first(guint64 time) {
  if (has_first_ || !GST_CLOCK_TIME_IS_VALID(time))
    return;
  has_first_ = true;
  if (selection_.duration > 0)
    stop_ =
        std::max(static_cast<int64_t>(time), start_ + time_rounding) + to_time(selection_.duration);
}

/// A frame without a time passes if a frame before it did.
GstPadProbeReturn FrameSelection::note_frame(const GstBuffer* buffer) {
  const guint64 time = time_of(buffer);
  const bool timed = GST_CLOCK_TIME_IS_VALID(time);
  note_first(time);
  if (timed ? static_cast<int64_t>(time) < start_ : frames_ == 0 && selection_.start > 0)
    return GST_PAD_PROBE_DROP;
  if (timed && static_cast<int64_t>(time) >= stop_) {
    gst_pad_send_event(pad_.get(), gst_event_new_eos()); // frames that follow get GST_FLOW_EOS
    return GST_PAD_PROBE_DROP;
  }
  return frames_++ % static_cast<uint64_t>(selection_.every) == 0 ? GST_PAD_PROBE_OK
                                                                  : GST_PAD_PROBE_DROP;
}

} // namespace videohistogram::tools
