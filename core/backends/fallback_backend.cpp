// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backends/fallback_backend.h"

#include "core/backends/recountable_matrices.h"
#include "core/backends/small_frames.h"

#include <algorithm>
#include <new>
#include <utility>

namespace videohistogram {

constexpr uint32_t longest_backoff = 64; // frames

/// The job of a device, or the frame that the CPU counts in its place.
class FallbackBackend::FallbackJob final : public Job {
public:
  FallbackJob(FallbackBackend& owner) : device_job(owner.device_->make_job()), owner_(owner) {}
  ~FallbackJob() override { release(); }

  Status wait(uint32_t* counts) override {
    fell_back_ = !device_job->pending();
    if (fell_back_)
      return owner_.count_on_cpu(*this, frame, counts);
    Status status = device_job->wait(counts);
    if (status.ok()) {
      owner_.device_worked(submission);
      return status;
    }
    owner_.device_failed(status.error(), submission);
    const FrameView* pixels = device_job->host_pixels();
    fell_back_ = pixels != nullptr;
    return pixels ? owner_.count_on_cpu(*this, *pixels, counts) : status;
  }
  std::shared_ptr<Matrix> matrix(size_t index) override {
    if (fell_back_)
      return index < matrices.size() ? matrices[index] : nullptr;
    return device_job->host_pixels() ? recountable_matrix(index) : device_job->matrix(index);
  }
  bool matrices_need_frame() const override {
    return !fell_back_ && plan->has_matrices() && device_job->host_pixels() &&
           !device_job->keeps_pixels();
  }
  const Sums* sums() const override {
    return !fell_back_ ? device_job->sums() : cpu_sums.values.empty() ? nullptr : &cpu_sums;
  }
  bool fell_back() const override {
    return fell_back_ || (recountable_ && recountable_->recounted());
  }
  std::optional<std::chrono::nanoseconds> device_time() const override {
    return device_job->pending() && !fell_back_ ? device_job->device_time() : std::nullopt;
  }

  bool holds_frame() const override {
    return device_job->pending() ? device_job->holds_frame() : true;
  }
  const FrameView* host_pixels() const override {
    return device_job->pending() ? device_job->host_pixels() : &frame;
  }

  const std::unique_ptr<Job> device_job; ///< pending unless the CPU counts the frame
  uint64_t submission = 0;               ///< number of the submission to the device
  FrameView frame;                       ///< frame that the CPU counts
  SharedPlan plan;
  std::vector<Rect> regions;
  // The CPU's results, if it counted the frame:
  std::vector<std::shared_ptr<Matrix>> matrices;
  Sums cpu_sums;

private:
  /// A matrix of the device. The CPU counts it if the device does not deliver it.
  std::shared_ptr<Matrix> recountable_matrix(size_t index) try {
    const size_t n = plan->n_matrices(regions.size());
    if (index >= n)
      return nullptr;
    if (!recountable_) {
      std::vector<std::shared_ptr<Matrix>> counted(n);
      for (size_t i = 0; i < n; i++)
        counted[i] = device_job->matrix(i);
      recountable_ = std::make_shared<RecountableMatrices>(
          std::move(counted), owner_.cpu_, *device_job->host_pixels(), plan, regions);
    }
    return std::make_shared<RecountableMatrix>(recountable_, index);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }

  void do_release() override {
    if (recountable_) {
      recountable_->release(device_job->keeps_pixels());
      if (const std::optional<Error> failure = recountable_->failure())
        owner_.device_failed(*failure, submission);
      recountable_.reset();
    }
    device_job->release();
    matrices.clear();
    plan.reset();
  }

