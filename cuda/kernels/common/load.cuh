// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Loads of several words at any address.
#pragma once

#include "cuda/kernels/common/arithmetic.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Loads a vector. `Streamed`: its bytes are read once, and the L2 cache need not keep them.
template <bool Streamed, class Vector>
__device__ __forceinline__ Vector load_vector(const Vector* from) {
  return Streamed ? __ldcs(from) : __ldg(from);
}

/// Loads `Words` words in vectors of as many bytes, up to 16, as divide them. The address is a
/// multiple of a vector's bytes.
template <uint32_t Words, bool Streamed>
__device__ __forceinline__ void load_aligned(uint32_t* words, const void* from) {
  if constexpr (Words % 4 == 0) {
#pragma unroll
    for (uint32_t i = 0; i < Words; i += 4) {
      const uint4 v = load_vector<Streamed>(static_cast<const uint4*>(from) + i / 4);
      words[i] = v.x;
      words[i + 1] = v.y;
      words[i + 2] = v.z;
      words[i + 3] = v.w;
    }
  } else if constexpr (Words % 2 == 0) {
#pragma unroll
    for (uint32_t i = 0; i < Words; i += 2) {
      const uint2 v = load_vector<Streamed>(static_cast<const uint2*>(from) + i / 2);
      words[i] = v.x;
      words[i + 1] = v.y;
    }
  } else {
#pragma unroll
    for (uint32_t i = 0; i < Words; i++)
      words[i] = load_vector<Streamed>(static_cast<const uint32_t*>(from) + i);
  }
}

/// Loads `Words` words from a multiple of `alignment` bytes, of up to 16.
template <uint32_t Words, bool Streamed>
__device__ __forceinline__ void load_words(uint32_t* words, const uint8_t* from,
                                           uint32_t alignment) {
  if (alignment == 16) {
    load_aligned<Words, Streamed>(words, from);
  } else if (alignment == 4) {
#pragma unroll
    for (uint32_t i = 0; i < Words; i++)
      words[i] = __ldg(reinterpret_cast<const uint32_t*>(from) + i);
  } else {
#pragma unroll
    for (uint32_t i = 0; i < Words; i++)
      words[i] = uint32_t{__ldg(from + 4 * i)} | uint32_t{__ldg(from + 4 * i + 1)} << 8 |
                 uint32_t{__ldg(from + 4 * i + 2)} << 16 | uint32_t{__ldg(from + 4 * i + 3)} << 24;
  }
}

} // namespace

} // namespace videohistogram::cuda
