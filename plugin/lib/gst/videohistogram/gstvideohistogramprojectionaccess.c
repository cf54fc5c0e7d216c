/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Accessors of projections, and profiles: statistics computed for each position. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/**
 * gst_video_histogram_get_n_projections:
 * @histogram: a histogram
 *
 * The projections have the indexes from 0 to one less than this number. Never waits.
 *
 * Returns: the number of projections of the histogram
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_n_projections(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return _gst_video_histogram_n_tables(self->projections);
}

/**
 * gst_video_histogram_get_projection:
 * @histogram: a histogram
 * @index: the projection's index, less than gst_video_histogram_get_n_projections(); the
 *   projections of a frame are in the order of the element's property `projections`
 *
 * A projection of the histogram. Never waits.
 *
 * Returns: (transfer full): the projection
 *
 * Since: 0.1
 */
GstVideoHistogramProjection* gst_video_histogram_get_projection(GstVideoHistogram* self,
                                                                guint index) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(index < gst_video_histogram_get_n_projections(self), NULL);
  return gst_video_histogram_projection_ref(g_ptr_array_index(self->projections, index));
}

/**
 * gst_video_histogram_projection_ref:
 * @projection: a projection
 *
 * Takes a reference to the projection, which also keeps the histogram alive.
 *
 * Returns: (transfer full): @projection
 *
 * Since: 0.1
 */
GstVideoHistogramProjection* gst_video_histogram_projection_ref(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, NULL);
  gst_video_histogram_ref(self->matrix.histogram);
  return self;
}

/**
 * gst_video_histogram_projection_unref:
 * @projection: (transfer full): a projection
 *
 * Drops a reference to the projection and to its histogram.
 *
 * Since: 0.1
 */
void gst_video_histogram_projection_unref(GstVideoHistogramProjection* self) {
  g_return_if_fail(self != NULL);
  gst_video_histogram_unref(self->matrix.histogram);
}

/**
 * gst_video_histogram_projection_get_channel:
 * @projection: a projection
 *
 * The channel that is counted, such as "LUMA". The histogram itself need not have this channel.
 *
 * Returns: the channel's name, owned by @projection
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_projection_get_channel(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, NULL);
  return self->name;
}

/**
 * gst_video_histogram_projection_get_angle:
 * @projection: a projection
 *
 * The angle of the clockwise turn that makes positions columns; see #GstVideoHistogramProjection.
 *
 * Returns: the angle in degrees, from 0 to less than 360
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_projection_get_angle(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, NAN);
  return self->shape.angle;
}

/**
 * gst_video_histogram_projection_get_positions:
 * @projection: a projection
 *
 * The number of rows of the matrix of counts. Never waits.
 *
 * Returns: the number of positions, each one pixel of the channel's sample plane wide; the
 *   outermost positions may have no samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_projection_get_positions(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, 0);
  return self->shape.positions;
}

/**
 * gst_video_histogram_projection_get_bins:
 * @projection: a projection
 *
 * The length of the rows of the matrix of counts. Never waits.
 *
 * Returns: the number of bins per position, 1 to %GST_VIDEO_HISTOGRAM_MAX_BINS
 *
 * Since: 0.1
 */
guint gst_video_histogram_projection_get_bins(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, 0);
  return self->shape.channel.bins;
}

/**
 * gst_video_histogram_projection_get_depth:
 * @projection: a projection
 *
 * How many bits a sample of the channel has. Never waits.
 *
 * Returns: the number of bits of a value of the channel, 1 to 16
 *
 * Since: 0.1
 */
guint gst_video_histogram_projection_get_depth(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, 0);
  return self->shape.channel.depth;
}

/**
 * gst_video_histogram_projection_get_n_values:
 * @projection: a projection
 *
 * How many different values a sample of the channel can have. Never waits.
 *
 * Returns: the number of values of the channel, as gst_video_histogram_get_n_values()
 *
 * Since: 0.1
 */
guint gst_video_histogram_projection_get_n_values(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, 0);
  return self->shape.channel.n_values;
}

