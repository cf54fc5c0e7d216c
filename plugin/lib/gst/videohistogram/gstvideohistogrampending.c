/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pending histograms: completing them, waiting for them, and calling back when they are ready. */

#include <gst/videohistogram/gstvideohistogram-internal.h>

static void histogram_finish(GstVideoHistogram* self, gint state) {
  GArray* listeners;
  guint i;

  g_mutex_lock(&self->mutex);
  g_atomic_int_set(&self->state, state);
  listeners = g_steal_pointer(&self->listeners);
  g_cond_broadcast(&self->finished);
  g_mutex_unlock(&self->mutex);

  for (i = 0; listeners != NULL && i < listeners->len; i++) {
    const Listener* listener = &g_array_index(listeners, Listener, i);

    listener->func(self, listener->user_data);
    if (listener->notify != NULL)
      listener->notify(listener->user_data);
  }
  g_clear_pointer(&listeners, g_array_unref);
}

/* Widens counts, and returns their sum. */
static guint64 widen(guint64* restrict to, const guint32* restrict from, guint n) {
  guint64 sum = 0;
  guint i;

  for (i = 0; i < n; i++)
    sum += to[i] = from[i];
  return sum;
}

void _gst_video_histogram_complete(GstVideoHistogram* self, const guint32* counts) {
  guint c;

  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(g_atomic_int_get(&self->state) == PENDING);

  for (c = 0; c < self->n_channels; c++) {
    Channel* channel = &self->channels[c];

    channel->samples = widen(channel->counts, counts, channel->bins);
    counts += channel->bins;
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

/* Loads the matrix that each element of `tables` begins with. Returns how many failed. */
static guint load_tables(const GPtrArray* tables, GError** error) {
  guint i, failed = 0;

  for (i = 0; i < _gst_video_histogram_n_tables(tables); i++) {
    GError** first = error != NULL && *error == NULL ? error : NULL;

    if (_gst_video_histogram_matrix_load(g_ptr_array_index(tables, i), first) == NULL)
      failed++;
  }
  return failed;
}

guint _gst_video_histogram_load(GstVideoHistogram* self, gboolean projections, gboolean joints,
                                GError** error) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), 0);
  return (projections ? load_tables(self->projections, error) : 0) +
         (joints ? load_tables(self->joints, error) : 0);
}

static GstVideoHistogram* new_pending(GstVideoFormat format, guint width, guint height,
                                      const GstVideoColorimetry* colorimetry,
                                      const GstVideoHistogramChannelInfo* channels,
                                      guint n_channels, GstVideoHistogramColorFlags color_flags) {
  const Description description = {format, width, height, colorimetry, channels, n_channels, 1};
  GstVideoHistogram* self = _gst_video_histogram_alloc(&description, TRUE);

  self->color_flags = color_flags;
  return self;
}

static void set_field(GstVideoHistogram* self, GstVideoHistogramField field) {
  self->field = field;
}

const GstVideoHistogramProducer* gst_video_histogram_get_producer(guint version) {
  static const GstVideoHistogramProducer producer = {
      .new_pending = new_pending,
      .set_field = set_field,
      .add_projection = _gst_video_histogram_add_projection,
      .set_projection = _gst_video_histogram_set_projection,
      .add_joint = _gst_video_histogram_add_joint,
      .set_joint = _gst_video_histogram_set_joint,
      .add_sum = _gst_video_histogram_add_sum,
      .set_sum = _gst_video_histogram_set_sum,
      .load = _gst_video_histogram_load,
      .complete = _gst_video_histogram_complete,
      .set_error = _gst_video_histogram_fail,
      .accumulate = _gst_video_histogram_accumulate,
  };

  return version == GST_VIDEO_HISTOGRAM_PRODUCER_VERSION ? &producer : NULL;
}

/**
 * gst_video_histogram_is_ready:
 * @histogram: a histogram
 *
 * Whether the histogram is complete or failed. Never waits.
 *
 * Returns: %FALSE while the histogram is pending
 *
 * Since: 0.1
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

  /* The timeout is rounded up to whole microseconds, so that 1 ns still waits. GST_CLOCK_TIME_NONE
   * needs no special case: 2^64 ns are 584 years. */
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
 * Waits until the frame is counted. %GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT means that the histogram
 * is still pending. Any other error is final, and every later call gives the same error.
 *
 * A thread of the application may call this function, and so may a streaming thread after the
 * element, for example in a pad probe: the element completes the frame in another thread. A
 * synchronous bus handler and a #GstVideoHistogramReadyFunc must not wait for a histogram that may
 * be pending, because they may run in the thread that completes it.
 *
 * Returns: %TRUE if the histogram is complete, %FALSE with @error set if not
 *
 * Since: 0.1
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

/**
 * gst_video_histogram_call_when_ready:
 * @histogram: a histogram
 * @func: (scope notified) (closure user_data) (destroy notify): the function to call
 * @user_data: (nullable): the data to pass to @func
 * @notify: (nullable): frees @user_data, directly after the call of @func
 *
 * Calls @func exactly once, when the histogram is complete or has failed. If the histogram is ready
 * already, this function calls @func itself before it returns. Otherwise the thread of the element
 * that completes the histogram calls @func, after it has woken all waiting threads. Several
 * functions are called in the order in which they were given. No lock is held during the calls.
 *
 * The caller needs no reference to @histogram after this call: the element holds one until @func
 * has been called, and @func is given the histogram. A histogram whose last reference is dropped
 * while it is pending never becomes ready: @notify is then called, and @func is not.
 *
 * Any thread may call this function.
 *
 * Since: 0.1
 */
void gst_video_histogram_call_when_ready(GstVideoHistogram* self, GstVideoHistogramReadyFunc func,
                                         gpointer user_data, GDestroyNotify notify) {
  const Listener listener = {func, user_data, notify};
  gboolean pending;

  g_return_if_fail(GST_IS_VIDEO_HISTOGRAM(self));
  g_return_if_fail(func != NULL);

  g_mutex_lock(&self->mutex);
  pending = g_atomic_int_get(&self->state) == PENDING;
  if (pending) {
    if (self->listeners == NULL)
      self->listeners = g_array_new(FALSE, FALSE, sizeof(Listener));
    g_array_append_val(self->listeners, listener);
  }
  g_mutex_unlock(&self->mutex);
  if (pending)
    return;
  func(self, user_data);
  if (notify != NULL)
    notify(user_data);
}
