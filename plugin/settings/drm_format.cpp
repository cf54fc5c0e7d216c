// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/drm_format.h"

#include "core/format.h"

#include <cstdlib>
#include <string_view>

namespace videohistogram {

namespace {

struct DrmFormat {
  std::string_view code; ///< four characters of drm_fourcc.h
  const char* name;      ///< GStreamer's
};

/// As GStreamer 1.26 maps them. GStreamer names components in the order of bytes, drm_fourcc.h
/// names those of a pixel from its most significant bit on.
constexpr DrmFormat drm_formats[] = {
    {"NV12", "NV12"},    {"NV21", "NV21"},       {"NV16", "NV16"},      {"NV61", "NV61"},
    {"NV24", "NV24"},    {"YU12", "I420"},       {"YV12", "YV12"},      {"YU16", "Y42B"},
    {"YU24", "Y444"},    {"YU11", "Y41B"},       {"YUV9", "YUV9"},      {"YVU9", "YVU9"},
    {"YUYV", "YUY2"},    {"UYVY", "UYVY"},       {"YVYU", "YVYU"},      {"VYUY", "VYUY"},
    {"AYUV", "VUYA"},    {"P010", "P010_10LE"},  {"P012", "P012_LE"},   {"Y210", "Y210"},
    {"Y212", "Y212_LE"}, {"Y410", "Y410"},       {"Y412", "Y412_LE"},   {"AR24", "BGRA"},
    {"XR24", "BGRx"},    {"AB24", "RGBA"},       {"XB24", "RGBx"},      {"RA24", "ABGR"},
    {"RX24", "xBGR"},    {"BA24", "ARGB"},       {"BX24", "xRGB"},      {"RG24", "BGR"},
    {"BG24", "RGB"},     {"AR30", "BGR10A2_LE"}, {"RG16", "RGB16"},     {"BG16", "BGR16"},
    {"XR15", "RGB15"},   {"R8  ", "GRAY8"},      {"R16 ", "GRAY16_LE"},
};

bool is_countable(const DrmFormat& format) {
  return find_format(format.name) != nullptr;
}

/// Whether the modifier in a `drm-format`, from its colon on, is that of linear rows.
bool is_linear(const std::string& modifier) {
  char* end = nullptr;
  return modifier.empty() ||
         (modifier.size() > 1 && std::strtoull(&modifier[1], &end, 16) == 0 && *end == '\0');
}

} // namespace

std::vector<std::string> countable_drm_formats() {
  std::vector<std::string> codes;
  for (const DrmFormat& format : drm_formats)
    if (is_countable(format))
      codes.emplace_back(format.code);
  return codes;
}

const char* drm_format_of(const GstCaps* caps) {
  if (!gst_caps_is_fixed(caps))
    return nullptr;
  const GstStructure* const structure = gst_caps_get_structure(caps, 0);
  return g_strcmp0(gst_structure_get_string(structure, "format"), drm_format) == 0
             ? gst_structure_get_string(structure, "drm-format")
             : nullptr;
}

GstCaps* without_drm(GstCaps* caps) {
  const char* const field = drm_format_of(caps);
  if (!field)
    return nullptr;
  const std::string text = field, code = text.substr(0, text.find(':'));
  if (!is_linear(text.substr(code.size())))
    return nullptr;
  for (const DrmFormat& format : drm_formats)
    if (format.code == code && is_countable(format)) {
      GstCaps* const plain = gst_caps_copy(caps);
      GstStructure* const fields = gst_caps_get_structure(plain, 0);
      gst_structure_set(fields, "format", G_TYPE_STRING, format.name, nullptr);
      gst_structure_remove_field(fields, "drm-format");
      return plain;
    }
  return nullptr;
}

} // namespace videohistogram
