// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for AVX2.
#include "plugin/scope/draw/kernels/lanes.h"
#include "plugin/scope/draw/kernels/targets.h"

namespace videohistogram::scope {

constexpr Kernels avx2_kernels = kernels_named("avx2", has_avx2);

} // namespace videohistogram::scope
