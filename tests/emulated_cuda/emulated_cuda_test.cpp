// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The CUDA backend when any one of its calls fails, and with streams of other code.
#include "tests/emulated_cuda/emulated_cuda.h"

#include "core/backends/split_backend.h"
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "cuda/device/context.h"
#include "cuda/device/errors.h"
#include "cuda/transfer/staging_ring.h"
#include "tests/emulated_cuda/device.h"
#include "tests/emulated_cuda/process.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <thread>

namespace videohistogram {

namespace {

using namespace reference;
using emulated::in_a_process, emulated::status_of_a_process, emulated::well;
using std::chrono::milliseconds;

/// A frame, what is to be counted in it, and what that is.
struct Case {
  Frame frame;
  Request request;
  std::vector<uint32_t> counts, matrix;
  bool pinned;
};

Case make_case(const Layout& layout, bool pinned, bool directional = false) {
  static uint32_t seed = 0;
  Frame frame = make_frame(layout, Content::noise, seed++);
  Request request = request_all(frame.view());
  request.bins = frame.view().format->depth > 8 ? 300 : 200;
  request.regions = {{0, 0, layout.width, layout.height / 2}, {3, 3, 20, 9}};
  std::vector<uint32_t> matrix;
  if (directional) {
    Expected<Direction> direction =
        direction_of_angle(30, layout.width, layout.height, request.bins);
    request.projections.clear();
    request.add_projection(request.channels[0], *direction);
    matrix = count_along(frame.view(), request.channels[0], request.bins, request.luma,
                         Positions::of(*direction));
  }
  std::vector<uint32_t> counts = count(frame.view(), request);
  return {std::move(frame), std::move(request), std::move(counts), std::move(matrix), pinned};
}

/// Frames of a stream: in pinned and pageable memory, with one launch and with many, in sizes that
/// change while frames are in flight.
const std::deque<Case>& cases() {
  static const std::deque<Case>* const instance = [] {
    auto* const made = new std::deque<Case>;
    for (const bool pinned : {false, true}) {
      made->push_back(make_case({"RGBA", 64, 40, 0, false, 0}, pinned));
      made->push_back(make_case({"RGBA", 64, 40, 0, false, 0}, pinned, true));
      made->push_back(make_case({"NV12", 65, 41, 80, false, 0}, pinned));
      made->push_back(make_case({"RGBA", 96, 64, 0, true, 0}, pinned, true));
      made->push_back(make_case({"P010_10LE", 48, 32, 0, false, 0}, pinned));
      made->push_back(make_case({"RGBA", 96, 64, 0, false, 0}, pinned, true));
    }
    return made;
  }();
  return *instance;
}

/// Prints `what` unless the condition holds.
bool check(bool condition, const char* what) {
  if (!condition)
    std::fprintf(stderr, "it is not so that %s\n", what);
  return condition;
}

/// The pixels of a case in memory from the backend, or in memory of their own.
class Pixels {
public:
  Pixels(Backend& backend, const Case& of) : view_(of.frame.view()) {
    const PlaneView& first = view_.planes[0]; // all planes of a test's frame lie in one block
    if (const auto source = of.pinned ? backend.pinned_memory() : nullptr)
      if (Expected<std::unique_ptr<HostBlock>> allocated = source->allocate(first.size);
          allocated.ok())
        block_ = std::move(*allocated);
    if (!block_)
      own_.reset(new uint8_t[first.size]);
    uint8_t* const data = block_ ? block_->data() : own_.get();
    std::memcpy(data, first.data, first.size);
    for (PlaneView& plane : view_.planes)
      plane.data = data;
  }

