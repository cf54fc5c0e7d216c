// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/fake/fake_backend.h"

#include "cpu/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace videohistogram::test {

namespace {

using Clock = std::chrono::steady_clock;

/// Bounded, so that a test fails that does not let the device go on.
void wait_while(const std::atomic<bool>& held) {
  for (int i = 0; i < 5000 && held; i++)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// A matrix in the device's memory. It is not read while a test holds matrices.
class FakeMatrix final : public Matrix {
public:
  /// `fault`: the error of every read(); none: it works while the device does.
  FakeMatrix(std::shared_ptr<Matrix> counts, std::shared_ptr<FakeLog> log,
             std::optional<ErrorKind> fault)
      : counts_(std::move(counts)), log_(std::move(log)), fault_(fault) {}

  Status read(uint32_t* counts) override {
    log_->reads++;
    wait_while(log_->matrices_held);
    log_->reads--;
    if (fault_ == ErrorKind::device_lost)
      log_->lost = true;
    if (log_->lost)
      return {ErrorKind::device_lost, "the fake device lost a matrix"};
    if (fault_)
      return {*fault_, "the fake device did not copy a matrix"};
    return counts_->read(counts);
  }

private:
  const std::shared_ptr<Matrix> counts_;
  const std::shared_ptr<FakeLog> log_;
  const std::optional<ErrorKind> fault_;
};

class FakeBackend final : public Backend {
public:
  explicit FakeBackend(FakeConfig config) : config_(std::move(config)) {
    stats_.index = config_.index;
    stats_.name = fake_device_name;
    if (!config_.log)
      config_.log = std::make_shared<FakeLog>();
    device_ = std::thread([this] { run_device(); });
  }

  ~FakeBackend() override {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    device_.join();
  }

  const char* name() const override { return config_.name; }
  std::string device() const override { return std::string("Fake device (") + config_.name + ")"; }
  uint32_t depth() const override { return config_.depth; }
  bool is_device() const override { return true; }
  bool takes(MemoryKind) const override { return true; }
  bool can_count(const Plan& plan) const override {
    return !config_.can_count || config_.can_count(plan);
  }
  void prepare(const FramesAhead& frames) override {
    config_.log->prepares++;
    config_.log->prepared_rows = frames.height;
    config_.log->prepared_frames = frames.memory == MemoryKind::host ? frames.pending : 0;
    note_call();
  }
  std::shared_ptr<HostMemorySource> pinned_memory() override { return config_.memory; }
  std::unique_ptr<Job> make_job() override { return std::make_unique<FakeJob>(*this); }
  TransferStats transfers() const override {
    std::lock_guard lock(mutex_);
    return transfers_;
  }
  std::vector<DeviceStats> device_stats() const override {
    std::lock_guard lock(mutex_);
    return {stats_};
  }

private:
  enum class State { idle, queued, running, done };

  class FakeJob final : public Job {
  public:
    explicit FakeJob(FakeBackend& owner) : owner_(owner) {}
    ~FakeJob() override { release(); }
    Status wait(uint32_t* counts) override { return owner_.wait_for(*this, counts); }
    bool holds_frame() const override { return staged_.empty(); }
    const FrameView* host_pixels() const override {
      return owner_.config_.host_pixels && frame_.place.on_host() ? &frame_ : nullptr;
    }
    std::optional<std::chrono::nanoseconds> device_time() const override { return time_; }
    std::shared_ptr<Matrix> matrix(size_t index) override {
      return index < matrices_.size() ? matrices_[index] : nullptr;
    }
    const Sums* sums() const override { return plan_->sums.empty() ? nullptr : &sums_; }
    void do_release() override {
      if (state_ != State::idle)
        owner_.release(*this);
    }

    FakeBackend& owner_;
    FrameView frame_;
    std::vector<uint8_t> staged_;        ///< the pixels; empty where the frame is held
    std::vector<uint8_t> staged_before_; ///< the same of the frame before
    SharedPlan plan_;
    std::vector<Rect> regions_;
    std::optional<Fault> fault_, matrix_fault_;
    std::optional<std::chrono::nanoseconds> time_;  ///< none: not known
    std::vector<uint32_t> counts_;                  ///< the device's while running, then the host's
    std::vector<std::shared_ptr<Matrix>> matrices_; ///< the same
    Sums sums_;                                     ///< the same
    std::atomic<State> state_{State::idle};         ///< written with mutex_ held
  };

  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override;
  void take(FakeJob& job, const FrameView& frame);
  void note_call() {
    if (config_.log->lost)
      config_.log->calls_after_lost++;
  }
  Error error_of(ErrorKind kind, const char* where);
  std::optional<Fault> fault_at(uint64_t frame) const;
  Status wait_for(FakeJob& job, uint32_t* counts);
  bool wait_until_answered(FakeJob& job, std::unique_lock<std::mutex>& lock);
  void release(FakeJob& job);
  void count(FakeJob& job);
  void run_device();

  FakeConfig config_;
  const std::unique_ptr<Backend> counter_ = create_cpu_backend(1); ///< of the device's thread
  const std::unique_ptr<Job> counter_job_ = counter_->make_job();
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<FakeJob*> queue_; ///< with mutex_ held
  TransferStats transfers_;    ///< with mutex_ held
  DeviceStats stats_;          ///< with mutex_ held
  bool stopping_ = false;      ///< with mutex_ held
  std::thread device_;
};

/// Makes an error; device_lost latches, and what is pending fails with it. Called with mutex_ held.
Error FakeBackend::error_of(ErrorKind kind, const char* where) {
  if (kind == ErrorKind::device_lost) {
    config_.log->lost = true;
    changed_.notify_all();
  }
  return {kind, std::string("the fake device failed: ") + error_kind_name(kind), where};
}

std::optional<Fault> FakeBackend::fault_at(uint64_t frame) const {
  for (const Fault& fault : config_.faults)
    if (frame >= fault.frame && frame - fault.frame < fault.frames)
      return fault;
  return {};
}

Status FakeBackend::do_submit(Job& any_job, const FrameView& frame, const SharedPlan& plan,
                              const std::vector<Rect>& regions) {
  const uint64_t number = ++config_.log->submits;
  note_call();
  std::unique_lock lock(mutex_);
  if (config_.log->lost)
    return error_of(ErrorKind::device_lost, "submit");
  auto& job = static_cast<FakeJob&>(any_job);

  job.fault_ = fault_at(number);
  job.matrix_fault_.reset();
  if (job.fault_ &&
      (job.fault_->stage == FaultStage::read || job.fault_->stage == FaultStage::absent))
    job.matrix_fault_ = std::exchange(job.fault_, std::nullopt);
  if (job.fault_ && job.fault_->stage == FaultStage::submit)
    return error_of(job.fault_->kind, "submit");
  if (job.fault_ && job.fault_->stage == FaultStage::memory)
    throw std::bad_alloc();

  job.plan_ = plan;
  job.regions_ = regions;
  job.matrices_.assign(plan->n_matrices(regions.size()), nullptr);
  take(job, frame);
  config_.log->last_rows = frame.height;
  job.state_ = State::queued;
  queue_.push_back(&job);
  const uint64_t pending = ++config_.log->pending;
  if (pending > config_.log->max_pending)
    config_.log->max_pending = pending;
  lock.unlock();
  changed_.notify_all();
  return {};
}

/// A copy of a frame on the host whose pixels are in `pixels`.
static FrameView copied_to(std::vector<uint8_t>& pixels, const FrameView& frame) {
  const PackedLayout layout = packed_layout(*frame.format, frame.width, frame.height, 1);
  pixels.resize(layout.size);
  FrameView copy = packed_view(frame, layout, pixels.data());
  for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
    for (uint32_t y = 0; y < frame.rows(plane); y++)
      std::memcpy(const_cast<uint8_t*>(copy.planes[plane].row(y)), frame.planes[plane].row(y),
                  frame.row_bytes(plane));
  return copy;
}

/// Gets at the pixels of a frame. Called with mutex_ held.
void FakeBackend::take(FakeJob& job, const FrameView& frame) {
  const size_t bytes = frame.pixel_bytes();
  job.frame_ = frame;
  job.staged_.clear();
  if (config_.bytes_per_ns > 0)
    job.time_ = std::chrono::nanoseconds(std::llround(bytes / config_.bytes_per_ns));
  if (!frame.place.on_host()) {
    transfers_.zero_copy_frames++;
    config_.log->device_frames++;
    return;
  }
  transfers_.bytes_uploaded += bytes;
  stats_.bytes += bytes;
  if (config_.holds_frame && !(config_.stages && config_.stages())) {
    transfers_.pinned_frames++;
    return;
  }
  job.frame_ = copied_to(job.staged_, frame);
  if (frame.before)
    job.frame_.before =
        std::make_shared<const FrameView>(copied_to(job.staged_before_, *frame.before));
  transfers_.staged_frames++;
  transfers_.bytes_staged += bytes;
}

/// Waits for the device's answer, no longer than the time limit. Called with `lock` held.
bool FakeBackend::wait_until_answered(FakeJob& job, std::unique_lock<std::mutex>& lock) {
  return changed_.wait_until(lock, Clock::now() + config_.time_limit, [&] {
    return job.state_ == State::done || (config_.log->lost && job.state_ != State::running);
  });
}

Status FakeBackend::wait_for(FakeJob& job, uint32_t* counts) {
  std::unique_lock lock(mutex_);
  const bool answered = wait_until_answered(job, lock);
  if (!answered || config_.log->lost)
    return error_of(ErrorKind::device_lost, "wait");
  if (job.fault_)
    return error_of(job.fault_->kind, "wait");
  std::copy(job.counts_.begin(), job.counts_.end(), counts);
  config_.log->counted++;
  return {};
}

void FakeBackend::release(FakeJob& job) {
  std::unique_lock lock(mutex_);
  if (!wait_until_answered(job, lock)) {
    (void)error_of(ErrorKind::device_lost, "release");
    changed_.wait(lock, [&] { return job.state_ != State::running; });
  }
  queue_.erase(std::remove(queue_.begin(), queue_.end(), &job), queue_.end());
  job.state_ = State::idle;
  config_.log->pending--;
  lock.unlock();
  changed_.notify_all();
}

/// Counts on the device's thread.
void FakeBackend::count(FakeJob& job) {
  FrameView pixels = job.frame_;
  pixels.place = {};
  if (pixels.before && !pixels.before->place.on_host()) {
    FrameView before = *pixels.before;
    before.place = {};
    pixels.before = std::make_shared<const FrameView>(before);
  }
  job.counts_.assign(job.plan_->total_counts(job.regions_.size()), 0);
  if (!counter_->submit(*counter_job_, pixels, job.plan_, job.regions_).ok() ||
      !counter_job_->wait(job.counts_.data()).ok())
    std::abort(); // a frame that submit() refuses
  if (const Sums* const sums = counter_job_->sums())
    job.sums_ = *sums;
  const std::optional<Fault>& fault = job.matrix_fault_;
  for (size_t i = 0; i < job.matrices_.size(); i++)
    if (auto matrix = counter_job_->matrix(i);
        matrix && !(fault && fault->stage == FaultStage::absent))
      job.matrices_[i] = std::make_shared<FakeMatrix>(
          std::move(matrix), config_.log, fault ? std::optional(fault->kind) : std::nullopt);
  counter_job_->release();
}

void FakeBackend::run_device() {
  std::unique_lock lock(mutex_);
  for (;;) {
    // A job that hangs stays at the head of the queue and holds up those after it.
    changed_.wait(lock, [this] {
      return stopping_ ||
             (!queue_.empty() && !config_.log->lost &&
              !(queue_.front()->fault_ && queue_.front()->fault_->stage == FaultStage::hang));
    });
    if (stopping_)
      return;
    FakeJob& job = *queue_.front();
    queue_.pop_front();
    job.state_ = State::running;
    lock.unlock();
    if (config_.delay.count() > 0)
      std::this_thread::sleep_for(config_.delay);
    wait_while(config_.log->held);
    if (!job.fault_) {
      count(job);
    }
    lock.lock();
    if (!job.fault_) {
      stats_.frames++;
      stats_.busy += job.time_.value_or(std::chrono::nanoseconds(0));
    }
    job.state_ = State::done;
    changed_.notify_all();
  }
}

} // namespace

std::unique_ptr<Backend> create_fake_backend(FakeConfig config) {
  return std::make_unique<FakeBackend>(std::move(config));
}

} // namespace videohistogram::test
