// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/chromaticity.h"
#include "core/host_device.h"

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
  // computed from them; see core/colour.h for those from SAT on, and
  // core/chromaticity.h for those from CIE-X on
  luma,
  maxrgb,
  sat,
  hue,
  range,
  brng,
  r_minus_g,
  g_minus_b,
  chroma,
  cie_x,
  cie_y,
  cie_u,
  cie_v,
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
VIDEOHISTOGRAM_HOST_DEVICE constexpr QuantitySet quantity_bit(Quantity quantity) {
  return 1u << static_cast<uint32_t>(quantity);
}
constexpr QuantitySet all_quantities = (1u << n_quantities) - 1;

constexpr QuantitySet rgb_set =
    quantity_bit(Quantity::r) | quantity_bit(Quantity::g) | quantity_bit(Quantity::b);
constexpr QuantitySet chroma_set = quantity_bit(Quantity::cb) | quantity_bit(Quantity::cr);
constexpr QuantitySet ycbcr_set = quantity_bit(Quantity::y) | chroma_set;
constexpr QuantitySet chromaticity_set =
    quantity_bit(Quantity::cie_x) | quantity_bit(Quantity::cie_y) | quantity_bit(Quantity::cie_u) |
    quantity_bit(Quantity::cie_v);

/// Where a quantity has its values.
enum class Domain : uint8_t {
  none,   ///< the frames have no such values
  plane,  ///< one value per pixel of a sample plane, from that pixel alone
  pixel,  ///< one value per pixel of the frame, from samples of several planes or with ColourPlan
  chroma, ///< one value per chroma sample, from Cb and Cr
  frames, ///< one value per sample, from it and the same sample of the frame before
};
constexpr uint32_t n_domains = static_cast<uint32_t>(Domain::frames) + 1;

/// One way in which frames have a quantity.
struct Origin {
  QuantitySet needs = 0; ///< stored quantities that the values are read or computed from
  Domain domain = Domain::none;
  /// Computed from Y'CbCr with the frames' matrix, so that values are codes of colour_depth() bits.
  bool by_matrix = false;
};

/// The properties of a quantity. CONTRIBUTING.md says how to add one.
struct QuantityInfo {
  const char* name; ///< "R", "Cb", "LUMA", "DIFF-Y"
  /// A format has the quantity by the first origin whose `needs` it stores.
  Origin origins[2];
  /// Number of values, and of bins, if each value needs a bin of its own. 0: values are the codes
  /// of samples or colours, in any number of bins.
  uint32_t fixed_bins = 0;
};

/// In the order of Quantity.
constexpr QuantityInfo quantity_table[n_quantities] = {
    {"R", {{quantity_bit(Quantity::r), Domain::plane}, {ycbcr_set, Domain::pixel, true}}},
    {"G", {{quantity_bit(Quantity::g), Domain::plane}, {ycbcr_set, Domain::pixel, true}}},
    {"B", {{quantity_bit(Quantity::b), Domain::plane}, {ycbcr_set, Domain::pixel, true}}},
    {"A", {{quantity_bit(Quantity::a), Domain::plane}}},
    {"Y", {{quantity_bit(Quantity::y), Domain::plane}}},
    {"Cb", {{quantity_bit(Quantity::cb), Domain::plane}}},
    {"Cr", {{quantity_bit(Quantity::cr), Domain::plane}}},
    {"GRAY", {{quantity_bit(Quantity::gray), Domain::plane}}},
    {"LUMA", {{rgb_set, Domain::plane}}},
    {"MAXRGB", {{rgb_set, Domain::plane}, {ycbcr_set, Domain::pixel, true}}},
    {"SAT", {{chroma_set, Domain::chroma}}},
    {"HUE", {{chroma_set, Domain::chroma}}, 360},
    {"RANGE", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}, 256},
    {"BRNG", {{ycbcr_set, Domain::pixel}}, 2},
    {"R-G", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}},
    {"G-B", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}},
    {"CHROMA", {{ycbcr_set, Domain::pixel, true}}},
    {"CIE-X", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}, chromaticity_values},
    {"CIE-Y", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}, chromaticity_values},
    {"CIE-U", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}, chromaticity_values},
    {"CIE-V", {{rgb_set, Domain::pixel}, {ycbcr_set, Domain::pixel, true}}, chromaticity_values},
    {"DIFF-R", {{quantity_bit(Quantity::r), Domain::frames}}},
    {"DIFF-G", {{quantity_bit(Quantity::g), Domain::frames}}},
    {"DIFF-B", {{quantity_bit(Quantity::b), Domain::frames}}},
    {"DIFF-A", {{quantity_bit(Quantity::a), Domain::frames}}},
    {"DIFF-Y", {{quantity_bit(Quantity::y), Domain::frames}}},
    {"DIFF-Cb", {{quantity_bit(Quantity::cb), Domain::frames}}},
    {"DIFF-Cr", {{quantity_bit(Quantity::cr), Domain::frames}}},
    {"DIFF-GRAY", {{quantity_bit(Quantity::gray), Domain::frames}}},
};

