// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/copy_pool.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace videohistogram::cuda {

namespace {

std::vector<uint8_t> random_bytes(size_t size, uint32_t seed) {
  std::mt19937_64 random(seed);
  std::vector<uint8_t> bytes(size);
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    const uint64_t word = random();
    std::memcpy(&bytes[at], &word, std::min(sizeof word, size - at));
  }
  return bytes;
}

/// Checks the bytes of each reported range. If the target is smaller than the copy, a range is
/// checked some ranges later, just before it is passed.
class Checker final : public CopyPool::Progress {
public:
  Checker(const PackedCopy& copy) : copy_(copy) {}

  bool copied(const uint8_t* data, size_t begin, size_t end) override {
    EXPECT_EQ(begin, reported);
    EXPECT_LT(begin, end);
    EXPECT_GE(data, copy_.target);
    EXPECT_LE(data + (end - begin), copy_.target + copy_.target_bytes);
    EXPECT_LE(end - passed_, copy_.target_bytes);
    ranges_.push_back({data, begin, end});
    reported = end;
    if (copy_.target_bytes == copy_.bytes())
      check_first();
    return reported < stop_at;
  }

  std::optional<size_t> passed() override {
    EXPECT_LT(copy_.target_bytes, copy_.bytes());
    // A device sometimes lags, and sometimes has read all of it.
    if (!ranges_.empty() && random_() % 3 == 0)
      for (size_t n = random_() % (ranges_.size() + 1); n > 0; n--)
        check_first();
    if (passed_ >= let_go_until)
      return {};
    return passed_;
  }

  void check_rest() {
    while (!ranges_.empty())
      check_first();
  }

  size_t reported = 0;
  size_t stop_at = SIZE_MAX, let_go_until = SIZE_MAX;
  bool correct = true;

private:
  struct Range {
    const uint8_t* data;
    size_t begin, end;
  };

  void check_first() {
    const Range range = ranges_.front();
    ranges_.pop_front();
    for (size_t i = range.begin, bytes; i < range.end && correct; i += bytes) {
      const size_t row = i / copy_.row_bytes, column = i % copy_.row_bytes;
      bytes = std::min(copy_.row_bytes - column, range.end - i);
      correct = std::memcmp(range.data + (i - range.begin),
                            copy_.source + static_cast<ptrdiff_t>(row) * copy_.stride + column,
                            bytes) == 0;
    }
    passed_ = range.end;
  }

  const PackedCopy& copy_;
  std::deque<Range> ranges_;
  size_t passed_ = 0;
  std::mt19937 random_{3};
};

/// `target_bytes`: 0 for a target with room for all bytes.
void copy_and_check(CopyPool& pool, size_t row_bytes, uint32_t rows, size_t padding, bool bottom_up,
                    size_t target_bytes = 0) {
  const size_t stride = row_bytes + padding;
  const std::vector<uint8_t> source =
      random_bytes(stride * (rows - 1) + row_bytes, static_cast<uint32_t>(row_bytes + rows));
  constexpr uint8_t canary = 0xC7;
  const size_t bytes = row_bytes * rows, size = target_bytes > 0 ? target_bytes : bytes;
  std::vector<uint8_t> target(size + 64, canary);

  PackedCopy copy;
  copy.source = source.data() + (bottom_up ? stride * (rows - 1) : 0);
  copy.stride = bottom_up ? -static_cast<ptrdiff_t>(stride) : static_cast<ptrdiff_t>(stride);
  copy.row_bytes = row_bytes;
  copy.rows = rows;
  copy.target = target.data();
  copy.target_bytes = size;
  Checker checker(copy);
  pool.copy(copy, checker);
  checker.check_rest();

  EXPECT_TRUE(checker.correct) << row_bytes << " x " << rows << " + " << padding << " through "
                               << size;
  EXPECT_EQ(checker.reported, bytes);
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

TEST(CopyPool, copies_through_a_target_that_is_smaller) {
  for (uint32_t threads : {0u, 1u, 4u}) {
    CopyPool pool(threads);
    for (size_t target : {size_t{4001}, size_t{100'000}, size_t{1 << 20}})
      for (size_t padding : {size_t{0}, size_t{13}}) {
        copy_and_check(pool, 4001, 700, padding, false, target);
        copy_and_check(pool, 999, 6000, padding, padding > 0, target);
      }
    copy_and_check(pool, 30'000'001, 1, 0, false, 1 << 20);
    copy_and_check(pool, 100, 7, 5, false, 300);
    copy_and_check(pool, 2001, 1, 0, false, 1);
  }
}

TEST(CopyPool, copies_no_more_once_the_rest_is_not_wanted) {
  const std::vector<uint8_t> source = random_bytes(20'000'000, 1);
  std::vector<uint8_t> target(source.size());
  for (uint32_t threads : {0u, 3u}) {
    CopyPool pool(threads);
    for (size_t target_bytes : {size_t{1 << 20}, source.size()})
      for (bool refused : {false, true}) {
        if (!refused && target_bytes == source.size())
          continue; // nobody is asked
        const PackedCopy copy{source.data(), 0, source.size(), 1, target.data(), target_bytes};
        Checker checker(copy);
        (refused ? checker.stop_at : checker.let_go_until) = 5'000'000;
        std::fill(target.begin(), target.end(), uint8_t{0});
        pool.copy(copy, checker);
        checker.check_rest();
        EXPECT_TRUE(checker.correct);
        EXPECT_GE(checker.reported, 5'000'000u);
        if (threads == 0 || target_bytes < source.size()) { // else all may be there at once
          EXPECT_LT(checker.reported, source.size());
        }
      }
    copy_and_check(pool, 400000, 30, 0, false); // and then it goes on
  }
}

TEST(CopyPool, serves_several_threads_at_once) {
  CopyPool pool(3);
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; t++)
    threads.emplace_back([&pool, t] {
      for (int i = 0; i < 20; i++)
        copy_and_check(pool, 1920 * 4 + t, 200, t % 2 ? 0 : 64, t == 3, t < 2 ? 0 : 200'000);
    });
  for (std::thread& thread : threads)
    thread.join();
}

TEST(CopyPool, is_shared_by_all_who_hold_it_and_ends_with_the_last) {
  {
    const auto a = CopyPool::for_node({}), b = CopyPool::for_node({});
    EXPECT_EQ(a, b);
    EXPECT_EQ(a.use_count(), 2);
  }
  const auto again = CopyPool::for_node({});
  EXPECT_EQ(again.use_count(), 1);
}

TEST(CopyPool, nodes_have_pools_of_their_own) {
  const NumaNode first{0, {0}}, second{1, {1}};
  const auto a = CopyPool::for_node(first), b = CopyPool::for_node(second),
             c = CopyPool::for_node(first);
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
