// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/slot.h"

#include "cuda/count_kernel.h"
#include "cuda/region_plan.h"
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

constexpr size_t set_bytes = scratch_set_counters * sizeof(uint32_t);
constexpr size_t result_bytes = align((1 + max_regions) * set_bytes);
constexpr size_t region_block_bytes = max_region_blocks * sizeof(RegionBlock);

constexpr size_t tickets_bytes(uint32_t sets) {
  return align(sets * sizeof(uint32_t));
}

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

uint32_t scratch_sets_for(uint32_t depth) {
  // The frame before and the tickets in it are rounded up to the alignment.
  const size_t room = (size_t{1} << 20) / depth - 2 * alignment;
  const size_t sets = room / (set_bytes + sizeof(uint32_t));
  return static_cast<uint32_t>(std::clamp<size_t>(sets, 1, 1 + max_regions));
}

size_t Slot::device_bytes(size_t frame_bytes) const {
  return align(frame_bytes) + tickets_bytes(shared_.scratch_sets) +
         shared_.scratch_sets * set_bytes;
}

void Slot::fit(size_t frame_bytes) {
  if (device_.size() != device_bytes(frame_bytes))
    device_.reset();
  if (staging_.size() != frame_bytes)
    staging_.reset();
}

bool Slot::must_free(size_t frame_bytes) const {
  return (device_.size() > 0 && device_.size() < device_bytes(frame_bytes)) ||
         (staging_.size() > 0 && staging_.size() < frame_bytes);
}

Status Slot::acquire(size_t frame_bytes) {
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
  if (!mapped_.data()) {
    Expected<PinnedBlock> mapped = PinnedBlock::allocate_mapped(result_bytes + region_block_bytes);
    if (!mapped.ok())
      return mapped.error();
    mapped_ = std::move(*mapped);
  }

  if (staging_.size() < frame_bytes)
    staging_.reset();
  const size_t wanted = device_bytes(frame_bytes);
  if (device_.size() >= wanted)
    return {};
  device_.reset();
  Expected<DeviceBlock> device = DeviceBlock::allocate(wanted);
  if (!device.ok())
    return device.error();
  // Tickets and counters are zero between frames; they lie at the end, whatever the frame's size.
  const size_t scratch = wanted - align(frame_bytes);
  Status status =
      check(cudaMemsetAsync(device->data() + device->size() - scratch, 0, scratch, stream_.get()),
            "clearing GPU memory");
  if (!status.ok())
    return status;
  device_ = std::move(*device);
  return {};
}

/// Sends a staging block's bytes off as they are filled in.
class Slot::Upload final : public CopyPool::Progress {
public:
  explicit Upload(Slot& slot) : slot_(slot) {}

  void copied(size_t begin, size_t end) override {
    if (status.ok())
      status = check(cudaMemcpyAsync(slot_.device_.data() + begin, slot_.staging_.data() + begin,
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
          ? cudaMemcpyAsync(device_.data(), first, frame.pixel_bytes(), cudaMemcpyHostToDevice,
                            stream_.get())
          : cudaMemcpy2DAsync(device_.data(), row_bytes, first, stride, row_bytes, frame.height,
                              cudaMemcpyHostToDevice, stream_.get());
  holds_frame_ = true;
  host_pixels_ = frame;
  return check(code, "copying a pinned frame to the GPU");
}

Status Slot::upload_staged(const FrameView& frame) {
  const size_t bytes = frame.pixel_bytes();
  if (staging_.size() < bytes) {
    Expected<PinnedBlock> staging = PinnedBlock::allocate(bytes);
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
  const LaunchShape shape =
      choose_launch_shape(shared_.device, variant.counters(), variant.pixel_bytes,
                          uint64_t{frame.width} * frame.height);
  const uint32_t region_blocks =
      plan_regions({frame.width, frame.height, bottom_up, shape.frame_blocks, shared_.scratch_sets},
                   request.regions, reinterpret_cast<RegionBlock*>(mapped_.data() + result_bytes));

  uint8_t* const counters = device_.data() + device_.size() - shared_.scratch_sets * set_bytes;
  parameters.pixels = device_.data();
  parameters.width = frame.width;
  parameters.height = frame.height;
  parameters.frame_blocks = shape.frame_blocks;
  parameters.bins = request.bins;
  parameters.luma = request.luma;
  parameters.region_blocks =
      reinterpret_cast<const RegionBlock*>(mapped_.device_data() + result_bytes);
  parameters.counters = reinterpret_cast<uint32_t*>(counters);
  parameters.tickets = reinterpret_cast<uint32_t*>(counters - tickets_bytes(shared_.scratch_sets));
  parameters.results = reinterpret_cast<uint32_t*>(mapped_.device_data());
  return check(launch_count(variant, shape, parameters, region_blocks, stream_.get()),
               "launching a kernel");
}

Status Slot::start(const FrameView& frame, const Request& request) {
  const bool pinned = is_pinned(frame);
  if (is_lost())
    return lost_error();
  Status status = pinned ? upload_pinned(frame) : upload_staged(frame);
  if (status.ok())
    status = launch(frame, request, pinned && frame.stride < 0);
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
  std::memcpy(counts, mapped_.data(), counts_ * sizeof(uint32_t));
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