constexpr const QuantityInfo& info_of(Quantity quantity) {
  return quantity_table[static_cast<uint32_t>(quantity)];
}
constexpr const char* quantity_name(Quantity quantity) {
  return info_of(quantity).name;
}

/// Whether some formats store the quantity. Others may compute it, as Y'CbCr formats do R, G and B.
constexpr bool is_stored(Quantity quantity) {
  return info_of(quantity).origins[0].needs == quantity_bit(quantity);
}
/// Maximum number of quantities that frames have in Domain::pixel; Domain::chroma has fewer.
constexpr uint32_t count_pixel_quantities() {
  uint32_t n = 0;
  for (const QuantityInfo& info : quantity_table)
    n += info.origins[0].domain == Domain::pixel || info.origins[1].domain == Domain::pixel ? 1 : 0;
  return n;
}
constexpr uint32_t max_pixel_quantities = count_pixel_quantities();

/// Whether the value is R, G, B or the greatest of them.
VIDEOHISTOGRAM_HOST_DEVICE constexpr bool is_colour(Quantity quantity) {
  return (quantity_bit(quantity) & rgb_set) != 0 || quantity == Quantity::maxrgb;
}
/// Whether the value is R-G or G-B.
constexpr bool is_colour_difference(Quantity quantity) {
  return quantity == Quantity::r_minus_g || quantity == Quantity::g_minus_b;
}
/// Whether the value is CIE-X, CIE-Y, CIE-U or CIE-V, the chromaticities of ChromaticityPlan.
VIDEOHISTOGRAM_HOST_DEVICE constexpr bool is_chromaticity(Quantity quantity) {
  return quantity >= Quantity::cie_x && quantity <= Quantity::cie_v;
}
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t chromaticity_index(Quantity quantity) {
  return static_cast<uint32_t>(quantity) - static_cast<uint32_t>(Quantity::cie_x);
}
/// Whether a value of Y'CbCr frames is computed from R, G and B of ColourPlan::rgb, and is none of
/// them.
constexpr bool is_of_colours(Quantity quantity) {
  return is_colour_difference(quantity) || is_chromaticity(quantity);
}
constexpr bool is_difference(Quantity quantity) {
  return info_of(quantity).origins[0].domain == Domain::frames;
}
constexpr QuantitySet find_differences() {
  QuantitySet set = 0;
  for (uint32_t q = 0; q < n_quantities; q++)
    set |= is_difference(static_cast<Quantity>(q)) ? 1u << q : 0;
  return set;
}
constexpr QuantitySet all_differences = find_differences();

/// The only quantity, or the first one, of a set that is not empty.
constexpr Quantity first_of(QuantitySet set) {
  return static_cast<Quantity>(__builtin_ctz(set));
}
/// The stored quantity whose difference this is: DIFF-Y -> Y.
constexpr Quantity source_of_difference(Quantity difference) {
  return first_of(info_of(difference).origins[0].needs);
}

/// The weights of R, G and B in LUMA, in units of 2^-16. Their sum is 65536: white stays white.
struct LumaWeights {
  uint32_t r, g, b;
};

/// Kr, Kg and Kb of ITU-R BT.601, BT.709 and BT.2020.
constexpr LumaWeights luma_bt601{19595, 38470, 7471};
constexpr LumaWeights luma_bt709{13933, 46871, 4732};
constexpr LumaWeights luma_bt2020{17216, 44434, 3886};

/// 2^16 times LUMA plus 1/2: sum >> 16 is LUMA, rounded. `Values`: 32-bit numbers, for samples of
/// up to 16 bits; or floats, which are exact for samples of 8 bits; or vectors of either.
template <class Values, class Weights = LumaWeights>
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr Values
luma_sum(const Weights& weights, Values r, Values g, Values b) {
  return r * weights.r + g * weights.g + b * weights.b + 32768;
}

/// LUMA or MAXRGB of stored R, G and B of up to 16 bits. All backends agree with it.
constexpr uint32_t compute(Quantity quantity, const LumaWeights& weights, uint32_t r, uint32_t g,
                           uint32_t b) {
  if (quantity == Quantity::luma)
    return luma_sum(weights, r, g, b) >> 16;
  return r > g ? (r > b ? r : b) : (g > b ? g : b);
}

/// The bin of a value: (value * bins) >> depth.
constexpr uint32_t bin_of(uint32_t value, uint32_t bins, uint32_t depth) {
  return static_cast<uint32_t>((uint64_t{value} * bins) >> depth);
}

/// Maximum number of quantities that are computed from the pixels of one sample plane: LUMA and
/// MAXRGB. They have the depth of the samples.
constexpr uint32_t max_computed = 2;
/// Maximum number of histograms per rectangle of one sample plane.
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
