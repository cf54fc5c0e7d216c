// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace videohistogram {

/// The CPU, for where devices fail. The devices of an element share one: the threads of one for
/// each would be too many together.
struct FallbackCpu {
  explicit FallbackCpu(std::unique_ptr<Backend> cpu)
      : backend(std::move(cpu)), job(backend->make_job()) {}

  const std::unique_ptr<Backend> backend;
  const std::unique_ptr<Job> job;
  std::mutex mutex; ///< recounts come from waiting threads, new frames from the submitting one
};

/// Counts on a device and, where that fails, the same frame on the CPU, so that no frame loses its
/// histogram to a fault as long as the host can read its pixels.
///
/// - transient: this frame on the CPU; the device is tried again after 1, 2, 4 ... 64 frames, until
///   it has counted depth() frames in a row.
/// - device_lost, device_unusable, no_device, bug: this and every later frame on the CPU.
///
/// A frame in a GPU's memory is not recounted here: submit() answers with the device's error, also
/// while it is not asked. Unless that is device_lost, the caller can submit a copy on the host.
///
/// Thread-safety: as Backend says.
class FallbackBackend final : public Backend {
public:
  /// Called once for every episode of failures, from the thread that met the first one.
  using Notify = std::function<void(const Error&)>;

  /// `small_frames_on_cpu`: frames that are_small_frames() are counted on the CPU.
  FallbackBackend(std::unique_ptr<Backend> device, std::shared_ptr<FallbackCpu> cpu, Notify notify,
                  bool small_frames_on_cpu = false);
  /// Who counts now: the device; the CPU once the device is given up, and small frames.
  const char* name() const override { return counting().name(); }
  std::string device() const override { return counting().device(); }
  uint32_t depth() const override { return counting_small_frames() ? 1 : device_->depth(); }
  bool counts_device_frames() const override { return device_->counts_device_frames(); }
  void prepare(const FramesAhead& frames) override;
  std::shared_ptr<HostMemorySource> pinned_memory() override {
    return device_counts() ? device_->pinned_memory() : nullptr;
  }
  std::unique_ptr<Job> make_job() override;
  TransferStats transfers() const override { return device_->transfers(); }
  std::vector<DeviceStats> device_stats() const override { return device_->device_stats(); }

  /// The device is to get the next frame: it is neither given up nor left alone for some frames.
  bool ready() const;
  /// A frame goes elsewhere: one less for which the device is left alone. By the submitting thread.
  void skip_frame();

  /// Frames that the CPU has counted in the device's place.
  uint64_t fallback_frames() const { return fallback_frames_.load(std::memory_order_relaxed); }
  /// The frames announced last are small ones from the host, which the CPU counts.
  bool counting_small_frames() const { return small_frames_.load(std::memory_order_relaxed); }
  /// False once the device is given up for good.
  bool device_usable() const { return !given_up_.load(std::memory_order_relaxed); }

private:
  class FallbackJob;

  bool device_counts() const { return device_usable() && !counting_small_frames(); }
  const Backend& counting() const { return device_counts() ? *device_ : *cpu_->backend; }
  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override;
  Status count_on_cpu(FallbackJob& job, const FrameView& frame, uint32_t* counts);
  void device_failed(const Error& error, uint64_t submission);
  void device_worked(uint64_t submission);
  /// The number of the next submission to the device; none if this frame is not to go there.
  std::optional<uint64_t> next_submission();

  std::unique_ptr<Backend> device_;
  std::shared_ptr<FallbackCpu> cpu_;
  Notify notify_;
  const bool small_frames_on_cpu_;
  std::atomic<bool> small_frames_{false}; ///< see counting_small_frames()
  bool refused_device_frame_ = false; ///< its copy on the host comes next; of the submitting thread

  std::atomic<uint64_t> fallback_frames_{0};
  std::atomic<bool> given_up_{false};
  mutable std::mutex episode_mutex_;
  // With episode_mutex_ held:
  std::optional<Error> last_error_;
  bool failing_ = false;
  uint32_t backoff_ = 1;
  uint32_t frames_to_skip_ = 0;
  uint64_t submissions_ = 0;   ///< to the device, ever
  uint64_t last_failure_ = 0;  ///< submissions_ when it was met: earlier ones tell nothing new
  uint32_t worked_in_row_ = 0; ///< submissions after that which were counted
};

} // namespace videohistogram
