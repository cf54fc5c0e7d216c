// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace videohistogram {

/// Adjacent rows of a frame, from row y on.
struct Band {
  uint32_t y = 0, height = 0;
};

/// The share of each frame's rows that every device gets, chosen so that all devices finish at the
/// same time. Shares start equal and follow the times that the devices take.
/// Thread-safety: none.
class RowShares {
public:
  explicit RowShares(uint32_t devices);

  /// The bands of `devices` for a frame of `height` rows, in the same order, from the top and
  /// without gaps. Each band begins at a multiple of `unit` rows. Some bands are empty if there are
  /// too few such multiples.
  std::vector<Band> bands(const std::vector<uint32_t>& devices, uint32_t height,
                          uint32_t unit) const;

  /// Adapts the shares to the times that `devices` took for their bands of one frame.
  void learn(const std::vector<uint32_t>& devices,
             const std::vector<std::chrono::nanoseconds>& times);

  double share(uint32_t device) const { return shares_[device]; }

private:
  std::vector<double> shares_; ///< sum to 1
  /// Smoothed time per device, relative to the mean of the devices that share a frame.
  std::vector<double> delays_;
};

} // namespace videohistogram
