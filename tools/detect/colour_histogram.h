// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <array>
#include <cstddef>

namespace videohistogram::tools {

/// Shares of the samples of Y, Cb and Cr in 64 bins each, without regard to the depth of samples.
/// A frame without chroma has all of it in the middle.
class ColourHistogram {
public:
  static constexpr size_t channels = 3, bins = 64;

  /// The share of the samples whose value lies in that 64th of the range.
  float& at(size_t channel, size_t bin) { return shares_[channel * bins + bin]; }
  float at(size_t channel, size_t bin) const { return shares_[channel * bins + bin]; }
  void set_neutral(size_t channel) { at(channel, bins / 2) = 1; }

private:
  std::array<float, channels * bins> shares_{};
};

/// How much two histograms differ, from 0 (equal) to 1 (nothing in common): the mean of the
/// difference of Y and that of chroma, which is the mean of Cb and Cr.
double distance(const ColourHistogram& a, const ColourHistogram& b);

} // namespace videohistogram::tools
