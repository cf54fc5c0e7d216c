// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Replaces libraries.cpp in a build without CUDA.
#include "way.h"

namespace videohistogram::benchmark {

void add_libraries(Ways& ways) {
  ways.not_measured["CUB"] = ways.not_measured["NPP"] = "built without CUDA";
}

} // namespace videohistogram::benchmark
