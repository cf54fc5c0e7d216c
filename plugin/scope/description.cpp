// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/description.h"

namespace videohistogram::scope {

static std::string name_of_matrix(const FrameColours& colours) {
  switch (colours.colorimetry.matrix) {
  case GST_VIDEO_COLOR_MATRIX_BT601:
    return "BT.601";
  case GST_VIDEO_COLOR_MATRIX_BT709:
    return "BT.709";
  case GST_VIDEO_COLOR_MATRIX_BT2020:
    return "BT.2020";
  case GST_VIDEO_COLOR_MATRIX_SMPTE240M:
    return "SMPTE 240M";
  case GST_VIDEO_COLOR_MATRIX_FCC:
    return "FCC";
  default:
    return "H.273 matrix " + std::to_string(colours.matrix_code);
  }
}

std::string describe(const FrameColours& colours, const FormatInfo& format) {
  std::string text = format.is_ycbcr() ? name_of_matrix(colours) : format.is_rgb() ? "RGB" : "Gray";
  const Transfer transfer = transfer_of(colours);
  text += transfer == Transfer::pq ? " PQ" : transfer == Transfer::hlg ? " HLG" : "";
  const bool has_range = colours.declares(GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED);
  const bool has_matrix =
      !format.is_ycbcr() || colours.declares(GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED);
  const bool is_full = colours.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
  text += has_matrix && !has_range ? "," : !has_matrix && has_range ? " assumed," : "";
  text += is_full ? " full" : " limited";
  text += has_range ? "" : " assumed";
  return text + (has_matrix && has_range ? " " : ", ") + std::to_string(format.depth) + " bit";
}

} // namespace videohistogram::scope
