// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/backends.h"

#include "core/backends/fallback_backend.h"
#include "cpu/cpu_backend.h"
#include "plugin/settings/property_lists.h"

#include <algorithm>
#include <utility>

namespace videohistogram {

namespace {

BackendSource source = {[] { return create_cpu_backend(); },
                        [](const CudaConfig& config) { return create_cuda_backend(config); },
                        [] { return list_cuda_devices(); }};

/// Appends the list of this machine's GPUs to an error about `devices`.
Error with_devices_there(Error error) {
  Expected<std::vector<CudaDeviceInfo>> there = source.list_cuda();
  error.message += there.ok() ? "; this machine has " + describe(*there)
                              : "; this machine has none: " + there.error().message;
  return error;
}

Expected<std::vector<int>> indexes_of(const DeviceList& list) {
  if (!list.all)
    return list.indexes;
  Expected<std::vector<CudaDeviceInfo>> there = source.list_cuda();
  if (!there.ok())
    return there.error();
  std::vector<int> indexes;
  for (const CudaDeviceInfo& device : *there)
    indexes.push_back(device.index);
  return indexes;
}

Expected<ChosenBackend> create_on_gpus(const BackendSettings& settings, const DeviceList& list,
                                       const NotifyFailure& notify,
                                       const std::function<MemoryPlace(int)>& shared_context) {
  Expected<std::vector<int>> indexes = indexes_of(list);
  if (!indexes.ok())
    return indexes.error();
  const bool several = indexes->size() > 1;
  // Jobs in flight: those whose rows all devices share, and those that one device counts whole.
  const uint32_t jobs = settings.jobs_per_frame(), asked = settings.max_in_flight,
                 depth = std::min((asked > 0 ? asked : default_cuda_depth) * jobs, max_cuda_depth);
  const uint32_t whole_depth =
      asked > 0 ? depth : std::min(static_cast<uint32_t>(indexes->size()) * depth, max_cuda_depth);

  const auto cpu = std::make_shared<FallbackCpu>(source.create_cpu());
  CudaConfig config;
  config.depth = several ? whole_depth : depth;
  config.measure_time = several && settings.split != Split::frames;
  const auto make_member = [=](int index) -> Expected<SplitMember> {
    CudaConfig of_device = config;
    of_device.device = index;
    of_device.shared_context = [shared_context, index] { return shared_context(index); };
    Expected<std::unique_ptr<Backend>> cuda = source.create_cuda(of_device);
    if (!cuda.ok())
      return cuda.error();
    const int told = several ? index : -1;
    return SplitMember{index, std::make_unique<FallbackBackend>(
                                  std::move(*cuda), cpu,
                                  [notify, told](const Error& error) { notify(error, told); },
                                  settings.backend == GST_VIDEO_HISTOGRAM_BACKEND_AUTO, jobs)};
  };

  ChosenBackend chosen;
  chosen.automatic = settings.backend == GST_VIDEO_HISTOGRAM_BACKEND_AUTO;
  std::vector<SplitMember> members;
  for (const int index : *indexes) {
    Expected<SplitMember> member = make_member(index);
    if (member.ok()) {
      members.push_back(std::move(*member));
      continue;
    }
    if (!list.all || member.error().kind != ErrorKind::device_unusable)
      return member.error();
    chosen.unusable_devices.push_back(member.error());
  }
  if (members.empty())
    return chosen.unusable_devices.front();
  if (several && members.size() == 1) { // its depth and timing were configured for several GPUs
    DeviceList one;
    one.indexes = {members[0].device};
    Expected<ChosenBackend> alone = create_on_gpus(settings, one, notify, shared_context);
    if (alone.ok())
      alone->unusable_devices = std::move(chosen.unusable_devices);
    return alone;
  }
  chosen.gpus = members.size();
  chosen.backend = std::make_unique<SplitBackend>(std::move(members), settings.split, depth,
                                                  whole_depth, make_member);
  return Expected<ChosenBackend>(std::move(chosen));
}

} // namespace

int only_device(const BackendSettings& settings) {
  Expected<DeviceList> list = parse_device_list(settings.devices);
  return list.ok() && list->indexes.size() == 1 ? list->indexes[0] : -1;
}

bool names_devices(const BackendSettings& settings) {
  return settings.devices != BackendSettings().devices;
}

void set_backend_source(const BackendSource& replacement) {
  source = replacement;
}

Expected<ChosenBackend> choose_backend(const BackendSettings& settings, NotifyFailure notify,
                                       std::function<MemoryPlace(int device)> shared_context) {
  const bool on_cpu = settings.backend == GST_VIDEO_HISTOGRAM_BACKEND_CPU;
  Expected<DeviceList> list = parse_device_list(settings.devices);
  if (!list.ok())
    return on_cpu ? list.error() : with_devices_there(list.error());

  ChosenBackend chosen;
  chosen.reason = "backend=cpu";
  if (!on_cpu) {
    Expected<ChosenBackend> on_gpus = create_on_gpus(settings, *list, notify, shared_context);
    if (on_gpus.ok())
      on_gpus->reason = settings.backend == GST_VIDEO_HISTOGRAM_BACKEND_CUDA
                            ? "backend=cuda"
                            : "there is a usable GPU";
    if (on_gpus.ok() || settings.backend == GST_VIDEO_HISTOGRAM_BACKEND_CUDA)
      return on_gpus;
    if (on_gpus.error().kind == ErrorKind::no_device && source.list_cuda().ok())
      return on_gpus; // `devices` names a missing GPU on a machine that has others
    chosen.no_gpu = on_gpus.error();
    chosen.reason = chosen.no_gpu->message;
  }
  chosen.backend = source.create_cpu();
  return Expected<ChosenBackend>(std::move(chosen));
}

} // namespace videohistogram
