// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which rows and columns of a frame are not black.
#pragma once

#include "tools/detect/active_picture.h"

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

namespace videohistogram::tools {

/// Reads the share of samples that are not black in each row and column outside of `unread`. A
/// sample of Y is black if it exceeds black by at most `bar_range`, a share of the range of Y. The
/// buffer must have a histogram.
///
/// The lines come from projections of Y at 0 and 90 degrees where the histogram has them, as those
/// of frames in a GPU's memory do, and otherwise from the samples. Both have the same counts. Waits
/// for projections. Returns false with `error` set if the lines cannot be read.
bool read_lines(GstBuffer* buffer, const GstVideoInfo& info, double bar_range,
                const Rectangle& unread, LineShares& lines, GError** error);

} // namespace videohistogram::tools
