// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/backends.h"

#include "cpu/cpu_backend.h"

#include <charconv>
#include <string>
#include <utility>

namespace videohistogram {

namespace {

BackendSource source = {[] { return create_cpu_backend(); },
                        [](const CudaConfig& config) { return create_cuda_backend(config); }};

Expected<int> parse_devices(const std::string& devices) {
  int index = -1;
  const char* end = devices.data() + devices.size();
  const auto parsed = std::from_chars(devices.data(), end, index);
  if (parsed.ec == std::errc() && parsed.ptr == end && index >= 0)
    return index;
  if (devices == "all" || devices.find(',') != std::string::npos)
    return Error{ErrorKind::invalid_argument,
                 "devices=\"" + devices +
                     "\" names several GPUs; this version counts on one: give a single index "
                     "such as devices=0",
                 {}};
  return Error{ErrorKind::invalid_argument,
               "devices=\"" + devices + "\" is no GPU; give an index such as devices=0",
               {}};
}

} // namespace

int first_device(const Settings& settings) {
  Expected<int> device = parse_devices(settings.devices);
  return device.ok() ? *device : -1;
}

void set_backend_source(const BackendSource& replacement) {
  source = replacement;
}

Expected<ChosenBackend>
choose_backend(const Settings& settings, FallbackBackend::Notify notify,
               std::function<std::shared_ptr<const DeviceContext>(int device)> shared_context) {
  Expected<int> device = parse_devices(settings.devices);
  if (!device.ok())
    return device.error();

  ChosenBackend chosen;
  if (settings.backend != BackendChoice::cpu) {
    CudaConfig config;
    config.device = *device;
    config.depth = settings.max_in_flight;
    config.shared_context = [shared_context, index = *device] { return shared_context(index); };
    Expected<std::unique_ptr<Backend>> cuda = source.create_cuda(config);
    if (cuda.ok()) {
      auto fallback = std::make_unique<FallbackBackend>(std::move(*cuda), source.create_cpu(),
                                                        std::move(notify));
      chosen.fallback = fallback.get();
      chosen.backend = std::move(fallback);
      return Expected<ChosenBackend>(std::move(chosen));
    }
    if (settings.backend == BackendChoice::cuda)
      return cuda.error();
    chosen.no_gpu = cuda.error();
  }
  chosen.backend = source.create_cpu();
  return Expected<ChosenBackend>(std::move(chosen));
}

} // namespace videohistogram
