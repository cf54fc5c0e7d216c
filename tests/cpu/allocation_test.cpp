// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts the allocations of the process: a frame like the last one must allocate nothing, and no
// frame more than is announced.
#include "cpu/cpu_backend.h"
#include "tests/reference/frames.h"
#include "tests/reference/packed.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::atomic<uint64_t> allocations{0};
std::atomic<size_t> largest{SIZE_MAX}; ///< bytes of the largest block; larger ones are refused
std::atomic<size_t> taken{0};          ///< bytes of all blocks that were ever allocated

void* counted(size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  taken.fetch_add(size, std::memory_order_relaxed);
  void* p = size > largest ? nullptr : std::malloc(size ? size : 1);
  if (!p)
    throw std::bad_alloc();
  return p;
}

void* counted(size_t size, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const size_t step = static_cast<size_t>(alignment);
  void* p = std::aligned_alloc(step, (size + step - 1) / step * step);
  if (!p)
    throw std::bad_alloc();
  return p;
}

} // namespace

void* operator new(size_t size) {
  return counted(size);
}
void* operator new[](size_t size) {
  return counted(size);
}
void* operator new(size_t size, std::align_val_t a) {
  return counted(size, a);
}
void* operator new[](size_t size, std::align_val_t a) {
  return counted(size, a);
}
// Without these two a sanitizer would provide its own, whose blocks std::free() must not get.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size ? size : 1);
}
void* operator new[](size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, size_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete(void* p, size_t, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, size_t, std::align_val_t) noexcept {
  std::free(p);
}

namespace videohistogram {

namespace {

/// Number of allocations while ten frames are counted, after a first one.
uint64_t allocated(uint32_t threads, const reference::Layout& layout, size_t regions) {
  const reference::Frame frame = reference::make_frame(layout, reference::Content::noise);
  Request request = reference::request_all(frame.view());
  request.regions.assign(regions, {1, 1, layout.width / 2, layout.height / 2});
  const auto cpu = create_cpu_backend(threads);
  std::vector<uint32_t> counts(request.total_counts());
  const SharedPlan plan = *reference::plan_of(frame.view(), request);
  const JobPtr job = cpu->make_job();
  const auto count = [&] {
    ASSERT_TRUE(cpu->submit(*job, frame.view(), plan, request.regions).ok());
    ASSERT_TRUE(job->wait(counts.data()).ok());
    job->release();
  };
  count();
  const uint64_t before = allocations;
  for (int i = 0; i < 10; i++)
    count();
  const uint64_t after = allocations;
  EXPECT_EQ(counts, reference::count(frame.view(), request));
  return after - before;
}

} // namespace

TEST(CpuAllocation, TheCounterWorks) {
  const uint64_t before = allocations;
  auto* volatile block = new int[100];
  delete[] block;
  EXPECT_EQ(allocations - before, 1u);
}

TEST(CpuAllocation, ASmallFrameAllocatesNothing) {
  reference::Layout layout;
  layout.width = 64;
  layout.height = 48;
  EXPECT_EQ(allocated(1, layout, 0), 0u);
  EXPECT_EQ(allocated(4, layout, 10), 0u);
}

TEST(CpuAllocation, ALargeFrameOnSeveralThreadsAllocatesNothing) {
  reference::Layout layout;
  layout.width = 1280;
  layout.height = 720;
  EXPECT_EQ(allocated(4, layout, 0), 0u);
  EXPECT_EQ(allocated(4, layout, 3), 0u);
}

TEST(CpuAllocation, UnpackedRowsAreAnnouncedWithTheirPadding) {
  for (const char* name : {"v210", "RGB10A2_LE", "NV12_4L4"}) {
    reference::Layout layout;
    layout.format = name;
    layout.width = 6;
    layout.height = 4000;
    const reference::Frame frame = reference::noise_of_packed(layout, 1);
    const FrameView view = frame.view();
    const Quantity quantity = select_quantities(*view.format, view.format->channels())[0];
    PlanSpec spec;
    spec.tables.push_back({{quantity, 16}, {}});
    spec.tables.push_back({{quantity, 16}, *direction_of_angle(0, 6, 4000, 16)});
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    const auto cpu = create_cpu_backend(1);
    const JobPtr job = cpu->make_job();
    // The first frame allocates tallies, which are of no frame, as well.
    std::vector<uint32_t> counts(plan->total_counts(0));
    const auto taken_by = [&](const FrameView& of) {
      const size_t before = taken;
      EXPECT_TRUE(cpu->submit(*job, of, plan, {}).ok());
      EXPECT_TRUE(job->wait(counts.data()).ok());
      job->release();
      return taken - before;
    };
    const FrameMemory memory = cpu_frame_memory(*plan, 0);
    EXPECT_LE(taken_by(view), memory.host + (64 << 10)) << name;
  }
}

TEST(CpuAllocation, WithoutMemoryForAMatrixTheFrameIsCountedAllTheSame) {
  reference::Layout layout;
  layout.width = 640;
  layout.height = 80; // enough samples to sum the histogram from the matrix
  const reference::Frame frame = reference::make_frame(layout, reference::Content::noise);
  Request request = reference::request_all(frame.view());
  Expected<Direction> direction = direction_of_angle(0, 640, 80, 256);
  ASSERT_TRUE(direction.ok());
  request.projections.clear();
  request.add_projection(Quantity::luma, *direction);
  const auto cpu = create_cpu_backend(1);
  for (const bool scarce : {true, false}) {
    largest = scarce ? size_t{640} * 256 * 2 - 1 : SIZE_MAX;
    Expected<JobPtr> job = reference::submit(*cpu, frame.view(), request);
    largest = SIZE_MAX;
    ASSERT_TRUE(job.ok());
    std::vector<uint32_t> counts(request.total_counts());
    ASSERT_TRUE((*job)->wait(counts.data()).ok());
    EXPECT_EQ(counts, reference::count(frame.view(), request));
    EXPECT_EQ((*job)->matrix(0) == nullptr, scarce);
  }
}

} // namespace videohistogram
