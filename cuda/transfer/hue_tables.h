// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/hue.h"
#include "cuda/device/resources.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

namespace videohistogram::cuda {

/// The hue_table()s of a context, in device memory.
/// Thread-safety: one thread at a time, with the context current.
class HueTables {
public:
  /// Copies the table for samples of `depth` bits to the device, unless it is there. Waits for the
  /// copy, at most `time_limit`. After an error the next call tries again.
  Status load(uint32_t depth, std::chrono::milliseconds time_limit);

  /// The table that load() copied.
  const uint16_t* table(uint32_t depth) const {
    return reinterpret_cast<const uint16_t*>(tables_[index(depth)].data());
  }

private:
  static uint32_t index(uint32_t depth) { return (std::min(depth, 14u) - 8) / 2; }

  std::array<DeviceBlock, 4> tables_; ///< for 8, 10, 12 and 16 bits
};

} // namespace videohistogram::cuda
