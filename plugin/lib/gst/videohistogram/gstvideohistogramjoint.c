/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Joint histograms: pairs of values of two channels. */

#include <gst/videohistogram/gstvideohistogram-internal.h>

GstVideoHistogramJoint* _gst_video_histogram_joint_new(GstVideoHistogram* histogram,
                                                       const GstVideoHistogramChannelInfo axes[2],
                                                       GError** error) {
  const guint64 n_counts = (guint64)axes[0].bins * axes[1].bins;
  GstVideoHistogramJoint* self;
  guint i;

  for (i = 0; i < 2; i++) {
    if (!_gst_video_histogram_check_channel(&axes[i], error))
      return NULL;
  }
  self = _gst_video_histogram_table_new(histogram, &histogram->joints, sizeof(*self), n_counts,
                                        TRUE, error);
  if (self == NULL)
    return NULL;
  for (i = 0; i < 2; i++) {
    self->axes[i] = axes[i];
    g_strlcpy(self->names[i], axes[i].name, sizeof(self->names[i]));
    self->axes[i].name = self->names[i];
    self->axes[i].n_values = _gst_video_histogram_n_values(&axes[i]);
  }
  return self;
}

void _gst_video_histogram_add_joint(GstVideoHistogram* self,
                                    const GstVideoHistogramChannelInfo axes[2]) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(_gst_video_histogram_joint_new(self, axes, NULL) != NULL);
}

void _gst_video_histogram_set_joint(GstVideoHistogram* histogram, guint index,
                                    GstVideoHistogramPrivateRead read, gpointer data,
                                    GDestroyNotify destroy) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram));
  _gst_video_histogram_set_source(histogram->joints, index, read, data, destroy);
}

static gboolean same_joint(gconstpointer a, gconstpointer b) {
  const GstVideoHistogramJoint *of_a = a, *of_b = b;

  return _gst_video_histogram_same_channel(&of_a->axes[0], &of_b->axes[0]) &&
         _gst_video_histogram_same_channel(&of_a->axes[1], &of_b->axes[1]);
}

void _gst_video_histogram_add_joints(GstVideoHistogram* sum, GstVideoHistogram* a,
                                     GstVideoHistogram* b) {
  guint i, same;

  for (i = 0; i < _gst_video_histogram_n_tables(a->joints) && b->joints != NULL; i++) {
    GstVideoHistogramJoint* of_a = g_ptr_array_index(a->joints, i);

    if (g_ptr_array_find_with_equal_func(b->joints, of_a, same_joint, &same))
      _gst_video_histogram_matrix_set_sum(
          &_gst_video_histogram_joint_new(sum, of_a->axes, NULL)->matrix, &of_a->matrix,
          g_ptr_array_index(b->joints, same));
  }
}

/**
 * gst_video_histogram_get_n_joints:
 * @histogram: a histogram
 *
 * The joint histograms have the indexes from 0 to one less than this number. Never waits.
 *
 * Returns: the number of joint histograms
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_n_joints(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return _gst_video_histogram_n_tables(self->joints);
}

/**
 * gst_video_histogram_get_joint:
 * @histogram: a histogram
 * @index: the joint histogram's index, less than gst_video_histogram_get_n_joints(); those of a
 *   frame or region are in the order of the element's property `joint`
 *
 * A joint histogram of the histogram. Never waits.
 *
 * Returns: (transfer full): the joint histogram
 *
 * Since: 0.1
 */
GstVideoHistogramJoint* gst_video_histogram_get_joint(GstVideoHistogram* self, guint index) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(index < gst_video_histogram_get_n_joints(self), NULL);
  return gst_video_histogram_joint_ref(g_ptr_array_index(self->joints, index));
}

/**
 * gst_video_histogram_joint_ref:
 * @joint: a joint histogram
 *
 * Takes a reference to the joint histogram, which also keeps the histogram alive.
 *
 * Returns: (transfer full): @joint
 *
 * Since: 0.1
 */
GstVideoHistogramJoint* gst_video_histogram_joint_ref(GstVideoHistogramJoint* self) {
  g_return_val_if_fail(self != NULL, NULL);
  gst_video_histogram_ref(self->matrix.histogram);
  return self;
}

