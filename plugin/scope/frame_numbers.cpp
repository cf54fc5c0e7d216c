// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/frame_numbers.h"

#include <gst/video/video.h>

#include <algorithm>

namespace videohistogram::scope {

namespace {

std::string with_digits(guint64 number, size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// "0:00:07.040", rounded down to whole milliseconds.
std::string text_of(GstClockTime time) {
  const guint64 seconds = time / GST_SECOND;
  return std::to_string(seconds / 3600) + ":" + with_digits(seconds / 60 % 60, 2) + ":" +
         with_digits(seconds % 60, 2) + "." + with_digits(time % GST_SECOND / GST_MSECOND, 3);
}

} // namespace

void FrameNumbers::begin(GstBuffer* frame, GstClockTime stream_time, GstClockTime duration) {
  stamp_.number = next_++;
  place_ = {stamp_.number, GST_BUFFER_PTS(frame), stream_time,
            GST_BUFFER_DURATION_IS_VALID(frame) ? GST_BUFFER_DURATION(frame) : duration, ""};
  stamp_.time = {"time", GST_CLOCK_TIME_IS_VALID(stream_time) ? text_of(stream_time) : ""};
  if (const GstVideoTimeCodeMeta* const meta = gst_buffer_get_video_time_code_meta(frame);
      meta && gst_video_time_code_is_valid(&meta->tc)) {
    g_autofree gchar* text = gst_video_time_code_to_string(&meta->tc);
    place_.timecode = text;
    stamp_.time = {"TC", text};
  }
}

void FrameNumbers::add(const LightLevels& light) {
  const LightLevels last = stamp_.light.value_or(light);
  stamp_.light = {std::max(last.peak, light.peak), std::max(last.average, light.average)};
}

void FrameNumbers::add(const RangeShare& share) {
  if (!stamp_.peak || share.share() > stamp_.peak->share.share())
    stamp_.peak = {share, stamp_.time};
}

} // namespace videohistogram::scope
