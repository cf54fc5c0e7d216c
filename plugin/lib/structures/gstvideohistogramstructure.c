/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

#define STRUCTURE_NAME "GstVideoHistogram"
#define STRUCTURE_VERSION 4
#define UNKNOWN_FORMAT "UNKNOWN"

/* gst_video_format_to_string() does not accept GST_VIDEO_FORMAT_UNKNOWN. */
const gchar* _gst_video_histogram_format_name(GstVideoFormat format) {
  return format == GST_VIDEO_FORMAT_UNKNOWN ? UNKNOWN_FORMAT : gst_video_format_to_string(format);
}

gboolean _gst_video_histogram_format_from_name(const gchar* name, GstVideoFormat* format) {
  *format = gst_video_format_from_string(name);
  return *format != GST_VIDEO_FORMAT_UNKNOWN || strcmp(name, UNKNOWN_FORMAT) == 0;
}

static void append_mean(GString* line, gdouble mean) {
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  /* g_string_append_printf() would use the user's locale, which gst-launch-1.0 sets. */
  g_string_append(line, g_ascii_formatd(text, sizeof(text), "%.2f", mean));
}

static gboolean have_same_bins(const GstVideoHistogram* self) {
  guint c = 1;

  while (c < self->n_channels && self->channels[c].bins == self->channels[0].bins)
    c++;
  return c == self->n_channels;
}

void _gst_video_histogram_transform_to_string(const GValue* from, GValue* to) {
  GstVideoHistogram* self = g_value_get_boxed(from);
  GString* line;
  g_autoptr(GError) error = NULL;
  gboolean alike;
  guint c;

  /* gst_value_serialize() would warn about a NULL string. */
  if (self == NULL) {
    g_value_set_static_string(to, "NULL");
    return;
  }
  line = g_string_new(NULL);
  g_string_append_printf(line, "%s %ux%u", _gst_video_histogram_format_name(self->format),
                         self->width, self->height);
  alike = have_same_bins(self);
  if (alike)
    g_string_append_printf(line, ", %u bins", self->channels[0].bins);
  g_string_append_c(line, ':');
  if (!gst_video_histogram_is_ready(self)) {
    g_string_append(line, " pending");
  } else if (!gst_video_histogram_wait(self, 0, &error)) {
    g_string_append_printf(line, " failed: %s", error->message);
  } else {
    for (c = 0; c < self->n_channels; c++) {
      g_string_append_printf(line, "%s %s", c > 0 ? "," : "", self->channels[c].name);
      if (!alike)
        g_string_append_printf(line, " of %u bins", self->channels[c].bins);
      if (gst_video_histogram_get_samples(self, c) == 0) {
        g_string_append(line, " empty");
        continue;
      }
      g_string_append(line, " mean ");
      append_mean(line, gst_video_histogram_get_mean(self, c));
      g_string_append_printf(line, " in %u..%u", gst_video_histogram_get_min(self, c),
                             gst_video_histogram_get_max(self, c));
    }
  }
  g_value_take_string(to, g_string_free(line, FALSE));
}

void _gst_video_histogram_append_counts(GValue* rows, gconstpointer counts, gboolean wide,
                                        guint n) {
  GValue row = G_VALUE_INIT;
  guint i;

  gst_value_array_init(&row, n);
  for (i = 0; i < n; i++) {
    GValue count = G_VALUE_INIT;

    g_value_init(&count, wide ? G_TYPE_UINT64 : G_TYPE_UINT);
    if (wide)
      g_value_set_uint64(&count, ((const guint64*)counts)[i]);
    else
      g_value_set_uint(&count, ((const guint32*)counts)[i]);
    gst_value_array_append_and_take_value(&row, &count);
  }
  gst_value_array_append_and_take_value(rows, &row);
}

static void append_uint(GValue* array, guint number) {
  GValue value = G_VALUE_INIT;

  g_value_init(&value, G_TYPE_UINT);
  g_value_set_uint(&value, number);
  gst_value_array_append_and_take_value(array, &value);
}

