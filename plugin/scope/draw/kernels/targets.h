// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of each set of instructions. kernels.cpp defines supported(), which runs on any CPU.
#pragma once

#include "plugin/scope/draw/kernels/kernels.h"

namespace videohistogram::scope {

namespace generic {
constexpr char name[] = "generic";
bool supported();
extern const Kernels kernels;
} // namespace generic

namespace avx2 {
constexpr char name[] = "avx2";
bool supported();
extern const Kernels kernels;
} // namespace avx2

namespace avx512 {
constexpr char name[] = "avx512";
bool supported();
extern const Kernels kernels;
} // namespace avx512

} // namespace videohistogram::scope
