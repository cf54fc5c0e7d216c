// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/packed.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::reference {

namespace {

constexpr Quantity R = Quantity::r, G = Quantity::g, B = Quantity::b, A = Quantity::a;
constexpr Quantity Y = Quantity::y, Cb = Quantity::cb, Cr = Quantity::cr;

/// `n` bits from bit `first` on, where bit 0 is the lowest of the first byte and the first bit is
/// the lowest of the value.
uint32_t bits_up(const uint8_t* bytes, uint64_t first, uint32_t n) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < n; i++)
    value |= (bytes[(first + i) / 8] >> (first + i) % 8 & 1u) << i;
  return value;
}

/// The same where bit 0 is the highest of the first byte, and the first bit the highest of the
/// value.
uint32_t bits_down(const uint8_t* bytes, uint64_t first, uint32_t n) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < n; i++)
    value = value << 1 | (bytes[(first + i) / 8] >> (7 - (first + i) % 8) & 1u);
  return value;
}

const uint8_t* row_of(const FrameView& frame, uint32_t plane, uint32_t y) {
  const PlaneView& view = frame.planes[plane];
  return view.data + view.offset + static_cast<ptrdiff_t>(y) * view.stride;
}

/// The bytes of the 32-bit words of a line of v210 that hold samples, and the bits there:
///   word 0: Cb0 Y0 Cr0, word 1: Y1 Cb2 Y2, word 2: Cr2 Y3 Cb4, word 3: Y4 Cr4 Y5
uint32_t v210(const uint8_t* row, Quantity channel, uint32_t x) {
  static constexpr uint8_t y[6][2] = {{0, 10}, {1, 0}, {1, 20}, {2, 10}, {3, 0}, {3, 20}};
  static constexpr uint8_t cb[3][2] = {{0, 0}, {1, 10}, {2, 20}};
  static constexpr uint8_t cr[3][2] = {{0, 20}, {2, 0}, {3, 10}};
  const uint32_t group = channel == Y ? x / 6 : x / 3;
  const uint8_t* const place = channel == Y ? y[x % 6] : channel == Cb ? cb[x % 3] : cr[x % 3];
  return bits_up(row + 16 * size_t{group} + 4 * place[0], place[1], 10);
}

/// Y of a row, or the pairs Cb Cr of a row: the index of a sample in it.
uint64_t index_in_run(Quantity channel, uint32_t x) {
  return channel == Y || channel == Quantity::gray ? x
         : channel == Cb                           ? 2 * uint64_t{x}
                                                   : 2 * uint64_t{x} + 1;
}

/// How the tiles of a format are, in samples per row and rows. Chroma tiles are as wide.
struct TiledFormat {
  const char* name;
  uint32_t width, height, chroma_height;
  uint32_t bytes_of_row; ///< bytes of a tile per row
};
constexpr TiledFormat tiled_formats[] = {
    {"NV12_4L4", 4, 4, 4, 4},        {"NV12_32L32", 32, 32, 32, 32},
    {"NV12_16L32S", 16, 32, 16, 16}, {"NV12_64Z32", 64, 32, 32, 64},
    {"NV12_8L128", 8, 128, 128, 8},  {"NV12_10BE_8L128", 0, 128, 128, 8},
    {"NV12_10LE40_4L4", 4, 4, 4, 5}, {"MT2110T", 16, 32, 16, 20},
    {"MT2110R", 16, 32, 16, 20},
};

/// The order of the tiles of 2 rows of the NV12 of Samsung's codecs, see
/// https://linuxtv.org/downloads/v4l-dvb-apis/re31.html; a last row alone is in order.
uint64_t z_order(uint64_t x, uint64_t y, uint64_t columns, uint64_t rows) {
  if (rows % 2 == 1 && y == rows - 1)
    return y * columns + x;
  static constexpr uint8_t order[2][4] = {{0, 1, 6, 7}, {2, 3, 4, 5}};
  const uint64_t above = y / 2 * 2 * columns, group = x / 4 * 8;
  // A last group of 2 columns has 4 tiles in order.
  return above + group + order[y % 2][x % 4];
}

