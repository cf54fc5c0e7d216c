// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace videohistogram {

/// Rows of a frame.
struct Band {
  uint32_t y = 0, height = 0;
};

/// How large a part of each frame every device gets, so that all are done at the same time: begins
/// with equal parts and learns from the time that each has taken.
/// Thread-safety: none.
class RowShares {
public:
  explicit RowShares(uint32_t devices);

  /// The bands of `devices` for a frame of `height` rows, in their order from the top, without
  /// gaps. They begin at multiples of `unit` rows; where there are too few of these, some are
  /// empty.
  std::vector<Band> bands(const std::vector<uint32_t>& devices, uint32_t height,
                          uint32_t unit) const;

  /// These devices have taken that long for their bands of one frame.
  void learn(const std::vector<uint32_t>& devices,
             const std::vector<std::chrono::nanoseconds>& times);

  double share(uint32_t device) const { return shares_[device]; }

private:
  std::vector<double> shares_; ///< sum to 1
  std::vector<double> delays_; ///< how long each takes, to the mean of those that share a frame
};

} // namespace videohistogram
