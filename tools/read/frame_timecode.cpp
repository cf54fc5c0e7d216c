// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/frame_timecode.h"

#include <gst/video/video.h>

extern "C" {
#include <libavutil/timecode.h>
}

#include <cstdio>

namespace videohistogram::tools {

void attach_timecode(GstBuffer& buffer, const AVFrame& frame, const VideoReader& reader) {
  const AVFrameSideData* const data = av_frame_get_side_data(&frame, AV_FRAME_DATA_S12M_TIMECODE);
  if (!data)
    return;
  // Their number, and up to three codes.
  const auto* const codes = reinterpret_cast<const uint32_t*>(data->data);
  if (codes[0] == 0)
    return;
  // The decoder has packed the code by its own rate.
  const AVRational rate = reader.decoder().context().framerate;
  char text[AV_TIMECODE_STR_SIZE];
  av_timecode_make_smpte_tc_string2(text, rate, codes[1], 0, 0);
  guint hours = 0, minutes = 0, seconds = 0, frames = 0;
  char separator = ':';
  if (std::sscanf(text, "%u:%u:%u%c%u", &hours, &minutes, &seconds, &separator, &frames) != 5)
    return;
  const auto flags =
      separator == ';' ? GST_VIDEO_TIME_CODE_FLAGS_DROP_FRAME : GST_VIDEO_TIME_CODE_FLAGS_NONE;
  const AVRational shown = rate.num > 0 ? rate : reader.rate();
  gst_buffer_add_video_time_code_meta_full(&buffer, static_cast<guint>(shown.num),
                                           static_cast<guint>(shown.den), nullptr, flags, hours,
                                           minutes, seconds, frames, 0);
}

} // namespace videohistogram::tools
