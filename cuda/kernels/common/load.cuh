// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Loads of several words at any address.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Loads a vector. `Streamed`: its bytes are read once, and the L2 cache need not keep them.
template <bool Streamed, class Vector>
__device__ __forceinline__ Vector load_vector(const Vector* from) {
  return Streamed ? __ldcs(from) : __ldg(from);
}

/// Loads `Words` words from a multiple of `alignment` bytes, of up to 16.
template <uint32_t Words, bool Streamed>
__device__ __forceinline__ void load_words(uint32_t* words, const uint8_t* from,
                                           uint32_t alignment) {
  if (alignment == 16) {
    if constexpr (Words % 4 == 0) {
#pragma unroll
      for (uint32_t i = 0; i < Words; i += 4) {
        const uint4 v = load_vector<Streamed>(reinterpret_cast<const uint4*>(from) + i / 4);
        words[i] = v.x;
        words[i + 1] = v.y;
        words[i + 2] = v.z;
        words[i + 3] = v.w;
      }
    } else { // half a vector, whose address is a multiple of 8
      const uint2 v = load_vector<Streamed>(reinterpret_cast<const uint2*>(from));
      words[0] = v.x;
      words[1] = v.y;
    }
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

/// The greatest alignment of load_words() that addresses with these bits have together.
__device__ __forceinline__ uint32_t alignment_of(uint32_t bits) {
  return bits % 16 == 0 ? 16 : bits % 4 == 0 ? 4 : 1;
}

} // namespace

} // namespace videohistogram::cuda
