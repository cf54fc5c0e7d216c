// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/window.h"

#include <algorithm>
#include <cstddef>

namespace videohistogram::tools {

void FrameWindow::add(const Features& features, int64_t time) {
  WindowFrame frame;
  if (!features.counted && !frames_.empty()) {
    frame = frames_.back();
    frame.change = 0;
    frame.features.difference = {};
    frame.features.squared_difference = {};
  } else {
    frame.features = features;
    for (double variance : features.variance)
      frame.variance += variance;
    frame.deviation = std::sqrt(frame.variance);
    if (!frames_.empty())
      frame.change = distance(frames_.back().features.histogram, features.histogram);
  }
  frame.time = time;
  frames_.push_back(frame);
  if (static_cast<int64_t>(frames_.size()) > capacity) {
    frames_.pop_front();
    begin_++;
  }
}

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace videohistogram::tools
