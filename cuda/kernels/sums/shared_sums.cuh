// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The shared memory of the kernels of sums, and totals that several blocks add up.
#pragma once

#include "cuda/kernels/sums/sums_kernel.h"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Dynamic shared memory. prepare_kernels() allows each kernel all of it.
extern __shared__ uint64_t sums_memory[];

__device__ __forceinline__ void add_total(const SumsParameters& p, uint32_t total, uint64_t value) {
  if (value != 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(p.totals + total),
              static_cast<unsigned long long>(value));
}

} // namespace

} // namespace videohistogram::cuda
