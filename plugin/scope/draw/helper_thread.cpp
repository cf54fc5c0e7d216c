// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/helper_thread.h"

#include <system_error>
#include <utility>

namespace videohistogram::scope {

HelperThread::~HelperThread() {
  if (!thread_.joinable())
    return;
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void HelperThread::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return work_ || ending_; });
    if (ending_)
      return;
    const std::function<void()>* const work = std::exchange(work_, nullptr);
    busy_ = true;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      (*work)();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    thrown_ = thrown;
    busy_ = false;
    changed_.notify_all();
  }
}

void HelperThread::run(const std::function<void()>& work) {
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { serve(); });
    } catch (const std::system_error&) { // no more threads: this one does it all
      return work();
    }
  }
  {
    std::lock_guard lock(mutex_);
    thrown_ = nullptr;
    work_ = &work;
  }
  changed_.notify_all();
  std::exception_ptr thrown;
  try {
    work();
  } catch (...) {
    thrown = std::current_exception();
  }
  std::unique_lock lock(mutex_);
  work_ = nullptr; // a helper that has not begun need not
  changed_.wait(lock, [this] { return !busy_; });
  if (thrown || thrown_)
    std::rethrow_exception(thrown ? thrown : thrown_);
}

} // namespace videohistogram::scope
