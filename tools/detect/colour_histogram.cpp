// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/colour_histogram.h"

#include <cmath>

namespace videohistogram::tools {

namespace {

/// From 0 to 1.
double channel_distance(const ColourHistogram& a, const ColourHistogram& b, size_t channel) {
  float sum = 0;
  for (size_t bin = 0; bin < ColourHistogram::bins; bin++)
    sum += std::abs(a.at(channel, bin) - b.at(channel, bin));
  return sum / 2;
}

} // namespace

double distance(const ColourHistogram& a, const ColourHistogram& b) {
  const double chroma = (channel_distance(a, b, 1) + channel_distance(a, b, 2)) / 2;
  return (channel_distance(a, b, 0) + chroma) / 2;
}

} // namespace videohistogram::tools
