// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What tests of the stand-ins for NVIDIA's libraries share.
#pragma once

#include "tests/tools/nvdec/fake_driver.h"

#include <gtest/gtest.h>

namespace videohistogram {

inline int pop_context() {
  void* context = nullptr;
  return fake_cuda_function<int(void**)>("cuCtxPopCurrent_v2")(&context);
}

/// A context of the device, current on no thread.
class FakeContext {
public:
  FakeContext() {
    EXPECT_EQ(fake_cuda_function<int(unsigned)>("cuInit")(0), 0);
    int device = -1;
    EXPECT_EQ(fake_cuda_function<int(int*, int)>("cuDeviceGet")(&device, 0), 0);
    EXPECT_EQ(
        fake_cuda_function<int(void**, unsigned, int)>("cuCtxCreate_v2")(&context_, 0, device), 0);
    EXPECT_EQ(pop_context(), 0);
  }
  ~FakeContext() { EXPECT_EQ(fake_cuda_function<int(void*)>("cuCtxDestroy_v2")(context_), 0); }
  void* get() const { return context_; }

private:
  void* context_ = nullptr;
};

/// The context is current on this thread meanwhile.
class CurrentContext {
public:
  explicit CurrentContext(const FakeContext& context) {
    EXPECT_EQ(fake_cuda_function<int(void*)>("cuCtxPushCurrent_v2")(context.get()), 0);
  }
  ~CurrentContext() { EXPECT_EQ(pop_context(), 0); }
};

/// All that was made is freed, and nothing was misused.
inline void expect_clean(const FakeDriver& driver) {
  EXPECT_EQ(driver.decoders_alive, 0);
  EXPECT_EQ(driver.frames_mapped, 0);
  EXPECT_EQ(driver.device_blocks, 0);
  EXPECT_EQ(driver.misuse, 0);
  EXPECT_EQ(driver.cuda_misuse, 0);
}

} // namespace videohistogram
