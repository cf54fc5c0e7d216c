// SPDX-License-Identifier: LGPL-2.1-or-later
// How the CPU computes quantities. Nothing but the plain structs has external linkage: of an inline
// function the linker keeps one copy, which might be that of a file for newer CPUs.
#pragma once

#include "core/format.h"
#include "core/quantity.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cpu {

/// What is computed from pixels of R, G and B.
struct RgbPlan {
  uint8_t red = 0, green = 0, blue = 0; ///< where they lie in a pixel, in bytes
  LumaWeights weights{};
};
RgbPlan make_rgb_plan(const SamplePlane& sample_plane, const LumaWeights& weights);

namespace {

// A quantity as a functor of R, G and B: numbers of 32 bits, or vectors of them. MAXRGB and the
// like also take vectors of the samples' size.

struct Luma {
  LumaWeights weights;

  explicit Luma(const RgbPlan& rgb) : weights(rgb.weights) {}
  template <class Values>
  Values operator()(Values r, Values g, Values b) const {
    return (r * weights.r + g * weights.g + b * weights.b + 32768) >> 16; // sums below 2^32
  }
};

struct MaxRgb {
  explicit MaxRgb(const RgbPlan&) {}
  template <class Values>
  Values operator()(Values r, Values g, Values b) const {
    const Values most = r > g ? r : g;
    return most > b ? most : b;
  }
};

/// The functor that visit_computed() gives as `const auto&`.
template <class Reference>
using Functor = std::remove_cv_t<std::remove_reference_t<Reference>>;

/// Calls visit(quantity, functor) for every quantity that is computed.
template <class Visit>
inline void for_each_computed(const RgbPlan& rgb, Visit&& visit) {
  visit(Quantity::luma, Luma(rgb));
  visit(Quantity::maxrgb, MaxRgb(rgb));
}

/// The same for one of them.
template <class Visit>
inline void visit_computed(Quantity wanted, const RgbPlan& rgb, Visit&& visit) {
  for_each_computed(rgb, [&](Quantity quantity, const auto& compute) {
    if (quantity == wanted)
      visit(compute);
  });
}

} // namespace

} // namespace videohistogram::cpu
