// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels, and their launch.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/projection/columns.cuh"
#include "cuda/kernels/projection/projection_kernel.cuh"

#include <vector>

namespace videohistogram::cuda {

namespace {

template <uint32_t Tables, uint32_t PixelBytes, class Value, bool Bytes, bool Aligned>
Kernel<ProjectionVariant> kernel() {
  using T = ProjectionKernelConfig<Tables, PixelBytes, Value, Bytes, Aligned>;
  return {{Tables, PixelBytes, Value::set, Bytes, Aligned}, &projection_kernel<T>};
}

using KernelList = std::vector<Kernel<ProjectionVariant>>;

template <uint32_t PixelBytes, class Value, bool Bytes, uint32_t Tables = 1>
void add_kernels(KernelList& list) {
  list.push_back(kernel<Tables, PixelBytes, Value, Bytes, true>());
  list.push_back(kernel<Tables, PixelBytes, Value, Bytes, false>());
}

/// The kernel that counts R, G and B of Y'CbCr pixels.
Kernel<ProjectionVariant> colour_kernel() {
  using T = ProjectionKernelConfig<max_projection_tables, 1, StoredSample, true, true, true>;
  return {{max_projection_tables, 1, 0, true, true, true}, &projection_kernel<T>};
}

/// The kernel whose lanes have columns of their own.
template <ColumnPixels Pixels>
Kernel<ProjectionVariant> kernel_of_columns() {
  constexpr bool words = Pixels == ColumnPixels::words;
  return {{max_projection_tables, words ? 4u : 1u, 0, true, true, !words, Pixels},
          &column_kernel<Pixels>};
}

/// Adds the kernels that count `Value` of pixels with R, G and B.
template <class Value>
void add_rgb_kernels(KernelList& list) {
  add_kernels<3, Value, true>(list);
  add_kernels<4, Value, true>(list);
  add_kernels<6, Value, false>(list);
  add_kernels<8, Value, false>(list);
}

/// All compiled kernels.
const KernelList& projection_kernels() {
  static const KernelList list = [] {
    KernelList all;
    add_kernels<1, StoredSample, true>(all);
    add_kernels<2, StoredSample, true>(all);
    add_kernels<2, StoredSample, false>(all);
    add_kernels<4, StoredSample, false>(all);
    add_rgb_kernels<StoredSample>(all);
    add_rgb_kernels<Luma>(all);
    add_rgb_kernels<MaxRgb>(all);
    add_kernels<3, StoredSample, true, max_projection_tables>(all);
    add_kernels<4, StoredSample, true, max_projection_tables>(all);
    add_kernels<6, StoredSample, false, max_projection_tables>(all);
    add_kernels<8, StoredSample, false, max_projection_tables>(all);
    all.push_back(colour_kernel());
    all.push_back(kernel_of_columns<ColumnPixels::words>());
    all.push_back(kernel_of_columns<ColumnPixels::chroma_pairs>());
    all.push_back(kernel_of_columns<ColumnPixels::chroma_planes>());
    return all;
  }();
  return list;
}

} // namespace

cudaError_t prepare_projection_kernels(DeviceProperties& device) {
  return prepare_kernels(projection_kernels(), device);
}

cudaError_t launch_projection_kernel(const ProjectionLaunch& launch, cudaStream_t stream) {
  const ProjectionParameters& p = launch.parameters;
  const ProjectionShape& shape = p.shape;
  const Kernel<ProjectionVariant>* const kernel = find_kernel(projection_kernels(), launch.variant);
  if (!kernel)
    return cudaErrorInvalidValue;
  for (uint32_t i = 0; i < launch.variant.tables && shape.shares > 1; i++) {
    const size_t counters = size_t{p.positions} * p.bins;
    const cudaError_t code = cudaMemsetAsync(p.matrices[i], 0, counters * sizeof(uint32_t), stream);
    if (code != cudaSuccess)
      return code;
  }
  const bool columns = launch.variant.columns != ColumnPixels::none;
  const uint32_t threads = columns ? column_threads : projection_threads;
  return launch_kernel(
      kernel->function,
      {dim3(shape.blocks(), shape.shares), threads, shape.shared_bytes, shape.overlap}, p, stream);
}

} // namespace videohistogram::cuda
