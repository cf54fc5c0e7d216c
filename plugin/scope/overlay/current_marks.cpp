// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/overlay/current_marks.h"

#include "plugin/scope/draw/marks/make_marks.h"
#include "plugin/scope/overlay/blender.h"
#include "plugin/scope/overlay/writable_frame.h"

#include <utility>

namespace videohistogram::scope {

void CurrentMarks::set_frames(const GstVideoInfo& frames) {
  frames_ = frames;
  marks_.reset();
  warning_.reset();
  last_warning_.clear();
}

void CurrentMarks::set(const MarkSettings& settings, bool legend_at_right) {
  if (settings == settings_ && legend_at_right == legend_at_right_)
    return;
  Expected<MarkOptions> options = mark_options(settings);
  if (!options.ok())
    return; // texts were checked when they were set
  settings_ = settings;
  options_ = *options;
  legend_at_right_ = legend_at_right;
  marks_.reset();
}

Expected<std::shared_ptr<const FrameMarks>> CurrentMarks::of(const Source& source,
                                                             const Fonts* fonts) {
  if (!have_same_colours(source, source_)) { // `colorimetry` was set
    marks_.reset();
    source_ = source;
  }
  if (marks_ || !any())
    return Expected<std::shared_ptr<const FrameMarks>>(any() ? marks_ : nullptr);
  Expected<std::shared_ptr<const FrameMarks>> made = make_marks(
      source, options_, *picture_colours(frames_, source.colours, source.colours.transfer),
      legend_at_right_, fonts);
  if (!made.ok())
    return made;
  marks_ = *made;
  const char* const reason =
      options_.gamut ? reason_against_gamut(source, options_.gamut_limits) : nullptr;
  if (reason)
    warning_ = std::string("marks=gamut marks nothing: ") + reason;
  return made;
}

uint32_t CurrentMarks::phase_of(const FrameMarks& marks, GstBuffer* frame) {
  const guint64 time = GST_BUFFER_PTS_IS_VALID(frame) ? GST_BUFFER_PTS(frame) % GST_SECOND : 0;
  return static_cast<uint32_t>(time * marks.stripe() / GST_SECOND);
}

Status CurrentMarks::mark_on_host(GstBuffer* frame, const Source& source, const Fonts* fonts) {
  std::shared_ptr<const FrameMarks> marks;
  if (Status status = of(source, fonts).move_to(marks); !status.ok() || !marks)
    return status;
  WritableFrame writable;
  if (Status status = writable.map(frame, frames_); !status.ok())
    return status;
  WritablePixels pixels{};
  pixels.format = source.format;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&writable.frame()); plane++) {
    pixels.planes[plane] =
        static_cast<uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&writable.frame(), plane));
    pixels.strides[plane] = GST_VIDEO_FRAME_PLANE_STRIDE(&writable.frame(), plane);
  }
  marker_.mark(*marks, pixels, phase_of(*marks, frame));
  return {};
}

std::optional<std::string> CurrentMarks::take_warning() {
  std::optional<std::string> warning = std::exchange(warning_, std::nullopt);
  if (warning && std::exchange(last_warning_, *warning) == *warning)
    return std::nullopt;
  return warning;
}

} // namespace videohistogram::scope
