/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Declarations that the library's source files share. None is exported or installed. */
#pragma once

#include <gst/videohistogram/gstvideohistogram-private.h>
#include <gst/videohistogram/videohistogram.h>

G_BEGIN_DECLS

/* The debug category of the library. */
#define GST_CAT_DEFAULT (_gst_video_histogram_debug_category())
GstDebugCategory* _gst_video_histogram_debug_category(void);

/* Values of GstVideoHistogram.state. COMPLETE and FAILED are final. */
enum { PENDING, COMPLETE, FAILED };

/* The counts of a table with two axes, or where to read them from. */
typedef struct {
  /* These fields are constant after construction. */
  GstVideoHistogram* histogram; /* the owner of the table; not a reference */
  gsize n_counts;
  gboolean wide; /* counts are guint64, else guint32 */

  /* The counts, row-major; NULL until they have been read. Accessed atomically. */
  gpointer counts;

  /* The mutex guards the fields below once the histogram is complete. Reading the counts is the
   * only slow operation under the mutex. */
  GMutex mutex;
  GstVideoHistogramPrivateRead read; /* NULL when nothing is left to read */
  gpointer data;
  GDestroyNotify destroy;
  GError* error; /* the final error of reading the counts, or NULL */
} Matrix;

/* A projection; its counts are guint32, [positions][bins]. */
struct _GstVideoHistogramProjection {
  Matrix matrix;
  GstVideoHistogramPrivateProjection shape;
  gchar name[GST_VIDEO_HISTOGRAM_MAX_NAME + 1]; /* the channel's name */
};

/* A joint histogram; its counts are guint64, [bins of x][bins of y]. */
struct _GstVideoHistogramJoint {
  Matrix matrix;
  GstVideoHistogramChannelInfo axes[2]; /* x and y */
  gchar names[2][GST_VIDEO_HISTOGRAM_MAX_NAME + 1];
};

/* A sum; its values are [planes][rows][columns]. */
struct _GstVideoHistogramSum {
  GstVideoHistogram* histogram; /* not a reference: the histogram owns the sum */
  GstVideoHistogramPrivateSum shape;
  gsize n_values;
  /* The fields below may be read only after the histogram's state was seen to be final. */
  gint64* values; /* NULL if there are none */
  guint64 n_compared;
};

/* One channel of a histogram. */
typedef struct {
  gchar name[GST_VIDEO_HISTOGRAM_MAX_NAME + 1];
  guint bins, depth, n_values; /* n_values is at least 1 */
  guint64* counts;             /* [bins] */
  guint64 samples;
} Channel;

/* A callback of gst_video_histogram_call_when_ready() that has not been called yet. */
typedef struct {
  GstVideoHistogramReadyFunc func;
  gpointer user_data;
  GDestroyNotify notify;
} Listener;

struct _GstVideoHistogram {
  GstMiniObject mini_object;

  /* These fields are constant once a second reference exists. */
  GstVideoFormat format;
  guint width, height;
  GstVideoColorimetry colorimetry;
  GstVideoHistogramColorFlags color_flags;
  GstVideoHistogramField field;
  guint n_channels;
  gsize n_counts;          /* number of counts of all channels together */
  GPtrArray* projections;  /* GstVideoHistogramProjection elements; NULL if there are none */
  GPtrArray* joints;       /* GstVideoHistogramJoint elements; NULL if there are none */
  GPtrArray* sums;         /* GstVideoHistogramSum elements; NULL if there are none */
  guint64 n_matrix_counts; /* number of counts of all projections and joint histograms together */

  /* The state is read atomically. It leaves PENDING once, with the mutex held, after the error,
   * n_frames, counts and samples have been written. */
  gint state;
  GMutex mutex;
  GCond finished;
  GArray* listeners; /* Listener elements, guarded by the mutex; NULL in a final state */

  /* The fields below may be read only after the state was seen to be final. */
  GError* error; /* the reason in state FAILED, else NULL */
  guint64 n_frames;
  guint64* counts;    /* all channels in order; part of this allocation */
  Channel channels[]; /* samples and counts are valid in state COMPLETE */
};