  const FrameView& view() const { return view_; }
  /// The pixels may not be read after this call. Memory of a pool is freed at the end, since
  /// freeing waits for devices.
  void forget() { own_.reset(); }

private:
  FrameView view_;
  std::unique_ptr<HostBlock> block_;
  std::unique_ptr<uint8_t[]> own_;
};

bool check_matrix(const Case& of, Matrix& matrix) {
  std::vector<uint32_t> counts(of.matrix.size(), 0xDEADBEEF);
  return check(matrix.read(counts.data()).ok(), "a matrix is read") &&
         check(counts == of.matrix, "a matrix is right");
}

/// Counts all cases as an element does, up to three at once. True if every frame has its counts and
/// its matrix, also if that is read after the job was released.
bool count_all(FallbackBackend& backend) {
  struct Pending {
    const Case* of;
    JobPtr job;
  };
  std::deque<Pixels> memory;
  std::deque<Pending> pending;
  std::deque<std::pair<const Case*, std::shared_ptr<Matrix>>> kept;
  bool good = true;
  const auto finish = [&] {
    Pending& first = pending.front();
    std::vector<uint32_t> counts(first.of->counts.size(), 0xDEADBEEF);
    good &= check(first.job->wait(counts.data()).ok(), "a frame is counted");
    good &= check(counts == first.of->counts, "its counts are right");
    if (!first.of->matrix.empty()) {
      if (auto matrix = first.job->matrix(0); !check(matrix != nullptr, "there is a matrix"))
        good = false;
      else if (first.job->matrices_need_frame())
        good &= check_matrix(*first.of, *matrix);
      else
        kept.emplace_back(first.of, std::move(matrix));
    }
    pending.pop_front();
  };
  const auto read_kept = [&](size_t left) {
    for (; kept.size() > left; kept.pop_front())
      good &= check_matrix(*kept.front().first, *kept.front().second);
  };
  uint32_t number = 0;
  for (const Case& next : cases()) {
    const FrameView view = next.frame.view();
    if (number++ % 3 == 0) { // others change with frames in flight
      while (!pending.empty())
        finish();
      reference::prepare(backend, *view.format, view.width, view.height, 2,
                         !next.request.projections.empty());
    }
    for (int i = 0; i < 2; i++) {
      if (pending.size() == backend.depth())
        finish();
      Pixels& pixels = memory.emplace_back(backend, next);
      Expected<JobPtr> job = reference::submit(backend, pixels.view(), next.request);
      if (!check(job.ok(), "a frame can be submitted"))
        return false;
      if (!(*job)->holds_frame())
        pixels.forget();
      pending.push_back({&next, std::move(*job)});
    }
    read_kept(2); // some are needed again before they are read
  }
  while (!pending.empty())
    finish();
  read_kept(0);
  return good;
}

/// Fault of a device while frames are counted.
enum class Fault { none, failing_call, hang };

/// Pinned memory for the pixels of any case, or for less than those of the larger ones.
constexpr size_t staged_bytes[] = {1 << 20, 16000};

/// Creates a backend, counts all cases and destroys the backend. True if no frame was lost, no
/// object was kept and no call was made after CUDA was lost; without a fault, if the device counted
/// all frames.
bool play(Fault fault, size_t max_staged_bytes) {
  bool good = true;
  {
    CudaConfig config;
    config.max_staged_bytes = max_staged_bytes;
    config.time_limit = fault == Fault::hang ? milliseconds(30) : milliseconds(10000);
    Expected<std::unique_ptr<Backend>> cuda = create_cuda_backend(config);
    if (!cuda.ok()) // the element takes the CPU then, or says why it cannot start
      return check(fault == Fault::failing_call, "there is a device") &&
             check(emulated::live().none(), "nothing is kept") &&
             check(emulated::calls_after_illegal_address() == 0, "a lost device is left alone");
    FallbackBackend backend(std::move(*cuda), std::make_shared<FallbackCpu>(create_cpu_backend(1)),
                            [](const Error&) {});
    good &= count_all(backend);
    good &= check(fault != Fault::none || backend.fallback_jobs() == 0, "a device counts");
  }
  // Objects of a lost device are leaked, since it may not be called any more.
  good &= check(cuda::is_lost() || emulated::live().none(), "nothing is kept");
  good &= check(emulated::calls_after_illegal_address() == 0, "a lost device is left alone");
  return good;
}

/// The calls that play() makes without a fault.
struct Calls {
  uint64_t number = 0;
  std::vector<std::vector<uint64_t>> places; ///< as emulated::noted_places() has them
};

/// The numbers differ a little between runs: the order in which threads finish copies varies.
Calls calls_of_play(size_t max_staged_bytes) {
  Calls calls;
  std::FILE* const file = std::tmpfile();
  if (!file)
    return calls;
  EXPECT_TRUE(in_a_process([&] {
    emulated::note_places();
    const bool good = play(Fault::none, max_staged_bytes);
    for (const std::vector<uint64_t>& place : emulated::noted_places()) {
      std::fprintf(file, "%zu", place.size());
      for (uint64_t call : place)
        std::fprintf(file, " %" PRIu64, call);
      std::fprintf(file, "\n");
    }
    return good;
  }));
  std::rewind(file);
  for (size_t size = 0; std::fscanf(file, "%zu", &size) == 1;) {
    std::vector<uint64_t>& place = calls.places.emplace_back(size);
    for (uint64_t& call : place)
      if (std::fscanf(file, "%" SCNu64, &call) != 1)
        call = 0;
    calls.number += size;
  }
  std::fclose(file);
  return calls;
}

TEST(EmulatedCuda, whichever_call_fails_no_frame_is_lost) {
  cases();
  constexpr cudaError_t codes[] = {cudaErrorMemoryAllocation, cudaErrorInvalidValue,
                                   cudaErrorIllegalAddress};
  for (const size_t max_staged_bytes : staged_bytes) {
    const Calls calls = calls_of_play(max_staged_bytes);
    ASSERT_GT(calls.number, 200u);
    ASSERT_GT(calls.places.size(), 50u);
    // Each code at each place: at the first, the middle or the last call that comes from there.
    for (size_t place = 0; place < calls.places.size(); place += sanitized ? 11 : 1)
      for (size_t i = 0; i < std::size(codes); i++) {
        const std::vector<uint64_t>& of_place = calls.places[place];
        const uint64_t call = of_place[(of_place.size() - 1) * ((place + i) % 3) / 2];
        EXPECT_TRUE(in_a_process([&] {
          emulated::fail_call(call, codes[i]);
          return play(Fault::failing_call, max_staged_bytes) &&
                 check(emulated::calls() >= call || call > calls.number / 2, "the call was made");
        })) << "call "
            << call << " failed with " << codes[i] << ", staging " << max_staged_bytes;
      }
  }
}

TEST(EmulatedCuda, a_device_that_hangs_from_any_call_on_is_given_up_and_no_frame_is_lost) {
  cases();
  for (const size_t max_staged_bytes : staged_bytes) {
    const uint64_t calls = calls_of_play(max_staged_bytes).number;
    ASSERT_GT(calls, 200u);
    for (uint64_t call = 1; call <= calls; call += sanitized ? 97 : 11)
      EXPECT_TRUE(in_a_process([&] {
        emulated::hang_at_call(call);
        // Devices that hang near the end may have no more work, and are then not lost.
        return play(Fault::hang, max_staged_bytes) &&
               check(cuda::is_lost() || call > calls / 2, "the device is given up");
      })) << "call "
          << call << ", staging " << max_staged_bytes;
  }
}

/// A frame's pixels in the memory of a device.
class DeviceFrame {
public:
  DeviceFrame(const FrameView& frame, int device) : view_(frame) {
    auto context = cuda::primary_context(device);
    EXPECT_TRUE(context.ok());
    view_.place = *context;
    const cuda::ContextScope scope(view_.place);
    EXPECT_EQ(cudaMalloc(&memory_, frame.planes[0].size), cudaSuccess);
    std::memcpy(memory_, frame.planes[0].data, frame.planes[0].size);
    for (PlaneView& plane : view_.planes)
      plane.data = static_cast<const uint8_t*>(memory_);
  }
  DeviceFrame(const DeviceFrame&) = delete;
  DeviceFrame& operator=(const DeviceFrame&) = delete;
  ~DeviceFrame() {
    const cuda::ContextScope scope(view_.place);
    EXPECT_EQ(cudaFree(memory_), cudaSuccess);
  }

