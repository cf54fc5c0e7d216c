// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/mapped_frame.h"

#include "plugin/counting/frame_layout.h"
#include "plugin/counting/frame_source.h"

#include <algorithm>
#include <string>

namespace videohistogram {

namespace {

using std::to_string;

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

Status MappedFrame::map(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format,
                        MemoryKind memory, Access access) {
  reset();
  view_ = {};
  access_ = access;
  if (Status status = lay_out(buffer, info, format, view_); !status.ok())
    return status;
  buffer_ = buffer;
  GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  Status status = meta && has_own_map(meta) ? map_by_meta(meta, memory) : map_planes(memory);
  if (!status.ok())
    reset();
  return status;
}

/// Maps all planes at once if they lie in one memory, else each separately.
Status MappedFrame::map_planes(MemoryKind memory) {
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
      if (Status status = map_memories(memories.first, memories.count, memory); !status.ok())
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
Status MappedFrame::map_by_meta(GstVideoMeta* meta, MemoryKind memory) {
  if (memory != MemoryKind::host)
    return refusal("the buffer's video meta has its own map function, which is for the host");
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
    view_.planes[p] = plane_view(*view_.format, p, map.data, map.size, first - begin, stride);
  }
  return {};
}

Status MappedFrame::map_memories(guint first, guint count, MemoryKind memory) {
  int flags = access_ == Access::write            ? GST_MAP_WRITE
              : access_ == Access::read_and_write ? GST_MAP_READWRITE
                                                  : GST_MAP_READ;
  const FrameSource& source = source_of(buffer_);
  if (memory != MemoryKind::host) {
    MemoryPlace place = source.place(gst_buffer_peek_memory(buffer_, first));
    if (count != 1 || place.kind != memory)
      return refusal("the buffer's frame lies in several kinds of memory");
    if (mapped_ > 0 && (!view_.place.shares_addresses(place) || view_.place.stream != place.stream))
      return refusal("the buffer's planes lie in several CUDA contexts or streams");
    view_.place = std::move(place);
    flags |= source.map_flags;
  }
  // A second reference makes the buffer unwritable, so that GStreamer merges a frame that spans
  // memories for this mapping alone and not in the buffer. A frame on a device never spans
  // memories.
  if (access_ == Access::read)
    gst_buffer_ref(buffer_);
  const bool mapped = gst_buffer_map_range(buffer_, first, static_cast<gint>(count),
                                           &maps_[mapped_], static_cast<GstMapFlags>(flags));
  if (access_ == Access::read)
    gst_buffer_unref(buffer_);
  if (!mapped && source.kind != MemoryKind::host)
    return {ErrorKind::transient, memory == MemoryKind::host
                                      ? "a frame in a GPU's memory cannot be copied to the host"
                                      : "a frame in a GPU's memory cannot be mapped there"};
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
  view_.place = {};
  view_.before = nullptr;
  view_.painting = nullptr;
  meta_ = nullptr;
  buffer_ = nullptr;
  holds_buffer_ = false;
}

} // namespace videohistogram
