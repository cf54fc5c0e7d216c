// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

// The conventional names would collide with the library's boxed GstVideoHistogram.
#define GST_TYPE_VIDEO_HISTOGRAM_ELEMENT (gst_video_histogram_element_get_type())
G_DECLARE_FINAL_TYPE(GstVideoHistogramElement, gst_video_histogram_element, GST,
                     VIDEO_HISTOGRAM_ELEMENT, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(videohistogram)

G_END_DECLS
