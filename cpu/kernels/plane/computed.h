// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How the CPU computes quantities. Functions here have internal linkage, because files for several
// sets of instructions include them: see core/vectors.h.
#pragma once

#include "core/format.h"
#include "core/quantity.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cpu {

/// How quantities are computed from pixels with R, G and B.
struct RgbPlan {
  uint8_t red = 0, green = 0, blue = 0; ///< byte offsets of the samples in a pixel
  LumaWeights weights{};
};
RgbPlan make_rgb_plan(const SamplePlane& sample_plane, const LumaWeights& weights);

namespace {

// Each functor computes a quantity from R, G and B: 32-bit numbers or vectors of them. MaxRgb also
// takes vectors of numbers of the samples' size.

struct Luma {
  LumaWeights weights;

  explicit Luma(const RgbPlan& rgb) : weights(rgb.weights) {}
  template <class Values>
  Values operator()(Values r, Values g, Values b) const {
    return luma_sum(weights, r, g, b) >> 16;
  }
};

/// Weights for LUMA of 8-bit samples in floats, which hold integers up to 2^24 exactly (255 * 65536
/// + 32768 is less) and which every CPU can multiply.
struct FloatWeights {
  float r, g, b;

  explicit FloatWeights(const LumaWeights& weights)
      : r(static_cast<float>(weights.r)), g(static_cast<float>(weights.g)),
        b(static_cast<float>(weights.b)) {}
};

struct MaxRgb {
  explicit MaxRgb(const RgbPlan&) {}
  template <class Values>
  Values operator()(Values r, Values g, Values b) const {
    const Values most = r > g ? r : g;
    return most > b ? most : b;
  }
};

/// The type of a functor that visit_computed() passes as `const auto&`.
template <class Reference>
using Functor = std::remove_cv_t<std::remove_reference_t<Reference>>;

/// Calls visit(quantity, functor) for every computed quantity.
template <class Visit>
inline void for_each_computed(const RgbPlan& rgb, Visit&& visit) {
  visit(Quantity::luma, Luma(rgb));
  visit(Quantity::maxrgb, MaxRgb(rgb));
}

/// Whether visit_computed() has a functor for the quantity.
inline bool is_computed(Quantity wanted, const RgbPlan& rgb) {
  bool found = false;
  for_each_computed(rgb, [&](Quantity quantity, const auto&) { found |= quantity == wanted; });
  return found;
}

/// Calls visit(functor) for the computed quantity `wanted`; does nothing for a stored one.
template <class Visit>
inline void visit_computed(Quantity wanted, const RgbPlan& rgb, Visit&& visit) {
  for_each_computed(rgb, [&](Quantity quantity, const auto& compute) {
    if (quantity == wanted)
      visit(compute);
  });
}

} // namespace

} // namespace videohistogram::cpu
