// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/unpacked_frame.h"

#include "core/low_byte_first.h"
#include "core/unpack_block.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace videohistogram {

namespace {

void swap(const uint8_t* from, size_t n, uint8_t* to) {
  for (size_t i = 0; i < n; i++)
    swap_block(from + 2 * i, to + 2 * i);
}

void unpack_words(const uint8_t* from, size_t n, bool high_byte_first,
                  uint16_t* const (&fields)[4]) {
  for (size_t i = 0; i < n; i++)
    word_block(high_byte_first ? read_be32(from + 4 * i) : read_le32(from + 4 * i), i, fields);
}

void unpack_words16(const uint8_t* from, size_t n, uint32_t middle, uint16_t* const (&fields)[4]) {
  for (size_t i = 0; i < n; i++)
    word16_block(from, i, middle, fields);
}

void unpack_iyu1(const uint8_t* from, size_t blocks, uint8_t* y, uint8_t* cb, uint8_t* cr) {
  for (size_t i = 0; i < blocks; i++) {
    const uint8_t* const block = from + 6 * i;
    cb[i] = block[0];
    cr[i] = block[3];
    for (uint32_t k = 0; k < 4; k++)
      y[4 * i + k] = block[1 + k + k / 2];
  }
}

/// The last `bytes` bytes of a row, completed to a block.
template <size_t block_bytes>
std::array<uint8_t, block_bytes> last_block(const uint8_t* from, size_t bytes) {
  std::array<uint8_t, block_bytes> block{};
  std::memcpy(block.data(), from, bytes);
  return block;
}

/// Unpacks `n` samples of a run of 10 bits in 5 bytes.
void write_run_le40(const uint8_t* from, size_t n, uint16_t* to, const UnpackFunctions& functions) {
  functions.run_le40(from, n / 4, to);
  if (n % 4 == 0)
    return;
  uint16_t last[4];
  run_le40_block(last_block<5>(from + n / 4 * 5, (n % 4 * 10 + 7) / 8).data(), last);
  std::copy_n(last, n % 4, to + n / 4 * 4);
}

/// The tiles of a plane in memory.
struct Tiles {
  Packing packing;
  TileShape shape;
  uint32_t plane;
  const uint8_t* first;
  size_t columns, rows;

  Tiles(const FrameView& frame, uint32_t of_plane)
      : packing(frame.format->packing), shape(tile_shape(packing)), plane(of_plane),
        first(frame.planes[of_plane].row(0)),
        columns(frame.planes[of_plane].row_distance() / shape.bytes(of_plane)),
        rows(frame.rows(of_plane)) {}

  const uint8_t* tile(size_t x, size_t y) const {
    return first + tile_index(packing, x, y, columns, rows) * shape.bytes(plane);
  }
};

/// Unpacks row `y` of a plane, of `n` samples.
void write_tile_row(const Tiles& tiles, uint32_t y, size_t n, uint8_t* to,
                    std::vector<uint8_t>& line, const UnpackFunctions& functions) {
  const TileShape& shape = tiles.shape;
  const uint32_t tile_rows = shape.rows_of(tiles.plane), row = y % tile_rows;
  auto* const words = reinterpret_cast<uint16_t*>(to);
  const auto for_tiles = [&](const auto& use) {
    for (size_t x = 0; x * shape.row_samples < n; x++)
      use(tiles.tile(x, y / tile_rows), x * shape.row_samples,
          std::min<size_t>(shape.row_samples, n - x * shape.row_samples));
  };
  switch (tiles.packing) {
  case Packing::tiles_8x128_be10: {
    const size_t bytes = (n * 10 + 7) / 8;
    line.resize(bytes + 8);
    for (size_t x = 0; x < bytes; x += 8)
      std::memcpy(line.data() + x, tiles.tile(x / 8, y / tile_rows) + 8 * row, 8);
    for (size_t i = 0; i < n; i++) {
      const uint8_t* const p = line.data() + i * 10 / 8;
      words[i] = static_cast<uint16_t>((p[0] << 8 | p[1]) << (i * 10 % 8) & 0xffc0);
    }
    break;
  }
  case Packing::tiles_4x4_le40:
    for_tiles([&](const uint8_t* tile, size_t x, size_t samples) {
      write_run_le40(tile + 5 * row, samples, words + x, functions);
    });
    break;
  case Packing::tiles_16x32_mt2110t:
  case Packing::tiles_16x32_mt2110r:
    for_tiles([&](const uint8_t* tile, size_t x, size_t samples) {
      for (uint32_t i = 0; i < samples; i++) {
        const Mt2110Place place = mt2110_place(tiles.packing, i, row);
        words[x + i] = static_cast<uint16_t>(tile[place.high] << 8 |
                                             (tile[place.low] >> place.low_shift & 3) << 6);
      }
    });
    break;
  default:
    for_tiles([&](const uint8_t* tile, size_t x, size_t samples) {
      std::memcpy(to + x, tile + size_t{shape.row_bytes} * row, samples);
    });
  }
}

} // namespace

