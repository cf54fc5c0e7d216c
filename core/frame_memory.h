// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <algorithm>
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

/// Maximum bytes per frame in flight on a backend. Memory that callers hold, namely input frames
/// and the histograms of counted frames, is not counted.
struct FrameMemory {
  uint64_t host;   ///< bytes on the host, including pinned memory
  uint64_t device; ///< bytes on the device that counts the frame

  uint64_t larger() const { return std::max(host, device); }
  /// The memory of a frame that either backend may count.
  FrameMemory with(const FrameMemory& other) const {
    return {std::max(host, other.host), std::max(device, other.device)};
  }
  /// The number of frames that take at most `bytes` on the host and at most `bytes` on each device,
  /// but at least 1. No limit if `most` frames fit, or if `bytes` is 0.
  FrameLimit limit(uint64_t bytes, uint32_t most) const {
    const auto fitting = [=](uint64_t frame_bytes) {
      if (bytes == 0 || frame_bytes == 0 || bytes / frame_bytes >= most)
        return UINT32_MAX;
      return static_cast<uint32_t>(std::max<uint64_t>(bytes / frame_bytes, 1));
    };
    return {fitting(host), fitting(device)};
  }
};

} // namespace videohistogram
