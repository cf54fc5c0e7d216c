/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/**
 * GST_TYPE_VIDEO_HISTOGRAM_JOINT:
 *
 * The boxed type of #GstVideoHistogramJoint.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM_JOINT (gst_video_histogram_joint_get_type())

/**
 * GstVideoHistogramJoint:
 *
 * A table of how often every pair of values of two channels occurs: a vectorscope for Cb and Cr. A
 * histogram, that of a frame as well as that of a region, has any number of joint histograms, as
 * the element's property `joint` asks; gst_video_histogram_get_joint() returns one of them.
 *
 * Pairs of Cb, Cr, SAT and HUE are counted once per chroma sample. All other pairs are counted once
 * per pixel, with the chroma sample of the cell that the pixel lies in.
 *
 * The counts are a matrix, bins of the channel x times bins of the channel y. The matrix is large
 * and may still be in the memory of the device that counted it. The first function that reads the
 * matrix copies it to the host, once. The element also copies it when it needs the device memory
 * for another frame while a reference to this histogram exists. The matrix of a histogram that is
 * freed before is never copied.
 *
 * Functions that describe the axes never wait. Functions that need the matrix wait for the
 * histogram, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT. They return %NULL or 0 if the histogram
 * failed or is still pending, or if the matrix could not be read; gst_video_histogram_joint_wait()
 * gives the reason.
 *
 * A joint histogram is a part of its histogram: a reference to it keeps the histogram alive.
 *
 * Thread-safety: any thread may call any function, as for #GstVideoHistogram. While one thread
 * copies the matrix, others that need it wait; after that, reading takes no lock.
 *
 * Since: 0.1
 */
typedef struct _GstVideoHistogramJoint GstVideoHistogramJoint;

/* The joint histograms of a histogram: these never wait */

GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_n_joints(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramJoint* gst_video_histogram_get_joint(GstVideoHistogram* histogram, guint index);
GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_joint_get_type(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramJoint* gst_video_histogram_joint_ref(GstVideoHistogramJoint* joint);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_joint_unref(GstVideoHistogramJoint* joint);

/* The axes: these never wait */

GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_joint_get_channel(GstVideoHistogramJoint* joint,
                                                   GstVideoHistogramAxis axis);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_joint_get_bins(GstVideoHistogramJoint* joint, GstVideoHistogramAxis axis);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_joint_get_depth(GstVideoHistogramJoint* joint,
                                          GstVideoHistogramAxis axis);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_joint_get_n_values(GstVideoHistogramJoint* joint,
                                             GstVideoHistogramAxis axis);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_joint_get_bin_values(GstVideoHistogramJoint* joint,
                                                  GstVideoHistogramAxis axis, guint bin,
                                                  guint* first, guint* last);

/* The matrix: these wait */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_joint_wait(GstVideoHistogramJoint* joint, GstClockTime timeout,
                                        GError** error);
GST_VIDEO_HISTOGRAM_API
const guint64* gst_video_histogram_joint_get_counts(GstVideoHistogramJoint* joint, gsize* n_counts);
GST_VIDEO_HISTOGRAM_API
GBytes* gst_video_histogram_joint_get_counts_bytes(GstVideoHistogramJoint* joint);
GST_VIDEO_HISTOGRAM_API
guint64 gst_video_histogram_joint_get_count(GstVideoHistogramJoint* joint, guint x, guint y);
GST_VIDEO_HISTOGRAM_API
guint64 gst_video_histogram_joint_get_samples(GstVideoHistogramJoint* joint);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogramJoint, gst_video_histogram_joint_unref)

G_END_DECLS
