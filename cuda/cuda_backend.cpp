// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/cuda_backend.h"

#include "core/unpacked_frame.h"
#include "cuda/context_slots.h"
#include "cuda/device/context.h"
#include "cuda/device/device.h"
#include "cuda/device/errors.h"
#include "cuda/kernels/common/arithmetic.h"
#include "cuda/transfer/pinned_memory.h"

#include <algorithm>

namespace videohistogram {

namespace cuda {

namespace {

class CudaBackend final : public Backend {
public:
  CudaBackend(CudaDeviceInfo info, const CudaConfig& config)
      : info_(std::move(info)), config_(config), use_(info_.index, info_.name) {
    config_.depth = std::clamp(config.depth, 1u, max_cuda_depth);
    config_.max_staged_bytes = std::max<size_t>(config.max_staged_bytes, 4096);
  }

  const char* name() const override { return "cuda"; }
  std::string device() const override {
    return info_.name + " (device " + std::to_string(info_.index) + ")";
  }
  uint32_t depth() const override { return config_.depth; }
  bool is_device() const override { return true; }
  bool takes(MemoryKind memory) const override {
    return memory == MemoryKind::host || memory == MemoryKind::device;
  }
  /// Some tables of channels with fewer bits than others are left to the CPU: one launch counts all
  /// differences, with the same number of bins, and such a channel in joint histograms by the high
  /// bits of its sample, which takes a power of two of bins.
  bool can_count(const Plan& plan) const override {
    const auto fits = [&](const Joint::Axis& axis) {
      return !plan.format.stores(axis.quantity) || axis.depth == plan.format.depth ||
             is_power_of_two(axis.bins);
    };
    const auto& differences = plan.histograms_in(Domain::frames);
    return std::all_of(plan.joints.begin(), plan.joints.end(),
                       [&](const Joint& joint) { return fits(joint.x) && fits(joint.y); }) &&
           std::all_of(differences.begin(), differences.end(),
                       [&](uint32_t i) { return plan.histograms[i].depth == plan.format.depth; });
  }

  void prepare(const FramesAhead& frames) override {
    drop_unused();
    Expected<ContextSlots*> host = frames.memory == MemoryKind::host ? host_slots() : nullptr;
    for (const auto& slots : contexts_)
      slots->announce(frames);
    if (host.ok() && *host)
      (*host)->reserve(frames);
  }

  std::shared_ptr<HostMemorySource> pinned_memory() override {
    Expected<ContextSlots*> slots = host_slots();
    return slots.ok() ? cuda::pinned_memory(host_context_, (*slots)->node()) : nullptr;
  }

  std::unique_ptr<Job> make_job() override { return std::make_unique<CudaJob>(); }

  TransferStats transfers() const override { return use_.transfers(); }

  std::vector<DeviceStats> device_stats() const override { return {use_.stats()}; }

private:
  /// A job that forwards to the slot in which its frame is counted.
  class CudaJob final : public Job {
  public:
    ~CudaJob() override { release(); }
    Status wait(uint32_t* counts) override { return slot->wait(counts); }
    bool holds_frame() const override { return slot->holds_frame(); }
    const FrameView* host_pixels() const override { return slot->host_pixels(); }
    bool keeps_pixels() const override { return slot->keeps_pixels(); }
    std::shared_ptr<Matrix> matrix(size_t index) override { return slot->matrix(index); }
    const Sums* sums() const override { return slot->sums(); }
    std::optional<std::chrono::nanoseconds> device_time() const override {
      return slot->device_time();
    }

    Slot* slot = nullptr; ///< null unless a frame is pending

  private:
    void do_release() override {
      if (slot)
        slot->release();
      slot = nullptr;
    }
  };

  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override {
    const bool tiled = is_tiled(frame.format->packing);
    if (tiled && !frame.place.on_host())
      return refusal("frames of tiles are counted from the host's memory only");
    Expected<ContextSlots*> slots = frame.place.on_host() ? host_slots() : slots_in(frame.place);
    Expected<Slot*> slot = slots.ok()
                               ? (*slots)->submit(tiled ? unpack(frame) : frame, plan, regions)
                               : Expected<Slot*>(slots.error());
    return slot.move_to(static_cast<CudaJob&>(job).slot);
  }

  /// Unpacks a frame of tiles, and the frame before. Neither lies in pinned memory, so that they
  /// are copied before ContextSlots::submit() returns.
  FrameView unpack(const FrameView& frame) {
    FrameView view = unpack(frame, unpacked_);
    if (frame.before)
      view.before = std::make_shared<const FrameView>(unpack(*frame.before, before_));
    return view;
  }

  static FrameView unpack(const FrameView& frame, UnpackedFrame& to) {
    to.begin(frame, 0, frame.height);
    to.write_rows(0, frame.height, generic_unpack_functions);
    return to.view();
  }

  /// Returns the slots for frames from the host. They use CudaConfig::shared_context() or, without
  /// one, the GPU's primary context, which is not created before such a frame is announced.
  Expected<ContextSlots*> host_slots() {
    if (host_slots_)
      return host_slots_;
    MemoryPlace context;
    if (config_.shared_context)
      context = config_.shared_context();
    if (context.device != info_.index)
      if (Status status = primary_context(info_.index).move_to(context); !status.ok())
        return status.error();
    Expected<ContextSlots*> slots = slots_in(context);
    if (slots.ok()) {
      host_slots_ = *slots;
      host_context_ = std::move(context);
    }
    return slots;
  }

  Expected<ContextSlots*> slots_in(const MemoryPlace& context) {
    for (const auto& slots : contexts_)
      if (slots->context().handle == context.handle && slots->context().owner == context.owner)
        return slots.get();
    if (context.device != info_.index)
      return refusal("the frame lies in the memory of GPU " + std::to_string(context.device));
    drop_unused(); // the new context may replace an unused one
    Expected<std::unique_ptr<ContextSlots>> created = ContextSlots::create(context, config_, use_);
    if (!created.ok())
      return created.error();
    contexts_.push_back(std::move(*created));
    return contexts_.back().get();
  }

  /// Releases the contexts that were not used since the last announcement.
  void drop_unused() {
    const auto unused = [](const auto& slots) { return !slots->used() && slots->idle(); };
    if (host_slots_ && !host_slots_->used() && host_slots_->idle()) {
      host_slots_ = nullptr;
      host_context_ = {};
    }
    contexts_.erase(std::remove_if(contexts_.begin(), contexts_.end(), unused), contexts_.end());
  }

  const CudaDeviceInfo info_;
  CudaConfig config_;
  DeviceUsage use_;
  std::vector<std::unique_ptr<ContextSlots>> contexts_; ///< one entry per context in use
  ContextSlots* host_slots_ = nullptr;                  ///< an entry of contexts_, or null
  MemoryPlace host_context_;                            ///< the context of host_slots_
  UnpackedFrame unpacked_, before_;                     ///< of the last frame of tiles
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
    return Error{ErrorKind::no_device, "no CUDA device " + std::to_string(config.device) +
                                           "; this machine has " + describe(*devices)};
  Expected<DeviceProperties> properties = device_properties(config.device);
  if (!properties.ok())
    return properties.error();
  const CudaDeviceInfo& info = (*devices)[config.device];
  if (Status status = check_code_for(*properties, info.name); !status.ok())
    return status.error();
  return std::unique_ptr<Backend>(std::make_unique<CudaBackend>(info, config));
}

} // namespace videohistogram
