// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/context_slots.h"

#include "cuda/device/context.h"
#include "cuda/device/device.h"
#include "cuda/device/errors.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/unpack/unpack_kernel.h"

#include <algorithm>
#include <utility>

namespace videohistogram::cuda {

namespace {

// Maximum bytes of a frame for which reserve() allocates: caps may announce frames that never come.
// submit() allocates for larger ones. An 8K RGBA frame has half of this.
constexpr size_t max_prepared_bytes = size_t{256} << 20;

} // namespace

Expected<std::unique_ptr<ContextSlots>>
ContextSlots::create(MemoryPlace context, const CudaConfig& config, DeviceUsage& use) {
  if (Status status = load_driver(); !status.ok())
    return status.error();
  Expected<DeviceProperties> properties = device_properties(context.device);
  if (!properties.ok())
    return properties.error();
  ContextScope scope(context);
  if (!scope.status().ok())
    return scope.status().error();
  auto slots =
      std::unique_ptr<ContextSlots>(new ContextSlots(std::move(context), *properties, config, use));
  for (size_t i = 0; i < n_families; i++)
    if (families[i].is_loaded_first)
      if (Status status = slots->load(i); !status.ok())
        return status.error();
  return slots;
}

ContextSlots::ContextSlots(MemoryPlace context, const DeviceProperties& properties,
                           const CudaConfig& config, DeviceUsage& use)
    : node_(numa_node(context.device)), limits_{scratch_bytes_for(config.depth),
                                                config.max_staged_bytes},
      shared_{std::move(context),
              properties,
              node_,
              config.time_limit,
              config.measure_time,
              use,
              {node_, config.max_staged_bytes, config.time_limit, use},
              nullptr},
      usable_(config.depth) {
  for (uint32_t i = 0; i < config.depth; i++)
    slots_.push_back(std::make_unique<Slot>(shared_));
}

ContextSlots::~ContextSlots() {
  ContextScope scope(shared_.context); // on failure CUDA is lost and the slots leak
  slots_.clear();
  shared_.uploader.free_ring();
  shared_.colour_tables = {};
  shared_.light_tables = {};
  shared_.painter = {};
}

bool ContextSlots::idle() const {
  return std::all_of(slots_.begin(), slots_.end(), [](const auto& slot) { return slot->idle(); });
}

void ContextSlots::announce(const FramesAhead& frames) {
  used_ = false;
  prepared_ = {};
  usable_ = std::min<size_t>(frames.limit.per_device, slots_.size());
  ContextScope scope(shared_.context);
  if (!scope.status().ok())
    return;
  BufferSizes sizes = host_sizes(frames);
  if (frames.memory != MemoryKind::host)
    sizes.pixels = sizes.staging = 0;
  trim(sizes, FrameBuffers::Trim::all_but_exact);
  for (size_t i = usable_; i < slots_.size(); i++)
    slots_[i]->buffers().trim({}, FrameBuffers::Trim::all_but_exact);
  if (!frames.plan.has_matrices())
    shared_.matrix_reader.reset();
  if (frames.memory == MemoryKind::host)
    shared_.painter = {};
  trimmed_pixels_ = sizes.pixels;
}

void ContextSlots::reserve(const FramesAhead& frames) {
  used_ = true;
  ContextScope scope(shared_.context);
  const BufferSizes sizes = host_sizes(frames);
  if (!scope.status().ok() || sizes.pixels > max_prepared_bytes)
    return;
  for (size_t i = 0; i < std::min<size_t>(frames.pending, usable_); i++)
    if (is_lost() || !slots_[i]->reserve(sizes).ok())
      return;
}

Expected<Slot*> ContextSlots::submit(const FrameView& frame, const SharedPlan& plan,
                                     const std::vector<Rect>& regions) {
  used_ = true;
  Slot* const slot = idle_slot(plan->has_matrices());
  ContextScope scope(shared_.context);
  if (!scope.status().ok())
    return scope.status().error();

  Status status = prepare(frame, plan, regions.size());
  const BufferSizes& sizes = prepared_.sizes;
  if (status.ok())
    status = make_room(*slot, sizes);
  if (status.ok() && frame.painting && !frame.place.on_host())
    status = load_painting(frame, plan);
  if (status.ok())
    status = slot->start(frame, plan, regions, sizes);
  if (!status.ok())
    return status.error();
  return slot;
}

/// Returns an idle slot. One is always idle, since there are as many slots as jobs may be pending.
/// Slots that are not usable are the last choice, needed for example after another device failed.
/// For matrices, a slot whose last matrices no reader holds is preferred: held matrices would first
/// be copied to the host.
Slot* ContextSlots::idle_slot(bool for_matrices) const {
  Slot* found = nullptr;
  for (size_t i = 0; i < slots_.size() && (i < usable_ || !found); i++)
    if (const auto& slot = slots_[i];
        slot->idle() && (!found || (for_matrices && found->buffers().matrices_held() &&
                                    !slot->buffers().matrices_held())))
      found = slot.get();
  return found;
}

/// Frees the memory that frames of these sizes do not need.
void ContextSlots::trim(const BufferSizes& sizes, FrameBuffers::Trim trim) {
  for (auto& slot : slots_)
    slot->buffers().trim(sizes, trim);
  if (sizes.staging == sizes.pixels) // frames of these sizes do not go through the ring
    shared_.uploader.free_ring();
}

/// Call before Slot::start(). Trims all buffers to the size of frames from the host if no job is
/// pending and the last frame had this size, too: a frame and its field may come in turn. Otherwise
/// buffers only grow. Waits for pending jobs if start() is going to free a
/// block.
Status ContextSlots::make_room(Slot& slot, const BufferSizes& sizes) {
  const bool is_usual = std::exchange(last_pixels_, sizes.pixels) == sizes.pixels;
  if (sizes.pixels > 0 && sizes.pixels != trimmed_pixels_ && is_usual) {
    const bool all_idle = idle();
    if (all_idle)
      trim(sizes, FrameBuffers::Trim::large);
    trimmed_pixels_ = all_idle ? std::optional(sizes.pixels) : std::nullopt;
  }
  if (!slot.buffers().reserve_frees(sizes))
    return {};
  // A free makes CUDA wait for the whole device without a time limit. These waits have one.
  for (auto& other : slots_)
    if (!other->idle())
      if (Status status = other->wait_for_device(); !status.ok())
        return status;
  return {};
}

/// Loads a family of kernels, unless it is loaded.
Status ContextSlots::load(size_t family) {
  if (shared_.loaded[family])
    return {};
  if (is_lost()) // CUDA may have failed since, where the slots asked for the NUMA node
    return lost_error();
  const Status status = check(families[family].prepare(shared_.device), "loading the kernels");
  shared_.loaded[family] = status.ok();
  return status;
}

/// Loads what a frame needs and computes the sizes of its buffers, unless the frame before needed
/// the same.
Status ContextSlots::prepare(const FrameView& frame, const SharedPlan& plan, size_t regions) {
  if (prepared_.plan == plan && prepared_.regions == regions && prepared_.height == frame.height &&
      prepared_.memory == frame.place.kind && prepared_.format == frame.format)
    return {};
  prepared_ = {};
  if (Status status = load(*plan); !status.ok())
    return status;
  prepared_ = {plan,         regions,
               frame.height, frame.place.kind,
               frame.format, frame_sizes(limits_, frame, *plan, regions)};
  return {};
}

/// Loads the kernels, tables and readers that frames of a plan need, before the first of them.
Status ContextSlots::load(const Plan& plan) {
  Status status;
  for (size_t i = 0; i < n_families && status.ok(); i++)
    if (families[i].is_needed(plan))
      status = load(i);
  if (status.ok() && is_unpacked(plan) && !shared_.unpacking_loaded) {
    status = check(prepare_unpack_kernels(shared_.device), "loading the kernels");
    shared_.unpacking_loaded = status.ok();
  }
  if (status.ok())
    status = shared_.colour_tables.load(plan, shared_.time_limit);
  if (status.ok() && !plan.sums.empty())
    status = shared_.light_tables.load(plan.sums, shared_.time_limit);
  if (status.ok() && plan.has_matrices()) {
    if (!shared_.matrix_reader)
      shared_.matrix_reader = std::make_shared<MatrixReader>(shared_.context, shared_.time_limit);
    status = shared_.matrix_reader->prepare();
  }
  return status;
}

/// Prepares to draw over a frame. Refused with several slots: all frames in flight would draw in
/// the same scratch memory.
Status ContextSlots::load_painting(const FrameView& frame, const SharedPlan& plan) {
  if (slots_.size() > 1)
    return refusal("scopes are drawn on the GPU only with one frame in flight");
  return shared_.painter.load(frame, plan, shared_.device, shared_.time_limit);
}

} // namespace videohistogram::cuda
