// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Run with CUDA_VISIBLE_DEVICES="": there is no driver then, or the driver reports no GPU.
#include "cuda/cuda_backend.h"

#include <gtest/gtest.h>

namespace videohistogram {

namespace {

TEST(CudaWithoutDevice, the_list_says_why_there_is_none) {
  const auto devices = list_cuda_devices();
  ASSERT_FALSE(devices.ok());
  EXPECT_EQ(devices.error().kind, ErrorKind::no_device);
  const std::string& message = devices.error().message;
  EXPECT_TRUE(message.find("driver") != std::string::npos ||
              message.find("CUDA_VISIBLE_DEVICES") != std::string::npos ||
              message.find("the GPU backend is not installed") != std::string::npos)
      << message;
}

TEST(CudaWithoutDevice, a_backend_is_refused_with_the_same_reason_again_and_again) {
  const auto devices = list_cuda_devices();
  for (int i = 0; i < 3; i++) {
    const auto backend = create_cuda_backend({});
    ASSERT_FALSE(backend.ok());
    EXPECT_EQ(backend.error().kind, ErrorKind::no_device);
    EXPECT_EQ(backend.error().message, devices.error().message);
  }
}

} // namespace

} // namespace videohistogram
