/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

#define STRUCTURE_NAME "GstVideoHistogram"
#define STRUCTURE_VERSION 2
#define UNKNOWN_FORMAT "UNKNOWN"

/* gst_video_format_to_string() does not take the unknown one. */
const gchar* _gst_video_histogram_format_name(GstVideoFormat format) {
  return format == GST_VIDEO_FORMAT_UNKNOWN ? UNKNOWN_FORMAT : gst_video_format_to_string(format);
}

gboolean _gst_video_histogram_format_from_name(const gchar* name, GstVideoFormat* format) {
  *format = gst_video_format_from_string(name);
  return *format != GST_VIDEO_FORMAT_UNKNOWN || strcmp(name, UNKNOWN_FORMAT) == 0;
}

static void append_mean(GString* line, gdouble mean) {
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  /* Not g_string_append_printf(): gst-launch-1.0 sets the user's locale. */
  g_string_append(line, g_ascii_formatd(text, sizeof(text), "%.2f", mean));
}

void _gst_video_histogram_transform_to_string(const GValue* from, GValue* to) {
  GstVideoHistogram* self = g_value_get_boxed(from);
  GString* line;
  g_autoptr(GError) error = NULL;
  guint c;

  /* A NULL string would make gst_value_serialize() complain. */
  if (self == NULL) {
    g_value_set_static_string(to, "NULL");
    return;
  }
  line = g_string_new(NULL);
  g_string_append_printf(line, "%s %ux%u, %u bins:",
                         _gst_video_histogram_format_name(gst_video_histogram_get_format(self)),
                         gst_video_histogram_get_width(self), gst_video_histogram_get_height(self),
                         gst_video_histogram_get_bins(self));
  if (!gst_video_histogram_is_ready(self)) {
    g_string_append(line, " pending");
  } else if (!gst_video_histogram_wait(self, 0, &error)) {
    g_string_append_printf(line, " failed: %s", error->message);
  } else {
    for (c = 0; c < gst_video_histogram_get_n_channels(self); c++) {
      g_string_append_printf(line, "%s %s", c > 0 ? "," : "",
                             gst_video_histogram_get_channel_name(self, c));
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

/**
 * gst_video_histogram_to_structure:
 * @histogram: a histogram
 *
 * Writes a histogram as a structure of plain values, to be stored or sent elsewhere. Waits for the
 * counts, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Its name is `GstVideoHistogram`, its fields are `version` (guint, 2), `format` (string), `width`,
 * `height`, `bins` (guint), `colorimetry` (string; not there if nothing of it is known), `channels`
 * (#GstValueArray of strings) and `counts` (#GstValueArray of one #GstValueArray of guint64 a
 * channel).
 *
 * Projections are left out, as they are large: gst_video_histogram_to_structure_with_projections()
 * writes them as well.
 *
 * Returns: (transfer full) (nullable): the structure; %NULL if the histogram failed or is still
 *   pending, see gst_video_histogram_wait()
 */
GstStructure* gst_video_histogram_to_structure(GstVideoHistogram* self) {
  GstStructure* structure;
  GstVideoColorimetry colorimetry;
  g_autofree gchar* colorimetry_name = NULL;
  GValue channels = G_VALUE_INIT, counts = G_VALUE_INIT;
  guint n_channels, bins, c, i;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);

  if (!gst_video_histogram_wait(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, NULL))
    return NULL;
  n_channels = gst_video_histogram_get_n_channels(self);
  bins = gst_video_histogram_get_bins(self);

  gst_value_array_init(&channels, n_channels);
  gst_value_array_init(&counts, n_channels);
  for (c = 0; c < n_channels; c++) {
    const guint64* of_channel = gst_video_histogram_get_counts(self, c, NULL);
    GValue name = G_VALUE_INIT, array = G_VALUE_INIT;

    g_value_init(&name, G_TYPE_STRING);
    g_value_set_string(&name, gst_video_histogram_get_channel_name(self, c));
    gst_value_array_append_and_take_value(&channels, &name);

    gst_value_array_init(&array, bins);
    for (i = 0; i < bins; i++) {
      GValue count = G_VALUE_INIT;

      g_value_init(&count, G_TYPE_UINT64);
      g_value_set_uint64(&count, of_channel[i]);
      gst_value_array_append_and_take_value(&array, &count);
    }
    gst_value_array_append_and_take_value(&counts, &array);
  }

  structure = gst_structure_new(
      STRUCTURE_NAME, "version", G_TYPE_UINT, STRUCTURE_VERSION, "format", G_TYPE_STRING,
      _gst_video_histogram_format_name(gst_video_histogram_get_format(self)), "width", G_TYPE_UINT,
      gst_video_histogram_get_width(self), "height", G_TYPE_UINT,
      gst_video_histogram_get_height(self), "bins", G_TYPE_UINT, bins, NULL);
  gst_video_histogram_get_colorimetry(self, &colorimetry);
  colorimetry_name = gst_video_colorimetry_to_string(&colorimetry);
  if (colorimetry_name != NULL)
    gst_structure_set(structure, "colorimetry", G_TYPE_STRING, colorimetry_name, NULL);
  gst_structure_take_value(structure, "channels", &channels);
  gst_structure_take_value(structure, "counts", &counts);
  return structure;
}

/* A whole number of any of GStreamer's types, as text and other languages do not keep them. */
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
  guint64 wide;

  if (!read_number(gst_structure_get_value(structure, field), &wide) || wide > G_MAXUINT) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "Field %s is not a whole number from 0 to 2^32 - 1", field);
    return FALSE;
  }
  *number = (guint)wide;
  return TRUE;
}

