// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/slot.h"

#include "cuda/count_kernel.h"
#include "cuda/deep_kernel.h"
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

/// Bytes between rows, whichever way they go.
size_t row_distance(const FrameView& frame) {
  const size_t stride = static_cast<size_t>(frame.stride);
  return frame.stride < 0 ? size_t{0} - stride : stride;
}

/// The byte of the frame's pixels with the lowest address.
const uint8_t* lowest_row(const FrameView& frame) {
  return frame.row(frame.stride < 0 ? frame.height - 1 : 0);
}

} // namespace

size_t scratch_bytes_for(uint32_t depth) {
  const size_t share = ((size_t{1} << 20) / depth - alignment) / alignment * alignment;
  return std::max(share, align(smallest_scratch_bytes));
}

SlotNeeds Slot::needs(size_t frame_bytes) const {
  return {align(frame_bytes), shared_.scratch_bytes, byte_result_bytes};
}

SlotNeeds Slot::needs(const FrameView& frame, const Request& request) const {
  SlotNeeds needs = this->needs(frame.pixel_bytes());
  if (frame.format->sample_bytes > 1) {
    needs.scratch_bytes = std::max(
        needs.scratch_bytes, deep_scratch_bytes(static_cast<uint32_t>(request.region_counts())));
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

/// Sends a staging block's bytes off as they are filled in.
class Slot::Upload final : public CopyPool::Progress {
public:
  explicit Upload(Slot& slot) : slot_(slot) {}

  void copied(size_t begin, size_t end) override {
    if (status.ok())
      status = check(cudaMemcpyAsync(slot_.frame_.data() + begin, slot_.staging_.data() + begin,
                                     end - begin, cudaMemcpyHostToDevice, slot_.stream_.get()),
                     "copying a frame to the GPU");
  }

  Status status;

private:
  Slot& slot_;
};

bool Slot::is_pinned(const FrameView& frame) const {
  const uint8_t* const first = lowest_row(frame);
  const size_t stride = frame.height > 1 ? row_distance(frame) : 0;
  if (stride > INT_MAX)
    return false; // more than the copy engine's pitch
  const uint8_t* const last = first + (frame.height - 1) * stride + frame.row_bytes() - 1;
  return is_host_memory(first) && is_host_memory(last);
}

Status Slot::upload_pinned(const FrameView& frame) {
  // Rows go in the order in which they lie in memory.
  const uint8_t* const first = lowest_row(frame);
  const size_t row_bytes = frame.row_bytes();
  const size_t stride = row_distance(frame);
  const cudaError_t code =
      frame.height == 1 || stride == row_bytes
          ? cudaMemcpyAsync(frame_.data(), first, frame.pixel_bytes(), cudaMemcpyHostToDevice,
                            stream_.get())
          : cudaMemcpy2DAsync(frame_.data(), row_bytes, first, stride, row_bytes, frame.height,
                              cudaMemcpyHostToDevice, stream_.get());
  holds_frame_ = true;
  host_pixels_ = frame;
  return check(code, "copying a pinned frame to the GPU");
}

Status Slot::upload_staged(const FrameView& frame) {
  const size_t bytes = frame.pixel_bytes();
  if (staging_.size() < bytes) {
    Expected<PinnedBlock> staging = PinnedBlock::allocate(align(bytes));
    if (!staging.ok())
      return staging.error();
    staging_ = std::move(*staging);
  }
  Upload upload(*this);
  shared_.copy_pool->copy(
      {frame.row(0), frame.stride, frame.row_bytes(), frame.height, staging_.data()}, upload);
  shared_.bytes_staged.fetch_add(bytes, std::memory_order_relaxed);

  holds_frame_ = false;
  host_pixels_ = {};
  host_pixels_.format = frame.format;
  host_pixels_.width = frame.width;
  host_pixels_.height = frame.height;
  host_pixels_.data = staging_.data();
  host_pixels_.size = bytes;
  host_pixels_.stride = static_cast<ptrdiff_t>(frame.row_bytes());
  return upload.status;
}

Status Slot::launch(const FrameView& frame, const Request& request, bool bottom_up) {
  const FormatInfo& format = *frame.format;
  CountVariant variant{format.pixel_bytes, 0, false};
  CountParameters parameters{};
  for (Channel channel : request.channels) {
    if (channel == Channel::luma) {
      variant.luma = true; // the last one in every list
      constexpr Channel rgb[] = {Channel::r, Channel::g, Channel::b};
      for (int i = 0; i < 3; i++)
        parameters.luma_offsets[i] = static_cast<uint8_t>(format.offset_of(rgb[i]));
    } else {
      parameters.offsets[variant.stored++] = static_cast<uint8_t>(format.offset_of(channel));
    }
  }
  const uint64_t pixels = uint64_t{frame.width} * frame.height;
  const LaunchShape shape =
      choose_launch_shape(shared_.device, variant.counters(), variant.pixel_bytes, pixels);
  const ScratchPlan scratch = plan_scratch(reinterpret_cast<uint64_t*>(scratch_.data()),
                                           scratch_.size(), variant.counters(), pixels);
  const uint32_t region_blocks =
      plan_regions({frame.width, frame.height, bottom_up, shape.frame_blocks, scratch.region_sets},
                   request.regions, reinterpret_cast<RegionBlock*>(mapped_.data()));

  parameters.pixels = frame_.data();
  parameters.stride = frame.row_bytes();
  parameters.width = frame.width;
  parameters.height = frame.height;
  parameters.frame_blocks = shape.frame_blocks;
  parameters.luma = request.luma;
  parameters.region_blocks = reinterpret_cast<const RegionBlock*>(mapped_.device_data());
  parameters.scratch = scratch.scratch;
  parameters.results = reinterpret_cast<uint32_t*>(results());
  bins_ = request.bins;
  return check(launch_count(variant, shape, parameters, region_blocks, stream_.get()),
               "launching a kernel");
}

Status Slot::launch_deep(const FrameView& frame, const Request& request, bool bottom_up) {
  DeepParameters parameters = deep_parameters(*frame.format, request);
  parameters.scratch = reinterpret_cast<uint32_t*>(scratch_.data());
  parameters.stride = static_cast<int64_t>(frame.row_bytes());
  auto* rectangle_results = reinterpret_cast<uint32_t*>(results());
  // One launch a rectangle: they follow each other and share the scratch.
  const auto launch = [&](const Rect& r) -> Status {
    const uint32_t y = bottom_up ? frame.height - r.y - r.height : r.y;
    parameters.pixels =
        frame_.data() + y * frame.row_bytes() + size_t{r.x} * frame.format->pixel_bytes;
    parameters.width = r.width;
    parameters.height = r.height;
    parameters.results = rectangle_results;
    rectangle_results += request.region_counts();
    const DeepShape shape =
        choose_deep_shape(shared_.device, parameters.counters(), uint64_t{r.width} * r.height);
    return check(launch_deep_count(shape, parameters, stream_.get()), "launching a kernel");
  };
  bins_ = 0;
  Status status = launch({0, 0, frame.width, frame.height});
  auto* host_results = reinterpret_cast<uint32_t*>(mapped_.data() + region_block_bytes);
  for (size_t i = 0; i < request.regions.size() && status.ok(); i++) {
    const Rect& r = request.regions[i];
    if (r.width > 0 && r.height > 0) {
      status = launch(r);
    } else {
      std::fill_n(host_results + (1 + i) * request.region_counts(), request.region_counts(), 0);
      rectangle_results += request.region_counts();
    }
  }
  return status;
}

Status Slot::start(const FrameView& frame, const Request& request) {
  const bool pinned = is_pinned(frame);
  if (is_lost())
    return lost_error();
  Status status = pinned ? upload_pinned(frame) : upload_staged(frame);
  if (status.ok())
    status = frame.format->sample_bytes > 1
                 ? launch_deep(frame, request, pinned && frame.stride < 0)
                 : launch(frame, request, pinned && frame.stride < 0);
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
  shared_.bytes_uploaded.fetch_add(frame.pixel_bytes(), std::memory_order_relaxed);
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
