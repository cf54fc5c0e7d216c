/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections: the geometry of positions, and adding projections. */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

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

static void projection_free(gpointer data) {
  GstVideoHistogramProjection* self = data;

  _gst_video_histogram_matrix_clear(&self->matrix);
  g_free(self);
}

GstVideoHistogramProjection* _gst_video_histogram_projection_new(
    GstVideoHistogram* histogram, const GstVideoHistogramPrivateProjection* shape, GError** error) {
  const gint64 one = G_GINT64_CONSTANT(1) << 30;
  const guint64 n_counts = (guint64)shape->positions * shape->channel.bins;
  GstVideoHistogramProjection* self;

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

  if (!_gst_video_histogram_claim_counts(histogram, n_counts, error))
    return NULL;

  self = g_new0(GstVideoHistogramProjection, 1);
  _gst_video_histogram_matrix_init(&self->matrix, histogram, (gsize)n_counts, FALSE);
  self->shape = *shape;
  g_strlcpy(self->name, shape->channel.name, sizeof(self->name));
  self->shape.channel.name = self->name;
  self->shape.channel.n_values = _gst_video_histogram_n_values(&shape->channel);
  if (histogram->projections == NULL)
    histogram->projections = g_ptr_array_new_with_free_func(projection_free);
  g_ptr_array_add(histogram->projections, self);
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
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram));
  g_return_if_fail(index < n_projections(histogram));
  _gst_video_histogram_matrix_set_source(&projection_at(histogram, index)->matrix, read, data,
                                         destroy);
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
    _gst_video_histogram_matrix_set_sum(&self->matrix, &of_a->matrix, &of_b->matrix);
  }
}

void _gst_video_histogram_accumulate_projections(GstVideoHistogram* total,
                                                 GstVideoHistogram* part) {
  guint i;

  for (i = 0; i < n_projections(total); i++)
    _gst_video_histogram_matrix_accumulate(&projection_at(total, i)->matrix,
                                           &projection_at(part, i)->matrix);
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramProjection, gst_video_histogram_projection,
                    gst_video_histogram_projection_ref, gst_video_histogram_projection_unref)
