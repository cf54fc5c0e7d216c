// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFmpeg's filter cropdetect prints of a frame.
#pragma once

#include <cstdint>
#include <vector>

namespace videohistogram::tools {

/// The first and the last row and column that are not black, and the size that is left when it is
/// made a multiple of 16. A black frame has x1 = width - 1, x2 = 0, and sizes below 0.
struct Crop {
  int64_t x1 = 0, x2 = 0, y1 = 0, y2 = 0, width = 0, height = 0;
};

/// The filter has no keys for this many frames at the begin of a stream.
constexpr uint64_t frames_without_crop = 2;

/// As cropdetect=reset=1:round=1 does it. The sums are those of the samples of Y in each row from
/// top to bottom, and in each column from left to right; neither is empty.
Crop detect_crop(const std::vector<uint64_t>& rows, const std::vector<uint64_t>& columns,
                 unsigned depth);

} // namespace videohistogram::tools
