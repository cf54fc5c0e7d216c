// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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

/// The work that remains for a frame after its job is submitted.
class Task {
public:
  virtual ~Task() = default;
  /// Waits for the job, delivers its result and releases the frame. Must not throw.
  virtual void finish() = 0;
};

/// Finishes tasks in the order of submission, on a completion thread. A queue with a single task
/// has no such thread: submit() finishes the task. The tasks are made once and reused, so that a
/// frame costs no allocation.
/// Thread-safety: acquire(), submit() and the destructor from one thread at a time; drain() from
/// any thread but the completion thread.
class CompletionQueue {
public:
  /// `tasks`: as many as may be pending at once.
  explicit CompletionQueue(std::vector<std::unique_ptr<Task>> tasks);
  /// Finishes all pending tasks.
  ~CompletionQueue();
  CompletionQueue(const CompletionQueue&) = delete;
  CompletionQueue& operator=(const CompletionQueue&) = delete;

  /// A task that is not pending; waits for the oldest one if all are. Fill the task, then call
  /// submit(). Without submit(), the next acquire() returns the same task.
  Task& acquire();
  /// Submits the task that acquire() returned.
  void submit();
  /// Waits until every submitted task is finished.
  void drain();

private:
  void run();
  void wait_for_task(std::unique_lock<std::mutex>& lock);

  std::vector<std::unique_ptr<Task>> tasks_; ///< ring buffer
  std::mutex mutex_;
  std::condition_variable submitted_, finished_;
  size_t begun_ = 0; ///< tasks submitted so far; with mutex_ held
  size_t done_ = 0;  ///< tasks finished so far; with mutex_ held
  bool stopping_ = false;
  bool polling_ = false; ///< the thread polls, so submit() need not notify it; with mutex_ held
  // Used by the completion thread only:
  std::chrono::steady_clock::time_point last_task_;
  std::chrono::steady_clock::duration interval_{}; ///< smoothed time between tasks
  std::thread thread_;                             ///< not started for a single task
};

} // namespace videohistogram
