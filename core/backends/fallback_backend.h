// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/backends/fallback_cpu.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace videohistogram {

/// Counts on a device. If the device fails, counts the same frame on the CPU, so that no frame
/// loses its histogram as long as the host can read its pixels.
///
/// A matrix that the device counted and cannot deliver is a failure like that of a frame: the CPU
/// counts the frame again while its pixels can be read (RecountableMatrices).
///
/// - transient: the CPU counts this frame; the device is retried after 1, 2, 4 ... 64 frames. The
///   interval starts again at 1 after the device has counted depth() frames in a row.
/// - device_lost, device_unusable, no_device, bug: the CPU counts this frame and all later ones.
///
/// A plan that the device cannot count is counted by the CPU.
///
/// A frame in a device's memory is not recounted here: submit() returns the device's error, also
/// while the device gets no frames. Unless it is device_lost, the caller can submit a copy on the
/// host.
///
/// Thread-safety: as for Backend.
class FallbackBackend final : public Backend {
public:
  /// Called once per episode of failures, on the thread that meets the first failure.
  using Notify = std::function<void(const Error&)>;

  /// `small_frames_on_cpu`: whether the CPU counts frames for which are_small_frames() holds.
  /// `jobs_per_frame`: how often callers submit parts of the same frame.
  FallbackBackend(std::unique_ptr<Backend> device, std::shared_ptr<FallbackCpu> cpu, Notify notify,
                  bool small_frames_on_cpu = false, uint32_t jobs_per_frame = 1);
  /// The processor that counts now: the device, or the CPU for small frames or after giving up.
  const char* name() const override { return counting().name(); }
  std::string device() const override { return counting().device(); }
  uint32_t depth() const override { return counting_small_frames() ? 1 : device_->depth(); }
  bool is_device() const override { return counting().is_device(); }
  bool takes(MemoryKind memory) const override { return device_->takes(memory); }
  void prepare(const FramesAhead& frames) override;
  std::shared_ptr<HostMemorySource> pinned_memory() override {
    return device_counts() ? device_->pinned_memory() : nullptr;
  }
  std::unique_ptr<Job> make_job() override;
  TransferStats transfers() const override { return device_->transfers(); }
  std::vector<DeviceStats> device_stats() const override { return device_->device_stats(); }

  /// Whether the device gets the next job: it is neither given up nor waiting for its next retry.
  bool ready() const;
  /// Reports that a job's frame was counted elsewhere, which shortens the wait for the device's
  /// next retry by one job. Called on the submitting thread.
  void skip_job();

  /// Number of jobs that the CPU counted in place of the device.
  uint64_t fallback_jobs() const { return fallback_jobs_.load(std::memory_order_relaxed); }
  /// Decides whether the CPU counts such frames. prepare() calls it; call it alone for a device
  /// that is not ready, and so is not prepared. No job may be pending.
  void choose(const FramesAhead& frames);
  /// Whether the frames given to the last prepare() are small host frames, which the CPU counts.
  bool counting_small_frames() const { return small_frames_.load(std::memory_order_relaxed); }
  /// False after the device is given up for good.
  bool device_usable() const { return !given_up_.load(std::memory_order_relaxed); }

private:
  class FallbackJob;

  bool device_counts() const { return device_usable() && !counting_small_frames(); }
  const Backend& counting() const { return device_counts() ? *device_ : cpu_->backend(); }
  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override;
  Status count_on_cpu(FallbackJob& job, const FrameView& frame, uint32_t* counts);
  void device_failed(const Error& error, uint64_t submission);
  void device_worked(uint64_t submission);
  /// The number of the next submission to the device; empty if the device does not get this frame.
  std::optional<uint64_t> next_submission();

  std::unique_ptr<Backend> device_;
  std::shared_ptr<FallbackCpu> cpu_;
  Notify notify_;
  const bool small_frames_on_cpu_;
  const uint32_t jobs_per_frame_;
  std::atomic<bool> small_frames_{false}; ///< see counting_small_frames()
  /// The host copy of a refused frame comes next. Used by the submitting thread only.
  bool refused_device_frame_ = false;

  std::atomic<uint64_t> fallback_jobs_{0};
  std::atomic<bool> given_up_{false};
  /// Set with episode_mutex_ held. The thread that waits takes the mutex only while this is set.
  std::atomic<bool> failing_{false};
  alignas(cache_line_bytes) mutable std::mutex episode_mutex_;
  // Accessed with episode_mutex_ held:
  std::optional<Error> last_error_;
  uint32_t backoff_ = 1; ///< frames
  uint32_t jobs_to_skip_ = 0;
  uint64_t submissions_ = 0; ///< submissions to the device so far
  /// submissions_ at the last failure; further failures among these are part of the same incident.
  uint64_t last_failure_ = 0;
  uint32_t worked_in_row_ = 0; ///< later submissions that were counted
};

} // namespace videohistogram
