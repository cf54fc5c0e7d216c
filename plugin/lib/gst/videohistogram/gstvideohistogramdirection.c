/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The histogram along a direction: where its positions lie, and how its matrix gets here. */

#include <math.h>
#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* As the element refuses more (max_direction_counters of histogram/direction.h). */
#define MAX_COUNTERS (G_GUINT64_CONSTANT(1) << 26)

/* floor((2 (x c - y s) + origin) / 2^31), as in histogram/direction.h, of a pixel of the channel's
 * grid. Halved, which changes nothing, so that 64 bits are enough for any numbers that
 * _gst_video_histogram_direction_new() lets pass. */
static gint64 position_of(const GstVideoHistogramPrivateDirection* shape, guint x, guint y) {
  return ((gint64)x * shape->c - (gint64)y * shape->s + (shape->origin >> 1)) >> 30;
}

/* Whether all pixels of the frame have a position; those of its corners are the extremes. */
static gboolean covers_frame(const GstVideoHistogramPrivateDirection* shape, guint width,
                             guint height) {
  guint corner;

  for (corner = 0; corner < 4 && width > 0; corner++) {
    guint x = (corner & 1) != 0 ? width - 1 : 0, y = (corner & 2) != 0 ? height - 1 : 0;
    gint64 position = position_of(shape, x >> shape->x_sub, y >> shape->y_sub);

    if (position < 0 || position >= shape->positions)
      return FALSE;
  }
  return TRUE;
}

GstVideoHistogramDirection*
_gst_video_histogram_direction_new(const GstVideoHistogramPrivateDirection* shape, guint width,
                                   guint height, GError** error) {
  const gint64 one = G_GINT64_CONSTANT(1) << 30;
  GstVideoHistogramDirection* self;

  if (!_gst_video_histogram_is_name(shape->channel) || shape->positions < 1 || shape->bins < 1 ||
      shape->bins > GST_VIDEO_HISTOGRAM_MAX_BINS ||
      (guint64)shape->positions * shape->bins > MAX_COUNTERS ||
      !(shape->angle >= 0.0 && shape->angle < 360.0) || shape->c < -one || shape->c > one ||
      shape->s < -one || shape->s > one || shape->origin < 0 ||
      shape->origin >= (gint64)shape->positions << 31 || shape->x_sub > 2 || shape->y_sub > 2 ||
      shape->line < -1 || shape->line >= (gint)shape->positions ||
      !covers_frame(shape, width, height)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "This is not a direction across the frame");
    return NULL;
  }
  self = g_new0(GstVideoHistogramDirection, 1);
  g_mutex_init(&self->mutex);
  self->shape = *shape;
  g_strlcpy(self->channel, shape->channel, sizeof(self->channel));
  self->shape.channel = self->channel;
  return self;
}

static void drop_source(GstVideoHistogramDirection* self) {
  if (self->destroy != NULL)
    self->destroy(self->data);
  self->read = NULL;
  self->destroy = NULL;
}

void _gst_video_histogram_direction_free(GstVideoHistogramDirection* self) {
  if (self == NULL)
    return;
  drop_source(self);
  g_clear_error(&self->error);
  g_mutex_clear(&self->mutex);
  g_free(self->counts);
  g_free(self);
}

gsize _gst_video_histogram_direction_n_counts(const GstVideoHistogramDirection* self) {
  return (gsize)self->shape.positions * self->shape.bins;
}

void _gst_video_histogram_set_direction(GstVideoHistogram* self,
                                        const GstVideoHistogramPrivateDirection* direction) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(self->direction == NULL);

  self->direction = _gst_video_histogram_direction_new(direction, self->width, self->height, NULL);
  g_return_if_fail(self->direction != NULL);
}

void _gst_video_histogram_set_matrix(GstVideoHistogram* self, GstVideoHistogramPrivateRead read,
                                     gpointer data, GDestroyNotify destroy) {
  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(g_atomic_int_get(&self->state) == PENDING);
  g_return_if_fail(self->direction != NULL && self->direction->read == NULL);

  self->direction->read = read;
  self->direction->data = data;
  self->direction->destroy = destroy;
}

