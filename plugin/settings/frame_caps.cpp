// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/frame_caps.h"

#include "plugin/cuda/cuda_memory.h"

#include <string>

namespace videohistogram {

FrameCaps read_caps(const GstCaps* caps) {
  FrameCaps read;
  if (!gst_video_info_from_caps(&read.info, caps))
    gst_video_info_init(&read.info);
  const GstCapsFeatures* features = gst_caps_get_features(caps, 0);
  read.on_device = features && gst_caps_features_contains(features, cuda_memory_feature);
  const gchar* name = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
  GstVideoColorimetry named;
  const GstVideoColorimetry& used = read.info.colorimetry;
  read.names_colours = name && gst_video_colorimetry_from_string(&named, name) &&
                       named.matrix == used.matrix && named.range == used.range;
  GstVideoContentLightLevel light;
  if (gst_video_content_light_level_from_caps(&light, caps))
    read.declared_light = light;
  return read;
}

GstCaps* make_countable_caps(const char* memory_feature) {
  std::string formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    formats += (formats.empty() ? "" : ", ") + std::string((*format)->name);
  const std::string feature = memory_feature ? std::string("(") + memory_feature + ")" : "";
  return gst_caps_from_string(("video/x-raw" + feature + ", format = { " + formats +
                               " }, width = " GST_VIDEO_SIZE_RANGE
                               ", height = " GST_VIDEO_SIZE_RANGE
                               ", framerate = " GST_VIDEO_FPS_RANGE)
                                  .c_str());
}

Expected<const FormatInfo*> countable_format(const GstVideoInfo& info) {
  if (GST_VIDEO_INFO_FORMAT(&info) == GST_VIDEO_FORMAT_UNKNOWN)
    return refusal("The caps do not describe frames that can exist");
  const FormatInfo* format = find_format(GST_VIDEO_INFO_NAME(&info));
  if (!format)
    return refusal(std::string("Frames of format ") + GST_VIDEO_INFO_NAME(&info) +
                   " cannot be counted");
  if (GST_VIDEO_INFO_WIDTH(&info) < 1 || GST_VIDEO_INFO_HEIGHT(&info) < 1)
    return refusal("Frames without pixels cannot be counted");
  if (guint64{static_cast<guint>(GST_VIDEO_INFO_WIDTH(&info))} *
          static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&info)) >
      G_MAXUINT32)
    return refusal(
        "Frames of more than 2^32 - 1 pixels cannot be counted exactly; use smaller ones");
  return format;
}

LumaWeights luma_weights(GstVideoColorPrimaries primaries) {
  switch (primaries) {
  case GST_VIDEO_COLOR_PRIMARIES_SMPTE170M:
  case GST_VIDEO_COLOR_PRIMARIES_BT470M:
  case GST_VIDEO_COLOR_PRIMARIES_BT470BG:
    return luma_bt601;
  case GST_VIDEO_COLOR_PRIMARIES_BT2020:
    return luma_bt2020;
  default:
    return luma_bt709;
  }
}

ColourSpec colour_spec(const GstVideoInfo& info, const FormatInfo& format) {
  ColourSpec spec;
  if (format.is_ycbcr() &&
      !gst_video_color_matrix_get_Kr_Kb(info.colorimetry.matrix, &spec.kr, &spec.kb))
    gst_video_color_matrix_get_Kr_Kb(GST_VIDEO_COLOR_MATRIX_BT709, &spec.kr, &spec.kb);
  spec.full_range = format.is_ycbcr() ? info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
                                      : info.colorimetry.range != GST_VIDEO_COLOR_RANGE_16_235;
  return spec;
}

} // namespace videohistogram
