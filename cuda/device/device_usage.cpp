// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/device_usage.h"

namespace videohistogram::cuda {

namespace {

uint64_t load(const std::atomic<uint64_t>& counter) {
  return counter.load(std::memory_order_relaxed);
}

} // namespace

void DeviceUsage::begin() {
  std::lock_guard lock(mutex_);
  if (frames_++ == 0)
    since_ = Clock::now();
}

void DeviceUsage::end() {
  std::lock_guard lock(mutex_);
  if (--frames_ == 0)
    busy_ += Clock::now() - since_;
}

TransferStats DeviceUsage::transfers() const {
  return {load(bytes_uploaded), load(bytes_staged), load(zero_copy_frames), load(pinned_frames),
          load(staged_frames)};
}

DeviceStats DeviceUsage::stats() const {
  DeviceStats stats;
  stats.index = index_;
  stats.name = name_;
  stats.frames = load(counted_);
  stats.bytes = load(bytes_uploaded);
  std::lock_guard lock(mutex_);
  stats.busy = busy_;
  if (frames_ > 0)
    stats.busy += Clock::now() - since_;
  return stats;
}

} // namespace videohistogram::cuda
