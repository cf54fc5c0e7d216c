// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The arithmetic of sums, pixel by pixel, which kernels and the emulated device of the tests share.
#pragma once

#include "core/colour.h"
#include "core/host_device.h"
#include "core/sums.h"
#include "cuda/kernels/sums/sums_kernel.h"

#include <cmath>
#include <cstdint>

namespace videohistogram::cuda {

/// The sample of a column and a row.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t
sum_sample(const SumsParameters& p, const ColourSamples& samples, uint32_t x, uint32_t y) {
  const uint8_t* const at =
      samples.first + static_cast<int64_t>(y) * samples.stride + size_t{x} * samples.step;
  if (p.sample_bytes == 1)
    return *at;
  // Samples of words are at even addresses, except in the caller's memory.
  const uint32_t sample = at[0] | static_cast<uint32_t>(at[1]) << 8;
  return sample >> p.shift & ((1u << p.depth) - 1);
}

VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t sum_distance(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

/// Whether |above - here| and |below - here| exceed |below - above| by more than 4 on average.
VIDEOHISTOGRAM_HOST_DEVICE inline bool sum_differs(uint32_t above, uint32_t here, uint32_t below) {
  return (sum_distance(above, here) + sum_distance(below, here)) / 2 >
         sum_distance(below, above) + 4;
}

/// What the sums per row have of one pixel.
struct RowPixel {
  uint32_t sample = 0, activity = 0, repeat = 0, high_repeat = 0;
  bool outlier = false, speckle = false; ///< counts if its neighbours in the row are, too
  bool outside = false;
};

/// Whether a pixel of 8 bits differs from the rows above and below. `column`: of rows y - 2 to y +
/// 2, of which the outer ones are used if they exist.
VIDEOHISTOGRAM_HOST_DEVICE inline bool sum_stands_out(const uint32_t (&column)[5], bool far,
                                                      uint32_t drop) {
  const auto at = [&](uint32_t i) { return column[i] >> drop & 255; };
  return sum_differs(at(1), at(2), at(3)) && (!far || sum_differs(at(0), at(2), at(4)));
}

VIDEOHISTOGRAM_HOST_DEVICE inline RowPixel row_pixel(const SumsParameters& p, uint32_t x,
                                                     uint32_t y) {
  const SumsParameters::Plane& luma = p.planes[0];
  const uint32_t drop = p.depth - 8u;
  RowPixel pixel;
  const uint32_t here = sum_sample(p, luma.now, x, y);
  pixel.sample = here;
  if (x > 0 && p.has(Sum::activity))
    pixel.activity = sum_distance(here, sum_sample(p, luma.now, x - 1, y));
  if (y >= 4 && (p.has(Sum::vrep) || p.has(Sum::linerep))) {
    const uint32_t above = sum_sample(p, luma.now, x, y - 4);
    pixel.repeat = sum_distance(here, above);
    pixel.high_repeat = sum_distance(here >> drop, above >> drop);
  }
  if (y > 0 && y + 1 < luma.height && (p.has(Sum::tout) || p.has(Sum::speckle))) {
    const bool far = y >= 2 && y + 2 < luma.height;
    uint32_t column[5] = {};
    for (uint32_t i = far ? 0 : 1; i < (far ? 5u : 4u); i++)
      column[i] = i == 2 ? here : sum_sample(p, luma.now, x, y + i - 2);
    pixel.outlier = p.has(Sum::tout) && sum_stands_out(column, far, 0);
    pixel.speckle = drop == 0 ? sum_stands_out(column, far, 0)
                              : p.has(Sum::speckle) && sum_stands_out(column, far, drop);
  }
  if (p.has(Sum::brng)) {
    uint32_t cb = 128u << drop, cr = cb;
    if (p.n_planes > 1) {
      cb = sum_sample(p, p.planes[1].now, x >> p.x_sub, y >> p.y_sub);
      cr = sum_sample(p, p.planes[2].now, x >> p.x_sub, y >> p.y_sub);
    }
    pixel.outside = is_outside_broadcast_range(here, cb, cr, p.depth) != 0;
  }
  return pixel;
}

/// Sums of one sample of a plane: see IdetSum. `even` and `odd` follow from its row.
struct CombPixel {
  uint32_t present = 0, before = 0, same = 0, change = 0;
};
/// `y` is at least 2, and at least 2 rows follow.
VIDEOHISTOGRAM_HOST_DEVICE inline CombPixel
comb_pixel(const SumsParameters& p, const SumsParameters::Plane& plane, uint32_t x, uint32_t y) {
  CombPixel pixel;
  const uint32_t here = 2 * sum_sample(p, plane.now, x, y),
                 around = sum_sample(p, plane.now, x, y - 1) + sum_sample(p, plane.now, x, y + 1);
  pixel.same = sum_distance(around, here);
  if (!p.has_before)
    return pixel;
  const uint32_t was = 2 * sum_sample(p, plane.before, x, y),
                 was_around =
                     sum_sample(p, plane.before, x, y - 1) + sum_sample(p, plane.before, x, y + 1);
  pixel.present = sum_distance(around, was);
  pixel.before = sum_distance(was_around, here);
  pixel.change = sum_distance(was, here);
  return pixel;
}

/// (t - b)^2 of a sample of row y, which is even, and the one below it.
VIDEOHISTOGRAM_HOST_DEVICE inline uint64_t
field_error(const SumsParameters& p, const SumsParameters::Plane& plane, uint32_t x, uint32_t y) {
  const uint64_t d =
      sum_distance(sum_sample(p, plane.now, x, y), sum_sample(p, plane.now, x, y + 1));
  return d * d;
}

/// The sums of a block of SSIM, in numbers that hold them.
template <class Number>
VIDEOHISTOGRAM_HOST_DEVICE inline SsimSums ssim_block_in(const SumsParameters& p,
                                                         const SumsParameters::Plane& plane,
                                                         uint32_t column, uint32_t row) {
  Number t_sum = 0, b_sum = 0, squares = 0, product = 0;
  for (uint32_t j = 0; j < 4; j++)
    for (uint32_t i = 0; i < 4; i++) {
      const Number t = sum_sample(p, plane.now, 4 * column + i, 8 * row + 2 * j),
                   b = sum_sample(p, plane.now, 4 * column + i, 8 * row + 2 * j + 1);
      t_sum += t;
      b_sum += b;
      squares += t * t + b * b;
      product += t * b;
    }
  return {static_cast<int64_t>(t_sum), static_cast<int64_t>(b_sum), static_cast<int64_t>(squares),
          static_cast<int64_t>(product)};
}

VIDEOHISTOGRAM_HOST_DEVICE inline SsimSums ssim_block(const SumsParameters& p,
                                                      const SumsParameters::Plane& plane,
                                                      uint32_t column, uint32_t row) {
  return p.depth <= 12 ? ssim_block_in<uint32_t>(p, plane, column, row)
                       : ssim_block_in<uint64_t>(p, plane, column, row);
}

VIDEOHISTOGRAM_HOST_DEVICE inline SsimSums operator+(const SsimSums& a, const SsimSums& b) {
  return {a.t + b.t, a.b + b.b, a.squares + b.squares, a.product + b.product};
}

/// ssim_window(). No product is part of a sum here, so that nothing can be contracted.
VIDEOHISTOGRAM_HOST_DEVICE inline int64_t ssim_of_window(const SumsParameters& p,
                                                         const SsimSums& sums) {
  const int64_t both = sums.t * sums.b, squares = sums.t * sums.t + sums.b * sums.b;
  const auto c1 = static_cast<int64_t>(p.c1), c2 = static_cast<int64_t>(p.c2);
  const double above =
      static_cast<double>(2 * both + c1) * static_cast<double>(2 * (64 * sums.product - both) + c2);
  const double below =
      static_cast<double>(squares + c1) * static_cast<double>(64 * sums.squares - squares + c2);
  const double q = above / below * 4294967296.0;
#ifdef __CUDA_ARCH__
  return __double2ll_rn(q);
#else
  return std::llrint(q);
#endif
}

/// A colour, 0 (R) to 2 (B).
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t sum_colour(const ColourTransform& t, uint32_t index,
                                                      int32_t y, int32_t cb, int32_t cr) {
  const ColourTransform::Row& row = t.rows[index];
  int64_t value;
  if (t.depth < 16) { // 32 bits hold all sums
    value = (row.y * y + row.cb * cb + row.cr * cr + (1 << (t.shift - 1))) >> t.shift;
  } else {
    value = (int64_t{row.y} * y + int64_t{row.cb} * cb + int64_t{row.cr} * cr +
             (int64_t{1} << (t.shift - 1))) >>
            t.shift;
  }
  value += t.offset;
  const int64_t last = (int64_t{1} << t.depth) - 1;
  return static_cast<uint32_t>(value < 0 ? 0 : value > last ? last : value);
}

/// R, G and B of a pixel.
struct SumColours {
  uint32_t of[3];
};
VIDEOHISTOGRAM_HOST_DEVICE inline SumColours pixel_colours(const SumsParameters& p, bool before,
                                                           uint32_t x, uint32_t y) {
  const bool interlaced = before ? p.before_interlaced : p.interlaced;
  uint32_t row = y >> p.y_sub;
  if (interlaced && p.y_sub > 0) {
    row = ((y / 2) >> p.y_sub) * 2 + y % 2;
    const uint32_t last = (p.planes[0].height - 1) >> p.y_sub;
    row = row < last ? row : last;
  }
  const auto sample = [&](uint32_t i, uint32_t column, uint32_t of_row) {
    const SumsParameters::Plane& plane = p.planes[i];
    return static_cast<int32_t>(sum_sample(p, before ? plane.before : plane.now, column, of_row));
  };
  const int32_t luma = sample(0, x, y) - p.colours.y_zero,
                cb = sample(1, x >> p.x_sub, row) - p.colours.c_zero,
                cr = sample(2, x >> p.x_sub, row) - p.colours.c_zero;
  SumColours colours;
  for (uint32_t i = 0; i < 3; i++)
    colours.of[i] = sum_colour(p.colours, i, luma, cb, cr);
  return colours;
}

/// What IRIS has of a pixel.
struct IrisPixel {
  uint64_t luminance;
  uint32_t red;
};
VIDEOHISTOGRAM_HOST_DEVICE inline IrisPixel iris_pixel(const SumsParameters& p,
                                                       const SumColours& colours) {
  const uint32_t drop = p.colours.depth - 8;
  const uint32_t r = p.iris_light[colours.of[0] >> drop], g = p.iris_light[colours.of[1] >> drop],
                 b = p.iris_light[colours.of[2] >> drop];
  return {uint64_t{2126} * r + uint64_t{7152} * g + uint64_t{722} * b,
          r >= 4 * (g + b) ? r - g - b : 0};
}

} // namespace videohistogram::cuda
