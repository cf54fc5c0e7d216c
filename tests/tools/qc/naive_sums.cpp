// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/qc/naive_sums.h"

#include <cmath>
#include <cstdlib>

namespace videohistogram::tools {

uint64_t Plane::sum() const {
  uint64_t sum = 0;
  for (const int64_t sample : samples)
    sum += static_cast<uint64_t>(sample);
  return sum;
}

std::vector<uint64_t> Plane::rows() const {
  std::vector<uint64_t> sums(height);
  for (size_t i = 0; i < samples.size(); i++)
    sums[i / width] += static_cast<uint64_t>(samples[i]);
  return sums;
}

std::vector<uint64_t> Plane::columns() const {
  std::vector<uint64_t> sums(width);
  for (size_t i = 0; i < samples.size(); i++)
    sums[i % width] += static_cast<uint64_t>(samples[i]);
  return sums;
}

std::vector<uint64_t> Plane::counts(unsigned depth) const {
  std::vector<uint64_t> counts(size_t{1} << depth);
  for (const int64_t sample : samples)
    counts[static_cast<size_t>(sample)]++;
  return counts;
}

FieldPlane sum_fields(const Plane& plane, unsigned depth) {
  FieldPlane fields;
  const size_t rows = plane.height / 2;
  fields.samples = rows * plane.width;
  for (size_t y = 0; y < rows; y++) {
    for (size_t x = 0; x < plane.width; x++) {
      const int64_t difference = plane.at(2 * y, x) - plane.at(2 * y + 1, x);
      fields.squares += static_cast<uint64_t>(difference * difference);
    }
  }
  const double last = std::ldexp(1, static_cast<int>(depth)) - 1;
  const double c1 = std::floor(.0001 * last * last * 64 + .5);
  const double c2 = std::floor(.0009 * last * last * 64 * 63 + .5);
  for (size_t y = 0; y + 8 <= rows; y += 4) {
    for (size_t x = 0; x + 8 <= plane.width; x += 4) {
      double s1 = 0, s2 = 0, squares = 0, product = 0;
      for (size_t i = 0; i < 64; i++) {
        const auto t = static_cast<double>(plane.at(2 * (y + i / 8), x + i % 8));
        const auto b = static_cast<double>(plane.at(2 * (y + i / 8) + 1, x + i % 8));
        s1 += t;
        s2 += b;
        squares += t * t + b * b;
        product += t * b;
      }
      const double numerator = (2 * s1 * s2 + c1) * (2 * (64 * product - s1 * s2) + c2);
      const double denominator = (s1 * s1 + s2 * s2 + c1) * (64 * squares - s1 * s1 - s2 * s2 + c2);
      fields.similarity += std::llrint(std::ldexp(numerator / denominator, 32));
      fields.windows++;
    }
  }
  return fields;
}

FieldSums sum_idet(const Frame* before, const Frame& frame) {
  FieldSums sums;
  const auto add = [](uint64_t& sum, int64_t difference) {
    sum += static_cast<uint64_t>(std::abs(difference));
  };
  for (size_t plane = 0; plane < frame.size(); plane++) {
    const Plane& q = frame[plane];
    for (size_t y = 2; y + 2 < q.height; y++) {
      for (size_t x = 0; x < q.width; x++) {
        const size_t parity = y % 2;
        add(sums.combed[parity], q.at(y - 1, x) + q.at(y + 1, x) - 2 * q.at(y, x));
        if (!before)
          continue;
        const Plane& p = (*before)[plane];
        add(sums.after[parity], q.at(y - 1, x) + q.at(y + 1, x) - 2 * p.at(y, x));
        add(sums.before[parity], p.at(y - 1, x) + p.at(y + 1, x) - 2 * q.at(y, x));
        add(sums.moved[parity], 2 * q.at(y, x) - 2 * p.at(y, x));
      }
    }
  }
  return sums;
}

} // namespace videohistogram::tools
