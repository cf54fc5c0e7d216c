// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/chromaticity.h"

#include "core/light_curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace videohistogram {

namespace {

Matrix3 product(const Matrix3& a, const Matrix3& b) {
  Matrix3 c{};
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      for (size_t k = 0; k < 3; k++)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

Matrix3 inverse(const Matrix3& m) {
  const auto cofactor = [&](size_t i, size_t j) {
    const size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return m[a][c] * m[b][d] - m[a][d] * m[b][c];
  };
  const double determinant =
      m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1) + m[0][2] * cofactor(0, 2);
  Matrix3 inverted;
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      inverted[i][j] = cofactor(j, i) / determinant;
  return inverted;
}

/// Rounded to 12 significant bits.
float with_12_bits(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return static_cast<float>(std::ldexp(std::round(std::ldexp(fraction, 12)), exponent - 12));
}

uint32_t zero_of(const CodedLight& coded) {
  return coded.narrow ? static_cast<uint32_t>(std::ldexp(16, static_cast<int>(coded.depth) - 8))
                      : 0;
}

std::vector<float> make_light(const CodedLight& coded) {
  const double zero = zero_of(coded), last = std::ldexp(1, static_cast<int>(coded.depth)) - 1;
  const double unit = coded.narrow ? std::ldexp(219, static_cast<int>(coded.depth) - 8) : last;
  std::vector<float> light;
  for (double code = 0; code <= last; code++)
    light.push_back(
        with_12_bits(linear_light(coded.transfer, std::max((code - zero) / unit, 0.0))));
  return light;
}

/// The light of each code.
const std::vector<float>& light_of(const CodedLight& coded) {
  static std::mutex mutex;
  static std::map<std::tuple<Transfer, uint32_t, bool>, std::vector<float>> tables;
  const std::lock_guard<std::mutex> lock(mutex);
  std::vector<float>& table = tables[{coded.transfer, coded.depth, coded.narrow}];
  if (table.empty())
    table = make_light(coded);
  return table;
}

} // namespace

Matrix3 xyz_of_rgb(const Primaries& primaries) {
  const Chromaticity* const of[] = {&primaries.r, &primaries.g, &primaries.b};
  Matrix3 columns;
  for (size_t i = 0; i < 3; i++) {
    columns[0][i] = of[i]->x;
    columns[1][i] = of[i]->y;
    columns[2][i] = 1 - of[i]->x - of[i]->y;
  }
  const Chromaticity& white = primaries.white;
  const double xyz[] = {white.x / white.y, 1, (1 - white.x - white.y) / white.y};
  const Matrix3 inverted = inverse(columns);
  for (size_t i = 0; i < 3; i++) {
    double share = 0; // of the primary i in white
    for (size_t j = 0; j < 3; j++)
      share += inverted[i][j] * xyz[j];
    for (auto& row : columns)
      row[i] *= share;
  }
  return columns;
}

Matrix3 rgb_of_rgb(const Primaries& from, const Primaries& to) {
  return product(inverse(xyz_of_rgb(to)), xyz_of_rgb(from));
}

bool are_equal(const Primaries& a, const Primaries& b) {
  const auto near = [](const Chromaticity& p, const Chromaticity& q) {
    return std::hypot(p.x - q.x, p.y - q.y) < 0.001;
  };
  return near(a.r, b.r) && near(a.g, b.g) && near(a.b, b.b);
}

double linear_light(Transfer transfer, double signal) {
  const double size = std::fabs(signal);
  const double light = transfer == Transfer::sdr  ? std::pow(size, 2.4)
                       : transfer == Transfer::pq ? pq_eotf(std::min(size, 1.0)) / 10000
                                                  : hlg_scene_light(size);
  return signal < 0 ? -light : light;
}

ChromaticityPlan make_chromaticities(const CodedLight& coded, const Primaries& primaries) {
  const Matrix3 xyz = xyz_of_rgb(primaries);
  // Factors of X, Y and Z in the two numbers of each ratio.
  constexpr double xy = xy_per_unit, uv = uv_per_unit;
  constexpr double over[4][3] = {{xy, 0, 0}, {0, xy, 0}, {4 * uv, 0, 0}, {0, 9 * uv, 0}};
  constexpr double under[2][3] = {{1, 1, 1}, {1, 15, 3}};
  const auto factors = [&](const double(&of)[3]) -> ChromaticityPlan::Factors {
    const auto factor = [&](size_t colour) {
      return with_12_bits(of[0] * xyz[0][colour] + of[1] * xyz[1][colour] + of[2] * xyz[2][colour]);
    };
    return {factor(0), factor(1), factor(2)};
  };
  ChromaticityPlan plan;
  for (size_t i = 0; i < 4; i++)
    plan.ratios[i] = {factors(over[i]), factors(under[i / 2])};
  const std::vector<float>& light = light_of(coded);
  plan.light = light.data();
  plan.codes = static_cast<uint32_t>(light.size());
  plan.least = light[zero_of(coded) + coded.step];
  return plan;
}

} // namespace videohistogram
