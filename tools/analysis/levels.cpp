// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/levels.h"

#include <cmath>

namespace videohistogram::tools {

namespace {

GstVideoColorimetry colorimetry_of(GstVideoHistogram* histogram) {
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  return colorimetry;
}

} // namespace

bool is_full_range(GstVideoHistogram* histogram) {
  return colorimetry_of(histogram).range == GST_VIDEO_COLOR_RANGE_0_255;
}

bool is_hdr(const GstVideoColorimetry& colorimetry) {
  return colorimetry.transfer == GST_VIDEO_TRANSFER_SMPTE2084 ||
         colorimetry.transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67;
}

bool is_hdr(GstVideoHistogram* histogram) {
  return is_hdr(colorimetry_of(histogram));
}

guint black_value(GstVideoHistogram* histogram, guint depth, double share) {
  if (is_full_range(histogram))
    return static_cast<guint>(share * ((1u << depth) - 1));
  const double unit = std::ldexp(1, static_cast<int>(depth) - 8);
  return static_cast<guint>(16 * unit + share * (235 - 16) * unit);
}

} // namespace videohistogram::tools
