// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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

/// Functions that create backends: the real ones, or a test's replacements.
struct BackendSource {
  std::unique_ptr<Backend> (*create_cpu)();
  Expected<std::unique_ptr<Backend>> (*create_cuda)(const CudaConfig& config);
  Expected<std::vector<CudaDeviceInfo>> (*list_cuda)();
};

/// The backend of an element from start to stop, and how it was chosen.
struct ChosenBackend {
  std::unique_ptr<Backend> backend;
  bool automatic = false;              ///< the setting `backend` is `auto`
  size_t gpus = 0;                     ///< number of GPUs that count; 0: only the CPU counts
  std::optional<Error> no_gpu;         ///< why `backend=auto` uses no GPU
  std::string reason;                  ///< why this backend was chosen, in words
  std::vector<Error> unusable_devices; ///< of the GPUs that `devices=all` leaves out
};

/// Called once per episode of failures of a GPU, on the thread that encountered the first one.
/// `device` is the GPU's index if several GPUs count, else -1.
using NotifyFailure = std::function<void(const Error&, int device)>;

/// Chooses by the settings `backend`, `devices`, `split` and `max-in-flight`. Errors:
/// invalid_argument if `devices` is malformed, no_device if it names a missing GPU on a machine
/// that has others, and with `backend=cuda` every error of the CUDA backend. `shared_context`
/// provides CudaConfig::shared_context for a GPU.
Expected<ChosenBackend> choose_backend(const BackendSettings& settings, NotifyFailure notify,
                                       std::function<MemoryPlace(int device)> shared_context);

/// The index of the GPU that `devices` names; -1 if it names none or several.
int only_device(const BackendSettings& settings);
/// Whether `devices` differs from its default.
bool names_devices(const BackendSettings& settings);

/// Replaces the source of backends for elements that start afterwards; for tests.
void set_backend_source(const BackendSource& source);

} // namespace videohistogram
