// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/frame_caps.h"

#include "plugin/counting/frame_source.h"
#include "plugin/settings/drm_format.h"
#include "plugin/settings/text.h"

#include <cmath>
#include <cstring>
#include <vector>

namespace videohistogram {

FrameCaps read_caps(GstCaps* caps) {
  FrameCaps read;
  GstCaps* const plain = without_drm(caps);
  read.caps = {plain ? plain : gst_caps_ref(caps), [](GstCaps* of) { gst_caps_unref(of); }};
  if (!gst_video_info_from_caps(&read.info, read.caps.get()))
    gst_video_info_init(&read.info);
  read.info.colorimetry = {};
  read.memory = source_of(gst_caps_get_features(caps, 0)).kind;
  GstVideoContentLightLevel light;
  if (gst_video_content_light_level_from_caps(&light, caps))
    read.declared_light = light;
  return read;
}

/// Caps with these features, of any size and frame rate. `formats`: the text of the caps' formats.
static GstCaps* make_caps(const std::string& features, const std::string& formats) {
  return gst_caps_from_string(("video/x-raw(" + features + "), " + formats +
                               ", width = " GST_VIDEO_SIZE_RANGE ", height = " GST_VIDEO_SIZE_RANGE
                               ", framerate = " GST_VIDEO_FPS_RANGE)
                                  .c_str());
}

/// The caps of all countable formats that this GStreamer knows, of any size and frame rate, with
/// these features. Formats that are newer than the GStreamer of the build go by their names.
static GstCaps* make_countable_caps(const std::string& features,
                                    bool (*has)(const FormatInfo& format) = nullptr) {
  std::string formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if (gst_video_format_from_string((*format)->name) != GST_VIDEO_FORMAT_UNKNOWN &&
        (!has || has(**format)))
      formats += (formats.empty() ? "" : ", ") + std::string((*format)->name);
  return make_caps(features, "format = { " + formats + " }");
}

GstCaps* make_caps_of_sources(bool (*has)(const FormatInfo& format)) {
  std::vector<std::string> memories;
  for (const FrameSource* source : frame_sources)
    memories.push_back(source->caps_feature);
  memories.insert(memories.end(), mapped_memory_features.begin(), mapped_memory_features.end());
  GstCaps* caps = gst_caps_new_empty();
  for (const std::string& memory : memories)
    for (const char* more : {"", ", " GST_CAPS_FEATURE_META_GST_VIDEO_OVERLAY_COMPOSITION})
      caps = gst_caps_merge(caps, make_countable_caps(memory + more, has));
  return caps;
}

GstCaps* make_caps_of_frames_and_fields() {
  GstCaps* caps = make_caps_of_sources();
  const std::string fields = GST_CAPS_FEATURE_FORMAT_INTERLACED;
  const auto add = [&](const std::string& features) {
    GstCaps* const more = make_countable_caps(features);
    gst_caps_set_simple(more, "interlace-mode", G_TYPE_STRING, "alternate", nullptr);
    caps = gst_caps_merge(caps, more);
  };
  add(fields); // names no memory, and means the system's
  for (const FrameSource* source : frame_sources)
    add(source->caps_feature + (", " + fields));
  return caps;
}

GstCaps* with_drm_formats(GstCaps* caps) {
  std::string codes; // some end with spaces
  for (const std::string& code : countable_drm_formats())
    codes += (codes.empty() ? "\"" : ", \"") + code + "\"";
  return gst_caps_merge(caps, make_caps(dmabuf_feature, std::string("format = ") + drm_format +
                                                            ", drm-format = { " + codes + " }"));
}

PixelSize size_of(const GstVideoInfo& info) {
  return {static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info)),
          static_cast<uint32_t>(GST_VIDEO_INFO_FIELD_HEIGHT(&info))};
}