/* The field as an array of `size` elements, or of any number with a size of 0. */
static const GValue* read_array(const GValue* value, const gchar* what, guint size,
                                GError** error) {
  if (value == NULL || !GST_VALUE_HOLDS_ARRAY(value) ||
      (size > 0 && gst_value_array_get_size(value) != size)) {
    if (size > 0)
      g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                  "%s is not an array of %u elements", what, size);
    else
      g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                  "%s is not an array", what);
    return NULL;
  }
  return value;
}

static gboolean read_format(const GstStructure* structure, GstVideoFormat* format, GError** error) {
  const gchar* name = gst_structure_get_string(structure, "format");

  if (name == NULL || !_gst_video_histogram_format_from_name(name, format)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "Field format is not the name of a video format");
    return FALSE;
  }
  return TRUE;
}

static gboolean read_colorimetry(const GstStructure* structure, GstVideoColorimetry* colorimetry,
                                 GError** error) {
  const gchar* name;

  if (!gst_structure_has_field(structure, "colorimetry"))
    return TRUE;
  name = gst_structure_get_string(structure, "colorimetry");
  if (name == NULL || !gst_video_colorimetry_from_string(colorimetry, name)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "Field colorimetry is not a colorimetry");
    return FALSE;
  }
  return TRUE;
}

/* The names are NULL-terminated and stay the structure's. */
static gboolean read_channels(const GstStructure* structure, const gchar** names, guint* n_channels,
                              GError** error) {
  const GValue* channels =
      read_array(gst_structure_get_value(structure, "channels"), "Field channels", 0, error);
  guint c;

  if (channels == NULL)
    return FALSE;
  *n_channels = gst_value_array_get_size(channels);
  if (*n_channels < 1 || *n_channels > GST_VIDEO_HISTOGRAM_MAX_CHANNELS) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "Field channels has %u names, not 1 to %d", *n_channels,
                GST_VIDEO_HISTOGRAM_MAX_CHANNELS);
    return FALSE;
  }
  for (c = 0; c < *n_channels; c++) {
    const GValue* name = gst_value_array_get_value(channels, c);

    if (!G_VALUE_HOLDS_STRING(name) || g_value_get_string(name) == NULL) {
      g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                  "Element %u of field channels is not a string", c);
      return FALSE;
    }
    names[c] = g_value_get_string(name);
  }
  names[*n_channels] = NULL;
  return TRUE;
}

