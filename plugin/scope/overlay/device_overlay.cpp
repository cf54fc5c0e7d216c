// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/overlay/device_overlay.h"

#include "plugin/scope/overlay/blender.h"
#include "plugin/scope/overlay/writable.h"
#include "plugin/settings/frame_caps.h"

#include <utility>

namespace videohistogram::scope {

/// Opacity as gst_video_blend() computes with it.
static uint32_t alpha_of(double opacity, const FormatInfo& format) {
  const auto alpha = double{static_cast<gfloat>(opacity)};
  return static_cast<uint32_t>((format.sample_bytes == 1 ? 255.0 : 65535.0) * alpha);
}

void DeviceOverlay::set_frames(const GstVideoInfo& frames) {
  stop();
  frames_ = frames;
  Expected<const FormatInfo*> format = countable_format(frames);
  format_ = format.ok() ? *format : nullptr;
}

void DeviceOverlay::place(const Rect& rect, const Opacity& opacity, bool blend) {
  rect_ = rect;
  opacity_ = opacity;
  blend_ = blend;
  painted_ = false;
}

void DeviceOverlay::stop() {
  mapped_copy_.reset();
  copy_.reset();
  colours_.reset();
  pool_.release();
  painted_ = false;
  format_ = nullptr;
}

DeviceOverlay::Way DeviceOverlay::begin(GstBuffer* frame, bool has_scopes) {
  painted_ = false;
  copy_.reset();
  draws_picture_ = blend_ && has_scopes;
  if (!format_ || !(draws_picture_ || marks_.any()))
    return Way::on_host;
  frame_ = frame;
  if (is_pixel_writable(frame))
    return Way::in_place;
  // A copy would have the pixels of the caps alone, but the crop refers to all of the frame's.
  if (gst_buffer_get_video_crop_meta(frame))
    return Way::on_host;
  copy_.reset(pool_.acquire(frame, frames_));
  if (copy_ &&
      mapped_copy_.map(copy_.get(), frames_, *format_, cuda_memory.kind, MappedFrame::Access::write)
          .ok())
    return Way::copied;
  copy_.reset();
  return Way::on_host;
}

Expected<std::shared_ptr<const Painting>>
DeviceOverlay::painting(std::shared_ptr<const Drawing> picture, const Source& source,
                        const Fonts* fonts, const HoldRequest& hold) {
  if (!colours_ || !have_same_colours(source, source_)) {
    colours_ = picture_colours(frames_, source.colours, source.colours.transfer);
    source_ = source;
  }
  auto painting = std::make_shared<Painting>();
  if (Status status = marks_.of(source, fonts).move_to(painting->marks); !status.ok())
    return status.error();
  if (painting->marks)
    painting->stripe_phase = CurrentMarks::phase_of(*painting->marks, frame_);
  if (draws_picture_)
    painting->drawing = std::move(picture);
  painting->colours = colours_;
  painting->x = rect_.x;
  painting->y = rect_.y;
  painting->alpha = alpha_of(opacity_.picture, *format_);
  painting->backing = opacity_.backing;
  painting->hold = hold;
  if (copy_)
    painting->target = std::make_shared<const FrameView>(mapped_copy_.view());
  return Expected<std::shared_ptr<const Painting>>(std::move(painting));
}

void DeviceOverlay::end(End end) {
  painted_ = end == End::painted;
  mapped_copy_.reset();
  if (end == End::unknown && !copy_)
    gst_buffer_ref(frame_);
  if (end == End::unknown)
    (void)copy_.release();
  else if (!painted_)
    copy_.reset();
}

GstBuffer* DeviceOverlay::take_copy(GstBuffer* frame) {
  if (copy_) // the pool's buffer has a video meta of its own
    gst_buffer_copy_into(copy_.get(), frame, GST_BUFFER_COPY_METADATA, 0, static_cast<gsize>(-1));
  return copy_.release();
}

} // namespace videohistogram::scope
