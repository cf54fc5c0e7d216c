/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */

/**
 * SECTION:gstvideohistogramlibrary
 * @title: Histograms of video frames
 * @short_description: the counts of a frame
 *
 * The histogram of the frame in a buffer that has passed the `videohistogram` element:
 *
 * |[<!-- language="C" -->
 * GstVideoHistogramMeta *meta = gst_buffer_get_video_histogram_meta (buffer);
 * g_autoptr (GError) error = NULL;
 *
 * if (meta == NULL)
 *   return;
 * if (!gst_video_histogram_wait (meta->histogram, GST_SECOND, &error)) {
 *   g_printerr ("no histogram: %s\n", error->message);
 *   return;
 * }
 * for (guint c = 0; c < gst_video_histogram_get_n_channels (meta->histogram); c++)
 *   g_print ("%s: mean %f\n", gst_video_histogram_get_channel_name (meta->histogram, c),
 *       gst_video_histogram_get_mean (meta->histogram, c));
 * ]|
 *
 * Since: 0.1
 */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

GstDebugCategory* _gst_video_histogram_debug_category(void) {
  static gsize category = 0;

  if (g_once_init_enter(&category)) {
    GstDebugCategory* made =
        _gst_debug_category_new("videohistogram-lib", 0, "Library of histograms of video frames");

    g_once_init_leave(&category, (gsize)made);
  }
  return (GstDebugCategory*)category;
}

/**
 * gst_video_histogram_error_quark:
 *
 * The domain of the errors that the functions of this library set.
 *
 * Returns: the domain of #GstVideoHistogramError
 *
 * Since: 0.1
 */
GQuark gst_video_histogram_error_quark(void) {
  return g_quark_from_static_string("gst-video-histogram-error-quark");
}

/* As GST_DEFINE_MINI_OBJECT_TYPE, plus a transformation to string for printed messages. */
G_DEFINE_BOXED_TYPE_WITH_CODE(
    GstVideoHistogram, gst_video_histogram, gst_video_histogram_ref, gst_video_histogram_unref,
    g_value_register_transform_func(g_define_type_id, G_TYPE_STRING,
                                    _gst_video_histogram_transform_to_string))

/**
 * gst_video_histogram_version:
 * @major: (out) (optional): the major version
 * @minor: (out) (optional): the minor version
 * @micro: (out) (optional): the micro version
 *
 * Gives the version of the library that the program runs with. The version of the headers that the
 * program was compiled with is %GST_VIDEO_HISTOGRAM_VERSION_MAJOR,
 * %GST_VIDEO_HISTOGRAM_VERSION_MINOR and %GST_VIDEO_HISTOGRAM_VERSION_MICRO.
 *
 * Since: 0.1
 */
void gst_video_histogram_version(guint* major, guint* minor, guint* micro) {
  if (major != NULL)
    *major = GST_VIDEO_HISTOGRAM_VERSION_MAJOR;
  if (minor != NULL)
    *minor = GST_VIDEO_HISTOGRAM_VERSION_MINOR;
  if (micro != NULL)
    *micro = GST_VIDEO_HISTOGRAM_VERSION_MICRO;
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramChannelInfo, gst_video_histogram_channel_info,
                    gst_video_histogram_channel_info_copy, gst_video_histogram_channel_info_free)

/**
 * gst_video_histogram_channel_info_new:
 * @name: the channel's name; copied
 * @bins: the number of bins
 * @depth: bits of a value
 * @n_values: the number of values; 0 stands for 2^@depth
 *
 * Describes a channel for gst_video_histogram_new(), which checks the description. C programs need
 * not allocate a #GstVideoHistogramChannelInfo: they can fill one in place.
 *
 * Returns: (transfer full): the description; free it with gst_video_histogram_channel_info_free()
 *
 * Since: 0.1
 */
GstVideoHistogramChannelInfo* gst_video_histogram_channel_info_new(const gchar* name, guint bins,
                                                                   guint depth, guint n_values) {
  GstVideoHistogramChannelInfo* info = g_new0(GstVideoHistogramChannelInfo, 1);

  info->name = g_strdup(name);
  info->bins = bins;
  info->depth = depth;
  info->n_values = n_values;
  return info;
}

