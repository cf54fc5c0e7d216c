// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The parts of a slot of the CUDA backend, each by itself.
#include "cuda/cuda_backend.h"
#include "cuda/device/completion.h"
#include "cuda/device/context.h"
#include "cuda/device/device.h"
#include "cuda/device/errors.h"
#include "cuda/frame_buffers.h"
#include "cuda/slot.h"
#include "cuda/transfer/upload.h"
#include "tests/emulated_cuda/device.h"
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/emulated_cuda/process.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;
using emulated::in_a_process;
using std::chrono::milliseconds;

constexpr BufferLimits limits{4096, 60000};
constexpr BufferSizes small_sizes{1024, 1024, 4096, 1024, 0};

/// A device with its context current, and a stream of it.
class SlotParts : public testing::Test {
protected:
  void SetUp() override {
    Expected<MemoryPlace> context = primary_context(0);
    ASSERT_TRUE(context.ok());
    scope_.emplace(*context);
    ASSERT_TRUE(scope_->status().ok());
    Expected<Stream> stream = Stream::create();
    ASSERT_TRUE(stream.ok());
    stream_ = std::move(*stream);
  }
  void TearDown() override {
    stream_ = Stream();
    scope_.reset();
  }

  cudaStream_t stream() const { return stream_.get(); }

  const NumaNode node_;

private:
  std::optional<ContextScope> scope_;
  Stream stream_;
};

class SlotBuffers : public SlotParts {
protected:
  void reserve(FrameBuffers& buffers, const BufferSizes& sizes) {
    ASSERT_TRUE(buffers.reserve(sizes, stream(), nullptr).ok());
  }
};

/// The same sizes but for the pixels'.
BufferSizes with_pixels(size_t bytes) {
  BufferSizes sizes = small_sizes;
  sizes.pixels = sizes.staging = bytes;
  return sizes;
}

TEST_F(SlotBuffers, blocks_that_are_large_enough_stay_where_they_are) {
  FrameBuffers buffers(node_);
  EXPECT_FALSE(buffers.has_count_memory(small_sizes));
  EXPECT_FALSE(buffers.reserve_frees(small_sizes)) << "there is nothing to free";
  reserve(buffers, small_sizes);
  EXPECT_TRUE(buffers.has_count_memory(small_sizes));
  const uint64_t calls = emulated::calls();
  for (const size_t bytes : {size_t{0}, size_t{1000}, size_t{1024}}) {
    EXPECT_FALSE(buffers.reserve_frees(with_pixels(bytes)));
    reserve(buffers, with_pixels(bytes));
  }
  EXPECT_EQ(emulated::calls(), calls);
}

TEST_F(SlotBuffers, every_block_that_reserve_replaces_is_announced) {
  for (size_t BufferSizes::*const grows :
       {&BufferSizes::pixels, &BufferSizes::scratch, &BufferSizes::results}) {
    FrameBuffers buffers(node_);
    reserve(buffers, small_sizes);
    BufferSizes larger = small_sizes;
    larger.*grows *= 2;
    EXPECT_TRUE(buffers.reserve_frees(larger));
    EXPECT_EQ(buffers.has_count_memory(larger), grows == &BufferSizes::pixels);
    const emulated::Live before = emulated::live();
    reserve(buffers, larger);
    EXPECT_FALSE(buffers.reserve_frees(larger));
    EXPECT_TRUE(buffers.has_count_memory(larger));
    EXPECT_EQ(emulated::live().device_blocks, before.device_blocks);
    EXPECT_EQ(emulated::live().pinned_blocks, before.pinned_blocks);
  }
}

TEST_F(SlotBuffers, pixels_that_grow_get_a_margin_of_an_eighth_unless_they_were_freed_before) {
  for (const bool freed : {false, true}) {
    FrameBuffers buffers(node_);
    reserve(buffers, with_pixels(8192));
    const BufferSizes needed = with_pixels(16384), eighth_more = with_pixels(18432);
    buffers.trim(needed, freed ? FrameBuffers::Trim::all_but_exact : FrameBuffers::Trim::large);
    EXPECT_EQ(buffers.reserve_frees(needed), !freed);
    reserve(buffers, needed);
    EXPECT_EQ(buffers.reserve_frees(eighth_more), freed);
  }
}

TEST_F(SlotBuffers, trim_frees_what_is_more_than_a_quarter_too_large) {
  FrameBuffers buffers(node_);
  reserve(buffers, with_pixels(1280));
  ASSERT_TRUE(buffers.staging().ok());
  const emulated::Live before = emulated::live();
  buffers.trim(with_pixels(1024), FrameBuffers::Trim::large);
  EXPECT_EQ(emulated::live().device_blocks, before.device_blocks);
  EXPECT_EQ(emulated::live().pinned_blocks, before.pinned_blocks);
  buffers.trim(with_pixels(1020), FrameBuffers::Trim::large);
  EXPECT_EQ(emulated::live().device_blocks, before.device_blocks - 1) << "the pixels";
  EXPECT_EQ(emulated::live().pinned_blocks, before.pinned_blocks - 1) << "the staging block";
}

