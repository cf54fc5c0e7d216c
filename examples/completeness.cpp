// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "completeness.h"

#include "application.h"

#include <algorithm>

namespace {

/// The end of the first audio track, in stream time; 0 if no audio track can be decoded.
GstClockTime end_of_sound(const std::string& uri) {
  const ElementPtr pipeline =
      launch("uridecodebin name=source caps=audio/x-raw expose-all-streams=false ! fakesink");
  const ElementPtr source(gst_bin_get_by_name(GST_BIN(pipeline.get()), "source"));
  g_object_set(source.get(), "uri", uri.c_str(), nullptr);
  const BusPtr bus(gst_element_get_bus(pipeline.get()));
  gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
  MessagePtr message;
  while (!message && !signal_received())
    message.reset(gst_bus_timed_pop_filtered(
        bus.get(), 100 * GST_MSECOND,
        static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
  gint64 end = 0;
  if (!gst_element_query_position(pipeline.get(), GST_FORMAT_TIME, &end))
    end = 0;
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  return static_cast<GstClockTime>(std::max<gint64>(end, 0));
}

} // namespace

void Completeness::watch(GstElement* element) {
  gst_segment_init(&segment_, GST_FORMAT_TIME);
  GstPad* pad = gst_element_get_static_pad(element, "src");
  gst_pad_add_probe(
      pad,
      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      note, this, nullptr);
  gst_object_unref(pad);
}

GstPadProbeReturn Completeness::note(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto* self = static_cast<Completeness*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER)
    self->note_frame(GST_PAD_PROBE_INFO_BUFFER(info));
  else if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_SEGMENT)
    gst_event_copy_segment(GST_PAD_PROBE_INFO_EVENT(info), &self->segment_);
  return GST_PAD_PROBE_OK;
}

void Completeness::note_frame(const GstBuffer* frame) {
  const GstClockTime start =
      gst_segment_to_running_time(&segment_, GST_FORMAT_TIME, GST_BUFFER_PTS(frame));
  const GstClockTime duration = GST_BUFFER_DURATION(frame);
  if (!GST_CLOCK_TIME_IS_VALID(start) || !GST_CLOCK_TIME_IS_VALID(duration)) {
    timed_ = false;
    return;
  }
  // Containers round times by less than half a frame.
  if (frames_ > 0 && start > end_ + duration / 2) {
    late_++;
    gaps_ += start - end_;
    longest_gap_ = std::max(longest_gap_, start - end_);
  } else if (frames_ > 0 && start + duration / 2 < end_) {
    early_++;
  }
  frames_++;
  end_ = std::max(end_, start + duration);
  longest_ = std::max(longest_, duration);
}

std::string Completeness::missing(GstClockTime duration, const std::string& uri) const {
  // Still images have no duration. Some decoders, such as those of GIF, set times that do not
  // advance.
  if (!GST_CLOCK_TIME_IS_VALID(duration) || !timed_ || frames_ == 0 || early_ * 10 > frames_)
    return "";
  // A damaged file has few but long gaps. A file with gaps after more than a tenth of its frames
  // has a variable frame rate, for which decoders still set a constant duration. Gaps then mean
  // nothing, and the last frame may be shown for as long as the longest gap.
  const bool variable = late_ * 10 > frames_;
  GstClockTime missing = variable ? 0 : gaps_;
  const GstClockTime tolerance = longest_ * 3 / 2 + (variable ? longest_gap_ : 0);
  // The duration is that of the longest stream. Audio that is longer than the video is no damage.
  if (end_ + tolerance < duration && end_of_sound(uri) + tolerance < duration)
    missing += duration - end_;
  if (missing <= tolerance)
    return "";
  return "counted " + seconds(duration - std::min(missing, duration)) + " of " + seconds(duration) +
         " (" + std::to_string(frames_) + " frames): the file is damaged or truncated";
}
