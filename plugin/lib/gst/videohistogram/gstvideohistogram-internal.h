/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Between the files of the library; nothing here is exported. */
#pragma once

#include <gst/videohistogram/gstvideohistogram-private.h>
#include <gst/videohistogram/videohistogram.h>

G_BEGIN_DECLS

/* GstVideoHistogram.state; the last two are final. */
enum { PENDING, COMPLETE, FAILED };

/* Where the matrix of a projection comes from. */
struct _GstVideoHistogramProjection {
  /* Set when it is made and never again. */
  GstVideoHistogram* histogram; /* which owns this, so no reference */
  GstVideoHistogramPrivateProjection shape;
  gchar name[GST_VIDEO_HISTOGRAM_MAX_NAME + 1]; /* that of its channel */

  /* Atomic. The matrix, [positions][bins], from when it was read. */
  guint32* counts;

  /* Of what follows, which is set before the histogram is complete. While it is held the matrix is
   * read, and nothing else is done that takes time. */
  GMutex mutex;
  GstVideoHistogramPrivateRead read; /* NULL when there is nothing to read, or nothing any more */
  gpointer data;
  GDestroyNotify destroy;
  GError* error; /* why there never will be a matrix */
};

/* A channel of a histogram. */
typedef struct {
  gchar name[GST_VIDEO_HISTOGRAM_MAX_NAME + 1];
  guint bins, depth, n_values; /* n_values is never 0 */
  guint64* counts;             /* [bins] */
  guint64 samples;
} Channel;

/* Who wants to know when a histogram is ready. */
typedef struct {
  GstVideoHistogramReadyFunc func;
  gpointer user_data;
  GDestroyNotify notify;
} Listener;

struct _GstVideoHistogram {
  GstMiniObject mini_object;

  /* Set when it is made and never again. */
  GstVideoFormat format;
  guint width, height;
  GstVideoColorimetry colorimetry;
  guint n_channels;
  gsize n_counts;         /* of all channels */
  GPtrArray* projections; /* of GstVideoHistogramProjection; NULL without any */
  guint64 n_projected;    /* counts of all of them */

  /* Atomic. Leaves PENDING with the mutex held, after all that follows has been written. */
  gint state;
  GMutex mutex;
  GCond finished;
  GArray* listeners; /* of Listener; with the mutex held, empty or NULL once it is final */

  /* Read only after the state was seen to be final. */
  GError* error; /* of a failed one */
  guint64 n_frames;
  guint64* counts;    /* all of the first channel, then those of the next; in this allocation */
  Channel channels[]; /* their samples and counts are final with the state */
};

/* The bin of a value, and the first value of a bin. */
static inline guint _gst_video_histogram_bin_of(guint bins, guint n_values, guint value) {
  return (guint)((guint64)value * bins / n_values);
}
static inline guint _gst_video_histogram_first_value(guint bins, guint n_values, guint bin) {
  return (guint)(((guint64)bin * n_values + bins - 1) / bins);
}
/* FALSE, and 0 in both, for a bin that does not exist. */
gboolean _gst_video_histogram_bin_values(guint bins, guint n_values, guint bin, guint* first,
                                         guint* last);

/* How many values a channel has. */
guint _gst_video_histogram_n_values(const GstVideoHistogramChannelInfo* info);

/* Whether it describes a channel; FALSE with INVALID. */
gboolean _gst_video_histogram_check_channel(const GstVideoHistogramChannelInfo* info,
                                            GError** error);

/* One allocation for the object, its channels and its counts, which are not initialised. It is
 * pending. Without `with_counts` it can only fail. */
GstVideoHistogram* _gst_video_histogram_alloc(GstVideoFormat format, guint width, guint height,
                                              const GstVideoColorimetry* colorimetry,
                                              const GstVideoHistogramChannelInfo* channels,
                                              guint n_channels, gboolean with_counts);

/* The channels of a histogram as they are described; the names stay the histogram's. */
void _gst_video_histogram_describe(const GstVideoHistogram* histogram,
                                   GstVideoHistogramChannelInfo* channels);

/* gst_video_histogram_new() of a sum of frames. */
GstVideoHistogram* _gst_video_histogram_new_sum(GstVideoFormat format, guint width, guint height,
                                                const GstVideoColorimetry* colorimetry,
                                                const GstVideoHistogramChannelInfo* channels,
                                                guint n_channels, guint64 n_frames,
                                                const guint64* counts, gsize n_counts,
                                                GError** error);

