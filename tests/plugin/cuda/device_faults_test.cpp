// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element over a real GPU that fails. Two of these spoil CUDA for their process, so each test
// is run in one of its own.
#include "tests/cuda/device_faults.h"
#include "tests/plugin/support/element_test.h"

#include <chrono>
#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using Clock = std::chrono::steady_clock;

namespace {

constexpr guint width = 1280, height = 720;

Frame frame_number(guint i) {
  return make_plain_frame("RGBA", width, height, Content::noise, i);
}

void push_exact(Stream& stream, guint first, guint n) {
  expect_exact(push_frames(stream, frame_number, first, n), frame_number, first);
}

cudaStream_t make_stream() {
  cudaStream_t stream = nullptr;
  fail_unless(cudaSetDevice(0) == cudaSuccess);
  fail_unless(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  return stream;
}

/// The GPU is given up: frames go on being counted, and the element stops at once.
void expect_counting_without_gpu(Stream& stream) {
  expect_one_warning(stream, "restart");
  expect_active_backend(stream.element(), "cpu");
  push_exact(stream, 100, 4);
  fail_unless_equals_uint64(stream.stat("failed"), 0);
  const auto begin = Clock::now();
  fail_unless_equals_int(gst_element_set_state(stream.element(), GST_STATE_NULL),
                         GST_STATE_CHANGE_SUCCESS);
  fail_unless(Clock::now() - begin < std::chrono::seconds(1));

  // The next element of this process learns it when it starts.
  Stream next("backend=auto");
  expect_one_warning(next, "restart");
  expect_active_backend(next.element(), "cpu");
  next.set_caps(raw_caps("RGBA", width, height));
  push_exact(next, 0, 2);
}

} // namespace

GST_START_TEST(a_full_device_costs_no_frame_and_is_tried_again) {
  Stream stream;
  fail_unless(cudaSetDevice(0) == cudaSuccess);
  std::vector<void*> blocks;
  for (size_t size = size_t{1} << 34; size >= 4096; size /= 2)
    for (void* block = nullptr; cudaMalloc(&block, size) == cudaSuccess;)
      blocks.push_back(block);
  cudaGetLastError();

  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 4);
  expect_one_warning(stream, "until the GPU can be used again");
  fail_unless_equals_uint64(stream.stat("counted-cuda"), 0);

  for (void* block : blocks)
    cudaFree(block);
  push_exact(stream, 4, 40);
  fail_unless_equals_uint64(stream.stat("counted"), 44);
  fail_unless(stream.stat("counted-cuda") > 20);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  expect_active_backend(stream.element(), "cuda");
}
GST_END_TEST

GST_START_TEST(an_illegal_address_with_frames_in_flight_costs_no_frame) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 8);
  fail_unless_equals_uint64(stream.stat("counted-cuda"), 8);

  fail_unless(fault_device(300, make_stream()) == cudaSuccess);
  push_exact(stream, 8, 8);
  fail_unless_equals_uint64(stream.stat("counted"), 16);
  fail_unless_equals_uint64(stream.stat("counted-cuda"), 8);
  expect_counting_without_gpu(stream);
}
GST_END_TEST

GST_START_TEST(a_hung_kernel_is_given_up_in_bounded_time) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 8);

  cudaStream_t hung = make_stream();
  void* memory = nullptr;
  fail_unless(cudaHostAlloc(&memory, 4, cudaHostAllocMapped) == cudaSuccess);
  auto* const released = static_cast<volatile uint32_t*>(memory);
  *released = 0;
  fail_unless(occupy_device(released, hung) == cudaSuccess);
  const auto begin = Clock::now();
  push_exact(stream, 8, 8);
  fail_unless(Clock::now() - begin < std::chrono::seconds(15));
  expect_counting_without_gpu(stream);
  *released = 1;
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_full_device_costs_no_frame_and_is_tried_again);
  tcase_add_test(chain, an_illegal_address_with_frames_in_flight_costs_no_frame);
  tcase_add_test(chain, a_hung_kernel_is_given_up_in_bounded_time);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "device_faults", add_tests);
}
