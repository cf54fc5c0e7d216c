// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/completion_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace videohistogram {

namespace {

/// Record of finished tasks, in the order in which they finished.
struct Finished {
  std::vector<int> numbers; ///< written by finish() alone, read after drain()
  std::vector<std::thread::id> threads;
  std::chrono::microseconds delay{0};
  std::atomic<int> count{0};
};

class NumberedTask final : public Task {
public:
  explicit NumberedTask(Finished& finished) : finished_(finished) {}
  void finish() override {
    std::this_thread::sleep_for(finished_.delay);
    finished_.numbers.push_back(number);
    finished_.threads.push_back(std::this_thread::get_id());
    finished_.count++;
  }
  int number = 0;

private:
  Finished& finished_;
};

std::unique_ptr<CompletionQueue> create_queue(Finished& finished, int tasks) {
  std::vector<std::unique_ptr<Task>> list;
  for (int i = 0; i < tasks; i++)
    list.push_back(std::make_unique<NumberedTask>(finished));
  return std::make_unique<CompletionQueue>(std::move(list));
}

void submit(CompletionQueue& queue, int number) {
  static_cast<NumberedTask&>(queue.acquire()).number = number;
  queue.submit();
}

std::vector<int> up_to(int n) {
  std::vector<int> numbers;
  for (int i = 0; i < n; i++)
    numbers.push_back(i);
  return numbers;
}

} // namespace

TEST(CompletionQueue, FinishesTasksInTheOrderOfSubmission) {
  for (int tasks : {1, 2, 3, 8}) {
    Finished finished;
    const auto queue = create_queue(finished, tasks);
    for (int i = 0; i < 500; i++)
      submit(*queue, i);
    queue->drain();
    EXPECT_EQ(finished.numbers, up_to(500)) << tasks;
  }
}

TEST(CompletionQueue, WithOneTaskFinishesOnTheSubmittingThread) {
  Finished finished;
  const auto queue = create_queue(finished, 1);
  submit(*queue, 0);
  EXPECT_EQ(finished.count, 1); // without drain()
  EXPECT_EQ(finished.threads[0], std::this_thread::get_id());
}

TEST(CompletionQueue, WithSeveralTasksFinishesOnAThreadOfItsOwn) {
  Finished finished;
  const auto queue = create_queue(finished, 2);
  submit(*queue, 0);
  submit(*queue, 1);
  queue->drain();
  EXPECT_NE(finished.threads[0], std::this_thread::get_id());
  EXPECT_EQ(finished.threads[0], finished.threads[1]);
}

TEST(CompletionQueue, DoesNotWaitForATaskThatMayBePending) {
  Finished finished;
  finished.delay = std::chrono::milliseconds(100);
  const auto queue = create_queue(finished, 4);
  for (int i = 0; i < 4; i++)
    submit(*queue, i);
  EXPECT_LT(finished.count, 4);
  queue->drain();
  EXPECT_EQ(finished.count, 4);
}

TEST(CompletionQueue, WaitsForTheOldestTaskWhenAllArePending) {
  Finished finished;
  finished.delay = std::chrono::milliseconds(5);
  const auto queue = create_queue(finished, 2);
  submit(*queue, 0);
  submit(*queue, 1);
  queue->acquire();
  EXPECT_GE(finished.count, 1);
  queue->drain();
}

TEST(CompletionQueue, GivesAnAcquiredTaskAgainIfItWasNotSubmitted) {
  Finished finished;
  const auto queue = create_queue(finished, 3);
  Task& task = queue->acquire();
  EXPECT_EQ(&queue->acquire(), &task);
  queue->drain();
  EXPECT_EQ(finished.count, 0);
}

TEST(CompletionQueue, DrainReturnsAtOnceWithNothingToDo) {
  Finished finished;
  const auto queue = create_queue(finished, 3);
  queue->drain();
  submit(*queue, 0);
  queue->drain();
  queue->drain();
  EXPECT_EQ(finished.count, 1);
}

TEST(CompletionQueue, DestructionFinishesWhatIsPending) {
  for (int round = 0; round < 50; round++) {
    Finished finished;
    auto queue = create_queue(finished, 5);
    for (int i = 0; i < 5; i++)
      submit(*queue, i);
    queue.reset();
    EXPECT_EQ(finished.numbers, up_to(5));
  }
}

/// Waits until that number of tasks is finished; false if that takes longer than `limit`.
bool finished_within(const Finished& finished, int count, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (finished.count < count)
    if (std::chrono::steady_clock::now() > deadline)
      return false;
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  return true;
}

TEST(CompletionQueue, NoTaskWaitsForAFurtherOneHoweverRegularlyTheyCame) {
  for (int interval : {50, 300, 1000, 3000, 6000}) {
    Finished finished;
    const auto queue = create_queue(finished, 3);
    int submitted = 0;
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 10; i++) {
        submit(*queue, submitted++);
        std::this_thread::sleep_for(std::chrono::microseconds(interval));
      }
      // A pause of any length: the next task comes when it is due, overdue, or no longer expected.
      std::this_thread::sleep_for(std::chrono::microseconds(round * interval / 2));
      submit(*queue, submitted++);
      EXPECT_TRUE(finished_within(finished, submitted, std::chrono::seconds(5))) << interval;
    }
    EXPECT_EQ(finished.numbers, up_to(submitted));
  }
}

TEST(CompletionQueue, IsDrainedAndEndsWithoutDelayWhileItExpectsATask) {
  Finished finished;
  std::chrono::steady_clock::duration shortest = std::chrono::seconds(1);
  for (int round = 0; round < 20; round++) {
    auto queue = create_queue(finished, 3);
    for (int i = 0; i < 6; i++) {
      submit(*queue, i);
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    const auto start = std::chrono::steady_clock::now();
    submit(*queue, 6);
    queue->drain();
    queue.reset();
    shortest = std::min(shortest, std::chrono::steady_clock::now() - start);
  }
  EXPECT_LT(shortest, std::chrono::milliseconds(2)) << "it waits for what is not to come";
}

TEST(CompletionQueue, ABurstAfterRegularTasksIsTakenAtOnce) {
  Finished finished;
  const auto queue = create_queue(finished, 2);
  std::chrono::steady_clock::duration shortest = std::chrono::seconds(1);
  int submitted = 0;
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < 6; i++) {
      submit(*queue, submitted++);
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 8; i++)
      submit(*queue, submitted++);
    queue->drain();
    shortest = std::min(shortest, std::chrono::steady_clock::now() - start);
  }
  EXPECT_LT(shortest, std::chrono::milliseconds(2));
  EXPECT_EQ(finished.numbers, up_to(submitted));
}

TEST(CompletionQueue, MayBeDrainedFromAnotherThread) {
  Finished finished;
  const auto queue = create_queue(finished, 4);
  std::atomic<bool> stop{false};
  std::thread drainer([&] {
    while (!stop)
      queue->drain();
  });
  for (int i = 0; i < 2000; i++)
    submit(*queue, i);
  queue->drain();
  stop = true;
  drainer.join();
  EXPECT_EQ(finished.numbers, up_to(2000));
}

} // namespace videohistogram