  FrameView& view() { return view_; }
  void* memory() { return memory_; }

private:
  FrameView view_;
  void* memory_ = nullptr;
};

std::vector<uint32_t> counts_of(Backend& backend, const FrameView& frame, const Request& request) {
  std::vector<uint32_t> counts(request.total_counts());
  Expected<JobPtr> job = reference::submit(backend, frame, request);
  EXPECT_TRUE(job.ok() && (*job)->wait(counts.data()).ok());
  return counts;
}

void count_after_writing() {
  const Case& of = cases()[0];
  auto backend = create_cuda_backend({});
  ASSERT_TRUE(backend.ok());
  DeviceFrame frame(of.frame.view(), 0);
  const size_t size = frame.view().planes[0].size;
  std::memset(frame.memory(), 0, size);
  const cuda::ContextScope scope(frame.view().place);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  frame.view().place.stream = stream;
  emulated::enqueue(stream, [&] {
    std::this_thread::sleep_for(milliseconds(20));
    std::memcpy(frame.memory(), of.frame.view().planes[0].data, size);
  });
  EXPECT_EQ(counts_of(**backend, frame.view(), of.request), of.counts);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// The bytes that a ring has passed, once they are `expected`, or after 5 s.
size_t passed_at_last(cuda::StagingRing& ring, size_t expected) {
  size_t last = 0;
  for (int i = 0; i < 5000; i++) {
    Expected<size_t> passed = ring.passed();
    EXPECT_TRUE(passed.ok());
    if (!passed.ok())
      return 0;
    EXPECT_GE(*passed, last);
    last = *passed;
    if (last >= expected)
      break;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return last;
}

void mark_more_often_than_there_are_marks() {
  auto context = cuda::primary_context(0);
  ASSERT_TRUE(context.ok());
  const cuda::ContextScope scope(*context);
  auto created = cuda::StagingRing::create(4096, {}, milliseconds(10000));
  ASSERT_TRUE(created.ok());
  cuda::StagingRing& ring = **created;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (int round = 0; round < 3; round++) {
    ASSERT_TRUE(ring.begin().ok());
    EXPECT_EQ(passed_at_last(ring, 0), 0u);
    std::atomic<bool> reads{false};
    std::atomic<int> read{0};
    for (size_t part = 1; part <= 100; part++) {
      emulated::enqueue(stream, [&reads, &read, part] {
        while (part > 3 && !reads)
          std::this_thread::sleep_for(milliseconds(1));
        read++;
      });
      ASSERT_TRUE(ring.mark(10 * part, stream).ok());
    }
    EXPECT_EQ(passed_at_last(ring, 30), 30u);
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(passed_at_last(ring, 30), 30u);
    reads = true;
    if (round > 0) { // else the next beginning waits for it
      EXPECT_EQ(passed_at_last(ring, 1000), 1000u);
    } else {
      ASSERT_TRUE(ring.begin().ok());
    }
    EXPECT_EQ(read, 100);
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// Counts a frame of another GPU than the backend's. The call with number `call`, counted from here
/// on, fails. Returns whether the call was made.
bool fail_on_another_gpu(uint64_t call) {
  const Case& of = cases()[0];
  const auto cpu = std::make_shared<FallbackCpu>(create_cpu_backend(1));
  const auto make_member = [&](int device) -> Expected<SplitMember> {
    CudaConfig config;
    config.device = device;
    auto cuda = create_cuda_backend(config);
    if (!cuda.ok())
      return cuda.error();
    return SplitMember{
        device, std::make_unique<FallbackBackend>(std::move(*cuda), cpu, [](const Error&) {})};
  };
  auto first = make_member(0);
  EXPECT_TRUE(first.ok());
  FallbackBackend& own = *first->backend;
  std::vector<SplitMember> members;
  members.push_back(std::move(*first));
  SplitBackend backend(std::move(members), Split::automatic, 3, 3, make_member);
  DeviceFrame frame(of.frame.view(), 1);
  const uint64_t failing = emulated::calls() + call;
  emulated::fail_call(failing, cudaErrorMemoryAllocation);
  Expected<JobPtr> job = reference::submit(backend, frame.view(), of.request);
  const bool made = emulated::calls() >= failing;
  emulated::fail_call(0, cudaSuccess);
  if (cuda::is_lost()) { // where nobody can tell any more what the device does, or in which context
    EXPECT_EQ(job.error().kind, ErrorKind::device_lost);
    return made;
  }
  if (job.ok()) {
    std::vector<uint32_t> counts(of.counts.size());
    EXPECT_TRUE((*job)->wait(counts.data()).ok());
    EXPECT_EQ(counts, of.counts);
  } else {
    EXPECT_EQ(job.error().kind, ErrorKind::transient);
  }
  EXPECT_TRUE(own.device_usable());
  EXPECT_EQ(counts_of(backend, of.frame.view(), of.request), of.counts);
  EXPECT_EQ(own.fallback_jobs(), 0u);
  return made;
}

TEST(EmulatedCuda, a_frame_is_counted_after_what_its_stream_writes_into_it) {
  EXPECT_TRUE(in_a_process([] {
    count_after_writing();
    return !HasFailure();
  }));
}

TEST(EmulatedCuda,
     a_ring_that_is_marked_more_often_than_it_has_marks_says_too_little_never_too_much) {
  EXPECT_TRUE(in_a_process([] {
    mark_more_often_than_there_are_marks();
    return !HasFailure();
  }));
}

TEST(EmulatedCuda, what_fails_on_the_gpu_of_a_frame_is_no_reason_to_give_up_another) {
  constexpr int end = 2, lost = 3; // besides 0 and 1
  int calls = 0, losses = 0;
  for (int status = well; status != end && calls < 1000;) {
    calls++;
    status = status_of_a_process([&] {
      const bool made = fail_on_another_gpu(calls);
      return HasFailure() ? 1 : !made ? end : cuda::is_lost() ? lost : well;
    });
    EXPECT_NE(status, 1) << "call " << calls;
    losses += status == lost;
  }
  EXPECT_GT(calls, 20);
  // CUDA is lost at one of these calls: entering the context, twice, and marking the frame's end.
  EXPECT_EQ(losses, 3);
}

} // namespace

} // namespace videohistogram
