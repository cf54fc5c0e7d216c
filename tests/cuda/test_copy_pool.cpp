// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/copy_pool.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace videohistogram::cuda {

namespace {

std::vector<uint8_t> random_bytes(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes)
    byte = static_cast<uint8_t>(random());
  return bytes;
}

/// Checks at each report that what it says is there, is there.
class Checker final : public CopyPool::Progress {
public:
  Checker(const PackedCopy& copy) : copy_(copy) {}

  void copied(size_t begin, size_t end) override {
    EXPECT_EQ(begin, reported);
    EXPECT_LT(begin, end);
    for (size_t i = begin; i < end && correct; i++) {
      const size_t row = i / copy_.row_bytes, column = i % copy_.row_bytes;
      correct =
          copy_.target[i] == *(copy_.source + static_cast<ptrdiff_t>(row) * copy_.stride + column);
    }
    reported = end;
  }

  size_t reported = 0;
  bool correct = true;

private:
  const PackedCopy& copy_;
};

void copy_and_check(CopyPool& pool, size_t row_bytes, uint32_t rows, size_t padding,
                    bool bottom_up) {
  const size_t stride = row_bytes + padding;
  const std::vector<uint8_t> source =
      random_bytes(stride * (rows - 1) + row_bytes, static_cast<uint32_t>(row_bytes + rows));
  constexpr uint8_t canary = 0xC7;
  const size_t size = row_bytes * rows;
  std::vector<uint8_t> target(size + 64, canary);

  PackedCopy copy;
  copy.source = source.data() + (bottom_up ? stride * (rows - 1) : 0);
  copy.stride = bottom_up ? -static_cast<ptrdiff_t>(stride) : static_cast<ptrdiff_t>(stride);
  copy.row_bytes = row_bytes;
  copy.rows = rows;
  copy.target = target.data();
  Checker checker(copy);
  pool.copy(copy, checker);

  EXPECT_TRUE(checker.correct) << row_bytes << " x " << rows << " + " << padding;
  EXPECT_EQ(checker.reported, size);
  for (size_t i = size; i < target.size(); i++)
    ASSERT_EQ(target[i], canary) << "written beyond the target";
}

TEST(CopyPool, copies_rows_of_any_size_padding_and_direction) {
  for (uint32_t threads : {0u, 1u, 4u}) {
    CopyPool pool(threads);
    for (size_t row_bytes : {size_t{1}, size_t{3}, size_t{60}, size_t{1919 * 4}, size_t{400000}})
      for (uint32_t rows : {1u, 2u, 15u, 289u})
        for (size_t padding : {size_t{0}, size_t{13}, size_t{4096}})
          for (bool bottom_up : {false, true})
            if (row_bytes * rows < 40000000)
              copy_and_check(pool, row_bytes, rows, padding, bottom_up);
  }
}

TEST(CopyPool, copies_one_long_row_and_many_short_ones) {
  CopyPool pool(3);
  copy_and_check(pool, 70'000'001, 1, 0, false);
  copy_and_check(pool, 1, 1'000'000, 3, true);
  copy_and_check(pool, 7, 300'000, 0, false);
}

TEST(CopyPool, serves_several_threads_at_once) {
  CopyPool pool(3);
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; t++)
    threads.emplace_back([&pool, t] {
      for (int i = 0; i < 20; i++)
        copy_and_check(pool, 1920 * 4 + t, 200, t % 2 ? 0 : 64, t == 3);
    });
  for (std::thread& thread : threads)
    thread.join();
}

TEST(CopyPool, is_shared_by_all_who_hold_it_and_ends_with_the_last) {
  {
    const auto a = CopyPool::near({}), b = CopyPool::near({});
    EXPECT_EQ(a, b);
    EXPECT_EQ(a.use_count(), 2);
  }
  const auto again = CopyPool::near({});
  EXPECT_EQ(again.use_count(), 1);
}

TEST(CopyPool, nodes_have_pools_of_their_own) {
  const NumaNode first{0, {0}}, second{1, {1}};
  const auto a = CopyPool::near(first), b = CopyPool::near(second), c = CopyPool::near(first);
  EXPECT_NE(a, b);
  EXPECT_EQ(a, c);
  copy_and_check(*a, 400000, 30, 0, false);
  copy_and_check(*b, 400000, 30, 0, false);
}

TEST(CopyPool, threads_run_on_the_cpus_that_they_are_given) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  int last = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    last = CPU_ISSET(cpu, &allowed) ? cpu : last;
  CopyPool pool(2, {last});
  copy_and_check(pool, 400000, 100, 0, false);
  if (CPU_COUNT(&allowed) == 1)
    GTEST_SKIP() << "there is only one CPU";
  // Of the threads of this process, only those of the pool are bound to one CPU, once they run.
  const auto bound_threads = [&] {
    int bound = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      cpu_set_t set;
      CPU_ZERO(&set);
      if (sched_getaffinity(std::stoi(entry.path().filename()), sizeof set, &set) == 0)
        bound += CPU_COUNT(&set) == 1 && CPU_ISSET(last, &set);
    }
    return bound;
  };
  for (int i = 0; i < 1000 && bound_threads() < 2; i++)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(bound_threads(), 2);
}

} // namespace

} // namespace videohistogram::cuda
