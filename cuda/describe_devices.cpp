// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/cuda_backend.h"

namespace videohistogram {

std::string describe(const std::vector<CudaDeviceInfo>& devices) {
  std::string text;
  for (const CudaDeviceInfo& device : devices)
    text += (text.empty() ? "" : ", ") + std::to_string(device.index) + " (" + device.name + ")";
  return text.empty() ? "none" : text;
}

} // namespace videohistogram
