// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/mapped_frame.h"

#include <cstring>
#include <string>

namespace videohistogram {

namespace {

using std::to_string;

Status refuse(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

/// Lays `view` over the buffer's bytes, the mapping still to come. The meta may be a lie.
Status lay_out(GstBuffer* buffer, const GstVideoInfo& info, FrameView& view) {
  view.width = static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info));
  view.height = static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info));
  view.size = gst_buffer_get_size(buffer);

  const GstVideoMeta* meta = gst_buffer_get_video_meta(buffer);
  if (!meta) {
    view.offset = GST_VIDEO_INFO_PLANE_OFFSET(&info, 0);
    view.stride = GST_VIDEO_INFO_PLANE_STRIDE(&info, 0);
    return check_frame(view);
  }

  // As a number: a meta may name a format that does not exist, for which GStreamer has no name and
  // C++ no value.
  guint32 meta_format = 0;
  static_assert(sizeof meta_format == sizeof meta->format);
  std::memcpy(&meta_format, &meta->format, sizeof meta_format);
  const auto caps_format = static_cast<guint32>(GST_VIDEO_INFO_FORMAT(&info));
  if (meta_format != caps_format)
    return refuse("the buffer's video meta says format " + to_string(meta_format) +
                  ", the caps say " + to_string(caps_format) + ", " + GST_VIDEO_INFO_NAME(&info));
  if (meta->n_planes != GST_VIDEO_INFO_N_PLANES(&info))
    return refuse("the buffer's video meta has " + to_string(meta->n_planes) + " planes");
  if (meta->width < view.width || meta->height < view.height)
    return refuse("the buffer's video meta is " + to_string(meta->width) + "x" +
                  to_string(meta->height) + ", smaller than the " + to_string(view.width) + "x" +
                  to_string(view.height) + " of the caps");
  view.offset = meta->offset[0];
  view.stride = meta->stride[0];

  // A meta larger than the caps is padding, if all that it claims is really there.
  FrameView claimed = view;
  claimed.width = meta->width;
  claimed.height = meta->height;
  return check_frame(claimed);
}

} // namespace

Status MappedFrame::map(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format) {
  reset();
  view_.format = &format;
  view_.data = nullptr;
  if (Status status = lay_out(buffer, info, view_); !status.ok())
    return status;

  const size_t below = static_cast<size_t>(view_.height - 1) *
                       static_cast<size_t>(view_.stride < 0 ? -view_.stride : view_.stride);
  const size_t first = view_.stride < 0 ? view_.offset - below : view_.offset;
  const size_t last = view_.stride < 0 ? view_.offset : view_.offset + below;
  guint index = 0, length = 0;
  gsize skip = 0;
  if (!gst_buffer_find_memory(buffer, first, last + view_.row_bytes() - first, &index, &length,
                              &skip))
    return refuse("the buffer's memory does not hold the frame");

  // A second reference makes the buffer unwritable, so that a frame which spans memories is merged
  // for this mapping alone and not in the buffer.
  gst_buffer_ref(buffer);
  const bool mapped =
      gst_buffer_map_range(buffer, index, static_cast<gint>(length), &map_, GST_MAP_READ);
  gst_buffer_unref(buffer);
  if (!mapped)
    return refuse("the buffer's memory cannot be mapped for reading");
  buffer_ = buffer;

  view_.data = map_.data;
  view_.size = map_.size;
  view_.offset -= first - skip; // from the first mapped byte on
  Status status = check_frame(view_);
  if (!status.ok())
    reset();
  return status;
}

void MappedFrame::hold_buffer() {
  gst_buffer_ref(buffer_);
  holds_buffer_ = true;
}

void MappedFrame::reset() {
  if (!buffer_)
    return;
  gst_buffer_unmap(buffer_, &map_);
  if (holds_buffer_)
    gst_buffer_unref(buffer_);
  buffer_ = nullptr;
  holds_buffer_ = false;
}

} // namespace videohistogram
