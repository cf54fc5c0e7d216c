/* SPDX-License-Identifier: LGPL-2.1-or-later */

/**
 * SECTION:gstvideohistogram
 * @title: GstVideoHistogram
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
 */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/**
 * gst_video_histogram_error_quark:
 *
 * Returns: the domain of #GstVideoHistogramError
 */
GQuark gst_video_histogram_error_quark(void) {
  return g_quark_from_static_string("gst-video-histogram-error-quark");
}

/* GST_DEFINE_MINI_OBJECT_TYPE, and a string for whoever prints a message that holds one. */
G_DEFINE_BOXED_TYPE_WITH_CODE(
    GstVideoHistogram, gst_video_histogram, gst_video_histogram_ref, gst_video_histogram_unref,
    g_value_register_transform_func(g_define_type_id, G_TYPE_STRING,
                                    _gst_video_histogram_transform_to_string))

GType gst_video_histogram_error_get_type(void) {
  static gsize type = 0;
  static const GEnumValue values[] = {
      {GST_VIDEO_HISTOGRAM_ERROR_FAILED, "GST_VIDEO_HISTOGRAM_ERROR_FAILED", "failed"},
      {GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT", "timed-out"},
      {GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES",
       "no-resources"},
      {GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST",
       "device-lost"},
      {GST_VIDEO_HISTOGRAM_ERROR_INVALID, "GST_VIDEO_HISTOGRAM_ERROR_INVALID", "invalid"},
      {GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE",
       "incompatible"},
      {0, NULL, NULL},
  };

  if (g_once_init_enter(&type))
    g_once_init_leave(&type, g_enum_register_static("GstVideoHistogramError", values));
  return type;
}

static void histogram_free(GstVideoHistogram* self) {
  g_clear_pointer(&self->projections, g_ptr_array_unref);
  g_clear_error(&self->error);
  g_cond_clear(&self->finished);
  g_mutex_clear(&self->mutex);
  g_free(self);
}

/* So that it can be printed and compared without surprises wherever it comes from. */
gboolean _gst_video_histogram_is_name(const gchar* name) {
  gsize length = 0;

  while (length <= GST_VIDEO_HISTOGRAM_MAX_NAME && g_ascii_isgraph(name[length]))
    length++;
  return length > 0 && length <= GST_VIDEO_HISTOGRAM_MAX_NAME && name[length] == '\0';
}

/* Channel names and bins: 1 to 5 different names. */
static gboolean check_layout(const gchar* const* channels, guint bins, guint* n_channels,
                             GError** error) {
  guint n;

  if (bins < 1 || bins > GST_VIDEO_HISTOGRAM_MAX_BINS) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "A channel has 1 to %d bins, not %u", GST_VIDEO_HISTOGRAM_MAX_BINS, bins);
    return FALSE;
  }
  for (n = 0; channels != NULL && channels[n] != NULL; n++) {
    const gchar* name = channels[n];
    guint other;

    if (n == GST_VIDEO_HISTOGRAM_MAX_CHANNELS)
      break;
    if (!_gst_video_histogram_is_name(name)) {
      g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                  "The name of channel %u is not 1 to %d visible ASCII characters", n,
                  GST_VIDEO_HISTOGRAM_MAX_NAME);
      return FALSE;
    }
    for (other = 0; other < n; other++) {
      if (strcmp(channels[other], name) == 0) {
        g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                    "Two channels are called %s", name);
        return FALSE;
      }
    }
  }
  if (n == 0 || channels[n] != NULL) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "A histogram has 1 to %d channels", GST_VIDEO_HISTOGRAM_MAX_CHANNELS);
    return FALSE;
  }
  *n_channels = n;
  return TRUE;
}

static gboolean is_enum_value(GType type, gint value) {
  GEnumClass* klass = g_type_class_ref(type);
  gboolean known = g_enum_get_value(klass, value) != NULL;

  g_type_class_unref(klass);
  return known;
}

static gboolean check_description(GstVideoFormat format, guint width, guint height,
                                  const GstVideoColorimetry* colorimetry, GError** error) {
  if (format == GST_VIDEO_FORMAT_ENCODED || !is_enum_value(GST_TYPE_VIDEO_FORMAT, format)) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "%d is not a raw video format", (gint)format);
    return FALSE;
  }
  if ((width == 0) != (height == 0) || width > G_MAXINT || height > G_MAXINT) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "%u x %u is not the size of a frame", width, height);
    return FALSE;
  }
  if (colorimetry != NULL &&
      (!is_enum_value(GST_TYPE_VIDEO_COLOR_RANGE, colorimetry->range) ||
       !is_enum_value(GST_TYPE_VIDEO_COLOR_MATRIX, colorimetry->matrix) ||
       !is_enum_value(GST_TYPE_VIDEO_TRANSFER_FUNCTION, colorimetry->transfer) ||
       !is_enum_value(GST_TYPE_VIDEO_COLOR_PRIMARIES, colorimetry->primaries))) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "The colorimetry has a value that GStreamer does not know");
    return FALSE;
  }
  return TRUE;
}

