// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram {

/// A rectangle in pixels, origin top left.
struct Rect {
  uint32_t x = 0, y = 0, width = 0, height = 0;

  bool operator==(const Rect& o) const {
    return x == o.x && y == o.y && width == o.width && height == o.height;
  }
};

/// The rectangle of a sample plane that `rect` of the frame spans: every pixel of the sample plane
/// that has a part of it. Empty if `rect` is.
Rect sample_plane_rect(const SamplePlane& sample_plane, const Rect& rect);

/// A sample plane of a frame, as a picture of its own.
struct SamplePlaneView {
  const SamplePlane* info;
  uint32_t width, height; ///< in pixels of the sample plane
  const uint8_t* data;    ///< the first pixel of the first (top) row
  ptrdiff_t stride;       ///< bytes from a row to the one below it

  size_t row_bytes() const { return size_t{width} * info->pixel_bytes; }
  const uint8_t* row(uint32_t y) const { return data + static_cast<ptrdiff_t>(y) * stride; }
  /// Rows follow each other without padding.
  bool dense() const { return stride == static_cast<ptrdiff_t>(row_bytes()); }
};

/// One plane's bytes. Borrowed: whoever made the view keeps them mapped.
struct PlaneView {
  const uint8_t* data = nullptr; ///< the mapped bytes
  size_t size = 0;               ///< how many are mapped
  size_t offset = 0;             ///< from `data` to the first pixel of the first (top) row
  ptrdiff_t stride = 0;          ///< bytes from a row to the one below it; negative is bottom-up

  /// The first pixel of row y. Only after check_frame().
  const uint8_t* row(uint32_t y) const {
    return data + offset + static_cast<ptrdiff_t>(y) * stride;
  }
  /// The first pixel of the row that is first in memory, of `rows`.
  const uint8_t* lowest_row(uint32_t rows) const { return row(stride < 0 ? rows - 1 : 0); }
  /// Bytes from a row to the next one in memory.
  size_t row_distance() const {
    return stride < 0 ? size_t{0} - static_cast<size_t>(stride) : static_cast<size_t>(stride);
  }
};

/// A CUDA context, which is kept alive as long as `owner` is. Thread-safety: constant.
struct DeviceContext {
  void* handle; ///< CUcontext
  int device;   ///< CUDA's index of the GPU
  std::shared_ptr<const void> owner;
};

/// One frame's pixels, in host memory or a GPU's. Everything in it may come from another process,
/// so nothing may be read before check_frame().
struct FrameView {
  const FormatInfo* format = nullptr;
  uint32_t width = 0;  ///< pixels
  uint32_t height = 0; ///< rows
  std::array<PlaneView, max_planes> planes;

  /// Where the planes' addresses are good; null: on the host.
  std::shared_ptr<const DeviceContext> context;
  /// CUstream of that context in which the pixels are written, so that a reader has to come after
  /// what is in it now; null: they are there already. Only with a context.
  void* stream = nullptr;

  bool on_device() const { return context != nullptr; }
  /// Bytes of a row of a plane, without padding.
  size_t row_bytes(uint32_t plane) const { return format->row_bytes(plane, width); }
  /// Rows of a plane.
  uint32_t rows(uint32_t plane) const { return format->rows(plane, height); }
  /// Bytes of all pixels, without padding.
  size_t pixel_bytes() const;
  /// Only after check_frame().
  SamplePlaneView sample_plane(uint32_t index) const;
  /// `height` rows, at least 1, from row y on as a frame of their own. No pixel of a plane may have
  /// rows on both sides of y; the same of the last row, unless it is this frame's.
  FrameView band(uint32_t y, uint32_t height) const;
};

/// How a frame's planes lie in one block of memory without padding, one behind the other, each at a
/// multiple of `alignment` bytes.
struct PackedLayout {
  std::array<size_t, max_planes> offsets{};
  size_t size = 0;
};
PackedLayout packed_layout(const FormatInfo& format, uint32_t width, uint32_t height,
                           size_t alignment);

/// The view of a frame like `frame` that lies so at `data`, its rows in the same order in memory.
FrameView packed_view(const FrameView& frame, const PackedLayout& layout, const uint8_t* data);

/// Whether a frame can be counted: at least 1x1, at most 2^32 - 1 pixels so that a count fits 32
/// bits, and of every plane |stride| at least a row's bytes, and the first and the last row inside
/// the mapped bytes for either sign of the stride. Reads no pixel. This is the one check of every
/// backend's input.
Status check_frame(const FrameView& frame);

} // namespace videohistogram