/* Of the table of gst_video_histogram_get_producer(). */
void _gst_video_histogram_add_projection(GstVideoHistogram* histogram,
                                         const GstVideoHistogramPrivateProjection* shape);
void _gst_video_histogram_set_projection(GstVideoHistogram* histogram, guint index,
                                         GstVideoHistogramPrivateRead read, gpointer data,
                                         GDestroyNotify destroy);
void _gst_video_histogram_complete(GstVideoHistogram* histogram, const guint32* counts);
void _gst_video_histogram_fail(GstVideoHistogram* histogram, GstVideoHistogramError code,
                               const gchar* message);

/* A histogram that has failed, for this reason. All arguments are checked as those of
 * gst_video_histogram_new(); needs no memory for counts. */
GstVideoHistogram* _gst_video_histogram_new_failed(GstVideoFormat format, guint width, guint height,
                                                   const GstVideoColorimetry* colorimetry,
                                                   const GstVideoHistogramChannelInfo* channels,
                                                   guint n_channels, GstVideoHistogramError code,
                                                   const gchar* message, GError** error);

/* Waits at most `timeout` and returns the state. */
gint _gst_video_histogram_wait(GstVideoHistogram* histogram, GstClockTime timeout);

/* Whether a rectangle lies inside the frame as analysed, its sides included; one of an unknown size
 * reaches to G_MAXINT. Every rectangle that the library hands out does: readers multiply and crop
 * with these numbers. */
gboolean _gst_video_histogram_contains(GstVideoHistogram* histogram, const GstVideoRectangle* roi);

/* Whether it can be a channel's name: 1 to 15 visible ASCII characters. */
gboolean _gst_video_histogram_is_name(const gchar* name);

/* Gives a histogram that nobody else has yet one more projection, without a matrix; NULL with
 * INVALID. Everything is checked, so that no pixel of the frame, whose size may be 0 x 0 for
 * unknown, has a position outside. The histogram owns it. */
GstVideoHistogramProjection* _gst_video_histogram_projection_new(
    GstVideoHistogram* histogram, const GstVideoHistogramPrivateProjection* shape, GError** error);
/* floor((2 (x c - y s) + origin) / 2^31) of a pixel of the channel's sample plane. */
gint64 _gst_video_histogram_position_of(const GstVideoHistogramPrivateProjection* shape, guint x,
                                        guint y);
gsize _gst_video_histogram_projection_n_counts(const GstVideoHistogramProjection* projection);

/* The matrix; NULL with the reason. Waits for the histogram, at most `timeout`, and reads the
 * matrix if nobody has done that yet. */
const guint32* _gst_video_histogram_projection_fetch(GstVideoHistogramProjection* projection,
                                                     GstClockTime timeout, GError** error);

/* GstVideoHistogramProducer.accumulate. */
gboolean _gst_video_histogram_accumulate(GstVideoHistogram** total, GstVideoHistogram* part);

/* Adds the matrices of `part` to those of `total`, which nobody else has. */
void _gst_video_histogram_accumulate_projections(GstVideoHistogram* total, GstVideoHistogram* part);

/* Gives the sum of two complete histograms the projections that both have. */
void _gst_video_histogram_add_projections(GstVideoHistogram* sum, GstVideoHistogram* a,
                                          GstVideoHistogram* b);

/* The rank, 1 to `samples`, of a percentile, which is 0 to 100. */
guint64 _gst_video_histogram_rank(guint64 samples, gdouble percent);

/* Fields of structures that come from anywhere; FALSE or NULL with INVALID. Counts are the field
 * `counts`, an array of `rows` arrays of as many numbers as `bins` says of each. */
gboolean _gst_video_histogram_read_uint(const GstStructure* structure, const gchar* field,
                                        guint* number, GError** error);
guint64* _gst_video_histogram_read_counts(const GstStructure* structure, guint rows,
                                          const guint* bins, GError** error);

/* Gives a histogram that nobody else has yet the projections in the field `projections`, if there
 * is one. */
gboolean _gst_video_histogram_read_projections(GstVideoHistogram* histogram,
                                               const GstStructure* structure, GError** error);

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
