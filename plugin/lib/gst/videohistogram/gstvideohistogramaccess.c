/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/**
 * gst_video_histogram_get_format:
 * @histogram: a histogram
 *
 * What the samples were read from. A converter downstream does not change it. Never waits.
 *
 * Returns: the format of the frame as analysed; %GST_VIDEO_FORMAT_UNKNOWN if the format is not
 *   known, as in a sum of frames of different formats
 *
 * Since: 0.1
 */
GstVideoFormat gst_video_histogram_get_format(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), GST_VIDEO_FORMAT_UNKNOWN);
  return self->format;
}

/**
 * gst_video_histogram_get_width:
 * @histogram: a histogram
 *
 * How many columns the frame had when it was counted. Never waits.
 *
 * Returns: the width in pixels of the frame as analysed, also where only a region was counted; 0 if
 *   the width is not known, as in a sum of frames of different sizes
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_width(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->width;
}

/**
 * gst_video_histogram_get_height:
 * @histogram: a histogram
 *
 * How many rows the frame had when it was counted. Never waits.
 *
 * Returns: the height in pixels of the frame as analysed, as for gst_video_histogram_get_width()
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_height(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->height;
}

/**
 * gst_video_histogram_get_colorimetry:
 * @histogram: a histogram
 * @colorimetry: (out caller-allocates): the colorimetry
 *
 * Gives the colorimetry of the frame as analysed. Parts that are not known have the value for
 * unknown, such as %GST_VIDEO_COLOR_RANGE_UNKNOWN.
 *
 * Since: 0.1
 */
void gst_video_histogram_get_colorimetry(GstVideoHistogram* self,
                                         GstVideoColorimetry* colorimetry) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(colorimetry != NULL);
  *colorimetry = self->colorimetry;
}

/**
 * gst_video_histogram_get_color_flags:
 * @histogram: a histogram
 *
 * Tells how computed channels were computed, and which parts of
 * gst_video_histogram_get_colorimetry() were declared; the others were assumed. Sums keep the flags
 * that all of their parts have. Never waits.
 *
 * Returns: the flags
 *
 * Since: 0.1
 */
GstVideoHistogramColorFlags gst_video_histogram_get_color_flags(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), GST_VIDEO_HISTOGRAM_COLOR_NONE);
  return self->color_flags;
}

/**
 * gst_video_histogram_get_field:
 * @histogram: a histogram
 *
 * The field whose samples were counted. A histogram of one field of an interlaced frame has the
 * size of that frame. In caps with the feature `format:Interlaced` a buffer is one field, and its
 * histogram has the size of the field. Never waits.
 *
 * Returns: the field; %GST_VIDEO_HISTOGRAM_FIELD_NONE if a frame was counted
 *
 * Since: 0.1
 */
GstVideoHistogramField gst_video_histogram_get_field(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), GST_VIDEO_HISTOGRAM_FIELD_NONE);
  return self->field;
}

/**
 * gst_video_histogram_get_n_frames:
 * @histogram: a histogram
 *
 * The number of frames, or regions of frames, that were summed with gst_video_histogram_add() or in
 * an interval of the element. Never waits.
 *
 * Returns: the number of frames: 1 for the histogram of one frame
 *
 * Since: 0.1
 */
guint64 gst_video_histogram_get_n_frames(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->n_frames;
}

/**
 * gst_video_histogram_get_n_channels:
 * @histogram: a histogram
 *
 * The channels have the indexes from 0 to one less than this number. Never waits.
 *
 * Returns: the number of channels, 1 to %GST_VIDEO_HISTOGRAM_MAX_CHANNELS
 *
 * Since: 0.1
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
 * The element's histograms have the names that its property `channels` takes, in the order of that
 * property's description.
 *
 * Returns: the channel's name, owned by @histogram
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_get_channel_name(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(channel < self->n_channels, NULL);
  return self->channels[channel].name;
}

/**
 * gst_video_histogram_find_channel:
 * @histogram: a histogram
 * @name: a channel's name, such as "R"
 *
 * Finds a channel by its name, for the functions that take an index. Never waits.
 *
 * Returns: the index of the channel of that name, or -1 if there is none
 *
 * Since: 0.1
 */
gint gst_video_histogram_find_channel(GstVideoHistogram* self, const gchar* name) {
  guint c;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), -1);
  g_return_val_if_fail(name != NULL, -1);
  for (c = 0; c < self->n_channels; c++) {
    if (strcmp(self->channels[c].name, name) == 0)
      return (gint)c;
  }
  return -1;
}

