// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/context_slots.h"

#include "cuda/count_kernel.h"
#include "cuda/deep_kernel.h"
#include "cuda/device.h"
#include "cuda/status.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// Caps may promise frames that never come; more than this is only taken once one is there. 8K RGBA
// is half of it.
constexpr size_t most_prepared_bytes = size_t{256} << 20;

} // namespace

Expected<std::unique_ptr<ContextSlots>>
ContextSlots::create(std::shared_ptr<const DeviceContext> context, const CudaConfig& config,
                     DeviceUse& use) {
  if (Status status = load_driver(); !status.ok())
    return status.error();
  Expected<DeviceProperties> properties = device_properties(context->device);
  if (!properties.ok())
    return properties.error();
  ContextScope scope(*context);
  if (!scope.status().ok())
    return scope.status().error();
  Status status = check(prepare_count_kernels(*properties), "loading the kernels");
  if (status.ok())
    status = check(prepare_deep_kernels(*properties), "loading the kernels");
  if (!status.ok())
    return status.error();

  std::unique_ptr<ContextSlots> slots(new ContextSlots);
  SlotShared& shared = slots->shared_;
  shared.device = *properties;
  shared.node = numa_node(context->device);
  shared.context = std::move(context);
  shared.scratch_bytes = scratch_bytes_for(config.depth);
  shared.time_limit = config.time_limit;
  shared.measure_time = config.measure_time;
  shared.most_staged_bytes = config.most_staged_bytes;
  shared.copy_pool = CopyPool::near(shared.node);
  shared.use = &use;
  for (uint32_t i = 0; i < config.depth; i++)
    slots->slots_.push_back(std::make_unique<Slot>(slots->shared_));
  return Expected<std::unique_ptr<ContextSlots>>(std::move(slots));
}

ContextSlots::~ContextSlots() {
  ContextScope scope(*shared_.context); // if it fails, CUDA is lost and the slots leak
  slots_.clear();
  shared_.ring.reset();
}

bool ContextSlots::idle() const {
  return std::all_of(slots_.begin(), slots_.end(), [](const auto& slot) { return slot->idle(); });
}

void ContextSlots::prepare(const FramesAhead& frames) {
  used_ = true;
  ContextScope scope(*shared_.context);
  if (!scope.status().ok())
    return;
  const SlotNeeds needs = slots_.front()->needs(frames.format, frames.width, frames.height);
  frame_bytes_ = needs.frame_bytes;
  fit(needs, false);
  if (frame_bytes_ > most_prepared_bytes)
    return;
  for (size_t i = 0; i < std::min<size_t>(frames.pending, slots_.size()); i++)
    if (is_lost() || !slots_[i]->acquire(needs).ok())
      return;
}

Expected<JobPtr> ContextSlots::submit(const FrameView& frame, const Request& request) {
  used_ = true;
  Slot* const slot = idle_slot(request.direction.has_value());
  if (!slot)
    return Error{ErrorKind::bug, "more frames were submitted than may be in flight", {}};
  ContextScope scope(*shared_.context);
  if (!scope.status().ok())
    return scope.status().error();

  Status status = make_room(*slot, slot->needs(frame, request));
  if (status.ok())
    status = slot->start(frame, request);
  if (!status.ok())
    return status.error();
  return JobPtr(slot);
}

/// Frees what such frames do not need.
void ContextSlots::fit(const SlotNeeds& needs, bool keep_small) {
  for (auto& slot : slots_)
    slot->fit(needs, keep_small);
  if (!shared_.is_for_ring(needs.frame_bytes))
    shared_.ring.reset();
}

/// The first one that is idle; for a matrix rather one whose last matrix nobody holds any more,
/// since that would have to be copied out first.
Slot* ContextSlots::idle_slot(bool for_matrix) const {
  Slot* found = nullptr;
  for (const auto& slot : slots_)
    if (slot->idle() && (!found || (for_matrix && found->matrix_held() && !slot->matrix_held())))
      found = slot.get();
  return found;
}

/// Sees to it that an idle slot has the memory for a frame. Memory follows the size of the frames
/// that come from the host when no job is pending; while others are, a slot only grows.
Status ContextSlots::make_room(Slot& slot, const SlotNeeds& needs) {
  if (needs.frame_bytes > 0 && needs.frame_bytes != frame_bytes_) {
    const bool all_idle = idle();
    if (all_idle)
      fit(needs, true);
    frame_bytes_ = all_idle ? needs.frame_bytes : 0;
  }
  if (slot.must_free(needs))
    // CUDA would wait for the device here, without a limit.
    for (auto& other : slots_)
      if (!other->idle()) {
        Status status = other->finish();
        if (!status.ok())
          return status;
      }
  return slot.acquire(needs);
}

} // namespace videohistogram::cuda