/**
 * gst_video_histogram_projection_get_bin_values:
 * @projection: a projection
 * @bin: a bin
 * @first: (out) (optional): the smallest value of the bin, or 0
 * @last: (out) (optional): the largest value of the bin, or 0
 *
 * Gives the values that a bin counts, as gst_video_histogram_get_bin_values(). Never waits.
 *
 * Returns: %FALSE for a bin that does not exist
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_projection_get_bin_values(GstVideoHistogramProjection* self, guint bin,
                                                       guint* first, guint* last) {
  g_return_val_if_fail(self != NULL, FALSE);
  return _gst_video_histogram_bin_values(self->shape.channel.bins, self->shape.channel.n_values,
                                         bin, first, last);
}

/**
 * gst_video_histogram_projection_get_line:
 * @projection: a projection
 *
 * If a line gave the angle, all its pixels share one position. The histogram of the line is
 * gst_video_histogram_projection_get_position_counts() of this position.
 *
 * Returns: the line's position; -1 if the angle was given directly
 *
 * Since: 0.1
 */
gint gst_video_histogram_projection_get_line(GstVideoHistogramProjection* self) {
  g_return_val_if_fail(self != NULL, -1);
  return self->shape.line;
}

/**
 * gst_video_histogram_projection_get_position:
 * @projection: a projection
 * @x: a column of the frame as analysed, in pixels from 0 at the left
 * @y: a row of the frame as analysed, in pixels from 0 at the top
 * @position: (out): the pixel's position, or 0
 *
 * Finds the position at which a pixel of the frame is counted. @x and @y are pixels of the frame
 * also where the channel is subsampled: pixels that share a sample share its position. Never waits.
 *
 * Returns: %FALSE for a pixel outside of the frame
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_projection_get_position(GstVideoHistogramProjection* self, guint x,
                                                     guint y, guint* position) {
  g_return_val_if_fail(position != NULL, FALSE);
  *position = 0;
  g_return_val_if_fail(self != NULL, FALSE);

  if (x >= self->matrix.histogram->width || y >= self->matrix.histogram->height)
    return FALSE;
  *position = (guint)_gst_video_histogram_position_of(&self->shape, x >> self->shape.x_sub,
                                                      y >> self->shape.y_sub);
  return TRUE;
}

/**
 * gst_video_histogram_projection_wait:
 * @projection: a projection
 * @timeout: how long to wait for the histogram, in nanoseconds, as for gst_video_histogram_wait();
 *   the timeout does not limit the copy of the matrix from a device
 * @error: return location for a #GstVideoHistogramError
 *
 * Waits until the frame is counted, then copies the matrix to the host if it is not there yet.
 *
 * Errors: those of gst_video_histogram_wait(), and those of reading the matrix. After
 * %GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT and %GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES a later call can
 * succeed, unless the element needed the device memory in the meantime and could not copy the
 * matrix. Other errors are final.
 *
 * Returns: %TRUE if the matrix can be read without waiting, %FALSE with @error set if not
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_projection_wait(GstVideoHistogramProjection* self,
                                             GstClockTime timeout, GError** error) {
  g_return_val_if_fail(self != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
  return _gst_video_histogram_matrix_fetch(&self->matrix, timeout, error) != NULL;
}

/**
 * gst_video_histogram_projection_get_counts:
 * @projection: a projection
 * @n_counts: (out) (optional): the number of counts: positions x bins, or 0
 *
 * All counts, first the bins of position 0, then those of position 1 and so on: element p * bins +
 * i is the number of samples at position p in bin i.
 *
 * Returns: (array length=n_counts) (transfer none) (nullable): the counts, valid as long as
 *   @projection; %NULL if there are none, see gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
const guint32* gst_video_histogram_projection_get_counts(GstVideoHistogramProjection* self,
                                                         gsize* n_counts) {
  if (n_counts != NULL)
    *n_counts = 0;
  g_return_val_if_fail(self != NULL, NULL);
  return _gst_video_histogram_matrix_get_counts(&self->matrix, n_counts);
}

/**
 * gst_video_histogram_projection_get_counts_bytes:
 * @projection: a projection
 *
 * The counts of gst_video_histogram_projection_get_counts() without a copy, for languages that
 * would copy an array: numbers of 32 bits in the byte order of the machine. The bytes hold a
 * reference to the histogram, so that they are valid without @projection.
 *
 * Returns: (transfer full) (nullable): the counts; %NULL if there are none, see
 *   gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
GBytes* gst_video_histogram_projection_get_counts_bytes(GstVideoHistogramProjection* self) {
  gsize n_counts;
  const guint32* counts = gst_video_histogram_projection_get_counts(self, &n_counts);

  return counts != NULL ? _gst_video_histogram_bytes(self->matrix.histogram, counts,
                                                     n_counts * sizeof(*counts))
                        : NULL;
}

/**
 * gst_video_histogram_projection_get_position_counts:
 * @projection: a projection
 * @position: a position, less than gst_video_histogram_projection_get_positions()
 * @n_bins: (out) (optional): the number of counts: gst_video_histogram_projection_get_bins(), or 0
 *
 * The histogram of one position: element i is the number of samples at @position in bin i.
 *
 * Returns: (array length=n_bins) (transfer none) (nullable): the counts, valid as long as
 *   @projection; %NULL if there are none, see gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
const guint32* gst_video_histogram_projection_get_position_counts(GstVideoHistogramProjection* self,
                                                                  guint position, gsize* n_bins) {
  const guint32* counts;

  if (n_bins != NULL)
    *n_bins = 0;
  g_return_val_if_fail(self != NULL, NULL);
  g_return_val_if_fail(position < self->shape.positions, NULL);

  counts = gst_video_histogram_projection_get_counts(self, NULL);
  if (counts == NULL)
    return NULL;
  if (n_bins != NULL)
    *n_bins = self->shape.channel.bins;
  return counts + (gsize)position * self->shape.channel.bins;
}

/* This sum and that of mean_of() fit 64 bits: at most 2^16 bins of less than 2^32 samples each. */
static guint64 sum_counts(const guint32* counts, guint bins) {
  guint64 sum = 0;
  guint i;

  for (i = 0; i < bins; i++)
    sum += counts[i];
  return sum;
}

