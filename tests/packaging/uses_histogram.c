/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program that knows the installed library alone: counts one white frame and prints its counts
 * of white. */
#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <stdio.h>

int main(int argc, char** argv) {
  GstElement *pipeline, *sink;
  GstMessage* message;
  GstSample* sample = NULL;
  GstVideoHistogramMeta* meta;
  const guint64* counts;
  gsize bins;
  guint c;

  gst_init(&argc, &argv);
  pipeline = gst_parse_launch("videotestsrc num-buffers=1 pattern=white ! "
                              "video/x-raw,format=RGBA,width=16,height=9 ! videohistogram ! "
                              "fakesink name=sink enable-last-sample=true",
                              NULL);
  if (pipeline == NULL)
    return 1;
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered(GST_ELEMENT_BUS(pipeline), 30 * GST_SECOND,
                                       (GstMessageType)(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  if (message == NULL || GST_MESSAGE_TYPE(message) != GST_MESSAGE_EOS)
    return 2;
  gst_message_unref(message);

  sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  g_object_get(sink, "last-sample", &sample, NULL);
  meta = gst_buffer_get_video_histogram_meta(gst_sample_get_buffer(sample));
  if (meta == NULL || !gst_video_histogram_wait(meta->histogram, GST_SECOND, NULL))
    return 3;
  for (c = 0; c < gst_video_histogram_get_n_channels(meta->histogram); c++) {
    counts = gst_video_histogram_get_counts(meta->histogram, c, &bins);
    printf("%s %u\n", gst_video_histogram_get_channel_name(meta->histogram, c),
           (guint)counts[bins - 1]);
  }

  gst_sample_unref(sample);
  gst_object_unref(sink);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  return 0;
}
