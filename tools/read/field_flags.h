// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/read/av_pointers.h"

namespace videohistogram::tools {

/// What a decoder tells of the fields of a frame.
struct FieldFlags {
  bool interlaced, top_first;
};
inline FieldFlags field_flags(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return {(frame.flags & AV_FRAME_FLAG_INTERLACED) != 0,
          (frame.flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0};
#else
  return {frame.interlaced_frame != 0, frame.top_field_first != 0};
#endif
}

} // namespace videohistogram::tools
