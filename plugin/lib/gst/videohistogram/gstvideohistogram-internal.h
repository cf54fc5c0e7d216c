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

/* One allocation for the object and its counts, which are not initialised. It is pending.
 * n_counts: n_channels x bins, or 0 for one that can only fail. */
GstVideoHistogram* _gst_video_histogram_alloc(GstVideoFormat format, guint width, guint height,
                                              const GstVideoColorimetry* colorimetry,
                                              const gchar* const* channels, guint n_channels,
                                              guint bins, gsize n_counts);

/* A histogram that has failed, for this reason. All arguments are checked as those of
 * gst_video_histogram_new(); needs no memory for counts. */
GstVideoHistogram* _gst_video_histogram_new_failed(GstVideoFormat format, guint width, guint height,
                                                   const GstVideoColorimetry* colorimetry,
                                                   const gchar* const* channels, guint bins,
                                                   GstVideoHistogramError code,
                                                   const gchar* message, GError** error);

/* Waits at most `timeout` and returns the state. */
gint _gst_video_histogram_wait(GstVideoHistogram* histogram, GstClockTime timeout);

/* A format's name and back, with "UNKNOWN" for the unknown one; FALSE for a name of none. */
const gchar* _gst_video_histogram_format_name(GstVideoFormat format);
gboolean _gst_video_histogram_format_from_name(const gchar* name, GstVideoFormat* format);

/* A GValue of GstVideoHistogram (or of NULL) as one line for people; never waits. */
void _gst_video_histogram_transform_to_string(const GValue* histogram, GValue* string);

#if GST_CHECK_VERSION(1, 24, 0)
/* A GstMetaSerializeFunction and a GstMetaDeserializeFunction for GstVideoHistogramMeta. */
gboolean _gst_video_histogram_meta_serialize(const GstMeta* meta, GstByteArrayInterface* data,
                                             guint8* version);
GstMeta* _gst_video_histogram_meta_deserialize(const GstMetaInfo* info, GstBuffer* buffer,
                                               const guint8* data, gsize size, guint8 version);
#endif

G_END_DECLS
