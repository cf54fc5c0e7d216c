// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/sums.h"
#include "cuda/device/resources.h"
#include "cuda/kernels/common/frame_to_count.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// The tables of light of a context, in device memory. The memory of a table that no plan has any
/// more, so that no launch reads it, is used again for another one.
/// Thread-safety: one thread at a time, with the context current.
class LightTables {
public:
  /// Copies the tables that the sums need to the device, unless they are there. Waits for the
  /// copies, each at most `time_limit`. After an error the next call tries again.
  Status load(const SumsPlan& sums, std::chrono::milliseconds time_limit);

  /// Sets the addresses of the tables that load() copied.
  void set(const SumsPlan& sums, CountMemory& memory) const;

private:
  struct Entry {
    LightTable table; ///< null after an error
    DeviceBlock block;
  };
  Status load(const LightTable& table, std::chrono::milliseconds time_limit);
  const uint32_t* find(const LightTable& table) const;

  std::vector<Entry> entries_;
};

} // namespace videohistogram::cuda