double pixel_aspect(const GstVideoInfo& info) {
  const double n = GST_VIDEO_INFO_PAR_N(&info), d = GST_VIDEO_INFO_PAR_D(&info);
  return n > 0 && d > 0 ? n / d : 1;
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

/// Whether a member of a GstVideoColorimetry has one of its type's values. It is read as a number:
/// in C++ a variable of an enum type cannot hold other values, but a text can name them.
template <typename Enum>
static bool is_value_of(GType type, const Enum& member) {
  gint value = 0;
  static_assert(sizeof value == sizeof member);
  std::memcpy(&value, &member, sizeof value);
  g_autoptr(GEnumClass) values = static_cast<GEnumClass*>(g_type_class_ref(type));
  return g_enum_get_value(values, value) != nullptr;
}

Expected<GstVideoColorimetry> parse_colorimetry(const std::string& text) {
  GstVideoColorimetry parts{};
  if (trimmed(text).empty())
    return parts;
  if (!gst_video_colorimetry_from_string(&parts, text.c_str()) ||
      !is_value_of(GST_TYPE_VIDEO_COLOR_RANGE, parts.range) ||
      !is_value_of(GST_TYPE_VIDEO_COLOR_MATRIX, parts.matrix) ||
      !is_value_of(GST_TYPE_VIDEO_TRANSFER_FUNCTION, parts.transfer) ||
      !is_value_of(GST_TYPE_VIDEO_COLOR_PRIMARIES, parts.primaries))
    return refusal("colorimetry=" + quoted(text) +
                   " is impossible: give a name as in caps, such as bt709 or bt2100-pq, or "
                   "GStreamer's numbers range:matrix:transfer:primaries, such as 1:0:0:0, where 0 "
                   "leaves a part to the caps");
  return parts;
}

std::optional<std::string> colorimetry_warning(const std::string& text, const FormatInfo& format) {
  Expected<GstVideoColorimetry> parts = parse_colorimetry(text);
  if (!parts.ok())
    return parts.error().message + ". The colours stay those of the caps";
  if (parts->matrix != GST_VIDEO_COLOR_MATRIX_RGB || format.is_rgb())
    return std::nullopt;
  return "colorimetry=" + quoted(text) + " names the matrix of RGB, which " + format.name +
         " frames cannot have; name another one, or 0 to leave it to the caps. The matrix stays "
         "that of the caps";
}

FrameColours frame_colours(const FrameCaps& caps, const std::string& overrides) {
  Expected<GstVideoColorimetry> parts = parse_colorimetry(overrides);
  FrameColours colours;
  gst_video_histogram_colorimetry_from_caps(caps.caps.get(), parts.ok() ? &*parts : nullptr,
                                            &colours.colorimetry, &colours.declared);
  if (!colours.has_matrix())
    gst_structure_get_int(gst_caps_get_structure(caps.caps.get(), 0),
                          GST_VIDEO_HISTOGRAM_CAPS_MATRIX_FIELD, &colours.matrix_code);
  return colours;
}

LumaWeights luma_weights(const FrameColours& colours) {
  switch (colours.colorimetry.primaries) {
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

Transfer transfer_of(const FrameColours& colours) {
  const GstVideoTransferFunction transfer = colours.colorimetry.transfer;
  return transfer == GST_VIDEO_TRANSFER_SMPTE2084      ? Transfer::pq
         : transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67 ? Transfer::hlg
                                                       : Transfer::sdr;
}

/// The primaries of the standards. GStreamer's table has more digits of the white D65, and no white
/// for X, Y and Z of SMPTE ST 428-1, whose white is that of equal energy.
static Primaries primaries_of(const FrameColours& colours) {
  const GstVideoColorPrimariesInfo& info =
      *gst_video_color_primaries_get_info(colours.colorimetry.primaries);
  Chromaticity white = {info.Wx, info.Wy};
  if (std::hypot(white.x - d65.x, white.y - d65.y) < 0.0001)
    white = d65;
  else if (white.y <= 0)
    white = {1.0 / 3, 1.0 / 3};
  return {{info.Rx, info.Ry}, {info.Gx, info.Gy}, {info.Bx, info.By}, white};
}

ColourSpec colour_spec(const FrameColours& colours, const FormatInfo& format) {
  ColourSpec spec;
  if (format.is_ycbcr())
    spec.has_matrix =
        gst_video_color_matrix_get_Kr_Kb(colours.colorimetry.matrix, &spec.kr, &spec.kb);
  spec.full_range = colours.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
  spec.transfer = transfer_of(colours);
  spec.primaries = primaries_of(colours);
  return spec;
}

} // namespace videohistogram
