/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/**
 * gst_video_histogram_get_format:
 * @histogram: a histogram
 *
 * Returns: the format of the frame as analysed; %GST_VIDEO_FORMAT_UNKNOWN if it is not known, as in
 *   a sum of frames of different formats
 */
GstVideoFormat gst_video_histogram_get_format(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), GST_VIDEO_FORMAT_UNKNOWN);
  return self->format;
}

/**
 * gst_video_histogram_get_width:
 * @histogram: a histogram
 *
 * Returns: the width in pixels of the frame as analysed, also where only a region of it was
 *   counted; 0 if it is not known, as in a sum of frames of different sizes
 */
guint gst_video_histogram_get_width(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->width;
}

/**
 * gst_video_histogram_get_height:
 * @histogram: a histogram
 *
 * Returns: the height in pixels of the frame as analysed, as for gst_video_histogram_get_width()
 */
guint gst_video_histogram_get_height(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->height;
}

/**
 * gst_video_histogram_get_colorimetry:
 * @histogram: a histogram
 * @colorimetry: (out caller-allocates): where to put it
 *
 * Gives the colorimetry of the frame as analysed. What is not known is unknown there.
 */
void gst_video_histogram_get_colorimetry(GstVideoHistogram* self,
                                         GstVideoColorimetry* colorimetry) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(colorimetry != NULL);
  *colorimetry = self->colorimetry;
}

/**
 * gst_video_histogram_get_n_channels:
 * @histogram: a histogram
 *
 * Returns: how many channels there are, 1 to %GST_VIDEO_HISTOGRAM_MAX_CHANNELS
 */
guint gst_video_histogram_get_n_channels(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->n_channels;
}

/**
 * gst_video_histogram_get_channel_name:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * The element gives the names that its property `channels` takes, in the order of that property's
 * description.
 *
 * Returns: the channel's name, owned by @histogram
 */
const gchar* gst_video_histogram_get_channel_name(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(channel < self->n_channels, NULL);
  return self->names[channel];
}

/**
 * gst_video_histogram_find_channel:
 * @histogram: a histogram
 * @name: a channel's name, such as "R"
 *
 * Returns: the index of the channel of that name, or -1 if there is none
 */
gint gst_video_histogram_find_channel(GstVideoHistogram* self, const gchar* name) {
  guint c;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), -1);
  g_return_val_if_fail(name != NULL, -1);
  for (c = 0; c < self->n_channels; c++) {
    if (strcmp(self->names[c], name) == 0)
      return (gint)c;
  }
  return -1;
}

/**
 * gst_video_histogram_get_bins:
 * @histogram: a histogram
 *
 * Returns: how many bins each channel has, 1 to %GST_VIDEO_HISTOGRAM_MAX_BINS
 */
guint gst_video_histogram_get_bins(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->bins;
}

/**
 * gst_video_histogram_get_counts:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @n_bins: (out) (optional): how many counts there are: gst_video_histogram_get_bins(), or 0
 *
 * The counts of a channel: element i says how many samples fell into bin i. Waits for them, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: (array length=n_bins) (transfer none) (nullable): the counts, valid as long as
 *   @histogram; %NULL if it failed or is still pending, see gst_video_histogram_wait()
 */
const guint64* gst_video_histogram_get_counts(GstVideoHistogram* self, guint channel,
                                              gsize* n_bins) {
  if (n_bins != NULL)
    *n_bins = 0;
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(channel < self->n_channels, NULL);

  if (_gst_video_histogram_wait(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) != COMPLETE)
    return NULL;
  if (n_bins != NULL)
    *n_bins = self->bins;
  return self->counts + (gsize)channel * self->bins;
}

/**
 * gst_video_histogram_get_samples:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * How many samples of a channel were counted, which is the sum of its counts. Waits for them, at
 * most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: the number of samples; 0 for an empty region, and if the histogram failed or is still
 *   pending
 */
guint64 gst_video_histogram_get_samples(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  g_return_val_if_fail(channel < self->n_channels, 0);
  return _gst_video_histogram_wait(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) == COMPLETE
             ? self->samples[channel]
             : 0;
}