/**
 * gst_video_histogram_get_bins:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * The length of the array of counts of a channel. Never waits.
 *
 * Returns: the number of bins of the channel, 1 to %GST_VIDEO_HISTOGRAM_MAX_BINS; channels may
 *   differ
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_bins(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  g_return_val_if_fail(channel < self->n_channels, 0);
  return self->channels[channel].bins;
}

/**
 * gst_video_histogram_get_depth:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * How many bits a sample of a channel has. Never waits.
 *
 * Returns: the number of bits of a value of the channel, 1 to 16
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_depth(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  g_return_val_if_fail(channel < self->n_channels, 0);
  return self->channels[channel].depth;
}

/**
 * gst_video_histogram_get_n_values:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * How many different values a sample of a channel can have. Never waits.
 *
 * Returns: the number n of values of the channel, which are 0 to n - 1. n is 2^depth, see
 *   gst_video_histogram_get_depth(), or less for quantities that do not use all values of their
 *   depth
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_n_values(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  g_return_val_if_fail(channel < self->n_channels, 0);
  return self->channels[channel].n_values;
}

gboolean _gst_video_histogram_bin_values(guint bins, guint n_values, guint bin, guint* first,
                                         guint* last) {
  const gboolean exists = bin < bins;

  if (first != NULL)
    *first = exists ? _gst_video_histogram_first_value(bins, n_values, bin) : 0;
  if (last != NULL)
    *last = exists ? _gst_video_histogram_first_value(bins, n_values, bin + 1) - 1 : 0;
  return exists;
}

/**
 * gst_video_histogram_get_bin_values:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @bin: a bin
 * @first: (out) (optional): the smallest value of the bin, or 0
 * @last: (out) (optional): the largest value of the bin, or 0
 *
 * Gives the values that a bin counts: @first to @last, both included. Never waits.
 *
 * Returns: %FALSE for a bin that does not exist
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_get_bin_values(GstVideoHistogram* self, guint channel, guint bin,
                                            guint* first, guint* last) {
  const Channel* of;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  g_return_val_if_fail(channel < self->n_channels, FALSE);
  of = &self->channels[channel];
  return _gst_video_histogram_bin_values(of->bins, of->n_values, bin, first, last);
}

/**
 * gst_video_histogram_find_bin:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @value: a value; one that does not exist is taken as the largest
 *
 * The bin in which a value is counted: floor(@value * bins / n_values), which is (@value * bins) >>
 * depth where the channel has 2^depth values. Never waits.
 *
 * Returns: the bin
 *
 * Since: 0.1
 */
guint gst_video_histogram_find_bin(GstVideoHistogram* self, guint channel, guint value) {
  const Channel* of;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  g_return_val_if_fail(channel < self->n_channels, 0);
  of = &self->channels[channel];
  return _gst_video_histogram_bin_of(of->bins, of->n_values, MIN(value, of->n_values - 1));
}

/**
 * gst_video_histogram_get_counts:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @n_bins: (out) (optional): the number of counts: gst_video_histogram_get_bins(), or 0
 *
 * The counts of a channel: element i is the number of samples in bin i. Waits for the counts, at
 * most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: (array length=n_bins) (transfer none) (nullable): the counts, valid as long as the
 *   histogram; %NULL if the histogram failed or is still pending, see gst_video_histogram_wait()
 *
 * Since: 0.1
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
    *n_bins = self->channels[channel].bins;
  return self->channels[channel].counts;
}

GBytes* _gst_video_histogram_bytes(GstVideoHistogram* histogram, gconstpointer numbers,
                                   gsize size) {
  if (numbers == NULL)
    return NULL;
  return g_bytes_new_with_free_func(numbers, size, (GDestroyNotify)gst_video_histogram_unref,
                                    gst_video_histogram_ref(histogram));
}

/**
 * gst_video_histogram_get_counts_bytes:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * The counts of gst_video_histogram_get_counts() without a copy, for languages that would copy an
 * array: numbers of 64 bits in the byte order of the machine. The bytes hold a reference to
 * @histogram, so that they are valid without it. Waits for the counts, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: (transfer full) (nullable): the counts; %NULL if the histogram failed or is still
 *   pending, see gst_video_histogram_wait()
 *
 * Since: 0.1
 */
GBytes* gst_video_histogram_get_counts_bytes(GstVideoHistogram* self, guint channel) {
  gsize n_bins;
  const guint64* counts = gst_video_histogram_get_counts(self, channel, &n_bins);

  return _gst_video_histogram_bytes(self, counts, n_bins * sizeof(*counts));
}

/**
 * gst_video_histogram_get_cumulative_counts:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @n_bins: (out) (optional): the number of elements: gst_video_histogram_get_bins(), or 0
 *
 * The cumulative counts of a channel: element i is the number of samples in bins 0 to i, and the
 * last element equals gst_video_histogram_get_samples(). Waits for the counts, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: (array length=n_bins) (transfer full) (nullable): the cumulative counts; free them with
 *   g_free(). %NULL if there are no counts, see gst_video_histogram_wait()
 *
 * Since: 0.1
 */
guint64* gst_video_histogram_get_cumulative_counts(GstVideoHistogram* self, guint channel,
                                                   gsize* n_bins) {
  gsize n = 0, i;
  const guint64* counts = gst_video_histogram_get_counts(self, channel, &n);
  guint64 *cumulative, sum = 0;

  if (n_bins != NULL)
    *n_bins = n;
  if (counts == NULL)
    return NULL;
  cumulative = g_new(guint64, n);
  for (i = 0; i < n; i++)
    cumulative[i] = sum += counts[i];
  return cumulative;
}

/**
 * gst_video_histogram_get_samples:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 *
 * The number of samples of a channel, which is the sum of its counts. Waits for the counts, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: the number of samples; 0 for an empty region, and if the histogram failed or is still
 *   pending
 *
 * Since: 0.1
 */
guint64 gst_video_histogram_get_samples(GstVideoHistogram* self, guint channel) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  g_return_val_if_fail(channel < self->n_channels, 0);
  return _gst_video_histogram_wait(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) == COMPLETE
             ? self->channels[channel].samples
             : 0;
}