/* What the counts of a histogram are of. */
typedef struct {
  GstVideoFormat format;
  guint width, height;
  const GstVideoColorimetry* colorimetry;       /* NULL: not known */
  const GstVideoHistogramChannelInfo* channels; /* the names are copied */
  guint n_channels;
  guint64 n_frames; /* 1, or more for a sum */
} Description;

/* The bin that holds a value, and the first value that a bin holds. */
static inline guint _gst_video_histogram_bin_of(guint bins, guint n_values, guint value) {
  return (guint)((guint64)value * bins / n_values);
}
static inline guint _gst_video_histogram_first_value(guint bins, guint n_values, guint bin) {
  return (guint)(((guint64)bin * n_values + bins - 1) / bins);
}
/* Stores the first and the last value of a bin. Returns FALSE and stores 0 in both for a bin that
 * does not exist. */
gboolean _gst_video_histogram_bin_values(guint bins, guint n_values, guint bin, guint* first,
                                         guint* last);

/* The number of values of a channel: info->n_values, or 2^depth if that is 0. */
guint _gst_video_histogram_n_values(const GstVideoHistogramChannelInfo* info);

/* Sets the error INVALID with a printf-style message, and returns FALSE. */
gboolean _gst_video_histogram_refuse(GError** error, const gchar* format, ...) G_GNUC_PRINTF(2, 3);

/* Whether `info` describes a valid channel; sets the error INVALID if not. */
gboolean _gst_video_histogram_check_channel(const GstVideoHistogramChannelInfo* info,
                                            GError** error);

/* Whether two descriptions with a number of values are equal. */
gboolean _gst_video_histogram_same_channel(const GstVideoHistogramChannelInfo* a,
                                           const GstVideoHistogramChannelInfo* b);

/* The channel; NULL if it has no samples. Waits for the counts. */
const Channel* _gst_video_histogram_counted_channel(GstVideoHistogram* histogram, guint channel);

/* Allocates a pending histogram in one block, with uninitialised counts. Without `with_counts` it
 * has no room for counts and can only be made to fail. */
GstVideoHistogram* _gst_video_histogram_alloc(const Description* description, gboolean with_counts);

/* Fills in one description per channel. The names stay owned by the histogram. */
void _gst_video_histogram_describe(const GstVideoHistogram* histogram,
                                   GstVideoHistogramChannelInfo* channels);

/* The flags of GstVideoHistogramColorFlags that tell which parts of the colorimetry are declared.
 */
#define COLORIMETRY_DECLARED_FLAGS                                                                 \
  (GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED | GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED |          \
   GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED | GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED)

/* All flags of GstVideoHistogramColorFlags. Other bits in untrusted input are ignored. */
#define COLOR_FLAGS                                                                                \
  (GST_VIDEO_HISTOGRAM_COLOR_COMPUTED | GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB |                     \
   GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS | COLORIMETRY_DECLARED_FLAGS)

/* Whether the registered enum `type` has that value. */
gboolean _gst_video_histogram_is_enum_value(GType type, gint value);

/* "top" or "bottom", as structures and messages name a field; NULL for a frame. */
const gchar* _gst_video_histogram_field_nick(GstVideoHistogramField field);

/* Makes a complete histogram, as gst_video_histogram_new() does. */
GstVideoHistogram* _gst_video_histogram_new_sum(const Description* description,
                                                const guint64* counts, gsize n_counts,
                                                GError** error);

/* Entries of the function table that gst_video_histogram_get_producer() returns. */
void _gst_video_histogram_add_projection(GstVideoHistogram* histogram,
                                         const GstVideoHistogramPrivateProjection* shape);
void _gst_video_histogram_set_projection(GstVideoHistogram* histogram, guint index,
                                         GstVideoHistogramPrivateRead read, gpointer data,
                                         GDestroyNotify destroy);
void _gst_video_histogram_add_joint(GstVideoHistogram* histogram,
                                    const GstVideoHistogramChannelInfo axes[2]);
void _gst_video_histogram_set_joint(GstVideoHistogram* histogram, guint index,
                                    GstVideoHistogramPrivateRead read, gpointer data,
                                    GDestroyNotify destroy);
void _gst_video_histogram_add_sum(GstVideoHistogram* histogram,
                                  const GstVideoHistogramPrivateSum* shape);
