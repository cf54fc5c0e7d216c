// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/sums.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace videohistogram::reference {

namespace {

/// A channel as a picture of whole numbers.
struct Picture {
  int64_t width = 0, height = 0;
  std::vector<uint32_t> samples;

  int64_t at(int64_t y, int64_t x) const { return samples.at(static_cast<size_t>(y * width + x)); }
  /// The same picture of other numbers.
  Picture with(const std::function<uint32_t(uint32_t)>& change) const {
    Picture changed = *this;
    for (uint32_t& sample : changed.samples)
      sample = change(sample);
    return changed;
  }
};

Picture picture_of(const FrameView& frame, Quantity channel) {
  StoredSamples stored = stored_samples(frame, channel);
  return {stored.size.width, stored.size.height, std::move(stored.samples)};
}

bool is_gray(const FrameView& frame) {
  return frame.format->family == Family::gray;
}
Picture luma_of(const FrameView& frame) {
  return picture_of(frame, is_gray(frame) ? Quantity::gray : Quantity::y);
}
std::vector<Picture> planes_of(const FrameView& frame) {
  if (is_gray(frame))
    return {luma_of(frame)};
  return {luma_of(frame), picture_of(frame, Quantity::cb), picture_of(frame, Quantity::cr)};
}

int64_t distance(int64_t a, int64_t b) {
  return a < b ? b - a : a - b;
}

bool differs(int64_t above, int64_t here, int64_t below) {
  return (distance(above, here) + distance(below, here)) / 2 - distance(below, above) > 4;
}

bool is_outlier(const Picture& p, int64_t y, int64_t x) {
  const int64_t farthest = y >= 2 && y <= p.height - 3 ? 2 : 1;
  for (int64_t j = 1; j <= farthest; j++)
    for (int64_t k = x - 1; k <= x + 1; k++)
      if (!differs(p.at(y - j, k), p.at(y, k), p.at(y + j, k)))
        return false;
  return true;
}

std::vector<int64_t> count_outliers(const Picture& p) {
  std::vector<int64_t> rows(static_cast<size_t>(p.height), 0);
  for (int64_t y = 1; y < p.height - 1; y++)
    for (int64_t x = 1; x < p.width - 1; x++)
      rows[static_cast<size_t>(y)] += is_outlier(p, y, x) ? 1 : 0;
  return rows;
}

std::vector<int64_t> add_repeats(const Picture& p) {
  std::vector<int64_t> rows(static_cast<size_t>(p.height), 0);
  for (int64_t y = 4; y < p.height; y++)
    for (int64_t x = 0; x < p.width; x++)
      rows[static_cast<size_t>(y)] += distance(p.at(y, x), p.at(y - 4, x));
  return rows;
}

std::vector<int64_t> add_activity(const Picture& p) {
  std::vector<int64_t> rows(static_cast<size_t>(p.height), 0);
  for (int64_t y = 0; y < p.height; y++)
    for (int64_t x = 1; x < p.width; x++)
      rows[static_cast<size_t>(y)] += distance(p.at(y, x), p.at(y, x - 1));
  return rows;
}

/// `axis` 0: per row, 1: per column.
std::vector<int64_t> add_samples(const Picture& p, int axis) {
  std::vector<int64_t> added(static_cast<size_t>(axis == 0 ? p.height : p.width), 0);
  for (int64_t y = 0; y < p.height; y++)
    for (int64_t x = 0; x < p.width; x++)
      added[static_cast<size_t>(axis == 0 ? y : x)] += p.at(y, x);
  return added;
}

std::vector<int64_t> count_outside(const FrameView& frame) {
  const Picture y = luma_of(frame);
  const uint32_t depth = frame.format->depth;
  const auto middle = uint32_t{1} << (depth - 1);
  std::vector<int64_t> rows(static_cast<size_t>(y.height), 0);
  std::vector<StoredSamples> chroma;
  if (!is_gray(frame))
    chroma = {stored_samples(frame, Quantity::cb), stored_samples(frame, Quantity::cr)};
  const auto columns = static_cast<uint32_t>(y.width);
  for (uint32_t row = 0; row < rows.size(); row++) {
    std::vector<uint32_t> cb(columns, middle), cr(columns, middle);
    if (!chroma.empty()) {
      cb = chroma[0].of_columns(row / chroma[0].down, columns);
      cr = chroma[1].of_columns(row / chroma[1].down, columns);
    }
    for (uint32_t x = 0; x < columns; x++)
      rows[row] += brng(depth, static_cast<uint32_t>(y.at(row, x)), cb[x], cr[x]);
  }
  return rows;
}

int64_t square_fields(const Picture& p) {
  int64_t total = 0;
  for (int64_t y = 0; y + 1 < p.height; y += 2)
    for (int64_t x = 0; x < p.width; x++)
      total += distance(p.at(y, x), p.at(y + 1, x)) * distance(p.at(y, x), p.at(y + 1, x));
  return total;
}

/// SSIM of the 8 x 8 samples of each field at column `x` of the plane and row `y` of the fields.
int64_t compare_window(const Picture& p, int64_t y, int64_t x, uint32_t depth) {
  int64_t s1 = 0, s2 = 0, ss = 0, s12 = 0;
  for (int64_t j = 0; j < 8; j++)
    for (int64_t i = 0; i < 8; i++) {
      const int64_t t = p.at(2 * (y + j), x + i), b = p.at(2 * (y + j) + 1, x + i);
      s1 += t;
      s2 += b;
      ss += t * t + b * b;
      s12 += t * b;
    }
  const double most = (1 << depth) - 1;
  const auto c1 = static_cast<int64_t>(.01 * .01 * most * most * 64 + .5),
             c2 = static_cast<int64_t>(.03 * .03 * most * most * 64 * 63 + .5);
  const int64_t variances = ss * 64 - s1 * s1 - s2 * s2, covariance = s12 * 64 - s1 * s2;
  // volatile: each product is rounded to a double.
  const volatile double above =
      static_cast<double>(2 * s1 * s2 + c1) * static_cast<double>(2 * covariance + c2);
  const volatile double below =
      static_cast<double>(s1 * s1 + s2 * s2 + c1) * static_cast<double>(variances + c2);
  const volatile double q = above / below;
  return std::llrint(q * 4294967296.0);
}

int64_t compare_fields(const Picture& p, uint32_t depth) {
  int64_t total = 0;
  for (int64_t y = 0; y + 8 <= p.height / 2; y += 4)
    for (int64_t x = 0; x + 8 <= p.width; x += 4)
      total += compare_window(p, y, x, depth);
  return total;
}

/// The eight sums of a plane.
std::vector<int64_t> add_combs(const Picture& now, const Picture* before) {
  std::vector<int64_t> sums(8, 0);
  for (int64_t y = 2; y < now.height - 2; y++)
    for (int64_t x = 0; x < now.width; x++) {
      const auto odd = static_cast<size_t>(y % 2);
      const int64_t p = now.at(y, x), around = now.at(y - 1, x) + now.at(y + 1, x);
      sums[4 + odd] += distance(around, 2 * p);
      if (!before)
        continue;
      const int64_t q = before->at(y, x), then = before->at(y - 1, x) + before->at(y + 1, x);
      sums[0 + odd] += distance(around, 2 * q);
      sums[2 + odd] += distance(then, 2 * p);
      sums[6 + odd] += 2 * distance(p, q);
    }
  return sums;
}

std::vector<int64_t> add_cells(const Picture& p, const std::vector<uint32_t>& table) {
  std::vector<int64_t> cells(size_t{36} * 64, 0);
  for (int64_t j = 0; j < 36; j++)
    for (int64_t i = 0; i < 64; i++)
      for (int64_t y = j * p.height / 36; y < (j + 1) * p.height / 36; y++)
        for (int64_t x = i * p.width / 64; x < (i + 1) * p.width / 64; x++)
          cells[static_cast<size_t>(j * 64 + i)] += table.at(static_cast<size_t>(p.at(y, x)));
  return cells;
}

/// R, G and B of all pixels.
std::vector<Picture> colours_of(const FrameView& frame, const ColourSpec& spec) {
  const Colours colours({spec.matrix, spec.limited, false}, frame.format->depth);
  const ReadFrame read(frame);
  std::vector<Picture> rgb(3, {frame.width, frame.height, {}});
  for (uint32_t row = 0; row < frame.height; row++) {
    const std::vector<uint32_t> y = read.samples[0].of_columns(row, frame.width),
                                cb = chroma_of_row(frame, read.samples[1], row, frame.width),
                                cr = chroma_of_row(frame, read.samples[2], row, frame.width);
    for (uint32_t x = 0; x < frame.width; x++)
      for (size_t c = 0; c < 3; c++)
        rgb[c].samples.push_back(
            colours.value(static_cast<Colours::Colour>(c), y[x], cb[x], cr[x]));
  }
  return rgb;
}

/// Luminance and red of a pixel, as IRIS has them.
struct IrisPixel {
  int64_t luminance, red;
};

std::vector<IrisPixel> iris_of(const FrameView& frame, const ColourSpec& spec) {
  const std::vector<Picture> rgb = colours_of(frame, spec);
  const uint32_t drop = colour_depth(frame.format->depth) - 8;
  std::vector<IrisPixel> pixels;
  for (size_t i = 0; i < rgb[0].samples.size(); i++) {
    int64_t linear[3];
    for (size_t c = 0; c < 3; c++) {
      const double signal = (rgb[c].samples[i] >> drop) / 255.0;
      linear[c] = std::llround(
          (signal <= 0.04045 ? signal / 12.92 : std::pow((signal + 0.055) / 1.055, 2.4)) *
          16777216);
    }
    const auto [r, g, b] = linear;
    pixels.push_back(
        {722 * b + 7152 * g + 2126 * r, r >= 4 * (g + b) ? std::max<int64_t>(0, r - g - b) : 0});
  }
  return pixels;
}

std::vector<int64_t> add_iris(const FrameView& frame, const ColourSpec& spec) {
  std::vector<int64_t> sums(4, 0);
  const std::vector<IrisPixel> now = iris_of(frame, spec);
  const std::vector<IrisPixel> before = frame.before ? iris_of(*frame.before, spec) : now;
  for (size_t i = 0; i < now.size(); i++) {
    sums[0] += now[i].luminance;
    sums[1] += now[i].luminance != before[i].luminance ? 1 : 0;
    sums[2] += now[i].red;
    sums[3] += now[i].red != before[i].red ? 1 : 0;
  }
  return sums;
}

/// The largest whole number whose square is at most `square`.
int64_t floor_root(int64_t square) {
  int64_t root = 0;
  for (int64_t bit = int64_t{1} << 24; bit > 0; bit /= 2)
    if ((root + bit) * (root + bit) <= square)
      root += bit;
  return root;
}

/// Of each row the magnitudes of Sobel's operator and their squares.
std::vector<int64_t> add_magnitudes(const Picture& p, uint32_t depth) {
  constexpr int64_t kernel[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  const int64_t unit = int64_t{1} << (16 - depth);
  std::vector<int64_t> rows(2 * static_cast<size_t>(p.height), 0);
  for (int64_t y = 1; y < p.height - 1; y++)
    for (int64_t x = 1; x < p.width - 1; x++) {
      int64_t gx = 0, gy = 0;
      for (int64_t j = 0; j < 3; j++)
        for (int64_t i = 0; i < 3; i++) {
          gx += kernel[j][i] * p.at(y + j - 1, x + i - 1);
          gy += kernel[i][j] * p.at(y + j - 1, x + i - 1);
        }
      const int64_t magnitude = floor_root(unit * unit * (gx * gx + gy * gy));
      rows[2 * static_cast<size_t>(y)] += magnitude;
      rows[2 * static_cast<size_t>(y) + 1] += magnitude * magnitude;
    }
  return rows;
}

/// `axis` 0: per row, of the distances to the row above; 1: per column, of those to the column to
/// the left.
std::vector<int64_t> add_steps(const Picture& p, int axis) {
  std::vector<int64_t> added(static_cast<size_t>(axis == 0 ? p.height : p.width), 0);
  for (int64_t y = axis == 0 ? 1 : 0; y < p.height; y++)
    for (int64_t x = axis == 0 ? 0 : 1; x < p.width; x++)
      added[static_cast<size_t>(axis == 0 ? y : x)] +=
          distance(p.at(y, x), axis == 0 ? p.at(y - 1, x) : p.at(y, x - 1));
  return added;
}

void append(std::vector<int64_t>& to, const std::vector<int64_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

} // namespace

std::vector<int64_t> sum(const FrameView& frame, Sum which, const SumsSpec& spec,
                         const ColourSpec& colours) {
  const uint32_t depth = frame.format->depth;
  const auto low = [](uint32_t sample) { return sample & 255; };
  const auto high = [=](uint32_t sample) { return sample >> (depth - 8); };
  std::vector<int64_t> values;
  switch (which) {
  case Sum::tout:
    return count_outliers(luma_of(frame).with(low));
  case Sum::speckle:
    return count_outliers(luma_of(frame).with(high));
  case Sum::vrep:
    return add_repeats(luma_of(frame));
  case Sum::linerep:
    return add_repeats(luma_of(frame).with(high));
  case Sum::brng:
    return count_outside(frame);
  case Sum::rows:
    return add_samples(luma_of(frame), 0);
  case Sum::columns:
    return add_samples(luma_of(frame), 1);
  case Sum::activity:
    return add_activity(luma_of(frame));
  case Sum::msef:
    for (const Picture& plane : planes_of(frame))
      values.push_back(square_fields(plane));
    return values;
  case Sum::ssimf:
    for (const Picture& plane : planes_of(frame))
      values.push_back(compare_fields(plane, depth));
    return values;
  case Sum::idet: {
    const std::vector<Picture> now = planes_of(frame);
    const std::vector<Picture> before = frame.before ? planes_of(*frame.before) : now;
    for (size_t i = 0; i < now.size(); i++)
      append(values, add_combs(now[i], frame.before ? &before[i] : nullptr));
    return values;
  }
  case Sum::light:
    return add_cells(luma_of(frame), *spec.light);
  case Sum::rgb:
    for (const Picture& colour : colours_of(frame, colours))
      append(values, add_cells(colour, *spec.light_of_colours));
    return values;
  case Sum::iris:
    return add_iris(frame, colours);
  case Sum::sobel:
    return add_magnitudes(luma_of(frame), depth);
  case Sum::hstep:
    return add_steps(luma_of(frame), 1);
  case Sum::vstep:
    return add_steps(luma_of(frame), 0);
  }
  std::abort();
}

std::vector<int64_t> sums_of(const FrameView& frame, const SumsSpec& spec,
                             const ColourSpec& colours) {
  std::vector<int64_t> values;
  for (uint32_t s = 0; s < n_sums; s++)
    if (spec.sums >> s & 1)
      append(values, sum(frame, static_cast<Sum>(s), spec, colours));
  return values;
}

} // namespace videohistogram::reference
