/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The whole library: histograms, the meta that carries them, statistics. */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>
#include <gst/videohistogram/gstvideohistogrammeta.h>
#include <gst/videohistogram/gstvideohistogramstatistics.h>
