// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// How the samples of a frame are packed in memory, if not one after the other in 1 or 2 bytes with
/// the low byte first. A field is the value of one sample among the bits of a number. `Unpacked`
/// says where the samples lie in the unpacked frame, which has one plane per sample plane.
enum class Packing : uint8_t {
  none,
  /// Samples of 2 bytes with the high byte first. Unpacked: in the same places.
  big_endian,

  // A pixel is a number of 16 or 32 bits. Unpacked: field i, from the low bits on, is in plane i.
  /// 16 bits in the CPU's byte order, with fields of 5, 6 and 5, or 5, 5 and 5 bits.
  word_565,
  word_555,
  /// 32 bits, low or high byte first, with fields of 10, 10, 10 and 2 bits.
  word_le32,
  word_be32,

  // Pixels of 4:2:2 or 4:1:1. Unpacked: planes of Y, Cb and Cr.
  v210, ///< 16 bytes, four numbers of 32 bits, low byte first: 12 fields in the order Cb Y Cr Y
  uyvp, ///< 5 bytes: 4 fields in the order Cb Y Cr Y, from the high bit of the first byte on
  iyu1, ///< 6 bytes: Cb Y Y Cr Y Y

  // Rows are runs of samples of 10 bits. Unpacked: runs in the same plane, with shift 6.
  run_le32, ///< three fields per 32 bits, low byte first, from the low bits on
  run_le40, ///< four fields per 5 bytes, low byte first, from the low bits on

  // Planes of Y and of pairs Cb Cr, each cut into tiles; see TileShape. Unpacked: whole rows.
  // Samples of 10 bits have shift 6.
  tiles_4x4,
  tiles_32x32,
  tiles_16x32,
  tiles_64x32_z, ///< pairs of rows of tiles are in the order of the letter Z, see tile_index()
  tiles_8x128,
  tiles_8x128_be10,    ///< rows are bits from the high bit of the first byte on, 10 per sample
  tiles_4x4_le40,      ///< 5 bytes, as run_le40
  tiles_16x32_mt2110t, ///< groups of 4 rows: 16 bytes of low bits, then 64 of high bits; of a
                       ///< column, the low bits of the 4 rows share a byte
  tiles_16x32_mt2110r, ///< the same, but 4 neighbours in a row share a byte of low bits
};

/// The tiles of the planes of Y and of pairs Cb Cr.
struct TileShape {
  uint16_t row_samples; ///< samples per row of a tile: of Y, or of Cb and Cr together
  uint16_t row_bytes;   ///< bytes of memory per row of a tile, on average
  uint16_t rows;        ///< rows of Y per tile
  uint16_t chroma_rows; ///< rows of pairs per tile

  VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t rows_of(uint32_t plane) const {
    return plane == 0 ? rows : chroma_rows;
  }
  /// Bytes per tile.
  VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t bytes(uint32_t plane) const {
    return uint32_t{row_bytes} * rows_of(plane);
  }
};

constexpr bool is_tiled(Packing packing) {
  return packing >= Packing::tiles_4x4;
}

/// The tiles of a tiled packing.
constexpr TileShape tile_shape(Packing packing) {
  switch (packing) {
  case Packing::tiles_4x4:
    return {4, 4, 4, 4};
  case Packing::tiles_32x32:
    return {32, 32, 32, 32};
  case Packing::tiles_16x32:
    return {16, 16, 32, 16};
  case Packing::tiles_64x32_z:
    return {64, 64, 32, 32};
  case Packing::tiles_8x128:
    return {8, 8, 128, 128};
  case Packing::tiles_8x128_be10: // a tile has 64 bits of a row: samples may lie in two tiles
    return {0, 8, 128, 128};
  case Packing::tiles_4x4_le40:
    return {4, 5, 4, 4};
  default:
    return {16, 20, 32, 16};
  }
}

/// Tiles per row of tiles for `samples` samples per row of the plane.
constexpr uint64_t tiles_per_row(Packing packing, uint64_t samples) {
  const TileShape tile = tile_shape(packing);
  if (packing == Packing::tiles_8x128_be10)
    return ((samples * 10 + 7) / 8 + tile.row_bytes - 1) / tile.row_bytes;
  const uint64_t tiles = (samples + tile.row_samples - 1) / tile.row_samples;
  return packing == Packing::tiles_64x32_z ? (tiles + 1) / 2 * 2 : tiles;
}

