/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums: whole numbers of a frame that no table of counts has. */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

static void sum_free(gpointer sum) {
  GstVideoHistogramSum* self = sum;

  g_free(self->values);
  g_free(self);
}

static GstVideoHistogramSum* sum_new(GstVideoHistogram* histogram,
                                     const GstVideoHistogramPrivateSum* shape) {
  GstVideoHistogramSum* self = g_new0(GstVideoHistogramSum, 1);

  self->histogram = histogram;
  self->shape = *shape;
  self->n_values = (gsize)shape->planes * shape->rows * shape->columns;
  if (histogram->sums == NULL)
    histogram->sums = g_ptr_array_new_with_free_func(sum_free);
  g_ptr_array_add(histogram->sums, self);
  return self;
}

void _gst_video_histogram_add_sum(GstVideoHistogram* self,
                                  const GstVideoHistogramPrivateSum* shape) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  sum_new(self, shape);
}

void _gst_video_histogram_set_sum(GstVideoHistogram* histogram, guint index, const gint64* values,
                                  gboolean compared) {
  GstVideoHistogramSum* self;

  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram));
  g_return_if_fail(index < gst_video_histogram_get_n_sums(histogram));
  self = g_ptr_array_index(histogram->sums, index);
  self->values = g_new(gint64, self->n_values);
  memcpy(self->values, values, self->n_values * sizeof(*values));
  self->n_compared = compared ? 1 : 0;
}

static gboolean same_sum(gconstpointer a, gconstpointer b) {
  const GstVideoHistogramPrivateSum *of_a = &((const GstVideoHistogramSum*)a)->shape,
                                    *of_b = &((const GstVideoHistogramSum*)b)->shape;

  return strcmp(of_a->name, of_b->name) == 0 && strcmp(of_a->unit, of_b->unit) == 0 &&
         of_a->planes == of_b->planes && of_a->rows == of_b->rows && of_a->columns == of_b->columns;
}

/* sum[i] = a[i] + b[i]. A sum without values, or whose values exceed 64 bits, has none from then
 * on. */
static void add_values(GstVideoHistogramSum* sum, const GstVideoHistogramSum* a,
                       const GstVideoHistogramSum* b) {
  gboolean fits = a->values != NULL && b->values != NULL;
  gsize i;

  if (fits && sum->values == NULL)
    sum->values = g_new(gint64, sum->n_values);
  for (i = 0; fits && i < sum->n_values; i++)
    fits = !__builtin_add_overflow(a->values[i], b->values[i], &sum->values[i]);
  if (!fits)
    g_clear_pointer(&sum->values, g_free);
  sum->n_compared = a->n_compared + b->n_compared;
}

void _gst_video_histogram_add_sums(GstVideoHistogram* sum, GstVideoHistogram* a,
                                   GstVideoHistogram* b) {
  guint i, same;

  for (i = 0; i < gst_video_histogram_get_n_sums(a) && b->sums != NULL; i++) {
    GstVideoHistogramSum* of_a = g_ptr_array_index(a->sums, i);

    if (g_ptr_array_find_with_equal_func(b->sums, of_a, same_sum, &same))
      add_values(sum_new(sum, &of_a->shape), of_a, g_ptr_array_index(b->sums, same));
  }
}

void _gst_video_histogram_accumulate_sums(GstVideoHistogram* total, GstVideoHistogram* part) {
  guint i;

  for (i = 0; i < gst_video_histogram_get_n_sums(total); i++) {
    GstVideoHistogramSum* sum = g_ptr_array_index(total->sums, i);

    add_values(sum, sum, g_ptr_array_index(part->sums, i));
  }
}

const GstVideoHistogramSum* _gst_video_histogram_find_values(GstVideoHistogram* self,
                                                             const gchar* name) {
  const gint index = gst_video_histogram_find_sum(self, name);
  const GstVideoHistogramSum* sum;

  if (index < 0)
    return NULL;
  sum = g_ptr_array_index(self->sums, (guint)index);
  return sum->values != NULL ? sum : NULL;
}

