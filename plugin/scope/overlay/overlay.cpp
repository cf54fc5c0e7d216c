// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/overlay/overlay.h"

#include "plugin/scope/overlay/writable.h"

namespace videohistogram::scope {

void Overlay::start() {
  reset({&counters_.attached, &counters_.blended, &counters_.marked, &counters_.copied});
}

void Overlay::stop() {
  placement_.reset();
  blender_.reset();
  window_ = {};
  device_.stop();
  release_pool();
}

void Overlay::release_pool() {
  if (!pool_)
    return;
  gst_buffer_pool_set_active(pool_, FALSE);
  gst_clear_object(&pool_);
}

void Overlay::set_frames(const GstVideoInfo& frames, bool attach) {
  frames_ = frames;
  attach_ = attach;
  placement_.reset();
  blender_.reset();
  device_.set_frames(frames);
  marks_.set_frames(frames);
}

Placement Overlay::place(const OverlaySettings& settings) {
  opacity_ = Opacity(settings);
  const Placement placement = attach_ ? attached_placement(settings, frames_, window_)
                                      : blended_placement(settings, frames_);
  device_.place(placement.rect, opacity_, !attach_);
  const double middle = placement.rect.x + placement.rect.width / 2.0;
  marks_.set(settings.marks, middle < GST_VIDEO_INFO_WIDTH(&frames_) / 2.0);
  const bool is_of_this_size =
      placement_ && placement_->width == placement.width && placement_->height == placement.height;
  placement_ = placement;
  if (is_of_this_size)
    return placement; // the same picture, with its held traces, is drawn at the new place
  release_pool();
  if (attach_)
    gst_video_info_set_format(&pictures_, GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, placement.width,
                              placement.height);
  else
    pictures_ = Blender::pictures(placement.width, placement.height, frames_);
  scope_.set_pictures(pictures_);
  return placement;
}

GstBuffer* Overlay::writable(GstBuffer* frame) {
  if (device_.painted()) { // the frame or its copy has marks, and its picture unless it is attached
    GstBuffer* const copy = device_.take_copy(frame);
    counters_.copied += copy ? 1 : 0;
    return copy ? copy : frame;
  }
  const bool writes = marks_.any() || (!attach_ && scope_.has_scopes());
  if (writes && !is_pixel_writable(frame))
    counters_.copied++;
  // A copy refers to the same memory. GStreamer copies the memory when it is mapped for writing.
  return gst_buffer_is_writable(frame) ? frame : gst_buffer_copy(frame);
}

Expected<BufferReference> Overlay::new_picture() {
  const Error no_memory = {ErrorKind::transient, "There is no memory for a picture of scopes"};
  if (!pool_) {
    pool_ = gst_video_buffer_pool_new();
    GstStructure* const config = gst_buffer_pool_get_config(pool_);
    g_autoptr(GstCaps) caps = gst_video_info_to_caps(&pictures_);
    gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(pictures_.size), 0, 0);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    if (!gst_buffer_pool_set_config(pool_, config) || !gst_buffer_pool_set_active(pool_, TRUE)) {
      release_pool();
      return no_memory;
    }
  }
  GstBuffer* picture = nullptr;
  if (gst_buffer_pool_acquire_buffer(pool_, &picture, nullptr) != GST_FLOW_OK)
    return no_memory;
  return Expected<BufferReference>(BufferReference(picture));
}

Status Overlay::draw(GstBuffer* frame) {
  if (!device_.painted() && marks_.any())
    if (Status status = marks_.mark_on_host(frame, scope_.source(), scope_.fonts()); !status.ok())
      return status;
  counters_.marked += marks_.any() ? 1 : 0;
  if (!scope_.has_scopes())
    return {};
  if (device_.painted() && device_.draws_picture()) {
    counters_.blended++;
    return {};
  }
  return draw_picture(frame);
}

Status Overlay::draw_picture(GstBuffer* frame) {
  Expected<BufferReference> made = new_picture();
  if (!made.ok())
    return made.error();
  GstBuffer* const picture = made->get();
  if (Status status = scope_.draw(picture); !status.ok())
    return status;
  if (attach_) {
    if (Status status = make_translucent(picture, pictures_, opacity_.backing); !status.ok())
      return status;
    attach(picture, frame);
    counters_.attached++;
    return {};
  }
  if (!blender_ || !have_same_colours(scope_.source(), blended_)) {
    blended_ = scope_.source();
    blender_ = std::make_unique<Blender>(frames_, blended_.colours, blended_.colours.transfer);
  }
  if (Status status = blender_->blend(picture, placement_->rect, opacity_, frame); !status.ok())
    return status;
  counters_.blended++;
  return {};
}

/// The composition that lies over all others of a frame, of which GStreamer 1.28 allows several;
/// nullptr: there is none.
static GstVideoOverlayCompositionMeta* last_composition(GstBuffer* frame) {
  GstVideoOverlayCompositionMeta* last = nullptr;
  gpointer state = nullptr;
  while (GstMeta* const meta = gst_buffer_iterate_meta_filtered(
             frame, &state, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE))
    last = reinterpret_cast<GstVideoOverlayCompositionMeta*>(meta);
  return last;
}

void Overlay::attach(GstBuffer* picture, GstBuffer* frame) const {
  const Rect& rect = placement_->rect;
  g_autoptr(GstVideoOverlayRectangle) rectangle = gst_video_overlay_rectangle_new_raw(
      picture, static_cast<gint>(rect.x), static_cast<gint>(rect.y), rect.width, rect.height,
      GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  gst_video_overlay_rectangle_set_global_alpha(rectangle, static_cast<gfloat>(opacity_.picture));
  GstVideoOverlayCompositionMeta* const upstream = last_composition(frame);
  g_autoptr(GstVideoOverlayComposition) composition = nullptr;
  if (upstream) { // pictures that upstream attached stay below this one, in their order
    composition = gst_video_overlay_composition_copy(upstream->overlay);
    gst_video_overlay_composition_add_rectangle(composition, rectangle);
    gst_buffer_remove_video_overlay_composition_meta(frame, upstream);
  } else {
    composition = gst_video_overlay_composition_new(rectangle);
  }
  gst_buffer_add_video_overlay_composition_meta(frame, composition);
}

} // namespace videohistogram::scope
