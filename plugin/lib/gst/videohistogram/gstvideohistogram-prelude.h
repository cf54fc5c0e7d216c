/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What every header of the library needs first. Include <gst/videohistogram/videohistogram.h>. */
#pragma once

#include <gst/gst.h>

#ifdef BUILDING_GST_VIDEO_HISTOGRAM
#define GST_VIDEO_HISTOGRAM_API GST_API_EXPORT
#else
#define GST_VIDEO_HISTOGRAM_API GST_API_IMPORT
#endif
