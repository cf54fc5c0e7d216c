/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is computed of a projection, position by position. */

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include <glib/gstdio.h>
#include <gst/videohistogram/gstvideohistogram-internal.h>

/* 2^16 bins of less than 2^32 samples each: neither sum reaches 2^64. */
static guint64 sum_counts(const guint32* counts, guint bins) {
  guint64 sum = 0;
  guint i;

  for (i = 0; i < bins; i++)
    sum += counts[i];
  return sum;
}

static gdouble mean_of(const guint32* counts, guint bins) {
  guint64 samples = sum_counts(counts, bins), sum = 0;
  guint i;

  for (i = 0; i < bins; i++)
    sum += (guint64)counts[i] * i;
  return samples > 0 ? (gdouble)sum / (gdouble)samples : NAN;
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

/**
 * gst_video_histogram_projection_get_mean_profile:
 * @projection: a projection
 * @n_positions: (out) (optional): how many positions there are, or 0
 *
 * The mean at every position, as gst_video_histogram_get_mean() defines it.
 *
 * Returns: (array length=n_positions) (transfer full) (nullable): a mean in bins for each position,
 *   NaN for one without samples; free it with g_free(). %NULL if there are no counts, see
 *   gst_video_histogram_projection_wait()
 */
gdouble* gst_video_histogram_projection_get_mean_profile(GstVideoHistogramProjection* self,
                                                         gsize* n_positions) {
  const guint32* counts;
  gdouble* profile;
  guint positions, bins, p;

  if (n_positions != NULL)
    *n_positions = 0;
  counts = gst_video_histogram_projection_get_counts(self, NULL);
  if (counts == NULL)
    return NULL;

  positions = self->shape.positions;
  bins = self->shape.bins;
  profile = g_new(gdouble, positions);
  for (p = 0; p < positions; p++)
    profile[p] = mean_of(counts + (gsize)p * bins, bins);
  if (n_positions != NULL)
    *n_positions = positions;
  return profile;
}

/**
 * gst_video_histogram_projection_get_percentile_profile:
 * @projection: a projection
 * @percent: 0 to 100; rounded to a millionth of a percent
 * @n_positions: (out) (optional): how many positions there are, or 0
 *
 * The percentile at every position, as gst_video_histogram_get_percentile() defines it: 50 is the
 * median, 0 and 100 are minimum and maximum.
 *
 * Returns: (array length=n_positions) (transfer full) (nullable): a bin for each position, 0 for
 * one without samples; free it with g_free(). %NULL if there are no counts, see
 *   gst_video_histogram_projection_wait()
 */
guint* gst_video_histogram_projection_get_percentile_profile(GstVideoHistogramProjection* self,
                                                             gdouble percent, gsize* n_positions) {
  const guint32* counts;
  guint* profile;
  guint positions, bins, p;

  if (n_positions != NULL)
    *n_positions = 0;
  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, NULL);
  counts = gst_video_histogram_projection_get_counts(self, NULL);
  if (counts == NULL)
    return NULL;

  positions = self->shape.positions;
  bins = self->shape.bins;
  profile = g_new(guint, positions);
  for (p = 0; p < positions; p++)
    profile[p] = percentile_of(counts + (gsize)p * bins, bins, percent);
  if (n_positions != NULL)
    *n_positions = positions;
  return profile;
}

static gboolean print_matrix(FILE* file, const guint32* counts, guint positions, guint bins) {
  guint p, i;

  fputs("position", file);
  for (i = 0; i < bins; i++)
    fprintf(file, ",bin%u", i);
  for (p = 0; p < positions; p++) {
    fprintf(file, "\n%u", p);
    for (i = 0; i < bins; i++)
      fprintf(file, ",%" G_GUINT32_FORMAT, *counts++);
  }
  fputc('\n', file);
  return !ferror(file);
}

/**
 * gst_video_histogram_projection_write_csv:
 * @projection: a projection
 * @filename: (type filename): the file to write; one that exists is overwritten
 * @error: return location for a #GstVideoHistogramError or a #GFileError
 *
 * Writes all counts as comma-separated values: a line
 * `position,bin0,bin1,...`, then one line for each position.
 *
 * Errors: what gst_video_histogram_projection_wait() says, and no file is touched then; a
 * %G_FILE_ERROR if the file cannot be opened or written.
 *
 * Returns: %TRUE if all is written, %FALSE with @error set if not
 */
gboolean gst_video_histogram_projection_write_csv(GstVideoHistogramProjection* self,
                                                  const gchar* filename, GError** error) {
  const guint32* counts;
  FILE* file;
  gboolean written;
  gint failure;

  g_return_val_if_fail(self != NULL, FALSE);
  g_return_val_if_fail(filename != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  counts = _gst_video_histogram_projection_fetch(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error);
  if (counts == NULL)
    return FALSE;
  file = g_fopen(filename, "wb");
  written = file != NULL && print_matrix(file, counts, self->shape.positions, self->shape.bins);
  failure = errno;
  if (file != NULL && fclose(file) != 0 && written) {
    failure = errno;
    written = FALSE;
  }
  if (!written)
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(failure), "Cannot write %s: %s",
                filename, g_strerror(failure));
  return written;
}
