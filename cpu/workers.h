// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace videohistogram::cpu {

/// Work that several threads can share.
class ParallelTask {
public:
  /// Called once by every participating thread; returns when no work is left to begin. The work
  /// must be complete after any number of threads took part, however late. Must not throw.
  virtual void run_share() = 0;

protected:
  ~ParallelTask() = default;
};

/// Helper threads that sleep between frames, unless the next frame follows at once.
/// Thread-safety: run() from one thread at a time.
class Workers {
public:
  /// Starts no thread; each helper is started when it is first needed.
  Workers() = default;
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Does `work` on this thread and on up to `helpers` helper threads; returns when it is done.
  /// Does not wait for a helper that is still asleep when this thread has finished its share. Uses
  /// fewer helpers if the system cannot start more threads.
  void run(ParallelTask& work, uint32_t helpers);

private:
  void start(uint32_t helpers);
  void help();

  std::mutex mutex_;
  std::condition_variable called_, through_;
  ParallelTask* work_ = nullptr; ///< with mutex_ held
  // Changed with mutex_ held. A read without it only tells whether locking is worth while.
  std::atomic<uint32_t> wanted_{0};  ///< helpers still to join
  std::atomic<uint32_t> helping_{0}; ///< helpers at work
  std::atomic<bool> stopping_{false};
  bool can_start_ = true; ///< false after the system failed to start a thread
  std::vector<std::thread> helpers_;
};

} // namespace videohistogram::cpu
