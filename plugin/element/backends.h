// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "cuda/cuda_backend.h"
#include "plugin/settings/settings.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// Where backends come from: the real ones, or a test's stand-ins.
struct BackendSource {
  std::unique_ptr<Backend> (*create_cpu)();
  Expected<std::unique_ptr<Backend>> (*create_cuda)(const CudaConfig& config);
  Expected<std::vector<CudaDeviceInfo>> (*list_cuda)();
};

/// What an element counts with, from start to stop.
struct ChosenBackend {
  std::unique_ptr<Backend> backend;
  size_t gpus = 0;                     ///< that count; the CPU counts only where those fail
  std::optional<Error> no_gpu;         ///< why `auto` did not take one
  std::string reason;                  ///< for people: why these count
  std::vector<Error> unusable_devices; ///< why `all` did not take these
};

/// Called once for every episode of a GPU's failures, from the thread that met the first one.
/// `device` is its index where there are others, else -1.
using NotifyFailure = std::function<void(const Error&, int device)>;

/// Chooses by the `backend`, `devices`, `split` and `max-in-flight` settings. Errors:
/// invalid_argument for a `devices` that cannot be used; what the CUDA backend says if it was asked
/// for by name. `shared_context` is CudaConfig's, for a GPU.
Expected<ChosenBackend>
choose_backend(const Settings& settings, NotifyFailure notify,
               std::function<std::shared_ptr<const DeviceContext>(int device)> shared_context);

/// The index of the GPU that `devices` names; -1 if it names several, or none.
int only_device(const Settings& settings);
/// `devices` was set to something else than the default.
bool names_devices(const Settings& settings);

/// Replaces the source of backends for elements that start from now on; for tests.
void set_backend_source(const BackendSource& source);

} // namespace videohistogram
