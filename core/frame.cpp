// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/frame.h"

#include "core/field_rows.h"

#include <algorithm>
#include <limits>

namespace videohistogram {

namespace {

std::string name_of(const FrameView& frame, uint32_t plane) {
  return frame.format->n_planes == 1 ? "" : " of plane " + std::to_string(plane);
}

Status check_plane(const FrameView& frame, uint32_t plane) {
  using std::to_string;
  const PlaneView& view = frame.planes[plane];
  const uint64_t rows = frame.rows(plane);
  // width < 2^32 and pixel_bytes < 2^8, so the bytes per row fit 64 bits. The last row's offset is
  // checked by a division, which cannot overflow.
  const uint64_t row_bytes = frame.format->row_bytes(plane, frame.width);
  const uint64_t size = view.size;
  const uint64_t stride = view.row_distance();
  if (frame.rows(plane) < frame.format->rows(plane, frame.height))
    return refusal(to_string(view.tile_rows) + " rows of tiles" + name_of(frame, plane) +
                   " are fewer than " + to_string(frame.format->rows(plane, frame.height)));
  if (is_tiled(frame.format->packing) &&
      (view.stride < 0 || stride % tile_shape(frame.format->packing).bytes(plane) != 0 ||
       stride < row_bytes))
    return refusal("the stride" + name_of(frame, plane) + ", " + to_string(view.stride) +
                   " bytes, is not that of rows of at least " + to_string(row_bytes) +
                   " bytes of tiles");
  if (rows > 1 && stride < row_bytes)
    return refusal("the stride" + name_of(frame, plane) + ", " + to_string(view.stride) +
                   " bytes, is shorter than a row of " + to_string(row_bytes));
  if (view.offset > size || size - view.offset < row_bytes)
    return refusal("the first row" + name_of(frame, plane) + " ends at byte " +
                   to_string(view.offset) + " + " + to_string(row_bytes) + " of " +
                   to_string(size));

  const uint64_t steps = rows - 1;
  const uint64_t room = view.stride < 0 ? view.offset : size - view.offset - row_bytes;
  if (steps > 0 && stride > room / steps)
    return refusal("the last of " + to_string(rows) + " rows" + name_of(frame, plane) + ", " +
                   to_string(view.stride) + " bytes apart from byte " + to_string(view.offset) +
                   " on, lies outside the " + to_string(size) + " bytes of the frame");
  return {};
}

} // namespace

Rect sample_plane_rect(const SamplePlane& sample_plane, const Rect& rect) {
  if (rect.width == 0 || rect.height == 0)
    return {};
  const uint32_t x = rect.x >> sample_plane.x_sub, y = rect.y >> sample_plane.y_sub;
  return {x, y, sample_plane.width_of(rect.x + rect.width) - x,
          sample_plane.height_of(rect.y + rect.height) - y};
}

uint64_t FrameView::pixel_bytes() const {
  uint64_t bytes = 0;
  for (uint32_t plane = 0; plane < format->n_planes; plane++)
    bytes += format->row_bytes(plane, width) * rows(plane);
  return bytes;
}

SamplePlaneView FrameView::sample_plane(uint32_t index) const {
  const SamplePlane& sample_plane = format->sample_planes[index];
  const PlaneView& plane = planes[sample_plane.plane];
  return {&sample_plane, sample_plane.width_of(width), sample_plane.height_of(height), plane.row(0),
          plane.stride};
}

uint32_t FrameView::chroma_row(uint32_t y, uint32_t y_sub) const {
  return chroma_row_of(y, y_sub, interlaced, (height - 1) >> y_sub);
}

FrameView FrameView::band(uint32_t y, uint32_t band_height) const {
  FrameView view = *this;
  view.height = band_height;
  if (before)
    view.before = std::make_shared<const FrameView>(before->band(y, band_height));
  for (uint32_t p = 0; p < format->n_planes && y > 0; p++)
    view.planes[p].offset = static_cast<size_t>(planes[p].row(format->rows(p, y)) - planes[p].data);
  return view;
}

FrameView FrameView::top_field() const {
  FrameView view = *this;
  view.height = top_rows(height);
  view.before = nullptr;
  view.interlaced = false;
  for (uint32_t p = 0; p < format->n_planes; p++)
    view.planes[p].stride *= 2;
  return view;
}

PackedLayout packed_layout(const FormatInfo& format, uint32_t width, uint32_t height,
                           size_t alignment) {
  PackedLayout layout;
  for (uint32_t plane = 0; plane < format.n_planes; plane++) {
    layout.offsets[plane] = (layout.size + alignment - 1) / alignment * alignment;
    layout.size =
        layout.offsets[plane] + format.row_bytes(plane, width) * format.rows(plane, height);
  }
  return layout;
}

FrameView packed_view(const FrameView& frame, const PackedLayout& layout, const uint8_t* data) {
  FrameView view;
  view.format = frame.format;
  view.width = frame.width;
  view.height = frame.height;
  view.interlaced = frame.interlaced;
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    const auto row_bytes = static_cast<ptrdiff_t>(frame.row_bytes(p));
    const bool bottom_up = frame.planes[p].stride < 0;
    const size_t above = bottom_up ? (frame.rows(p) - 1) * frame.row_bytes(p) : 0;
    view.planes[p] = {data, static_cast<size_t>(layout.size),
                      static_cast<size_t>(layout.offsets[p]) + above,
                      bottom_up ? -row_bytes : row_bytes};
  }
  return view;
}

Status check_frame(const FrameView& frame) {
  using std::to_string;
  if (!frame.format)
    return refusal("the frame has no format");
  if (frame.width < 1 || frame.height < 1)
    return refusal("a frame of " + to_string(frame.width) + "x" + to_string(frame.height) +
                   " has no pixels");
  if (uint64_t{frame.width} * frame.height > std::numeric_limits<uint32_t>::max())
    return refusal("a frame of " + to_string(frame.width) + "x" + to_string(frame.height) +
                   " has more pixels than a 32-bit count can hold");

  for (uint32_t p = 0; p < frame.format->n_planes; p++)
    if (Status status = check_plane(frame, p); !status.ok())
      return status;
  if (!frame.before)
    return {};
  const FrameView& before = *frame.before;
  if (before.format != frame.format || before.width != frame.width ||
      before.height != frame.height || !before.place.shares_addresses(frame.place))
    return refusal("the frame before differs in its format, its size or its memory");
  return check_frame(before);
}

} // namespace videohistogram