/* The mean of one position, in bins. */
static gdouble mean_of(const guint32* counts, const GstVideoHistogramChannelInfo* channel,
                       gdouble percent) {
  guint64 samples = sum_counts(counts, channel->bins), sum = 0;
  guint i;

  (void)percent;
  for (i = 0; i < channel->bins; i++)
    sum += (guint64)counts[i] * i;
  return samples > 0 ? (gdouble)sum / (gdouble)samples : NAN;
}

/* Twice the centre of a bin in values, which is an integer. */
static guint64 doubled_centre(const GstVideoHistogramChannelInfo* channel, guint bin) {
  guint n_values = _gst_video_histogram_n_values(channel);

  return (guint64)_gst_video_histogram_first_value(channel->bins, n_values, bin) +
         _gst_video_histogram_first_value(channel->bins, n_values, bin + 1) - 1;
}

static gdouble mean_value_of(const guint32* counts, const GstVideoHistogramChannelInfo* channel,
                             gdouble percent) {
  guint64 samples = sum_counts(counts, channel->bins), sum = 0;
  guint i;

  (void)percent;
  /* The doubled centres sum to less than 2^32, so this sum fits 64 bits, too. */
  for (i = 0; i < channel->bins; i++)
    sum += counts[i] * doubled_centre(channel, i);
  return samples > 0 ? (gdouble)sum / (gdouble)samples / 2.0 : NAN;
}

static guint percentile_of(const guint32* counts, guint bins, gdouble percent) {
  guint64 samples = sum_counts(counts, bins), rank, below;
  guint bin = 0;

  if (samples == 0)
    return 0;
  rank = _gst_video_histogram_rank(samples, percent);
  for (below = counts[0]; below < rank; below += counts[bin])
    bin++;
  return bin;
}

static gdouble percentile_value_of(const guint32* counts,
                                   const GstVideoHistogramChannelInfo* channel, gdouble percent) {
  if (sum_counts(counts, channel->bins) == 0)
    return NAN;
  return (gdouble)doubled_centre(channel, percentile_of(counts, channel->bins, percent)) / 2.0;
}

/* Allocates a profile, an array with an element of `size` bytes for every position, and gets the
 * counts to fill it from. NULL if there are no counts. */
