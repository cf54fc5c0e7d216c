// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/errors.h"

#include "cuda/cuda_backend.h"
#include "tests/emulated_cuda/process.h"

#include <gtest/gtest.h>

namespace videohistogram::cuda {

namespace {

TEST(CudaStatus, what_may_pass_is_transient) {
  EXPECT_EQ(classify(cudaErrorMemoryAllocation), ErrorKind::transient);
  EXPECT_EQ(classify(cudaErrorDevicesUnavailable), ErrorKind::transient);
  EXPECT_EQ(classify(cudaErrorSystemNotReady), ErrorKind::transient);
}

TEST(CudaStatus, what_somebody_captures_passes) {
  for (int code = 900; code <= 908; code++)
    EXPECT_EQ(classify(static_cast<cudaError_t>(code)), ErrorKind::transient) << code;
}

TEST(CudaStatus, what_this_machine_lacks_is_no_device) {
  for (cudaError_t code : {cudaErrorNoDevice, cudaErrorInvalidDevice, cudaErrorStubLibrary})
    EXPECT_EQ(classify(code), ErrorKind::no_device) << cudaGetErrorName(code);
}

TEST(CudaStatus, a_device_without_the_driver_or_the_code_for_it_is_unusable) {
  for (cudaError_t code :
       {cudaErrorNoKernelImageForDevice, cudaErrorUnsupportedPtxVersion,
        cudaErrorSystemDriverMismatch, cudaErrorInitializationError, cudaErrorNotSupported})
    EXPECT_EQ(classify(code), ErrorKind::device_unusable) << cudaGetErrorName(code);
}

TEST(CudaStatus, an_insufficient_driver_is_no_device_only_where_there_is_no_driver_at_all) {
  int version = 0;
  const bool has_driver = cudaDriverGetVersion(&version) == cudaSuccess && version > 0;
  EXPECT_EQ(classify(cudaErrorInsufficientDriver),
            has_driver ? ErrorKind::device_unusable : ErrorKind::no_device);
}

TEST(CudaStatus, what_a_process_does_not_recover_from_is_device_lost) {
  for (cudaError_t code :
       {cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorECCUncorrectable,
        cudaErrorHardwareStackError, cudaErrorIllegalInstruction, cudaErrorMisalignedAddress,
        cudaErrorInvalidPc, cudaErrorInvalidAddressSpace, cudaErrorLaunchTimeout, cudaErrorAssert,
        cudaErrorContextIsDestroyed, cudaErrorUnknown})
    EXPECT_EQ(classify(code), ErrorKind::device_lost) << cudaGetErrorName(code);
}

TEST(CudaStatus, whatever_else_is_a_bug) {
  EXPECT_EQ(classify(cudaErrorInvalidValue), ErrorKind::bug);
  EXPECT_EQ(classify(cudaErrorInvalidConfiguration), ErrorKind::bug);
  EXPECT_EQ(classify(static_cast<cudaError_t>(54321)), ErrorKind::bug);
}

TEST(CudaStatus, an_error_says_what_failed_and_keeps_the_code_for_developers) {
  const Error error = cuda_error(cudaErrorInvalidValue, "copying a frame to the GPU");
  EXPECT_EQ(error.kind, ErrorKind::bug);
  EXPECT_NE(error.message.find("copying a frame to the GPU"), std::string::npos);
  EXPECT_NE(error.detail.find("cudaErrorInvalidValue (1)"), std::string::npos);
  EXPECT_FALSE(is_lost());
}

void lose_the_device() {
  ASSERT_FALSE(is_lost());
  const Error error = cuda_error(cudaErrorIllegalAddress, "counting a frame");
  EXPECT_TRUE(is_lost());
  EXPECT_EQ(error.kind, ErrorKind::device_lost);
  EXPECT_NE(error.message.find("restart the process"), std::string::npos);
  EXPECT_NE(error.detail.find("cudaErrorIllegalAddress"), std::string::npos);

  latch_lost("another reason");
  EXPECT_EQ(lost_error().message, error.message);

  const auto devices = list_cuda_devices();
  ASSERT_FALSE(devices.ok());
  EXPECT_EQ(devices.error().kind, ErrorKind::device_lost);
  const auto backend = create_cuda_backend({});
  ASSERT_FALSE(backend.ok());
  EXPECT_EQ(backend.error().kind, ErrorKind::device_lost);
  EXPECT_EQ(backend.error().message, error.message);
}

TEST(CudaStatus, once_lost_every_entry_answers_device_lost_with_the_first_reason) {
  EXPECT_TRUE(emulated::in_a_process([] {
    lose_the_device();
    return !testing::Test::HasFailure();
  }));
}

} // namespace

} // namespace videohistogram::cuda
