// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The arithmetic of differences of neighbouring samples, which kernels and the emulated device of
// the tests share.
#pragma once

#include "cuda/kernels/sums/samples.h"

#include <cmath>
#include <cstdint>

namespace videohistogram::cuda {

/// The magnitude of Sum::sobel of gradients: the root of floats near them, corrected by what is
/// left of its square. That takes the 32 low bits, since the rest is less than 2^20. So the
/// magnitude is exact, however floats are rounded.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t sobel_magnitude(int32_t gx, int32_t gy, uint32_t shift) {
  const auto x = static_cast<float>(gx), y = static_cast<float>(gy);
#ifdef __CUDA_ARCH__
  const float root = sqrtf(x * x + y * y);
#else
  const float root = std::sqrt(x * x + y * y);
#endif
  const auto guess = static_cast<uint32_t>(root * static_cast<float>(1u << shift));
  const auto ux = static_cast<uint32_t>(gx), uy = static_cast<uint32_t>(gy);
  const auto rest = static_cast<int32_t>(((ux * ux + uy * uy) << 2 * shift) - guess * guess);
  return rest < 0 ? guess - 1 : rest > static_cast<int32_t>(2 * guess) ? guess + 1 : guess;
}

/// The share of one pixel in the sums per row.
struct GradientPixel {
  uint32_t step = 0, magnitude = 0;
};
VIDEOHISTOGRAM_HOST_DEVICE inline GradientPixel gradient_pixel(const SumsParameters& p, uint32_t x,
                                                               uint32_t y) {
  const SumsParameters::Plane& luma = p.planes[0];
  const auto sample = [&](uint32_t column, uint32_t row) {
    return static_cast<int32_t>(sum_sample(p, luma.now, column, row));
  };
  GradientPixel pixel;
  if (p.has(Sum::vstep) && y > 0)
    pixel.step = sum_distance(sum_sample(p, luma.now, x, y), sum_sample(p, luma.now, x, y - 1));
  if (!p.has(Sum::sobel) || x == 0 || x + 1 >= luma.width || y == 0 || y + 1 >= luma.height)
    return pixel;
  const int32_t a[3] = {sample(x - 1, y - 1), sample(x, y - 1), sample(x + 1, y - 1)},
                b[2] = {sample(x - 1, y), sample(x + 1, y)},
                c[3] = {sample(x - 1, y + 1), sample(x, y + 1), sample(x + 1, y + 1)};
  pixel.magnitude =
      sobel_magnitude((a[2] - a[0]) + 2 * (b[1] - b[0]) + (c[2] - c[0]),
                      (c[0] - a[0]) + 2 * (c[1] - a[1]) + (c[2] - a[2]), sobel_bits(p.depth));
  return pixel;
}

/// The share of one sample in Sum::hstep.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t column_step(const SumsParameters& p, uint32_t x,
                                                       uint32_t y) {
  return x == 0 ? 0
                : sum_distance(sum_sample(p, p.planes[0].now, x, y),
                               sum_sample(p, p.planes[0].now, x - 1, y));
}

} // namespace videohistogram::cuda
