// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

namespace videohistogram::cpu {

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

TEST(Workers, AreDestroyedWhileHelpersAreStillWakingUp) {
  for (int i = 0; i < 200; i++) {
    Workers workers;
    Pieces pieces;
    pieces.begin(1, {});
    workers.run(pieces, 4);
    EXPECT_EQ(pieces.done(), 1u);
  }
}

} // namespace videohistogram::cpu
