// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kernels for deep samples, and their launch.
#include "cuda/deep_kernel.cuh"

namespace videohistogram::cuda {

namespace {

struct Kernel {
  uint32_t samples;
  bool luma;
  const void* function;
};

template <uint32_t Samples, bool Luma>
Kernel kernel() {
  return {Samples, Luma, reinterpret_cast<const void*>(&deep_kernel<Traits<Samples, Luma>>)};
}

const Kernel kernels[] = {
    kernel<1, false>(), kernel<2, false>(), kernel<3, false>(),
    kernel<3, true>(),  kernel<4, false>(), kernel<4, true>(),
};

const Kernel* find_kernel(uint32_t samples, bool luma) {
  for (const Kernel& kernel : kernels)
    if (kernel.samples == samples && kernel.luma == luma)
      return &kernel;
  return nullptr;
}

/// What __byte_perm needs to bring the two bytes at `offset` into the upper half of a word.
uint32_t upper_half_selector(uint32_t offset) {
  return (offset + 1) << 12 | offset << 8;
}

} // namespace

DeepParameters deep_parameters(const FormatInfo& format, uint32_t grid_index,
                               const Request& request) {
  const Grid& grid = format.grids[grid_index];
  const GridRequest wanted = grid_request(format, grid_index, request);
  DeepParameters p{};
  p.pixel_samples = grid.pixel_bytes / 2;
  p.depth = format.depth;
  p.shift = format.shift;
  p.bins = request.bins;
  p.weights = request.luma;
  for (Channel channel : wanted.stored)
    p.offsets[p.stored++] = static_cast<uint8_t>(grid.offset_of(channel));
  p.luma = wanted.luma;
  constexpr Channel rgb[] = {Channel::r, Channel::g, Channel::b};
  for (int i = 0; i < 3 && p.luma; i++)
    p.luma_offsets[i] = static_cast<uint8_t>(grid.offset_of(rgb[i]));
  return p;
}

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

cudaError_t launch_deep_count(const DeepShape& shape, const DeepParameters& parameters,
                              cudaStream_t stream) {
  const Kernel* const kernel = find_kernel(parameters.pixel_samples, parameters.luma);
  if (!kernel)
    return cudaErrorInvalidDeviceFunction;
  Arguments a{};
  a.p = parameters;
  a.shape = shape;
  a.counters = parameters.counters();
  a.channels = a.counters / parameters.bins;
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
  void* arguments[] = {&a};
  return cudaLaunchKernel(kernel->function, dim3(shape.blocks()), dim3(block_threads), arguments,
                          shape.shared_bytes, stream);
}

} // namespace videohistogram::cuda
