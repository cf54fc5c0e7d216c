// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/completion_queue.h"

#include <algorithm>
#include <utility>

namespace videohistogram {

namespace {

using Clock = std::chrono::steady_clock;

// Waking a sleeping thread costs the submitting thread 5 us or more. If tasks arrive at intervals
// between these limits, the completion thread instead wakes by itself shortly before the next task
// is due, and polls until the task is overdue. A result may then be late by an eighth of the
// interval. At shorter intervals the thread is still at work; longer ones leave time to wake it.
constexpr std::chrono::microseconds shortest_interval{200}, longest_interval{4000};
constexpr int polls = 4;

} // namespace

CompletionQueue::CompletionQueue(std::vector<std::unique_ptr<Task>> tasks)
    : tasks_(std::move(tasks)) {
  if (tasks_.size() > 1)
    thread_ = std::thread([this] { run(); });
}

CompletionQueue::~CompletionQueue() {
  if (!thread_.joinable())
    return;
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  submitted_.notify_one();
  thread_.join();
}

Task& CompletionQueue::acquire() {
  std::unique_lock lock(mutex_);
  if (begun_ - done_ == tasks_.size()) {
    submitted_.notify_one(); // submit() has not notified a polling thread
    finished_.wait(lock, [this] { return begun_ - done_ < tasks_.size(); });
  }
  return *tasks_[begun_ % tasks_.size()];
}

void CompletionQueue::submit() {
  if (!thread_.joinable()) {
    tasks_[0]->finish();
    return;
  }
  bool asleep = false;
  {
    std::lock_guard lock(mutex_);
    begun_++;
    asleep = !polling_;
  }
  if (asleep)
    submitted_.notify_one();
}

void CompletionQueue::drain() {
  std::unique_lock lock(mutex_);
  if (begun_ == done_)
    return;
  submitted_.notify_one(); // submit() has not notified a polling thread
  finished_.wait(lock, [this] { return begun_ == done_; });
}

/// Returns when a task is pending or the queue is stopping. Called with mutex_ held.
void CompletionQueue::wait_for_task(std::unique_lock<std::mutex>& lock) {
  const auto is_over = [this] { return begun_ != done_ || stopping_; };
  if (interval_ >= shortest_interval && interval_ < longest_interval) {
    submitted_.wait_for(lock, interval_ * 7 / 8, is_over); // an early task wakes the thread
    polling_ = true;
    for (int i = 0; i < polls && !is_over(); i++)
      submitted_.wait_for(lock, interval_ / 8);
    polling_ = false;
  }
  submitted_.wait(lock, is_over);

  const Clock::time_point now = Clock::now();
  // Clamped, so that the mean soon recovers from a pause.
  interval_ = (interval_ + std::min<Clock::duration>(now - last_task_, 2 * longest_interval)) / 2;
  last_task_ = now;
}

void CompletionQueue::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wait_for_task(lock);
    if (begun_ == done_)
      return;
    Task& task = *tasks_[done_ % tasks_.size()];
    lock.unlock();
    task.finish();
    lock.lock();
    done_++;
    finished_.notify_all();
  }
}

} // namespace videohistogram