static gpointer new_profile(GstVideoHistogramProjection* self, gsize size, const guint32** counts,
                            gsize* n_positions) {
  *counts = gst_video_histogram_projection_get_counts(self, NULL);
  if (n_positions != NULL)
    *n_positions = *counts != NULL ? self->shape.positions : 0;
  return *counts != NULL ? g_malloc_n(self->shape.positions, size) : NULL;
}

/* Calls `compute` for every position. */
static gdouble* make_profile(GstVideoHistogramProjection* self,
                             gdouble (*compute)(const guint32*, const GstVideoHistogramChannelInfo*,
                                                gdouble),
                             gdouble percent, gsize* n_positions) {
  const guint32* counts;
  gdouble* profile = new_profile(self, sizeof(*profile), &counts, n_positions);
  guint p;

  for (p = 0; profile != NULL && p < self->shape.positions; p++, counts += self->shape.channel.bins)
    profile[p] = compute(counts, &self->shape.channel, percent);
  return profile;
}

/**
 * gst_video_histogram_projection_get_mean_profile:
 * @projection: a projection
 * @n_positions: (out) (optional): the number of positions, or 0
 *
 * The mean at every position, as gst_video_histogram_get_mean() defines it.
 *
 * Returns: (array length=n_positions) (transfer full) (nullable): a mean in bins for each position,
 *   NaN for one without samples; free it with g_free(). %NULL if there are no counts, see
 *   gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
gdouble* gst_video_histogram_projection_get_mean_profile(GstVideoHistogramProjection* self,
                                                         gsize* n_positions) {
  return make_profile(self, mean_of, 0.0, n_positions);
}

/**
 * gst_video_histogram_projection_get_mean_value_profile:
 * @projection: a projection
 * @n_positions: (out) (optional): the number of positions, or 0
 *
 * The mean at every position as a value, as gst_video_histogram_get_mean_value() defines it.
 *
 * Returns: (array length=n_positions) (transfer full) (nullable): a mean in values for each
 *   position, NaN for one without samples; free it with g_free(). %NULL if there are no counts, see
 *   gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
gdouble* gst_video_histogram_projection_get_mean_value_profile(GstVideoHistogramProjection* self,
                                                               gsize* n_positions) {
  return make_profile(self, mean_value_of, 0.0, n_positions);
}

/**
 * gst_video_histogram_projection_get_percentile_profile:
 * @projection: a projection
 * @percent: 0 to 100; rounded to a millionth of a percent
 * @n_positions: (out) (optional): the number of positions, or 0
 *
 * The percentile at every position, as gst_video_histogram_get_percentile() defines it: 50 is the
 * median, 0 and 100 are minimum and maximum.
 *
 * Returns: (array length=n_positions) (transfer full) (nullable): a bin for each position, 0 for
 *   one without samples; free it with g_free(). %NULL if there are no counts, see
 *   gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
guint* gst_video_histogram_projection_get_percentile_profile(GstVideoHistogramProjection* self,
                                                             gdouble percent, gsize* n_positions) {
  const guint32* counts;
  guint* profile;
  guint p;

  if (n_positions != NULL)
    *n_positions = 0;
  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, NULL);
  profile = new_profile(self, sizeof(*profile), &counts, n_positions);
  for (p = 0; profile != NULL && p < self->shape.positions; p++, counts += self->shape.channel.bins)
    profile[p] = percentile_of(counts, self->shape.channel.bins, percent);
  return profile;
}

/**
 * gst_video_histogram_projection_get_percentile_value_profile:
 * @projection: a projection
 * @percent: 0 to 100; rounded to a millionth of a percent
 * @n_positions: (out) (optional): the number of positions, or 0
 *
 * The percentile at every position as a value, as gst_video_histogram_get_percentile_value()
 * defines it.
 *
 * Returns: (array length=n_positions) (transfer full) (nullable): a value for each position, a
 *   multiple of 1/2, NaN for one without samples; free it with g_free(). %NULL if there are no
 *   counts, see gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
gdouble*
gst_video_histogram_projection_get_percentile_value_profile(GstVideoHistogramProjection* self,
                                                            gdouble percent, gsize* n_positions) {
  if (n_positions != NULL)
    *n_positions = 0;
  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, NULL);
  return make_profile(self, percentile_value_of, percent, n_positions);
}
