// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cpu/target.h"
#include "tests/reference/frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace videohistogram::test {

/// Targets of this build, whether or not this CPU supports them.
inline std::vector<const cpu::Target*> all_targets() {
  std::vector<const cpu::Target*> all;
  for (const cpu::Target* const* target = cpu::targets(); *target; target++)
    all.push_back(*target);
  return all;
}

/// A test that is run with each of them, and skipped where the CPU lacks it.
class TargetTest : public testing::TestWithParam<const cpu::Target*> {
protected:
  void SetUp() override {
    if (!GetParam()->supported())
      GTEST_SKIP() << "this CPU has no target " << GetParam()->name;
  }
};

inline std::string target_name(const testing::TestParamInfo<const cpu::Target*>& info) {
  return info.param->name;
}

/// Noise, followed by a page that cannot be read: reading it ends the process.
class GuardedNoise {
public:
  GuardedNoise() {
    void* const map =
        mmap(nullptr, size_ + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
      throw std::system_error(errno, std::generic_category(), "mmap");
    bytes_ = static_cast<uint8_t*>(map);
    if (mprotect(bytes_ + size_, page_, PROT_NONE) != 0)
      throw std::system_error(errno, std::generic_category(), "mprotect");
    std::mt19937 random(3);
    std::generate(bytes_, bytes_ + size_, [&] { return static_cast<uint8_t>(random()); });
  }
  ~GuardedNoise() { munmap(bytes_, size_ + page_); }
  GuardedNoise(const GuardedNoise&) = delete;
  GuardedNoise& operator=(const GuardedNoise&) = delete;

  /// Two rows, up to 1200 pixels wide. All planes overlap, and the last pixel of each lies directly
  /// before that page.
  FrameView frame(const char* format, uint32_t width) const {
    FrameView frame;
    frame.format = &reference::format_named(format);
    frame.width = width;
    frame.height = 2;
    for (uint32_t plane = 0; plane < frame.format->n_planes; plane++) {
      const size_t stride = frame.row_bytes(plane) + 5;
      const size_t size = stride * (frame.rows(plane) - 1) + frame.row_bytes(plane);
      frame.planes[plane] = {bytes_ + size_ - size, size, 0, static_cast<ptrdiff_t>(stride)};
    }
    return frame;
  }

private:
  const size_t page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t size_ = 8 * page_;
  uint8_t* bytes_ = nullptr;
};

} // namespace videohistogram::test
