/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/**
 * GST_TYPE_VIDEO_HISTOGRAM_SUM:
 *
 * The boxed type of #GstVideoHistogramSum.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM_SUM (gst_video_histogram_sum_get_type())

/**
 * GstVideoHistogramSum:
 *
 * Whole numbers per frame, row, column, plane or cell that no table of counts has, such as the
 * pixels that TOUT of FFmpeg's filter signalstats counts, or the light of the cells of a grid.
 * docs/sums.md defines all of them. The histogram of a frame has the sums that the element's
 * property `figures` asks for, of which gst_video_histogram_get_sum() returns one. Histograms of
 * regions and of fields have none.
 *
 * The values are an array of planes times rows times columns. They are exact, and the same on all
 * processors.
 *
 * Functions that describe a sum never wait. Functions that need its values wait for the histogram,
 * at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, and return %NULL or 0 if it failed or is still
 * pending; gst_video_histogram_sum_wait() gives the reason.
 *
 * A sum is a part of its histogram: a reference to it keeps the histogram alive.
 *
 * Thread-safety: any thread may call any function, as for #GstVideoHistogram.
 *
 * Since: 0.1
 */
typedef struct _GstVideoHistogramSum GstVideoHistogramSum;

/* The sums of a histogram: these never wait */

GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_n_sums(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramSum* gst_video_histogram_get_sum(GstVideoHistogram* histogram, guint index);
GST_VIDEO_HISTOGRAM_API
gint gst_video_histogram_find_sum(GstVideoHistogram* histogram, const gchar* name);
GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_sum_get_type(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramSum* gst_video_histogram_sum_ref(GstVideoHistogramSum* sum);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_sum_unref(GstVideoHistogramSum* sum);

/* The description: these never wait */

GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_sum_get_name(GstVideoHistogramSum* sum);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_sum_get_unit(GstVideoHistogramSum* sum);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_sum_get_shape(GstVideoHistogramSum* sum, guint* planes, guint* rows,
                                       guint* columns);

/* The values: these wait */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_sum_wait(GstVideoHistogramSum* sum, GstClockTime timeout,
                                      GError** error);
GST_VIDEO_HISTOGRAM_API
const gint64* gst_video_histogram_sum_get_values(GstVideoHistogramSum* sum, gsize* n_values);
GST_VIDEO_HISTOGRAM_API
GBytes* gst_video_histogram_sum_get_values_bytes(GstVideoHistogramSum* sum);
GST_VIDEO_HISTOGRAM_API
gint64 gst_video_histogram_sum_get_total(GstVideoHistogramSum* sum);
GST_VIDEO_HISTOGRAM_API
guint64 gst_video_histogram_sum_get_n_compared(GstVideoHistogramSum* sum);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogramSum, gst_video_histogram_sum_unref)

G_END_DECLS
