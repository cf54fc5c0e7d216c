// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of each set of instructions, and the checks for these sets. kernels.cpp defines the
// checks, because files that are compiled for AVX must not run on CPUs without it.
#pragma once

#include "plugin/scope/draw/kernels/kernels.h"

namespace videohistogram::scope {

extern const Kernels generic_kernels;

#ifdef HAVE_AVX2
extern const Kernels avx2_kernels;
bool has_avx2();
#endif

#ifdef HAVE_AVX512
extern const Kernels avx512_kernels;
bool has_avx512();
#endif

} // namespace videohistogram::scope
