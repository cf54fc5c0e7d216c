// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames whose count failed, as those in the memory of a GPU that is lost.
#include "tools/analysis/frame_reader.h"

#include <gst/gst.h>
#include <gst/videohistogram/gstvideohistogram-private.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace videohistogram::tools {

namespace {

class Listener final : public VideoListener {
public:
  void format(const VideoFormat&) override {}
  void frame(const FrameRecord&) override { frames++; }
  void finding(const Finding& finding) override { findings.push_back(finding); }
  void shot(const Shot&) override {}
  void counts(const FrameCounts&) override {}
  void field(const FieldRecord&) override {}

  unsigned frames = 0;
  std::vector<Finding> findings;
};

GstBuffer* frame_with(guint number, GstVideoHistogram* histogram) {
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, 16, nullptr);
  GST_BUFFER_PTS(buffer) = number * 40 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
  gst_buffer_add_video_histogram_meta(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, nullptr,
                                      nullptr, histogram);
  gst_video_histogram_unref(histogram);
  return buffer;
}

GstVideoHistogram* pending_histogram() {
  const GstVideoHistogramChannelInfo channel = {"GRAY", 256, 8, 0, {nullptr}};
  return gst_video_histogram_producer()->new_pending(GST_VIDEO_FORMAT_GRAY8, 4, 4, nullptr,
                                                     &channel, 1,
                                                     static_cast<GstVideoHistogramColorFlags>(0));
}

GstBuffer* failed_frame(guint number) {
  GstVideoHistogram* const histogram = pending_histogram();
  gst_video_histogram_producer()->set_error(
      histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
      ("the GPU was lost at " + std::to_string(number)).c_str());
  return frame_with(number, histogram);
}

gboolean fail_to_read(gpointer, guint32*, GError** error) {
  g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                      "the GPU was lost with the projections");
  return FALSE;
}

/// A white frame that was counted, and whose projections cannot be read.
GstBuffer* frame_without_lines(guint number) {
  const GstVideoHistogramProducer* const producer = gst_video_histogram_producer();
  GstVideoHistogram* const histogram = pending_histogram();
  const GstVideoHistogramPrivateProjection shape = {
      gint64{1} << 30, 0, 0, 4, 0, {"GRAY", 256, 8, 0, {nullptr}}, 0, 0, -1};
  for (guint i = 0; i < 2; i++) {
    producer->add_projection(histogram, &shape);
    producer->set_projection(histogram, i, fail_to_read, nullptr, nullptr);
  }
  guint32 counts[256] = {};
  counts[235] = 16;
  producer->complete(histogram, counts);
  return frame_with(number, histogram);
}

/// Has a reader read frames of this kind, and returns how many could not be counted.
std::string read_frames(GstBuffer* (*make)(guint number), Listener& listener) {
  gst_init(nullptr, nullptr);
  FrameReader reader(AnalysisSettings(), listener);
  GstElement* const sink = gst_element_factory_make("fakesink", nullptr);
  g_object_set(sink, "async", FALSE, nullptr);
  reader.watch(sink);
  GstPad* const source = gst_pad_new("src", GST_PAD_SRC);
  GstPad* const pad = gst_element_get_static_pad(sink, "sink");
  gst_pad_link(source, pad);
  gst_pad_set_active(source, TRUE);
  gst_element_set_state(sink, GST_STATE_PLAYING);
  gst_pad_push_event(source, gst_event_new_stream_start("id"));
  GstCaps* const caps =
      gst_caps_from_string("video/x-raw,format=GRAY8,width=4,height=4,framerate=25/1");
  gst_pad_push_event(source, gst_event_new_caps(caps));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_pad_push_event(source, gst_event_new_segment(&segment));
  EXPECT_EQ(reader.describe_failures(), "");
  for (guint i = 0; i < 3; i++)
    EXPECT_EQ(gst_pad_push(source, make(i)), GST_FLOW_OK);
  gst_element_set_state(sink, GST_STATE_NULL);
  VideoRecord record;
  reader.finish(record);
  EXPECT_EQ(record.frames, 3u);
  EXPECT_EQ(listener.frames, 3u);
  gst_caps_unref(caps);
  gst_object_unref(pad);
  gst_object_unref(source);
  gst_object_unref(sink);
  return reader.describe_failures();
}

} // namespace

TEST(FrameReader, FramesWhoseCountFailedAreToldOf) {
  Listener listener;
  EXPECT_EQ(read_frames(failed_frame, listener),
            "3 of 3 frames could not be counted: the GPU was lost at 0");
  ASSERT_FALSE(listener.findings.empty());
  EXPECT_EQ(listener.findings[0].kind, "not-counted");
}

TEST(FrameReader, FramesWhoseLinesCannotBeReadAreToldOf) {
  Listener listener;
  EXPECT_EQ(read_frames(frame_without_lines, listener),
            "3 of 3 frames could not be counted: the GPU was lost with the projections");
  ASSERT_FALSE(listener.findings.empty());
  EXPECT_EQ(listener.findings[0].kind, "not-counted");
}

} // namespace videohistogram::tools