/* Called with the mutex held, while there is neither a matrix nor a final error. */
static void read_matrix(GstVideoHistogramDirection* self, GError** error) {
  GError* failure = NULL;
  guint32* counts;

  if (self->read == NULL) {
    g_set_error_literal(&self->error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_FAILED,
                        "The frame was counted, but not along the direction");
    return;
  }
  counts = g_try_new(guint32, _gst_video_histogram_direction_n_counts(self));
  if (counts == NULL) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                "No memory for %u positions of %u bins", self->shape.positions, self->shape.bins);
    return;
  }
  if (self->read(self->data, counts, &failure)) {
    g_atomic_pointer_set(&self->counts, counts);
    drop_source(self);
    return;
  }
  g_free(counts);
  if (g_error_matches(failure, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES)) {
    g_propagate_error(error, failure);
    return;
  }
  self->error = failure;
  drop_source(self);
}

const guint32* _gst_video_histogram_fetch_matrix(GstVideoHistogram* histogram, GstClockTime timeout,
                                                 GError** error) {
  GstVideoHistogramDirection* self = histogram->direction;
  const guint32* counts;

  if (self == NULL) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "The histogram has no direction; set the element's property directional");
    return NULL;
  }
  if (!gst_video_histogram_wait(histogram, timeout, error))
    return NULL;

  counts = g_atomic_pointer_get(&self->counts);
  if (counts != NULL)
    return counts;
  g_mutex_lock(&self->mutex);
  if (self->counts == NULL && self->error == NULL)
    read_matrix(self, error);
  counts = self->counts;
  if (self->error != NULL && error != NULL)
    *error = g_error_copy(self->error);
  g_mutex_unlock(&self->mutex);
  return counts;
}

static gboolean same_direction(const GstVideoHistogram* a, const GstVideoHistogram* b) {
  const GstVideoHistogramPrivateDirection *of_a, *of_b;

  if (a->direction == NULL || b->direction == NULL)
    return FALSE;
  of_a = &a->direction->shape;
  of_b = &b->direction->shape;
  return a->width == b->width && a->height == b->height && of_a->c == of_b->c &&
         of_a->s == of_b->s && of_a->origin == of_b->origin && of_a->positions == of_b->positions &&
         of_a->bins == of_b->bins && strcmp(of_a->channel, of_b->channel) == 0 &&
         of_a->x_sub == of_b->x_sub && of_a->y_sub == of_b->y_sub && of_a->line == of_b->line;
}

/* sum[i] = a[i] + b[i]; `sum` may be `a`. FALSE with INVALID, and no sum, if one does not fit. */
static gboolean add_counts(guint32* sum, const guint32* a, const guint32* b, gsize n,
                           GError** error) {
  gboolean fits = TRUE;
  gsize i;

  for (i = 0; i < n; i++) {
    guint32 of_a = a[i];

    sum[i] = of_a + b[i];
    fits &= sum[i] >= of_a;
  }
  if (!fits)
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "A bin of a position would have more samples than 32 bits can hold");
  return fits;
}

static guint32* add_matrices(GstVideoHistogram* a, GstVideoHistogram* b, GError** error) {
  const gsize n = _gst_video_histogram_direction_n_counts(a->direction);
  const guint32 *of_a, *of_b;
  guint32* sum;

  if ((of_a = _gst_video_histogram_fetch_matrix(a, 0, error)) == NULL ||
      (of_b = _gst_video_histogram_fetch_matrix(b, 0, error)) == NULL)
    return NULL;
  sum = g_try_new(guint32, n);
  if (sum == NULL) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                        "No memory for the sum of two matrices");
    return NULL;
  }
  if (!add_counts(sum, of_a, of_b, n, error))
    g_clear_pointer(&sum, g_free);
  return sum;
}