uint32_t tiled_value(const FrameView& frame, const TiledFormat& format, Quantity channel,
                     uint32_t x, uint32_t y) {
  const std::string name = format.name;
  const uint32_t plane = channel == Y ? 0 : 1;
  const uint32_t height = plane == 0 ? format.height : format.chroma_height;
  const uint64_t sample = index_in_run(channel, x), row = y % height, tile_y = y / height;
  const uint64_t tile_bytes = uint64_t{format.bytes_of_row} * height;
  const PlaneView& view = frame.planes[plane];
  const auto columns = static_cast<uint64_t>(view.stride) / tile_bytes;
  const uint64_t rows_needed = (frame.height + (plane == 0 ? 0 : 1)) / (plane == 0 ? 1 : 2);
  const uint64_t rows = view.tile_rows > 0 ? view.tile_rows : (rows_needed + height - 1) / height;
  const auto tile = [&](uint64_t tile_x) {
    const uint64_t index =
        name == "NV12_64Z32" ? z_order(tile_x, tile_y, columns, rows) : tile_y * columns + tile_x;
    return view.data + view.offset + index * tile_bytes;
  };
  if (name == "NV12_10BE_8L128") { // a row is bits that go on in the next tile
    uint8_t bytes[2];
    for (uint64_t i = 0; i < 2; i++) {
      const uint64_t byte = sample * 10 / 8 + i;
      bytes[i] = tile(byte / 8)[8 * row + byte % 8];
    }
    return bits_down(bytes, sample * 10 % 8, 10);
  }
  const uint64_t in_tile = sample % format.width;
  const uint8_t* const of_tile = tile(sample / format.width);
  if (name == "NV12_10LE40_4L4")
    return bits_up(of_tile + 5 * row, 10 * in_tile, 10);
  if (name[0] != 'M')
    return of_tile[format.width * row + in_tile];
  // Groups of 80 bytes for 4 rows: low bits, then high bits.
  const uint8_t* const group = of_tile + row / 4 * 80;
  const uint32_t high = group[16 + row % 4 * 16 + in_tile];
  const uint32_t low = name == "MT2110T" ? bits_up(group + in_tile, 2 * (row % 4), 2)
                                         : bits_up(group, 2 * (16 * (row % 4) + in_tile), 2);
  return high << 2 | low;
}

const TiledFormat* tiled_format(const std::string& name) {
  for (const TiledFormat& format : tiled_formats)
    if (name == format.name)
      return &format;
  return nullptr;
}

/// The first bit and the number of bits of a channel in a word per pixel, bit 0 the lowest.
struct Field {
  Quantity channel;
  uint32_t first, bits;
};
struct WordFormat {
  const char* name;
  uint32_t bits;
  bool high_byte_first;
  std::vector<Field> fields;
};
const std::vector<WordFormat>& word_formats() {
  const uint16_t one = 1;
  const bool cpu = *reinterpret_cast<const uint8_t*>(&one) == 0;
  static const std::vector<WordFormat> formats = {
      {"Y410", 32, false, {{Cb, 0, 10}, {Y, 10, 10}, {Cr, 20, 10}, {A, 30, 2}}},
      {"r210", 32, true, {{B, 0, 10}, {G, 10, 10}, {R, 20, 10}}},
      {"RGB10A2_LE", 32, false, {{R, 0, 10}, {G, 10, 10}, {B, 20, 10}, {A, 30, 2}}},
      {"BGR10A2_LE", 32, false, {{B, 0, 10}, {G, 10, 10}, {R, 20, 10}, {A, 30, 2}}},
      {"RGB10x2_LE", 32, false, {{R, 0, 10}, {G, 10, 10}, {B, 20, 10}}},
      {"BGR10x2_LE", 32, false, {{B, 0, 10}, {G, 10, 10}, {R, 20, 10}}},
      {"RGB16", 16, cpu, {{R, 11, 5}, {G, 5, 6}, {B, 0, 5}}},
      {"BGR16", 16, cpu, {{R, 0, 5}, {G, 5, 6}, {B, 11, 5}}},
      {"RGB15", 16, cpu, {{R, 10, 5}, {G, 5, 5}, {B, 0, 5}}},
      {"BGR15", 16, cpu, {{R, 0, 5}, {G, 5, 5}, {B, 10, 5}}},
  };
  return formats;
}
const WordFormat* word_format(const std::string& name) {
  for (const WordFormat& format : word_formats())
    if (name == format.name)
      return &format;
  return nullptr;
}

