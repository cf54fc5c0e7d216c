// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "histogram/backend.h"
#include "histogram/fallback_backend.h"
#include "plugin/settings.h"

#include <functional>
#include <memory>
#include <optional>

namespace videohistogram {

/// Where backends come from: the real ones, or a test's stand-ins.
struct BackendSource {
  std::unique_ptr<Backend> (*create_cpu)();
  Expected<std::unique_ptr<Backend>> (*create_cuda)(const CudaConfig& config);
};

/// What an element counts with, from start to stop.
struct ChosenBackend {
  std::unique_ptr<Backend> backend;
  /// The same object where a device counts, else nullptr.
  FallbackBackend* fallback = nullptr;
  /// Why `auto` did not take a GPU.
  std::optional<Error> no_gpu;
};

/// Chooses by the `backend`, `devices` and `max-in-flight` settings. Errors: invalid_argument for
/// a `devices` that cannot be used; what the CUDA backend says if it was asked for by name.
/// `shared_context` is CudaConfig's.
Expected<ChosenBackend>
choose_backend(const Settings& settings, FallbackBackend::Notify notify,
               std::function<std::shared_ptr<const DeviceContext>(int device)> shared_context);

/// The index of the (first) GPU that `devices` names; -1 if it names none.
int first_device(const Settings& settings);

/// Replaces the source of backends for elements that start from now on; for tests.
void set_backend_source(const BackendSource& source);

} // namespace videohistogram
