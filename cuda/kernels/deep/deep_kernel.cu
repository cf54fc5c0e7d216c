// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels for deep samples, and their launch.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/deep/deep_kernel.cuh"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  struct Plane {
    uint32_t samples; ///< per pixel
    QuantitySet computed;
    Counters counters;

    bool operator==(const Plane& o) const {
      return samples == o.samples && computed == o.computed && counters == o.counters;
    }
  };
  std::array<std::optional<Plane>, max_sample_planes> planes;

  /// The kernel may have more planes than wanted: these get no blocks.
  bool counts(const Compiled& wanted) const {
    return std::equal(planes.begin(), planes.end(), wanted.planes.begin(),
                      [](const auto& own, const auto& other) { return !other || own == other; });
  }
};

/// `T` is the configuration of each plane.
template <class... T>
Kernel<Compiled> kernel() {
  return {{{Compiled::Plane{T::samples, T::Computed::set, T::counters}...}}, &deep_kernel<T...>};
}

using KernelList = std::vector<Kernel<Compiled>>;

template <uint32_t Samples, class Quantities = Computed<>>
using Any = DeepKernelConfig<Samples, Quantities, Counters::bins>;
template <uint32_t Samples>
using Fields = DeepKernelConfig<Samples, Computed<>, Counters::fields>;
template <uint32_t Samples>
using Halves = DeepKernelConfig<Samples, Computed<>, Counters::halves>;

/// Adds the kernels that count these quantities of pixels with R, G and B.
template <class Quantities>
void add_rgb_kernels(KernelList& list) {
  list.push_back(kernel<Any<3, Quantities>>());
  list.push_back(kernel<Any<4, Quantities>>());
}

/// All compiled kernels. Among those that count the same, the one with fewest planes comes first.
const KernelList& deep_kernels() {
  static const KernelList list = [] {
    KernelList all = {
        kernel<Any<1>>(),
        kernel<Any<2>>(),
        kernel<Any<1>, Any<2>>(),
        kernel<Any<1>, Any<1>, Any<1>>(),
        kernel<Any<1>, Any<1>, Any<1>, Any<1>>(),
        kernel<Any<2>, Any<4>>(),
        kernel<Fields<1>>(),
        kernel<Fields<2>>(),
        kernel<Fields<3>>(),
        kernel<Fields<4>>(),
        kernel<Fields<1>, Fields<2>>(),
        kernel<Fields<1>, Fields<1>, Fields<1>>(),
        kernel<Fields<1>, Fields<1>, Fields<1>, Fields<1>>(),
        kernel<Fields<2>, Fields<4>>(),
        kernel<Halves<1>>(),
        kernel<Halves<2>>(),
        kernel<Halves<3>>(),
        kernel<Halves<4>>(),
        kernel<Halves<1>, Halves<2>>(),
        kernel<Halves<2>, Halves<4>>(),
        kernel<Halves<1>, Halves<1>, Halves<1>>(),
        kernel<Halves<1>, Halves<1>, Halves<1>, Halves<1>>(),
    };
    add_rgb_kernels<Computed<>>(all);
    add_rgb_kernels<Computed<Luma>>(all);
    add_rgb_kernels<Computed<MaxRgb>>(all);
    add_rgb_kernels<Computed<Luma, MaxRgb>>(all);
    return all;
  }();
  return list;
}

/// The __byte_perm selector that moves the two bytes at `offset` into the upper half of a word.
uint32_t upper_half_selector(uint32_t offset) {
  return (offset + 1) << 12 | offset << 8;
}

void set_fields(PlaneArguments& a) {
  // Both are powers of two.
  const auto bits = static_cast<uint32_t>(__builtin_ctz(a.p.bins)),
             lowest = static_cast<uint32_t>(__builtin_ctz(4 * a.shape.copies));
  const uint32_t to_lowest = lowest - (a.p.shift + a.p.depth - bits);
  a.rotations[0] = to_lowest & 31;
  a.rotations[1] = (to_lowest - 16) & 31;
  a.field_mask = (a.p.bins - 1) << lowest;
  for (uint32_t c = 0; c < a.p.stored; c++) {
    const uint32_t sample = a.p.offsets[c] / 2;
    a.asked |= 1u << sample;
    a.first_bytes[sample] = c << (bits + lowest);
  }
  if (!a.shape.halves)
    return;
  a.lowest = lowest;
  a.half_mask = a.p.bins / 2 << lowest;
  a.field_mask -= a.half_mask;
  a.swizzle_mask = 0x7c & ~(4 * a.shape.copies - 1);
  const uint32_t part_channels = a.shape.part_counters / a.p.bins;
  for (uint32_t c = 0; c < a.p.stored; c++) {
    const uint32_t sample = a.p.offsets[c] / 2;
    a.parts[sample] = c / part_channels;
    a.first_bytes[sample] = c % part_channels << (bits - 1 + lowest);
    a.first_pairs[sample] = c * a.p.bins / 2;
  }
}

PlaneArguments arguments_of(const DeepPlane& plane) {
  PlaneArguments a{};
  a.p = plane.parameters;
  a.shape = plane.shape;
  a.blocks = a.shape.blocks();
  a.counters = a.p.counters();
  a.channels = a.counters / a.p.bins;
  // Rows without padding are counted as one long row: narrow frames then take no longer.
  if (a.p.stride == static_cast<int64_t>(a.p.width) * a.p.pixel_samples * 2) {
    a.p.width *= a.p.height;
    a.p.height = 1;
  }
  for (uint32_t i = 0; i < 4; i++)
    a.selectors[i] = upper_half_selector(a.p.offsets[i]);
  for (uint32_t i = 0; i < 3; i++)
    a.rgb_selectors[i] = upper_half_selector(a.p.rgb_offsets[i]);
  a.mask = ((1u << a.p.depth) - 1) << (16 + a.p.shift);
  a.scale = a.p.bins << (16 - a.p.depth - a.p.shift);
  if (a.shape.fields || a.shape.halves)
    set_fields(a);
  return a;
}

} // namespace

cudaError_t prepare_deep_kernels(DeviceProperties& device) {
  return prepare_kernels(deep_kernels(), device);
}

cudaError_t launch_deep_kernel(const DeepLaunch& launch, cudaStream_t stream) {
  if (launch.n_planes == 0)
    return cudaMemsetAsync(launch.results, 0, launch.counters * sizeof(uint32_t), stream);
  const auto& planes = launch.planes;
  Compiled wanted{};
  for (uint32_t i = 0; i < launch.n_planes; i++)
    wanted.planes[i] = Compiled::Plane{planes[i].parameters.pixel_samples,
                                       planes[i].parameters.computed, counters_of(planes[i].shape)};
  const Kernel<Compiled>* const kernel = find_kernel(deep_kernels(), wanted);
  if (!kernel)
    return cudaErrorInvalidValue;
  Arguments<max_sample_planes> a{}; // a kernel with fewer planes reads the first of them
  uint32_t blocks = 0, shared_bytes = 0;
  for (uint32_t i = 0; i < launch.n_planes; i++) {
    a.planes[i] = arguments_of(planes[i]);
    blocks += a.planes[i].blocks;
    shared_bytes = std::max(shared_bytes, planes[i].shape.shared_bytes);
  }
  return launch_kernel(kernel->function, {dim3(blocks), deep_threads, shared_bytes, false}, a,
                       stream);
}

} // namespace videohistogram::cuda