TEST_F(SlotBuffers, a_failed_reserve_is_made_up_for_by_the_next_one) {
  BufferSizes larger = small_sizes;
  for (size_t BufferSizes::*const grows :
       {&BufferSizes::pixels, &BufferSizes::scratch, &BufferSizes::results})
    larger.*grows *= 4;
  int failures = 0;
  bool made = true;
  for (uint64_t call = 1; made && call < 100; call++) {
    FrameBuffers buffers(node_);
    reserve(buffers, small_sizes);
    const uint64_t failing = emulated::calls() + call;
    emulated::fail_call(failing, cudaErrorMemoryAllocation);
    const Status status = buffers.reserve(larger, stream(), nullptr);
    made = emulated::calls() >= failing;
    emulated::fail_call(0, cudaSuccess);
    if (!status.ok()) {
      failures++;
      EXPECT_EQ(status.error().kind, ErrorKind::transient);
      EXPECT_FALSE(buffers.has_count_memory(larger) && buffers.pixels()) << "call " << call;
    }
    reserve(buffers, larger);
    EXPECT_TRUE(buffers.has_count_memory(larger) && buffers.pixels());
  }
  EXPECT_FALSE(made);
  EXPECT_EQ(failures, 5) << "three allocations, an address, and clearing the scratch";
}

TEST_F(SlotBuffers, only_frames_from_the_host_need_pixels_and_only_smaller_ones_a_staging_block) {
  const Frame frame = make_frame({"RGBA", 100, 100, 0, false, 0}, Content::noise);
  FrameView view = frame.view();
  Request request = request_all(view);
  const BufferSizes staged = frame_sizes(limits, view, **plan_of(view, request), 0);
  EXPECT_GE(staged.pixels, 40000u);
  EXPECT_EQ(staged.staging, staged.pixels);
  EXPECT_EQ(staged.matrices, 0u);
  const BufferSizes large = host_frame_sizes(limits, *view.format, 100, 200);
  EXPECT_GT(large.pixels, limits.staging);
  EXPECT_EQ(large.staging, 0u);

  view.place = *primary_context(0);
  request.add_projection(request.channels[0], *direction_of_angle(0, 100, 100, request.bins));
  request.add_projection(request.channels[1], *direction_of_angle(90, 100, 100, request.bins));
  const BufferSizes in_place = frame_sizes(limits, view, **plan_of(view, request), 0);
  EXPECT_EQ(in_place.pixels, 0u);
  EXPECT_EQ(in_place.staging, 0u);
  EXPECT_EQ(in_place.scratch, limits.scratch);
  EXPECT_EQ(in_place.matrices, 2u * 100u * request.bins * sizeof(uint32_t));
}

/// How a frame in pinned or in pageable memory comes to the device, and what is there then.
class SlotUpload : public SlotParts {
protected:
  SlotUpload() : uploader_(node_, limits.staging, milliseconds(10000), use_) {}

  Upload upload(const FrameView& frame) {
    const BufferSizes sizes = host_frame_sizes(limits, *frame.format, frame.width, frame.height);
    EXPECT_TRUE(buffers_.reserve(sizes, stream(), nullptr).ok());
    Expected<Upload> upload = uploader_.upload(frame, sizes, buffers_, stream());
    EXPECT_TRUE(upload.ok());
    Completion completion(milliseconds(10000), false);
    EXPECT_TRUE(completion.create_events().ok() && completion.end(stream()).ok() &&
                completion.wait().ok());
    expect_same_pixels(upload->device_pixels, frame);
    if (upload->host_pixels)
      expect_same_pixels(*upload->host_pixels, frame);
    return *upload;
  }

  static void expect_same_pixels(const FrameView& view, const FrameView& frame) {
    for (uint32_t p = 0; p < frame.format->n_planes; p++)
      for (uint32_t y = 0; y < frame.rows(p); y++)
        EXPECT_EQ(std::memcmp(view.planes[p].row(y), frame.planes[p].row(y), frame.row_bytes(p)), 0)
            << "plane " << p << ", row " << y;
  }

  FrameBuffers buffers_{node_};
  DeviceUsage use_{0, "a GPU"};
  Uploader uploader_;
};