GstVideoHistogram* _gst_video_histogram_alloc(GstVideoFormat format, guint width, guint height,
                                              const GstVideoColorimetry* colorimetry,
                                              const gchar* const* channels, guint n_channels,
                                              guint bins, gsize n_counts) {
  GstVideoHistogram* self = g_malloc(sizeof(GstVideoHistogram) + sizeof(guint64) * n_counts);
  guint c;

  memset(self, 0, sizeof(GstVideoHistogram));
  gst_mini_object_init(GST_MINI_OBJECT_CAST(self), 0, GST_TYPE_VIDEO_HISTOGRAM, NULL, NULL,
                       (GstMiniObjectFreeFunction)histogram_free);
  g_mutex_init(&self->mutex);
  g_cond_init(&self->finished);
  self->format = format;
  self->width = width;
  self->height = height;
  if (colorimetry != NULL)
    self->colorimetry = *colorimetry;
  self->n_channels = n_channels;
  self->bins = bins;
  for (c = 0; c < n_channels; c++)
    g_strlcpy(self->names[c], channels[c], sizeof(self->names[c]));
  return self;
}

/**
 * gst_video_histogram_new:
 * @format: the frame's format, or %GST_VIDEO_FORMAT_UNKNOWN
 * @width: the frame's width in pixels, or 0 with a @height of 0 where it is not known
 * @height: the frame's height in pixels
 * @colorimetry: (nullable): the frame's colorimetry; %NULL: unknown
 * @channels: (array zero-terminated=1): the names of the channels, 1 to
 *   %GST_VIDEO_HISTOGRAM_MAX_CHANNELS different ones of 1 to %GST_VIDEO_HISTOGRAM_MAX_NAME visible
 *   ASCII characters, such as "R"
 * @bins: bins a channel, 1 to %GST_VIDEO_HISTOGRAM_MAX_BINS
 * @counts: (array length=n_counts): all counts of the first channel, then those of the next; copied
 * @n_counts: how many there are: channels times @bins
 * @error: return location for %GST_VIDEO_HISTOGRAM_ERROR_INVALID
 *
 * Makes a complete histogram from counts. All arguments are checked, so they may come from
 * anywhere. The counts need not fit the frame's size: they may be those of a region, of a
 * subsampled plane, or of many frames. A channel's counts must sum to less than 2^64.
 *
 * Returns: (transfer full): the histogram, or %NULL with @error set
 */
GstVideoHistogram* gst_video_histogram_new(GstVideoFormat format, guint width, guint height,
                                           const GstVideoColorimetry* colorimetry,
                                           const gchar* const* channels, guint bins,
                                           const guint64* counts, gsize n_counts, GError** error) {
  GstVideoHistogram* self;
  guint n_channels, c, i;

  if (!check_description(format, width, height, colorimetry, error) ||
      !check_layout(channels, bins, &n_channels, error))
    return NULL;
  if (counts == NULL || n_counts != (gsize)n_channels * bins) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                "%u channels of %u bins need %u counts, not %" G_GSIZE_FORMAT, n_channels, bins,
                n_channels * bins, counts == NULL ? 0 : n_counts);
    return NULL;
  }

  self = _gst_video_histogram_alloc(format, width, height, colorimetry, channels, n_channels, bins,
                                    n_counts);
  memcpy(self->counts, counts, n_counts * sizeof(guint64));
  self->state = COMPLETE;
  for (c = 0; c < n_channels; c++) {
    for (i = 0; i < bins; i++) {
      if (!g_uint64_checked_add(&self->samples[c], self->samples[c], counts[c * bins + i])) {
        g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                    "Channel %s has more samples than 64 bits can hold", channels[c]);
        gst_video_histogram_unref(self);
        return NULL;
      }
    }
  }
  return self;
}

/**
 * gst_video_histogram_ref:
 * @histogram: a histogram
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @histogram
 */
GstVideoHistogram* gst_video_histogram_ref(GstVideoHistogram* histogram) {
  return (GstVideoHistogram*)gst_mini_object_ref(GST_MINI_OBJECT_CAST(histogram));
}

/**
 * gst_video_histogram_unref:
 * @histogram: (transfer full): a histogram
 *
 * Drops a reference; the last one frees the histogram.
 */
