// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/video/video.h>

namespace videohistogram::scope {

/// The width of a pixel on the display, in heights of a pixel.
inline double pixel_aspect(const GstVideoInfo& info) {
  const double n = GST_VIDEO_INFO_PAR_N(&info), d = GST_VIDEO_INFO_PAR_D(&info);
  return n > 0 && d > 0 ? n / d : 1;
}

} // namespace videohistogram::scope
