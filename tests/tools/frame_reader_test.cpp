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

  unsigned frames = 0;
  std::vector<Finding> findings;
};

GstBuffer* failed_frame(guint number) {
  const GstVideoHistogramChannelInfo channel = {"Y", 256, 8, 0, {nullptr}};
  GstVideoHistogram* const histogram =
      gst_video_histogram_producer()->new_pending(GST_VIDEO_FORMAT_GRAY8, 4, 4, nullptr, &channel,
                                                  1, static_cast<GstVideoHistogramColorFlags>(0));
  gst_video_histogram_producer()->set_error(
      histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
      ("the GPU was lost at " + std::to_string(number)).c_str());
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, 16, nullptr);
  GST_BUFFER_PTS(buffer) = number * 40 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
  gst_buffer_add_video_histogram_meta(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, nullptr,
                                      nullptr, histogram);
  gst_video_histogram_unref(histogram);
  return buffer;
}

} // namespace

TEST(FrameReader, FramesWhoseCountFailedAreToldOf) {
  gst_init(nullptr, nullptr);
  Listener listener;
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
    EXPECT_EQ(gst_pad_push(source, failed_frame(i)), GST_FLOW_OK);
  gst_element_set_state(sink, GST_STATE_NULL);

  VideoRecord record;
  reader.finish(record);
  EXPECT_EQ(record.frames, 3u);
  EXPECT_EQ(listener.frames, 3u);
  EXPECT_EQ(reader.describe_failures(),
            "3 of 3 frames could not be counted: the GPU was lost at 0");
  ASSERT_FALSE(listener.findings.empty());
  EXPECT_EQ(listener.findings[0].kind, "not-counted");
  gst_caps_unref(caps);
  gst_object_unref(pad);
  gst_object_unref(source);
  gst_object_unref(sink);
}

} // namespace videohistogram::tools
