// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The values that figures of samples can have.
#pragma once

#include "tools/record/video.h"

namespace videohistogram::tools {

struct ValueRange {
  unsigned depth = 8;   ///< bits per value
  bool is_full = false; ///< black is 0, and white the greatest value
  bool is_copy = false; ///< figures are those of a copy in Y'CbCr: of R'G'B', a palette or X'Y'Z'

  double maximum() const { return (1u << depth) - 1; }
  /// Of a limited range.
  double black() const { return 16u << (depth - 8); }
  double white() const { return 235u << (depth - 8); }
};

/// Of the frames as they were counted. The content does not matter: a dark video has the same
/// range as a bright one.
ValueRange value_range(const VideoRecord& video);

} // namespace videohistogram::tools
