// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/fallback_backend.h"

#include <algorithm>
#include <new>
#include <utility>

namespace videohistogram {

namespace {

constexpr uint32_t longest_backoff = 64;

} // namespace

/// A device's job, or the frame that the CPU is to count in its place.
class FallbackBackend::FallbackJob final : public Job {
public:
  FallbackJob(FallbackBackend& owner) : owner_(owner) {}

  bool idle() const { return idle_.load(std::memory_order_acquire); }

  void begin(const Request& request) {
    request_ = request; // the regions' memory is reused
    idle_.store(false, std::memory_order_relaxed);
  }
  void on_device(JobPtr job, uint64_t submission) {
    job_ = std::move(job);
    submission_ = submission;
  }
  void on_cpu(const FrameView& frame) { frame_ = frame; }

  Status wait(uint32_t* counts) override {
    fell_back_ = !job_;
    if (fell_back_)
      return owner_.count_on_cpu(frame_, request_, counts, matrix_);
    Status status = job_->wait(counts);
    if (status.ok()) {
      owner_.device_worked(submission_);
      return status;
    }
    owner_.device_failed(status.error(), submission_);
    const FrameView* pixels = job_->host_pixels();
    fell_back_ = pixels != nullptr;
    return pixels ? owner_.count_on_cpu(*pixels, request_, counts, matrix_) : status;
  }
  std::shared_ptr<Matrix> matrix() override { return fell_back_ ? matrix_ : job_->matrix(); }
  bool fell_back() const override { return fell_back_; }
  std::chrono::nanoseconds device_time() const override {
    return job_ && !fell_back_ ? job_->device_time() : std::chrono::nanoseconds{0};
  }

  bool holds_frame() const override { return job_ ? job_->holds_frame() : true; }
  const FrameView* host_pixels() const override { return job_ ? job_->host_pixels() : &frame_; }

  void release() override {
    job_.reset();
    matrix_.reset();
    idle_.store(true, std::memory_order_release);
  }

private:
  FallbackBackend& owner_;
  Request request_;
  JobPtr job_;
  uint64_t submission_ = 0; ///< which of those to the device job_ is
  FrameView frame_;
  bool fell_back_ = false;
  std::shared_ptr<Matrix> matrix_; ///< the CPU's, where that counted
  std::atomic<bool> idle_{true};
};

FallbackBackend::FallbackBackend(std::unique_ptr<Backend> device, std::shared_ptr<StandIn> cpu,
                                 Notify notify)
    : device_(std::move(device)), cpu_(std::move(cpu)), notify_(std::move(notify)) {
  for (uint32_t i = 0; i < device_->depth(); i++)
    jobs_.push_back(std::make_unique<FallbackJob>(*this));
}

FallbackBackend::~FallbackBackend() = default;

void FallbackBackend::prepare(const FramesAhead& frames) {
  if (device_usable())
    device_->prepare(frames);
}

Expected<JobPtr> FallbackBackend::submit(const FrameView& frame, const Request& request) {
  auto slot = std::find_if(jobs_.begin(), jobs_.end(), [](const auto& job) { return job->idle(); });
  if (slot == jobs_.end())
    return Error{ErrorKind::bug, "more frames were submitted than may be in flight", {}};
  FallbackJob& job = **slot;
  job.begin(request);
  JobPtr pending(&job); // whatever happens here, it does not stay so

  const bool is_copy = std::exchange(refused_device_frame_, false) && !frame.on_device();
  if (const uint64_t submission = is_copy ? 0 : next_submission()) {
    Expected<JobPtr> submitted = device_->submit(frame, request);
    if (submitted.ok()) {
      job.on_device(std::move(*submitted), submission);
      return Expected<JobPtr>(std::move(pending));
    }
    if (submitted.error().kind == ErrorKind::invalid_argument)
      return submitted.error(); // the frame's fault, not the device's
    device_failed(submitted.error(), submission);
  }
  if (frame.on_device()) {
    refused_device_frame_ = true;
    std::lock_guard lock(episode_mutex_);
    return *last_error_;
  }
  job.on_cpu(frame);
  return Expected<JobPtr>(std::move(pending));
}

Status FallbackBackend::count_on_cpu(const FrameView& frame, const Request& request,
                                     uint32_t* counts, std::shared_ptr<Matrix>& matrix) try {
  std::lock_guard lock(cpu_->mutex);
  Expected<JobPtr> job = cpu_->backend->submit(frame, request);
  if (!job.ok())
    return job.error();
  fallback_frames_.fetch_add(1, std::memory_order_relaxed);
  const Status status = (*job)->wait(counts);
  matrix = (*job)->matrix();
  return status;
} catch (const std::bad_alloc&) { // nobody above a completion thread could catch it
  return {ErrorKind::transient, "there is no memory to count a frame on the CPU",
          "FallbackBackend"};
}

bool FallbackBackend::ready() const {
  std::lock_guard lock(episode_mutex_);
  return device_usable() && frames_to_skip_ == 0;
}

void FallbackBackend::pass_by() {
  if (std::exchange(refused_device_frame_, false))
    return; // the copy of a frame that has been told of already
  std::lock_guard lock(episode_mutex_);
  if (frames_to_skip_ > 0)
    frames_to_skip_--;
}

uint64_t FallbackBackend::next_submission() {
  if (!device_usable())
    return 0;
  std::lock_guard lock(episode_mutex_);
  if (frames_to_skip_ == 0)
    return ++submissions_;
  frames_to_skip_--;
  return 0;
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
      frames_to_skip_ = backoff_;
      backoff_ = std::min(2 * backoff_, longest_backoff);
      last_failure_ = submissions_;
      worked_in_row_ = 0;
    } // else it was in flight when the last failure was met: the same incident
  }
  if (first)
    notify_(error);
}

void FallbackBackend::device_worked(uint64_t submission) {
  std::lock_guard lock(episode_mutex_);
  // A device may go on with some of its slots while it has no memory for the others.
  if (!failing_ || submission <= last_failure_ || ++worked_in_row_ < jobs_.size())
    return;
  failing_ = false;
  backoff_ = 1;
}

} // namespace videohistogram
