// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel of filters as a loop over its runs, which does what the kernel's threads do.
#include "cuda/kernels/filter/filter_run.h"
#include "tests/emulated_cuda/kernels.h"

namespace videohistogram::cuda {

using namespace emulated;

namespace {

template <uint32_t sample_bytes>
void run_all(const FilterParameters& p) {
  for (uint32_t y = 0; y < p.height; y++)
    for (uint32_t run = 0; run < p.runs(); run++)
      filter_run<sample_bytes>(p, run, y, [](uint8_t* to, const uint32_t(&v)[filter_pixels]) {
        for (uint32_t i = 0; i < filter_pixels; i++) {
          to[2 * i] = static_cast<uint8_t>(v[i]);
          to[2 * i + 1] = static_cast<uint8_t>(v[i] >> 8);
        }
      });
}

void filter_rows(const FilterLaunch& launch) {
  const FilterParameters& p = launch.parameters;
  expect(launch.blocks > 0, "a launch has blocks");
  expect(reinterpret_cast<uintptr_t>(p.to) % 16 == 0 && p.to_stride % 16 == 0,
         "vectors are written at their alignment");
  expect(size_t{p.runs()} * filter_pixels * 2 <= p.to_stride, "rows have room for whole runs");
  expect_rows(p.first, p.stride, p.height, size_t{p.width - 1} * p.step + p.sample_bytes);
  expect_rows(p.to, p.to_stride, p.height, p.to_stride);
  p.sample_bytes == 1 ? run_all<1>(p) : run_all<2>(p);
}

} // namespace

cudaError_t prepare_filter_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_filter_kernel(const FilterLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { filter_rows(launch); });
}

} // namespace videohistogram::cuda
