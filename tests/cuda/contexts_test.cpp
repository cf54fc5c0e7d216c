// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Contexts, streams and graphs of other code in the process.
#include "tests/cuda/gpu_test.h"

#include "cuda/device/context.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/reference.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace videohistogram {

namespace {

using reference::Content;
using reference::Frame;
using reference::make_frame;
using reference::request_all;

/// A frame's pixels in the memory of a context.
class DeviceFrame {
public:
  DeviceFrame(const FrameView& frame, const MemoryPlace& context) : view_(frame) {
    const cuda::ContextScope scope(context);
    EXPECT_TRUE(scope.status().ok());
    const PlaneView& first = frame.planes[0]; // all planes of a test's frame lie in one block
    EXPECT_EQ(cudaMalloc(&memory_, first.size), cudaSuccess);
    EXPECT_EQ(cuda::copy_to_device(memory_, first.data, first.size), cudaSuccess);
    for (PlaneView& plane : view_.planes)
      plane.data = static_cast<const uint8_t*>(memory_);
    view_.place = context;
  }
  DeviceFrame(const DeviceFrame&) = delete;
  DeviceFrame& operator=(const DeviceFrame&) = delete;
  ~DeviceFrame() {
    if (view_.place.on_host())
      return;
    const cuda::ContextScope scope(view_.place);
    if (scope.status().ok()) {
      EXPECT_EQ(cudaFree(memory_), cudaSuccess);
    }
  }

  FrameView& view() { return view_; }

private:
  FrameView view_;
  void* memory_ = nullptr;
};

/// A context other than the primary one, as other elements create them.
class OtherContext {
public:
  OtherContext() {
    EXPECT_TRUE(cuda::load_driver().ok());
    driver_ = dlopen("libcuda.so.1", RTLD_NOW);
    EXPECT_EQ(call<CUresult(CUcontext*, unsigned int, CUdevice)>("cuCtxCreate_v2")(&handle_, 0, 0),
              CUDA_SUCCESS);
    CUcontext popped = nullptr;
    EXPECT_EQ(call<CUresult(CUcontext*)>("cuCtxPopCurrent_v2")(&popped), CUDA_SUCCESS);
    shared_ = {MemoryKind::device, 0, std::shared_ptr<const void>(this, [](const void*) {}),
               handle_, nullptr};
  }
  OtherContext(const OtherContext&) = delete;
  OtherContext& operator=(const OtherContext&) = delete;
  ~OtherContext() { destroy(); }

  void destroy() {
    if (handle_) {
      EXPECT_EQ(call<CUresult(CUcontext)>("cuCtxDestroy_v2")(handle_), CUDA_SUCCESS);
    }
    handle_ = nullptr;
  }
  const MemoryPlace& get() const { return shared_; }
  /// The number of owners besides the test.
  long users() const { return shared_.owner.use_count() - 1; }

private:
  template <class Function>
  Function* call(const char* name) {
    return reinterpret_cast<Function*>(dlsym(driver_, name));
  }

  void* driver_ = nullptr;
  CUcontext handle_ = nullptr;
  MemoryPlace shared_;
};

/// Counts a frame in a context. Nothing of the frame is held after the call.
void count_in(Backend& backend, const OtherContext& context, const Frame& frame) {
  DeviceFrame on_device(frame.view(), context.get());
  const Request request = request_all(frame.view());
  EXPECT_EQ(count(backend, on_device.view(), request), reference::count(frame.view(), request));
}

TEST(CudaContexts, contexts_of_frames_that_no_longer_come_are_let_go) {
  OtherContext first, second, third;
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  const Frame frame = make_frame({"NV12", 640, 360, 0, false, 0}, Content::noise);
  const auto announce = [&](uint32_t frames) {
    reference::prepare(*backend, *frame.view().format, 640, 360, frames);
  };
  announce(0);
  for (int i = 0; i < 2; i++)
    for (const OtherContext* context : {&first, &second, &third})
      count_in(*backend, *context, frame);
  EXPECT_EQ(first.users(), 1) << "it was asked for by turns";

  announce(0);
  EXPECT_EQ(first.users(), 1) << "its frames came until now";
  count_in(*backend, second, frame);
  announce(0);
  EXPECT_EQ(first.users(), 0);
  EXPECT_EQ(second.users(), 1);
  EXPECT_EQ(third.users(), 0);

  // Counting in a new context shows that the old one was replaced.
  count_in(*backend, first, frame);
  EXPECT_EQ(second.users(), 0);
  announce(backend->depth());
  announce(backend->depth());
  EXPECT_EQ(first.users(), 0);
  EXPECT_EQ(count(*backend, frame.view(), request_all(frame.view())),
            reference::count(frame.view(), request_all(frame.view())));
}

TEST(CudaContexts, others_capture_a_graph_while_frames_are_counted) {
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  // Before the capture, during which CUDA loads no kernels.
  ASSERT_EQ(count(*make_backend(), frame.view(), request), expected);

  std::mutex mutex;
  std::condition_variable changed;
  bool capturing = false, counted = false;
  std::thread other([&] {
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    {
      std::unique_lock lock(mutex);
      capturing = true;
      changed.notify_all();
      changed.wait(lock, [&] { return counted; });
    }
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess) << "the capture was spoilt";
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return capturing; });
  }
  {
    const auto backend = make_backend();
    EXPECT_TRUE(backend);
    for (int i = 0; backend && i < 10; i++)
      EXPECT_EQ(count(*backend, frame.view(), request), expected);
  }
  {
    std::lock_guard lock(mutex);
    counted = true;
  }
  changed.notify_all();
  other.join();
}

TEST(CudaContexts, the_time_limit_begins_when_the_work_of_others_is_done) {
  using namespace std::chrono_literals;
  const auto backend = make_backend(0, 300ms);
  ASSERT_TRUE(backend);
  auto context = cuda::primary_context(0);
  ASSERT_TRUE(context.ok());
  const Frame frame = make_frame({"RGBA", 640, 360, 0, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  DeviceFrame on_device(frame.view(), *context);
  const cuda::ContextScope scope(on_device.view().place);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaLaunchHostFunc(
                stream, [](void*) { std::this_thread::sleep_for(800ms); }, nullptr),
            cudaSuccess);
  on_device.view().place.stream = stream;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(count(*backend, on_device.view(), request), reference::count(frame.view(), request));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 700ms) << "it has not waited";
  EXPECT_FALSE(is_cuda_lost());
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

} // namespace

} // namespace videohistogram
