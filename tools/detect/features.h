// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Figures of a frame that detectors need beside its record. None of these is stored.
#pragma once

#include "tools/qc/idet.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

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

struct Features {
  bool counted = false; ///< false: the frame has no histogram, and all else is void
  ColourHistogram histogram;
  /// Of Y, Cb and Cr, with values of 8 bits.
  std::array<double, 3> mean{}, variance{};
  /// The mean absolute differences of Y, Cb and Cr to the frame before, with values of 8 bits.
  std::array<double, 3> difference{};
  /// The mean squared differences of Y, Cb and Cr to the frame before, with values of 8 bits.
  std::array<double, 3> squared_difference{};
  uint64_t sum = 0, samples = 0;      ///< of Y
  std::optional<FieldVerdict> fields; ///< nothing: fields are not compared
};

} // namespace videohistogram::tools
