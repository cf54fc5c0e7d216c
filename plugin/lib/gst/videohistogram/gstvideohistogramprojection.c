/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections: the geometry of positions, and reading and adding matrices. */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* Maximum number of counts of all projections together; max_frame_counters of core/direction.h. */
#define MAX_COUNTERS (G_GUINT64_CONSTANT(1) << 26)

/* The formula of core/direction.h with all terms halved, which gives the same result. Then 64 bits
 * are enough for any shape that _gst_video_histogram_projection_new() accepts. */
gint64 _gst_video_histogram_position_of(const GstVideoHistogramPrivateProjection* shape, guint x,
                                        guint y) {
  return ((gint64)x * shape->c - (gint64)y * shape->s + (shape->origin >> 1)) >> 30;
}

/* Whether all pixels of the frame have a valid position. The corners have the extreme positions. */
static gboolean covers_frame(const GstVideoHistogramPrivateProjection* shape, guint width,
                             guint height) {
  guint corner;

  for (corner = 0; corner < 4 && width > 0; corner++) {
    guint x = (corner & 1) != 0 ? width - 1 : 0, y = (corner & 2) != 0 ? height - 1 : 0;
    gint64 position = _gst_video_histogram_position_of(shape, x >> shape->x_sub, y >> shape->y_sub);

    if (position < 0 || position >= shape->positions)
      return FALSE;
  }
  return TRUE;
}

static guint n_projections(const GstVideoHistogram* histogram) {
  return histogram->projections != NULL ? histogram->projections->len : 0;
}

static GstVideoHistogramProjection* projection_at(const GstVideoHistogram* histogram, guint index) {
  return g_ptr_array_index(histogram->projections, index);
}

static void drop_source(GstVideoHistogramProjection* self) {
  if (self->destroy != NULL)
    self->destroy(self->data);
  self->read = NULL;
  self->destroy = NULL;
}

static void projection_free(gpointer data) {
  GstVideoHistogramProjection* self = data;

  drop_source(self);
  g_clear_error(&self->error);
  g_mutex_clear(&self->mutex);
  g_free(self->counts);
  g_free(self);
}

gsize _gst_video_histogram_projection_n_counts(const GstVideoHistogramProjection* self) {
  return (gsize)self->shape.positions * self->shape.channel.bins;
}

GstVideoHistogramProjection* _gst_video_histogram_projection_new(
    GstVideoHistogram* histogram, const GstVideoHistogramPrivateProjection* shape, GError** error) {
  const gint64 one = G_GINT64_CONSTANT(1) << 30;
  const guint64 counters = (guint64)shape->positions * shape->channel.bins + histogram->n_projected;
  GstVideoHistogramProjection* self;

  if (counters > MAX_COUNTERS) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "The projections have %" G_GUINT64_FORMAT " counts, more than 2^26", counters);
    return NULL;
  }
  if (!_gst_video_histogram_check_channel(&shape->channel, error))
    return NULL;
  if (shape->positions < 1 || !(shape->angle >= 0.0 && shape->angle < 360.0) || shape->c < -one ||
      shape->c > one || shape->s < -one || shape->s > one || shape->origin < 0 ||
      shape->origin >= (gint64)shape->positions << 31 || shape->x_sub > 2 || shape->y_sub > 2 ||
      shape->line < -1 || shape->line >= (gint)shape->positions ||
      !covers_frame(shape, histogram->width, histogram->height)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "This is not a projection of the frame");
    return NULL;
  }

  self = g_new0(GstVideoHistogramProjection, 1);
  g_mutex_init(&self->mutex);
  self->histogram = histogram;
  self->shape = *shape;
  g_strlcpy(self->name, shape->channel.name, sizeof(self->name));
  self->shape.channel.name = self->name;
  self->shape.channel.n_values = _gst_video_histogram_n_values(&shape->channel);
  if (histogram->projections == NULL)
    histogram->projections = g_ptr_array_new_with_free_func(projection_free);
  g_ptr_array_add(histogram->projections, self);
  histogram->n_projected = counters;
  return self;
}

void _gst_video_histogram_add_projection(GstVideoHistogram* self,
                                         const GstVideoHistogramPrivateProjection* shape) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(_gst_video_histogram_projection_new(self, shape, NULL) != NULL);
}

void _gst_video_histogram_set_projection(GstVideoHistogram* histogram, guint index,
                                         GstVideoHistogramPrivateRead read, gpointer data,
                                         GDestroyNotify destroy) {
  GstVideoHistogramProjection* self;

  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram));
  g_return_if_fail(g_atomic_int_get(&histogram->state) == PENDING);
  g_return_if_fail(index < n_projections(histogram));
  self = projection_at(histogram, index);
  g_return_if_fail(self->read == NULL);

  self->read = read;
  self->data = data;
  self->destroy = destroy;
}

