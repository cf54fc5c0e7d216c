// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/low_byte_first.h"

#include <memory>

namespace videohistogram::cpu {

namespace {

FrameView copy_to(const FrameView& frame, std::vector<uint8_t>& pixels) {
  const PackedLayout layout = packed_layout(*frame.format, frame.width, frame.height, 1);
  pixels.resize(layout.size);
  const FrameView copy = packed_view(frame, layout, pixels.data());
  for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
    for (uint32_t y = 0; y < frame.rows(plane); y++) {
      const uint8_t* const from = frame.planes[plane].row(y);
      uint8_t* const to = pixels.data() + (copy.planes[plane].row(y) - pixels.data());
      for (size_t i = 0; i < frame.row_bytes(plane); i += 2) {
        to[i] = from[i + 1];
        to[i + 1] = from[i];
      }
    }
  return copy;
}

} // namespace

FrameView LowByteFirst::copy(const FrameView& frame) {
  FrameView copy = copy_to(frame, pixels_);
  if (frame.before)
    copy.before = std::make_shared<const FrameView>(copy_to(*frame.before, before_));
  return copy;
}

} // namespace videohistogram::cpu
