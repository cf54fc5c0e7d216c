// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/support/report_check.h"

#include <memory>
#include <vector>

namespace videohistogram::test {

/// Fake GPUs, and what they were asked to do.
struct Fakes {
  explicit Fakes(guint n) : configs(n) {
    for (FakeConfig& config : configs)
      config.log = std::make_shared<FakeLog>();
  }
  void use() const { set_fakes(configs); }
  std::vector<guint64> submits() const {
    std::vector<guint64> numbers;
    for (const FakeConfig& config : configs)
      numbers.push_back(config.log->submits);
    return numbers;
  }
  FakeLog& log(guint i) const { return *configs[i].log; }

  std::vector<FakeConfig> configs;
};

inline Fault fault(uint64_t frame, FaultStage stage, ErrorKind kind, uint64_t frames = 1) {
  return {frame, frames, stage, kind};
}

/// The size of the frames that they count.
constexpr guint width = 40, height = 31;

/// RGBA, and different for each number.
inline reference::Frame frame_number(guint i) {
  return make_plain_frame("RGBA", width, height, reference::Content::noise, i);
}

/// Pushes frames `first` to `first + n - 1`, then fails unless they have their histograms.
inline void push_exact(Stream& stream, guint first, guint n) {
  expect_exact(push_frames(stream, frame_number, first, n), frame_number, first);
}

} // namespace videohistogram::test
