// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The lower bound: a kernel that reads every byte of a frame.
#include "counter.h"

namespace videohistogram::benchmark {

namespace {

constexpr uint32_t improbable = 0x9e3779b9;

__device__ __forceinline__ uint32_t sum_of(const uint4& v) {
  return v.x + v.y + v.z + v.w;
}

/// Reads all vectors. Whether the kernel writes depends on every byte, so the compiler cannot
/// remove a load.
template <int Ahead>
__global__ void read_kernel(const uint4* __restrict__ source, uint32_t vectors, bool deliver,
                            uint32_t* result) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  // For early launches: let the next kernel launch early, too, and wait for the preceding one.
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  uint32_t all = 0;
  const uint32_t step = gridDim.x * blockDim.x * Ahead;
  for (uint32_t first = blockIdx.x * blockDim.x * Ahead + threadIdx.x; first < vectors;
       first += step) {
    if (first + (Ahead - 1) * blockDim.x < vectors) {
      uint4 loaded[Ahead];
#pragma unroll
      for (int i = 0; i < Ahead; i++)
        loaded[i] = __ldcs(source + first + i * blockDim.x);
#pragma unroll
      for (int i = 0; i < Ahead; i++)
        all += sum_of(loaded[i]);
    } else {
      for (uint32_t at = first; at < vectors; at += blockDim.x)
        all += sum_of(__ldcs(source + at));
    }
  }
  if (deliver || all == improbable)
    atomicAdd(result, all);
}

using ReadKernel = void (*)(const uint4*, uint32_t, bool, uint32_t*);

ReadKernel kernel_for(int vectors_ahead) {
  switch (vectors_ahead) {
  case 1:
    return read_kernel<1>;
  case 2:
    return read_kernel<2>;
  case 4:
    return read_kernel<4>;
  default:
    return read_kernel<8>;
  }
}

} // namespace

std::string Reader::Shape::name() const {
  return std::to_string(threads) + " threads x " + std::to_string(vectors_ahead) +
         (blocks_per_multiprocessor ? ", " + std::to_string(blocks_per_multiprocessor) + " per SM"
                                    : ", many blocks");
}

std::vector<Reader::Shape> Reader::shapes(bool early) const {
  std::vector<Shape> shapes;
  if (early && device_.capability < 90)
    return shapes;
  for (int threads : {256, 512, 1024}) {
    const int most = device_.threads_per_multiprocessor / threads;
    for (int ahead : {1, 2, 4, 8})
      for (int blocks : {0, most, most / 2})
        shapes.push_back({threads, ahead, blocks, early});
  }
  return shapes;
}

Reader::Reader(const Device& device) : device_(device), result_(Buffer<uint32_t>::device(1)) {}

cudaError_t Reader::enqueue(const Shape& shape, const uint8_t* frame, size_t bytes, bool deliver,
                            cudaStream_t stream) {
  const uint32_t vectors = static_cast<uint32_t>(bytes / sizeof(uint4));
  const uint32_t block_vectors = static_cast<uint32_t>(shape.threads * shape.vectors_ahead);
  const uint32_t all_blocks = (vectors + block_vectors - 1) / block_vectors;
  const uint32_t some_blocks =
      static_cast<uint32_t>(device_.multiprocessors * shape.blocks_per_multiprocessor);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(some_blocks ? some_blocks : all_blocks);
  config.blockDim = dim3(static_cast<uint32_t>(shape.threads));
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = shape.early ? 1 : 0;
  return cudaLaunchKernelEx(&config, kernel_for(shape.vectors_ahead),
                            reinterpret_cast<const uint4*>(frame), vectors, deliver,
                            result_.data());
}

void Reader::clear() {
  check(cudaMemset(result_.data(), 0, sizeof(uint32_t)), "clearing a result");
  check(cudaDeviceSynchronize(), "clearing a result"); // non-blocking streams do not wait for it
}

uint32_t Reader::result() const {
  uint32_t result;
  check(cudaMemcpy(&result, result_.data(), sizeof result, cudaMemcpyDeviceToHost),
        "copying a result");
  return result;
}

} // namespace videohistogram::benchmark
