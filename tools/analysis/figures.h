// SPDX-License-Identifier: LGPL-2.1-or-later
// The figures of a frame from its histogram.
#pragma once

#include "tools/record/frame.h"

#include <gst/videohistogram/videohistogram.h>

namespace videohistogram::tools {

/// The property `channels` of the element with which every figure can be had. The element ignores
/// channels that frames do not have.
constexpr const char* counted_channels = "y+cb+cr+gray+sat+hue+range+diff";

/// Fills in the figures of `frame`; waits for the counts. The differences of the first frame of a
/// run are 0, as FFmpeg prints them. Returns false with `error` set.
bool read_figures(GstVideoHistogram* histogram, FrameRecord& frame, GError** error);

} // namespace videohistogram::tools
