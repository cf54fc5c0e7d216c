// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A warp of the kernels of sums. What its lanes do is written for any warp: the tests have one
// whose lanes are entries of an array.
#pragma once

#include "cuda/kernels/sums/samples.h"

#include <cstdint>
#include <cstring>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t every_lane = 0xffffffff;

/// The sum of a number of all lanes of a warp, in lane 0.
__device__ __forceinline__ uint64_t add_lanes(uint64_t value) {
#pragma unroll
  for (uint32_t distance = warp_lanes / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(every_lane, value, distance);
  return value;
}

/// The warp of this thread.
struct LaneWarp {
  const uint32_t lane = threadIdx.x % warp_lanes;

  /// A value of each lane, of which a thread has its own.
  template <class T>
  struct Each {
    T value{};

    __device__ __forceinline__ T& operator[](uint32_t) { return value; }
    __device__ __forceinline__ const T& operator[](uint32_t) const { return value; }
  };

  /// Calls run(lane) for each lane.
  template <class Run>
  __device__ __forceinline__ void each(const Run& run) const {
    run(lane);
  }

  /// The values of the lanes to the left and to the right; the outermost lanes keep theirs.
  __device__ __forceinline__ Each<uint32_t> from_left(const Each<uint32_t>& values) const {
    return {__shfl_up_sync(every_lane, values.value, 1)};
  }
  template <class T>
  __device__ __forceinline__ Each<T> from_right(const Each<T>& values) const {
    uint32_t words[sizeof(T) / 4];
    static_assert(sizeof words == sizeof(T));
    memcpy(words, &values.value, sizeof words);
#pragma unroll
    for (uint32_t& word : words)
      word = __shfl_down_sync(every_lane, word, 1);
    Each<T> moved;
    memcpy(&moved.value, words, sizeof words);
    return moved;
  }

  /// The sum of of(lane) over all lanes, in every lane.
  template <class Of>
  __device__ __forceinline__ uint32_t add_all(const Of& of) const {
    return add(of(lane));
  }
  /// The same over all lanes but the outermost ones.
  template <class Of>
  __device__ __forceinline__ uint32_t add_inner(const Of& of) const {
    return add(lane - 1 < warp_lanes - 2 ? of(lane) : 0);
  }

private:
  __device__ __forceinline__ static uint32_t add(uint32_t value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(every_lane, value);
#else
#pragma unroll
    for (uint32_t distance = warp_lanes / 2; distance > 0; distance /= 2)
      value += __shfl_xor_sync(every_lane, value, distance);
    return value;
#endif
  }
};

} // namespace

} // namespace videohistogram::cuda