/* Called with the mutex held, while both `counts` and `error` are NULL. */
static void read_matrix(GstVideoHistogramProjection* self, GError** error) {
  GError* failure = NULL;
  guint32* counts;

  if (self->read == NULL) {
    g_set_error_literal(&self->error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_FAILED,
                        "The frame was counted without this projection");
    return;
  }
  counts = g_try_new(guint32, _gst_video_histogram_projection_n_counts(self));
  if (counts == NULL) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                "No memory for %u positions of %u bins", self->shape.positions,
                self->shape.channel.bins);
    return;
  }
  if (self->read(self->data, counts, &failure)) {
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

const guint32* _gst_video_histogram_projection_fetch(GstVideoHistogramProjection* self,
                                                     GstClockTime timeout, GError** error) {
  const guint32* counts;

  if (!gst_video_histogram_wait(self->histogram, timeout, error))
    return NULL;

  counts = g_atomic_pointer_get(&self->counts);
  if (counts != NULL)
    return counts;
  g_mutex_lock(&self->mutex);
  if (self->counts == NULL && self->error == NULL)
    read_matrix(self, error);
  counts = self->counts;
  if (self->error != NULL && error != NULL)
    *error = g_error_copy(self->error);
  g_mutex_unlock(&self->mutex);
  return counts;
}

static gboolean same_projection(const GstVideoHistogramProjection* a,
                                const GstVideoHistogramProjection* b) {
  const GstVideoHistogramPrivateProjection *of_a = &a->shape, *of_b = &b->shape;

  return of_a->c == of_b->c && of_a->s == of_b->s && of_a->origin == of_b->origin &&
         of_a->positions == of_b->positions && of_a->channel.bins == of_b->channel.bins &&
         of_a->channel.depth == of_b->channel.depth &&
         of_a->channel.n_values == of_b->channel.n_values &&
         strcmp(of_a->channel.name, of_b->channel.name) == 0 && of_a->x_sub == of_b->x_sub &&
         of_a->y_sub == of_b->y_sub && of_a->line == of_b->line;
}

/* sum[i] = a[i] + b[i]; `sum` may be `a`. FALSE with INVALID if one overflows. */
static gboolean add_counts(guint32* sum, const guint32* a, const guint32* b, gsize n,
                           GError** error) {
  gboolean fits = TRUE;
  gsize i;

  for (i = 0; i < n; i++) {
    guint32 of_a = a[i];

    sum[i] = of_a + b[i];
    fits &= sum[i] >= of_a;
  }
  if (!fits)
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "A bin of a position would have more samples than 32 bits can hold");
  return fits;
}

/* A sum has no reference to its parts, so no call can retry later: NO_RESOURCES becomes FAILED. */
static void make_error_final(GstVideoHistogramProjection* self) {
  if (g_error_matches(self->error, GST_VIDEO_HISTOGRAM_ERROR,
                      GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES))
    self->error->code = GST_VIDEO_HISTOGRAM_ERROR_FAILED;
}

static guint32* add_matrices(GstVideoHistogramProjection* a, GstVideoHistogramProjection* b,
                             GError** error) {
  const gsize n = _gst_video_histogram_projection_n_counts(a);
  const guint32 *of_a, *of_b;
  guint32* sum;

  if ((of_a = _gst_video_histogram_projection_fetch(a, 0, error)) == NULL ||
      (of_b = _gst_video_histogram_projection_fetch(b, 0, error)) == NULL)
    return NULL;
  sum = g_try_new(guint32, n);
  if (sum == NULL) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                        "No memory for the sum of two matrices");
    return NULL;
  }
  if (!add_counts(sum, of_a, of_b, n, error))
    g_clear_pointer(&sum, g_free);
  return sum;
}

/* The first projection of `histogram` that equals `other` but for its counts, or NULL. */
static GstVideoHistogramProjection* find_same(const GstVideoHistogram* histogram,
                                              const GstVideoHistogramProjection* other) {
  guint i;

  for (i = 0; i < n_projections(histogram); i++) {
    if (same_projection(projection_at(histogram, i), other))
      return projection_at(histogram, i);
  }
  return NULL;
}

void _gst_video_histogram_add_projections(GstVideoHistogram* sum, GstVideoHistogram* a,
                                          GstVideoHistogram* b) {
  guint i;

  if (a->width != b->width || a->height != b->height)
    return;
  for (i = 0; i < n_projections(a); i++) {
    GstVideoHistogramProjection *of_a = projection_at(a, i), *of_b = find_same(b, of_a), *self;

    if (of_b == NULL)
      continue;
    self = _gst_video_histogram_projection_new(sum, &of_a->shape, NULL);
    self->counts = add_matrices(of_a, of_b, &self->error);
    make_error_final(self);
  }
}

static void accumulate(GstVideoHistogramProjection* self, GstVideoHistogramProjection* part) {
  const guint32* counts;
  GError* error = NULL;

  if (self->error != NULL)
    return;
  /* The matrix of the total may still be on a device. */
  if (_gst_video_histogram_projection_fetch(self, 0, &error) != NULL &&
      (counts = _gst_video_histogram_projection_fetch(part, 0, &error)) != NULL &&
      add_counts(self->counts, self->counts, counts, _gst_video_histogram_projection_n_counts(self),
                 &error))
    return;
  g_clear_pointer(&self->counts, g_free);
  g_clear_error(&self->error);
  self->error = error;
  make_error_final(self);
  drop_source(self);
}

void _gst_video_histogram_accumulate_projections(GstVideoHistogram* total,
                                                 GstVideoHistogram* part) {
  guint i;

  for (i = 0; i < n_projections(total); i++)
    accumulate(projection_at(total, i), projection_at(part, i));
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramProjection, gst_video_histogram_projection,
                    gst_video_histogram_projection_ref, gst_video_histogram_projection_unref)
