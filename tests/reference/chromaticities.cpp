// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace videohistogram::reference {

GamutPoints points_of(Gamut gamut) {
  constexpr std::array<double, 2> d65 = {0.3127, 0.3290};
  switch (gamut) {
  case Gamut::bt709:
    return {{{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, d65}};
  case Gamut::bt601_525:
    return {{{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65}};
  case Gamut::bt601_625:
    return {{{0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}, d65}};
  case Gamut::bt2020:
    return {{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65}};
  case Gamut::p3:
    return {{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65}};
  }
  return {};
}

namespace {

/// The light of a signal, 1 at the signal 1; 0 below 0. No more than 1 of PQ and HLG.
double light_of(Curve curve, double signal) {
  signal = std::max(signal, 0.0);
  if (curve == Curve::sdr)
    return std::pow(signal, 2.4);
  signal = std::min(signal, 1.0);
  if (curve == Curve::hlg) {
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    return std::min(signal <= 0.5 ? signal * signal / 3 : (std::exp((signal - c) / a) + b) / 12,
                    1.0);
  }
  const double m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128,
               c3 = 2392.0 / 128;
  const double root = std::pow(signal, 1 / m2);
  return std::pow(std::max(root - c1, 0.0) / (c2 - c3 * root), 1 / m1);
}

/// Rounded to 12 significant bits.
double with_12_bits(double number) {
  if (number == 0)
    return 0;
  const double unit = std::exp2(std::floor(std::log2(std::fabs(number))) - 11);
  return std::round(number / unit) * unit;
}

/// The light of each code.
struct Lights {
  double black;
  std::vector<double> exact, rounded;
};
const Lights& lights_of(Curve curve, bool narrow, uint32_t depth) {
  thread_local std::map<std::tuple<Curve, bool, uint32_t>, Lights> all;
  Lights& lights = all[{curve, narrow, depth}];
  if (!lights.exact.empty())
    return lights;
  const double codes = std::ldexp(1.0, static_cast<int>(depth));
  lights.black = narrow ? codes * 16 / 256 : 0;
  const double white = narrow ? codes * 235 / 256 : codes - 1;
  for (double code = 0; code < codes; code++) {
    lights.exact.push_back(light_of(curve, (code - lights.black) / (white - lights.black)));
    lights.rounded.push_back(with_12_bits(lights.exact.back()));
  }
  return lights;
}

using Vector3 = std::array<double, 3>;

double determinant(const Vector3& a, const Vector3& b, const Vector3& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) +
         c[0] * (a[1] * b[2] - a[2] * b[1]);
}

/// X, Y and Z of R, G and B of light 1, whose sum is white of Y 1: by Cramer's rule.
std::array<Vector3, 3> xyz_of_colours(const GamutPoints& points) {
  const auto xyz = [&](size_t i) -> Vector3 {
    const auto [x, y] = points[i];
    return {x / y, 1, (1 - x - y) / y};
  };
  const Vector3 r = xyz(0), g = xyz(1), b = xyz(2), white = xyz(3);
  const double all = determinant(r, g, b);
  const double shares[] = {determinant(white, g, b) / all, determinant(r, white, b) / all,
                           determinant(r, g, white) / all};
  std::array<Vector3, 3> colours = {r, g, b};
  for (size_t c = 0; c < 3; c++)
    for (double& component : colours[c])
      component *= shares[c];
  return colours;
}

} // namespace

Chromaticities::Chromaticities(const ColourSpec& spec, bool narrow, uint32_t depth, uint32_t step) {
  const Lights& lights = lights_of(spec.curve, narrow, depth);
  exact_.light = &lights.exact;
  rounded_.light = &lights.rounded;
  first_ = static_cast<uint32_t>(lights.black) + step;
  const std::array<Vector3, 3> colours = xyz_of_colours(points_of(spec.gamut));
  for (size_t c = 0; c < 3; c++) {
    const auto [cie_x, cie_y, cie_z] = colours[c];
    const double over[] = {600 * cie_x, 600 * cie_y, 800 * 4 * cie_x, 800 * 9 * cie_y};
    for (size_t i = 0; i < 4; i++) {
      exact_.over[i][c] = over[i];
      exact_.under[i][c] = i < 2 ? cie_x + cie_y + cie_z : cie_x + 15 * cie_y + 3 * cie_z;
      rounded_.over[i][c] = with_12_bits(exact_.over[i][c]);
      rounded_.under[i][c] = with_12_bits(exact_.under[i][c]);
    }
  }
}

uint32_t Chromaticities::value(Axis axis, uint32_t r, uint32_t g, uint32_t b) const {
  if (std::max({r, g, b}) < first_)
    return 511;
  // Numbers of 12 bits have exact products. A float is rounded from the exact sum, which a double
  // holds, or rounds so finely that it makes no difference.
  const std::vector<double>& light = *rounded_.light;
  const auto sum = [&](const Row& row) {
    const auto first = static_cast<float>(row[0] * light.at(r) + row[1] * light.at(g));
    return static_cast<float>(double{first} + row[2] * light.at(b));
  };
  const auto quotient =
      static_cast<float>(double{sum(rounded_.over[axis])} / double{sum(rounded_.under[axis])});
  return static_cast<uint32_t>(std::min(std::floor(quotient), 510.0F));
}

double Chromaticities::exact(Axis axis, uint32_t r, uint32_t g, uint32_t b) const {
  return exact_.sum(exact_.over[axis], r, g, b) / exact_.sum(exact_.under[axis], r, g, b);
}

} // namespace videohistogram::reference
