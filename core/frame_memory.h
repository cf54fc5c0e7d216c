// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// The maximum number of frames in flight, at least 1.
struct FrameLimit {
  uint32_t total = UINT32_MAX;
  uint32_t per_device = UINT32_MAX; ///< maximum on one device

  bool operator==(const FrameLimit& other) const {
    return total == other.total && per_device == other.per_device;
  }
};

/// Maximum bytes per frame in flight. The numbers are those of the most demanding backend and apply
/// to all of them, so that every backend counts the same tables within the same bound.
struct FrameMemory {
  uint64_t host;   ///< bytes on the host, including pinned memory
  uint64_t device; ///< bytes on the device that counts the frame

  uint64_t larger() const { return host > device ? host : device; }
  /// The number of frames that take at most `bytes` on the host and at most `bytes` on each device,
  /// but at least 1. No limit if `most` frames fit, or if `bytes` is 0.
  FrameLimit limit(uint64_t bytes, uint32_t most) const;
};

/// The memory of a frame of the plan with `regions` regions. `on_device`: the frame already lies in
/// a device's memory, which is not counted. Memory that callers hold, namely input frames and the
/// histograms of counted frames, is not counted either.
FrameMemory frame_memory(const Plan& plan, size_t regions, bool on_device);

} // namespace videohistogram