/// The index in memory of the tile in column x of row y, of `columns` times `rows` tiles. Two rows
/// of Z-shaped order begin with tiles 0 1 6 7 8 9 14 15 ... and 2 3 4 5 10 11 12 13 ...; a last row
/// without a second one is in order.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint64_t tile_index(Packing packing, uint64_t x, uint64_t y,
                                                         uint64_t columns, uint64_t rows) {
  if (packing != Packing::tiles_64x32_z)
    return y * columns + x;
  const uint64_t first = y / 2 * 2 * columns;
  if (y % 2 == 1)
    return first + x + 2 + x / 4 * 4;
  return y + 1 == rows ? first + x : first + x + (x + 2) / 4 * 4;
}

/// Bytes per row of a plane that is not tiled, of `pixels` pixels of the frame with `samples`
/// samples. The last block of bits may be cut after the byte of the last sample.
constexpr uint64_t packed_row_bytes(Packing packing, uint64_t pixels, uint64_t samples) {
  switch (packing) {
  case Packing::word_565:
  case Packing::word_555:
    return 2 * pixels;
  case Packing::word_le32:
  case Packing::word_be32:
    return 4 * pixels;
  case Packing::v210:
    return (pixels + 5) / 6 * 16;
  case Packing::uyvp: // the last of an odd number of pixels has 30 bits
    return pixels / 2 * 5 + pixels % 2 * 4;
  case Packing::iyu1:
    return (pixels + 3) / 4 * 6;
  case Packing::run_le32:
    return (samples + 2) / 3 * 4;
  case Packing::run_le40:
    return (samples * 10 + 7) / 8;
  default:
    return 0;
  }
}

// The arithmetic of blocks. Numbers are read from memory by the caller, who knows how.

/// Field `i`, from the low bits on, of 10 bits; of a number of 32 bits, field 3 has 2 bits.
template <class Number>
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr uint16_t field_of_10(Number number,
                                                                                 uint32_t i) {
  return static_cast<uint16_t>(number >> (10 * i) & 0x3ff);
}

/// 2 bits, repeated in 10.
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr uint16_t widen_2_to_10(uint32_t value) {
  return static_cast<uint16_t>(value * 0x155);
}

/// 5 bits, repeated in 6.
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr uint16_t widen_5_to_6(uint32_t value) {
  return static_cast<uint16_t>(value << 1 | value >> 4);
}

/// The samples of one pixel of word_le32 or word_be32; the fourth one of the other 2 bits.
struct WordSamples {
  uint16_t fields[4];
};
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr WordSamples
unpack_word32(uint32_t number) {
  return {{field_of_10(number, 0), field_of_10(number, 1), field_of_10(number, 2),
           widen_2_to_10(number >> 30)}};
}

/// The samples of 6 pixels of v210.
struct V210Samples {
  uint16_t y[6], cb[3], cr[3];
};
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr V210Samples
unpack_v210(const uint32_t (&numbers)[4]) {
  return {{field_of_10(numbers[0], 1), field_of_10(numbers[1], 0), field_of_10(numbers[1], 2),
           field_of_10(numbers[2], 1), field_of_10(numbers[3], 0), field_of_10(numbers[3], 2)},
          {field_of_10(numbers[0], 0), field_of_10(numbers[1], 1), field_of_10(numbers[2], 2)},
          {field_of_10(numbers[0], 2), field_of_10(numbers[2], 0), field_of_10(numbers[3], 1)}};
}

/// The samples of 2 pixels of UYVP. `bits`: the 5 bytes, the first one in bits 32 to 39.
struct UyvpSamples {
  uint16_t y[2], cb, cr;
};
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE constexpr UyvpSamples unpack_uyvp(uint64_t bits) {
  return {{field_of_10(bits, 2), field_of_10(bits, 0)}, field_of_10(bits, 3), field_of_10(bits, 1)};
}

/// Where one sample of a row lies in a tile of MT2110: the byte with its 8 high bits, that with its
/// 2 low bits, and how far these are shifted. `x` and `y` are the sample's column and row.
struct Mt2110Place {
  uint16_t high, low;
  uint8_t low_shift;
};
VIDEOHISTOGRAM_HOST_DEVICE constexpr Mt2110Place mt2110_place(Packing packing, uint32_t x,
                                                              uint32_t y) {
  const uint32_t group = y / 4 * 80, row = y % 4;
  const bool by_row = packing == Packing::tiles_16x32_mt2110r;
  return {static_cast<uint16_t>(group + 16 + 16 * row + x),
          static_cast<uint16_t>(group + (by_row ? 4 * row + x / 4 : x)),
          static_cast<uint8_t>(2 * (by_row ? x % 4 : row))};
}

} // namespace videohistogram