/* A sum keeps no parts, so what could be had later is not to be had of it. */
static void make_error_final(GstVideoHistogramDirection* self) {
  if (g_error_matches(self->error, GST_VIDEO_HISTOGRAM_ERROR,
                      GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES))
    self->error->code = GST_VIDEO_HISTOGRAM_ERROR_FAILED;
}

void _gst_video_histogram_add_direction(GstVideoHistogram* sum, GstVideoHistogram* a,
                                        GstVideoHistogram* b) {
  if (!same_direction(a, b))
    return;
  sum->direction =
      _gst_video_histogram_direction_new(&a->direction->shape, a->width, a->height, NULL);
  sum->direction->counts = add_matrices(a, b, &sum->direction->error);
  make_error_final(sum->direction);
}

void _gst_video_histogram_accumulate_direction(GstVideoHistogram* total, GstVideoHistogram* part) {
  GstVideoHistogramDirection* self = total->direction;
  const guint32* counts;
  GError* error = NULL;

  if (self == NULL || self->error != NULL)
    return;
  /* The matrix of `total` may still be on a device. */
  if (_gst_video_histogram_fetch_matrix(total, 0, &error) != NULL &&
      (counts = _gst_video_histogram_fetch_matrix(part, 0, &error)) != NULL &&
      add_counts(self->counts, self->counts, counts, _gst_video_histogram_direction_n_counts(self),
                 &error))
    return;
  g_clear_pointer(&self->counts, g_free);
  g_clear_error(&self->error);
  self->error = error;
  make_error_final(self);
  drop_source(self);
}

/**
 * gst_video_histogram_has_direction:
 * @histogram: a histogram
 *
 * Returns: whether the frame is counted along a direction as well; never waits
 */
gboolean gst_video_histogram_has_direction(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  return self->direction != NULL;
}

/**
 * gst_video_histogram_get_direction_channel:
 * @histogram: a histogram
 *
 * The channel that is counted along the direction, such as "LUMA". It need not be one of those of
 * gst_video_histogram_get_channel_name().
 *
 * Returns: (nullable): the channel's name, owned by @histogram; %NULL without a direction
 */
const gchar* gst_video_histogram_get_direction_channel(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  return self->direction != NULL ? self->direction->channel : NULL;
}

/**
 * gst_video_histogram_get_direction_angle:
 * @histogram: a histogram
 *
 * By how much the frame is thought of as turned clockwise, so that positions are columns.
 *
 * Returns: the angle in degrees, from 0 to less than 360; NaN without a direction
 */
gdouble gst_video_histogram_get_direction_angle(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NAN);
  return self->direction != NULL ? self->direction->shape.angle : NAN;
}

/**
 * gst_video_histogram_get_direction_positions:
 * @histogram: a histogram
 *
 * Returns: how many positions there are, in units of a pixel of the channel; the outermost may be
 *   without samples. 0 without a direction
 */
guint gst_video_histogram_get_direction_positions(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->direction != NULL ? self->direction->shape.positions : 0;
}

/**
 * gst_video_histogram_get_direction_bins:
 * @histogram: a histogram
 *
 * Returns: how many bins each position has, 1 to %GST_VIDEO_HISTOGRAM_MAX_BINS; 0 without a
 *   direction
 */
guint gst_video_histogram_get_direction_bins(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return self->direction != NULL ? self->direction->shape.bins : 0;
}

/**
 * gst_video_histogram_get_direction_line:
 * @histogram: a histogram
 *
 * Where the direction was given by a line (the element's property `line`), all pixels of that line
 * have one position. gst_video_histogram_get_position_counts() gives the histogram along it.
 *
 * Returns: the line's position; -1 without a direction, or if an angle gave it
 */
gint gst_video_histogram_get_direction_line(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), -1);
  return self->direction != NULL ? self->direction->shape.line : -1;
}

