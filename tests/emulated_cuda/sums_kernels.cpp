// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of sums as plain loops: the arithmetic of a pixel is the kernels' own.
#include "tests/emulated_cuda/kernels.h"

#include "cuda/kernels/sums/sums_pixel.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

/// Ends the process unless all samples of a plane lie in blocks.
void expect_samples(const SumsParameters& p, const ColourSamples& samples, uint32_t width,
                    uint32_t height) {
  expect_rows(samples.first, samples.stride, height,
              size_t{width - 1} * samples.step + p.sample_bytes);
}

void expect_table(const uint32_t* table, size_t entries) {
  expect_device_memory(table, entries * sizeof(uint32_t), "the table of light lies in one block");
}

void add_rows(const SumsParameters& p) {
  const uint32_t width = p.planes[0].width;
  const auto put = [&](Sum sum, uint32_t y, uint64_t value) {
    if (p.has(sum))
      p.result(sum)[y] = static_cast<int64_t>(value);
  };
  std::vector<RowPixel> pixels(width);
  for (uint32_t y = 0; y < p.planes[0].height; y++) {
    for (uint32_t x = 0; x < width; x++)
      pixels[x] = row_pixel(p, x, y);
    uint64_t outliers = 0, speckles = 0, repeat = 0, high_repeat = 0, outside = 0, sample = 0,
             activity = 0;
    for (uint32_t x = 0; x < width; x++) {
      repeat += pixels[x].repeat;
      high_repeat += pixels[x].high_repeat;
      outside += pixels[x].outside ? 1 : 0;
      sample += pixels[x].sample;
      activity += pixels[x].activity;
      if (x == 0 || x + 1 >= width)
        continue;
      outliers += pixels[x - 1].outlier && pixels[x].outlier && pixels[x + 1].outlier ? 1 : 0;
      speckles += pixels[x - 1].speckle && pixels[x].speckle && pixels[x + 1].speckle ? 1 : 0;
    }
    put(Sum::tout, y, outliers);
    put(Sum::speckle, y, speckles);
    put(Sum::vrep, y, repeat);
    put(Sum::linerep, y, high_repeat);
    put(Sum::brng, y, outside);
    put(Sum::rows, y, sample);
    put(Sum::activity, y, activity);
  }
}

void add_columns(const SumsParameters& p) {
  for (uint32_t x = 0; x < p.planes[0].width; x++) {
    int64_t sum = 0;
    for (uint32_t y = 0; y < p.planes[0].height; y++)
      sum += sum_sample(p, p.planes[0].now, x, y);
    p.result(Sum::columns)[x] = sum;
  }
}

void add_fields(const SumsParameters& p, uint32_t index) {
  const SumsParameters::Plane& plane = p.planes[index];
  uint64_t error = 0, combs[n_idet_sums] = {};
  for (uint32_t y = 0; y < plane.height; y++)
    for (uint32_t x = 0; x < plane.width; x++) {
      if (y % 2 == 0 && y + 1 < plane.height)
        error += field_error(p, plane, x, y);
      if (y < 2 || y + 2 >= plane.height)
        continue;
      const CombPixel pixel = comb_pixel(p, plane, x, y);
      combs[0 + y % 2] += pixel.present;
      combs[2 + y % 2] += pixel.before;
      combs[4 + y % 2] += pixel.same;
      combs[6 + y % 2] += pixel.change;
    }
  if (p.has(Sum::msef))
    p.result(Sum::msef)[index] = static_cast<int64_t>(error);
  if (p.has(Sum::idet))
    std::copy_n(combs, n_idet_sums, p.result(Sum::idet) + index * n_idet_sums);
}

void compare_fields(const SumsParameters& p, uint32_t index) {
  const SumsParameters::Plane& plane = p.planes[index];
  const SsimWindows windows = ssim_windows(plane.width, plane.height);
  int64_t sum = 0;
  for (uint32_t y = 0; y < windows.rows; y++)
    for (uint32_t x = 0; x < windows.columns; x++)
      sum += ssim_of_window(p, ssim_block(p, plane, x, y) + ssim_block(p, plane, x + 1, y) +
                                   ssim_block(p, plane, x, y + 1) +
                                   ssim_block(p, plane, x + 1, y + 1));
  p.result(Sum::ssimf)[index] = sum;
}

void add_cells(const SumsParameters& p) {
  const uint32_t width = p.planes[0].width, height = p.planes[0].height;
  const auto clear = [&](Sum sum, size_t n) {
    if (p.has(sum))
      std::fill_n(p.result(sum), n, 0);
  };
  constexpr size_t cells = size_t{grid_rows} * grid_columns;
  clear(Sum::light, cells);
  clear(Sum::rgb, 3 * cells);
  clear(Sum::iris, n_iris_sums);
  for (uint32_t cell = 0; cell < cells; cell++) {
    const uint32_t i = cell % grid_columns, j = cell / grid_columns;
    for (uint32_t y = first_of_cell(j, grid_rows, height);
         y < first_of_cell(j + 1, grid_rows, height); y++)
      for (uint32_t x = first_of_cell(i, grid_columns, width);
           x < first_of_cell(i + 1, grid_columns, width); x++) {
        if (p.has(Sum::light))
          p.result(Sum::light)[cell] += p.light[sum_sample(p, p.planes[0].now, x, y)];
        if (!p.has(Sum::rgb) && !p.has(Sum::iris))
          continue;
        const SumColours now = pixel_colours(p, false, x, y);
        for (uint32_t c = 0; c < 3 && p.has(Sum::rgb); c++)
          p.result(Sum::rgb)[c * cells + cell] += p.light_of_colours[now.of[c]];
        if (!p.has(Sum::iris))
          continue;
        int64_t* const sums = p.result(Sum::iris);
        const IrisPixel pixel = iris_pixel(p, now);
        sums[0] += static_cast<int64_t>(pixel.luminance);
        sums[2] += pixel.red;
        if (!p.has_before)
          continue;
        const IrisPixel before = iris_pixel(p, pixel_colours(p, true, x, y));
        sums[1] += pixel.luminance != before.luminance ? 1 : 0;
        sums[3] += pixel.red != before.red ? 1 : 0;
      }
  }
}

void add_sums(const SumsLaunch& launch) {
  const SumsParameters& p = launch.parameters;
  expect_device_memory(p.totals, sums_scratch_bytes(p.planes[0].width),
                       "the scratch lies in one block");
  expect(
      std::all_of(p.totals, p.totals + p.totals_used(), [](uint64_t total) { return total == 0; }),
      "the scratch is zero before a launch");
  expect(launch.blocks > 0, "a launch has blocks");
  for (uint32_t i = 0; i < p.n_planes; i++) {
    const SumsParameters::Plane& plane = p.planes[i];
    expect_samples(p, plane.now, plane.width, plane.height);
    if (p.has_before)
      expect_samples(p, plane.before, plane.width, plane.height);
  }
  if (p.has(Sum::light))
    expect_table(p.light, size_t{1} << p.depth);
  if (p.has(Sum::rgb))
    expect_table(p.light_of_colours, size_t{1} << p.colours.depth);
  if (p.has(Sum::iris))
    expect_table(p.iris_light, 256);
  add_rows(p);
  if (p.has(Sum::columns))
    add_columns(p);
  for (uint32_t i = 0; i < p.n_planes; i++) {
    add_fields(p, i);
    if (p.has(Sum::ssimf))
      compare_fields(p, i);
  }
  add_cells(p);
}

} // namespace

cudaError_t prepare_sums_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { add_sums(launch); });
}

} // namespace videohistogram::cuda
