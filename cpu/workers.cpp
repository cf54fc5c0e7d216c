// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/workers.h"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace videohistogram::cpu {

namespace {

/// The time to poll before sleeping: about as long as falling asleep and being woken take.
constexpr std::chrono::microseconds patience(50);

/// Polls `done` without sleeping, for `patience` at most.
template <typename Done>
void wait_awake(Done done) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!done() && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
}

} // namespace

Workers::~Workers() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  called_.notify_all();
  for (std::thread& helper : helpers_)
    helper.join();
}

void Workers::start(uint32_t helpers) {
  try {
    while (can_start_ && helpers_.size() < helpers)
      helpers_.emplace_back([this] { help(); });
  } catch (const std::system_error&) {
    can_start_ = false;
  }
}

void Workers::run(ParallelTask& work, uint32_t helpers) {
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

  work.run_share();

  std::unique_lock lock(mutex_);
  wanted_ = 0;
  if (helping_ > 0) {
    lock.unlock();
    wait_awake([this] { return helping_ == 0; });
    lock.lock();
  }
  through_.wait(lock, [this] { return helping_ == 0; });
}

void Workers::help() {
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
    work->run_share();
    lock.lock();
    wanted_ = 0; // no work is left for helpers that have not joined
    if (--helping_ == 0)
      through_.notify_one();
  }
}

} // namespace videohistogram::cpu
