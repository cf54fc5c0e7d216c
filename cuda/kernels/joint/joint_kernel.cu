// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels for joint histograms, and their launches.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/joint/joint_kernel.cuh"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t clear_threads = 256, max_clear_blocks = 256;
constexpr size_t clear_vectors_per_thread = 1;

/// What a kernel is compiled for.
struct Compiled {
  JointSource source;
  uint32_t sample_bytes;
  uint32_t pixel_bytes;  ///< of `stored`, or of `rgb` with groups
  uint32_t x_sub, y_sub; ///< of `ycbcr`

  bool counts(const Compiled& wanted) const {
    return source == wanted.source && sample_bytes == wanted.sample_bytes &&
           pixel_bytes == wanted.pixel_bytes && x_sub == wanted.x_sub && y_sub == wanted.y_sub;
  }
};

using KernelList = std::vector<Kernel<Compiled>>;

template <uint32_t SampleBytes, uint32_t PixelBytes>
void add_stored(KernelList& list) {
  list.push_back({{JointSource::stored, SampleBytes, PixelBytes, 0, 0},
                  &joint_kernel<StoredSource<SampleBytes, PixelBytes>>});
}

template <uint32_t SampleBytes, uint32_t PixelBytes>
void add_rgb(KernelList& list) {
  list.push_back({{JointSource::rgb, SampleBytes, PixelBytes, 0, 0},
                  &joint_kernel<RgbSource<SampleBytes, PixelBytes>>});
}

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub>
void add_ycbcr(KernelList& list) {
  list.push_back({{JointSource::ycbcr, SampleBytes, 0, XSub, YSub},
                  &joint_kernel<YcbcrSource<SampleBytes, XSub, YSub>>});
}

template <uint32_t SampleBytes>
void add_ycbcr(KernelList& list) {
  list.push_back(
      {{JointSource::chroma, SampleBytes, 0, 0, 0}, &joint_kernel<ChromaSource<SampleBytes>>});
  add_ycbcr<SampleBytes, 1, 1>(list);
  add_ycbcr<SampleBytes, 1, 0>(list);
  add_ycbcr<SampleBytes, 0, 0>(list);
}

/// All compiled kernels.
const KernelList& joint_kernels() {
  static const KernelList list = [] {
    KernelList all;
    add_stored<1, 1>(all); // two planes
    add_stored<1, 2>(all);
    add_stored<1, 3>(all);
    add_stored<1, 4>(all);
    add_stored<2, 2>(all); // two planes
    add_stored<2, 4>(all);
    add_stored<2, 8>(all);
    add_rgb<1, 3>(all);
    add_rgb<1, 4>(all);
    add_rgb<2, 8>(all);
    add_ycbcr<1>(all);
    add_ycbcr<2>(all);
    return all;
  }();
  return list;
}

Compiled compiled_for(const JointParameters& p) {
  Compiled wanted{source_of(p), p.sample_bytes, 0, 0, 0};
  if (wanted.source == JointSource::stored)
    wanted.pixel_bytes = p.pixel_bytes > 0 ? p.pixel_bytes : p.sample_bytes;
  if (wanted.source == JointSource::rgb) // pixels of 6 bytes, and planes, are counted singly
    wanted.pixel_bytes = p.sample_bytes == 2 ? 8 : p.pixel_bytes > 0 ? p.pixel_bytes : 4;
  if (wanted.source == JointSource::ycbcr) {
    wanted.x_sub = p.compiled_x_sub();
    wanted.y_sub = p.compiled_y_sub();
  }
  return wanted;
}

} // namespace

cudaError_t prepare_joint_kernels(DeviceProperties& device) {
  const cudaError_t code = prepare_kernels(joint_kernels(), device);
  if (code != cudaSuccess)
    return code;
  cudaFuncAttributes attributes; // loads the kernel
  return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&clear_kernel));
}

cudaError_t launch_joint_clear(uint32_t* first, size_t counters, ClearAccess access, bool overlap,
                               cudaStream_t stream) {
  const size_t vectors = counters * sizeof(uint32_t) / sizeof(uint4);
  const size_t block_vectors = clear_threads * clear_vectors_per_thread;
  const size_t blocks =
      std::min<size_t>((vectors + block_vectors - 1) / block_vectors, max_clear_blocks);
  if (blocks == 0)
    return cudaSuccess;
  return launch_kernel(reinterpret_cast<const void*>(&clear_kernel),
                       {dim3(static_cast<uint32_t>(blocks)), clear_threads, 0, overlap},
                       JointClear{reinterpret_cast<uint4*>(first), vectors, access}, stream);
}

cudaError_t launch_joint_kernel(const JointLaunch& launch, cudaStream_t stream) {
  if (launch.empty())
    return cudaSuccess;
  const JointShape& shape = launch.shape;
  return launch_variant(joint_kernels(), compiled_for(launch.parameters),
                        {dim3(shape.blocks()), shape.threads, shape.shared_bytes, shape.overlap},
                        joint_arguments(launch), stream);
}

} // namespace videohistogram::cuda
