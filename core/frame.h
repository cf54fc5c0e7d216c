// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/format.h"
#include "core/memory_place.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram {

/// A rectangle in pixels; the origin is the top left corner.
struct Rect {
  uint32_t x = 0, y = 0, width = 0, height = 0;

  bool operator==(const Rect& o) const {
    return x == o.x && y == o.y && width == o.width && height == o.height;
  }
};

/// The pixels of a sample plane that `rect`, in pixels of the frame, touches. Empty if `rect` is.
Rect sample_plane_rect(const SamplePlane& sample_plane, const Rect& rect);

/// A sample plane of a frame, as an image.
struct SamplePlaneView {
  const SamplePlane* info;
  uint32_t width, height; ///< size in pixels of the sample plane
  const uint8_t* data;    ///< the first pixel of the first (top) row
  ptrdiff_t stride;       ///< bytes from one row to the row below it

  size_t row_bytes() const { return size_t{width} * info->pixel_bytes; }
  const uint8_t* row(uint32_t y) const { return data + static_cast<ptrdiff_t>(y) * stride; }
  /// Whether rows follow each other without padding.
  bool dense() const { return stride == static_cast<ptrdiff_t>(row_bytes()); }
};

/// The bytes of one plane. Borrowed: the maker of the view keeps them mapped.
struct PlaneView {
  const uint8_t* data = nullptr; ///< start of the mapped bytes
  size_t size = 0;               ///< number of mapped bytes
  size_t offset = 0;             ///< bytes from `data` to the first pixel of the first (top) row
  ptrdiff_t stride = 0;          ///< bytes from one row to the row below it; negative: bottom-up
  /// Rows of tiles in memory, where the order of tiles depends on them: Packing::tiles_64x32_z. 0:
  /// as many as the frame needs.
  uint32_t tile_rows = 0;

  /// The first pixel of row y. Call only after check_frame().
  const uint8_t* row(uint32_t y) const {
    return data + offset + static_cast<ptrdiff_t>(y) * stride;
  }
  /// The first pixel of the row with the lowest address, in a plane of `rows` rows.
  const uint8_t* lowest_row(uint32_t rows) const { return row(stride < 0 ? rows - 1 : 0); }
  /// Bytes from one row to the next in memory.
  size_t row_distance() const {
    return stride < 0 ? size_t{0} - static_cast<size_t>(stride) : static_cast<size_t>(stride);
  }
};

struct Painting;

/// The pixels of one frame. All members may come from another process, so no pixel may be read
/// before check_frame().
struct FrameView {
  const FormatInfo* format = nullptr;
  uint32_t width = 0;  ///< pixels
  uint32_t height = 0; ///< rows
  std::array<PlaneView, max_planes> planes;
  /// The frame before, of which differences are counted: of the same format and size, and in the
  /// same kind of memory. null: there is none. Borrowed like the planes, and as long.
  std::shared_ptr<const FrameView> before;
  /// The rows of two fields alternate. Where two rows share a chroma row, they are of one field.
  bool interlaced = false;

  MemoryPlace place; ///< in which the planes' addresses are valid
  /// What is drawn over a frame in a device's memory after it was counted; null: nothing. Backends
  /// that count such frames draw it before Job::wait() returns. Those with several jobs in flight
  /// refuse the frame.
  std::shared_ptr<const Painting> painting;

  /// Bytes per row of a plane, without padding. Call only after check_frame().
  size_t row_bytes(uint32_t plane) const {
    return static_cast<size_t>(format->row_bytes(plane, width));
  }
  /// Rows of a plane.
  uint32_t rows(uint32_t plane) const {
    const uint32_t tile_rows = planes[plane].tile_rows;
    return tile_rows > 0 ? tile_rows : format->rows(plane, height);
  }
  /// Bytes of all planes, without padding.
  uint64_t pixel_bytes() const;
  /// Call only after check_frame(), and of a format without a packing.
  SamplePlaneView sample_plane(uint32_t index) const;
  /// The row of a sample plane with `y_sub` that has the chroma of row y: a row of the same field
  /// if the frame is interlaced, or the last row where that field has one row less.
  uint32_t chroma_row(uint32_t y, uint32_t y_sub) const;
  /// A band of `height` rows (at least 1) from row y on, as a frame. y must be a multiple of each
  /// plane's vertical subsampling. So must y + height, unless the band ends with this frame.
  FrameView band(uint32_t y, uint32_t height) const;
  /// The top field of an interlaced frame as a frame: rows 0, 2, 4 and so on of each plane, without
  /// the frame before. Its pixels have the chroma that they have in the frame. The bottom field is
  /// no such view in general: 6 rows of 4:2:0 have 3 of chroma, of which it has one.
  FrameView top_field() const;
};

/// The layout of a frame's planes in one block of memory: rows without padding, planes in order,
/// each plane at a multiple of `alignment` bytes. Frames too large for any memory have one, too.
struct PackedLayout {
  std::array<uint64_t, max_planes> offsets{};
  uint64_t size = 0;
};
PackedLayout packed_layout(const FormatInfo& format, uint32_t width, uint32_t height,
                           size_t alignment);

/// The view of a copy of `frame`, which has passed check_frame(), that lies at `data` in `layout`.
/// Rows keep their order in memory, so a bottom-up plane stays bottom-up.
FrameView packed_view(const FrameView& frame, const PackedLayout& layout, const uint8_t* data);

/// Whether a frame can be counted. A frame has at least 1x1 and at most 2^32 - 1 pixels, so that a
/// count fits 32 bits. In every plane |stride| is at least the bytes per row, and the first and the
/// last row lie inside the mapped bytes, for either sign of the stride. Tiled planes have no
/// negative stride, and whole tiles per row. The same holds for the frame before. Reads no pixel.
/// No backend checks its input elsewhere.
Status check_frame(const FrameView& frame);

} // namespace videohistogram
