// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace videohistogram::cpu {

/// What several threads can do together.
class ParallelTask {
public:
  /// Called once by every thread that takes part; returns when nothing is left to be begun. The
  /// work has to be complete however many threads come, and however late. Must not throw.
  virtual void run_share() = 0;

protected:
  ~ParallelTask() = default;
};

/// Helper threads that sleep between one frame and the next, unless that one comes at once.
/// Thread-safety: run() from one thread at a time.
class Workers {
public:
  /// Starts no thread; each is started when it is first wanted.
  Workers() = default;
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Does `work` on this thread and on up to `helpers` others, and returns when it is done. A
  /// helper that has not woken up by the time this thread is through is not waited for; where no
  /// further thread can be started there are fewer.
  void run(ParallelTask& work, uint32_t helpers);

private:
  void start(uint32_t helpers);
  void help();

  std::mutex mutex_;
  std::condition_variable called_, through_;
  ParallelTask* work_ = nullptr; ///< with mutex_ held
  // Changed with mutex_ held; read without it only to see whether taking it is worth while.
  std::atomic<uint32_t> wanted_{0};  ///< helpers still to come
  std::atomic<uint32_t> helping_{0}; ///< helpers at work
  std::atomic<bool> stopping_{false};
  bool can_start_ = true; ///< the system still gives threads
  std::vector<std::thread> helpers_;
};

} // namespace videohistogram::cpu
