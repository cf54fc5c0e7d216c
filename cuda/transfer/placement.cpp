// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/placement.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// Planes begin at multiples of this many bytes, which suits the kernels.
constexpr size_t frame_alignment = 256;

/// Maximum bytes of a block that keeps the layout: its padding costs less than a second copy.
size_t max_bytes(const PackedLayout& packed) {
  return packed.size + packed.size / 64 + 4096;
}

} // namespace

Placement place(const FrameView& frame) {
  const uint32_t planes = frame.format->n_planes;
  Placement placement{};
  placement.packed = packed_layout(*frame.format, frame.width, frame.height, frame_alignment);

  bool one_mapping = true;
  const uint8_t* first = nullptr;
  const uint8_t* end = nullptr;
  for (uint32_t p = 0; p < planes; p++) {
    const PlaneView& plane = frame.planes[p];
    one_mapping = one_mapping && plane.data == frame.planes[0].data;
    const uint32_t rows = frame.rows(p);
    const uint8_t* const lowest = plane.lowest_row(rows);
    const uint8_t* const past = lowest + (rows - 1) * plane.row_distance() + frame.row_bytes(p);
    first = p == 0 ? lowest : std::min(first, lowest);
    end = p == 0 ? past : std::max(end, past);
  }
  const auto span = static_cast<size_t>(end - first);
  placement.keeps_layout = one_mapping && span <= max_bytes(placement.packed);
  placement.first = first;
  placement.size = placement.keeps_layout ? span : placement.packed.size;
  return placement;
}

FrameView view_at(const FrameView& frame, const Placement& placement, const uint8_t* data) {
  if (!placement.keeps_layout)
    return packed_view(frame, placement.packed, data);
  FrameView view;
  view.format = frame.format;
  view.width = frame.width;
  view.height = frame.height;
  view.interlaced = frame.interlaced;
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    const PlaneView& plane = frame.planes[p];
    view.planes[p] = {data, placement.size, static_cast<size_t>(plane.row(0) - placement.first),
                      plane.stride};
  }
  return view;
}

size_t largest_placement(const FormatInfo& format, uint32_t width, uint32_t height) {
  return max_bytes(packed_layout(format, width, height, frame_alignment));
}

} // namespace videohistogram::cuda
