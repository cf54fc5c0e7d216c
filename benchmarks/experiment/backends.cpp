// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "way.h"

#include "benchmarks/frame_counter.h"
#include "core/backends/split_backend.h"
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <thread>

namespace videohistogram::benchmark {

namespace {

class BackendWay final : public Way {
public:
  explicit BackendWay(std::unique_ptr<Backend> backend) : backend_(std::move(backend)) {
    counter = backend_->name();
  }

  void prepare(const FrameView& frame) override {
    const SharedPlan plan =
        make_plan(*frame.format, frame.width, frame.height, frame.format->channels(), 256);
    counter_.emplace(*backend_, plan);
    backend_->prepare({*plan, plan->height, 1, MemoryKind::host});
  }

  Status count(const FrameView& frame, uint32_t* counts) override {
    return counter_->count(frame, counts);
  }

private:
  const std::unique_ptr<Backend> backend_;
  std::optional<FrameCounter> counter_; ///< none before prepare()
};

std::unique_ptr<Backend> make_cuda(int device, bool measure_time) {
  CudaConfig config;
  config.device = device;
  config.measure_time = measure_time;
  Expected<std::unique_ptr<Backend>> cuda = create_cuda_backend(config);
  if (!cuda.ok()) {
    std::fprintf(stderr, "device %d: %s\n", device, cuda.error().message.c_str());
    std::exit(2);
  }
  return std::move(*cuda);
}

SplitMember make_member(int device, bool several, Split split) {
  return {device,
          std::make_unique<FallbackBackend>(
              make_cuda(device, several && split != Split::frames), // as the element sets it
              std::make_shared<FallbackCpu>(create_cpu_backend()),
              [](const Error& error) { std::fprintf(stderr, "%s\n", error.message.c_str()); })};
}

/// The method of earlier publications: each GPU gets the whole frame and counts some of its
/// channels.
class ChannelsWay final : public Way {
public:
  ChannelsWay(const std::vector<CudaDeviceInfo>& devices, uint32_t n) {
    counter = "cuda";
    gpus = n;
    split = "channels";
    for (uint32_t i = 0; i < n; i++)
      parts_.push_back({make_cuda(devices[i].index, false), nullptr, nullptr});
  }

  void prepare(const FrameView& frame) override {
    const QuantityList all = select_quantities(*frame.format, frame.format->channels());
    for (uint32_t i = 0; i < parts_.size(); i++) {
      QuantitySet some = 0;
      for (uint32_t c = all.size * i / gpus; c < all.size * (i + 1) / gpus; c++)
        some |= quantity_bit(all[c]);
      Part& part = parts_[i];
      if (some == 0)
        continue;
      part.plan = make_plan(*frame.format, frame.width, frame.height, some, 256);
      part.job = part.backend->make_job();
      part.backend->prepare({*part.plan, part.plan->height, 1, MemoryKind::host});
    }
  }

  Status count(const FrameView& frame, uint32_t* counts) override {
    Status status;
    for (Part& part : parts_)
      if (part.job && status.ok())
        status = part.backend->submit(*part.job, frame, part.plan, {});
    for (Part& part : parts_) {
      if (!part.job)
        continue;
      if (status.ok())
        status = part.job->wait(counts);
      part.job->release();
      counts += part.plan->rectangle_counts();
    }
    return status;
  }

private:
  struct Part {
    std::unique_ptr<Backend> backend;
    SharedPlan plan; ///< null: no channel is left for this GPU
    std::unique_ptr<Job> job;
  };
  std::vector<Part> parts_;
};

/// A backend on the first `gpus` devices.
std::unique_ptr<Backend> make_backend(const std::vector<CudaDeviceInfo>& devices, uint32_t gpus,
                                      Split split) {
  std::vector<SplitMember> members;
  for (uint32_t i = 0; i < gpus; i++)
    members.push_back(make_member(devices[i].index, gpus > 1, split));
  if (gpus == 1)
    return std::move(members[0].backend);
  return std::make_unique<SplitBackend>(std::move(members), split, default_cuda_depth,
                                        default_cuda_depth);
}

} // namespace

std::string Way::name() const {
  if (threads > 0)
    return counter + ", " + std::to_string(threads) + (threads > 1 ? " threads" : " thread");
  if (counter == "cuda")
    return counter + ", " + std::to_string(gpus) + (split.empty() ? "" : " " + split);
  return counter;
}

void add_backends(Ways& ways) {
  for (const uint32_t threads : std::set<uint32_t>{1, std::thread::hardware_concurrency()})
    if (threads > 0) {
      ways.all.push_back(std::make_unique<BackendWay>(create_cpu_backend(threads)));
      ways.all.back()->threads = threads;
    }

  Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
  if (!devices.ok()) {
    ways.not_measured["cuda"] = devices.error().message;
    return;
  }
  for (const CudaDeviceInfo& device : *devices)
    ways.devices.push_back(device.name);
  const auto all = static_cast<uint32_t>(devices->size());
  std::set<uint32_t> counts{all};
  for (uint32_t gpus = 1; gpus < all; gpus *= 2)
    counts.insert(gpus);
  for (const uint32_t gpus : counts) {
    for (const Split split : {Split::rows, Split::frames}) {
      std::unique_ptr<Backend> backend = make_backend(*devices, gpus, split);
      if (!ways.pinned)
        ways.pinned = backend->pinned_memory();
      ways.all.push_back(std::make_unique<BackendWay>(std::move(backend)));
      ways.all.back()->gpus = gpus;
      if (gpus == 1)
        break;
      ways.all.back()->split = split_name(split);
    }
    if (gpus > 1)
      ways.all.push_back(std::make_unique<ChannelsWay>(*devices, gpus));
  }
}

} // namespace videohistogram::benchmark
