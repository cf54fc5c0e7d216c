// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backends/row_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace videohistogram {

namespace {

// Times vary between frames, and a changed band may need new memory. Shares therefore follow the
// mean over about `remembered` frames, and change only if the devices' means differ by more than
// the factor `tolerated`.
constexpr double remembered = 8;
constexpr double tolerated = 1.05;
// A new share affects the mean only gradually, after the frames in flight; large steps overshoot.
constexpr double step = 1.0 / 32;
// The smallest share, relative to an equal one. A device without rows would never be measured
// again.
constexpr double smallest = 1.0 / 16;

} // namespace

RowShares::RowShares(uint32_t devices) : shares_(devices, 1.0 / devices), delays_(devices, 1.0) {}

std::vector<Band> RowShares::bands(const std::vector<uint32_t>& devices, uint32_t height,
                                   uint32_t unit) const {
  double total = 0;
  for (uint32_t device : devices)
    total += shares_[device];
  std::vector<Band> bands;
  bands.reserve(devices.size());
  const uint32_t units = (height - 1) / unit + 1;
  double sum = 0;
  uint32_t begin = 0;
  for (size_t i = 0; i < devices.size(); i++) {
    sum += shares_[devices[i]];
    const bool last = i + 1 == devices.size();
    const auto end_unit = static_cast<uint32_t>(std::llround(sum / total * units));
    const uint32_t end = last ? height : std::clamp(end_unit * unit, begin, height);
    bands.push_back({begin, end - begin});
    begin = end;
  }
  return bands;
}

void RowShares::learn(const std::vector<uint32_t>& devices,
                      const std::vector<std::chrono::nanoseconds>& times) {
  if (times.empty() || std::any_of(times.begin(), times.end(),
                                   [](std::chrono::nanoseconds time) { return time.count() <= 0; }))
    return; // not measured
  const double mean =
      std::accumulate(times.begin(), times.end(), std::chrono::nanoseconds{0}).count() /
      static_cast<double>(times.size());
  double least = delays_[devices[0]], most = least;
  for (size_t i = 0; i < devices.size(); i++) {
    double& delay = delays_[devices[i]];
    delay += (times[i].count() / mean - delay) / remembered;
    least = std::min(least, delay);
    most = std::max(most, delay);
  }
  if (most <= tolerated * least)
    return;
  double before = 0, after = 0;
  for (size_t i = 0; i < devices.size(); i++) {
    double& share = shares_[devices[i]];
    before += share;
    share *= 1 + step * std::clamp(1 / delays_[devices[i]] - 1, -1.0, 1.0);
    share = std::max(share, smallest / shares_.size());
    after += share;
  }
  // Devices without a band keep their shares.
  for (uint32_t device : devices)
    shares_[device] *= before / after;
}

} // namespace videohistogram
