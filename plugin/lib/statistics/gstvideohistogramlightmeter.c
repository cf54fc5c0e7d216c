/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* MaxCLL and MaxFALL of a video, CTA-861.3 Annex P. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

struct _GstVideoHistogramLightMeter {
  gatomicrefcount references;
  GMutex mutex; /* guards the fields below */
  guint64 n_frames;
  gdouble max_cll, max_fall; /* in nits; 0 before the first frame */
};

G_DEFINE_BOXED_TYPE(GstVideoHistogramLightMeter, gst_video_histogram_light_meter,
                    gst_video_histogram_light_meter_ref, gst_video_histogram_light_meter_unref)

/**
 * gst_video_histogram_light_meter_new:
 *
 * Makes a meter that has seen no frame.
 *
 * Returns: (transfer full): a meter without frames; drop it with
 *   gst_video_histogram_light_meter_unref()
 *
 * Since: 0.1
 */
GstVideoHistogramLightMeter* gst_video_histogram_light_meter_new(void) {
  GstVideoHistogramLightMeter* self = g_new0(GstVideoHistogramLightMeter, 1);

  g_atomic_ref_count_init(&self->references);
  g_mutex_init(&self->mutex);
  return self;
}

/**
 * gst_video_histogram_light_meter_ref:
 * @meter: a meter
 *
 * Takes a reference to a meter.
 *
 * Returns: (transfer full): @meter, with one more reference
 *
 * Since: 0.1
 */
GstVideoHistogramLightMeter*
gst_video_histogram_light_meter_ref(GstVideoHistogramLightMeter* self) {
  g_return_val_if_fail(self != NULL, NULL);
  g_atomic_ref_count_inc(&self->references);
  return self;
}

/**
 * gst_video_histogram_light_meter_unref:
 * @meter: (transfer full): a meter
 *
 * Drops a reference. The last one frees the meter.
 *
 * Since: 0.1
 */
void gst_video_histogram_light_meter_unref(GstVideoHistogramLightMeter* self) {
  g_return_if_fail(self != NULL);
  if (!g_atomic_ref_count_dec(&self->references))
    return;
  g_mutex_clear(&self->mutex);
  g_free(self);
}

/* Whether the complete histogram is that of one frame in PQ with MAXRGB; sets the error if not. */
static gboolean check_frame(GstVideoHistogram* histogram, GError** error) {
  const guint64 n_frames = gst_video_histogram_get_n_frames(histogram);

  if (n_frames != 1)
    return _gst_video_histogram_refuse(
        error,
        "This is the sum of %" G_GUINT64_FORMAT
        " frames, from which MaxFALL cannot be known; add the histogram of each frame",
        n_frames);
  if (gst_video_histogram_find_channel(histogram, "MAXRGB") < 0)
    return _gst_video_histogram_refuse(
        error, "The histogram has no channel MAXRGB; set the element's channels=maxrgb");
  if (histogram->colorimetry.transfer != GST_VIDEO_TRANSFER_SMPTE2084) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE,
                        "The frame's colorimetry has another transfer function than PQ (SMPTE ST "
                        "2084), and only frames in PQ have a content light level");
    return FALSE;
  }
  return TRUE;
}

/**
 * gst_video_histogram_light_meter_add:
 * @meter: a meter
 * @histogram: the histogram of one frame, or of a region of one frame, with the channel MAXRGB
 * @error: return location for a #GstVideoHistogramError
 *
 * Adds a frame. Its light is that of gst_video_histogram_get_peak_light() and
 * gst_video_histogram_get_average_light(). The meter takes no reference to @histogram. A histogram
 * without samples, as that of an empty region, is accepted and changes nothing. Waits for the
 * counts, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, without holding a lock.
 *
 * Errors, after which the meter is unchanged: %GST_VIDEO_HISTOGRAM_ERROR_INVALID for a sum of
 * frames, of which MaxFALL cannot be known, and for a histogram without MAXRGB;
 * %GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE if the frame is not in PQ; the errors of
 * gst_video_histogram_wait().
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_light_meter_add(GstVideoHistogramLightMeter* self,
                                             GstVideoHistogram* histogram, GError** error) {
  gdouble peak, average;

  g_return_val_if_fail(self != NULL, FALSE);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  if (!gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error) ||
      !check_frame(histogram, error))
    return FALSE;
  peak = gst_video_histogram_get_peak_light(histogram, 0);
  average = gst_video_histogram_get_average_light(histogram, 0);
  if (isnan(peak))
    return TRUE;
  g_mutex_lock(&self->mutex);
  self->n_frames++;
  self->max_cll = MAX(self->max_cll, peak);
  self->max_fall = MAX(self->max_fall, average);
  g_mutex_unlock(&self->mutex);
  return TRUE;
}

/**
 * gst_video_histogram_light_meter_get_n_frames:
 * @meter: a meter
 *
 * How many frames the levels are the maxima of.
 *
 * Returns: the number of frames that were added and have samples
 *
 * Since: 0.1
 */
