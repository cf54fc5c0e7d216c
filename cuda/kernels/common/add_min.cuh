// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Sums with limits, in one instruction where there is one. CUDA 11 has no functions for it.
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// min(a + b, most).
__device__ __forceinline__ uint32_t add_min(uint32_t a, uint32_t b, uint32_t most) {
#if __CUDACC_VER_MAJOR__ >= 12
  return __viaddmin_u32(a, b, most);
#else
  return min(a + b, most);
#endif
}

/// The value if it is 0 to 2^24 - 1, otherwise the nearest limit: its byte 2 is a code of 8 bits.
__device__ __forceinline__ uint32_t clamp_24(int32_t value) {
#if __CUDACC_VER_MAJOR__ >= 12
  return static_cast<uint32_t>(__vimin_s32_relu(value, 0xffffff));
#else
  return static_cast<uint32_t>(max(min(value, 0xffffff), 0));
#endif
}

/// clamp_24() of a sum.
__device__ __forceinline__ uint32_t add_clamp_24(int32_t a, int32_t b) {
#if __CUDACC_VER_MAJOR__ >= 12
  return static_cast<uint32_t>(__viaddmin_s32_relu(a, b, 0xffffff));
#else
  return clamp_24(a + b);
#endif
}

} // namespace

} // namespace videohistogram::cuda