const UnpackFunctions generic_unpack_functions = {swap,     unpack_words, unpack_words16, v210_row,
                                                  uyvp_row, run_le32_row, run_le40_row};

/// Bytes from one row of a plane to the next, with room for what UnpackFunctions write after it.
static uint64_t stride_of(const FormatInfo& unpacked, uint32_t plane, uint32_t width) {
  return (unpacked.row_bytes(plane, width) + unpack_spill + 63) / 64 * 64;
}

uint64_t UnpackedFrame::bytes(const FormatInfo& packed, uint32_t width, uint32_t rows) {
  uint64_t bytes = unpack_spill;
  for (uint32_t p = 0; p < packed.unpacked->n_planes; p++)
    bytes += stride_of(*packed.unpacked, p, width) * packed.unpacked->rows(p, rows);
  return bytes;
}

void UnpackedFrame::begin(const FrameView& packed, uint32_t first, uint32_t rows) {
  const FormatInfo& format = *packed.format->unpacked;
  packed_ = packed;
  first_ = first;
  view_ = {};
  view_.format = &format;
  view_.width = packed.width;
  view_.height = rows;
  view_.interlaced = packed.interlaced;
  size_t size = 0;
  for (uint32_t p = 0; p < format.n_planes; p++) {
    const auto stride = static_cast<size_t>(stride_of(format, p, packed.width));
    view_.planes[p] = {nullptr, 0, size, static_cast<ptrdiff_t>(stride)};
    size += stride * format.rows(p, rows);
  }
  size = static_cast<size_t>(bytes(*packed.format, packed.width, rows));
  if (memory_.size() < size)
    memory_ = std::vector<uint8_t>(size); // copies nothing
  for (uint32_t p = 0; p < format.n_planes; p++) {
    view_.planes[p].data = memory_.data();
    view_.planes[p].size = size;
  }
}

/// Calls row(from, to, y) for each of these rows of a plane, where `y` is the row of the frame in
/// memory. `from` is that of a plane without tiles.
template <class Row>
void UnpackedFrame::for_rows(uint32_t plane, uint32_t y, uint32_t rows, const Row& row) {
  const FormatInfo& format = *view_.format;
  const uint32_t memory_plane = packed_.format->n_planes == 1 ? 0 : plane;
  const uint32_t begin = format.rows(plane, y), end = format.rows(plane, y + rows),
                 above = format.rows(plane, first_);
  const PlaneView& to = view_.planes[plane];
  for (uint32_t i = begin; i < end; i++)
    row(is_tiled(packed_.format->packing) ? nullptr : packed_.planes[memory_plane].row(above + i),
        memory_.data() + to.offset + i * static_cast<size_t>(to.stride), above + i);
}

