// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/module/cuda_module.h"

#include <string>
#include <vector>

namespace videohistogram::cuda {

/// The places of the module of an object file in `folder`, which is the plugin's: that of an
/// installation, then that of a build folder. Neither is below the folder of GStreamer's plugins,
/// which GStreamer searches with all its subfolders.
std::vector<std::string> module_files(const std::string& folder);

/// Opens the first of these files that exists. The module stays in the process. `has_gpu`: whether
/// this machine has an NVIDIA GPU. Errors: no_device if no file exists on a machine without a GPU;
/// device_unusable if none exists and there is a GPU, or if the file is not a module of this
/// release.
Expected<const CudaModule*> open_module(const std::vector<std::string>& files, bool has_gpu);

} // namespace videohistogram::cuda