/**
 * gst_video_histogram_get_n_sums:
 * @histogram: a histogram
 *
 * The sums have the indexes from 0 to one less than this number. Never waits.
 *
 * Returns: the number of sums
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_n_sums(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return _gst_video_histogram_n_tables(self->sums);
}

/**
 * gst_video_histogram_get_sum:
 * @histogram: a histogram
 * @index: the sum's index, less than gst_video_histogram_get_n_sums()
 *
 * A sum of the histogram. Never waits.
 *
 * Returns: (transfer full): the sum
 *
 * Since: 0.1
 */
GstVideoHistogramSum* gst_video_histogram_get_sum(GstVideoHistogram* self, guint index) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(index < gst_video_histogram_get_n_sums(self), NULL);
  return gst_video_histogram_sum_ref(g_ptr_array_index(self->sums, index));
}

/**
 * gst_video_histogram_find_sum:
 * @histogram: a histogram
 * @name: a sum's name, such as "TOUT"
 *
 * Finds a sum by its name, for gst_video_histogram_get_sum(). Never waits.
 *
 * Returns: the index of the sum of that name, or -1 if there is none
 *
 * Since: 0.1
 */
gint gst_video_histogram_find_sum(GstVideoHistogram* self, const gchar* name) {
  guint i;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), -1);
  g_return_val_if_fail(name != NULL, -1);
  for (i = 0; i < gst_video_histogram_get_n_sums(self); i++) {
    const GstVideoHistogramSum* sum = g_ptr_array_index(self->sums, i);

    if (strcmp(sum->shape.name, name) == 0)
      return (gint)i;
  }
  return -1;
}

/**
 * gst_video_histogram_sum_ref:
 * @sum: a sum
 *
 * Takes a reference to the sum, which also keeps the histogram alive.
 *
 * Returns: (transfer full): @sum
 *
 * Since: 0.1
 */
GstVideoHistogramSum* gst_video_histogram_sum_ref(GstVideoHistogramSum* self) {
  g_return_val_if_fail(self != NULL, NULL);
  gst_video_histogram_ref(self->histogram);
  return self;
}

/**
 * gst_video_histogram_sum_unref:
 * @sum: (transfer full): a sum
 *
 * Drops a reference to the sum and to its histogram.
 *
 * Since: 0.1
 */
void gst_video_histogram_sum_unref(GstVideoHistogramSum* self) {
  g_return_if_fail(self != NULL);
  gst_video_histogram_unref(self->histogram);
}

/**
 * gst_video_histogram_sum_get_name:
 * @sum: a sum
 *
 * The name by which gst_video_histogram_find_sum() finds the sum. Never waits.
 *
 * Returns: the sum's name, such as "TOUT", owned by @sum
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_sum_get_name(GstVideoHistogramSum* self) {
  g_return_val_if_fail(self != NULL, NULL);
  return self->shape.name;
}

/**
 * gst_video_histogram_sum_get_unit:
 * @sum: a sum
 *
 * What the values count or measure. Never waits.
 *
 * Returns: the unit of the values, such as "pixels" or "0.001 cd/m2", owned by @sum
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_sum_get_unit(GstVideoHistogramSum* self) {
  g_return_val_if_fail(self != NULL, NULL);
  return self->shape.unit;
}

/**
 * gst_video_histogram_sum_get_shape:
 * @sum: a sum
 * @planes: (out) (optional): the number of planes
 * @rows: (out) (optional): the number of rows per plane
 * @columns: (out) (optional): the number of columns per row
 *
 * Gives the shape of the values. A sum per row of the frame has one plane and one column.
 *
 * Since: 0.1
 */
void gst_video_histogram_sum_get_shape(GstVideoHistogramSum* self, guint* planes, guint* rows,
                                       guint* columns) {
  if (planes != NULL)
    *planes = self != NULL ? self->shape.planes : 0;
  if (rows != NULL)
    *rows = self != NULL ? self->shape.rows : 0;
  if (columns != NULL)
    *columns = self != NULL ? self->shape.columns : 0;
  g_return_if_fail(self != NULL);
}