TEST_F(SlotUpload, pinned_frames_are_what_the_host_can_read) {
  for (const Layout& layout :
       {Layout{"NV12", 65, 41, 80, false, 0}, Layout{"RGBA", 40, 1, 4000, false, 0},
        Layout{"RGBA", 64, 40, 9000, true, 0}}) {
    const Frame frame = make_frame(layout, Content::noise);
    FrameView view = frame.view();
    Expected<PinnedBlock> pinned = PinnedBlock::allocate(view.planes[0].size);
    ASSERT_TRUE(pinned.ok());
    std::memcpy(pinned->data(), view.planes[0].data, view.planes[0].size);
    for (PlaneView& plane : view.planes)
      plane.data = pinned->data();
    const Upload uploaded = upload(view);
    EXPECT_EQ(uploaded.path, TransferPath::pinned);
    ASSERT_TRUE(uploaded.host_pixels);
    EXPECT_EQ(uploaded.host_pixels->planes[0].data, pinned->data());
  }
  EXPECT_EQ(use_.bytes_staged, 0u);
}

TEST_F(SlotUpload, staged_frames_leave_a_copy_and_those_through_the_ring_none) {
  for (const Layout& layout :
       {Layout{"NV12", 65, 41, 80, false, 0}, Layout{"RGBA", 64, 40, 9000, true, 0}}) {
    const Frame frame = make_frame(layout, Content::noise);
    const Upload uploaded = upload(frame.view());
    EXPECT_EQ(uploaded.path, TransferPath::staged);
    ASSERT_TRUE(uploaded.host_pixels);
    EXPECT_NE(uploaded.host_pixels->planes[0].data, frame.view().planes[0].data);
  }
  for (const Layout& layout :
       {Layout{"NV12", 301, 203, 400, false, 0}, Layout{"RGBA", 200, 100, 9000, true, 0}}) {
    const Frame frame = make_frame(layout, Content::noise);
    const Upload uploaded = upload(frame.view());
    EXPECT_EQ(uploaded.path, TransferPath::ring);
    EXPECT_FALSE(uploaded.host_pixels);
  }
}

TEST_F(SlotUpload, a_large_frame_whose_rows_do_not_fit_the_ring_is_staged) {
  const Frame frame = make_frame({"RGBA", 6000, 3, 40000, false, 0}, Content::noise);
  EXPECT_GT(frame.view().row_bytes(0), limits.staging / 3);
  EXPECT_EQ(upload(frame.view()).path, TransferPath::staged);
}

/// Status of a Completion for a frame whose producer is busy for `busy` before it.
Status wait_after_producer(cudaStream_t stream, milliseconds busy, milliseconds time_limit) {
  Expected<Stream> producer = Stream::create();
  EXPECT_TRUE(producer.ok());
  emulated::enqueue(producer->get(), [busy] { std::this_thread::sleep_for(busy); });
  Completion completion(time_limit, false);
  FrameView frame;
  frame.place.stream = producer->get();
  EXPECT_TRUE(completion.create_events().ok());
  EXPECT_TRUE(completion.begin(frame, stream).ok());
  EXPECT_TRUE(completion.end(stream).ok());
  return completion.wait();
}

class SlotCompletion : public SlotParts {};

TEST_F(SlotCompletion, a_producer_has_six_time_limits_of_its_own) {
  EXPECT_TRUE(wait_after_producer(stream(), milliseconds(250), milliseconds(100)).ok());
}

TEST(SlotCompletionInAProcess, a_producer_that_takes_longer_loses_the_device) {
  EXPECT_TRUE(in_a_process([] {
    Expected<MemoryPlace> context = primary_context(0);
    const ContextScope scope(*context);
    Expected<Stream> stream = Stream::create();
    const Status status = wait_after_producer(stream->get(), milliseconds(10000), milliseconds(10));
    return !testing::Test::HasFailure() && is_lost() && !status.ok() &&
           status.error().kind == ErrorKind::device_lost;
  }));
}

TEST(SlotCompletionInAProcess, an_end_that_cannot_be_marked_loses_the_device) {
  EXPECT_TRUE(in_a_process([] {
    Expected<MemoryPlace> context = primary_context(0);
    const ContextScope scope(*context);
    Expected<Stream> stream = Stream::create();
    Completion completion(milliseconds(10000), false);
    if (!completion.create_events().ok() || !completion.begin({}, stream->get()).ok())
      return false;
    emulated::fail_call(emulated::calls() + 1, cudaErrorMemoryAllocation);
    const Status status = completion.end(stream->get());
    return is_lost() && !status.ok() && status.error().kind == ErrorKind::device_lost;
  }));
}

