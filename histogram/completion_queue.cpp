// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/completion_queue.h"

#include <utility>

namespace videohistogram {

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
  finished_.wait(lock, [this] { return begun_ - done_ < tasks_.size(); });
  return *tasks_[begun_ % tasks_.size()];
}

void CompletionQueue::submit() {
  if (!thread_.joinable()) {
    tasks_[0]->finish();
    return;
  }
  {
    std::lock_guard lock(mutex_);
    begun_++;
  }
  submitted_.notify_one();
}

void CompletionQueue::drain() {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return begun_ == done_; });
}

void CompletionQueue::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    submitted_.wait(lock, [this] { return begun_ != done_ || stopping_; });
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
