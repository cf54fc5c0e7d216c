// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/drawing/frame_marks.h"

#include <algorithm>

namespace videohistogram {

/// The index of a channel among the components of a pixel; -1: it is alpha.
static int component_of(Quantity channel) {
  switch (channel) {
  case Quantity::a:
    return -1;
  case Quantity::g:
  case Quantity::cb:
    return 1;
  case Quantity::b:
  case Quantity::cr:
    return 2;
  default: // R, Y and GRAY
    return 0;
  }
}

MarkedFrame marked_frame(const FormatInfo& format, uint8_t* const* planes,
                         const ptrdiff_t* strides) {
  MarkedFrame frame{};
  frame.n_components = format.is_rgb() || format.is_ycbcr() ? 3 : 1;
  frame.sample_bytes = format.sample_bytes;
  frame.depth = format.depth;
  frame.shift = format.shift;
  for (uint32_t p = 0; p < format.n_sample_planes; p++) {
    const SamplePlane& plane = format.sample_planes[p];
    for (uint32_t c = 0; c < plane.n_components; c++) {
      const int index = component_of(plane.components[c].channel);
      if (index < 0)
        continue;
      frame.components[index] = {planes[plane.plane] + plane.components[c].byte,
                                 strides[plane.plane], plane.pixel_bytes, plane.x_sub, plane.y_sub};
      frame.x_sub = std::max(frame.x_sub, plane.x_sub);
      frame.y_sub = std::max(frame.y_sub, plane.y_sub);
    }
  }
  return frame;
}

} // namespace videohistogram
