// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/chromaticity.h"

#include "core/light_curves.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

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

} // namespace videohistogram::scope
