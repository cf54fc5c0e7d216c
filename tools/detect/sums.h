// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The figures of a video.
#pragma once

#include "tools/record/video.h"

namespace videohistogram::tools {

/// Sums each figure over the frames that have it. add() gets the frames in the order of the video,
/// so that the sums of real numbers are the same in each run.
class FigureSums {
public:
  void add(const FrameRecord& frame);
  void finish(VideoRecord& video) const;

private:
  std::array<FigureSum, figure::count> sums_{};
  std::array<double, figure::count> totals_{};
};

} // namespace videohistogram::tools
