/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

GST_VIDEO_HISTOGRAM_API
gboolean gst_message_parse_video_histogram(GstMessage* message, GstVideoHistogram** histogram,
                                           GstClockTime* timestamp, GstClockTime* running_time,
                                           GstClockTime* duration, guint64* frames);
GST_VIDEO_HISTOGRAM_API
gboolean gst_message_parse_video_histogram_failure(GstMessage* message, GError** failure,
                                                   GstClockTime* timestamp,
                                                   GstClockTime* running_time, guint64* failed);
GST_VIDEO_HISTOGRAM_API
guint gst_message_video_histogram_get_n_regions(GstMessage* message);
GST_VIDEO_HISTOGRAM_API
gboolean gst_message_parse_video_histogram_region(GstMessage* message, guint index,
                                                  GstVideoHistogram** histogram, gint* id,
                                                  gint* parent_id, gchar** roi_type,
                                                  GstVideoRectangle* roi);
GST_VIDEO_HISTOGRAM_API
gboolean gst_message_parse_video_histogram_field(GstMessage* message, GstVideoHistogramField field,
                                                 gint region, GstVideoHistogram** histogram);

G_END_DECLS
