// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The second thread that draws large pictures.
#include "tests/fake/process.h"
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr uint32_t width = 1280, height = 720;
constexpr ptrdiff_t stride = 4 * width;

/// A picture, and the tables of a frame.
class LargePicture {
public:
  LargePicture() {
    Source source;
    source.format = find_format("Y444");
    source.width = 64;
    source.height = 48;
    auto made = Picture::create(source, {}, width, height, {});
    if (!made.ok())
      std::abort(); // impossible with this size
    picture_ = std::move(*made);
    const Frame frame(8, 64, 48, [](uint32_t x, uint32_t y) -> Frame::Pixel {
      return {(3 * x * y) % 256, (100 + 2 * x) % 256, (60 + 5 * y) % 256};
    });
    EXPECT_TRUE(backend_->submit(*job_, frame.view(), picture_->plan(), {}).ok());
    EXPECT_TRUE(job_->wait(tables_.histograms_of(picture_->plan())).ok());
    EXPECT_TRUE(tables_.read(picture_->plan(), *job_).ok());
    job_->release();
  }
  void draw(uint8_t* to, unsigned threads) { picture_->draw(&tables_, {to, stride}, threads); }
  std::vector<uint8_t> draw(unsigned threads) {
    std::vector<uint8_t> pixels(size_t{stride} * height);
    draw(pixels.data(), threads);
    return pixels;
  }
  void destroy() { picture_.reset(); }

private:
  std::unique_ptr<Backend> backend_ = create_cpu_backend(1);
  std::unique_ptr<Job> job_ = backend_->make_job();
  std::unique_ptr<Picture> picture_;
  CountedTables tables_;
};

/// Memory that notes which threads write it: the first one of each page, by its fault.
class WatchedMemory {
public:
  WatchedMemory() {
    memory_ =
        static_cast<uint8_t*>(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_NE(memory_, MAP_FAILED);
    the = this;
    struct sigaction action {};
    action.sa_sigaction = note;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &before_);
  }
  ~WatchedMemory() {
    sigaction(SIGSEGV, &before_, nullptr);
    munmap(memory_, size);
  }
  WatchedMemory(const WatchedMemory&) = delete;
  WatchedMemory& operator=(const WatchedMemory&) = delete;

  uint8_t* data() { return memory_; }
  void watch() {
    mprotect(memory_, size, PROT_NONE);
    mine_ = others_ = 0;
  }
  size_t pages_of_this_thread() const { return mine_; }
  size_t pages_of_others() const { return others_; }

  size_t pages() const { return size / page_; }

  static constexpr size_t size = size_t{stride} * height;

private:
  static void note(int, siginfo_t* info, void*) {
    const uintptr_t page = the->page_;
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr) / page * page;
    const auto begin = reinterpret_cast<uintptr_t>(the->memory_);
    if (address < begin || address >= begin + size)
      std::abort(); // a fault of the code under test
    (syscall(SYS_gettid) == getpid() ? the->mine_ : the->others_)++;
    mprotect(reinterpret_cast<void*>(address), page, PROT_READ | PROT_WRITE);
  }

  static WatchedMemory* the; ///< the only one
  const size_t page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  uint8_t* memory_;
  struct sigaction before_ {};
  std::atomic<size_t> mine_{0}, others_{0};
};

WatchedMemory* WatchedMemory::the = nullptr;

} // namespace

TEST(Threads, TheSecondWritesAShareOfTheRows) {
  LargePicture picture;
  const std::vector<uint8_t> expected = picture.draw(1);
  WatchedMemory memory;
  // A busy machine may wake the thread late; it has 20 s to take a quarter of a picture.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const auto is_shared = [&] {
    return memory.pages_of_others() >= memory.pages() / 4 && memory.pages_of_this_thread() > 0;
  };
  while (!is_shared() && std::chrono::steady_clock::now() < end) {
    memory.watch();
    picture.draw(memory.data(), 2);
    ASSERT_EQ(std::vector<uint8_t>(memory.data(), memory.data() + memory.size), expected);
  }
  EXPECT_TRUE(is_shared()) << memory.pages_of_others() << " pages by the second thread, "
                           << memory.pages_of_this_thread() << " by the first";
}

TEST(Threads, OneDrawsAloneIfNoOtherCanStart) {
  LargePicture picture;
  const std::vector<uint8_t> expected = picture.draw(1);
  {
    const NoThreads none;
    EXPECT_EQ(picture.draw(2), expected);
  }
  const size_t before = threads_of_process();
  EXPECT_EQ(picture.draw(2), expected); // does not try again
  EXPECT_EQ(threads_of_process(), before);
}

TEST(Threads, AChildAfterForkDestroysThePictureWithoutWaiting) {
  LargePicture picture;
  const std::vector<uint8_t> expected = picture.draw(2);
  EXPECT_EQ(status_of_child([&] {
              picture.destroy();
              return true;
            }),
            0);
#ifndef __SANITIZE_THREAD__ // a child after fork() could start no threads
  EXPECT_EQ(status_of_child([&] { return picture.draw(2) == expected; }), 0);
#endif
  EXPECT_EQ(picture.draw(2), expected);
}
