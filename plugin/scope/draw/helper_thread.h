// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace videohistogram::scope {

/// A second thread for work that threads take piece by piece. It starts with the first work.
/// Thread-safety: one thread at a time.
class HelperThread {
public:
  HelperThread() = default;
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  /// Calls `work` on this thread, and at the same time on the helper if there is one by then.
  /// Returns when both have returned; throws what one of them has thrown. `work` must do all there
  /// is to do however many threads call it.
  void run(const std::function<void()>& work);

private:
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr; ///< null: none, or the helper has begun it
  bool busy_ = false;                           ///< the helper is in it
  bool ending_ = false;
  std::exception_ptr thrown_; ///< by the helper
  std::thread thread_;
};

} // namespace videohistogram::scope
