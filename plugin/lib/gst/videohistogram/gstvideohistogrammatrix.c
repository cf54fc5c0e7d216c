/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Matrices: reading counts that may still be on a device, and adding them. */

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* Maximum number of counts of all tables with two axes; max_frame_counters of core/direction.h. */
#define MAX_COUNTS (G_GUINT64_CONSTANT(1) << 26)

static void drop_source(Matrix* self) {
  if (self->destroy != NULL)
    self->destroy(self->data);
  self->read = NULL;
  self->destroy = NULL;
}

static void table_free(gpointer table) {
  Matrix* self = table;

  drop_source(self);
  g_clear_error(&self->error);
  g_mutex_clear(&self->mutex);
  g_free(self->counts);
  g_free(self);
}

gpointer _gst_video_histogram_table_new(GstVideoHistogram* histogram, GPtrArray** tables,
                                        gsize size, guint64 n_counts, gboolean wide,
                                        GError** error) {
  Matrix* self;

  if (n_counts > MAX_COUNTS - histogram->n_matrix_counts) {
    _gst_video_histogram_refuse(error,
                                "The projections and joint histograms have %" G_GUINT64_FORMAT
                                " counts, more than 2^26",
                                n_counts + histogram->n_matrix_counts);
    return NULL;
  }
  histogram->n_matrix_counts += n_counts;
  self = g_malloc0(size);
  g_mutex_init(&self->mutex);
  self->histogram = histogram;
  self->n_counts = (gsize)n_counts;
  self->wide = wide;
  if (*tables == NULL)
    *tables = g_ptr_array_new_with_free_func(table_free);
  g_ptr_array_add(*tables, self);
  return self;
}

void _gst_video_histogram_set_source(const GPtrArray* tables, guint index,
                                     GstVideoHistogramPrivateRead read, gpointer data,
                                     GDestroyNotify destroy) {
  Matrix* self;

  g_return_if_fail(index < _gst_video_histogram_n_tables(tables));
  self = g_ptr_array_index(tables, index);
  g_return_if_fail(g_atomic_int_get(&self->histogram->state) == PENDING);
  g_return_if_fail(self->read == NULL);
  self->read = read;
  self->data = data;
  self->destroy = destroy;
}

static gpointer new_counts(const Matrix* self, GError** error) {
  gpointer counts = g_try_malloc_n(self->n_counts, self->wide ? sizeof(guint64) : sizeof(guint32));

  if (counts == NULL)
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                "No memory for %" G_GSIZE_FORMAT " counts", self->n_counts);
  return counts;
}

/* Widens the 32-bit counts in the second half of a 64-bit array. No number is overwritten before it
 * is read, since number i is read from where number (n + i) / 2 is written. */
static void widen_in_place(guint64* counts, gsize n) {
  const guint32* from = (const guint32*)counts + n;
  gsize i;

  for (i = 0; i < n; i++) {
    guint32 count = from[i];

    counts[i] = count;
  }
}

/* Called with the mutex held, while both `counts` and `error` are NULL. */
static void read_counts(Matrix* self, GError** error) {
  GError* failure = NULL;
  gpointer counts;

  if (self->read == NULL) {
    g_set_error_literal(&self->error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_FAILED,
                        "The frame was counted without this table");
    return;
  }
  counts = new_counts(self, error);
  if (counts == NULL)
    return;
  if (self->read(self->data, (guint32*)counts + (self->wide ? self->n_counts : 0), &failure)) {
    if (self->wide)
      widen_in_place(counts, self->n_counts);
    g_atomic_pointer_set(&self->counts, counts);
    drop_source(self);
    return;
  }
  g_free(counts);
  if (g_error_matches(failure, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES)) {
    g_propagate_error(error, failure);
    return;
  }
  self->error = failure;
  drop_source(self);
}

