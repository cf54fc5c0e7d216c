// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/format.h"

#include "core/colour.h"

#include <algorithm>

namespace videohistogram {

namespace {

constexpr Quantity R = Quantity::r, G = Quantity::g, B = Quantity::b, A = Quantity::a;
constexpr Quantity Y = Quantity::y, Cb = Quantity::cb, Cr = Quantity::cr, Gray = Quantity::gray;
/// A sample of a packed pixel that is no channel.
constexpr Quantity x = Quantity::luma;

constexpr bool native_is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/// A sample plane with one channel.
constexpr SamplePlane one(Quantity channel, uint8_t bytes, uint8_t plane, uint8_t x_sub,
                          uint8_t y_sub) {
  return {bytes, 1, {{{channel, 0}}}, plane, x_sub, y_sub};
}

/// What all samples of a format have in common.
struct Samples {
  uint8_t depth = 8;
  bool high_bits = false; ///< values are the high bits of their samples, not the low ones
  bool big_endian = false;
};

template <size_t N>
constexpr FormatInfo make_format(const char* name, Family family, const Samples& samples,
                                 const SamplePlane (&sample_planes)[N], const char* ffmpeg_name,
                                 const char* canonical = nullptr) {
  const uint8_t bytes = samples.depth > 8 ? 2 : 1;
  const auto shift = static_cast<uint8_t>(samples.high_bits ? 8 * bytes - samples.depth : 0);
  FormatInfo format{name,
                    family,
                    0,
                    N,
                    {},
                    ffmpeg_name,
                    canonical,
                    bytes,
                    samples.depth,
                    shift,
                    samples.big_endian};
  for (size_t g = 0; g < N; g++) {
    SamplePlane& plane = format.sample_planes[g];
    plane = sample_planes[g];
    format.n_planes =
        plane.plane >= format.n_planes ? static_cast<uint8_t>(plane.plane + 1) : format.n_planes;
    for (uint32_t i = 0; i < plane.n_components; i++) {
      plane.components[i].shift = shift;
      plane.components[i].bits = samples.depth;
    }
  }
  return format;
}

/// One plane of packed pixels, by their samples in memory order.
template <size_t N>
constexpr FormatInfo packed(const char* name, Family family, const Samples& samples,
                            const Quantity (&channels)[N], const char* ffmpeg_name,
                            const char* canonical = nullptr) {
  const uint8_t bytes = samples.depth > 8 ? 2 : 1;
  SamplePlane plane{static_cast<uint8_t>(N * bytes), 0, {}};
  for (size_t i = 0; i < N; i++)
    if (channels[i] != x)
      plane.components[plane.n_components++] = {channels[i], static_cast<uint8_t>(i * bytes)};
  return make_format(name, family, samples, {plane}, ffmpeg_name, canonical);
}

/// Three planes: Y, Cb and Cr. Values are the samples' low bits. `cb_plane` is 1, or 2 if the plane
/// of Cr comes first.
constexpr FormatInfo planar(const char* name, uint8_t depth, uint8_t x_sub, uint8_t y_sub,
                            const char* ffmpeg_name, const char* canonical = nullptr,
                            uint8_t cb_plane = 1) {
  const uint8_t bytes = depth > 8 ? 2 : 1, cr_plane = static_cast<uint8_t>(3 - cb_plane);
  return make_format(name, Family::ycbcr, {depth},
                     {one(Y, bytes, 0, 0, 0), one(Cb, bytes, cb_plane, x_sub, y_sub),
                      one(Cr, bytes, cr_plane, x_sub, y_sub)},
                     ffmpeg_name, canonical);
}

/// Planes of Y, Cb, Cr and A. Values are the low bits of their samples.
constexpr FormatInfo planar_with_alpha(const char* name, uint8_t depth, uint8_t x_sub,
                                       uint8_t y_sub, const char* ffmpeg_name) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  return make_format(name, Family::ycbcr, {depth},
                     {one(A, bytes, 3, 0, 0), one(Y, bytes, 0, 0, 0),
                      one(Cb, bytes, 1, x_sub, y_sub), one(Cr, bytes, 2, x_sub, y_sub)},
                     ffmpeg_name);
}

/// Two planes: Y, and pairs (Cb Cr or Cr Cb) at half the width unless `x_sub` is 0. Values are the
/// high bits of their samples.
constexpr FormatInfo semi_planar(const char* name, uint8_t depth, Quantity first, Quantity second,
                                 uint8_t x_sub, uint8_t y_sub, const char* ffmpeg_name,
                                 const char* canonical) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  const SamplePlane pairs{
      static_cast<uint8_t>(2 * bytes), 2, {{{first, 0}, {second, bytes}}}, 1, x_sub, y_sub};
  return make_format(name, Family::ycbcr, {depth, true}, {one(Y, bytes, 0, 0, 0), pairs},
                     ffmpeg_name, canonical);
}

