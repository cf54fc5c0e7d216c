// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The formats, each a row of one table.
#include "core/format.h"

#include "core/colour.h"
#include "core/low_byte_first.h"

#include <algorithm>

namespace videohistogram {

namespace {

constexpr Quantity R = Quantity::r, G = Quantity::g, B = Quantity::b, A = Quantity::a;
constexpr Quantity Y = Quantity::y, Cb = Quantity::cb, Cr = Quantity::cr, Gray = Quantity::gray;
/// A sample of a packed pixel that is no channel.
constexpr Quantity x = Quantity::luma;

/// The packing of formats whose samples have the byte order of the CPU.
constexpr Packing native = low_byte_first ? Packing::none : Packing::big_endian;

/// A sample plane with one channel.
constexpr SamplePlane one(Quantity channel, uint8_t bytes, uint8_t plane, uint8_t x_sub,
                          uint8_t y_sub) {
  return {bytes, 1, {{{channel, 0}}}, plane, x_sub, y_sub};
}

/// What all samples of a format have in common.
struct Samples {
  uint8_t depth = 8;
  bool high_bits = false; ///< values are the high bits of their samples, not the low ones
  Packing packing = Packing::none;
};

template <size_t N>
constexpr FormatInfo make_format(const char* name, Family family, const Samples& samples,
                                 const SamplePlane (&sample_planes)[N], const char* ffmpeg_name,
                                 const char* canonical = nullptr) {
  const uint8_t bytes = samples.depth > 8 ? 2 : 1;
  const auto shift = static_cast<uint8_t>(samples.high_bits ? 8 * bytes - samples.depth : 0);
  FormatInfo format{
      name,  family,          0,      N, {}, ffmpeg_name, canonical, bytes, samples.depth,
      shift, samples.packing, nullptr};
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
                                       uint8_t y_sub, const char* ffmpeg_name,
                                       const char* canonical = nullptr) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  return make_format(name, Family::ycbcr, {depth},
                     {one(A, bytes, 3, 0, 0), one(Y, bytes, 0, 0, 0),
                      one(Cb, bytes, 1, x_sub, y_sub), one(Cr, bytes, 2, x_sub, y_sub)},
                     ffmpeg_name, canonical);
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
constexpr FormatInfo planar_rgb(const char* name, uint8_t depth, const char* ffmpeg_name,
                                const char* canonical = nullptr) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  return make_format(name, Family::rgb, {depth},
                     {one(R, bytes, 2, 0, 0), one(G, bytes, 0, 0, 0), one(B, bytes, 1, 0, 0)},
                     ffmpeg_name, canonical);
}

/// Planes of G, B, R and A.
constexpr FormatInfo planar_rgba(const char* name, uint8_t depth, const char* ffmpeg_name,
                                 const char* canonical = nullptr) {
  const uint8_t bytes = depth > 8 ? 2 : 1;
  return make_format(name, Family::rgb, {depth},
                     {one(R, bytes, 2, 0, 0), one(G, bytes, 0, 0, 0), one(B, bytes, 1, 0, 0),
                      one(A, bytes, 3, 0, 0)},
                     ffmpeg_name, canonical);
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

/// The format of a row, but packed into `n_planes` planes of memory.
constexpr FormatInfo packed_as(Packing packing, uint8_t n_planes, FormatInfo unpacked) {
  unpacked.packing = packing;
  unpacked.n_planes = n_planes;
  return unpacked;
}

/// The format of a row, but with the high byte of each sample first.
constexpr FormatInfo big_endian(const FormatInfo& unpacked) {
  return packed_as(Packing::big_endian, unpacked.n_planes, unpacked);
}

/// Words of 16 or 32 bits, one per pixel, by their fields from the low bits on. A field of fewer
/// than `depth` bits is repeated in its sample.
template <size_t N>
constexpr FormatInfo words(const char* name, Family family, Packing packing, uint8_t depth,
                           const Quantity (&fields)[N], const uint8_t (&bits)[N],
                           const char* ffmpeg_name, const char* canonical = nullptr) {
  SamplePlane planes[N] = {};
  size_t n = 0;
  for (uint32_t q = 0; q < n_quantities; q++) // in the order of the channels
    for (size_t i = 0; i < N; i++)
      if (fields[i] == static_cast<Quantity>(q))
        planes[n++] = one(fields[i], 2, static_cast<uint8_t>(i), 0, 0);
  FormatInfo format = make_format(name, family, {16}, planes, ffmpeg_name, canonical);
  format.depth = depth;
  for (SamplePlane& plane : format.sample_planes)
    for (size_t i = 0; i < N && plane.n_components > 0; i++)
      if (plane.components[0].channel == fields[i]) {
        plane.components[0].bits = bits[i];
        plane.components[0].shift = static_cast<uint8_t>(depth - bits[i]);
      }
  return packed_as(packing, 1, format);
}

/// Words of three fields of 10 bits, and of 2 bits of A or of none.
template <size_t N>
constexpr FormatInfo words_of_10(const char* name, Family family, const Quantity (&fields)[N],
                                 const char* ffmpeg_name, const char* canonical = nullptr,
                                 Packing packing = Packing::word_le32) {
  uint8_t bits[N] = {};
  for (size_t i = 0; i < N; i++)
    bits[i] = i < 3 ? 10 : 2;
  return words(name, family, packing, 10, fields, bits, ffmpeg_name, canonical);
}

/// NV12, of 8 or 10 bits, in tiles.
constexpr FormatInfo tiled(const char* name, Packing packing, uint8_t depth) {
  return packed_as(
      packing, 2,
      semi_planar(name, depth, Cb, Cr, 1, 1, nullptr, depth == 8 ? "I420" : "I420_10LE"));
}

constexpr Family rgb = Family::rgb, ycbcr = Family::ycbcr, gray = Family::gray;

/// New formats come last: elements prefer the first formats that their neighbours have, too.
constexpr FormatInfo rows[] = {
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
    packed("ARGB64", rgb, {16, false, native}, {A, R, G, B}, nullptr),
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
    packed("AYUV64", ycbcr, {16, false, native}, {A, Y, Cb, Cr},
           low_byte_first ? "ayuv64le" : "ayuv64be"),
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
    planar_with_alpha("A422", 8, 1, 0, "yuva422p"),
    planar_with_alpha("A444", 8, 0, 0, "yuva444p"),
    packed("RBGA", rgb, {}, {R, B, G, A}, nullptr),
    packed("GRAY10_LE16", gray, {10}, {Gray}, nullptr),
    planar_with_alpha("A420_12LE", 12, 1, 1, nullptr),
    planar_with_alpha("A422_12LE", 12, 1, 0, "yuva422p12le"),
    planar_with_alpha("A444_12LE", 12, 0, 0, "yuva444p12le"),
    planar_with_alpha("A420_16LE", 16, 1, 1, "yuva420p16le"),
    planar_with_alpha("A422_16LE", 16, 1, 0, "yuva422p16le"),
    planar_with_alpha("A444_16LE", 16, 0, 0, "yuva444p16le"),
    planar_rgb("GBR_16LE", 16, "gbrp16le"),
    pixel_pairs("Y216_LE", {16}, 0, 1, 3, nullptr, nullptr),
    packed("Y416_LE", ycbcr, {16}, {Cb, Y, Cr, A}, nullptr),

    packed_as(Packing::v210, 1, planar("v210", 10, 1, 0, nullptr, "I422_10LE")),
    packed_as(Packing::uyvp, 1, planar("UYVP", 10, 1, 0, nullptr, "I422_10LE")),
    words_of_10("Y410", ycbcr, {Cb, Y, Cr, A}, nullptr),
    words_of_10("r210", rgb, {B, G, R}, nullptr, "GBR_10LE", Packing::word_be32),
    words_of_10("RGB10A2_LE", rgb, {R, G, B, A}, nullptr),
    words_of_10("BGR10A2_LE", rgb, {B, G, R, A}, nullptr),
    words_of_10("RGB10x2_LE", rgb, {R, G, B}, "x2bgr10le", "GBR_10LE"),
    words_of_10("BGR10x2_LE", rgb, {B, G, R}, "x2rgb10le", "GBR_10LE"),
    packed_as(Packing::run_le32, 1, packed("GRAY10_LE32", gray, {10, true}, {Gray}, nullptr)),
    packed_as(Packing::run_le32, 2,
              semi_planar("NV12_10LE32", 10, Cb, Cr, 1, 1, nullptr, "I420_10LE")),
    packed_as(Packing::run_le32, 2,
              semi_planar("NV16_10LE32", 10, Cb, Cr, 1, 0, nullptr, "I422_10LE")),
    packed_as(Packing::run_le40, 2,
              semi_planar("NV12_10LE40", 10, Cb, Cr, 1, 1, nullptr, "I420_10LE")),
    packed_as(Packing::run_le40, 2,
              semi_planar("NV16_10LE40", 10, Cb, Cr, 1, 0, nullptr, "I422_10LE")),
    packed_as(Packing::iyu1, 1, planar("IYU1", 8, 2, 0, nullptr, "Y41B")),
    words("RGB16", rgb, Packing::word_565, 6, {B, G, R}, {5, 6, 5}, nullptr),
    words("BGR16", rgb, Packing::word_565, 6, {R, G, B}, {5, 6, 5}, nullptr),
    words("RGB15", rgb, Packing::word_555, 5, {B, G, R}, {5, 5, 5}, nullptr),
    words("BGR15", rgb, Packing::word_555, 5, {R, G, B}, {5, 5, 5}, nullptr),

    tiled("NV12_4L4", Packing::tiles_4x4, 8),
    tiled("NV12_32L32", Packing::tiles_32x32, 8),
    tiled("NV12_16L32S", Packing::tiles_16x32, 8),
    tiled("NV12_64Z32", Packing::tiles_64x32_z, 8),
    tiled("NV12_8L128", Packing::tiles_8x128, 8),
    tiled("NV12_10BE_8L128", Packing::tiles_8x128_be10, 10),
    tiled("NV12_10LE40_4L4", Packing::tiles_4x4_le40, 10),
    tiled("MT2110T", Packing::tiles_16x32_mt2110t, 10),
    tiled("MT2110R", Packing::tiles_16x32_mt2110r, 10),

    big_endian(packed("GRAY16_BE", gray, {16}, {Gray}, "gray16be")),
    big_endian(semi_planar("P010_10BE", 10, Cb, Cr, 1, 1, "p010be", "I420_10LE")),
    big_endian(planar("I420_10BE", 10, 1, 1, "yuv420p10be", "I420_10LE")),
    big_endian(planar("I422_10BE", 10, 1, 0, "yuv422p10be", "I422_10LE")),
    big_endian(planar("Y444_10BE", 10, 0, 0, "yuv444p10be", "Y444_10LE")),
    big_endian(planar_with_alpha("A420_10BE", 10, 1, 1, "yuva420p10be", "A420_10LE")),
    big_endian(planar_with_alpha("A422_10BE", 10, 1, 0, "yuva422p10be", "A422_10LE")),
    big_endian(planar_with_alpha("A444_10BE", 10, 0, 0, "yuva444p10be", "A444_10LE")),
    big_endian(planar_rgb("GBR_10BE", 10, "gbrp10be", "GBR_10LE")),
    big_endian(planar_rgba("GBRA_10BE", 10, "gbrap10be", "GBRA_10LE")),
    big_endian(semi_planar("P012_BE", 12, Cb, Cr, 1, 1, "p012be", "I420_12LE")),
    big_endian(planar("I420_12BE", 12, 1, 1, "yuv420p12be", "I420_12LE")),
    big_endian(planar("I422_12BE", 12, 1, 0, "yuv422p12be", "I422_12LE")),
    big_endian(planar("Y444_12BE", 12, 0, 0, "yuv444p12be", "Y444_12LE")),
    big_endian(pixel_pairs("Y212_BE", {12, true}, 0, 1, 3, nullptr, "I422_12LE")),
    big_endian(packed("Y412_BE", ycbcr, {12, true}, {Cb, Y, Cr, A}, nullptr)),
    big_endian(planar_with_alpha("A420_12BE", 12, 1, 1, nullptr, "A420_12LE")),
    big_endian(planar_with_alpha("A422_12BE", 12, 1, 0, "yuva422p12be", "A422_12LE")),
    big_endian(planar_with_alpha("A444_12BE", 12, 0, 0, "yuva444p12be", "A444_12LE")),
    big_endian(planar_rgb("GBR_12BE", 12, "gbrp12be", "GBR_12LE")),
    big_endian(planar_rgba("GBRA_12BE", 12, "gbrap12be", "GBRA_12LE")),
    big_endian(semi_planar("P016_BE", 16, Cb, Cr, 1, 1, "p016be", nullptr)),
    big_endian(planar("Y444_16BE", 16, 0, 0, "yuv444p16be", "Y444_16LE")),
    big_endian(pixel_pairs("Y216_BE", {16}, 0, 1, 3, nullptr, nullptr)),
    big_endian(packed("Y416_BE", ycbcr, {16}, {Cb, Y, Cr, A}, nullptr)),
    big_endian(planar_with_alpha("A420_16BE", 16, 1, 1, "yuva420p16be", "A420_16LE")),
    big_endian(planar_with_alpha("A422_16BE", 16, 1, 0, "yuva422p16be", "A422_16LE")),
    big_endian(planar_with_alpha("A444_16BE", 16, 0, 0, "yuva444p16be", "A444_16LE")),
    big_endian(planar_rgb("GBR_16BE", 16, "gbrp16be", "GBR_16LE")),
    big_endian(packed("RGBA64_BE", rgb, {16}, {R, G, B, A}, "rgba64be")),
    big_endian(packed("BGRA64_BE", rgb, {16}, {B, G, R, A}, "bgra64be")),
    big_endian(packed("ARGB64_BE", rgb, {16}, {A, R, G, B}, nullptr)),
    big_endian(packed("ABGR64_BE", rgb, {16}, {A, B, G, R}, nullptr)),
};

constexpr size_t n_formats = sizeof rows / sizeof rows[0];

/// FormatInfo::unpacked of each row.
constexpr std::array<FormatInfo, n_formats> unpack_rows() {
  std::array<FormatInfo, n_formats> all{};
  for (size_t i = 0; i < n_formats; i++) {
    all[i] = rows[i];
    all[i].packing = Packing::none;
    all[i].n_planes = 0;
    for (uint32_t g = 0; g < rows[i].n_sample_planes; g++)
      all[i].n_planes =
          std::max<uint8_t>(all[i].n_planes, rows[i].sample_planes[g].plane + uint8_t{1});
  }
  return all;
}
constexpr auto unpacked_formats = unpack_rows();

constexpr std::array<FormatInfo, n_formats> link_rows() {
  std::array<FormatInfo, n_formats> all{};
  for (size_t i = 0; i < n_formats; i++) {
    all[i] = rows[i];
    if (rows[i].packing != Packing::none)
      all[i].unpacked = &unpacked_formats[i];
  }
  return all;
}
constexpr auto formats = link_rows();

constexpr std::array<const FormatInfo*, n_formats + 1> list_formats() {
  std::array<const FormatInfo*, n_formats + 1> list{};
  for (size_t i = 0; i < n_formats; i++)
    list[i] = &formats[i];
  return list;
}

constexpr auto format_list = list_formats();

} // namespace

const FormatInfo* find_format(std::string_view name) {
  for (const FormatInfo& format : formats)
    if (name == format.name)
      return &format;
  return nullptr;
}

const FormatInfo* const* all_formats() {
  return format_list.data();
}

} // namespace videohistogram
