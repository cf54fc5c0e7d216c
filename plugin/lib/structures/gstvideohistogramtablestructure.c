/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes and reads tables with two axes, projections and joint histograms, as fields of a
 * structure. */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

#define PROJECTIONS "projections"
#define JOINTS "joints"

/* GstValueArray of one GstValueArray per row. */
static void take_matrix(GstStructure* structure, gconstpointer counts, gboolean wide, guint rows,
                        guint columns) {
  const gsize row_size = columns * (wide ? sizeof(guint64) : sizeof(guint32));
  GValue matrix = G_VALUE_INIT;
  guint r;

  gst_value_array_init(&matrix, rows);
  for (r = 0; r < rows; r++)
    _gst_video_histogram_append_counts(&matrix, (const guint8*)counts + r * row_size, wide,
                                       columns);
  gst_structure_take_value(structure, "counts", &matrix);
}

/* The structure of one projection; NULL if the matrix cannot be read. */
static GstStructure* write_projection(gpointer table) {
  GstVideoHistogramProjection* self = table;
  const GstVideoHistogramPrivateProjection* shape = &self->shape;
  gconstpointer counts = _gst_video_histogram_matrix_fetch(&self->matrix, 0, NULL);
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
  take_matrix(structure, counts, FALSE, shape->positions, shape->channel.bins);
  return structure;
}

/* The structure of one joint histogram; NULL if the counts cannot be read. */
static GstStructure* write_joint(gpointer table) {
  GstVideoHistogramJoint* self = table;
  const GstVideoHistogramChannelInfo *x = &self->axes[0], *y = &self->axes[1];
  gconstpointer counts = _gst_video_histogram_matrix_fetch(&self->matrix, 0, NULL);
  GstStructure* structure;

  if (counts == NULL)
    return NULL;
  structure =
      gst_structure_new("joint", "x", G_TYPE_STRING, x->name, "y", G_TYPE_STRING, y->name, "x-bins",
                        G_TYPE_UINT, x->bins, "y-bins", G_TYPE_UINT, y->bins, "x-depth",
                        G_TYPE_UINT, x->depth, "y-depth", G_TYPE_UINT, y->depth, "x-n-values",
                        G_TYPE_UINT, x->n_values, "y-n-values", G_TYPE_UINT, y->n_values, NULL);
  take_matrix(structure, counts, TRUE, x->bins, y->bins);
  return structure;
}

