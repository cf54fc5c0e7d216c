// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/plan.h"
#include "cuda/device/resources.h"
#include "cuda/kernels/common/frame_to_count.h"

#include <chrono>
#include <cstddef>
#include <map>

namespace videohistogram::cuda {

/// The tables of ColourPlans, in device memory of a context: those of hues and of chromaticities.
/// Thread-safety: one thread at a time, with the context current.
class ColourTables {
public:
  /// Copies the tables that a plan needs to the device, unless they are there. Waits for the
  /// copies, each at most `time_limit`. After an error the next call tries again.
  Status load(const Plan& plan, std::chrono::milliseconds time_limit);
  /// Sets the tables that load() copied for the plan.
  void set(const Plan& plan, CountMemory& memory) const;

private:
  Status load(const void* table, size_t bytes, std::chrono::milliseconds time_limit,
              const char* copying);

  std::map<const void*, DeviceBlock> tables_; ///< by the table on the host, which is never freed
};

} // namespace videohistogram::cuda
