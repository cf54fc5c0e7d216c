// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <array>
#include <cstdint>

namespace videohistogram {

/// A whole number that each pixel has. Results list quantities in the order of these values.
enum class Quantity : uint8_t {
  // samples of formats; R, G and B of Y'CbCr formats are computed
  r,
  g,
  b,
  a,
  y,
  cb,
  cr,
  gray,
  // computed from them; see core/colour.h for the last three
  luma,
  maxrgb,
  sat,
  hue,
  range,
  // |sample - sample of the frame before|, in the order of the samples
  diff_r,
  diff_g,
  diff_b,
  diff_a,
  diff_y,
  diff_cb,
  diff_cr,
  diff_gray,
};
constexpr uint32_t n_quantities = static_cast<uint32_t>(Quantity::diff_gray) + 1;

/// A set of quantities, one bit each: bit q is Quantity(q).
using QuantitySet = uint32_t;
constexpr QuantitySet quantity_bit(Quantity quantity) {
  return 1u << static_cast<uint32_t>(quantity);
}
constexpr QuantitySet all_quantities = (1u << n_quantities) - 1;

constexpr QuantitySet rgb_set =
    quantity_bit(Quantity::r) | quantity_bit(Quantity::g) | quantity_bit(Quantity::b);

constexpr QuantitySet ycbcr_set =
    quantity_bit(Quantity::y) | quantity_bit(Quantity::cb) | quantity_bit(Quantity::cr);

/// Quantities that formats store. R, G and B of Y'CbCr formats are computed.
constexpr QuantitySet stored_quantities =
    rgb_set | ycbcr_set | quantity_bit(Quantity::a) | quantity_bit(Quantity::gray);

/// The differences of a set of stored quantities.
constexpr QuantitySet differences_of(QuantitySet stored) {
  return stored << static_cast<uint32_t>(Quantity::diff_r);
}
constexpr QuantitySet all_differences = differences_of(stored_quantities);
/// The stored quantity that a difference is one of.
constexpr Quantity source_of_difference(Quantity difference) {
  return static_cast<Quantity>(static_cast<uint32_t>(difference) -
                               static_cast<uint32_t>(Quantity::diff_r));
}

constexpr bool is_stored(Quantity quantity) {
  return (stored_quantities & quantity_bit(quantity)) != 0;
}

/// Quantities computed from the samples of one pixel of a sample plane with R, G and B. They have
/// the depth of the samples.
constexpr QuantitySet plane_computed =
    quantity_bit(Quantity::luma) | quantity_bit(Quantity::maxrgb);
/// Maximum number of these quantities per frame.
constexpr uint32_t max_computed = 2;

/// The name of a quantity: "R", "Cb", "LUMA", "DIFF-Y".
constexpr const char* quantity_name(Quantity quantity) {
  constexpr const char* names[n_quantities] = {
      "R",      "G",      "B",      "A",      "Y",       "Cb",      "Cr",
      "GRAY",   "LUMA",   "MAXRGB", "SAT",    "HUE",     "RANGE",   "DIFF-R",
      "DIFF-G", "DIFF-B", "DIFF-A", "DIFF-Y", "DIFF-Cb", "DIFF-Cr", "DIFF-GRAY"};
  return names[static_cast<uint32_t>(quantity)];
}

/// The weights of R, G and B in LUMA, in units of 2^-16. Their sum is 65536: white stays white.
struct LumaWeights {
  uint32_t r, g, b;
};

/// Kr, Kg and Kb of ITU-R BT.601, BT.709 and BT.2020.
constexpr LumaWeights luma_bt601{19595, 38470, 7471};
constexpr LumaWeights luma_bt709{13933, 46871, 4732};
constexpr LumaWeights luma_bt2020{17216, 44434, 3886};

/// LUMA or MAXRGB of stored R, G and B of up to 16 bits. All backends agree with it.
constexpr uint32_t compute(Quantity quantity, const LumaWeights& weights, uint32_t r, uint32_t g,
                           uint32_t b) {
  if (quantity == Quantity::luma) // rounded half up
    return (weights.r * r + weights.g * g + weights.b * b + 32768) >> 16;
  return r > g ? (r > b ? r : b) : (g > b ? g : b);
}

/// The bin of a value: (value * bins) >> depth.
constexpr uint32_t bin_of(uint32_t value, uint32_t bins, uint32_t depth) {
  return static_cast<uint32_t>((uint64_t{value} * bins) >> depth);
}

/// Maximum number of histograms per rectangle of one sample plane: R, G, B, A, LUMA and MAXRGB.
constexpr uint32_t max_channels = 4 + max_computed;

/// Quantities in the order in which results list them, each at most once.
struct QuantityList {
  std::array<Quantity, n_quantities> channels{};
  uint32_t size = 0;

  const Quantity* begin() const { return channels.data(); }
  const Quantity* end() const { return channels.data() + size; }
  Quantity operator[](uint32_t i) const { return channels[i]; }
  void push_back(Quantity quantity) { channels[size++] = quantity; }
};

inline QuantitySet set_of(const QuantityList& list) {
  QuantitySet set = 0;
  for (Quantity quantity : list)
    set |= quantity_bit(quantity);
  return set;
}

} // namespace videohistogram
