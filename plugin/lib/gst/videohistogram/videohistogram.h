/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All public headers of the library. */
#pragma once

#include <gst/videohistogram/gstvideohistogram-enumtypes.h>
#include <gst/videohistogram/gstvideohistogram-prelude.h>
#include <gst/videohistogram/gstvideohistogram.h>
#include <gst/videohistogram/gstvideohistogramcolorimetry.h>
#include <gst/videohistogram/gstvideohistogramenums.h>
#include <gst/videohistogram/gstvideohistogramjoint.h>
#include <gst/videohistogram/gstvideohistogramlight.h>
#include <gst/videohistogram/gstvideohistogrammessage.h>
#include <gst/videohistogram/gstvideohistogrammeta.h>
#include <gst/videohistogram/gstvideohistogramprojection.h>
#include <gst/videohistogram/gstvideohistogramstatistics.h>
#include <gst/videohistogram/gstvideohistogramsum.h>