/**
 * gst_video_histogram_sum_wait:
 * @sum: a sum
 * @timeout: how long to wait for the histogram, in nanoseconds, as for gst_video_histogram_wait()
 * @error: return location for a #GstVideoHistogramError
 *
 * Waits until the frame is counted.
 *
 * Errors: those of gst_video_histogram_wait(), and %GST_VIDEO_HISTOGRAM_ERROR_INVALID where a value
 * of a sum of frames would not fit 64 bits.
 *
 * Returns: %TRUE if the values can be read without waiting, %FALSE with @error set if not
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_sum_wait(GstVideoHistogramSum* self, GstClockTime timeout,
                                      GError** error) {
  g_return_val_if_fail(self != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
  if (!gst_video_histogram_wait(self->histogram, timeout, error))
    return FALSE;
  return self->values != NULL ||
         _gst_video_histogram_refuse(error, "The values of %s would be more than 64 bits can hold",
                                     self->shape.name);
}

/**
 * gst_video_histogram_sum_get_values:
 * @sum: a sum
 * @n_values: (out) (optional): the number of values, planes times rows times columns, or 0
 *
 * All values: that of plane p, row y and column x is element (p * rows + y) * columns + x. Waits
 * for the histogram, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: (array length=n_values) (transfer none) (nullable): the values, valid as long as @sum;
 *   %NULL if there are none, see gst_video_histogram_sum_wait()
 *
 * Since: 0.1
 */
const gint64* gst_video_histogram_sum_get_values(GstVideoHistogramSum* self, gsize* n_values) {
  if (n_values != NULL)
    *n_values = 0;
  g_return_val_if_fail(self != NULL, NULL);
  if (_gst_video_histogram_wait(self->histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) != COMPLETE ||
      self->values == NULL)
    return NULL;
  if (n_values != NULL)
    *n_values = self->n_values;
  return self->values;
}

/**
 * gst_video_histogram_sum_get_values_bytes:
 * @sum: a sum
 *
 * The values of gst_video_histogram_sum_get_values() without a copy, for languages that would copy
 * an array: signed numbers of 64 bits in the byte order of the machine. The bytes hold a reference
 * to the histogram, so that they are valid without @sum.
 *
 * Returns: (transfer full) (nullable): the values; %NULL if there are none, see
 *   gst_video_histogram_sum_wait()
 *
 * Since: 0.1
 */
GBytes* gst_video_histogram_sum_get_values_bytes(GstVideoHistogramSum* self) {
  gsize n_values;
  const gint64* values = gst_video_histogram_sum_get_values(self, &n_values);

  return values != NULL
             ? _gst_video_histogram_bytes(self->histogram, values, n_values * sizeof(*values))
             : NULL;
}

/**
 * gst_video_histogram_sum_get_total:
 * @sum: a sum
 *
 * The sum of all values, as for gst_video_histogram_sum_get_values(): the pixels of TOUT from those
 * of its rows.
 *
 * Returns: the total; 0 if there are no values, and at most %G_MAXINT64
 *
 * Since: 0.1
 */
gint64 gst_video_histogram_sum_get_total(GstVideoHistogramSum* self) {
  const gint64* values;
  gint64 total = 0;
  gsize n = 0, i;

  g_return_val_if_fail(self != NULL, 0);
  values = gst_video_histogram_sum_get_values(self, &n);
  for (i = 0; i < n; i++) {
    if (__builtin_add_overflow(total, values[i], &total))
      return values[i] > 0 ? G_MAXINT64 : G_MININT64;
  }
  return total;
}

/**
 * gst_video_histogram_sum_get_n_compared:
 * @sum: a sum
 *
 * The number of frames that were compared with the frame before. A frame without a frame before has
 * zeros where a sum compares: the first frame, and those that have no differences. Waits for the
 * histogram, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: for one frame 1 or 0; for the sum of frames their number; 0 without values, and for sums
 *   that compare no frames
 *
 * Since: 0.1
 */
guint64 gst_video_histogram_sum_get_n_compared(GstVideoHistogramSum* self) {
  g_return_val_if_fail(self != NULL, 0);
  return gst_video_histogram_sum_get_values(self, NULL) != NULL ? self->n_compared : 0;
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramSum, gst_video_histogram_sum, gst_video_histogram_sum_ref,
                    gst_video_histogram_sum_unref)