/**
 * gst_video_histogram_joint_unref:
 * @joint: (transfer full): a joint histogram
 *
 * Drops a reference to the joint histogram and to its histogram.
 *
 * Since: 0.1
 */
void gst_video_histogram_joint_unref(GstVideoHistogramJoint* self) {
  g_return_if_fail(self != NULL);
  gst_video_histogram_unref(self->matrix.histogram);
}

static gboolean is_axis(GstVideoHistogramAxis axis) {
  return axis == GST_VIDEO_HISTOGRAM_AXIS_X || axis == GST_VIDEO_HISTOGRAM_AXIS_Y;
}

/**
 * gst_video_histogram_joint_get_channel:
 * @joint: a joint histogram
 * @axis: an axis
 *
 * The channel of an axis, such as "Cb". The histogram itself need not have this channel.
 *
 * Returns: the channel's name, owned by @joint
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_joint_get_channel(GstVideoHistogramJoint* self,
                                                   GstVideoHistogramAxis axis) {
  g_return_val_if_fail(self != NULL && is_axis(axis), NULL);
  return self->names[axis];
}

/**
 * gst_video_histogram_joint_get_bins:
 * @joint: a joint histogram
 * @axis: an axis
 *
 * The length of one side of the matrix of counts. Never waits.
 *
 * Returns: the number of bins of an axis, 1 to %GST_VIDEO_HISTOGRAM_MAX_BINS
 *
 * Since: 0.1
 */
guint gst_video_histogram_joint_get_bins(GstVideoHistogramJoint* self, GstVideoHistogramAxis axis) {
  g_return_val_if_fail(self != NULL && is_axis(axis), 0);
  return self->axes[axis].bins;
}

/**
 * gst_video_histogram_joint_get_depth:
 * @joint: a joint histogram
 * @axis: an axis
 *
 * How many bits a sample of an axis's channel has. Never waits.
 *
 * Returns: the number of bits of a value of an axis's channel, 1 to 16
 *
 * Since: 0.1
 */
guint gst_video_histogram_joint_get_depth(GstVideoHistogramJoint* self,
                                          GstVideoHistogramAxis axis) {
  g_return_val_if_fail(self != NULL && is_axis(axis), 0);
  return self->axes[axis].depth;
}

/**
 * gst_video_histogram_joint_get_n_values:
 * @joint: a joint histogram
 * @axis: an axis
 *
 * How many different values a sample of an axis's channel can have. Never waits.
 *
 * Returns: the number of values of an axis's channel, as gst_video_histogram_get_n_values()
 *
 * Since: 0.1
 */
guint gst_video_histogram_joint_get_n_values(GstVideoHistogramJoint* self,
                                             GstVideoHistogramAxis axis) {
  g_return_val_if_fail(self != NULL && is_axis(axis), 0);
  return self->axes[axis].n_values;
}

/**
 * gst_video_histogram_joint_get_bin_values:
 * @joint: a joint histogram
 * @axis: an axis
 * @bin: a bin
 * @first: (out) (optional): the smallest value of the bin, or 0
 * @last: (out) (optional): the largest value of the bin, or 0
 *
 * Gives the values that a bin of an axis counts, as gst_video_histogram_get_bin_values(). Never
 * waits.
 *
 * Returns: %FALSE for a bin that does not exist
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_joint_get_bin_values(GstVideoHistogramJoint* self,
                                                  GstVideoHistogramAxis axis, guint bin,
                                                  guint* first, guint* last) {
  g_return_val_if_fail(self != NULL && is_axis(axis), FALSE);
  return _gst_video_histogram_bin_values(self->axes[axis].bins, self->axes[axis].n_values, bin,
                                         first, last);
}

/**
 * gst_video_histogram_joint_wait:
 * @joint: a joint histogram
 * @timeout: how long to wait for the histogram, in nanoseconds, as for gst_video_histogram_wait();
 *   the timeout does not limit the copy of the matrix from a device
 * @error: return location for a #GstVideoHistogramError
 *
 * Waits until the frame is counted, then copies the matrix to the host if it is not there yet.
 *
 * Errors: those of gst_video_histogram_wait(), and those of reading the matrix. After
 * %GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT and %GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES a later call can
 * succeed, unless the element needed the device memory in the meantime and could not copy the
 * matrix. Other errors are final.
 *
 * Returns: %TRUE if the matrix can be read without waiting, %FALSE with @error set if not
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_joint_wait(GstVideoHistogramJoint* self, GstClockTime timeout,
                                        GError** error) {
  g_return_val_if_fail(self != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
  return _gst_video_histogram_matrix_fetch(&self->matrix, timeout, error) != NULL;
}

/**
 * gst_video_histogram_joint_get_counts:
 * @joint: a joint histogram
 * @n_counts: (out) (optional): the number of counts: bins of x times bins of y, or 0
 *
 * All counts: element x * `bins of y` + y is the number of samples in bin x of the first channel
 * and bin y of the second one.
 *
 * Returns: (array length=n_counts) (transfer none) (nullable): the counts, valid as long as @joint;
 *   %NULL if there are none, see gst_video_histogram_joint_wait()
 *
 * Since: 0.1
 */
