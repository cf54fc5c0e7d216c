// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The memory that the pool of the element is made of.
#include "plugin/memory/pinned_allocator.h"
#include "tests/fake/fake_memory.h"
#include "tests/plugin/support/element_test.h"

#include <atomic>
#include <thread>
#include <tuple>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::test;

GST_START_TEST(pinned_memory_is_shared_and_copied_like_system_memory) {
  const auto memory = std::make_shared<FakeMemory>();
  {
    GstAllocator* allocator = new_pinned_allocator(memory);
    GstAllocationParams params = {};
    params.align = 255;
    params.prefix = 16;
    params.padding = 8;
    params.flags =
        static_cast<GstMemoryFlags>(GST_MEMORY_FLAG_ZERO_PREFIXED | GST_MEMORY_FLAG_ZERO_PADDED);
    GstMemory* whole = gst_allocator_alloc(allocator, 100, &params);
    gst_object_unref(allocator);
    fail_unless(gst_memory_is_type(whole, VIDEO_HISTOGRAM_PINNED_MEMORY));
    gsize offset = 0, most = 0;
    fail_unless_equals_uint64(gst_memory_get_sizes(whole, &offset, &most), 100);
    fail_unless(offset == 16 && most == 16 + 100 + 8);
    GstMapInfo map;
    fail_unless(gst_memory_map(whole, &map, GST_MAP_WRITE));
    fail_unless_equals_uint64((reinterpret_cast<guintptr>(map.data) - 16) % 256, 0);
    for (int i = 0; i < 16; i++)
      fail_unless_equals_int(map.data[i - 16], 0);
    for (int i = 0; i < 8; i++)
      fail_unless_equals_int(map.data[100 + i], 0);
    for (guint i = 0; i < 100; i++)
      map.data[i] = static_cast<guint8>(i);
    const guint8* const bytes = map.data;
    gst_memory_unmap(whole, &map);

    GstMemory* left = gst_memory_share(whole, 10, 40);
    GstMemory* right = gst_memory_share(whole, 50, -1);
    GstMemory* inner = gst_memory_share(right, 0, 10);
    GstMemory* copy = gst_memory_copy(whole, 20, -1);
    fail_unless(gst_memory_is_span(left, right, &offset));
    fail_unless_equals_uint64(offset, 10);
    fail_if(gst_memory_is_span(right, left, nullptr));
    fail_unless(gst_memory_is_span(left, inner, nullptr), "a part of a part is no part of all");
    gst_memory_unref(whole); // the parts keep the block
    for (const auto& [part, begin, size] : std::vector<std::tuple<GstMemory*, guint, guint>>{
             {left, 10, 40}, {right, 50, 50}, {inner, 50, 10}}) {
      fail_if(gst_memory_map(part, &map, GST_MAP_WRITE), "a part can be written");
      fail_unless(gst_memory_map(part, &map, GST_MAP_READ));
      fail_unless(map.data == bytes + begin && map.size == size);
      gst_memory_unmap(part, &map);
      gst_memory_unref(part);
    }
    fail_unless(gst_memory_is_type(copy, GST_ALLOCATOR_SYSMEM));
    fail_unless(gst_memory_map(copy, &map, GST_MAP_WRITE));
    fail_unless_equals_int(map.size, 80);
    for (guint i = 0; i < 80; i++)
      fail_unless_equals_int(map.data[i], 20 + i);
    gst_memory_unmap(copy, &map);
    gst_memory_unref(copy);
  }
  fail_unless_equals_uint64(memory->allocated, 1);
  fail_unless_equals_uint64(memory->freed, 1);
}
GST_END_TEST

GST_START_TEST(a_size_that_no_memory_has_is_refused) {
  const auto memory = std::make_shared<FakeMemory>();
  GstAllocator* allocator = new_pinned_allocator(memory);
  GstAllocationParams params = {};
  params.padding = G_MAXSIZE;
  GstMemory* huge = gst_allocator_alloc(allocator, G_MAXSIZE, &params);
  fail_unless(huge == nullptr);
  gst_object_unref(allocator);
  fail_unless_equals_uint64(memory->calls, 0);
}
GST_END_TEST

GST_START_TEST(memory_beyond_the_budget_is_ordinary_until_some_is_given_back) {
  const auto memory = std::make_shared<FakeMemory>();
  PinnedBudget budget(3 * 1100); // alignment comes on top of the size
  GstAllocator* allocator = new_pinned_allocator(memory, budget);
  const auto is_pinned = [](GstMemory* block) {
    return gst_memory_is_type(block, VIDEO_HISTOGRAM_PINNED_MEMORY);
  };
  std::vector<GstMemory*> blocks;
  for (int i = 0; i < 6; i++)
    blocks.push_back(gst_allocator_alloc(allocator, 1000, nullptr));
  for (int i = 0; i < 6; i++) {
    fail_unless(blocks[i] != nullptr);
    fail_unless_equals_int(is_pinned(blocks[i]), i < 3);
  }
  // A part keeps the whole.
  GstMemory* part = gst_memory_share(blocks[0], 10, 10);
  gst_memory_unref(blocks[0]);
  GstMemory* refused = gst_allocator_alloc(allocator, 1000, nullptr);
  fail_if(is_pinned(refused));
  gst_memory_unref(refused);
  gst_memory_unref(part);
  blocks[0] = gst_allocator_alloc(allocator, 1000, nullptr);
  fail_unless(is_pinned(blocks[0]));
  for (GstMemory* block : blocks)
    gst_memory_unref(block);

  // Memory that the source does not give comes from the heap.
  memory->fails_from = memory->calls + 1;
  for (int i = 0; i < 10; i++) {
    GstMemory* ordinary = gst_allocator_alloc(allocator, 1000, nullptr);
    fail_if(is_pinned(ordinary));
    gst_memory_unref(ordinary);
  }
  gst_object_unref(allocator);
  fail_unless(budget.take(budget.most()));
  fail_unless_equals_uint64(memory->freed, 4);
}
GST_END_TEST

GST_START_TEST(a_budget_is_never_exceeded_by_threads_at_once) {
  PinnedBudget budget(1000);
  std::atomic<guint64> taken{0}, most{0};
  std::vector<std::thread> threads;
  for (guint t = 0; t < 4; t++)
    threads.emplace_back([&, t] {
      for (guint i = 0; i < 20000; i++) {
        const guint64 bytes = 1 + (i * 7 + t * 13) % 600;
        if (!budget.take(bytes))
          continue;
        const guint64 now = taken += bytes;
        for (guint64 seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        taken -= bytes;
        budget.give_back(bytes);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  fail_unless(most <= 1000, "%" G_GUINT64_FORMAT " bytes", most.load());
  fail_if(budget.take(1001));
  fail_unless(budget.take(1000));
  fail_if(budget.take(1));
  fail_unless(PinnedBudget::of_process().most() >= (gsize{1} << 20));
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, pinned_memory_is_shared_and_copied_like_system_memory);
  tcase_add_test(chain, a_size_that_no_memory_has_is_refused);
  tcase_add_test(chain, memory_beyond_the_budget_is_ordinary_until_some_is_given_back);
  tcase_add_test(chain, a_budget_is_never_exceeded_by_threads_at_once);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "pinned_allocator", add_tests);
}