void UnpackedFrame::write_rows(uint32_t y, uint32_t rows, const UnpackFunctions& functions) {
  const FormatInfo& format = *packed_.format;
  for (uint32_t p = 0; p < format.n_planes; p++)
    switch (format.packing) {
    case Packing::none:
      break;
    case Packing::big_endian:
      for_rows(p, y, rows, [&](const uint8_t* from, uint8_t* to, uint32_t) {
        functions.swap(from, packed_.row_bytes(p) / 2, to);
      });
      break;
    case Packing::run_le32:
    case Packing::run_le40:
      write_runs(p, y, rows, functions);
      break;
    default:
      is_tiled(format.packing) ? write_tiles(p, y, rows, functions)
                               : write_blocks(y, rows, functions);
    }
  if (format.packing == Packing::big_endian || format.sample_bytes == 1)
    return;
  for (uint32_t p = 0; p < view_.format->n_planes; p++)
    for_rows(p, y, rows, [&](const uint8_t*, uint8_t* to, uint32_t) {
      put_low_byte_first(reinterpret_cast<uint16_t*>(to), view_.row_bytes(p) / 2);
    });
}

/// Unpacks rows of the only plane into several planes.
void UnpackedFrame::write_blocks(uint32_t y, uint32_t rows, const UnpackFunctions& functions) {
  const Packing packing = packed_.format->packing;
  const size_t width = packed_.width;
  for_rows(0, y, rows, [&](const uint8_t* from, uint8_t* bytes, uint32_t row) {
    uint8_t* planes[max_planes] = {bytes};
    uint16_t* fields[4] = {reinterpret_cast<uint16_t*>(bytes)};
    for (uint32_t p = 1; p < view_.format->n_planes; p++) {
      planes[p] = memory_.data() + view_.planes[p].offset +
                  (row - first_) * static_cast<size_t>(view_.planes[p].stride);
      fields[p] = reinterpret_cast<uint16_t*>(planes[p]);
    }
    switch (packing) {
    case Packing::word_565:
    case Packing::word_555:
      return functions.words16(from, width, packing == Packing::word_565 ? 6 : 5, fields);
    case Packing::word_le32:
    case Packing::word_be32:
      return functions.words(from, width, packing == Packing::word_be32, fields);
    case Packing::v210:
      return functions.v210(from, (width + 5) / 6, fields[0], fields[1], fields[2]);
    case Packing::iyu1:
      return unpack_iyu1(from, (width + 3) / 4, planes[0], planes[1], planes[2]);
    default:
      functions.uyvp(from, width / 2, fields[0], fields[1], fields[2]);
      if (width % 2 == 1) // 4 bytes
        uyvp_block(last_block<5>(from + width / 2 * 5, 4).data(), fields[0] + width - 1,
                   fields[1] + width / 2, fields[2] + width / 2);
    }
  });
}

void UnpackedFrame::write_runs(uint32_t plane, uint32_t y, uint32_t rows,
                               const UnpackFunctions& functions) {
  const size_t n = view_.row_bytes(plane) / 2;
  for_rows(plane, y, rows, [&](const uint8_t* from, uint8_t* to, uint32_t) {
    auto* const words = reinterpret_cast<uint16_t*>(to);
    if (packed_.format->packing == Packing::run_le32)
      functions.run_le32(from, (n + 2) / 3, words);
    else
      write_run_le40(from, n, words, functions);
  });
}

void UnpackedFrame::write_tiles(uint32_t plane, uint32_t y, uint32_t rows,
                                const UnpackFunctions& functions) {
  const Tiles tiles(packed_, plane);
  const size_t n = view_.row_bytes(plane) / view_.format->sample_bytes;
  std::vector<uint8_t> line;
  for_rows(plane, y, rows, [&](const uint8_t*, uint8_t* to, uint32_t row) {
    write_tile_row(tiles, row, n, to, line, functions);
  });
}

} // namespace videohistogram
