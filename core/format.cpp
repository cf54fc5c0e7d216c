// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/format.h"

#include "core/colour.h"

#include <algorithm>

namespace videohistogram {

namespace {

constexpr Quantity R = Quantity::r, G = Quantity::g, B = Quantity::b, A = Quantity::a;
constexpr Quantity Y = Quantity::y, Cb = Quantity::cb, Cr = Quantity::cr;

/// A sample plane with one channel.
constexpr SamplePlane one(Quantity channel, uint8_t bytes, uint8_t plane, uint8_t x_sub,
                          uint8_t y_sub) {
  return {bytes, 1, {{{channel, 0}}}, plane, x_sub, y_sub};
}

constexpr FormatInfo packed(const char* name, const SamplePlane& sample_plane) {
  return {name, 8, 1, 1, {{sample_plane}}};
}

constexpr FormatInfo packed_16(const char* name, const SamplePlane& sample_plane,
                               bool big_endian = false) {
  return {name, 16, 1, 1, {{sample_plane}}, 2, 0, big_endian};
}

constexpr bool native_is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/// Bytes per sample.
constexpr uint8_t bytes_of(uint8_t depth) {
  return depth > 8 ? 2 : 1;
}

/// Three planes: Y, Cb and Cr. Values are the samples' low bits. `cb_plane` is 1, or 2 if the plane
/// of Cr comes first.
constexpr FormatInfo planar(const char* name, uint8_t depth, uint8_t x_sub, uint8_t y_sub,
                            uint8_t cb_plane = 1) {
  const uint8_t bytes = bytes_of(depth), cr_plane = static_cast<uint8_t>(3 - cb_plane);
  return {name,
          depth,
          3,
          3,
          {{one(Y, bytes, 0, 0, 0), one(Cb, bytes, cb_plane, x_sub, y_sub),
            one(Cr, bytes, cr_plane, x_sub, y_sub)}},
          bytes};
}

/// Two planes: Y, and pairs (Cb Cr or Cr Cb) at half the width unless `x_sub` is 0. Values are the
/// high bits of their samples.
constexpr FormatInfo semi_planar(const char* name, uint8_t depth, Quantity first, Quantity second,
                                 uint8_t y_sub, uint8_t x_sub = 1) {
  const uint8_t bytes = bytes_of(depth);
  const SamplePlane pairs{
      static_cast<uint8_t>(2 * bytes), 2, {{{first, 0}, {second, bytes}}}, 1, x_sub, y_sub};
  return {name,
          depth,
          2,
          2,
          {{one(Y, bytes, 0, 0, 0), pairs}},
          bytes,
          static_cast<uint8_t>(8 * bytes - depth)};
}

/// Two pixels in four bytes: one sample plane of 2-byte pixels for Y, and one of 4-byte pixels for
/// Cb and Cr, which both pixels share.
constexpr FormatInfo pixel_pairs(const char* name, uint8_t y, uint8_t cb, uint8_t cr) {
  return {name, 8, 1, 2, {{{2, 1, {{{Y, y}}}}, {4, 2, {{{Cb, cb}, {Cr, cr}}}, 0, 1, 0}}}};
}

constexpr FormatInfo formats[] = {
    packed("RGBA", {4, 4, {{{R, 0}, {G, 1}, {B, 2}, {A, 3}}}}),
    packed("RGBx", {4, 3, {{{R, 0}, {G, 1}, {B, 2}}}}),
    packed("BGRA", {4, 4, {{{B, 0}, {G, 1}, {R, 2}, {A, 3}}}}),
    packed("BGRx", {4, 3, {{{B, 0}, {G, 1}, {R, 2}}}}),
    packed("ARGB", {4, 4, {{{A, 0}, {R, 1}, {G, 2}, {B, 3}}}}),
    packed("xRGB", {4, 3, {{{R, 1}, {G, 2}, {B, 3}}}}),
    packed("ABGR", {4, 4, {{{A, 0}, {B, 1}, {G, 2}, {R, 3}}}}),
    packed("xBGR", {4, 3, {{{B, 1}, {G, 2}, {R, 3}}}}),
    packed("RGB", {3, 3, {{{R, 0}, {G, 1}, {B, 2}}}}),
    packed("BGR", {3, 3, {{{B, 0}, {G, 1}, {R, 2}}}}),
    packed("GRAY8", one(Quantity::gray, 1, 0, 0, 0)),
    semi_planar("NV12", 8, Cb, Cr, 1),
    semi_planar("NV21", 8, Cr, Cb, 1),
    planar("I420", 8, 1, 1),
    planar("YV12", 8, 1, 1, 2),
    planar("Y42B", 8, 1, 0),
    semi_planar("NV16", 8, Cb, Cr, 0),
    semi_planar("NV61", 8, Cr, Cb, 0),
    planar("Y444", 8, 0, 0),
    semi_planar("NV24", 8, Cb, Cr, 0, 0),
    pixel_pairs("YUY2", 0, 1, 3),
    pixel_pairs("UYVY", 1, 0, 2),
    semi_planar("P010_10LE", 10, Cb, Cr, 1),
    planar("I420_10LE", 10, 1, 1),
    planar("I422_10LE", 10, 1, 0),
    planar("Y444_10LE", 10, 0, 0),
    semi_planar("P012_LE", 12, Cb, Cr, 1),
    planar("I420_12LE", 12, 1, 1),
    planar("I422_12LE", 12, 1, 0),
    planar("Y444_12LE", 12, 0, 0),
    semi_planar("P016_LE", 16, Cb, Cr, 1),
    packed_16("GRAY16_LE", one(Quantity::gray, 2, 0, 0, 0)),
    packed_16("RGBA64_LE", {8, 4, {{{R, 0}, {G, 2}, {B, 4}, {A, 6}}}}),
    packed_16("BGRA64_LE", {8, 4, {{{B, 0}, {G, 2}, {R, 4}, {A, 6}}}}),
    packed_16("ARGB64_LE", {8, 4, {{{A, 0}, {R, 2}, {G, 4}, {B, 6}}}}),
    packed_16("ABGR64_LE", {8, 4, {{{A, 0}, {B, 2}, {G, 4}, {R, 6}}}}),
    packed_16("ARGB64", {8, 4, {{{A, 0}, {R, 2}, {G, 4}, {B, 6}}}}, native_is_big_endian),
};

constexpr size_t n_formats = sizeof formats / sizeof formats[0];

constexpr std::array<const FormatInfo*, n_formats + 1> list_formats() {
  std::array<const FormatInfo*, n_formats + 1> list{};
  for (size_t i = 0; i < n_formats; i++)
    list[i] = &formats[i];
  return list;
}

constexpr auto format_list = list_formats();

} // namespace

QuantitySet SamplePlane::channels() const {
  QuantitySet set = 0;
  for (uint32_t i = 0; i < n_components; i++)
    set |= quantity_bit(components[i].channel);
  return set;
}

int SamplePlane::offset_of(Quantity channel) const {
  for (uint32_t i = 0; i < n_components; i++)
    if (components[i].channel == channel)
      return components[i].offset;
  return -1;
}

QuantitySet FormatInfo::channels() const {
  QuantitySet set = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    set |= sample_planes[g].channels();
  return set;
}

QuantitySet FormatInfo::plane_quantities() const {
  return channels() | (is_rgb() ? plane_computed : 0);
}

QuantitySet FormatInfo::countable_channels() const {
  QuantitySet set = plane_quantities() | differences_of(channels());
  if (is_rgb() || is_ycbcr())
    set |= quantity_bit(Quantity::range);
  if (is_ycbcr())
    set |= rgb_set | quantity_bit(Quantity::maxrgb) | quantity_bit(Quantity::sat) |
           quantity_bit(Quantity::hue);
  return set;
}

ValueRange FormatInfo::values_of(Quantity quantity) const {
  const auto all_of = [](uint32_t bits) { return ValueRange{bits, 1u << bits}; };
  switch (quantity) {
  case Quantity::hue:
    return {9, 360, true};
  case Quantity::range:
    return {8, 256, true};
  case Quantity::r:
  case Quantity::g:
  case Quantity::b:
  case Quantity::maxrgb:
    return all_of(is_ycbcr() ? colour_depth(depth) : depth);
  default:
    return all_of(depth);
  }
}

uint64_t FormatInfo::row_bytes(uint32_t plane, uint32_t width) const {
  uint64_t bytes = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    if (sample_planes[g].plane == plane)
      bytes = std::max(bytes,
                       uint64_t{sample_planes[g].width_of(width)} * sample_planes[g].pixel_bytes);
  return bytes;
}

uint32_t FormatInfo::rows(uint32_t plane, uint32_t height) const {
  uint32_t rows = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    if (sample_planes[g].plane == plane)
      rows = std::max(rows, sample_planes[g].height_of(height));
  return rows;
}

const FormatInfo* find_format(std::string_view name) {
  for (const FormatInfo& format : formats)
    if (name == format.name)
      return &format;
  return nullptr;
}

const FormatInfo* const* all_formats() {
  return format_list.data();
}

QuantitySet countable(const FormatInfo& format, const ColourSpec& colours) {
  const QuantitySet of_matrix =
      rgb_set | quantity_bit(Quantity::maxrgb) | quantity_bit(Quantity::range);
  return format.countable_channels() &
         ~(format.is_ycbcr() && !colours.has_matrix ? of_matrix : QuantitySet{0});
}

QuantityList select_quantities(const FormatInfo& format, QuantitySet wanted) {
  const QuantitySet available = format.countable_channels();
  QuantityList list;
  for (uint32_t q = 0; q < n_quantities; q++)
    if (wanted & available & (1u << q))
      list.push_back(static_cast<Quantity>(q));
  return list;
}

} // namespace videohistogram
