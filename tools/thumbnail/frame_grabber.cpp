// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/thumbnail/frame_grabber.h"

#include "tools/decode/add_element.h"
#include "tools/read/frame_finder.h"

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>

namespace videohistogram::tools {

namespace {

/// Rotations are those by the nearest multiple of 90 degrees.
GstVideoOrientationMethod direction_of(const Orientation& orientation) {
  constexpr GstVideoOrientationMethod turned[] = {
      GST_VIDEO_ORIENTATION_IDENTITY, GST_VIDEO_ORIENTATION_90R, GST_VIDEO_ORIENTATION_180,
      GST_VIDEO_ORIENTATION_90L};
  constexpr GstVideoOrientationMethod mirrored[] = {
      GST_VIDEO_ORIENTATION_HORIZ, GST_VIDEO_ORIENTATION_UR_LL, GST_VIDEO_ORIENTATION_VERT,
      GST_VIDEO_ORIENTATION_UL_LR};
  const int32_t quarters = (orientation.rotation + 45) / 90 % 4;
  return orientation.mirrored ? mirrored[quarters] : turned[quarters];
}

} // namespace

FrameGrabber::FrameGrabber(const std::string& path) : pipeline_(gst_pipeline_new(nullptr)) {
  const auto add = [this](const char* factory) { return add_element(pipeline_.get(), factory); };
  source_ = add("appsrc");
  GstElement* scale = add("videoscale"); // first, so that fewer pixels are converted
  GstElement* convert = add("videoconvert");
  GstElement* filter = add("capsfilter");
  turn_ = add("videoflip");
  GstElement* encoder = add("jpegenc");
  sink_ = add("appsink");
  if (!source_ || !scale || !convert || !filter || !turn_ || !encoder || !sink_)
    return;
  const CapsPtr size(gst_caps_new_simple(
      "video/x-raw", "width", GST_TYPE_INT_RANGE, 1, thumbnail_side, "height", GST_TYPE_INT_RANGE,
      1, thumbnail_side, "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, nullptr));
  g_object_set(filter, "caps", size.get(), nullptr);
  g_object_set(encoder, "quality", 80, nullptr);
  g_object_set(source_, "format", GST_FORMAT_TIME, nullptr);
  g_object_set(sink_, "sync", FALSE, nullptr);
  gst_element_link_many(source_, scale, convert, filter, turn_, encoder, sink_, nullptr);
  gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING);
  try {
    // Has no time limit: whoever started this process has one.
    finder_ = std::make_unique<FrameFinder>(path, [] { return false; });
  } catch (const ReadError&) { // there are no images
  }
}

FrameGrabber::~FrameGrabber() {
  gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
}

std::string FrameGrabber::grab(int64_t time) {
  if (!finder_)
    return "";
  try {
    const FrameFinder::Found found = finder_->find(time);
    if (!found.sample)
      return "";
    g_object_set(turn_, "video-direction", direction_of(found.orientation), nullptr);
    return encode(found.sample.get());
  } catch (const ReadError&) {
    return "";
  }
}

std::string FrameGrabber::encode(GstSample* frame) {
  gst_app_src_push_sample(GST_APP_SRC(source_), frame);
  const BusPtr bus(gst_element_get_bus(pipeline_.get()));
  SamplePtr image;
  while (!image && !MessagePtr(gst_bus_pop_filtered(bus.get(), GST_MESSAGE_ERROR)))
    image.reset(gst_app_sink_try_pull_sample(GST_APP_SINK(sink_), 50 * GST_MSECOND));
  GstBuffer* const buffer = image ? gst_sample_get_buffer(image.get()) : nullptr;
  GstMapInfo map;
  if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_READ))
    return "";
  std::string jpeg(reinterpret_cast<const char*>(map.data), map.size);
  gst_buffer_unmap(buffer, &map);
  return jpeg;
}

} // namespace videohistogram::tools
