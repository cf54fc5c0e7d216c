/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Between the files of the library; nothing here is exported. */
#pragma once

#include <gst/videohistogram/videohistogram.h>

G_BEGIN_DECLS

/* GstVideoHistogram.state; the last two are final. */
enum { PENDING, COMPLETE, FAILED };

struct _GstVideoHistogram {
  GstMiniObject mini_object;

  /* Set when it is made and never again. */
  GstVideoFormat format;
  guint width, height;
  GstVideoColorimetry colorimetry;
  guint n_channels, bins;
  gchar names[GST_VIDEO_HISTOGRAM_MAX_CHANNELS][GST_VIDEO_HISTOGRAM_MAX_NAME + 1];

  /* Atomic. Leaves PENDING with the mutex held, after all that follows has been written. */
  gint state;
  GMutex mutex;
  GCond finished;

  /* Read only after the state was seen to be final. */
  GError* error; /* of a failed one */
  guint64 samples[GST_VIDEO_HISTOGRAM_MAX_CHANNELS];
  guint64 counts[]; /* [n_channels][bins] */
};

/* One allocation for the object and its counts, which are not initialised. It is pending. */
GstVideoHistogram* _gst_video_histogram_alloc(GstVideoFormat format, guint width, guint height,
                                              const GstVideoColorimetry* colorimetry,
                                              const gchar* const* channels, guint n_channels,
                                              guint bins);

/* Waits at most `timeout` and returns the state. */
gint _gst_video_histogram_wait(GstVideoHistogram* histogram, GstClockTime timeout);

/* A GValue of GstVideoHistogram (or of NULL) as one line for people; never waits. */
void _gst_video_histogram_transform_to_string(const GValue* histogram, GValue* string);

G_END_DECLS