/**
 * gst_video_histogram_to_structure:
 * @histogram: a histogram
 *
 * Writes a histogram as a structure of plain values, for storage or transport. Waits for the
 * counts, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * The structure's name is `GstVideoHistogram`. Its fields are `version` (guint, 4), `format`
 * (string), `width`, `height` (guint), `frames` (guint64), `colorimetry` (string; absent if
 * unknown), `color-flags` (guint, #GstVideoHistogramColorFlags), `field` (string, "top" or
 * "bottom"; absent unless the counts are of one field), and five fields that are a
 * #GstValueArray with one element per channel: `channels` (strings, the names), `bins`, `depth`,
 * `n-values` (guint) and `counts` (#GstValueArray of guint64).
 *
 * Projections and joint histograms are left out because they are large.
 * gst_video_histogram_to_structure_with_tables() includes them.
 *
 * Returns: (transfer full) (nullable): the structure; %NULL if the histogram failed or is still
 *   pending, see gst_video_histogram_wait()
 *
 * Since: 0.1
 */
GstStructure* gst_video_histogram_to_structure(GstVideoHistogram* self) {
  GstStructure* structure;
  g_autofree gchar* colorimetry = NULL;
  GValue names = G_VALUE_INIT, bins = G_VALUE_INIT, depth = G_VALUE_INIT, n_values = G_VALUE_INIT,
         counts = G_VALUE_INIT;
  guint c;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);

  if (!gst_video_histogram_wait(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, NULL))
    return NULL;

  gst_value_array_init(&names, self->n_channels);
  gst_value_array_init(&bins, self->n_channels);
  gst_value_array_init(&depth, self->n_channels);
  gst_value_array_init(&n_values, self->n_channels);
  gst_value_array_init(&counts, self->n_channels);
  for (c = 0; c < self->n_channels; c++) {
    const Channel* channel = &self->channels[c];
    GValue name = G_VALUE_INIT;

    g_value_init(&name, G_TYPE_STRING);
    g_value_set_string(&name, channel->name);
    gst_value_array_append_and_take_value(&names, &name);
    append_uint(&bins, channel->bins);
    append_uint(&depth, channel->depth);
    append_uint(&n_values, channel->n_values);
    _gst_video_histogram_append_counts(&counts, channel->counts, TRUE, channel->bins);
  }

  structure = gst_structure_new(STRUCTURE_NAME, "version", G_TYPE_UINT, STRUCTURE_VERSION, "format",
                                G_TYPE_STRING, _gst_video_histogram_format_name(self->format),
                                "width", G_TYPE_UINT, self->width, "height", G_TYPE_UINT,
                                self->height, "frames", G_TYPE_UINT64, self->n_frames,
                                "color-flags", G_TYPE_UINT, (guint)self->color_flags, NULL);
  if (self->field != GST_VIDEO_HISTOGRAM_FIELD_NONE)
    gst_structure_set(structure, "field", G_TYPE_STRING,
                      _gst_video_histogram_field_nick(self->field), NULL);
  colorimetry = gst_video_colorimetry_to_string(&self->colorimetry);
  if (colorimetry != NULL)
    gst_structure_set(structure, "colorimetry", G_TYPE_STRING, colorimetry, NULL);
  gst_structure_take_value(structure, "channels", &names);
  gst_structure_take_value(structure, "bins", &bins);
  gst_structure_take_value(structure, "depth", &depth);
  gst_structure_take_value(structure, "n-values", &n_values);
  gst_structure_take_value(structure, "counts", &counts);
  return structure;
}

/* Reads a non-negative integer of any type: text and language bindings do not preserve integer
 * types. */
static gboolean read_number(const GValue* value, guint64* number) {
  if (value == NULL)
    return FALSE;
  if (G_VALUE_HOLDS_UINT64(value)) {
    *number = g_value_get_uint64(value);
  } else if (G_VALUE_HOLDS_UINT(value)) {
    *number = g_value_get_uint(value);
  } else if (G_VALUE_HOLDS_INT(value) && g_value_get_int(value) >= 0) {
    *number = (guint64)g_value_get_int(value);
  } else if (G_VALUE_HOLDS_INT64(value) && g_value_get_int64(value) >= 0) {
    *number = (guint64)g_value_get_int64(value);
  } else {
    return FALSE;
  }
  return TRUE;
}

gboolean _gst_video_histogram_read_uint(const GstStructure* structure, const gchar* field,
                                        guint* number, GError** error) {
  guint64 wide = 0;
  const gboolean valid = read_number(gst_structure_get_value(structure, field), &wide);

  *number = (guint)wide;
  return (valid && wide <= G_MAXUINT) ||
         _gst_video_histogram_refuse(error, "Field %s is not a whole number from 0 to 2^32 - 1",
                                     field);
}

