/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Between the element and the library; not installed, and no promise to anybody else. */
#pragma once

#include <gst/videohistogram/videohistogram.h>

G_BEGIN_DECLS

/* A histogram whose counts are to come. Arguments as gst_video_histogram_new(), from caps that
 * were accepted: format and colorimetry are not checked again. Whoever makes it calls _complete()
 * or _fail() exactly once, holding a reference over the call; these wake all who wait. May be
 * dropped without either when nobody else has it. */
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_private_new_pending(GstVideoFormat format, guint width,
                                                           guint height,
                                                           const GstVideoColorimetry* colorimetry,
                                                           const gchar* const* channels,
                                                           guint bins);

/* counts: channels x bins, copied. From any one thread. */
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_private_complete(GstVideoHistogram* histogram, const guint32* counts);

/* The code and message are what gst_video_histogram_wait() reports. From any one thread. */
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_private_fail(GstVideoHistogram* histogram, GstVideoHistogramError code,
                                      const gchar* message);

G_END_DECLS