Field field_of(const WordFormat& format, Quantity channel) {
  for (const Field& field : format.fields)
    if (field.channel == channel)
      return field;
  std::abort(); // a test asked for a channel that the format has not
}

uint32_t word_value(const uint8_t* row, const WordFormat& format, Quantity channel, uint32_t x) {
  const uint32_t bytes = format.bits / 8;
  uint8_t word[4];
  for (uint32_t i = 0; i < bytes; i++)
    word[i] = row[size_t{x} * bytes + (format.high_byte_first ? bytes - 1 - i : i)];
  const Field field = field_of(format, channel);
  return bits_up(word, field.first, field.bits);
}

/// The format with the low byte first of a format with the high byte first.
std::string low_byte_first(const std::string& name) {
  return name == "ARGB64" ? "ARGB64_LE" : name.substr(0, name.size() - 2) + "LE";
}

/// Where ARGB64 and AYUV64 are packed formats, the CPU stores the high byte of a word first. Only
/// the former has a sibling with the low byte first.
bool is_big_endian(const std::string& name) {
  return name == "ARGB64" || (name.size() > 2 && name.substr(name.size() - 2) == "BE");
}

/// A format without a packing for the same samples.
std::string plain_name(const std::string& name) {
  if (is_big_endian(name))
    return low_byte_first(name);
  if (name == "v210" || name == "UYVP" || name == "NV16_10LE32" || name == "NV16_10LE40")
    return "I422_10LE";
  if (name == "Y410")
    return "A444_10LE";
  if (name == "RGB10A2_LE" || name == "BGR10A2_LE")
    return "GBRA_10LE";
  if (name == "r210" || name == "RGB10x2_LE" || name == "BGR10x2_LE")
    return "GBR_10LE";
  if (name == "IYU1")
    return "Y41B";
  if (name == "AYUV64")
    return "Y416_LE";
  if (name == "GRAY10_LE32")
    return "GRAY10_LE16";
  if (name == "RGB16" || name == "BGR16")
    return "RGB 6 bits";
  if (name == "RGB15" || name == "BGR15")
    return "RGB 5 bits";
  const TiledFormat* const tiled = tiled_format(name);
  return tiled && packed_depth(*find_format(name), Y) == 8 ? "I420" : "I420_10LE";
}

/// `value` of `bits` bits, repeated until there are `wanted` bits.
uint32_t widen(uint32_t value, uint32_t bits, uint32_t wanted) {
  uint32_t wide = 0;
  for (uint32_t i = 0; i < wanted; i++)
    wide = wide << 1 | (value >> (bits - 1 - i % bits) & 1);
  return wide;
}

} // namespace

uint32_t packed_depth(const FormatInfo& format, Quantity channel) {
  const std::string name = format.name;
  if (const WordFormat* words = word_format(name))
    return field_of(*words, channel).bits;
  if (is_big_endian(name))
    return format_named(low_byte_first(name).c_str()).depth;
  if (name == "AYUV64")
    return 16;
  return name == "IYU1" || (tiled_format(name) && name.find("10") == std::string::npos) ? 8 : 10;
}