/* Believes no size before an array of that size is seen to be there. */
guint64* _gst_video_histogram_read_counts(const GstStructure* structure, guint rows, guint bins,
                                          GError** error) {
  const GValue* counts =
      read_array(gst_structure_get_value(structure, "counts"), "Field counts", rows, error);
  g_autofree guint64* read = NULL;
  guint r, i;

  if (counts == NULL)
    return NULL;
  for (r = 0; r < rows; r++) {
    if (!read_array(gst_value_array_get_value(counts, r), "An element of field counts", bins,
                    error))
      return NULL;
  }
  read = g_new(guint64, (gsize)rows * bins);
  for (r = 0; r < rows; r++) {
    const GValue* array = gst_value_array_get_value(counts, r);

    for (i = 0; i < bins; i++) {
      if (!read_number(gst_value_array_get_value(array, i), &read[(gsize)r * bins + i])) {
        g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                    "Count %u of row %u is not a whole number from 0", i, r);
        return NULL;
      }
    }
  }
  return g_steal_pointer(&read);
}

/**
 * gst_video_histogram_new_from_structure:
 * @structure: a structure as gst_video_histogram_to_structure() or
 *   gst_video_histogram_to_structure_with_projections() writes it
 * @error: return location for %GST_VIDEO_HISTOGRAM_ERROR_INVALID
 *
 * Makes a complete histogram from a structure. Everything in it is checked, so it may come from
 * anywhere. Numbers may be of any integer type and fields that are not known are ignored, so that
 * a structure written by hand or by a later version is read as well; another `version` is refused.
 *
 * Returns: (transfer full): the histogram, or %NULL with @error set
 */
GstVideoHistogram* gst_video_histogram_new_from_structure(const GstStructure* structure,
                                                          GError** error) {
  const gchar* names[GST_VIDEO_HISTOGRAM_MAX_CHANNELS + 1];
  GstVideoColorimetry colorimetry = {0};
  GstVideoFormat format;
  guint version, width, height, bins, n_channels;
  g_autofree guint64* counts = NULL;
  g_autoptr(GstVideoHistogram) histogram = NULL;

  g_return_val_if_fail(structure != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  if (!gst_structure_has_name(structure, STRUCTURE_NAME)) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "A structure %s is not a " STRUCTURE_NAME, gst_structure_get_name(structure));
    return NULL;
  }
  if (!_gst_video_histogram_read_uint(structure, "version", &version, error))
    return NULL;
  if (version != STRUCTURE_VERSION) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "Version %u of " STRUCTURE_NAME " is not known here, only version %d", version,
                STRUCTURE_VERSION);
    return NULL;
  }
  if (!read_format(structure, &format, error) ||
      !_gst_video_histogram_read_uint(structure, "width", &width, error) ||
      !_gst_video_histogram_read_uint(structure, "height", &height, error) ||
      !_gst_video_histogram_read_uint(structure, "bins", &bins, error) ||
      !read_colorimetry(structure, &colorimetry, error) ||
      !read_channels(structure, names, &n_channels, error))
    return NULL;
  if (bins < 1 || bins > GST_VIDEO_HISTOGRAM_MAX_BINS) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "A channel has 1 to %d bins, not %u", GST_VIDEO_HISTOGRAM_MAX_BINS, bins);
    return NULL;
  }
  counts = _gst_video_histogram_read_counts(structure, n_channels, bins, error);
  if (counts == NULL)
    return NULL;
  histogram = gst_video_histogram_new(format, width, height, &colorimetry, names, bins, counts,
                                      (gsize)n_channels * bins, error);
  if (histogram == NULL || !_gst_video_histogram_read_projections(histogram, structure, error))
    return NULL;
  return g_steal_pointer(&histogram);
}
