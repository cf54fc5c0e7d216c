// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/slot.h"

#include "cuda/device/context.h"
#include "cuda/device/errors.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/sums/sums_plan.h"
#include "cuda/kernels/unpack/unpack_plan.h"
#include "cuda/result_layout.h"

#include <memory>
#include <new>
#include <utility>

namespace videohistogram::cuda {

Status Slot::reserve(const BufferSizes& sizes) {
  if (!stream_.get())
    if (Status status = Stream::create().move_to(stream_); !status.ok())
      return status;
  if (Status status = completion_.create_events(); !status.ok())
    return status;
  if (!buffers_.has_count_memory(sizes))
    launches_.forget(); // planned launches hold addresses of the replaced memory
  return buffers_.reserve(sizes, stream_.get(), shared_.matrix_reader);
}

Status Slot::start(const FrameView& frame, const SharedPlan& plan, const std::vector<Rect>& regions,
                   const BufferSizes& sizes) {
  if (Status status = reserve(sizes); !status.ok())
    return status;
  plan_ = plan;
  shared_.use.begin();
  Status status = enqueue(frame, regions, sizes);
  // A ring upload keeps no copy on the host, and the caller may reuse the frame after this call: if
  // the device failed later, the frame could not be counted again. So wait here, for the end of the
  // copy and for the count, which is not long, and fetch the matrices.
  const bool through_ring = status.ok() && path_ == TransferPath::ring;
  if (through_ring)
    status = completion_.wait_after_copy();
  if (through_ring && status.ok() && plan_->has_matrices())
    status = buffers_.matrices()->save();
  if (!status.ok()) {
    shared_.use.end();
    return status;
  }
  count_transfer();
  regions_ = regions.size();
  device_time_ = {};
  device_done_ = false;
  if (through_ring)
    note_device_done();
  idle_.store(false, std::memory_order_relaxed);
  return {};
}

/// Enqueues the frame's work and records the event at its end. After an error the device no longer
/// uses the frame, or CUDA is lost.
Status Slot::enqueue(const FrameView& frame, const std::vector<Rect>& regions,
                     const BufferSizes& sizes) {
  Status status;
  try {
    status = enqueue_work(frame, regions, sizes);
  } catch (const std::bad_alloc&) {
    status = {ErrorKind::transient, "out of memory on the host while planning a frame's launches"};
  }
  // The end is marked after an error, too: a copy of the frame may be in progress.
  if (Status ended = completion_.end(stream_.get()); !ended.ok())
    return ended;
  if (!status.ok())
    (void)completion_.wait(); // the caller may free the frame after this call
  return status;
}

/// Enqueues the stream's work in this order: wait for the producer, copy, unpack, count.
Status Slot::enqueue_work(const FrameView& frame, const std::vector<Rect>& regions,
                          const BufferSizes& sizes) {
  has_before_ = frame.before && plan_->of_two_frames();
  before_pinned_ = false;
  if (Status status = completion_.begin(frame, stream_.get()); !status.ok())
    return status;
  if (!frame.place.on_host()) {
    path_ = TransferPath::in_place;
    host_pixels_.reset();
    return launch(frame, regions);
  }
  Expected<Upload> upload = has_before_
                                ? upload_with_before(frame, sizes)
                                : shared_.uploader.upload(frame, sizes, buffers_, stream_.get());
  if (!upload.ok())
    return upload.error();
  path_ = upload->path;
  host_pixels_ = std::move(upload->host_pixels);
  return launch(upload->device_pixels, regions);
}

/// Enqueues the copies of a frame on the host and of the frame before.
Expected<Upload> Slot::upload_with_before(const FrameView& frame, const BufferSizes& sizes) {
  Uploader& uploader = shared_.uploader;
  Expected<Upload> before =
      uploader.upload(*frame.before, sizes, buffers_, stream_.get(), sizes.pixels / 2);
  if (!before.ok())
    return before;
  before_pinned_ = before->path == TransferPath::pinned;
  Expected<Upload> upload = uploader.upload(frame, sizes, buffers_, stream_.get());
  if (!upload.ok())
    return upload;
  upload->device_pixels.before = std::make_shared<const FrameView>(before->device_pixels);
  if (before->path == TransferPath::ring)
    upload->path = TransferPath::ring;
  if (upload->path == TransferPath::ring)
    upload->host_pixels.reset(); // one of the frames is not there any more
  else
    upload->host_pixels->before = std::make_shared<const FrameView>(*before->host_pixels);
  return upload;
}

/// Enqueues the unpacking of a frame whose samples are packed, and of the frame before. Returns the
/// frame to count.
Expected<FrameView> Slot::unpack(const FrameView& device_frame) {
  const auto enqueue = [&](const FrameView& frame, uint8_t* to) -> Expected<FrameView> {
    const Unpacking unpacking = plan_unpacking(shared_.device, frame, to);
    if (Status status =
            check(launch_unpack_kernel(unpacking.launch, stream_.get()), "launching a kernel");
        !status.ok())
      return status.error();
    return unpacking.unpacked;
  };
  Expected<FrameView> now = enqueue(device_frame, buffers_.unpacked());
  if (!now.ok() || !has_before_)
    return now;
  const size_t bytes =
      unpacked_bytes(*device_frame.format, device_frame.width, device_frame.height);
  Expected<FrameView> before = enqueue(*device_frame.before, buffers_.unpacked() + bytes);
  if (before.ok())
    now->before = std::make_shared<const FrameView>(*before);
  return before.ok() ? now : before;
}

Status Slot::launch(const FrameView& device_frame, const std::vector<Rect>& regions) {
  if (is_lost())
    return lost_error();
  CountMemory memory = buffers_.count_memory();
  shared_.colour_tables.set(*plan_, memory);
  if (!plan_->sums.empty())
    shared_.light_tables.set(plan_->sums, memory);
  std::optional<FrameView> unpacked;
  if (is_unpacked(*plan_))
    if (Status status = unpack(device_frame).move_to(unpacked.emplace()); !status.ok())
      return status;
  const FrameLaunches& launches =
      launches_.plan(shared_.device, plan_, unpacked ? *unpacked : device_frame, regions, memory);
  uint32_t* const matrices = plan_->has_matrices() ? buffers_.matrices()->device_counts() : nullptr;
  const cudaError_t code = launch_kernels(launches, matrices, stream_.get());
  if (code == cudaSuccess && device_frame.painting && !device_frame.place.on_host())
    return shared_.painter.paint(device_frame, matrices, memory.results, stream_.get());
  return check(code, "launching a kernel");
}

void Slot::count_transfer() {
  DeviceUsage& use = shared_.use;
  (path_ == TransferPath::in_place ? use.zero_copy_frames
   : path_ == TransferPath::pinned ? use.pinned_frames
                                   : use.staged_frames)
      .fetch_add(1, std::memory_order_relaxed);
}

Status Slot::finish_device_work() {
  if (device_done_)
    return {};
  ContextScope scope(shared_.context);
  Status status = scope.status();
  if (status.ok())
    status = completion_.wait();
  if (status.ok())
    note_device_done();
  return status;
}

void Slot::note_device_done() {
  device_done_ = true;
  device_time_ = completion_.device_time();
  shared_.use.end();
}

Status Slot::wait(uint32_t* counts) {
  Status status = finish_device_work();
  // The device counts the frame although the host could not enter its context.
  if (!status.ok() && status.error().kind != ErrorKind::device_lost)
    status = finish_device_work();
  if (!status.ok())
    return status;
  shared_.use.count_frame();
  collect_counts(*plan_, regions_, has_before_, buffers_.results(), counts);
  if (plan_->sums.empty())
    return {};
  const auto* const values =
      reinterpret_cast<const int64_t*>(buffers_.results() + first_sum_result(*plan_, regions_));
  sums_.values.assign(values, values + plan_->sums.size);
  sums_.has_before = has_before_ && plan_->sums.of_two_frames();
  return {};
}

std::shared_ptr<Matrix> Slot::matrix(size_t index) const {
  if (index >= plan_->n_matrices(regions_))
    return nullptr;
  try {
    return std::make_shared<DeviceMatrix>(buffers_.matrices(), first_counter(*plan_, index),
                                          plan_->matrix_counters(index));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void Slot::release() {
  if (!device_done_) {
    ContextScope scope(shared_.context);
    if (scope.status().ok())
      (void)completion_.wait();
    shared_.use.end();
  }
  plan_.reset();
  idle_.store(true, std::memory_order_release);
}

} // namespace videohistogram::cuda
