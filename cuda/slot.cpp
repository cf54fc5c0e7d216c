// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/slot.h"

#include "cuda/await.h"
#include "cuda/count_frame.h"
#include "cuda/deep_frame.h"
#include "cuda/direction_plan.h"
#include "cuda/fold_bins.h"
#include "cuda/status.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace videohistogram::cuda {

namespace {

constexpr size_t alignment = 256;
constexpr size_t align(size_t size) {
  return (size + alignment - 1) / alignment * alignment;
}

// With 8-bit samples, whatever is asked for.
constexpr size_t byte_result_bytes = (1 + max_regions) * max_channels * 256 * sizeof(uint32_t);
static_assert(region_block_bytes % alignment == 0);

// Work of others that a frame waits for has so many time limits. Longer, and the device hangs: the
// frame's memory cannot be given back as long as the device may still read it.
constexpr int foreign_limits = 6;

/// What a block gets that has to grow: frames whose size varies a little, as parts of frames do,
/// should not make it grow again and again. Freeing and allocating waits for the whole device.
size_t grown(size_t present, size_t needed) {
  return present > 0 ? align(needed + needed / 8) : needed;
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
  SlotNeeds needs = frame.on_device() ? SlotNeeds{0, shared_.scratch_bytes, byte_result_bytes}
                                      : this->needs(*frame.format, frame.width, frame.height);
  if (frame.format->sample_bytes > 1) {
    needs.scratch_bytes =
        std::max(needs.scratch_bytes, deep_frame_scratch_bytes(*frame.format, request));
    needs.result_bytes = std::max(needs.result_bytes, request.total_counts() * sizeof(uint32_t));
  }
  if (request.direction)
    needs.matrix_bytes =
        size_t{request.direction->direction.positions} * request.bins * sizeof(uint32_t);
  return needs;
}

void Slot::fit(const SlotNeeds& needs, bool keep_small) {
  const auto fit = [keep_small](auto& block, size_t needed) {
    const bool small = block.size() < needed;
    if (small ? !keep_small : block.size() > needed + needed / 4)
      block.reset();
  };
  fit(frame_, needs.frame_bytes);
  fit(scratch_, needs.scratch_bytes);
  fit(mapped_, region_block_bytes + needs.result_bytes);
  fit(staging_, shared_.is_for_ring(needs.frame_bytes) ? 0 : needs.frame_bytes);
  const size_t matrix_bytes = matrix_ ? matrix_->size() : 0;
  if (matrix_bytes < needs.matrix_bytes
          ? !keep_small
          : matrix_bytes > needs.matrix_bytes + needs.matrix_bytes / 4)
    drop_matrix();
}

/// The memory of the last matrix. Whoever still holds it finds its counts on the host.
DeviceBlock Slot::drop_matrix() {
  if (!matrix_)
    return {};
  const std::shared_ptr<DeviceMatrix> matrix = std::move(matrix_);
  return matrix->take_memory(matrix.use_count() > 1);
}

/// Makes the matrix of the next frame.
Status Slot::make_matrix(size_t bytes) {
  if (!shared_.matrix_reader) {
    if (Status status = check(prepare_direction_kernels(shared_.device), "loading the kernels");
        !status.ok())
      return status;
    shared_.matrix_reader = std::make_shared<MatrixReader>(shared_.context, shared_.time_limit);
  }
  DeviceBlock memory = drop_matrix();
  if (memory.size() < bytes) {
    memory.reset();
    Expected<DeviceBlock> allocated = DeviceBlock::allocate(align(bytes));
    if (!allocated.ok())
      return allocated.error();
    memory = std::move(*allocated);
  }
  matrix_ = std::make_shared<DeviceMatrix>(shared_.matrix_reader, std::move(memory),
                                           bytes / sizeof(uint32_t));
  return {};
}

bool Slot::must_free(const SlotNeeds& needs) const {
  const auto too_small = [](const auto& block, size_t wanted) {
    return block.size() > 0 && block.size() < wanted;
  };
  return too_small(frame_, needs.frame_bytes) || too_small(scratch_, needs.scratch_bytes) ||
         too_small(mapped_, region_block_bytes + needs.result_bytes) ||
         too_small(staging_, needs.frame_bytes) ||
         (matrix_ && too_small(*matrix_, needs.matrix_bytes));
}

Status Slot::acquire(const SlotNeeds& needs) {
  if (!stream_.get()) {
    Expected<Stream> stream = Stream::create();
    if (!stream.ok())
      return stream.error();
    stream_ = std::move(*stream);
  }
  if (Status status = make_events(); !status.ok())
    return status;
  if (mapped_.size() < region_block_bytes + needs.result_bytes) {
    mapped_.reset();
    planned_.forget();
    const NearMemory near(shared_.node);
    Expected<PinnedBlock> mapped =
        PinnedBlock::allocate_mapped(region_block_bytes + needs.result_bytes);
    if (!mapped.ok())
      return mapped.error();
    mapped_ = std::move(*mapped);
  }
  if (staging_.size() < needs.frame_bytes)
    staging_.reset();
  if (frame_.size() < needs.frame_bytes) {
    const size_t size = grown(frame_.size(), needs.frame_bytes);
    frame_.reset();
    Expected<DeviceBlock> frame = DeviceBlock::allocate(size);
    if (!frame.ok())
      return frame.error();
    frame_ = std::move(*frame);
  }
  if (scratch_.size() < needs.scratch_bytes) {
    scratch_.reset();
    planned_.forget();
    Expected<DeviceBlock> scratch = DeviceBlock::allocate(needs.scratch_bytes);
    if (!scratch.ok())
      return scratch.error();
    Status status = check(cudaMemsetAsync(scratch->data(), 0, scratch->size(), stream_.get()),
                          "clearing GPU memory");
    if (!status.ok())
      return status;
    scratch_ = std::move(*scratch);
  }
  return needs.matrix_bytes > 0 ? make_matrix(needs.matrix_bytes) : Status();
}

Status Slot::make_events() {
  for (Event* event : {&done_, &begun_}) {
    if (event->get() || (event == &begun_ && !shared_.measure_time))
      continue;
    Expected<Event> created = Event::create(shared_.measure_time);
    if (!created.ok())
      return created.error();
    *event = std::move(*created);
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
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (Status status = check(cudaStreamIsCapturing(stream, &capture), "asking for a frame's stream");
      !status.ok())
    return status;
  if (capture != cudaStreamCaptureStatusNone) // our work would become part of somebody's graph
    return {ErrorKind::transient, "the frame's stream is being captured into a graph"};
  Status status = check(cudaEventRecord(written_.get(), stream), "marking a frame's stream");
  if (status.ok())
    status = check(cudaStreamWaitEvent(stream_.get(), written_.get(), 0),
                   "waiting for a frame's stream");
  follows_ = status.ok();
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
  Status status = check(
      deep ? deep_count_frame(shared_.device, frame, request, memory, stream_.get())
           : launch_count(planned_.plan(shared_.device, frame, request, memory), stream_.get()),
      "launching a kernel");
  has_matrix_ = request.direction.has_value();
  if (status.ok() && has_matrix_)
    status = check(
        launch_direction(plan_direction(shared_.device, frame, request, matrix_->device_counts()),
                         stream_.get()),
        "launching a kernel");
  return status;
}

/// What start() does before the mark of the frame's end.
Status Slot::begin(const FrameView& frame, const Request& request) {
  follows_ = false;
  if (frame.stream)
    if (Status status = follow(frame); !status.ok())
      return status;
  if (shared_.measure_time)
    if (Status status =
            check(cudaEventRecord(begun_.get(), stream_.get()), "marking the begin of a frame");
        !status.ok())
      return status;
  if (frame.on_device()) {
    holds_frame_ = true;
    host_pixels_ = {};
    return launch(frame, request);
  }
  const Placement placement = place(frame);
  if (Status status = upload(frame, placement); !status.ok())
    return status;
  return launch(view_at(frame, placement, frame_.data()), request);
}

Status Slot::start(const FrameView& frame, const Request& request) {
  DeviceUse& use = *shared_.use;
  use.begin();
  const uint64_t pixels = uint64_t{frame.width} * frame.height;
  if (pixels > usual_pixels_ + usual_pixels_ / 4 || usual_pixels_ > pixels + pixels / 4) {
    usual_pixels_ = pixels; // of another size; parts of frames vary a little
    usual_time_.set({});
    usual_rest_.set({});
  }
  Status status;
  try {
    status = begin(frame, request);
  } catch (const std::bad_alloc&) { // with a copy of the frame maybe under way
    status = {ErrorKind::transient, "there is no memory to plan a count"};
  }
  const Status recorded =
      is_lost() ? Status(lost_error())
                : check(cudaEventRecord(done_.get(), stream_.get()), "marking the end of a frame");
  if (!recorded.ok()) {
    use.end();
    // Without the mark nobody can tell when the device lets go of the frame and of this slot.
    latch_lost(recorded.error().message);
    return lost_error();
  }
  submitted_ = std::chrono::steady_clock::now();
  // Nobody has the pixels of a frame that went through the ring once it is the caller's again. What
  // is left to do is little.
  const bool alone = status.ok() && !frame.on_device() && !holds_frame_ && in_ring_;
  if (alone)
    status = finish_rest();
  if (!status.ok()) {
    if (!alone)
      (void)finish(); // nothing may read the frame once it is the caller's again
    use.end();
    return status;
  }
  (frame.on_device() ? use.zero_copy_frames
   : holds_frame_    ? use.pinned_frames
                     : use.staged_frames)
      .fetch_add(1, std::memory_order_relaxed);
  counts_ = request.total_counts();
  device_time_ = {};
  finished_ = false;
  if (alone)
    note_finished();
  idle_.store(false, std::memory_order_relaxed);
  return {};
}

Status Slot::finish() {
  if (follows_) {
    PollSchedule schedule(submitted_, {});
    const Status status =
        await(written_, schedule, foreign_limits * shared_.time_limit, "counting a frame",
              "the GPU did not finish what others gave it to do before a frame's count");
    if (!status.ok())
      return status;
  }
  PollSchedule schedule(submitted_, usual_time_.get());
  const Status status = await(done_, schedule, shared_.time_limit, "counting a frame",
                              "the GPU did not finish a frame");
  if (status.ok())
    usual_time_.set(schedule.learnt(PollSchedule::TimePoint::clock::now()));
  return status;
}

/// The same for a frame that went through the ring: all but the end of its copy is done.
Status Slot::finish_rest() {
  PollSchedule schedule(submitted_, usual_rest_.get());
  const Status status = await(done_, schedule, shared_.time_limit, "counting a frame",
                              "the GPU did not finish a frame");
  if (status.ok())
    usual_rest_.set(schedule.learnt(PollSchedule::TimePoint::clock::now()));
  return status;
}

void Slot::note_finished() {
  finished_ = true;
  float milliseconds = 0;
  if (shared_.measure_time &&
      check(cudaEventElapsedTime(&milliseconds, begun_.get(), done_.get()), "timing a frame").ok())
    device_time_ = std::chrono::nanoseconds(static_cast<int64_t>(milliseconds * 1e6f));
  shared_.use->end();
}

Status Slot::wait(uint32_t* counts) {
  if (!finished_) {
    ContextScope scope(*shared_.context);
    Status status = scope.status();
    if (status.ok())
      status = finish();
    if (!status.ok())
      return status;
    note_finished();
  }
  shared_.use->counted.fetch_add(1, std::memory_order_relaxed);
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
    shared_.use->end();
  }
  idle_.store(true, std::memory_order_release);
}

} // namespace videohistogram::cuda
