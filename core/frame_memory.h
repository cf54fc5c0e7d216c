// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// How many frames may be in flight at once, at least 1.
struct FrameLimit {
  uint32_t total = UINT32_MAX;
  uint32_t per_device = UINT32_MAX; ///< of them on one device

  bool operator==(const FrameLimit& other) const {
    return total == other.total && per_device == other.per_device;
  }
};

/// The bytes that one frame in flight takes at most. Every backend is assumed to take what the most
/// demanding one does, so that all of them count the same tables with the same bound.
struct FrameMemory {
  uint64_t host;   ///< pinned memory included
  uint64_t device; ///< on the device that counts the frame

  uint64_t larger() const { return host > device ? host : device; }
  /// How many frames take at most `bytes` on the host and `bytes` on each device, but at least 1.
  /// No limit where there is memory for `most` frames; 0 bytes: for any number.
  FrameLimit limit(uint64_t bytes, uint32_t most) const;
};

/// The memory of a frame of the plan that has so many regions; `on_device`: it lies in a device's
/// memory already, which is not counted. Frames that others hold, and histograms that somebody
/// holds after their frame was counted, are not counted either.
FrameMemory frame_memory(const Plan& plan, size_t regions, bool on_device);

} // namespace videohistogram
