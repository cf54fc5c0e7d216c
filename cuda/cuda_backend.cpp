// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/cuda_backend.h"

#include "cuda/context_slots.h"
#include "cuda/device.h"
#include "cuda/pinned_memory.h"
#include "cuda/status.h"

#include <algorithm>

namespace videohistogram {

namespace cuda {

namespace {

// One frame on the link, one behind it so that the link never idles, and one being staged or having
// its result picked up. Every further one holds a frame of somebody's pool for longer.
constexpr uint32_t default_depth = 3;
// So many slots share the scratch's 1 MiB.
constexpr uint32_t largest_depth = 64;

class CudaBackend final : public Backend {
public:
  CudaBackend(CudaDeviceInfo info, const CudaConfig& config)
      : info_(std::move(info)), config_(config) {
    config_.depth = config.depth == 0 ? default_depth : std::min(config.depth, largest_depth);
  }

  const char* name() const override { return "cuda"; }
  std::string device() const override {
    return info_.name + " (device " + std::to_string(info_.index) + ")";
  }
  uint32_t depth() const override { return config_.depth; }
  bool counts_device_frames() const override { return true; }

  void prepare(const FormatInfo& format, uint32_t width, uint32_t height) override {
    Expected<ContextSlots*> slots = host_slots();
    if (slots.ok())
      (*slots)->prepare(format, width, height);
  }

  std::shared_ptr<HostMemorySource> pinned_memory() override {
    return host_slots().ok() ? cuda::pinned_memory(host_context_) : nullptr;
  }

  Expected<JobPtr> submit(const FrameView& frame, const Request& request) override {
    Expected<ContextSlots*> slots = frame.on_device() ? slots_in(frame.context) : host_slots();
    if (!slots.ok())
      return slots.error();
    return (*slots)->submit(frame, request);
  }

  TransferStats transfers() const override {
    const auto load = [](const std::atomic<uint64_t>& counter) {
      return counter.load(std::memory_order_relaxed);
    };
    TransferStats stats;
    stats.bytes_uploaded = load(transfers_.bytes_uploaded);
    stats.bytes_staged = load(transfers_.bytes_staged);
    stats.zero_copy_frames = load(transfers_.zero_copy_frames);
    stats.pinned_frames = load(transfers_.pinned_frames);
    stats.staged_frames = load(transfers_.staged_frames);
    return stats;
  }

private:
  /// Where frames from the host are counted: in a context that somebody shares with us, or else in
  /// the GPU's primary one, which is not created before such a frame is announced.
  Expected<ContextSlots*> host_slots() {
    if (host_slots_)
      return host_slots_;
    std::shared_ptr<const DeviceContext> context;
    if (config_.shared_context)
      context = config_.shared_context();
    if (!context || context->device != info_.index) {
      Expected<std::shared_ptr<const DeviceContext>> primary = primary_context(info_.index);
      if (!primary.ok())
        return primary.error();
      context = *primary;
    }
    Expected<ContextSlots*> slots = slots_in(context);
    if (slots.ok()) {
      host_slots_ = *slots;
      host_context_ = std::move(context);
    }
    return slots;
  }

  Expected<ContextSlots*> slots_in(const std::shared_ptr<const DeviceContext>& context) {
    for (const auto& slots : contexts_)
      if (slots->context().handle == context->handle)
        return slots.get();
    if (context->device != info_.index) {
      // What is wrong with another GPU is no reason to give this one up: the frame can be copied.
      Expected<DeviceProperties> properties = device_properties(context->device);
      const Status status =
          properties.ok() ? check_code_for(*properties, "the frame's GPU") : properties.error();
      if (!status.ok() && status.error().kind != ErrorKind::device_lost)
        return Error{ErrorKind::invalid_argument, status.error().message, status.error().detail};
    }
    Expected<std::unique_ptr<ContextSlots>> created =
        ContextSlots::create(context, config_.depth, config_.time_limit, transfers_);
    if (!created.ok())
      return created.error();
    contexts_.push_back(std::move(*created));
    return contexts_.back().get();
  }

  const CudaDeviceInfo info_;
  CudaConfig config_;
  TransferCounters transfers_;
  std::vector<std::unique_ptr<ContextSlots>> contexts_; ///< in which a frame came
  ContextSlots* host_slots_ = nullptr;                  ///< one of them
  std::shared_ptr<const DeviceContext> host_context_;   ///< theirs
};

} // namespace

} // namespace cuda

bool is_cuda_lost() {
  return cuda::is_lost();
}

Error cuda_lost_error() {
  return cuda::lost_error();
}

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
  const CudaDeviceInfo& info = (*devices)[config.device];
  if (Status status = check_code_for(*properties, info.name); !status.ok())
    return status.error();
  return std::unique_ptr<Backend>(std::make_unique<CudaBackend>(info, config));
}

} // namespace videohistogram
