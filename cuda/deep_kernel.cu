// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kernels for deep samples, and their launch.
#include "cuda/deep_kernel.cuh"

#include <algorithm>
#include <array>

namespace videohistogram::cuda {

namespace {

struct Kernel {
  std::array<uint32_t, max_grids> samples; ///< in a pixel of each grid; 0: there is none
  bool luma, fields;
  const void* function;

  /// It counts these grids. Those of its own that come behind them get no blocks.
  bool counts(const DeepGrid* grids, uint32_t n) const {
    for (uint32_t i = 0; i < n; i++)
      if (grids[i].parameters.pixel_samples != samples[i] || grids[i].parameters.luma != luma ||
          grids[i].shape.fields != fields)
        return false;
    return true;
  }
};

/// With the traits of each grid.
template <class... T>
Kernel kernel() {
  return {{T::samples...},
          (T::luma || ...),
          (T::fields || ...),
          reinterpret_cast<const void*>(&deep_kernel<T...>)};
}

template <uint32_t Samples>
using Any = Traits<Samples, false, false>;
template <uint32_t Samples>
using Luma = Traits<Samples, true, false>;
template <uint32_t Samples>
using Fields = Traits<Samples, false, true>;

// Of those that count the same, the one with the fewest grids comes first.
const Kernel kernels[] = {
    kernel<Any<1>>(),
    kernel<Any<2>>(),
    kernel<Any<3>>(),
    kernel<Luma<3>>(),
    kernel<Any<4>>(),
    kernel<Luma<4>>(),
    kernel<Any<1>, Any<2>>(),
    kernel<Any<1>, Any<1>, Any<1>>(),
    kernel<Fields<1>>(),
    kernel<Fields<2>>(),
    kernel<Fields<3>>(),
    kernel<Fields<4>>(),
    kernel<Fields<1>, Fields<2>>(),
    kernel<Fields<1>, Fields<1>, Fields<1>>(),
};

/// What __byte_perm needs to bring the two bytes at `offset` into the upper half of a word.
uint32_t upper_half_selector(uint32_t offset) {
  return (offset + 1) << 12 | offset << 8;
}

uint32_t log2_of(uint32_t power_of_two) {
  uint32_t log = 0;
  while (power_of_two >> log > 1)
    log++;
  return log;
}

void set_fields(GridArguments& a) {
  const uint32_t bits = log2_of(a.p.bins), lowest = log2_of(4 * a.shape.copies);
  const uint32_t to_lowest = lowest - (a.p.shift + a.p.depth - bits);
  a.rotations[0] = to_lowest & 31;
  a.rotations[1] = (to_lowest - 16) & 31;
  a.field_mask = (a.p.bins - 1) << lowest;
  for (uint32_t c = 0; c < a.p.stored; c++) {
    const uint32_t sample = a.p.offsets[c] / 2;
    a.asked |= 1u << sample;
    a.first_bytes[sample] = c << (bits + lowest);
  }
}

GridArguments arguments_of(const DeepGrid& grid) {
  GridArguments a{};
  a.p = grid.parameters;
  a.shape = grid.shape;
  a.blocks = a.shape.blocks();
  a.counters = a.p.counters();
  a.channels = a.counters / a.p.bins;
  // Rows without padding are one long row: narrow frames take no longer than others.
  if (a.p.stride == static_cast<int64_t>(a.p.width) * a.p.pixel_samples * 2) {
    a.p.width *= a.p.height;
    a.p.height = 1;
  }
  for (uint32_t i = 0; i < 4; i++)
    a.selectors[i] = upper_half_selector(a.p.offsets[i]);
  for (uint32_t i = 0; i < 3; i++)
    a.luma_selectors[i] = upper_half_selector(a.p.luma_offsets[i]);
  a.mask = ((1u << a.p.depth) - 1) << (16 + a.p.shift);
  a.scale = a.p.bins << (16 - a.p.depth - a.p.shift);
  if (a.shape.fields)
    set_fields(a);
  return a;
}

} // namespace

cudaError_t prepare_deep_kernels(const DeviceProperties& device) {
  for (const Kernel& kernel : kernels) {
    cudaFuncAttributes attributes;
    cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
    if (code == cudaSuccess)
      code = cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(device.shared_bytes));
    if (code != cudaSuccess)
      return code;
  }
  return cudaSuccess;
}

cudaError_t launch_deep_count(const DeepGrid* grids, uint32_t n_grids, cudaStream_t stream) {
  const Kernel* const kernel =
      std::find_if(std::begin(kernels), std::end(kernels),
                   [&](const Kernel& kernel) { return kernel.counts(grids, n_grids); });
  if (n_grids == 0 || kernel == std::end(kernels))
    return cudaErrorInvalidValue;
  Arguments<max_grids> a{}; // a kernel with fewer grids takes the first of them
  uint32_t blocks = 0, shared_bytes = 0;
  for (uint32_t i = 0; i < n_grids; i++) {
    a.grids[i] = arguments_of(grids[i]);
    blocks += a.grids[i].blocks;
    shared_bytes = std::max(shared_bytes, grids[i].shape.shared_bytes);
  }
  void* arguments[] = {&a};
  return cudaLaunchKernel(kernel->function, dim3(blocks), dim3(block_threads), arguments,
                          shared_bytes, stream);
}

} // namespace videohistogram::cuda
