// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/slot.h"

#include "cuda/count_frame.h"
#include "cuda/deep_frame.h"
#include "cuda/fold_bins.h"
#include "cuda/status.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <thread>

namespace videohistogram::cuda {

namespace {

constexpr size_t alignment = 256;
constexpr size_t align(size_t size) {
  return (size + alignment - 1) / alignment * alignment;
}

// With 8-bit samples, whatever is asked for.
constexpr size_t byte_result_bytes = (1 + max_regions) * max_channels * 256 * sizeof(uint32_t);
static_assert(region_block_bytes % alignment == 0);

// A frame's count is asked after at growing intervals: a 1080p frame takes some 200 us, and a
// sleeping thread wakes 50 us late anyway.
constexpr std::chrono::microseconds shortest_pause{10}, longest_pause{200};

bool is_host_memory(const uint8_t* address) {
  if (is_lost())
    return false;
  cudaPointerAttributes attributes;
  const cudaError_t code = cudaPointerGetAttributes(&attributes, address);
  if (code == cudaSuccess)
    return attributes.type == cudaMemoryTypeHost;
  if (classify(code) == ErrorKind::device_lost)
    cuda_error(code, "asking whether a frame is pinned"); // latches
  else
    cudaGetLastError(); // the query's own error, which means no more than "not pinned"
  return false;
}

bool is_pinned(const FrameView& frame) {
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    const PlaneView& plane = frame.planes[p];
    const uint32_t rows = frame.rows(p);
    const size_t distance = rows > 1 ? plane.row_distance() : 0;
    if (distance > INT_MAX)
      return false; // more than the copy engine's pitch
    const uint8_t* const lowest = plane.lowest_row(rows);
    if (!is_host_memory(lowest) ||
        !is_host_memory(lowest + (rows - 1) * distance + frame.row_bytes(p) - 1))
      return false;
  }
  return true;
}

} // namespace

size_t scratch_bytes_for(uint32_t depth) {
  const size_t share = ((size_t{1} << 20) / depth - alignment) / alignment * alignment;
  return std::max(share, align(smallest_scratch_bytes));
}

SlotNeeds Slot::needs(const FormatInfo& format, uint32_t width, uint32_t height) const {
  return {align(largest_placement(format, width, height)), shared_.scratch_bytes,
          byte_result_bytes};
}

SlotNeeds Slot::needs(const FrameView& frame, const Request& request) const {
  SlotNeeds needs = this->needs(*frame.format, frame.width, frame.height);
  if (frame.on_device())
    needs.frame_bytes = 0;
  if (frame.format->sample_bytes > 1) {
    needs.scratch_bytes =
        std::max(needs.scratch_bytes, deep_frame_scratch_bytes(*frame.format, request));
    needs.result_bytes = std::max(needs.result_bytes, request.total_counts() * sizeof(uint32_t));
  }
  return needs;
}

void Slot::fit(const SlotNeeds& needs) {
  if (frame_.size() != needs.frame_bytes)
    frame_.reset();
  if (scratch_.size() != needs.scratch_bytes)
    scratch_.reset();
  if (mapped_.size() != region_block_bytes + needs.result_bytes)
    mapped_.reset();
  if (staging_.size() != needs.frame_bytes)
    staging_.reset();
}

bool Slot::must_free(const SlotNeeds& needs) const {
  const auto too_small = [](const auto& block, size_t wanted) {
    return block.size() > 0 && block.size() < wanted;
  };
  return too_small(frame_, needs.frame_bytes) || too_small(scratch_, needs.scratch_bytes) ||
         too_small(mapped_, region_block_bytes + needs.result_bytes) ||
         too_small(staging_, needs.frame_bytes);
}

