// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace videohistogram {

/// What is left to do for a frame once its job is submitted.
class Task {
public:
  virtual ~Task() = default;
  /// Waits for the job, delivers its result, lets go of the frame. Must not throw.
  virtual void finish() = 0;
};

/// Finishes tasks one after the other in the order in which they came, on a thread of its own, or
/// at once on the submitting thread where only one task may be pending. The tasks are made once
/// and used again and again, so that a frame costs no allocation.
/// Thread-safety: acquire(), submit() and the destructor from one thread at a time; drain() from
/// any but the completion thread.
class CompletionQueue {
public:
  /// Takes as many tasks as may be pending at once.
  explicit CompletionQueue(std::vector<std::unique_ptr<Task>> tasks);
  /// Finishes what is pending.
  ~CompletionQueue();
  CompletionQueue(const CompletionQueue&) = delete;
  CompletionQueue& operator=(const CompletionQueue&) = delete;

  /// A task that is not pending; waits for the oldest one if all are. Fill it, then submit(), or
  /// leave it: the next acquire() gives the same one.
  Task& acquire();
  /// Hands over the task that acquire() gave.
  void submit();
  /// Waits until every submitted task is finished.
  void drain();

private:
  void run();
  void wait_for_task(std::unique_lock<std::mutex>& lock);

  std::vector<std::unique_ptr<Task>> tasks_; ///< a ring
  std::mutex mutex_;
  std::condition_variable submitted_, finished_;
  size_t begun_ = 0; ///< tasks ever submitted, with mutex_ held
  size_t done_ = 0;  ///< tasks ever finished, with mutex_ held
  bool stopping_ = false;
  bool looking_ = false; ///< the thread looks for a task soon, unasked; with mutex_ held
  // Of the thread alone:
  std::chrono::steady_clock::time_point last_task_;
  std::chrono::steady_clock::duration interval_{}; ///< between the last tasks, smoothed
  std::thread thread_;                             ///< not started where one task may be pending
};

} // namespace videohistogram