/// Planes of G, B and R.
constexpr FormatInfo planar_rgb(const char* name, uint8_t depth, const char* ffmpeg_name) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  return make_format(name, Family::rgb, {depth},
                     {one(R, bytes, 2, 0, 0), one(G, bytes, 0, 0, 0), one(B, bytes, 1, 0, 0)},
                     ffmpeg_name);
}

/// Planes of G, B, R and A.
constexpr FormatInfo planar_rgba(const char* name, uint8_t depth, const char* ffmpeg_name) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  return make_format(name, Family::rgb, {depth},
                     {one(R, bytes, 2, 0, 0), one(G, bytes, 0, 0, 0), one(B, bytes, 1, 0, 0),
                      one(A, bytes, 3, 0, 0)},
                     ffmpeg_name);
}

/// Two pixels in four samples: one sample plane of pixels of 2 samples for Y, and one of 4 samples
/// for Cb and Cr, which both pixels share. `y`, `cb` and `cr` are places among the samples.
constexpr FormatInfo pixel_pairs(const char* name, const Samples& samples, uint8_t y, uint8_t cb,
                                 uint8_t cr, const char* ffmpeg_name, const char* canonical) {
  const uint8_t bytes = samples.depth > 8 ? 2 : 1;
  const auto byte = [&](uint8_t place) { return static_cast<uint8_t>(place * bytes); };
  return make_format(
      name, Family::ycbcr, samples,
      {{byte(2), 1, {{{Y, byte(y)}}}}, {byte(4), 2, {{{Cb, byte(cb)}, {Cr, byte(cr)}}}, 0, 1, 0}},
      ffmpeg_name, canonical);
}

constexpr Family rgb = Family::rgb, ycbcr = Family::ycbcr, gray = Family::gray;

/// New formats come last: elements prefer the first formats that their neighbours have, too.
constexpr FormatInfo formats[] = {
    packed("RGBA", rgb, {}, {R, G, B, A}, "rgba"),
    packed("RGBx", rgb, {}, {R, G, B, x}, "rgb0"),
    packed("BGRA", rgb, {}, {B, G, R, A}, "bgra"),
    packed("BGRx", rgb, {}, {B, G, R, x}, "bgr0"),
    packed("ARGB", rgb, {}, {A, R, G, B}, "argb"),
    packed("xRGB", rgb, {}, {x, R, G, B}, "0rgb"),
    packed("ABGR", rgb, {}, {A, B, G, R}, "abgr"),
    packed("xBGR", rgb, {}, {x, B, G, R}, "0bgr"),
    packed("RGB", rgb, {}, {R, G, B}, "rgb24"),
    packed("BGR", rgb, {}, {B, G, R}, "bgr24"),
    packed("GRAY8", gray, {}, {Gray}, "gray"),
    semi_planar("NV12", 8, Cb, Cr, 1, 1, "nv12", "I420"),
    semi_planar("NV21", 8, Cr, Cb, 1, 1, "nv21", "I420"),
    planar("I420", 8, 1, 1, "yuv420p"),
    planar("YV12", 8, 1, 1, "yuv420p", "I420", 2),
    planar("Y42B", 8, 1, 0, "yuv422p"),
    semi_planar("NV16", 8, Cb, Cr, 1, 0, "nv16", "Y42B"),
    semi_planar("NV61", 8, Cr, Cb, 1, 0, nullptr, "Y42B"),
    planar("Y444", 8, 0, 0, "yuv444p"),
    semi_planar("NV24", 8, Cb, Cr, 0, 0, "nv24", "Y444"),
    pixel_pairs("YUY2", {}, 0, 1, 3, "yuyv422", "Y42B"),
    pixel_pairs("UYVY", {}, 1, 0, 2, "uyvy422", "Y42B"),
    semi_planar("P010_10LE", 10, Cb, Cr, 1, 1, "p010le", "I420_10LE"),
    planar("I420_10LE", 10, 1, 1, "yuv420p10le"),
    planar("I422_10LE", 10, 1, 0, "yuv422p10le"),
    planar("Y444_10LE", 10, 0, 0, "yuv444p10le"),
    semi_planar("P012_LE", 12, Cb, Cr, 1, 1, "p012le", "I420_12LE"),
    planar("I420_12LE", 12, 1, 1, "yuv420p12le"),
    planar("I422_12LE", 12, 1, 0, "yuv422p12le"),
    planar("Y444_12LE", 12, 0, 0, "yuv444p12le"),
    semi_planar("P016_LE", 16, Cb, Cr, 1, 1, "p016le", nullptr),
    packed("GRAY16_LE", gray, {16}, {Gray}, "gray16le"),
    packed("RGBA64_LE", rgb, {16}, {R, G, B, A}, "rgba64le"),
    packed("BGRA64_LE", rgb, {16}, {B, G, R, A}, "bgra64le"),
    packed("ARGB64_LE", rgb, {16}, {A, R, G, B}, nullptr),
    packed("ABGR64_LE", rgb, {16}, {A, B, G, R}, nullptr),
    packed("ARGB64", rgb, {16, false, native_is_big_endian}, {A, R, G, B}, nullptr),
    planar_with_alpha("A420", 8, 1, 1, "yuva420p"),
    packed("AYUV", ycbcr, {}, {A, Y, Cb, Cr}, "ayuv"),
    packed("VUYA", ycbcr, {}, {Cr, Cb, Y, A}, "vuya"),
    packed("v308", ycbcr, {}, {Y, Cb, Cr}, nullptr, "Y444"),
    planar_rgb("GBR", 8, "gbrp"),
    planar_rgba("GBRA", 8, "gbrap"),
    planar("Y444_16LE", 16, 0, 0, "yuv444p16le"),
    planar_rgb("GBR_10LE", 10, "gbrp10le"),
    packed("Y412_LE", ycbcr, {12, true}, {Cb, Y, Cr, A}, nullptr),
    pixel_pairs("Y212_LE", {12, true}, 0, 1, 3, "y212le", "I422_12LE"),
    planar("Y41B", 8, 2, 0, "yuv411p"),
    planar("YUV9", 8, 2, 2, "yuv410p"),
    pixel_pairs("v216", {16}, 1, 0, 2, nullptr, nullptr),
    pixel_pairs("YVYU", {}, 0, 3, 1, "yvyu422", "Y42B"),
    pixel_pairs("VYUY", {}, 1, 2, 0, nullptr, "Y42B"),
    pixel_pairs("Y210", {10, true}, 0, 1, 3, "y210le", "I422_10LE"),
    packed("IYU2", ycbcr, {}, {Cb, Y, Cr}, nullptr, "Y444"),
    packed("AYUV64", ycbcr, {16, false, native_is_big_endian}, {A, Y, Cb, Cr},
           native_is_big_endian ? "ayuv64be" : "ayuv64le"),
    planar("YVU9", 8, 2, 2, "yuv410p", "YUV9", 2),
    make_format("RGBP", rgb, {}, {one(R, 1, 0, 0, 0), one(G, 1, 1, 0, 0), one(B, 1, 2, 0, 0)},
                nullptr, "GBR"),
    make_format("BGRP", rgb, {}, {one(R, 1, 2, 0, 0), one(G, 1, 1, 0, 0), one(B, 1, 0, 0, 0)},
                nullptr, "GBR"),
    make_format("AV12", ycbcr, {},
                {one(A, 1, 2, 0, 0), one(Y, 1, 0, 0, 0), {2, 2, {{{Cb, 0}, {Cr, 1}}}, 1, 1, 1}},
                nullptr, "A420"),
    planar_with_alpha("A420_10LE", 10, 1, 1, "yuva420p10le"),
    planar_with_alpha("A422_10LE", 10, 1, 0, "yuva422p10le"),
    planar_with_alpha("A444_10LE", 10, 0, 0, "yuva444p10le"),
    planar_rgba("GBRA_10LE", 10, "gbrap10le"),
    planar_rgb("GBR_12LE", 12, "gbrp12le"),
    planar_rgba("GBRA_12LE", 12, "gbrap12le"),
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
      return components[i].byte;
  return -1;
}

