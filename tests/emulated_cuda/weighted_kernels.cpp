// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of weighted projections as loops over their threads, which do what the kernels' do.
#include "cuda/kernels/weighted/pixels.h"
#include "tests/emulated_cuda/kernels.h"

#include <algorithm>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

template <uint32_t sample_bytes>
void run_threads(const WeightedParameters& p) {
  for (uint32_t position = 0; position < p.positions; position++)
    for (uint32_t thread = 0; thread < p.threads(); thread++) {
      const uint32_t begin = thread * p.thread_pixels;
      add_weights<sample_bytes>(p, position, begin,
                                begin + std::min(p.thread_pixels, p.length - begin),
                                [](uint32_t* counter, uint32_t sum) { *counter += sum; });
    }
}

void add_all_weights(const WeightedLaunch& launch) {
  const WeightedParameters& p = launch.parameters;
  const uint32_t width = p.on_rows ? p.length : p.positions;
  expect(p.n_weights > 0 && p.n_weights <= max_weights, "there are weights");
  expect(p.threads() <= 65535, "a grid has as many rows of blocks");
  expect((p.on_rows ? p.positions : p.length) == p.frame_height, "the size is the frame's");
  for (uint32_t i = 0; i < (p.rgb ? 3u : p.n_weights + 1); i++) {
    const uint32_t component = p.rgb ? i : i == 0 ? p.value : p.weights[i - 1];
    const uint32_t x_sub = component == 0 ? 0 : p.x_sub, y_sub = component == 0 ? 0 : p.y_sub;
    const ColourSamples& samples = p.samples[component];
    expect_rows(samples.first, samples.stride, ((p.frame_height - 1) >> y_sub) + 1,
                size_t{(width - 1) >> x_sub} * samples.step + p.sample_bytes);
  }
  if (p.filtered)
    expect_rows(p.filtered, p.filtered_stride, p.frame_height, size_t{width} * 2);
  expect_device_memory(p.matrices[0], p.n_weights * launch.step * sizeof(uint32_t),
                       "the matrices lie in one block");
  std::fill_n(p.matrices[0], p.n_weights * launch.step, 0);
  for (uint32_t i = 0; i < p.n_weights; i++)
    expect(p.matrices[i] == p.matrices[0] + i * launch.step &&
               size_t{p.positions} * p.bins <= launch.step,
           "matrices lie in succession");
  p.sample_bytes == 1 ? run_threads<1>(p) : run_threads<2>(p);
}

} // namespace

cudaError_t prepare_weighted_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_weighted_kernel(const WeightedLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { add_all_weights(launch); });
}

} // namespace videohistogram::cuda
