// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/threads/workers.h"
#include "tests/fake/process.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

namespace videohistogram {

namespace {

/// Marks pieces that threads take one by one.
class Pieces final : public ParallelTask {
public:
  void begin(uint32_t pieces, std::chrono::microseconds each) {
    pieces_ = pieces;
    each_ = each;
    next_ = 0;
    done_ = 0;
    threads_.clear();
  }
  void run_share() override {
    {
      std::lock_guard lock(mutex_);
      EXPECT_TRUE(threads_.insert(std::this_thread::get_id()).second) << "the same thread twice";
    }
    while (next_.fetch_add(1) < pieces_) {
      std::this_thread::sleep_for(each_);
      done_++;
    }
  }
  uint32_t done() const { return done_; }
  const std::set<std::thread::id>& threads() const { return threads_; }

private:
  uint32_t pieces_ = 0;
  std::chrono::microseconds each_{0};
  std::atomic<uint32_t> next_{0}, done_{0};
  std::mutex mutex_;
  std::set<std::thread::id> threads_; ///< with mutex_ held
};

} // namespace

TEST(Workers, WithoutHelpersTheCallerDoesEverything) {
  Workers workers;
  Pieces pieces;
  pieces.begin(10, {});
  workers.run(pieces, 0);
  EXPECT_EQ(pieces.done(), 10u);
  EXPECT_EQ(pieces.threads(), std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(Workers, HelpersComeWhenThereIsEnoughToDo) {
  Workers workers;
  Pieces pieces;
  // A piece sleeps, so that every helper has time to wake up even on one core.
  pieces.begin(400, std::chrono::milliseconds(1));
  workers.run(pieces, 3);
  EXPECT_EQ(pieces.done(), 400u);
  EXPECT_EQ(pieces.threads().size(), 4u);
  EXPECT_EQ(pieces.threads().count(std::this_thread::get_id()), 1u);
}

TEST(Workers, EveryRoundIsCompleteWhenRunReturns) {
  Workers workers;
  Pieces pieces;
  for (uint32_t round = 0; round < 3000; round++) {
    pieces.begin(round % 9, {});
    workers.run(pieces, round % 5);
    ASSERT_EQ(pieces.done(), round % 9);
    ASSERT_LE(pieces.threads().size(), 1 + round % 5);
  }
}

namespace {

/// A task in which one thread throws, or all threads do.
class Throwing final : public ParallelTask {
public:
  enum Who { caller, helpers, everybody };
  explicit Throwing(Who who) : who_(who) {}
  void run_share() override {
    const bool is_caller = std::this_thread::get_id() == caller_;
    threads_++;
    while (threads_ < 2) // until both take part
      std::this_thread::yield();
    if (who_ == everybody || (who_ == caller) == is_caller)
      throw std::runtime_error(is_caller ? "caller" : "helper");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    returned_ = true;
  }
  bool returned() const { return returned_; }

private:
  const Who who_;
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<uint32_t> threads_{0};
  std::atomic<bool> returned_{false};
};

/// What run() throws; empty: nothing.
std::string thrown_by(Workers& workers, ParallelTask& task) {
  try {
    workers.run(task, 1);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST(Cores, AreThoseOfTheAffinityMask) {
  const unsigned before = usable_cores();
  EXPECT_LE(before, std::thread::hardware_concurrency());
  {
    const OneCore one;
    EXPECT_EQ(usable_cores(), 1u);
  }
  EXPECT_EQ(usable_cores(), before);
}

TEST(Workers, ExceptionsLeaveRunWhenAllThreadsAreDone) {
  Workers workers;
  Throwing caller(Throwing::caller), helper(Throwing::helpers), both(Throwing::everybody);
  EXPECT_EQ(thrown_by(workers, caller), "caller");
  EXPECT_TRUE(caller.returned());
  EXPECT_EQ(thrown_by(workers, helper), "helper");
  EXPECT_TRUE(helper.returned());
  EXPECT_NE(thrown_by(workers, both), "");
  Pieces pieces;
  pieces.begin(10, {});
  workers.run(pieces, 1);
  EXPECT_EQ(pieces.done(), 10u);
}

TEST(Workers, AThreadThatCannotStartIsNotTriedAgain) {
  Workers workers;
  Pieces pieces;
  {
    const NoThreads none;
    pieces.begin(3, {});
    workers.run(pieces, 1);
    EXPECT_EQ(pieces.done(), 3u);
  }
  pieces.begin(100, std::chrono::milliseconds(1)); // enough for a helper to join
  workers.run(pieces, 1);
  EXPECT_EQ(pieces.done(), 100u);
  EXPECT_EQ(pieces.threads().size(), 1u);
}

TEST(Workers, AChildAfterForkDestroysThemWithoutWaiting) {
  auto workers = std::make_unique<Workers>();
  Pieces pieces;
  pieces.begin(200, std::chrono::milliseconds(1));
  workers->run(pieces, 3);
  ASSERT_EQ(pieces.threads().size(), 4u);
  EXPECT_EQ(status_of_child([&] {
              workers.reset();
              return true;
            }),
            0);
  pieces.begin(200, std::chrono::milliseconds(1));
  workers->run(pieces, 3); // the parent's helpers still work
  EXPECT_EQ(pieces.threads().size(), 4u);
}

TEST(Workers, AChildAfterForkStartsThreadsOfItsOwn) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer lets a child after fork() start no threads";
#endif
  Workers workers;
  Pieces pieces;
  pieces.begin(100, std::chrono::milliseconds(1));
  workers.run(pieces, 1);
  EXPECT_EQ(status_of_child([&] {
              pieces.begin(100, std::chrono::milliseconds(1));
              workers.run(pieces, 1);
              return pieces.done() == 100 && pieces.threads().size() == 2;
            }),
            0);
}

TEST(Workers, AreDestroyedWhileHelpersAreStillWakingUp) {
  for (int i = 0; i < 200; i++) {
    Workers workers;
    Pieces pieces;
    pieces.begin(1, {});
    workers.run(pieces, 4);
    EXPECT_EQ(pieces.done(), 1u);
  }
}

} // namespace videohistogram
