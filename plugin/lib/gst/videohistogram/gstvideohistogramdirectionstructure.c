/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The histogram along a direction as a field of a structure. */

#include <gst/videohistogram/gstvideohistogram-internal.h>

#define FIELD "direction"

/* GstValueArray of one GstValueArray of guint a position. */
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

/**
 * gst_video_histogram_to_structure_with_direction:
 * @histogram: a histogram
 *
 * As gst_video_histogram_to_structure(), with the histogram along a direction if there is one. It
 * takes some 25 bytes a count, and so 50 MB for one of 8K.
 *
 * There is one field more, `direction`, a #GstStructure with the fields `channel` (string), `angle`
 * (gdouble), `line` (guint; not there if an angle gave the direction), `positions`, `bins` (guint),
 * `cos`, `sin`, `origin` (gint64), `x-sub`, `y-sub` (guint) and `counts` (#GstValueArray of one
 * #GstValueArray of guint a position). The position of a pixel is
 * floor((2 ((x >> `x-sub`) `cos` - (y >> `y-sub`) `sin`) + `origin`) / 2^31).
 *
 * Returns: (transfer full) (nullable): the structure; %NULL if the histogram failed or is still
 *   pending, or if its matrix could not be read, see gst_video_histogram_wait_direction()
 */
GstStructure* gst_video_histogram_to_structure_with_direction(GstVideoHistogram* self) {
  GstStructure *structure = gst_video_histogram_to_structure(self), *field;
  const GstVideoHistogramPrivateDirection* shape;
  const guint32* counts;
  GValue value = G_VALUE_INIT;

  if (structure == NULL || self->direction == NULL)
    return structure;
  counts = _gst_video_histogram_fetch_matrix(self, 0, NULL);
  if (counts == NULL) {
    gst_structure_free(structure);
    return NULL;
  }

  shape = &self->direction->shape;
  field = gst_structure_new(FIELD, "channel", G_TYPE_STRING, shape->channel, "angle", G_TYPE_DOUBLE,
                            shape->angle, "positions", G_TYPE_UINT, shape->positions, "bins",
                            G_TYPE_UINT, shape->bins, "cos", G_TYPE_INT64, shape->c, "sin",
                            G_TYPE_INT64, shape->s, "origin", G_TYPE_INT64, shape->origin, "x-sub",
                            G_TYPE_UINT, shape->x_sub, "y-sub", G_TYPE_UINT, shape->y_sub, NULL);
  if (shape->line >= 0)
    gst_structure_set(field, "line", G_TYPE_UINT, (guint)shape->line, NULL);
  take_matrix(field, counts, shape->positions, shape->bins);
  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value, field);
  gst_structure_take_value(structure, FIELD, &value);
  return structure;
}

static gboolean read_int64(const GstStructure* structure, const gchar* field, gint64* number,
                           GError** error) {
  if (!gst_structure_get_int64(structure, field, number)) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "Field %s of the direction is not a gint64", field);
    return FALSE;
  }
  return TRUE;
}

/* The channel's name stays the structure's. */
static gboolean read_shape(const GstStructure* field, GstVideoHistogramPrivateDirection* shape,
                           GError** error) {
  guint line;

  shape->channel = gst_structure_get_string(field, "channel");
  if (shape->channel == NULL || !gst_structure_get_double(field, "angle", &shape->angle)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "The direction has no channel or no angle");
    return FALSE;
  }
  shape->line = -1;
  if (gst_structure_has_field(field, "line")) {
    if (!_gst_video_histogram_read_uint(field, "line", &line, error))
      return FALSE;
    shape->line = (gint)MIN(line, G_MAXINT);
  }
  return _gst_video_histogram_read_uint(field, "positions", &shape->positions, error) &&
         _gst_video_histogram_read_uint(field, "bins", &shape->bins, error) &&
         _gst_video_histogram_read_uint(field, "x-sub", &shape->x_sub, error) &&
         _gst_video_histogram_read_uint(field, "y-sub", &shape->y_sub, error) &&
         read_int64(field, "cos", &shape->c, error) && read_int64(field, "sin", &shape->s, error) &&
         read_int64(field, "origin", &shape->origin, error);
}

static guint32* read_matrix(const GstStructure* field, guint positions, guint bins,
                            GError** error) {
  g_autofree guint64* wide = _gst_video_histogram_read_counts(field, positions, bins, error);
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
                "A count along the direction is %" G_GUINT64_FORMAT ", more than 32 bits", wide[i]);
    g_clear_pointer(&counts, g_free);
  }
  return counts;
}

gboolean _gst_video_histogram_read_direction(GstVideoHistogram* self, const GstStructure* structure,
                                             GError** error) {
  const GValue* value = gst_structure_get_value(structure, FIELD);
  GstVideoHistogramPrivateDirection shape;
  const GstStructure* field;

  if (value == NULL)
    return TRUE;
  if (!GST_VALUE_HOLDS_STRUCTURE(value) || (field = gst_value_get_structure(value)) == NULL) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "Field " FIELD " is not a structure");
    return FALSE;
  }
  if (!read_shape(field, &shape, error))
    return FALSE;
  self->direction = _gst_video_histogram_direction_new(&shape, self->width, self->height, error);
  if (self->direction == NULL)
    return FALSE;
  self->direction->counts = read_matrix(field, shape.positions, shape.bins, error);
  return self->direction->counts != NULL;
}
