// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backends/fallback_cpu.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace videohistogram {

/// The matrices that a device counted of one frame. When the device cannot deliver one, the CPU
/// counts the frame again, if the frame's pixels can still be read, and delivers all of them.
/// Thread-safety: any thread.
class RecountableMatrices {
public:
  /// `counted`: the device's matrices, null where there was no memory for one. `pixels` is readable
  /// until release(), and after it as Job::keeps_pixels() says.
  RecountableMatrices(std::vector<std::shared_ptr<Matrix>> counted,
                      std::shared_ptr<FallbackCpu> cpu, FrameView pixels, SharedPlan plan,
                      std::vector<Rect> regions)
      : counted_(std::move(counted)), cpu_(std::move(cpu)), pixels_(std::move(pixels)),
        plan_(std::move(plan)), regions_(std::move(regions)) {}

  /// Like Matrix::read(), for matrix number `index`.
  Status read(size_t index, uint32_t* counts);

  /// Called when the job that counted the frame is released. `keeps_pixels`: Job::keeps_pixels().
  void release(bool keeps_pixels);

  /// The device's first error; none if it has delivered every matrix that was read.
  std::optional<Error> failure() const;
  /// Whether the CPU counted the frame again.
  bool recounted() const;

private:
  bool can_recount(const Error& error) const;
  Status recount();

  mutable std::mutex mutex_; ///< held while the device copies or the CPU counts
  // With mutex_ held:
  std::vector<std::shared_ptr<Matrix>> counted_; ///< after recount() the CPU's
  std::shared_ptr<FallbackCpu> cpu_;             ///< null once the pixels are not readable any more
  FrameView pixels_;
  SharedPlan plan_;
  std::vector<Rect> regions_;
  bool released_ = false, recounted_ = false;
  std::optional<Error> failure_;
};

/// One of RecountableMatrices. Thread-safety: any thread.
class RecountableMatrix final : public Matrix {
public:
  RecountableMatrix(std::shared_ptr<RecountableMatrices> all, size_t index)
      : all_(std::move(all)), index_(index) {}

  Status read(uint32_t* counts) override { return all_->read(index_, counts); }

private:
  const std::shared_ptr<RecountableMatrices> all_;
  const size_t index_;
};

} // namespace videohistogram
