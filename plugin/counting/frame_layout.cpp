// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/frame_layout.h"

#include "plugin/counting/buffer_fields.h"
#include "plugin/counting/frame_source.h"

#include <cstring>
#include <string>

namespace videohistogram {

namespace {

using std::to_string;

/// Rows of a frame of the caps, or of a field of it if a buffer is one.
guint32 rows_per_buffer(const GstVideoInfo& info, guint32 height) {
  const bool is_field = GST_VIDEO_INFO_INTERLACE_MODE(&info) == GST_VIDEO_INTERLACE_MODE_ALTERNATE;
  return is_field ? height / 2 + height % 2 : height;
}

/// The rows that a meta describes. Where a buffer is a field, elements give it the height of the
/// frame, as pools do, or that of the field.
guint32 rows_of_meta(const GstVideoMeta* meta, const GstVideoInfo& info) {
  return meta->height < static_cast<guint32>(GST_VIDEO_INFO_HEIGHT(&info))
             ? meta->height
             : rows_per_buffer(info, meta->height);
}

/// Checks the meta's description of the frame against the caps. The meta is untrusted input.
Status check_meta(const GstVideoMeta* meta, const GstVideoInfo& info, const FrameView& view) {
  // Compared as numbers: the meta's format may be none of the values of GstVideoFormat, which a
  // variable of that type cannot hold in C++.
  guint32 meta_format = 0;
  static_assert(sizeof meta_format == sizeof meta->format);
  std::memcpy(&meta_format, &meta->format, sizeof meta_format);
  const auto caps_format = static_cast<guint32>(GST_VIDEO_INFO_FORMAT(&info));
  // The format of DMABuf memory since GStreamer 1.24, whose caps have told the format of pixels.
  static const auto dma_drm = static_cast<guint32>(gst_video_format_from_string("DMA_DRM"));
  if (meta_format != caps_format && (meta_format != dma_drm || dma_drm == 0))
    return refusal("the buffer's video meta says format " + to_string(meta_format) +
                   ", the caps say " + to_string(caps_format) + ", " + GST_VIDEO_INFO_NAME(&info));
  if (meta->n_planes != GST_VIDEO_INFO_N_PLANES(&info))
    return refusal("the buffer's video meta has " + to_string(meta->n_planes) + " planes");
  if (meta->width < view.width || rows_of_meta(meta, info) < view.height)
    return refusal("the buffer's video meta is " + to_string(meta->width) + "x" +
                   to_string(meta->height) + ", smaller than the " + to_string(view.width) + "x" +
                   to_string(view.height) + " of the caps");
  return {};
}

/// Sets offsets and strides of `view`'s planes; check_meta() has accepted a meta.
Status lay_out_planes(GstBuffer* buffer, const GstVideoMeta* meta, const GstVideoInfo& info,
                      FrameView& view) {
  const size_t size = gst_buffer_get_size(buffer);
  if (!meta) {
    // Rows in the memory of a device may have a larger stride than the caps say.
    const GstVideoInfo* const layout = source_of(buffer).layout(buffer, info);
    for (guint p = 0; p < view.format->n_planes; p++)
      view.planes[p] =
          plane_view(*view.format, p, nullptr, size, GST_VIDEO_INFO_PLANE_OFFSET(layout, p),
                     GST_VIDEO_INFO_PLANE_STRIDE(layout, p));
    return check_frame(view);
  }
  for (guint p = 0; p < view.format->n_planes; p++)
    view.planes[p] = plane_view(*view.format, p, nullptr, size, meta->offset[p], meta->stride[p]);

  // A meta may describe a frame larger than the caps (padding) if the buffer contains all of it.
  FrameView claimed = view;
  claimed.width = meta->width;
  claimed.height = rows_of_meta(meta, info);
  return check_frame(claimed);
}

} // namespace

PlaneView plane_view(const FormatInfo& format, uint32_t plane, const uint8_t* data, size_t size,
                     size_t offset, gint stride) {
  if (!is_tiled(format.packing))
    return {data, size, offset, stride};
  const auto tiles = static_cast<guint>(stride);
  PlaneView view{data, size, offset,
                 static_cast<ptrdiff_t>(GST_VIDEO_TILE_X_TILES(tiles)) *
                     static_cast<ptrdiff_t>(tile_shape(format.packing).bytes(plane))};
  if (format.packing == Packing::tiles_64x32_z)
    view.tile_rows = GST_VIDEO_TILE_Y_TILES(tiles);
  return view;
}

bool has_own_map(const GstVideoMeta* meta) {
  // GStreamer's default function, which maps the buffer's memory by `offset` and `stride`, has no
  // public name: it is read from a new meta.
  static const auto default_map = [] {
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, 64, nullptr);
    const auto map =
        gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_RGBA, 4, 4)
            ->map;
    gst_buffer_unref(buffer);
    return map;
  }();
  return meta->map != default_map;
}

Status lay_out(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format,
               FrameView& view) {
  view.format = &format;
  if (GST_VIDEO_INFO_N_PLANES(&info) != format.n_planes)
    return {ErrorKind::bug, "the format has another number of planes than in GStreamer"};
  view.width = static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info));
  view.height = rows_per_buffer(info, static_cast<guint32>(GST_VIDEO_INFO_HEIGHT(&info)));
  view.interlaced = has_two_fields(buffer, info);
  GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  if (meta)
    if (Status status = check_meta(meta, info, view); !status.ok())
      return status;
  return meta && has_own_map(meta) ? Status() : lay_out_planes(buffer, meta, info, view);
}

} // namespace videohistogram