/* Adds a field with a structure per table; `tables` may be NULL. FALSE if one cannot be written. */
static gboolean write_tables(GstStructure* structure, const gchar* field, GPtrArray* tables,
                             GstStructure* (*write)(gpointer table)) {
  GValue array = G_VALUE_INIT;
  guint i;

  if (tables == NULL)
    return TRUE;
  gst_value_array_init(&array, tables->len);
  for (i = 0; i < tables->len; i++) {
    GstStructure* element = write(g_ptr_array_index(tables, i));
    GValue value = G_VALUE_INIT;

    if (element == NULL) {
      g_value_unset(&array);
      return FALSE;
    }
    g_value_init(&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed(&value, element);
    gst_value_array_append_and_take_value(&array, &value);
  }
  gst_structure_take_value(structure, field, &array);
  return TRUE;
}

/**
 * gst_video_histogram_to_structure_with_tables:
 * @histogram: a histogram
 *
 * As gst_video_histogram_to_structure(), with the projections and the joint histograms if the
 * histogram has any. They take about 25 bytes per count, which is 50 MB for one projection of an 8K
 * frame and 1.6 MB for a joint histogram of 256 x 256 bins.
 *
 * The additional field `projections` is a #GstValueArray with one #GstStructure named `projection`
 * per projection. Its fields are `channel` (string), `angle` (gdouble), `line` (guint; absent if
 * the angle was given), `positions`, `bins`, `depth`, `n-values` (guint), `cos`, `sin`, `origin`
 * (gint64), `x-sub`, `y-sub` (guint) and `counts` (#GstValueArray of one #GstValueArray of guint
 * per position). The position of a pixel is floor((2 ((x >> `x-sub`) `cos` - (y >> `y-sub`) `sin`)
 * + `origin`) / 2^31).
 *
 * The additional field `joints` is a #GstValueArray with one #GstStructure named `joint` per joint
 * histogram. Its fields are `x`, `y` (strings, the channels), `x-bins`, `y-bins`, `x-depth`,
 * `y-depth`, `x-n-values`, `y-n-values` (guint) and `counts` (#GstValueArray of one #GstValueArray
 * of guint64 per bin of x).
 *
 * Returns: (transfer full) (nullable): the structure; %NULL if the histogram failed or is still
 *   pending, or if counts could not be read, see gst_video_histogram_projection_wait() and
 *   gst_video_histogram_joint_wait()
 *
 * Since: 0.1
 */
GstStructure* gst_video_histogram_to_structure_with_tables(GstVideoHistogram* self) {
  GstStructure* structure = gst_video_histogram_to_structure(self);

  if (structure == NULL)
    return NULL;
  if (!write_tables(structure, PROJECTIONS, self->projections, write_projection) ||
      !write_tables(structure, JOINTS, self->joints, write_joint)) {
    gst_structure_free(structure);
    return NULL;
  }
  return structure;
}

static gboolean read_int64(const GstStructure* structure, const gchar* field, gint64* number,
                           GError** error) {
  if (!gst_structure_get_int64(structure, field, number))
    return _gst_video_histogram_refuse(error, "Field %s of a projection is not a gint64", field);
  return TRUE;
}

/* Reads the numbers of a channel from fields of these names. */
static gboolean read_channel(const GstStructure* structure, const gchar* bins, const gchar* depth,
                             const gchar* n_values, GstVideoHistogramChannelInfo* channel,
                             GError** error) {
  return _gst_video_histogram_read_uint(structure, bins, &channel->bins, error) &&
         _gst_video_histogram_read_uint(structure, depth, &channel->depth, error) &&
         (!gst_structure_has_field(structure, n_values) ||
          _gst_video_histogram_read_uint(structure, n_values, &channel->n_values, error));
}

/* The channel's name stays owned by the structure. */
static gboolean read_shape(const GstStructure* field, GstVideoHistogramPrivateProjection* shape,
                           GError** error) {
  guint line;

  memset(shape, 0, sizeof(*shape));
  shape->channel.name = gst_structure_get_string(field, "channel");
  if (shape->channel.name == NULL || !gst_structure_get_double(field, "angle", &shape->angle))
    return _gst_video_histogram_refuse(error, "A projection has no channel or no angle");
  shape->line = -1;
  if (gst_structure_has_field(field, "line")) {
    if (!_gst_video_histogram_read_uint(field, "line", &line, error))
      return FALSE;
    shape->line = (gint)MIN(line, G_MAXINT);
  }
  return _gst_video_histogram_read_uint(field, "positions", &shape->positions, error) &&
         read_channel(field, "bins", "depth", "n-values", &shape->channel, error) &&
         _gst_video_histogram_read_uint(field, "x-sub", &shape->x_sub, error) &&
         _gst_video_histogram_read_uint(field, "y-sub", &shape->y_sub, error) &&
         read_int64(field, "cos", &shape->c, error) && read_int64(field, "sin", &shape->s, error) &&
         read_int64(field, "origin", &shape->origin, error);
}

/* `rows` times `columns` counts. */
static guint64* read_matrix(const GstStructure* field, guint rows, guint columns, GError** error) {
  g_autofree guint* of_each = g_new(guint, rows);
  guint r;

  for (r = 0; r < rows; r++)
    of_each[r] = columns;
  return _gst_video_histogram_read_counts(field, rows, of_each, error);
}

static guint32* narrow(const guint64* wide, gsize n, GError** error) {
  guint32* counts = g_new(guint32, n);
  gsize i;

  for (i = 0; i < n && wide[i] <= G_MAXUINT32; i++)
    counts[i] = (guint32)wide[i];
  if (i < n) {
    _gst_video_histogram_refuse(
        error, "A count of a projection is %" G_GUINT64_FORMAT ", more than 32 bits", wide[i]);
    g_clear_pointer(&counts, g_free);
  }
  return counts;
}

static gboolean read_projection(GstVideoHistogram* histogram, const GstStructure* structure,
                                GError** error) {
  GstVideoHistogramPrivateProjection shape;
  GstVideoHistogramProjection* self;
  g_autofree guint64* counts = NULL;

  if (!read_shape(structure, &shape, error))
    return FALSE;
  self = _gst_video_histogram_projection_new(histogram, &shape, error);
  if (self == NULL)
    return FALSE;
  counts = read_matrix(structure, shape.positions, shape.channel.bins, error);
  if (counts != NULL)
    self->matrix.counts = narrow(counts, self->matrix.n_counts, error);
  return self->matrix.counts != NULL;
}

static gboolean read_joint(GstVideoHistogram* histogram, const GstStructure* structure,
                           GError** error) {
  static const gchar* const fields[2][4] = {{"x", "x-bins", "x-depth", "x-n-values"},
                                            {"y", "y-bins", "y-depth", "y-n-values"}};
  GstVideoHistogramChannelInfo axes[2] = {{NULL}, {NULL}};
  GstVideoHistogramJoint* self;
  guint i;

  for (i = 0; i < 2; i++) {
    axes[i].name = gst_structure_get_string(structure, fields[i][0]);
    if (axes[i].name == NULL)
      return _gst_video_histogram_refuse(error, "A joint histogram has no channel %s",
                                         fields[i][0]);
    if (!read_channel(structure, fields[i][1], fields[i][2], fields[i][3], &axes[i], error))
      return FALSE;
  }
  self = _gst_video_histogram_joint_new(histogram, axes, error);
  if (self == NULL)
    return FALSE;
  self->matrix.counts = read_matrix(structure, axes[0].bins, axes[1].bins, error);
  return self->matrix.counts != NULL;
}

/* Reads each structure of a field, which may be absent. */
static gboolean read_tables(GstVideoHistogram* histogram, const GstStructure* structure,
                            const gchar* field,
                            gboolean (*read)(GstVideoHistogram* histogram,
                                             const GstStructure* structure, GError** error),
                            GError** error) {
  const GValue* tables = gst_structure_get_value(structure, field);
  guint i;

  if (tables == NULL)
    return TRUE;
  if (!GST_VALUE_HOLDS_ARRAY(tables))
    return _gst_video_histogram_refuse(error, "Field %s is not an array", field);
  for (i = 0; i < gst_value_array_get_size(tables); i++) {
    const GValue* value = gst_value_array_get_value(tables, i);

    if (!GST_VALUE_HOLDS_STRUCTURE(value) || gst_value_get_structure(value) == NULL)
      return _gst_video_histogram_refuse(error, "An element of field %s is not a structure", field);
    if (!read(histogram, gst_value_get_structure(value), error))
      return FALSE;
  }
  return TRUE;
}

gboolean _gst_video_histogram_read_tables(GstVideoHistogram* self, const GstStructure* structure,
                                          GError** error) {
  return read_tables(self, structure, PROJECTIONS, read_projection, error) &&
         read_tables(self, structure, JOINTS, read_joint, error);
}
