// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures after a frame for which there was not enough memory.
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace {

std::atomic<int64_t> until_failure{INT64_MAX}; ///< allocations that succeed before one fails

void* allocate(size_t size, size_t alignment) {
  void* const block = until_failure-- == 0
                          ? nullptr
                          : std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
  if (!block)
    throw std::bad_alloc();
  return block;
}

} // namespace

void* operator new(size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
void* operator new(size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<size_t>(alignment));
}
// Without this one a sanitizer would bring its own, whose blocks std::free() may not have.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size + 1);
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, size_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, size_t, std::align_val_t) noexcept {
  std::free(block);
}

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr uint32_t width = 320, height = 240;

/// The tables of a frame, and what owns them.
struct Counted {
  std::unique_ptr<Backend> backend = create_cpu_backend(1);
  std::unique_ptr<Job> job = backend->make_job();
  CountedTables tables;

  Counted(uint32_t base, const SharedPlan& plan) {
    const Frame frame(8, 64, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
      return {base + x, base + y, 200 - base + x % 7};
    });
    EXPECT_TRUE(backend->submit(*job, frame.view(), plan, {}).ok());
    EXPECT_TRUE(job->wait(tables.histograms_of(plan)).ok());
    EXPECT_TRUE(tables.read(plan, *job).ok());
    job->release();
  }
};

std::unique_ptr<Picture> make_picture() {
  Source source;
  source.format = find_format("Y444");
  source.width = 64;
  source.height = 48;
  auto made = Picture::create(source, {}, width, height, {});
  if (!made.ok())
    std::abort(); // impossible with this size
  return std::move(*made);
}

std::vector<uint32_t> draw(Picture& picture, const Counted& counted, int64_t allocations) {
  std::vector<uint32_t> pixels(size_t{width} * height);
  until_failure = allocations;
  picture.draw(&counted.tables, {reinterpret_cast<uint8_t*>(pixels.data()), 4 * width});
  until_failure = INT64_MAX;
  return pixels;
}

} // namespace

TEST(Memory, AFrameAfterOneWithoutMemoryIsDrawnAsTheFirst) {
  for (const Hold hold : {Hold::peak, Hold::reference}) {
    int64_t allocations = 0;
    for (bool failed = true; failed; allocations++) {
      const auto picture = make_picture(), fresh = make_picture();
      const Counted a(20, picture->plan()), b(120, picture->plan());
      draw(*picture, a, INT64_MAX);
      picture->hold(hold);
      fresh->hold(hold);
      try {
        draw(*picture, b, allocations);
        failed = false;
      } catch (const std::bad_alloc&) {
        until_failure = INT64_MAX;
        ASSERT_EQ(draw(*picture, b, INT64_MAX), draw(*fresh, b, INT64_MAX)) << allocations;
      }
    }
    EXPECT_GT(allocations, 5); // at least one per held trace
  }
}
