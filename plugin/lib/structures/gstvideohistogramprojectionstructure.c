/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes and reads the projections of a histogram as a field of a structure. */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

#define FIELD "projections"

/* GstValueArray of one GstValueArray of guint per position. */
static void take_matrix(GstStructure* structure, const guint32* counts, guint positions,
                        guint bins) {
  GValue matrix = G_VALUE_INIT;
  guint p, i;

  gst_value_array_init(&matrix, positions);
  for (p = 0; p < positions; p++) {
    GValue row = G_VALUE_INIT;

    gst_value_array_init(&row, bins);
    for (i = 0; i < bins; i++) {
      GValue count = G_VALUE_INIT;

      g_value_init(&count, G_TYPE_UINT);
      g_value_set_uint(&count, *counts++);
      gst_value_array_append_and_take_value(&row, &count);
    }
    gst_value_array_append_and_take_value(&matrix, &row);
  }
  gst_structure_take_value(structure, "counts", &matrix);
}

/* The structure of one projection; NULL if the matrix cannot be read. */
static GstStructure* make_structure(GstVideoHistogramProjection* self) {
  const GstVideoHistogramPrivateProjection* shape = &self->shape;
  const guint32* counts = _gst_video_histogram_projection_fetch(self, 0, NULL);
  GstStructure* structure;

  if (counts == NULL)
    return NULL;
  structure = gst_structure_new(
      "projection", "channel", G_TYPE_STRING, shape->channel.name, "angle", G_TYPE_DOUBLE,
      shape->angle, "positions", G_TYPE_UINT, shape->positions, "bins", G_TYPE_UINT,
      shape->channel.bins, "depth", G_TYPE_UINT, shape->channel.depth, "n-values", G_TYPE_UINT,
      shape->channel.n_values, "cos", G_TYPE_INT64, shape->c, "sin", G_TYPE_INT64, shape->s,
      "origin", G_TYPE_INT64, shape->origin, "x-sub", G_TYPE_UINT, shape->x_sub, "y-sub",
      G_TYPE_UINT, shape->y_sub, NULL);
  if (shape->line >= 0)
    gst_structure_set(structure, "line", G_TYPE_UINT, (guint)shape->line, NULL);
  take_matrix(structure, counts, shape->positions, shape->channel.bins);
  return structure;
}

/**
 * gst_video_histogram_to_structure_with_projections:
 * @histogram: a histogram
 *
 * As gst_video_histogram_to_structure(), with the projections if the histogram has any. Projections
 * take about 25 bytes per count, which is 50 MB for one projection of an 8K frame.
 *
 * The additional field `projections` is a #GstValueArray with one #GstStructure named `projection`
 * per projection. Its fields are `channel` (string), `angle` (gdouble), `line` (guint; absent if
 * the angle was given), `positions`, `bins`, `depth`, `n-values` (guint), `cos`, `sin`, `origin`
 * (gint64), `x-sub`, `y-sub` (guint) and `counts` (#GstValueArray of one #GstValueArray of guint
 * per position). The position of a pixel is floor((2 ((x >> `x-sub`) `cos` - (y >> `y-sub`) `sin`)
 * + `origin`) / 2^31).
 *
 * Returns: (transfer full) (nullable): the structure; %NULL if the histogram failed or is still
 *   pending, or if a matrix could not be read, see gst_video_histogram_projection_wait()
 *
 * Since: 0.1
 */
GstStructure* gst_video_histogram_to_structure_with_projections(GstVideoHistogram* self) {
  GstStructure* structure = gst_video_histogram_to_structure(self);
  GValue projections = G_VALUE_INIT;
  guint i;

  if (structure == NULL || self->projections == NULL)
    return structure;
  gst_value_array_init(&projections, self->projections->len);
  for (i = 0; i < self->projections->len; i++) {
    GstStructure* element = make_structure(g_ptr_array_index(self->projections, i));
    GValue value = G_VALUE_INIT;

    if (element == NULL) {
      g_value_unset(&projections);
      gst_structure_free(structure);
      return NULL;
    }
    g_value_init(&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed(&value, element);
    gst_value_array_append_and_take_value(&projections, &value);
  }
  gst_structure_take_value(structure, FIELD, &projections);
  return structure;
}

static gboolean read_int64(const GstStructure* structure, const gchar* field, gint64* number,
                           GError** error) {
  if (!gst_structure_get_int64(structure, field, number)) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "Field %s of a projection is not a gint64", field);
    return FALSE;
  }
  return TRUE;
}