QuantitySet FormatInfo::channels() const {
  QuantitySet set = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    set |= sample_planes[g].channels();
  return set;
}

Origin FormatInfo::origin_of(Quantity quantity) const {
  const QuantitySet stored = channels();
  for (Origin origin : info_of(quantity).origins) {
    if (origin.domain == Domain::none || (origin.needs & ~stored) != 0)
      continue;
    const auto has_all = [&](const SamplePlane& plane) {
      return (origin.needs & ~plane.channels()) == 0;
    };
    if (origin.domain == Domain::plane &&
        std::none_of(sample_planes.begin(), sample_planes.begin() + n_sample_planes, has_all))
      origin.domain = Domain::pixel;
    return origin;
  }
  return {};
}

QuantitySet FormatInfo::quantities_in(Domain domain) const {
  QuantitySet set = 0;
  for (uint32_t q = 0; q < n_quantities; q++)
    if (domain_of(static_cast<Quantity>(q)) == domain)
      set |= 1u << q;
  return set;
}

ValueRange FormatInfo::values_of(Quantity quantity) const {
  const Origin origin = origin_of(quantity);
  if (const uint32_t values = info_of(quantity).fixed_bins; values > 0) {
    uint32_t bits = 1;
    while (1u << bits < values)
      bits++;
    return {bits, values, true};
  }
  uint32_t bits = origin.by_matrix ? colour_depth(depth) : depth;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    for (uint32_t i = 0; i < sample_planes[g].n_components; i++)
      if (quantity_bit(sample_planes[g].components[i].channel) == origin.needs)
        bits = sample_planes[g].components[i].bits;
  return {bits, 1u << bits};
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
  QuantitySet set = format.countable_channels();
  for (uint32_t q = 0; q < n_quantities && !colours.has_matrix; q++)
    if (format.origin_of(static_cast<Quantity>(q)).by_matrix)
      set &= ~(1u << q);
  return set;
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