uint32_t packed_value(const FrameView& frame, Quantity channel, uint32_t x, uint32_t y) {
  const std::string name = frame.format->name;
  if (const TiledFormat* tiled = tiled_format(name))
    return tiled_value(frame, *tiled, channel, x, y);
  const uint8_t* const first = row_of(frame, 0, y);
  if (const WordFormat* words = word_format(name))
    return word_value(first, *words, channel, x);
  if (name == "v210")
    return v210(first, channel, x);
  if (name == "AYUV64") {
    const uint32_t place = channel == A ? 0 : channel == Y ? 1 : channel == Cb ? 2 : 3;
    return bits_down(first + 8 * size_t{x}, 16 * place, 16);
  }
  if (name == "UYVP") { // Cb Y0 Cr Y1
    const uint32_t in_pair = channel == Y ? 10 + 20 * (x % 2) : channel == Cb ? 0 : 20;
    return bits_down(first + 5 * size_t{channel == Y ? x / 2 : x}, in_pair, 10);
  }
  if (name == "IYU1") { // Cb Y0 Y1 Cr Y2 Y3
    static constexpr uint8_t of_y[] = {1, 2, 4, 5};
    const size_t group = 6 * size_t{channel == Y ? x / 4 : x};
    return first[group + (channel == Y ? of_y[x % 4] : channel == Cb ? 0 : 3)];
  }
  const uint64_t i = index_in_run(channel, x);
  const uint8_t* const row = row_of(frame, channel == Cb || channel == Cr ? 1 : 0, y);
  return name.find("LE40") != std::string::npos ? bits_up(row, 10 * i, 10)
                                                : bits_up(row + i / 3 * 4, i % 3 * 10, 10);
}

Frame plain_frame(const FrameView& frame) {
  const FormatInfo& packed = *frame.format;
  const std::string name = packed.name;
  Layout layout;
  layout.format = plain_name(name);
  layout.width = frame.width;
  layout.height = frame.height;
  Frame plain(layout);
  FrameView view = plain.view();
  view.interlaced = frame.interlaced;
  const FormatInfo& format = *view.format;
  if (is_big_endian(name)) { // the same bytes, exchanged in pairs
    for (uint32_t p = 0; p < format.n_planes; p++)
      for (uint32_t y = 0; y < format.rows(p, frame.height); y++)
        for (size_t i = 0; i < format.row_bytes(p, frame.width); i++)
          plain.pixel(0, y, p)[i] = row_of(frame, p, y)[i ^ 1];
    return plain;
  }
  for (uint32_t g = 0; g < format.n_sample_planes; g++) {
    const SamplePlane& plane = format.sample_planes[g];
    for (uint32_t c = 0; c < plane.n_components; c++) {
      const Quantity channel = plane.components[c].channel;
      for (uint32_t y = 0; y < plane.height_of(frame.height); y++)
        for (uint32_t x = 0; x < plane.width_of(frame.width); x++) {
          const uint32_t sample =
              widen(packed_value(frame, channel, x, y), packed_depth(packed, channel), format.depth)
              << format.shift;
          uint8_t* const to = plain.pixel(x, y, plane.plane) + plane.components[c].byte;
          to[0] = static_cast<uint8_t>(sample);
          if (format.sample_bytes == 2)
            to[1] = static_cast<uint8_t>(sample >> 8);
        }
    }
  }
  return plain;
}

Frame noise_of_packed(const Layout& layout, uint32_t seed) {
  Frame frame(layout);
  const FrameView view = frame.view();
  std::mt19937 random(seed);
  for (uint32_t p = 0; p < view.format->n_planes; p++)
    for (uint32_t y = 0; y < view.rows(p); y++)
      for (size_t i = 0; i < view.row_bytes(p); i++)
        frame.row(y, p)[i] = static_cast<uint8_t>(random());
  return frame;
}

} // namespace videohistogram::reference
