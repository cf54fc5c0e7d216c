// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/cuda_backend.h"

#include "cuda/context.h"
#include "cuda/count_kernel.h"
#include "cuda/deep_kernel.h"
#include "cuda/device.h"
#include "cuda/slot.h"
#include "cuda/status.h"

#include <algorithm>
#include <cstdlib>

namespace videohistogram {

namespace cuda {

namespace {

// One frame on the link, one behind it so that the link never idles, and one being staged or having
// its result picked up. Every further one holds a frame of somebody's pool for longer.
constexpr uint32_t default_depth = 3;
// Caps may promise frames that never come; more than this is only taken once one is there. 8K RGBA
// is half of it.
constexpr size_t most_prepared_bytes = size_t{256} << 20;
// So many slots share the scratch's 1 MiB.
constexpr uint32_t largest_depth = 64;

class CudaBackend final : public Backend {
public:
  CudaBackend(CudaDeviceInfo info, const PrimaryContext& context,
              const DeviceProperties& properties, uint32_t depth,
              std::chrono::milliseconds time_limit)
      : info_(std::move(info)) {
    shared_.context = &context;
    shared_.device = properties;
    shared_.scratch_bytes = scratch_bytes_for(depth);
    shared_.time_limit = time_limit;
    shared_.copy_pool = CopyPool::shared();
    for (uint32_t i = 0; i < depth; i++)
      slots_.push_back(std::make_unique<Slot>(shared_));
  }

  ~CudaBackend() override {
    ContextScope scope(*shared_.context); // if it fails, CUDA is lost and the slots leak
    slots_.clear();
  }

  const char* name() const override { return "cuda"; }
  std::string device() const override {
    return info_.name + " (device " + std::to_string(info_.index) + ")";
  }
  uint32_t depth() const override { return static_cast<uint32_t>(slots_.size()); }

  void prepare(const FormatInfo& format, uint32_t width, uint32_t height) override {
    ContextScope scope(*shared_.context);
    if (!scope.status().ok())
      return;
    const SlotNeeds needs = slots_.front()->needs(size_t{width} * height * format.pixel_bytes);
    frame_bytes_ = needs.frame_bytes;
    for (auto& slot : slots_)
      slot->fit(needs);
    if (frame_bytes_ > most_prepared_bytes)
      return;
    for (auto& slot : slots_)
      if (is_lost() || !slot->acquire(needs).ok())
        return; // submit() asks again
  }

  Expected<JobPtr> submit(const FrameView& frame, const Request& request) override {
    auto slot =
        std::find_if(slots_.begin(), slots_.end(), [](const auto& slot) { return slot->idle(); });
    if (slot == slots_.end())
      return Error{ErrorKind::bug, "more frames were submitted than may be in flight", {}};
    ContextScope scope(*shared_.context);
    if (!scope.status().ok())
      return scope.status().error();

    Status status = make_room(**slot, (*slot)->needs(frame, request));
    if (status.ok())
      status = (*slot)->start(frame, request);
    if (!status.ok())
      return status.error();
    return JobPtr(slot->get());
  }

  TransferStats transfers() const override {
    TransferStats stats;
    stats.bytes_uploaded = shared_.bytes_uploaded.load(std::memory_order_relaxed);
    stats.bytes_staged = shared_.bytes_staged.load(std::memory_order_relaxed);
    return stats;
  }

private:
  /// Sees to it that an idle slot has the memory for a frame. Memory follows the frames' size when
  /// no job is pending; while others are, a slot only grows.
  Status make_room(Slot& slot, const SlotNeeds& needs) {
    if (needs.frame_bytes != frame_bytes_) {
      const bool all_idle =
          std::all_of(slots_.begin(), slots_.end(), [](const auto& s) { return s->idle(); });
      if (all_idle)
        for (auto& other : slots_)
          other->fit(needs);
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

  CudaDeviceInfo info_;
  SlotShared shared_;
  std::vector<std::unique_ptr<Slot>> slots_;
  size_t frame_bytes_ = 0; ///< what all slots' memory is for; 0: they differ
};

} // namespace

} // namespace cuda

Expected<std::unique_ptr<Backend>> create_cuda_backend(const CudaConfig& config) {
  using namespace cuda;
  Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
  if (!devices.ok())
    return devices.error();
  if (config.device < 0 || config.device >= static_cast<int>(devices->size()))
    return Error{ErrorKind::no_device,
                 "no CUDA device " + std::to_string(config.device) + "; this machine has " +
                     describe(*devices),
                 {}};

  Expected<DeviceProperties> properties = device_properties(config.device);
  if (!properties.ok())
    return properties.error();
  Expected<const PrimaryContext*> context = primary_context(config.device);
  if (!context.ok())
    return context.error();
  ContextScope scope(**context);
  if (!scope.status().ok())
    return scope.status().error();
  Status status = check(prepare_count_kernels(*properties), "loading the kernels");
  if (status.ok())
    status = check(prepare_deep_kernels(*properties), "loading the kernels");
  if (!status.ok())
    return status.error();

  const uint32_t depth = config.depth == 0 ? default_depth : std::min(config.depth, largest_depth);
  return std::unique_ptr<Backend>(std::make_unique<CudaBackend>(
      (*devices)[config.device], **context, *properties, depth, config.time_limit));
}

} // namespace videohistogram