Status Slot::acquire(const SlotNeeds& needs) {
  if (!stream_.get()) {
    Expected<Stream> stream = Stream::create();
    if (!stream.ok())
      return stream.error();
    stream_ = std::move(*stream);
  }
  if (!done_.get()) {
    Expected<Event> event = Event::create();
    if (!event.ok())
      return event.error();
    done_ = std::move(*event);
  }
  if (mapped_.size() < region_block_bytes + needs.result_bytes) {
    mapped_.reset();
    Expected<PinnedBlock> mapped =
        PinnedBlock::allocate_mapped(region_block_bytes + needs.result_bytes);
    if (!mapped.ok())
      return mapped.error();
    mapped_ = std::move(*mapped);
  }
  if (staging_.size() < needs.frame_bytes)
    staging_.reset();
  if (frame_.size() < needs.frame_bytes) {
    frame_.reset();
    Expected<DeviceBlock> frame = DeviceBlock::allocate(needs.frame_bytes);
    if (!frame.ok())
      return frame.error();
    frame_ = std::move(*frame);
  }
  if (scratch_.size() < needs.scratch_bytes) {
    scratch_.reset();
    Expected<DeviceBlock> scratch = DeviceBlock::allocate(needs.scratch_bytes);
    if (!scratch.ok())
      return scratch.error();
    Status status = check(cudaMemsetAsync(scratch->data(), 0, scratch->size(), stream_.get()),
                          "clearing GPU memory");
    if (!status.ok())
      return status;
    scratch_ = std::move(*scratch);
  }
  return {};
}

/// Comes after what the frame's own stream is still writing.
Status Slot::follow(const FrameView& frame) {
  if (!written_.get()) {
    Expected<Event> event = Event::create();
    if (!event.ok())
      return event.error();
    written_ = std::move(*event);
  }
  auto* const stream = static_cast<cudaStream_t>(frame.stream);
  Status status = check(cudaEventRecord(written_.get(), stream), "marking a frame's stream");
  if (status.ok())
    status = check(cudaStreamWaitEvent(stream_.get(), written_.get(), 0),
                   "waiting for a frame's stream");
  return status;
}

Status Slot::upload(const FrameView& frame, const Placement& placement) {
  const bool pinned = is_pinned(frame);
  if (is_lost())
    return lost_error();
  Status status = pinned ? upload_pinned(frame, placement) : upload_staged(frame, placement);
  if (status.ok())
    shared_.transfers->bytes_uploaded.fetch_add(
        placement.as_it_lies ? placement.size : frame.pixel_bytes(), std::memory_order_relaxed);
  return status;
}

Status Slot::upload_pinned(const FrameView& frame, const Placement& placement) {
  holds_frame_ = true;
  host_pixels_ = frame;
  cudaError_t code = cudaSuccess;
  if (placement.as_it_lies) {
    code = cudaMemcpyAsync(frame_.data(), placement.first, placement.size, cudaMemcpyHostToDevice,
                           stream_.get());
  } else {
    for (uint32_t p = 0; p < frame.format->n_planes && code == cudaSuccess; p++) {
      const PlaneView& plane = frame.planes[p];
      const size_t row_bytes = frame.row_bytes(p);
      const uint32_t rows = frame.rows(p);
      code = cudaMemcpy2DAsync(frame_.data() + placement.packed.offsets[p], row_bytes,
                               plane.lowest_row(rows), rows > 1 ? plane.row_distance() : row_bytes,
                               row_bytes, rows, cudaMemcpyHostToDevice, stream_.get());
    }
  }
  return check(code, "copying a pinned frame to the GPU");
}

/// Sends a staging block's bytes off as they are filled in.
class Slot::Upload final : public CopyPool::Progress {
public:
  Upload(Slot& slot, size_t offset) : slot_(slot), offset_(offset) {}

  void copied(size_t begin, size_t end) override {
    if (status.ok() && is_lost())
      status = lost_error();
    if (status.ok())
      status = check(cudaMemcpyAsync(slot_.frame_.data() + offset_ + begin,
                                     slot_.staging_.data() + offset_ + begin, end - begin,
                                     cudaMemcpyHostToDevice, slot_.stream_.get()),
                     "copying a frame to the GPU");
  }

  Status status;

private:
  Slot& slot_;
  size_t offset_;
};

