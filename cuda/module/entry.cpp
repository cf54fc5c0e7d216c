// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/module/cuda_module.h"

#include <cstring>

using namespace videohistogram;

extern "C" {

/// See cuda_module_entry.
__attribute__((visibility("default"))) CudaModuleEntry videohistogram_cuda_module;

const CudaModule* videohistogram_cuda_module(const char* release, size_t layout) {
  static constexpr CudaModule module = {list_cuda_devices, is_cuda_lost, cuda_lost_error,
                                        create_cuda_backend};
  return std::strcmp(release, VIDEOHISTOGRAM_RELEASE) == 0 && layout == cuda_module_layout
             ? &module
             : nullptr;
}

} // extern "C"