/**
 * gst_video_histogram_channel_info_copy:
 * @info: a description
 *
 * Copies a description, as #GValue and language bindings do.
 *
 * Returns: (transfer full): a copy, with a name of its own; free it with
 *   gst_video_histogram_channel_info_free()
 *
 * Since: 0.1
 */
GstVideoHistogramChannelInfo*
gst_video_histogram_channel_info_copy(const GstVideoHistogramChannelInfo* info) {
  g_return_val_if_fail(info != NULL, NULL);
  return gst_video_histogram_channel_info_new(info->name, info->bins, info->depth, info->n_values);
}

/**
 * gst_video_histogram_channel_info_free:
 * @info: (transfer full): a description that was allocated
 *
 * Frees a description and its name.
 *
 * Since: 0.1
 */
void gst_video_histogram_channel_info_free(GstVideoHistogramChannelInfo* info) {
  g_return_if_fail(info != NULL);
  g_free((gchar*)info->name);
  g_free(info);
}

static void histogram_free(GstVideoHistogram* self) {
  guint i;

  /* Listeners are left only if the histogram was never completed: free their data without a
   * call. */
  for (i = 0; self->listeners != NULL && i < self->listeners->len; i++) {
    const Listener* listener = &g_array_index(self->listeners, Listener, i);

    if (listener->notify != NULL)
      listener->notify(listener->user_data);
  }
  g_clear_pointer(&self->listeners, g_array_unref);
  g_clear_pointer(&self->projections, g_ptr_array_unref);
  g_clear_pointer(&self->joints, g_ptr_array_unref);
  g_clear_pointer(&self->sums, g_ptr_array_unref);
  g_clear_error(&self->error);
  g_cond_clear(&self->finished);
  g_mutex_clear(&self->mutex);
  g_free(self);
}

/* Visible ASCII only: names from untrusted input can then be printed and compared safely. */
gboolean _gst_video_histogram_is_name(const gchar* name) {
  gsize length = 0;

  while (length <= GST_VIDEO_HISTOGRAM_MAX_NAME && g_ascii_isgraph(name[length]))
    length++;
  return length > 0 && length <= GST_VIDEO_HISTOGRAM_MAX_NAME && name[length] == '\0';
}

gboolean _gst_video_histogram_refuse(GError** error, const gchar* format, ...) {
  va_list args;

  va_start(args, format);
  g_propagate_error(error, g_error_new_valist(GST_VIDEO_HISTOGRAM_ERROR,
                                              GST_VIDEO_HISTOGRAM_ERROR_INVALID, format, args));
  va_end(args);
  return FALSE;
}

guint _gst_video_histogram_n_values(const GstVideoHistogramChannelInfo* info) {
  return info->n_values != 0 ? info->n_values : 1u << info->depth;
}

gboolean _gst_video_histogram_check_channel(const GstVideoHistogramChannelInfo* info,
                                            GError** error) {
  if (info->name == NULL || !_gst_video_histogram_is_name(info->name))
    return _gst_video_histogram_refuse(
        error, "The name of a channel is not 1 to %d visible ASCII characters",
        GST_VIDEO_HISTOGRAM_MAX_NAME);
  if (info->depth < 1 || info->depth > 16 || info->n_values > 1u << info->depth)
    return _gst_video_histogram_refuse(error, "Channel %s cannot have %u values of %u bits",
                                       info->name, info->n_values, info->depth);
  if (info->bins < 1 || info->bins > _gst_video_histogram_n_values(info))
    return _gst_video_histogram_refuse(error, "Channel %s of %u values has 1 to %u bins, not %u",
                                       info->name, _gst_video_histogram_n_values(info),
                                       _gst_video_histogram_n_values(info), info->bins);
  return TRUE;
}

gboolean _gst_video_histogram_same_channel(const GstVideoHistogramChannelInfo* a,
                                           const GstVideoHistogramChannelInfo* b) {
  return strcmp(a->name, b->name) == 0 && a->bins == b->bins && a->depth == b->depth &&
         a->n_values == b->n_values;
}