/**
 * gst_video_histogram_position:
 * @histogram: a histogram
 * @x: a column of the frame, from 0 at the left
 * @y: a row of the frame, from 0 at the top
 * @position: (out): the pixel's position, or 0
 *
 * At which position a pixel of the frame is counted. Where the channel is subsampled, the pixels
 * that share a sample of it share its position. Never waits.
 *
 * Returns: %FALSE for a pixel outside of the frame, and without a direction
 */
gboolean gst_video_histogram_position(GstVideoHistogram* self, guint x, guint y, guint* position) {
  const GstVideoHistogramPrivateDirection* shape;

  g_return_val_if_fail(position != NULL, FALSE);
  *position = 0;
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);

  if (self->direction == NULL || x >= self->width || y >= self->height)
    return FALSE;
  shape = &self->direction->shape;
  *position = (guint)position_of(shape, x >> shape->x_sub, y >> shape->y_sub);
  return TRUE;
}

/**
 * gst_video_histogram_wait_direction:
 * @histogram: a histogram
 * @timeout: how long to wait, in nanoseconds, as for gst_video_histogram_wait(); bringing the
 *   matrix from a device is not limited by it
 * @error: return location for a #GstVideoHistogramError
 *
 * Waits until the frame is counted and brings the matrix here, if nobody has done so before.
 *
 * Errors: what gst_video_histogram_wait() says; %GST_VIDEO_HISTOGRAM_ERROR_INVALID without a
 * direction; why the matrix could not be read. After %GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT and
 * %GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES a later call can succeed, though counts that could not be
 * saved when their memory was needed are lost; the others are final.
 *
 * Returns: %TRUE if the matrix is there, %FALSE with @error set if not
 */
gboolean gst_video_histogram_wait_direction(GstVideoHistogram* self, GstClockTime timeout,
                                            GError** error) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
  return _gst_video_histogram_fetch_matrix(self, timeout, error) != NULL;
}

/**
 * gst_video_histogram_get_direction_counts:
 * @histogram: a histogram
 * @n_counts: (out) (optional): how many there are: positions x bins, or 0
 *
 * All counts along the direction, the bins of the first position, then those of the next: element
 * p * bins + i says how many samples at position p fell into bin i.
 *
 * Returns: (array length=n_counts) (transfer none) (nullable): the counts, valid as long as
 *   @histogram; %NULL if there are none, see gst_video_histogram_wait_direction()
 */
const guint32* gst_video_histogram_get_direction_counts(GstVideoHistogram* self, gsize* n_counts) {
  const guint32* counts;

  if (n_counts != NULL)
    *n_counts = 0;
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);

  counts = _gst_video_histogram_fetch_matrix(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, NULL);
  if (counts != NULL && n_counts != NULL)
    *n_counts = _gst_video_histogram_direction_n_counts(self->direction);
  return counts;
}

/**
 * gst_video_histogram_get_position_counts:
 * @histogram: a histogram
 * @position: a position, less than gst_video_histogram_get_direction_positions()
 * @n_bins: (out) (optional): how many there are: gst_video_histogram_get_direction_bins(), or 0
 *
 * The histogram of one position: element i says how many samples there fell into bin i.
 *
 * Returns: (array length=n_bins) (transfer none) (nullable): the counts, valid as long as
 *   @histogram; %NULL if there are none, see gst_video_histogram_wait_direction()
 */
const guint32* gst_video_histogram_get_position_counts(GstVideoHistogram* self, guint position,
                                                       gsize* n_bins) {
  const guint32* counts;

  if (n_bins != NULL)
    *n_bins = 0;
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NULL);
  g_return_val_if_fail(self->direction == NULL || position < self->direction->shape.positions,
                       NULL);

  counts = _gst_video_histogram_fetch_matrix(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, NULL);
  if (counts == NULL)
    return NULL;
  if (n_bins != NULL)
    *n_bins = self->direction->shape.bins;
  return counts + (gsize)position * self->direction->shape.bins;
}
