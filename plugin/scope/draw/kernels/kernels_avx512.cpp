// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for AVX-512 F, BW, DQ and VL.
#include "plugin/scope/draw/kernels/lanes.h"
#include "plugin/scope/draw/kernels/targets.h"

namespace videohistogram::scope {

constexpr Kernels avx512_kernels = kernels_named("avx512", has_avx512);

} // namespace videohistogram::scope