/* The channel's name stays owned by the structure. */
static gboolean read_shape(const GstStructure* field, GstVideoHistogramPrivateProjection* shape,
                           GError** error) {
  guint line;

  memset(shape, 0, sizeof(*shape));
  shape->channel.name = gst_structure_get_string(field, "channel");
  if (shape->channel.name == NULL || !gst_structure_get_double(field, "angle", &shape->angle)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "A projection has no channel or no angle");
    return FALSE;
  }
  shape->line = -1;
  if (gst_structure_has_field(field, "line")) {
    if (!_gst_video_histogram_read_uint(field, "line", &line, error))
      return FALSE;
    shape->line = (gint)MIN(line, G_MAXINT);
  }
  return _gst_video_histogram_read_uint(field, "positions", &shape->positions, error) &&
         _gst_video_histogram_read_uint(field, "bins", &shape->channel.bins, error) &&
         _gst_video_histogram_read_uint(field, "depth", &shape->channel.depth, error) &&
         (!gst_structure_has_field(field, "n-values") ||
          _gst_video_histogram_read_uint(field, "n-values", &shape->channel.n_values, error)) &&
         _gst_video_histogram_read_uint(field, "x-sub", &shape->x_sub, error) &&
         _gst_video_histogram_read_uint(field, "y-sub", &shape->y_sub, error) &&
         read_int64(field, "cos", &shape->c, error) && read_int64(field, "sin", &shape->s, error) &&
         read_int64(field, "origin", &shape->origin, error);
}

static guint64* read_rows(const GstStructure* field, guint positions, guint bins, GError** error) {
  g_autofree guint* of_each = g_new(guint, positions);
  guint p;

  for (p = 0; p < positions; p++)
    of_each[p] = bins;
  return _gst_video_histogram_read_counts(field, positions, of_each, error);
}

static guint32* read_matrix(const GstStructure* field, guint positions, guint bins,
                            GError** error) {
  g_autofree guint64* wide = read_rows(field, positions, bins, error);
  const gsize n = (gsize)positions * bins;
  guint32* counts;
  gsize i;

  if (wide == NULL)
    return NULL;
  counts = g_new(guint32, n);
  for (i = 0; i < n && wide[i] <= G_MAXUINT32; i++)
    counts[i] = (guint32)wide[i];
  if (i < n) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "A count of a projection is %" G_GUINT64_FORMAT ", more than 32 bits", wide[i]);
    g_clear_pointer(&counts, g_free);
  }
  return counts;
}

static gboolean read_projection(GstVideoHistogram* histogram, const GValue* value, GError** error) {
  GstVideoHistogramPrivateProjection shape;
  GstVideoHistogramProjection* self;
  const GstStructure* structure;

  if (!GST_VALUE_HOLDS_STRUCTURE(value) || (structure = gst_value_get_structure(value)) == NULL) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "An element of field " FIELD " is not a structure");
    return FALSE;
  }
  if (!read_shape(structure, &shape, error))
    return FALSE;
  self = _gst_video_histogram_projection_new(histogram, &shape, error);
  if (self == NULL)
    return FALSE;
  self->counts = read_matrix(structure, shape.positions, shape.channel.bins, error);
  return self->counts != NULL;
}

gboolean _gst_video_histogram_read_projections(GstVideoHistogram* self,
                                               const GstStructure* structure, GError** error) {
  const GValue* projections = gst_structure_get_value(structure, FIELD);
  guint i;

  if (projections == NULL)
    return TRUE;
  if (!GST_VALUE_HOLDS_ARRAY(projections)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "Field " FIELD " is not an array");
    return FALSE;
  }
  for (i = 0; i < gst_value_array_get_size(projections); i++) {
    if (!read_projection(self, gst_value_array_get_value(projections, i), error))
      return FALSE;
  }
  return TRUE;
}
