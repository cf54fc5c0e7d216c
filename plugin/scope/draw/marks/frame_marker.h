// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/frame_marks.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::scope {

/// The pixels of a frame on the host, which are written.
struct WritablePixels {
  const FormatInfo* format;
  uint8_t* planes[max_planes];   ///< the first pixel of the top row
  ptrdiff_t strides[max_planes]; ///< bytes from a row to the row below it
};

/// The host's painter of marks. Thread-safety: one thread at a time.
class FrameMarker {
public:
  /// Marks a frame of the format and size that `marks` are for. `phase`: of the zebra's stripes.
  void mark(const FrameMarks& marks, const WritablePixels& pixels, uint32_t phase);

private:
  void find_peaks(const MarkRules& rules, const MarkedFrame& frame);

  std::vector<uint8_t> peaks_; ///< a byte per pixel
};

} // namespace videohistogram::scope