static gboolean check_channels(const GstVideoHistogramChannelInfo* channels, guint n_channels,
                               GError** error) {
  guint c, other;

  if (channels == NULL || n_channels < 1 || n_channels > GST_VIDEO_HISTOGRAM_MAX_CHANNELS)
    return _gst_video_histogram_refuse(error, "A histogram has 1 to %d channels, not %u",
                                       GST_VIDEO_HISTOGRAM_MAX_CHANNELS, n_channels);
  for (c = 0; c < n_channels; c++) {
    if (!_gst_video_histogram_check_channel(&channels[c], error))
      return FALSE;
    for (other = 0; other < c; other++) {
      if (strcmp(channels[other].name, channels[c].name) == 0)
        return _gst_video_histogram_refuse(error, "Two channels are called %s", channels[c].name);
    }
  }
  return TRUE;
}

gboolean _gst_video_histogram_is_enum_value(GType type, gint value) {
  GEnumClass* klass = g_type_class_ref(type);
  gboolean known = g_enum_get_value(klass, value) != NULL;

  g_type_class_unref(klass);
  return known;
}

const gchar* _gst_video_histogram_field_nick(GstVideoHistogramField field) {
  return field == GST_VIDEO_HISTOGRAM_FIELD_TOP      ? "top"
         : field == GST_VIDEO_HISTOGRAM_FIELD_BOTTOM ? "bottom"
                                                     : NULL;
}

static gboolean check_description(const Description* description, GError** error) {
  const GstVideoColorimetry* colorimetry = description->colorimetry;
  const guint width = description->width, height = description->height;

  if (description->format == GST_VIDEO_FORMAT_ENCODED ||
      !_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_FORMAT, description->format))
    return _gst_video_histogram_refuse(error, "%d is not a raw video format",
                                       (gint)description->format);
  if ((width == 0) != (height == 0) || width > G_MAXINT || height > G_MAXINT)
    return _gst_video_histogram_refuse(error, "%u x %u is not the size of a frame", width, height);
  if (colorimetry != NULL &&
      (!_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_COLOR_RANGE, colorimetry->range) ||
       !_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_COLOR_MATRIX, colorimetry->matrix) ||
       !_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_TRANSFER_FUNCTION,
                                           colorimetry->transfer) ||
       !_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_COLOR_PRIMARIES, colorimetry->primaries)))
    return _gst_video_histogram_refuse(error,
                                       "The colorimetry has a value that GStreamer does not know");
  return check_channels(description->channels, description->n_channels, error);
}

GstVideoHistogram* _gst_video_histogram_alloc(const Description* description,
                                              gboolean with_counts) {
  const guint n_channels = description->n_channels;
  const gsize size = sizeof(GstVideoHistogram) + n_channels * sizeof(Channel);
  GstVideoHistogram* self;
  gsize n_counts = 0;
  guint64* counts;
  guint c;

  for (c = 0; c < n_channels && with_counts; c++)
    n_counts += description->channels[c].bins;
  self = g_malloc(size + n_counts * sizeof(guint64));
  memset(self, 0, size);
  gst_mini_object_init(GST_MINI_OBJECT_CAST(self), 0, GST_TYPE_VIDEO_HISTOGRAM, NULL, NULL,
                       (GstMiniObjectFreeFunction)histogram_free);
  g_mutex_init(&self->mutex);
  g_cond_init(&self->finished);
  self->format = description->format;
  self->width = description->width;
  self->height = description->height;
  if (description->colorimetry != NULL)
    self->colorimetry = *description->colorimetry;
  self->n_frames = description->n_frames;
  self->n_channels = n_channels;
  self->n_counts = n_counts;
  self->counts = counts = (guint64*)(self->channels + n_channels);
  for (c = 0; c < n_channels; c++) {
    const GstVideoHistogramChannelInfo* info = &description->channels[c];
    Channel* channel = &self->channels[c];

    g_strlcpy(channel->name, info->name, sizeof(channel->name));
    channel->bins = info->bins;
    channel->depth = info->depth;
    channel->n_values = _gst_video_histogram_n_values(info);
    channel->counts = counts;
    counts += channel->bins;
  }
  return self;
}

void _gst_video_histogram_describe(const GstVideoHistogram* self,
                                   GstVideoHistogramChannelInfo* channels) {
  guint c;

  for (c = 0; c < self->n_channels; c++) {
    const Channel* channel = &self->channels[c];
    const GstVideoHistogramChannelInfo info = {channel->name, channel->bins, channel->depth,
                                               channel->n_values};

    channels[c] = info;
  }
}

