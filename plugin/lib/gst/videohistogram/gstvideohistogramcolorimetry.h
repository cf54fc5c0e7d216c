/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>
#include <gst/videohistogram/gstvideohistogram-prelude.h>
#include <gst/videohistogram/gstvideohistogramenums.h>

G_BEGIN_DECLS

/**
 * GST_VIDEO_HISTOGRAM_CAPS_MATRIX_FIELD:
 *
 * A field of raw video caps, a gint: the MatrixCoefficients of ITU-T H.273. Upstream elements set
 * it where the matrix has no number in GStreamer, such as 14 (ICtCp). It precedes the matrix of the
 * caps' `colorimetry`. 0 on frames that are not RGB, 2 and 3 state nothing.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_CAPS_MATRIX_FIELD "x-matrix-h273"

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_colorimetry_from_caps(const GstCaps* caps,
                                                   const GstVideoColorimetry* overrides,
                                                   GstVideoColorimetry* colorimetry,
                                                   GstVideoHistogramColorFlags* declared);

G_END_DECLS