const guint64* gst_video_histogram_joint_get_counts(GstVideoHistogramJoint* self, gsize* n_counts) {
  if (n_counts != NULL)
    *n_counts = 0;
  g_return_val_if_fail(self != NULL, NULL);
  return _gst_video_histogram_matrix_get_counts(&self->matrix, n_counts);
}

/**
 * gst_video_histogram_joint_get_counts_bytes:
 * @joint: a joint histogram
 *
 * The counts of gst_video_histogram_joint_get_counts() without a copy, for languages that would
 * copy an array: numbers of 64 bits in the byte order of the machine. The bytes hold a reference to
 * the histogram, so that they are valid without @joint.
 *
 * Returns: (transfer full) (nullable): the counts; %NULL if there are none, see
 *   gst_video_histogram_joint_wait()
 *
 * Since: 0.1
 */
GBytes* gst_video_histogram_joint_get_counts_bytes(GstVideoHistogramJoint* self) {
  gsize n_counts;
  const guint64* counts = gst_video_histogram_joint_get_counts(self, &n_counts);

  return counts != NULL ? _gst_video_histogram_bytes(self->matrix.histogram, counts,
                                                     n_counts * sizeof(*counts))
                        : NULL;
}

/**
 * gst_video_histogram_joint_get_count:
 * @joint: a joint histogram
 * @x: a bin of the first channel
 * @y: a bin of the second channel
 *
 * Reads one count of the matrix. Waits for the counts, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: the number of samples in a pair of bins; 0 for bins that do not exist, and if there are
 *   no counts, see gst_video_histogram_joint_wait()
 *
 * Since: 0.1
 */
guint64 gst_video_histogram_joint_get_count(GstVideoHistogramJoint* self, guint x, guint y) {
  const guint64* counts;

  g_return_val_if_fail(self != NULL, 0);
  if (x >= self->axes[0].bins || y >= self->axes[1].bins)
    return 0;
  counts = gst_video_histogram_joint_get_counts(self, NULL);
  return counts != NULL ? counts[(gsize)x * self->axes[1].bins + y] : 0;
}

/**
 * gst_video_histogram_joint_get_samples:
 * @joint: a joint histogram
 *
 * The sum of all counts: the number of chroma samples, or of pixels, that were counted.
 *
 * Returns: the number of samples; 0 if there are no counts, see gst_video_histogram_joint_wait();
 * at most 2^64 - 1, where the sum of many frames would be more
 *
 * Since: 0.1
 */
guint64 gst_video_histogram_joint_get_samples(GstVideoHistogramJoint* self) {
  const guint64* counts;
  guint64 samples = 0;
  gsize n = 0, i;

  g_return_val_if_fail(self != NULL, 0);
  counts = gst_video_histogram_joint_get_counts(self, &n);
  for (i = 0; i < n; i++)
    samples = samples > G_MAXUINT64 - counts[i] ? G_MAXUINT64 : samples + counts[i];
  return samples;
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramJoint, gst_video_histogram_joint,
                    gst_video_histogram_joint_ref, gst_video_histogram_joint_unref)