void gst_video_histogram_unref(GstVideoHistogram* histogram) {
  gst_mini_object_unref(GST_MINI_OBJECT_CAST(histogram));
}

GstVideoHistogram* _gst_video_histogram_new_pending(GstVideoFormat format, guint width,
                                                    guint height,
                                                    const GstVideoColorimetry* colorimetry,
                                                    const gchar* const* channels, guint bins) {
  guint n_channels = 0;

  while (channels[n_channels] != NULL)
    n_channels++;
  return _gst_video_histogram_alloc(format, width, height, colorimetry, channels, n_channels, bins,
                                    (gsize)n_channels * bins);
}

GstVideoHistogram* _gst_video_histogram_new_failed(GstVideoFormat format, guint width, guint height,
                                                   const GstVideoColorimetry* colorimetry,
                                                   const gchar* const* channels, guint bins,
                                                   GstVideoHistogramError code,
                                                   const gchar* message, GError** error) {
  GstVideoHistogram* self;
  guint n_channels;

  if (!check_description(format, width, height, colorimetry, error) ||
      !check_layout(channels, bins, &n_channels, error))
    return NULL;
  self =
      _gst_video_histogram_alloc(format, width, height, colorimetry, channels, n_channels, bins, 0);
  _gst_video_histogram_fail(self, code, message);
  return self;
}

static void histogram_finish(GstVideoHistogram* self, gint state) {
  g_mutex_lock(&self->mutex);
  g_atomic_int_set(&self->state, state);
  g_cond_broadcast(&self->finished);
  g_mutex_unlock(&self->mutex);
}

void _gst_video_histogram_complete(GstVideoHistogram* self, const guint32* counts) {
  guint c, i;

  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(g_atomic_int_get(&self->state) == PENDING);

  for (c = 0; c < self->n_channels; c++) {
    const guint32* from = counts + (gsize)c * self->bins;
    guint64* to = self->counts + (gsize)c * self->bins;
    guint64 samples = 0;

    for (i = 0; i < self->bins; i++)
      samples += to[i] = from[i];
    self->samples[c] = samples;
  }
  histogram_finish(self, COMPLETE);
}

void _gst_video_histogram_fail(GstVideoHistogram* self, GstVideoHistogramError code,
                               const gchar* message) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(g_atomic_int_get(&self->state) == PENDING);

  self->error = g_error_new_literal(GST_VIDEO_HISTOGRAM_ERROR, (gint)code, message);
  histogram_finish(self, FAILED);
}

/**
 * gst_video_histogram_is_ready:
 * @histogram: a histogram
 *
 * Whether the counts are there, or will never be. Does not wait.
 *
 * Returns: %FALSE while the histogram is pending
 */
gboolean gst_video_histogram_is_ready(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  return g_atomic_int_get(&self->state) != PENDING;
}

gint _gst_video_histogram_wait(GstVideoHistogram* self, GstClockTime timeout) {
  gint state = g_atomic_int_get(&self->state);
  gint64 deadline;

  if (G_LIKELY(state != PENDING) || timeout == 0)
    return state;

  /* Rounded up, so that 1 ns is not a poll. GST_CLOCK_TIME_NONE needs no case of its own: it is
   * 584 years. */
  deadline = g_get_monotonic_time() + (gint64)(timeout / 1000) + 1;
  g_mutex_lock(&self->mutex);
  while ((state = g_atomic_int_get(&self->state)) == PENDING) {
    if (!g_cond_wait_until(&self->finished, &self->mutex, deadline)) {
      state = g_atomic_int_get(&self->state);
      break;
    }
  }
  g_mutex_unlock(&self->mutex);
  return state;
}

/**
 * gst_video_histogram_wait:
 * @histogram: a histogram
 * @timeout: how long to wait, in nanoseconds; 0 does not wait, %GST_CLOCK_TIME_NONE waits for ever
 * @error: return location for a #GstVideoHistogramError
 *
 * Waits until the frame is counted. %GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT says that it is still
 * pending; any other error is final, and is given to everybody who asks. It must not be called by
 * whoever has to let the pipeline go on first.
 *
 * Returns: %TRUE if the counts are there, %FALSE with @error set if not
 */
gboolean gst_video_histogram_wait(GstVideoHistogram* self, GstClockTime timeout, GError** error) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  switch (_gst_video_histogram_wait(self, timeout)) {
  case COMPLETE:
    return TRUE;
  case FAILED:
    if (error != NULL)
      *error = g_error_copy(self->error);
    return FALSE;
  default:
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT,
                "The frame is still being counted after a wait of %" G_GUINT64_FORMAT " ms",
                timeout / GST_MSECOND);
    return FALSE;
  }
}