void _gst_video_histogram_set_sum(GstVideoHistogram* histogram, guint index, const gint64* values,
                                  gboolean compared);
guint _gst_video_histogram_load(GstVideoHistogram* histogram, gboolean projections, gboolean joints,
                                GError** error);
void _gst_video_histogram_complete(GstVideoHistogram* histogram, const guint32* counts);
void _gst_video_histogram_fail(GstVideoHistogram* histogram, GstVideoHistogramError code,
                               const gchar* message);

/* Makes a failed histogram. The description is checked as by gst_video_histogram_new(). No counts
 * are allocated. */
GstVideoHistogram* _gst_video_histogram_new_failed(const Description* description,
                                                   GstVideoHistogramError code,
                                                   const gchar* message, GError** error);

/* Numbers of the histogram as bytes that hold a reference to it; NULL if `numbers` is NULL. */
GBytes* _gst_video_histogram_bytes(GstVideoHistogram* histogram, gconstpointer numbers, gsize size);

/* Waits at most `timeout` and returns the state. */
gint _gst_video_histogram_wait(GstVideoHistogram* histogram, GstClockTime timeout);

/* Whether a rectangle lies inside the frame as analysed; a frame of unknown size extends to
 * G_MAXINT. All rectangles that the library returns do, because callers multiply and crop with the
 * numbers. */
gboolean _gst_video_histogram_contains(GstVideoHistogram* histogram, const GstVideoRectangle* roi);

/* Whether `name` is a valid channel name: 1 to 15 visible ASCII characters. */
gboolean _gst_video_histogram_is_name(const gchar* name);

/* Adds a projection without a matrix, owned by the histogram, to which the caller has the only
 * reference. The shape is checked: every pixel of the frame, unless its size is unknown (0 x 0),
 * must have a position in range. Returns NULL with the error INVALID if the shape is refused. */
GstVideoHistogramProjection* _gst_video_histogram_projection_new(
    GstVideoHistogram* histogram, const GstVideoHistogramPrivateProjection* shape, GError** error);
/* floor((2 (x c - y s) + origin) / 2^31): the position of a pixel of the sample plane. */
gint64 _gst_video_histogram_position_of(const GstVideoHistogramPrivateProjection* shape, guint x,
                                        guint y);

/* Adds a joint histogram without counts, owned by the histogram, to which the caller has the only
 * reference. Returns NULL with the error INVALID if an axis is no valid channel. */
GstVideoHistogramJoint* _gst_video_histogram_joint_new(GstVideoHistogram* histogram,
                                                       const GstVideoHistogramChannelInfo axes[2],
                                                       GError** error);

/* Makes a table with two axes, a zeroed struct of `size` bytes that begins with its matrix, and
 * adds it to `tables`, an array of the histogram. Returns NULL with the error INVALID if the
 * histogram would have more than 2^26 counts of such tables. */
gpointer _gst_video_histogram_table_new(GstVideoHistogram* histogram, GPtrArray** tables,
                                        gsize size, guint64 n_counts, gboolean wide,
                                        GError** error);
/* The number of tables in an array, which is NULL if there are none. */
static inline guint _gst_video_histogram_n_tables(const GPtrArray* tables) {
  return tables != NULL ? tables->len : 0;
}
/* Sets how the counts of a table are read. Call at most once per table, while the histogram is
 * pending. */
void _gst_video_histogram_set_source(const GPtrArray* tables, guint index,
                                     GstVideoHistogramPrivateRead read, gpointer data,
                                     GDestroyNotify destroy);
/* Returns the counts, or NULL with the reason in `error`. Waits for the histogram, at most
 * `timeout` ns, and reads the counts if they have not been read yet. */
gconstpointer _gst_video_histogram_matrix_fetch(Matrix* self, GstClockTime timeout, GError** error);
/* The same, without waiting for the histogram. For the producer, before anybody else reads it. */
gconstpointer _gst_video_histogram_matrix_load(Matrix* self, GError** error);
/* Implements the public functions that return all counts, and their number in `n_counts`. */
gconstpointer _gst_video_histogram_matrix_get_counts(Matrix* self, gsize* n_counts);
/* Makes a new matrix the sum of two of the same number and width of counts. */
void _gst_video_histogram_matrix_set_sum(Matrix* self, Matrix* a, Matrix* b);
/* Adds the matrices of `part` to those of `total`. After an error, the matrix of `total` has that
 * error and no counts. The caller has the only reference to the histogram of `total`. */