TEST_F(SlotCompletion, times_are_measured_without_the_producers_work) {
  Expected<Stream> producer = Stream::create();
  ASSERT_TRUE(producer.ok());
  emulated::enqueue(producer->get(), [] { std::this_thread::sleep_for(milliseconds(300)); });
  Completion completion(milliseconds(10000), true);
  FrameView frame;
  frame.place.stream = producer->get();
  ASSERT_TRUE(completion.create_events().ok());
  ASSERT_TRUE(completion.begin(frame, stream()).ok());
  emulated::enqueue(stream(), [] { std::this_thread::sleep_for(milliseconds(20)); });
  ASSERT_TRUE(completion.end(stream()).ok());
  ASSERT_TRUE(completion.wait().ok());
  EXPECT_GE(completion.device_time(), milliseconds(20));
  EXPECT_LT(completion.device_time(), milliseconds(300));
}

TEST_F(SlotCompletion, no_time_is_told_unless_it_is_measured) {
  Completion completion(milliseconds(10000), false);
  ASSERT_TRUE(completion.create_events().ok());
  ASSERT_TRUE(completion.begin({}, stream()).ok());
  emulated::enqueue(stream(), [] { std::this_thread::sleep_for(milliseconds(5)); });
  ASSERT_TRUE(completion.end(stream()).ok());
  ASSERT_TRUE(completion.wait().ok());
  EXPECT_FALSE(completion.device_time());
}

TEST_F(SlotParts, a_start_that_fails_returns_when_the_device_is_done_with_the_frame) {
  Expected<MemoryPlace> context = primary_context(0);
  Expected<DeviceProperties> device = device_properties(0);
  ASSERT_TRUE(context.ok() && device.ok());
  DeviceUsage use(0, "a GPU");
  SlotShared shared{*context,
                    *device,
                    node_,
                    milliseconds(10000),
                    false,
                    use,
                    {node_, limits.staging, milliseconds(10000), use},
                    nullptr};
  Slot slot(shared);
  const Frame frame = make_frame({"RGBA", 64, 40, 0, false, 0}, Content::noise);
  Expected<DeviceBlock> pixels = DeviceBlock::allocate(frame.view().planes[0].size);
  Expected<Stream> producer = Stream::create();
  ASSERT_TRUE(pixels.ok() && producer.ok());
  FrameView view = frame.view();
  view.planes[0].data = pixels->data();
  view.place = *context;
  view.place.stream = producer->get();
  const SharedPlan plan = *plan_of(view, request_all(view));
  const BufferSizes sizes = frame_sizes(limits, view, *plan, 0);
  ASSERT_TRUE(slot.reserve(sizes).ok());

  bool launch_failed = false;
  for (uint64_t call = 1; call < 20 && !launch_failed; call++) {
    std::atomic<bool> produced{false};
    emulated::enqueue(producer->get(), [&produced] {
      std::this_thread::sleep_for(milliseconds(20));
      produced = true;
    });
    emulated::fail_call(emulated::calls() + call, cudaErrorMemoryAllocation);
    const Status status = slot.start(view, plan, {}, sizes);
    emulated::fail_call(0, cudaSuccess);
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(slot.idle());
    launch_failed = status.error().detail.find("launching a kernel") != std::string::npos;
    EXPECT_TRUE(produced || !launch_failed) << "the slot's stream has to come after the producer's";
    while (!produced)
      std::this_thread::yield();
  }
  EXPECT_TRUE(launch_failed);
}

TEST(SlotInAProcess, a_launch_is_planned_again_when_its_memory_was_replaced) {
  EXPECT_TRUE(in_a_process([] {
    CudaConfig config;
    config.depth = 1;
    Expected<std::unique_ptr<Backend>> backend = create_cuda_backend(config);
    const JobPtr job = (*backend)->make_job();
    const auto is_counted = [&](const Frame& frame, const Request& request,
                                const SharedPlan& plan) {
      std::vector<uint32_t> counts(request.total_counts());
      const bool counted = (*backend)->submit(*job, frame.view(), plan, request.regions).ok() &&
                           job->wait(counts.data()).ok() && counts == count(frame.view(), request);
      job->release();
      return counted;
    };
    const Frame frame = make_frame({"RGBA", 48, 32, 0, false, 0}, Content::noise);
    const Frame deep = make_frame({"P010_10LE", 48, 32, 0, false, 0}, Content::noise);
    Request many_counts = request_all(deep.view(), 1024);
    many_counts.regions.resize(max_regions, {0, 0, 48, 32});
    const Request all = request_all(frame.view());
    const SharedPlan plan = *plan_of(frame.view(), all);
    return is_counted(frame, all, plan) &&
           is_counted(deep, many_counts, *plan_of(deep.view(), many_counts)) &&
           is_counted(frame, all, plan);
  }));
}

} // namespace

} // namespace videohistogram::cuda
