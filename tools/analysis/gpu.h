// SPDX-License-Identifier: LGPL-2.1-or-later
// The GPU that this process sees.
#pragma once

#include <string>

namespace videohistogram::tools {

/// The reason why this process cannot decode and count on its GPU; empty if it can. GStreamer must
/// be initialised. Starts CUDA.
std::string why_no_gpu();

} // namespace videohistogram::tools