  FallbackBackend& owner_;
  bool fell_back_ = false;
  std::shared_ptr<RecountableMatrices> recountable_; ///< null: no matrix was asked for
};

FallbackBackend::FallbackBackend(std::unique_ptr<Backend> device, std::shared_ptr<FallbackCpu> cpu,
                                 Notify notify, bool small_frames_on_cpu, uint32_t jobs_per_frame)
    : device_(std::move(device)), cpu_(std::move(cpu)), notify_(std::move(notify)),
      small_frames_on_cpu_(small_frames_on_cpu), jobs_per_frame_(jobs_per_frame) {}

std::unique_ptr<Job> FallbackBackend::make_job() {
  return std::make_unique<FallbackJob>(*this);
}

void FallbackBackend::choose(const FramesAhead& frames) {
  small_frames_ = small_frames_on_cpu_ && are_small_frames(frames);
}

void FallbackBackend::prepare(const FramesAhead& frames) {
  choose(frames);
  if (device_counts() && device_->can_count(frames.plan))
    device_->prepare(frames);
}

Status FallbackBackend::do_submit(Job& any_job, const FrameView& frame, const SharedPlan& plan,
                                  const std::vector<Rect>& regions) {
  auto& job = static_cast<FallbackJob&>(any_job);
  job.plan = plan;
  job.regions = regions; // the vector's memory is reused

  const bool on_host = frame.place.on_host();
  const bool is_copy = std::exchange(refused_device_frame_, false) && on_host;
  const bool countable = device_->can_count(*plan);
  if (!countable && !on_host)
    return refusal("the device cannot count what is asked of such frames, but the CPU can");
  const bool for_cpu = is_copy || (on_host && (counting_small_frames() || !countable));
  if (const std::optional<uint64_t> submission = for_cpu ? std::nullopt : next_submission()) {
    const Status status = device_->submit_checked(*job.device_job, frame, plan, regions);
    if (status.ok()) {
      job.submission = *submission;
      return status;
    }
    if (status.error().kind == ErrorKind::invalid_argument)
      return status; // the frame is invalid; the device works
    device_failed(status.error(), *submission);
  }
  if (!on_host) {
    refused_device_frame_ = true;
    std::lock_guard lock(episode_mutex_);
    return *last_error_;
  }
  job.frame = frame;
  return {};
}

Status FallbackBackend::count_on_cpu(FallbackJob& job, const FrameView& frame, uint32_t* counts) {
  const Status status =
      cpu_->count(frame, job.plan, job.regions, {counts, job.matrices, job.cpu_sums});
  if (status.ok())
    fallback_jobs_.fetch_add(1, std::memory_order_relaxed);
  return status;
}

bool FallbackBackend::ready() const {
  std::lock_guard lock(episode_mutex_);
  return device_usable() && jobs_to_skip_ == 0;
}

void FallbackBackend::skip_job() {
  if (std::exchange(refused_device_frame_, false))
    return; // this is the copy of a refused frame, whose job was counted as skipped already
  std::lock_guard lock(episode_mutex_);
  if (jobs_to_skip_ > 0)
    jobs_to_skip_--;
}

std::optional<uint64_t> FallbackBackend::next_submission() {
  if (!device_usable())
    return {};
  std::lock_guard lock(episode_mutex_);
  if (jobs_to_skip_ == 0)
    return ++submissions_;
  jobs_to_skip_--;
  return {};
}

void FallbackBackend::device_failed(const Error& error, uint64_t submission) {
  bool first = false;
  {
    std::lock_guard lock(episode_mutex_);
    if (!given_up_.load(std::memory_order_relaxed) || error.kind == ErrorKind::device_lost)
      last_error_ = error;
    if (error.kind != ErrorKind::transient) {
      first = !given_up_.exchange(true);
    } else if (!failing_ || submission > last_failure_) {
      first = !failing_;
      failing_ = true;
      jobs_to_skip_ = backoff_ * jobs_per_frame_;
      backoff_ = std::min(2 * backoff_, longest_backoff);
      last_failure_ = submissions_;
      worked_in_row_ = 0;
    } // else the frame was in flight at the last failure: both belong to one incident
  }
  if (first)
    notify_(error);
}

void FallbackBackend::device_worked(uint64_t submission) {
  if (!failing_.load(std::memory_order_relaxed))
    return;
  std::lock_guard lock(episode_mutex_);
  // depth() frames in a row: some slots of a device may work while others get no memory.
  if (!failing_ || submission <= last_failure_ || ++worked_in_row_ < depth())
    return;
  failing_ = false;
  backoff_ = 1;
}

} // namespace videohistogram
