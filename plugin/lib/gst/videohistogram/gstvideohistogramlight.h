/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/*
 * Light levels in nits (cd/m2), from the counts of the channel MAXRGB.
 *
 * MAXRGB is the largest of R, G and B of a pixel. The histogram's colorimetry tells which light a
 * value stands for:
 *
 * - PQ (%GST_VIDEO_TRANSFER_SMPTE2084): the light of the mastering display, by the EOTF of SMPTE ST
 *   2084, which is also that of ITU-R BT.2100 PQ: 0 to 10000 nits.
 * - HLG (%GST_VIDEO_TRANSFER_ARIB_STD_B67): the signal is relative to the display, so the light is
 *   given as a bound, see gst_video_histogram_is_light_bound(), for a display of a given peak.
 *
 * A signal of 0 is black, a signal of 1 the nominal peak. Value v of d bits has the signal
 * v / (2^d - 1), or (v - 16 * 2^(d - 8)) / (219 * 2^(d - 8)) where R, G and B are stored and the
 * frames are in limited range; MAXRGB that was computed from Y'CbCr samples is always in full
 * range. Signals less than 0 count as 0, more than 1 as 1.
 *
 * The light of a bin with one value is exact: count with the element's `bins=0`. The light of a bin
 * with several values is that of their centre, (first + last) / 2.
 */

/**
 * GST_VIDEO_HISTOGRAM_HLG_PEAK:
 *
 * The nominal peak in nits of the display for which the light of HLG frames is given, unless
 * another one is asked for: 1000, the reference of ITU-R BT.2100.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_HLG_PEAK 1000.0

/* The light of one frame, of a region, or of a sum of frames */

GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_peak_light(GstVideoHistogram* histogram, gdouble hlg_peak);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_average_light(GstVideoHistogram* histogram, gdouble hlg_peak);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_percentile_light(GstVideoHistogram* histogram, gdouble percent,
                                                 gdouble hlg_peak);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_is_light_bound(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_get_pq_levels(GstVideoHistogram* histogram, guint* min, guint* average,
                                           guint* max);
GST_VIDEO_HISTOGRAM_API
const gdouble* gst_video_histogram_get_hdr10plus_percents(gsize* n_percents);

/* The content light level of a video */

/**
 * GST_TYPE_VIDEO_HISTOGRAM_LIGHT_METER:
 *
 * The boxed type of #GstVideoHistogramLightMeter.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM_LIGHT_METER (gst_video_histogram_light_meter_get_type())

/**
 * GstVideoHistogramLightMeter:
 *
 * Measures the content light level of a video in PQ, as CTA-861.3 Annex P defines it, from the
 * histograms of its frames: MaxCLL, the largest light of R, G and B of any pixel, and MaxFALL, the
 * largest average of a frame's MAXRGB in linear light.
 *
 * With the histograms of a region instead, such as those of the active picture between black bars,
 * these are the levels of that region.
 *
 * #GstVideoHistogramLightMeter is reference-counted, and a boxed type for language bindings.
 *
 * Thread-safety: any thread may call any function on the same meter at the same time. The order in
 * which frames are added does not matter.
 *
 * Since: 0.1
 */
typedef struct _GstVideoHistogramLightMeter GstVideoHistogramLightMeter;

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_light_meter_get_type(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramLightMeter* gst_video_histogram_light_meter_new(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramLightMeter*
gst_video_histogram_light_meter_ref(GstVideoHistogramLightMeter* meter);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_light_meter_unref(GstVideoHistogramLightMeter* meter);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_light_meter_add(GstVideoHistogramLightMeter* meter,
                                             GstVideoHistogram* histogram, GError** error);
GST_VIDEO_HISTOGRAM_API
guint64 gst_video_histogram_light_meter_get_n_frames(GstVideoHistogramLightMeter* meter);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_light_meter_get_max_cll(GstVideoHistogramLightMeter* meter);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_light_meter_get_max_fall(GstVideoHistogramLightMeter* meter);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_light_meter_get_content_light_level(GstVideoHistogramLightMeter* meter,
                                                                 GstVideoContentLightLevel* level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogramLightMeter, gst_video_histogram_light_meter_unref)

G_END_DECLS