gconstpointer _gst_video_histogram_matrix_load(Matrix* self, GError** error) {
  gconstpointer counts = g_atomic_pointer_get(&self->counts);

  if (counts != NULL)
    return counts;
  g_mutex_lock(&self->mutex);
  if (self->counts == NULL && self->error == NULL)
    read_counts(self, error);
  counts = self->counts;
  if (self->error != NULL && error != NULL)
    *error = g_error_copy(self->error);
  g_mutex_unlock(&self->mutex);
  return counts;
}

gconstpointer _gst_video_histogram_matrix_fetch(Matrix* self, GstClockTime timeout,
                                                GError** error) {
  return gst_video_histogram_wait(self->histogram, timeout, error)
             ? _gst_video_histogram_matrix_load(self, error)
             : NULL;
}

gconstpointer _gst_video_histogram_matrix_get_counts(Matrix* self, gsize* n_counts) {
  gconstpointer counts =
      _gst_video_histogram_matrix_fetch(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, NULL);

  if (counts != NULL && n_counts != NULL)
    *n_counts = self->n_counts;
  return counts;
}

/* sum[i] = a[i] + b[i]; `sum` may be `a`. FALSE with INVALID if one overflows. */
static gboolean add_matrix_counts(const Matrix* shape, gpointer sum, gconstpointer a,
                                  gconstpointer b, GError** error) {
  gboolean fits = TRUE;
  gsize i;

  if (shape->wide) {
    const guint64 *of_a = a, *of_b = b;
    guint64* to = sum;

    for (i = 0; i < shape->n_counts; i++) {
      guint64 number = of_a[i];

      to[i] = number + of_b[i];
      fits &= to[i] >= number;
    }
  } else {
    const guint32 *of_a = a, *of_b = b;
    guint32* to = sum;

    for (i = 0; i < shape->n_counts; i++) {
      guint32 number = of_a[i];

      to[i] = number + of_b[i];
      fits &= to[i] >= number;
    }
  }
  if (!fits)
    _gst_video_histogram_refuse(error, "A count would be more than %u bits can hold",
                                shape->wide ? 64u : 32u);
  return fits;
}

/* A sum has no reference to its parts, so no call can retry later: NO_RESOURCES becomes FAILED. */
static void make_error_final(Matrix* self) {
  if (g_error_matches(self->error, GST_VIDEO_HISTOGRAM_ERROR,
                      GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES))
    self->error->code = GST_VIDEO_HISTOGRAM_ERROR_FAILED;
}

static gpointer add_matrices(Matrix* a, Matrix* b, GError** error) {
  gconstpointer of_a, of_b;
  gpointer sum;

  if ((of_a = _gst_video_histogram_matrix_fetch(a, 0, error)) == NULL ||
      (of_b = _gst_video_histogram_matrix_fetch(b, 0, error)) == NULL)
    return NULL;
  sum = new_counts(a, error);
  if (sum != NULL && !add_matrix_counts(a, sum, of_a, of_b, error))
    g_clear_pointer(&sum, g_free);
  return sum;
}

void _gst_video_histogram_matrix_set_sum(Matrix* self, Matrix* a, Matrix* b) {
  self->counts = add_matrices(a, b, &self->error);
  make_error_final(self);
}

static void accumulate(Matrix* self, Matrix* part) {
  gconstpointer counts;
  GError* error = NULL;

  if (self->error != NULL)
    return;
  /* The matrix of the total may still be on a device. */
  if (_gst_video_histogram_matrix_fetch(self, 0, &error) != NULL &&
      (counts = _gst_video_histogram_matrix_fetch(part, 0, &error)) != NULL &&
      add_matrix_counts(self, self->counts, self->counts, counts, &error))
    return;
  g_clear_pointer(&self->counts, g_free);
  g_clear_error(&self->error);
  self->error = error;
  make_error_final(self);
  drop_source(self);
}

void _gst_video_histogram_accumulate_tables(const GPtrArray* total, const GPtrArray* part) {
  guint i;

  for (i = 0; i < _gst_video_histogram_n_tables(total); i++)
    accumulate(g_ptr_array_index(total, i), g_ptr_array_index(part, i));
}
