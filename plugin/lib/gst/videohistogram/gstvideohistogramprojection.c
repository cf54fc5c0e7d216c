/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections: the geometry of positions, and adding projections. */

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
    _gst_video_histogram_refuse(error, "This is not a projection of the frame");
    return NULL;
  }

  self = _gst_video_histogram_table_new(histogram, &histogram->projections, sizeof(*self), n_counts,
                                        FALSE, error);
  if (self == NULL)
    return NULL;
  self->shape = *shape;
  g_strlcpy(self->name, shape->channel.name, sizeof(self->name));
  self->shape.channel.name = self->name;
  self->shape.channel.n_values = _gst_video_histogram_n_values(&shape->channel);
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
  _gst_video_histogram_set_source(histogram->projections, index, read, data, destroy);
}

static gboolean same_projection(gconstpointer a, gconstpointer b) {
  const GstVideoHistogramPrivateProjection* of_a = &((const GstVideoHistogramProjection*)a)->shape;
  const GstVideoHistogramPrivateProjection* of_b = &((const GstVideoHistogramProjection*)b)->shape;

  return of_a->c == of_b->c && of_a->s == of_b->s && of_a->origin == of_b->origin &&
         of_a->positions == of_b->positions &&
         _gst_video_histogram_same_channel(&of_a->channel, &of_b->channel) &&
         of_a->x_sub == of_b->x_sub && of_a->y_sub == of_b->y_sub && of_a->line == of_b->line;
}

void _gst_video_histogram_add_projections(GstVideoHistogram* sum, GstVideoHistogram* a,
                                          GstVideoHistogram* b) {
  guint i, same;

  if (a->width != b->width || a->height != b->height || b->projections == NULL)
    return;
  for (i = 0; i < _gst_video_histogram_n_tables(a->projections); i++) {
    GstVideoHistogramProjection *of_a = g_ptr_array_index(a->projections, i), *self;

    if (!g_ptr_array_find_with_equal_func(b->projections, of_a, same_projection, &same))
      continue;
    self = _gst_video_histogram_projection_new(sum, &of_a->shape, NULL);
    _gst_video_histogram_matrix_set_sum(&self->matrix, &of_a->matrix,
                                        g_ptr_array_index(b->projections, same));
  }
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramProjection, gst_video_histogram_projection,
                    gst_video_histogram_projection_ref, gst_video_histogram_projection_unref)
