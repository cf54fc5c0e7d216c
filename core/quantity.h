// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <array>
#include <cstdint>

namespace videohistogram {

/// A whole number that each pixel has. Results list quantities in the order of these values.
enum class Quantity : uint8_t { r, g, b, a, y, cb, cr, gray, luma, maxrgb };
constexpr uint32_t n_quantities = static_cast<uint32_t>(Quantity::maxrgb) + 1;

/// A set of quantities, one bit each: bit q is Quantity(q).
using QuantitySet = uint32_t;
constexpr QuantitySet quantity_bit(Quantity quantity) {
  return 1u << static_cast<uint32_t>(quantity);
}
constexpr QuantitySet all_quantities = (1u << n_quantities) - 1;

/// How a quantity is derived from a pixel.
enum class QuantityKind : uint8_t {
  stored,       ///< a sample of the format
  weighted_sum, ///< R, G and B weighted by LumaWeights
  maximum,      ///< largest of R, G and B
};

/// The definition of a quantity. A computed quantity has the depth of its sources.
struct QuantityInfo {
  const char* name; ///< "Cb"
  QuantityKind kind;
  QuantitySet sources; ///< stored quantities that it is computed from
};

constexpr QuantitySet rgb_set =
    quantity_bit(Quantity::r) | quantity_bit(Quantity::g) | quantity_bit(Quantity::b);

/// Indexed by Quantity.
constexpr QuantityInfo quantity_infos[n_quantities] = {
    {"R", QuantityKind::stored, 0},
    {"G", QuantityKind::stored, 0},
    {"B", QuantityKind::stored, 0},
    {"A", QuantityKind::stored, 0},
    {"Y", QuantityKind::stored, 0},
    {"Cb", QuantityKind::stored, 0},
    {"Cr", QuantityKind::stored, 0},
    {"GRAY", QuantityKind::stored, 0},
    {"LUMA", QuantityKind::weighted_sum, rgb_set},
    {"MAXRGB", QuantityKind::maximum, rgb_set},
};

constexpr const QuantityInfo& quantity_info(Quantity quantity) {
  return quantity_infos[static_cast<uint32_t>(quantity)];
}
/// The name of a quantity: "R", "Cb", "LUMA".
constexpr const char* quantity_name(Quantity quantity) {
  return quantity_info(quantity).name;
}
constexpr bool is_stored(Quantity quantity) {
  return quantity_info(quantity).kind == QuantityKind::stored;
}

constexpr QuantitySet list_stored_quantities() {
  QuantitySet set = 0;
  for (uint32_t q = 0; q < n_quantities; q++)
    if (is_stored(static_cast<Quantity>(q)))
      set |= 1u << q;
  return set;
}
constexpr QuantitySet stored_quantities = list_stored_quantities();

constexpr uint32_t count_computed_quantities() {
  uint32_t n = 0;
  for (const QuantityInfo& info : quantity_infos)
    n += info.kind == QuantityKind::stored ? 0 : 1;
  return n;
}
/// Maximum number of computed quantities per frame.
constexpr uint32_t max_computed = count_computed_quantities();

/// The weights of R, G and B in LUMA, in units of 2^-16. Their sum is 65536: white stays white.
struct LumaWeights {
  uint32_t r, g, b;
};

/// Kr, Kg and Kb of ITU-R BT.601, BT.709 and BT.2020.
constexpr LumaWeights luma_bt601{19595, 38470, 7471};
constexpr LumaWeights luma_bt709{13933, 46871, 4732};
constexpr LumaWeights luma_bt2020{17216, 44434, 3886};

/// The definition of a computed quantity for samples of up to 16 bits. All backends agree with it.
constexpr uint32_t compute(Quantity quantity, const LumaWeights& weights, uint32_t r, uint32_t g,
                           uint32_t b) {
  switch (quantity_info(quantity).kind) {
  case QuantityKind::weighted_sum: // rounded half up
    return (weights.r * r + weights.g * g + weights.b * b + 32768) >> 16;
  case QuantityKind::maximum:
    return r > g ? (r > b ? r : b) : (g > b ? g : b);
  case QuantityKind::stored:
    break;
  }
  return 0; // stored quantities are not computed
}

/// The bin of a value: (value * bins) >> depth.
constexpr uint32_t bin_of(uint32_t value, uint32_t bins, uint32_t depth) {
  return static_cast<uint32_t>((uint64_t{value} * bins) >> depth);
}

/// Maximum number of histograms per rectangle: R, G, B, A and all computed quantities.
constexpr uint32_t max_channels = 4 + max_computed;

/// Quantities in the order in which results list them, each at most once.
struct QuantityList {
  std::array<Quantity, max_channels> channels{};
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
