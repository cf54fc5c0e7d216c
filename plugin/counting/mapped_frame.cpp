// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/mapped_frame.h"

#include "plugin/cuda/cuda_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace videohistogram {

namespace {

using std::to_string;

/// Whether the meta overrides how its planes are mapped. GStreamer's default function, which maps
/// the buffer's memory by `offset` and `stride`, has no public name: it is read from a new meta.
bool has_own_map(const GstVideoMeta* meta) {
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

/// Checks the meta's description of the frame against the caps. The meta is untrusted input.
Status check_meta(const GstVideoMeta* meta, const GstVideoInfo& info, const FrameView& view) {
  // Compared as numbers: the meta's format may be none of the values of GstVideoFormat, which a
  // variable of that type cannot hold in C++.
  guint32 meta_format = 0;
  static_assert(sizeof meta_format == sizeof meta->format);
  std::memcpy(&meta_format, &meta->format, sizeof meta_format);
  const auto caps_format = static_cast<guint32>(GST_VIDEO_INFO_FORMAT(&info));
  if (meta_format != caps_format)
    return refusal("the buffer's video meta says format " + to_string(meta_format) +
                   ", the caps say " + to_string(caps_format) + ", " + GST_VIDEO_INFO_NAME(&info));
  if (meta->n_planes != GST_VIDEO_INFO_N_PLANES(&info))
    return refusal("the buffer's video meta has " + to_string(meta->n_planes) + " planes");
  if (meta->width < view.width || meta->height < view.height)
    return refusal("the buffer's video meta is " + to_string(meta->width) + "x" +
                   to_string(meta->height) + ", smaller than the " + to_string(view.width) + "x" +
                   to_string(view.height) + " of the caps");
  return {};
}

/// Sets offsets and strides of `view`'s planes before mapping; check_meta() has accepted a meta.
Status lay_out(GstBuffer* buffer, const GstVideoMeta* meta, const GstVideoInfo& info,
               FrameView& view) {
  const size_t size = gst_buffer_get_size(buffer);
  if (!meta) {
    // Rows in a GPU's memory may have a larger stride than the caps say.
    const GstVideoInfo* const layout = cuda_memory_layout(buffer, info);
    for (guint p = 0; p < view.format->n_planes; p++)
      view.planes[p] = {nullptr, size, GST_VIDEO_INFO_PLANE_OFFSET(layout, p),
                        GST_VIDEO_INFO_PLANE_STRIDE(layout, p)};
    return check_frame(view);
  }
  for (guint p = 0; p < view.format->n_planes; p++)
    view.planes[p] = {nullptr, size, meta->offset[p], meta->stride[p]};

  // A meta may describe a frame larger than the caps (padding) if the buffer contains all of it.
  FrameView claimed = view;
  claimed.width = meta->width;
  claimed.height = meta->height;
  return check_frame(claimed);
}

/// The bytes of the buffer that a plane's pixels occupy, from `begin` to before `end`.
struct Range {
  size_t begin, end;
};

Range range_of(const FrameView& view, uint32_t plane) {
  const PlaneView& p = view.planes[plane];
  const size_t below = (view.rows(plane) - 1) * p.row_distance();
  const size_t begin = p.stride < 0 ? p.offset - below : p.offset;
  return {begin, begin + below + view.row_bytes(plane)};
}

/// The memories of a buffer that contain a range, which begins `skip` bytes into the first one.
struct Memories {
  guint first = 0, count = 0;
  gsize skip = 0;
};

bool find_memories(GstBuffer* buffer, const Range& range, Memories& memories) {
  return gst_buffer_find_memory(buffer, range.begin, range.end - range.begin, &memories.first,
                                &memories.count, &memories.skip);
}

} // namespace

/// Whether the rows of two fields alternate in the buffer.
static bool has_two_fields(GstBuffer* buffer, const GstVideoInfo& info) {
  const GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE(&info);
  return mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED ||
         (mode == GST_VIDEO_INTERLACE_MODE_MIXED &&
          GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED));
}

Status MappedFrame::map(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format,
                        bool on_device, Access access) {
  reset();
  view_ = {};
  access_ = access;
  view_.format = &format;
  if (GST_VIDEO_INFO_N_PLANES(&info) != format.n_planes)
    return {ErrorKind::bug, "the format has another number of planes than in GStreamer"};
  view_.width = static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info));
  view_.height = static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info));
  view_.interlaced = has_two_fields(buffer, info);
  GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  if (meta)
    if (Status status = check_meta(meta, info, view_); !status.ok())
      return status;
  const bool own_map = meta && has_own_map(meta);
  if (own_map && on_device)
    return refusal("the buffer's video meta has its own map function, which is for the host");
  if (!own_map)
    if (Status status = lay_out(buffer, meta, info, view_); !status.ok())
      return status;
  buffer_ = buffer;
  Status status = own_map ? map_by_meta(meta) : map_planes(on_device);
  if (!status.ok())
    reset();
  return status;
}

