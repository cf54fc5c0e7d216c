// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/thumbnail/frame_grabber.h"

#include "tools/decode/add_element.h"
#include "tools/decode/decoder.h"

namespace videohistogram::tools {

namespace {

using SamplePtr = std::unique_ptr<GstSample, Releaser<gst_sample_unref>>;

} // namespace

FrameGrabber::FrameGrabber(const std::string& path) : pipeline_(gst_pipeline_new(nullptr)) {
  const auto add = [this](const char* factory) { return add_element(pipeline_.get(), factory); };
  GstElement* source = add("filesrc");
  GstElement* decoder = add("decodebin");
  GstElement* scale = add("videoscale"); // first, so that fewer pixels are converted
  GstElement* convert = add("videoconvert");
  GstElement* filter = add("capsfilter");
  GstElement* encoder = add("jpegenc");
  sink_ = add("fakesink");
  if (!source || !decoder || !scale || !convert || !filter || !encoder || !sink_)
    return;
  g_object_set(source, "location", path.c_str(), nullptr);
  decode_video(decoder, scale);
  const CapsPtr size(gst_caps_new_simple(
      "video/x-raw", "width", GST_TYPE_INT_RANGE, 1, thumbnail_width, "height", GST_TYPE_INT_RANGE,
      1, thumbnail_height, "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, nullptr));
  g_object_set(filter, "caps", size.get(), nullptr);
  g_object_set(encoder, "quality", 80, nullptr);
  g_object_set(sink_, "enable-last-sample", TRUE, nullptr);
  gst_element_link(source, decoder);
  gst_element_link_many(scale, convert, filter, encoder, sink_, nullptr);
  gst_element_set_state(pipeline_.get(), GST_STATE_PAUSED);
  usable_ = wait_for_frame();
}

FrameGrabber::~FrameGrabber() {
  gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
}

bool FrameGrabber::wait_for_frame() {
  const BusPtr bus(gst_element_get_bus(pipeline_.get()));
  const MessagePtr message(gst_bus_timed_pop_filtered(
      bus.get(), GST_CLOCK_TIME_NONE,
      static_cast<GstMessageType>(GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS)));
  return message && GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_ASYNC_DONE;
}

std::string FrameGrabber::grab(int64_t time) {
  if (!usable_)
    return "";
  const bool sought = gst_element_seek_simple(
      pipeline_.get(), GST_FORMAT_TIME,
      static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE), time);
  if (sought)
    usable_ = wait_for_frame();
  else if (time != 0)
    return "";
  return usable_ ? take_image() : "";
}

std::string FrameGrabber::take_image() {
  GstSample* raw = nullptr;
  g_object_get(sink_, "last-sample", &raw, nullptr);
  const SamplePtr sample(raw);
  GstBuffer* buffer = raw ? gst_sample_get_buffer(raw) : nullptr;
  GstMapInfo map;
  if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_READ))
    return "";
  std::string image(reinterpret_cast<const char*>(map.data), map.size);
  gst_buffer_unmap(buffer, &map);
  return image;
}

} // namespace videohistogram::tools
