// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Replaces the CUDA backend in a build without CUDA: devices and backends are no_device.
#include "cuda/cuda_backend.h"

namespace videohistogram {

namespace {

Error unavailable() {
  return {ErrorKind::no_device,
          "this build of videohistogram has no CUDA backend; configure it again where nvcc and the "
          "GPU are: meson setup --reconfigure",
          {}};
}

} // namespace

Expected<std::vector<CudaDeviceInfo>> list_cuda_devices() {
  return unavailable();
}

bool is_cuda_lost() {
  return false;
}

Error cuda_lost_error() {
  return unavailable();
}

Expected<std::unique_ptr<Backend>> create_cuda_backend(const CudaConfig&) {
  return unavailable();
}

} // namespace videohistogram