/// Maps all planes at once if they lie in one memory, else each separately.
Status MappedFrame::map_planes(bool on_device) {
  const uint32_t planes = view_.format->n_planes;
  std::array<Range, max_planes> ranges;
  Range all{SIZE_MAX, 0};
  for (uint32_t p = 0; p < planes; p++) {
    ranges[p] = range_of(view_, p);
    all = {std::min(all.begin, ranges[p].begin), std::max(all.end, ranges[p].end)};
  }
  Memories memories;
  const bool at_once =
      planes == 1 || (find_memories(buffer_, all, memories) && memories.count == 1);

  for (uint32_t p = 0; p < planes; p++) {
    const Range& range = at_once ? all : ranges[p];
    if (p == 0 || !at_once) {
      if (!find_memories(buffer_, range, memories))
        return refusal("the buffer's memory does not hold the frame");
      if (Status status = map_memories(memories.first, memories.count, on_device); !status.ok())
        return status;
    }
    PlaneView& plane = view_.planes[p];
    plane.data = maps_[mapped_ - 1].data;
    plane.size = maps_[mapped_ - 1].size;
    plane.offset -= range.begin - memories.skip; // now from the first mapped byte
  }
  return {};
}

/// Maps each plane by the meta's own function, and checks the addresses that it returns.
Status MappedFrame::map_by_meta(GstVideoMeta* meta) {
  if (!meta->map || !meta->unmap)
    return refusal("the buffer's video meta has no functions that map and unmap its planes");
  meta_ = meta;
  for (uint32_t p = 0; p < view_.format->n_planes; p++) {
    GstMapInfo& map = maps_[mapped_];
    map = GST_MAP_INFO_INIT;
    gpointer data = nullptr;
    gint stride = meta->stride[p];
    if (!gst_video_meta_map(meta, p, &map, &data, &stride, GST_MAP_READ))
      return refusal("plane " + to_string(p) + " cannot be mapped by the buffer's video meta");
    mapped_++;
    const auto begin = reinterpret_cast<uintptr_t>(map.data);
    const auto first = reinterpret_cast<uintptr_t>(data);
    if (!data || first < begin || first - begin > map.size)
      return refusal("plane " + to_string(p) +
                     " lies outside of the bytes that the buffer's video meta says are mapped");
    view_.planes[p] = {map.data, map.size, first - begin, stride};
  }
  return {};
}

Status MappedFrame::map_memories(guint first, guint count, bool on_device) {
  int flags = access_ == Access::write            ? GST_MAP_WRITE
              : access_ == Access::read_and_write ? GST_MAP_READWRITE
                                                  : GST_MAP_READ;
  if (on_device) {
    GstMemory* const memory = gst_buffer_peek_memory(buffer_, first);
    CudaPlace place = cuda_place(memory);
    if (count != 1 || !place.context)
      return refusal("the buffer's frame lies in several kinds of memory");
    if (view_.context &&
        (view_.context->handle != place.context->handle || view_.stream != place.stream))
      return refusal("the buffer's planes lie in several CUDA contexts or streams");
    view_.context = std::move(place.context);
    view_.stream = place.stream;
    flags |= map_cuda_flag;
  }
  // A second reference makes the buffer unwritable, so that GStreamer merges a frame that spans
  // memories for this mapping alone and not in the buffer.
  // A frame on the device never spans memories.
  if (access_ == Access::read)
    gst_buffer_ref(buffer_);
  const bool mapped = gst_buffer_map_range(buffer_, first, static_cast<gint>(count),
                                           &maps_[mapped_], static_cast<GstMapFlags>(flags));
  if (access_ == Access::read)
    gst_buffer_unref(buffer_);
  if (!mapped && is_cuda_buffer(buffer_))
    return {ErrorKind::transient, on_device ? "a frame in a GPU's memory cannot be mapped there"
                                            : "a frame in a GPU's memory cannot be copied to the "
                                              "host"};
  if (!mapped)
    return refusal("the buffer's memory cannot be mapped");
  mapped_++;
  return {};
}

void MappedFrame::hold_buffer() {
  if (!buffer_)
    return;
  gst_buffer_ref(buffer_);
  holds_buffer_ = true;
}

void MappedFrame::reset() {
  if (!buffer_)
    return;
  while (mapped_ > 0) {
    mapped_--;
    if (meta_)
      gst_video_meta_unmap(meta_, mapped_, &maps_[mapped_]);
    else
      gst_buffer_unmap(buffer_, &maps_[mapped_]);
  }
  if (holds_buffer_)
    gst_buffer_unref(buffer_);
  view_.context = nullptr;
  view_.before = nullptr;
  view_.painting = nullptr;
  meta_ = nullptr;
  buffer_ = nullptr;
  holds_buffer_ = false;
}

} // namespace videohistogram