/* Returns `value` if it is an array of `size` elements; with a size of 0 any length is accepted. */
static const GValue* read_array(const GValue* value, const gchar* what, guint size,
                                GError** error) {
  if (value == NULL || !GST_VALUE_HOLDS_ARRAY(value) ||
      (size > 0 && gst_value_array_get_size(value) != size)) {
    if (size > 0)
      _gst_video_histogram_refuse(error, "%s is not an array of %u elements", what, size);
    else
      _gst_video_histogram_refuse(error, "%s is not an array", what);
    return NULL;
  }
  return value;
}

static gboolean check_version(const GstStructure* structure, GError** error) {
  guint version;

  if (!gst_structure_has_name(structure, STRUCTURE_NAME))
    return _gst_video_histogram_refuse(error, "A structure %s is not a " STRUCTURE_NAME,
                                       gst_structure_get_name(structure));
  if (!_gst_video_histogram_read_uint(structure, "version", &version, error))
    return FALSE;
  return version == STRUCTURE_VERSION ||
         _gst_video_histogram_refuse(
             error, "Version %u of " STRUCTURE_NAME " is not known here, only version %d", version,
             STRUCTURE_VERSION);
}

static gboolean read_format(const GstStructure* structure, GstVideoFormat* format, GError** error) {
  const gchar* name = gst_structure_get_string(structure, "format");

  if (name == NULL || !_gst_video_histogram_format_from_name(name, format))
    return _gst_video_histogram_refuse(error, "Field format is not the name of a video format");
  return TRUE;
}

static gboolean read_field(const GstStructure* structure, GstVideoHistogramField* field,
                           GError** error) {
  const gchar* name = gst_structure_get_string(structure, "field");

  *field = GST_VIDEO_HISTOGRAM_FIELD_NONE;
  if (!gst_structure_has_field(structure, "field"))
    return TRUE;
  while (++*field <= GST_VIDEO_HISTOGRAM_FIELD_BOTTOM) {
    if (g_strcmp0(name, _gst_video_histogram_field_nick(*field)) == 0)
      return TRUE;
  }
  return _gst_video_histogram_refuse(error, "Field field is not top or bottom");
}

static gboolean read_colorimetry(const GstStructure* structure, GstVideoColorimetry* colorimetry,
                                 GError** error) {
  const gchar* name;

  if (!gst_structure_has_field(structure, "colorimetry"))
    return TRUE;
  name = gst_structure_get_string(structure, "colorimetry");
  if (name == NULL || !gst_video_colorimetry_from_string(colorimetry, name))
    return _gst_video_histogram_refuse(error, "Field colorimetry is not a colorimetry");
  return TRUE;
}

/* Reads a field that is an array with one number per channel. */
static gboolean read_uints(const GstStructure* structure, const gchar* field, guint n_channels,
                           guint* numbers, GError** error) {
  g_autofree gchar* what = g_strdup_printf("Field %s", field);
  const GValue* array =
      read_array(gst_structure_get_value(structure, field), what, n_channels, error);
  guint64 number;
  guint c;

  for (c = 0; array != NULL && c < n_channels; c++) {
    if (!read_number(gst_value_array_get_value(array, c), &number) || number > G_MAXUINT)
      return _gst_video_histogram_refuse(
          error, "Element %u of field %s is not a whole number from 0 to 2^32 - 1", c, field);
    numbers[c] = (guint)number;
  }
  return array != NULL;
}

/* Reads the descriptions of the channels. The names stay owned by the structure. */
static gboolean read_channels(const GstStructure* structure, GstVideoHistogramChannelInfo* channels,
                              guint* n_channels, guint* bins, GError** error) {
  const GValue* names =
      read_array(gst_structure_get_value(structure, "channels"), "Field channels", 0, error);
  guint depth[GST_VIDEO_HISTOGRAM_MAX_CHANNELS], n_values[GST_VIDEO_HISTOGRAM_MAX_CHANNELS] = {0};
  guint c;

  if (names == NULL)
    return FALSE;
  *n_channels = gst_value_array_get_size(names);
  if (*n_channels < 1 || *n_channels > GST_VIDEO_HISTOGRAM_MAX_CHANNELS)
    return _gst_video_histogram_refuse(error, "Field channels has %u names, not 1 to %d",
                                       *n_channels, GST_VIDEO_HISTOGRAM_MAX_CHANNELS);
  if (!read_uints(structure, "bins", *n_channels, bins, error) ||
      !read_uints(structure, "depth", *n_channels, depth, error) ||
      (gst_structure_has_field(structure, "n-values") &&
       !read_uints(structure, "n-values", *n_channels, n_values, error)))
    return FALSE;
  for (c = 0; c < *n_channels; c++) {
    const GValue* name = gst_value_array_get_value(names, c);
    const GstVideoHistogramChannelInfo info = {G_VALUE_HOLDS_STRING(name) ? g_value_get_string(name)
                                                                          : NULL,
                                               bins[c], depth[c], n_values[c]};

    if (!_gst_video_histogram_check_channel(&info, error))
      return FALSE;
    channels[c] = info;
  }
  return TRUE;
}

