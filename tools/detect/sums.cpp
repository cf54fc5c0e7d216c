// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/sums.h"

#include <cmath>

namespace videohistogram::tools {

void FigureSums::add(const FrameRecord& frame) {
  for (size_t i = 0; i < sums_.size(); i++) {
    const double figure = frame.figures[i];
    if (std::isnan(figure))
      continue;
    FigureSum& sum = sums_[i];
    sum.frames++;
    sum.minimum = std::fmin(sum.minimum, figure);
    sum.maximum = std::fmax(sum.maximum, figure);
    totals_[i] += figure;
  }
}

void FigureSums::finish(VideoRecord& video) const {
  video.sums = sums_;
  for (size_t i = 0; i < sums_.size(); i++) {
    if (sums_[i].frames > 0)
      video.sums[i].mean = totals_[i] / static_cast<double>(sums_[i].frames);
  }
}

} // namespace videohistogram::tools