guint64 gst_video_histogram_light_meter_get_n_frames(GstVideoHistogramLightMeter* self) {
  guint64 n_frames;

  g_return_val_if_fail(self != NULL, 0);
  g_mutex_lock(&self->mutex);
  n_frames = self->n_frames;
  g_mutex_unlock(&self->mutex);
  return n_frames;
}

/* Stores MaxCLL and MaxFALL, NaN without frames. FALSE without frames. */
static gboolean get_content_light(GstVideoHistogramLightMeter* self, gdouble* max_cll,
                                  gdouble* max_fall) {
  gboolean any;

  g_mutex_lock(&self->mutex);
  any = self->n_frames > 0;
  *max_cll = any ? self->max_cll : NAN;
  *max_fall = any ? self->max_fall : NAN;
  g_mutex_unlock(&self->mutex);
  return any;
}

/**
 * gst_video_histogram_light_meter_get_max_cll:
 * @meter: a meter
 *
 * MaxCLL, the maximum content light level of CTA-861.3 Annex P: the largest
 * gst_video_histogram_get_peak_light() of all frames.
 *
 * Returns: MaxCLL in nits, not rounded; NaN without frames
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_light_meter_get_max_cll(GstVideoHistogramLightMeter* self) {
  gdouble max_cll, max_fall;

  g_return_val_if_fail(self != NULL, NAN);
  get_content_light(self, &max_cll, &max_fall);
  return max_cll;
}

/**
 * gst_video_histogram_light_meter_get_max_fall:
 * @meter: a meter
 *
 * MaxFALL, the maximum frame-average light level of CTA-861.3 Annex P: the largest
 * gst_video_histogram_get_average_light() of all frames.
 *
 * Returns: MaxFALL in nits, not rounded; NaN without frames
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_light_meter_get_max_fall(GstVideoHistogramLightMeter* self) {
  gdouble max_cll, max_fall;

  g_return_val_if_fail(self != NULL, NAN);
  get_content_light(self, &max_cll, &max_fall);
  return max_fall;
}

static guint16 nearest_nit(gdouble light) {
  return (guint16)MIN(floor(light + 0.5), G_MAXUINT16);
}

/**
 * gst_video_histogram_light_meter_get_content_light_level:
 * @meter: a meter
 * @level: (out caller-allocates): MaxCLL and MaxFALL, each rounded to the nearest nit
 *
 * Gives what `content-light-level` of caps has, and gst_video_content_light_level_add_to_caps()
 * takes. In CTA-861.3 a level of 0 stands for an unknown one. A level below 0.5 nits is rounded to
 * 0 and so looks like an unknown one.
 *
 * Returns: %TRUE; %FALSE with both levels 0 if no frame was added, for example because none was in
 *   PQ
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_light_meter_get_content_light_level(GstVideoHistogramLightMeter* self,
                                                                 GstVideoContentLightLevel* level) {
  gdouble max_cll, max_fall;

  g_return_val_if_fail(level != NULL, FALSE);
  gst_video_content_light_level_init(level);
  g_return_val_if_fail(self != NULL, FALSE);
  if (!get_content_light(self, &max_cll, &max_fall))
    return FALSE;
  level->max_content_light_level = nearest_nit(max_cll);
  level->max_frame_average_light_level = nearest_nit(max_fall);
  return TRUE;
}
