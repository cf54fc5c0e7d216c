// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/buffer_fields.h"

namespace videohistogram {

bool may_have_two_fields(const GstVideoInfo& info) {
  const GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE(&info);
  return mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED || mode == GST_VIDEO_INTERLACE_MODE_MIXED;
}

bool has_two_fields(GstBuffer* buffer, const GstVideoInfo& info) {
  const GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE(&info);
  return mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED ||
         (mode == GST_VIDEO_INTERLACE_MODE_MIXED &&
          GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED));
}

bool shows_top_first(GstBuffer* buffer, const GstVideoInfo& info) {
  return GST_VIDEO_INFO_FIELD_ORDER(&info) == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST ||
         GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF);
}

std::vector<GstVideoHistogramField> fields_of(GstBuffer* buffer, const GstVideoInfo& info) {
  if (!has_two_fields(buffer, info))
    return {};
  if (GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_ONEFIELD))
    return {shows_top_first(buffer, info) ? GST_VIDEO_HISTOGRAM_FIELD_TOP
                                          : GST_VIDEO_HISTOGRAM_FIELD_BOTTOM};
  return {GST_VIDEO_HISTOGRAM_FIELD_TOP, GST_VIDEO_HISTOGRAM_FIELD_BOTTOM};
}

GstVideoHistogramField field_of(GstBuffer* buffer, const GstVideoInfo& info) {
  if (GST_VIDEO_INFO_INTERLACE_MODE(&info) != GST_VIDEO_INTERLACE_MODE_ALTERNATE ||
      !GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_ONEFIELD))
    return GST_VIDEO_HISTOGRAM_FIELD_NONE;
  return GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF)
             ? GST_VIDEO_HISTOGRAM_FIELD_TOP
             : GST_VIDEO_HISTOGRAM_FIELD_BOTTOM;
}

} // namespace videohistogram