/* Reads the number of frames, 1 if the structure has no such field. */
static gboolean read_frames(const GstStructure* structure, guint64* n_frames, GError** error) {
  *n_frames = 1;
  return !gst_structure_has_field(structure, "frames") ||
         read_number(gst_structure_get_value(structure, "frames"), n_frames) ||
         _gst_video_histogram_refuse(error, "Field frames is not a whole number from 1");
}

/* Allocates only after the arrays were seen to have the claimed sizes, because input is
 * untrusted. */
guint64* _gst_video_histogram_read_counts(const GstStructure* structure, guint rows,
                                          const guint* bins, GError** error) {
  const GValue* counts =
      read_array(gst_structure_get_value(structure, "counts"), "Field counts", rows, error);
  g_autofree guint64* read = NULL;
  gsize n = 0;
  guint r, i;

  if (counts == NULL)
    return NULL;
  for (r = 0; r < rows; r++) {
    if (!read_array(gst_value_array_get_value(counts, r), "An element of field counts", bins[r],
                    error))
      return NULL;
    n += bins[r];
  }
  read = g_new(guint64, n);
  for (r = 0, n = 0; r < rows; n += bins[r++]) {
    const GValue* array = gst_value_array_get_value(counts, r);

    for (i = 0; i < bins[r]; i++) {
      if (!read_number(gst_value_array_get_value(array, i), &read[n + i])) {
        _gst_video_histogram_refuse(error, "Count %u of row %u is not a whole number from 0", i, r);
        return NULL;
      }
    }
  }
  return g_steal_pointer(&read);
}

/**
 * gst_video_histogram_new_from_structure:
 * @structure: a structure as gst_video_histogram_to_structure() or
 *   gst_video_histogram_to_structure_with_tables() writes it
 * @error: return location for %GST_VIDEO_HISTOGRAM_ERROR_INVALID
 *
 * Makes a complete histogram from a structure. All fields are validated, so untrusted input is
 * safe. Numbers may be of any integer type, and unknown fields are ignored, so structures written
 * by hand or by a later release can be read. A structure of another `version` is refused.
 *
 * Returns: (transfer full): the histogram, or %NULL with @error set
 *
 * Since: 0.1
 */
GstVideoHistogram* gst_video_histogram_new_from_structure(const GstStructure* structure,
                                                          GError** error) {
  GstVideoHistogramChannelInfo channels[GST_VIDEO_HISTOGRAM_MAX_CHANNELS];
  guint bins[GST_VIDEO_HISTOGRAM_MAX_CHANNELS];
  GstVideoColorimetry colorimetry = {0};
  Description description = {.colorimetry = &colorimetry, .channels = channels};
  GstVideoHistogramField field;
  guint c, color_flags = 0;
  gsize n_counts = 0;
  g_autofree guint64* counts = NULL;
  g_autoptr(GstVideoHistogram) histogram = NULL;

  g_return_val_if_fail(structure != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  if (!check_version(structure, error) || !read_format(structure, &description.format, error) ||
      !_gst_video_histogram_read_uint(structure, "width", &description.width, error) ||
      !_gst_video_histogram_read_uint(structure, "height", &description.height, error) ||
      !read_colorimetry(structure, &colorimetry, error) ||
      (gst_structure_has_field(structure, "color-flags") &&
       !_gst_video_histogram_read_uint(structure, "color-flags", &color_flags, error)) ||
      !read_field(structure, &field, error) ||
      !read_frames(structure, &description.n_frames, error) ||
      !read_channels(structure, channels, &description.n_channels, bins, error))
    return NULL;
  counts = _gst_video_histogram_read_counts(structure, description.n_channels, bins, error);
  if (counts == NULL)
    return NULL;
  for (c = 0; c < description.n_channels; c++)
    n_counts += bins[c];
  histogram = _gst_video_histogram_new_sum(&description, counts, n_counts, error);
  if (histogram == NULL || !_gst_video_histogram_read_tables(histogram, structure, error))
    return NULL;
  histogram->color_flags = (GstVideoHistogramColorFlags)(color_flags & COLOR_FLAGS);
  histogram->field = field;
  return g_steal_pointer(&histogram);
}