/* Sums the counts of each channel to its samples; FALSE with INVALID if a sum does not fit 64
 * bits. */
static gboolean sum_channels(GstVideoHistogram* self, GError** error) {
  guint c, i;

  for (c = 0; c < self->n_channels; c++) {
    Channel* channel = &self->channels[c];

    for (i = 0; i < channel->bins; i++) {
      if (!g_uint64_checked_add(&channel->samples, channel->samples, channel->counts[i]))
        return _gst_video_histogram_refuse(
            error, "Channel %s has more samples than 64 bits can hold", channel->name);
    }
  }
  return TRUE;
}

GstVideoHistogram* _gst_video_histogram_new_sum(const Description* description,
                                                const guint64* counts, gsize n_counts,
                                                GError** error) {
  g_autoptr(GstVideoHistogram) self = NULL;

  if (!check_description(description, error))
    return NULL;
  if (description->n_frames < 1) {
    _gst_video_histogram_refuse(error, "A histogram is that of 1 frame or of more");
    return NULL;
  }
  self = _gst_video_histogram_alloc(description, TRUE);
  if (counts == NULL || n_counts != self->n_counts) {
    _gst_video_histogram_refuse(
        error, "The bins of %u channels need %" G_GSIZE_FORMAT " counts, not %" G_GSIZE_FORMAT,
        self->n_channels, self->n_counts, counts == NULL ? 0 : n_counts);
    return NULL;
  }
  memcpy(self->counts, counts, n_counts * sizeof(guint64));
  self->state = COMPLETE;
  return sum_channels(self, error) ? g_steal_pointer(&self) : NULL;
}

/**
 * gst_video_histogram_new:
 * @format: the frame's format, or %GST_VIDEO_FORMAT_UNKNOWN
 * @width: the frame's width in pixels; 0, together with a @height of 0, if the size is not known
 * @height: the frame's height in pixels
 * @colorimetry: (nullable): the frame's colorimetry; %NULL: unknown
 * @channels: (array length=n_channels): the channels, of different names; copied
 * @n_channels: the number of channels, 1 to %GST_VIDEO_HISTOGRAM_MAX_CHANNELS
 * @counts: (array length=n_counts): all counts of the first channel, then those of the next; copied
 * @n_counts: the number of counts, which is the sum of the channels' bins
 * @error: return location for %GST_VIDEO_HISTOGRAM_ERROR_INVALID
 *
 * Makes a complete histogram from counts. All arguments are validated, so untrusted input is safe.
 * The counts need not fit the frame's size: they may be those of a region, of a subsampled plane,
 * or of many frames. A channel's counts must sum to less than 2^64.
 *
 * Any thread may call this function.
 *
 * Returns: (transfer full): the histogram, or %NULL with @error set
 *
 * Since: 0.1
 */
GstVideoHistogram* gst_video_histogram_new(GstVideoFormat format, guint width, guint height,
                                           const GstVideoColorimetry* colorimetry,
                                           const GstVideoHistogramChannelInfo* channels,
                                           guint n_channels, const guint64* counts, gsize n_counts,
                                           GError** error) {
  const Description description = {format, width, height, colorimetry, channels, n_channels, 1};

  return _gst_video_histogram_new_sum(&description, counts, n_counts, error);
}

GstVideoHistogram* _gst_video_histogram_new_failed(const Description* description,
                                                   GstVideoHistogramError code,
                                                   const gchar* message, GError** error) {
  GstVideoHistogram* self;

  if (!check_description(description, error))
    return NULL;
  self = _gst_video_histogram_alloc(description, FALSE);
  _gst_video_histogram_fail(self, code, message);
  return self;
}

/**
 * gst_video_histogram_ref:
 * @histogram: a histogram
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @histogram
 *
 * Since: 0.1
 */
GstVideoHistogram* gst_video_histogram_ref(GstVideoHistogram* histogram) {
  return (GstVideoHistogram*)gst_mini_object_ref(GST_MINI_OBJECT_CAST(histogram));
}

/**
 * gst_video_histogram_unref:
 * @histogram: (transfer full): a histogram
 *
 * Drops a reference; the last one frees the histogram.
 *
 * Since: 0.1
 */
void gst_video_histogram_unref(GstVideoHistogram* histogram) {
  gst_mini_object_unref(GST_MINI_OBJECT_CAST(histogram));
}
