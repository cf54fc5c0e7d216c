// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The GPUs that workers can have, found without CUDA.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// The variable by which CUDA hides GPUs from a process.
constexpr const char* gpu_variable = "CUDA_VISIBLE_DEVICES";

struct Gpu {
  std::string name; ///< for messages, such as "GPU 0"; the number is CUDA's in this process
  std::string id;   ///< the value of gpu_variable with which a process sees this GPU alone
};

/// The GPUs that CUDA would show to this process. `visible` is the value of gpu_variable, NULL if
/// it is not set; `folder` has the device files, /dev outside of tests. CUDA may not be
/// able to use one of them: its worker reports that when it starts.
std::vector<Gpu> find_gpus(const char* visible, const std::string& folder);

/// Reads a list of GPUs: "all", "none", or numbers such as "0,2", which count what `visible` shows.
/// Without `visible` a number may exceed the device files: some systems have none. Throws Failure.
std::vector<Gpu> parse_gpus(const std::string& list, const char* visible,
                            const std::string& folder);

} // namespace videohistogram::tools
