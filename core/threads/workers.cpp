// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/threads/workers.h"

#include "core/threads/wait_awake.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace videohistogram {

unsigned usable_cores() {
#ifdef __linux__
  cpu_set_t allowed; // of 1024 cores; the call fails where the system has more
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
#endif
  return std::max(std::thread::hardware_concurrency(), 1u);
}

/// The helpers of one process, and what they share with the caller of run().
class Workers::Crew {
public:
  Crew() = default;
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void run(ParallelTask& work, uint32_t helpers);
  /// Whether another process, of which this one is a child, has started the helpers.
  bool is_of_parent() const { return !helpers_.empty() && getpid() != process_; }

private:
  void start(uint32_t helpers);
  void help();
  void run_share(ParallelTask& work);

  std::mutex mutex_;
  std::condition_variable called_, through_;
  ParallelTask* work_ = nullptr; ///< with mutex_ held
  std::exception_ptr thrown_;    ///< by the first share that threw; likewise
  // Changed with mutex_ held. A read without it only tells whether locking is worth while.
  std::atomic<uint32_t> wanted_{0};  ///< helpers still to join
  std::atomic<uint32_t> helping_{0}; ///< helpers at work
  std::atomic<bool> stopping_{false};
  bool can_start_ = true; ///< false after the system failed to start a thread
  std::vector<std::thread> helpers_;
  pid_t process_ = 0; ///< that started the helpers
};

Workers::Crew::~Crew() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  called_.notify_all();
  for (std::thread& helper : helpers_)
    helper.join();
}

void Workers::Crew::start(uint32_t helpers) {
  if (helpers_.empty())
    process_ = getpid();
  try {
    while (can_start_ && helpers_.size() < helpers)
      helpers_.emplace_back([this] { help(); });
  } catch (const std::system_error&) {
    can_start_ = false;
  }
}

void Workers::Crew::run_share(ParallelTask& work) {
  try {
    work.run_share();
  } catch (...) {
    std::lock_guard lock(mutex_);
    if (!thrown_)
      thrown_ = std::current_exception();
  }
}

void Workers::Crew::run(ParallelTask& work, uint32_t helpers) {
  if (helpers > 0)
    start(helpers);
  helpers = std::min(helpers, static_cast<uint32_t>(helpers_.size()));
  if (helpers == 0) {
    work.run_share();
    return;
  }
  {
    std::lock_guard lock(mutex_);
    work_ = &work;
    wanted_ = helpers;
  }
  for (uint32_t i = 0; i < helpers; i++)
    called_.notify_one();

  run_share(work);

  std::unique_lock lock(mutex_);
  wanted_ = 0;
  if (helping_ > 0) {
    lock.unlock();
    wait_awake([this] { return helping_ == 0; });
    lock.lock();
  }
  through_.wait(lock, [this] { return helping_ == 0; });
  if (thrown_)
    std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Workers::Crew::help() {
  std::unique_lock lock(mutex_);
  for (;;) {
    lock.unlock();
    wait_awake([this] { return stopping_ || wanted_ > 0; });
    lock.lock();
    called_.wait(lock, [this] { return stopping_ || wanted_ > 0; });
    if (stopping_)
      return;
    wanted_--;
    helping_++;
    ParallelTask* work = work_;
    lock.unlock();
    run_share(*work);
    lock.lock();
    wanted_ = 0; // no work is left for helpers that have not joined
    if (--helping_ == 0)
      through_.notify_one();
  }
}

Workers::Workers() : crew_(std::make_unique<Crew>()) {}

Workers::~Workers() {
  if (crew_->is_of_parent())
    (void)crew_.release(); // a thread of the parent may hold its mutex for ever
}

void Workers::run(ParallelTask& work, uint32_t helpers) {
  if (crew_->is_of_parent()) {
    auto crew = std::make_unique<Crew>();
    (void)crew_.release();
    crew_ = std::move(crew);
  }
  crew_->run(work, helpers);
}

} // namespace videohistogram
