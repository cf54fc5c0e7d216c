// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/value_range.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

namespace videohistogram::tools {

namespace {

/// The bits of a format by its name, such as I420_10LE: those of databases of version 4, which have
/// no column for them, and no other formats.
unsigned depth_of_format(const std::string& name) {
  constexpr std::string_view end = "LE";
  if (name.size() < end.size() || name.compare(name.size() - end.size(), end.size(), end) != 0)
    return 8;
  std::string_view rest(name.data(), name.size() - end.size());
  if (!rest.empty() && rest.back() == '_')
    rest.remove_suffix(1);
  rest.remove_prefix(std::min(rest.find_last_not_of("0123456789") + 1, rest.size()));
  unsigned depth = 8;
  std::from_chars(rest.data(), rest.data() + rest.size(), depth);
  return depth;
}

/// Whether FFmpeg's name of a pixel format is that of R, G and B, also in a palette, or of X, Y, Z.
bool is_converted(const std::string& pixel_format) {
  constexpr const char* parts[] = {"rgb", "bgr", "gbr", "bayer", "pal8", "xyz"};
  return std::any_of(std::begin(parts), std::end(parts), [&](const char* part) {
    return pixel_format.find(part) != std::string::npos;
  });
}

} // namespace

ValueRange value_range(const VideoRecord& video) {
  const VideoFormat& format = video.format;
  ValueRange range;
  range.depth =
      std::clamp(format.depth > 0 ? format.depth : depth_of_format(format.format), 8u, 16u);
  // The numbers of GStreamer's colorimetry, or its name, of which sRGB alone is of full range.
  range.is_full = format.colorimetry.rfind("1:", 0) == 0 || format.colorimetry == "sRGB";
  range.is_copy = is_converted(video.declared.pixel_format);
  return range;
}

} // namespace videohistogram::tools
