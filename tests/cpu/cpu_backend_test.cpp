// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Behaviour of the CPU backend alone. tests/backend checks its counts.
#include "cpu/cpu_backend.h"

#include "tests/fake/process.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <thread>
#include <vector>

namespace videohistogram {

namespace {

using namespace reference;

testing::AssertionResult counts_right(Backend& cpu, const Frame& frame, const Request& request) {
  return counts_as(reference::count(frame.view(), request), cpu, frame.view(), request);
}

size_t threads_of_the_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

} // namespace

TEST(CpuBackend, SaysHowManyThreadsItMayUse) {
  EXPECT_STREQ(create_cpu_backend(1)->name(), "cpu");
  EXPECT_EQ(create_cpu_backend(1)->device(), "1 thread");
  EXPECT_EQ(create_cpu_backend(3)->device(), "up to 3 threads");
  EXPECT_FALSE(create_cpu_backend()->device().empty());
  const OneCore one;
  EXPECT_EQ(create_cpu_backend()->device(), "1 thread");
}

TEST(CpuBackend, HasCountedWhenSubmitReturns) {
  const auto cpu = create_cpu_backend(2);
  EXPECT_EQ(cpu->depth(), 1u);
  Layout layout;
  layout.width = 1000;
  layout.height = 500;
  Frame frame = make_frame(layout, Content::noise);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  Expected<JobPtr> job = reference::submit(*cpu, frame.view(), request);
  ASSERT_TRUE(job.ok());
  EXPECT_FALSE((*job)->holds_frame());
  frame = Frame(layout); // the pixels are gone
  std::vector<uint32_t> counts(request.total_counts());
  ASSERT_TRUE((*job)->wait(counts.data()).ok());
  EXPECT_TRUE(same_counts(expected, counts, request));
}

TEST(CpuBackend, CountsFramesWhereTheyLie) {
  const auto cpu = create_cpu_backend(2);
  const Frame frame = make_frame(Layout{"RGBA", 10, 10}, Content::noise);
  for (uint64_t i = 1; i <= 3; i++) {
    EXPECT_TRUE(counts_right(*cpu, frame, request_all(frame.view())));
    EXPECT_EQ(cpu->transfers().zero_copy_frames, i);
    EXPECT_EQ(cpu->transfers().bytes_uploaded, 0u);
    EXPECT_EQ(cpu->transfers().bytes_staged, 0u);
  }
}

TEST(CpuBackend, GivesTheSameCountsOnAnyNumberOfThreads) {
  for (const char* format : {"RGBA", "xRGB", "BGR", "GRAY8", "NV12", "YUY2", "P010_10LE"}) {
    Layout layout;
    layout.format = format;
    layout.width = sanitized ? 801 : 1921;
    layout.height = sanitized ? 601 : 801;
    layout.padding = 3;
    const Frame frame = make_frame(layout, Content::runs);
    Request request = request_all(frame.view());
    request.regions = {{0, 0, layout.width, layout.height}, {5, 5, 0, 0}, {100, 100, 700, 500}};
    const std::vector<uint32_t> expected = reference::count(frame.view(), request);
    for (uint32_t threads : {1, 2, 3, 5, 16})
      EXPECT_TRUE(counts_as(expected, *create_cpu_backend(threads), frame.view(), request))
          << format << " " << threads;
  }
}

TEST(CpuBackend, CountsRegionsThatStraddlePieces) {
  const auto cpu = create_cpu_backend(4);
  Layout layout;
  layout.width = 2000;
  layout.height = 600;
  const Frame frame = make_frame(layout, Content::noise);
  Request request = request_all(frame.view(), 32);
  for (uint32_t i = 0; i < 40; i++)
    request.regions.push_back({i, i * 13, 1900 - i * 40, 1 + i * 2});
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  for (int round = 0; round < (sanitized ? 2 : 10); round++)
    EXPECT_TRUE(counts_as(expected, *cpu, frame.view(), request));
}

TEST(CpuBackend, ManyOfThemWorkAtOnce) {
  Layout layout;
  layout.width = 1000;
  layout.height = 400;
  const Frame frame = make_frame(layout, Content::noise);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; t++)
    threads.emplace_back([&] {
      const auto cpu = create_cpu_backend(3);
      for (int i = 0; i < 5; i++)
        EXPECT_TRUE(counts_as(expected, *cpu, frame.view(), request));
    });
  for (std::thread& thread : threads)
    thread.join();
}

TEST(CpuBackend, StartsNoThreadBeforeItCounts) {
  const size_t before = threads_of_the_process();
  std::vector<std::unique_ptr<Backend>> unused;
  for (int i = 0; i < 100; i++) {
    unused.push_back(create_cpu_backend(64));
    prepare(*unused.back(), *find_format("RGBA"), 7680, 4320, 1);
  }
  // A joined thread of an earlier test may still have been listed.
  EXPECT_LE(threads_of_the_process(), before);
  const Frame frame = make_frame(Layout{"RGBA", 1920, 1080}, Content::noise);
  EXPECT_TRUE(counts_right(*unused.back(), frame, request_all(frame.view())));
  EXPECT_GT(threads_of_the_process(), before);
}

TEST(CpuFrameMemory, HasTheCopyOfAPackedFrameAndOfTheFrameBefore) {
  const auto memory_of = [](const char* name, QuantitySet quantities) {
    const FormatInfo& format = *find_format(name);
    PlanSpec spec;
    for (Quantity quantity : select_quantities(format, quantities))
      spec.tables.push_back({{quantity, 256}, {}});
    return cpu_frame_memory(**compile_plan(format, 640, 480, spec), 0).host;
  };
  // A row of Y has 1280 bytes, one of Cb or Cr 640. At least 128 follow that may be written, as
  // after all rows, and each row begins at a multiple of 64 bytes.
  const uint64_t samples = 480 * (1408 + 2 * 768) + 128;
  EXPECT_EQ(memory_of("v210", ycbcr_set), memory_of("I422_10LE", ycbcr_set) + samples);
  EXPECT_EQ(memory_of("v210", all_differences),
            memory_of("I422_10LE", all_differences) + 2 * samples);
}

} // namespace videohistogram