Status Slot::upload_staged(const FrameView& frame, const Placement& placement) {
  if (staging_.size() < placement.size) {
    Expected<PinnedBlock> staging = PinnedBlock::allocate(frame_.size());
    if (!staging.ok())
      return staging.error();
    staging_ = std::move(*staging);
  }
  holds_frame_ = false;
  host_pixels_ = view_at(frame, placement, staging_.data());
  const auto stage = [&](const PackedCopy& copy, size_t offset) {
    Upload upload(*this, offset);
    shared_.copy_pool->copy(copy, upload);
    shared_.transfers->bytes_staged.fetch_add(copy.bytes(), std::memory_order_relaxed);
    return upload.status;
  };
  if (placement.as_it_lies)
    return stage({placement.first, 0, placement.size, 1, staging_.data()}, 0);
  Status status;
  for (uint32_t p = 0; p < frame.format->n_planes && status.ok(); p++) {
    const size_t offset = placement.packed.offsets[p];
    status = stage({frame.planes[p].lowest_row(frame.rows(p)),
                    static_cast<ptrdiff_t>(frame.planes[p].row_distance()), frame.row_bytes(p),
                    frame.rows(p), staging_.data() + offset},
                   offset);
  }
  return status;
}

Status Slot::launch(const FrameView& frame, const Request& request) {
  if (is_lost())
    return lost_error();
  const CountMemory memory{scratch_.data(), scratch_.size(),
                           reinterpret_cast<RegionBlock*>(mapped_.data()),
                           reinterpret_cast<const RegionBlock*>(mapped_.device_data()),
                           reinterpret_cast<uint32_t*>(results())};
  const bool deep = frame.format->sample_bytes > 1;
  bins_ = deep ? 0 : request.bins;
  const auto count = deep ? deep_count_frame : count_frame;
  return check(count(shared_.device, frame, request, memory, stream_.get()), "launching a kernel");
}

Status Slot::start(const FrameView& frame, const Request& request) {
  Status status;
  if (frame.on_device()) {
    holds_frame_ = true;
    host_pixels_ = {};
    if (frame.stream)
      status = follow(frame);
    if (status.ok())
      status = launch(frame, request);
  } else {
    const Placement placement = place(frame);
    status = upload(frame, placement);
    if (status.ok())
      status = launch(view_at(frame, placement, frame_.data()), request);
  }
  const Status recorded =
      is_lost() ? Status(lost_error())
                : check(cudaEventRecord(done_.get(), stream_.get()), "marking the end of a frame");
  if (!recorded.ok()) {
    // Without the mark nobody can tell when the device lets go of the frame and of this slot.
    latch_lost(recorded.error().message);
    return lost_error();
  }
  if (!status.ok()) {
    (void)finish(); // nothing may read the frame once it is the caller's again
    return status;
  }
  TransferCounters& transfers = *shared_.transfers;
  (frame.on_device() ? transfers.zero_copy_frames
   : holds_frame_    ? transfers.pinned_frames
                     : transfers.staged_frames)
      .fetch_add(1, std::memory_order_relaxed);
  counts_ = request.total_counts();
  finished_ = false;
  idle_.store(false, std::memory_order_relaxed);
  return {};
}

Status Slot::finish() const {
  const auto deadline = std::chrono::steady_clock::now() + shared_.time_limit;
  for (auto pause = shortest_pause;; pause = std::min(2 * pause, longest_pause)) {
    if (is_lost())
      return lost_error();
    const cudaError_t code = cudaEventQuery(done_.get());
    if (code != cudaErrorNotReady)
      return check(code, "counting a frame");
    if (std::chrono::steady_clock::now() >= deadline) {
      latch_lost("the GPU did not finish a frame within " +
                 std::to_string(shared_.time_limit.count()) + " ms");
      return lost_error();
    }
    std::this_thread::sleep_for(pause);
  }
}

Status Slot::wait(uint32_t* counts) {
  ContextScope scope(*shared_.context);
  if (!scope.status().ok())
    return scope.status();
  Status status = finish();
  if (!status.ok())
    return status;
  finished_ = true;
  const auto* const result = reinterpret_cast<const uint32_t*>(mapped_.data() + region_block_bytes);
  if (bins_ > 0)
    fold_bins(result, counts_ / bins_, bins_, counts);
  else
    std::memcpy(counts, result, counts_ * sizeof(uint32_t));
  return {};
}

void Slot::release() {
  if (!finished_) {
    ContextScope scope(*shared_.context);
    if (scope.status().ok())
      (void)finish();
  }
  idle_.store(true, std::memory_order_release);
}

} // namespace videohistogram::cuda
