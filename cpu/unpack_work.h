// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/threads/workers.h"
#include "core/unpacked_frame.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// Unpacks the rows of a frame, some rows at a time on each thread.
class UnpackWork final : public ParallelTask {
public:
  /// After UnpackedFrame::begin().
  void begin(UnpackedFrame& frame, const UnpackFunctions& functions) {
    frame_ = &frame;
    functions_ = &functions;
    next_.store(0, std::memory_order_relaxed);
  }
  uint64_t bytes() const { return frame_->view().pixel_bytes() / 4; }
  void prepare_for(size_t) {}

  void run_share() override {
    const uint32_t height = frame_->view().height;
    for (uint64_t y; (y = next_.fetch_add(piece_rows, std::memory_order_relaxed)) < height;)
      frame_->write_rows(static_cast<uint32_t>(y),
                         static_cast<uint32_t>(std::min<uint64_t>(piece_rows, height - y)),
                         *functions_);
  }

private:
  static constexpr uint32_t piece_rows = 8;

  UnpackedFrame* frame_ = nullptr;
  const UnpackFunctions* functions_ = nullptr;
  std::atomic<uint64_t> next_{0};
};

} // namespace videohistogram::cpu
