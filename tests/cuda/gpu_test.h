// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "tests/reference/frames.h"

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Shared by the tests that need a GPU. Where there is none, main() prints the reason and
// returns 77. Tests use the runtime as any other code in the process would.

namespace videohistogram {

/// A backend on device 0; fails the test if there is none.
std::unique_ptr<Backend>
make_backend(uint32_t depth = default_cuda_depth,
             std::chrono::milliseconds time_limit = std::chrono::seconds(10));

/// Submits, waits, releases. An empty vector after an error, which fails the test.
std::vector<uint32_t> count(Backend& backend, const FrameView& frame, const Request& request);

/// A copy of a frame, in the same layout, in page-locked memory.
class PinnedFrame {
public:
  explicit PinnedFrame(const FrameView& frame);
  ~PinnedFrame();
  PinnedFrame(const PinnedFrame&) = delete;
  PinnedFrame& operator=(const PinnedFrame&) = delete;

  const FrameView& view() const { return view_; }

private:
  FrameView view_;
  void* memory_ = nullptr;
};

/// The format's name as a part of a test's name: letters, digits and underscores.
inline std::string test_name(const FormatInfo& format) {
  std::string name = format.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name;
}

/// Bytes of free device memory, as CUDA reports them.
size_t free_device_memory();

/// Allocates all free device memory, and frees it in the destructor.
class FullDevice {
public:
  FullDevice();
  ~FullDevice();
  FullDevice(const FullDevice&) = delete;
  FullDevice& operator=(const FullDevice&) = delete;

private:
  std::vector<void*> blocks_;
};

} // namespace videohistogram
