// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"

#include <gst/video/video.h>

#include <vector>

namespace videohistogram::test {

/// Whether the GStreamer at hand has the format. It may be older than formats of the core.
inline bool is_known(const FormatInfo& format) {
  return gst_video_format_from_string(format.name) != GST_VIDEO_FORMAT_UNKNOWN;
}

/// The formats of the core that the GStreamer at hand has.
inline std::vector<const FormatInfo*> known_formats() {
  std::vector<const FormatInfo*> known;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if (is_known(**format))
      known.push_back(*format);
  return known;
}

/// Those of them whose frames need no unpacking.
inline std::vector<const FormatInfo*> known_plain_formats() {
  std::vector<const FormatInfo*> plain;
  for (const FormatInfo* format : known_formats())
    if (format->packing == Packing::none)
      plain.push_back(format);
  return plain;
}

} // namespace videohistogram::test