void _gst_video_histogram_accumulate_tables(const GPtrArray* total, const GPtrArray* part);

/* Implements GstVideoHistogramProducer.accumulate. */
gboolean _gst_video_histogram_accumulate(GstVideoHistogram** total, GstVideoHistogram* part);

/* Adds to `sum`, the sum of the complete histograms `a` and `b`, the projections that both have. */
void _gst_video_histogram_add_projections(GstVideoHistogram* sum, GstVideoHistogram* a,
                                          GstVideoHistogram* b);
/* The same for joint histograms. */
void _gst_video_histogram_add_joints(GstVideoHistogram* sum, GstVideoHistogram* a,
                                     GstVideoHistogram* b);

/* The same for sums. */
void _gst_video_histogram_add_sums(GstVideoHistogram* sum, GstVideoHistogram* a,
                                   GstVideoHistogram* b);
/* Adds the sums of `part` to those of `total`, which are the same ones. */
void _gst_video_histogram_accumulate_sums(GstVideoHistogram* total, GstVideoHistogram* part);
/* The sum of that name, if the complete histogram has it with its values; else NULL. */
const GstVideoHistogramSum* _gst_video_histogram_find_values(GstVideoHistogram* histogram,
                                                             const gchar* name);

/* Whether R, G and B are samples of the frame, not computed from Y'CbCr. The format is not known in
 * a sum of frames of several formats; their colorimetry is. */
gboolean _gst_video_histogram_stores_rgb(const GstVideoHistogram* histogram);

/* The nearest rank, 1 to `samples`, of a percentile; `percent` is 0 to 100. */
guint64 _gst_video_histogram_rank(guint64 samples, gdouble percent);

/* The smallest bin at which the cumulative count reaches `rank`, which is at most the number of
 * samples. Rank 0 gives bin 0. */
guint _gst_video_histogram_find_rank(const guint64* counts, guint64 rank);

/* The mean of a channel with samples: in bins, or in halves of a value. */
gdouble _gst_video_histogram_mean(const Channel* channel, gboolean in_values);

/* Appends a GstValueArray of `n` counts to another one: of guint64 if `wide`, else of guint. */
void _gst_video_histogram_append_counts(GValue* rows, gconstpointer counts, gboolean wide, guint n);

/* Readers of fields of an untrusted structure; they return FALSE or NULL with the error INVALID.
 * Counts are the field `counts`: `rows` arrays, array r of bins[r] numbers. */
gboolean _gst_video_histogram_read_uint(const GstStructure* structure, const gchar* field,
                                        guint* number, GError** error);
guint64* _gst_video_histogram_read_counts(const GstStructure* structure, guint rows,
                                          const guint* bins, GError** error);

/* Adds the projections and joint histograms in the structure, if it has any, to a histogram of
 * which the caller holds the only reference. */
gboolean _gst_video_histogram_read_tables(GstVideoHistogram* histogram,
                                          const GstStructure* structure, GError** error);

/* Convert a format to its name and back. GST_VIDEO_FORMAT_UNKNOWN is named "UNKNOWN". The second
 * function returns FALSE for a name that is no format's. */
const gchar* _gst_video_histogram_format_name(GstVideoFormat format);
gboolean _gst_video_histogram_format_from_name(const gchar* name, GstVideoFormat* format);

/* Writes a GValue that holds a GstVideoHistogram or NULL as one readable line. Never waits. */
void _gst_video_histogram_transform_to_string(const GValue* histogram, GValue* string);

#if GST_CHECK_VERSION(1, 24, 0)
/* The GstMetaSerializeFunction and the GstMetaDeserializeFunction of GstVideoHistogramMeta. */
gboolean _gst_video_histogram_meta_serialize(const GstMeta* meta, GstByteArrayInterface* data,
                                             guint8* version);
GstMeta* _gst_video_histogram_meta_deserialize(const GstMetaInfo* info, GstBuffer* buffer,
                                               const guint8* data, gsize size, guint8 version);
#endif

G_END_DECLS
