// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What one thread unpacks. Host code may call it, too, with host pointers.
#pragma once

#include "cuda/kernels/unpack/unpack_kernel.h"

namespace videohistogram::cuda {

namespace {

/// Bytes per unit.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t unit_bytes(Packing packing) {
  switch (packing) {
  case Packing::v210:
    return 16;
  case Packing::iyu1:
    return 6;
  case Packing::uyvp:
  case Packing::run_le40:
    return 5;
  case Packing::word_le32:
  case Packing::word_be32:
  case Packing::run_le32:
    return 4;
  default:
    return 2;
  }
}

/// The bytes of a unit, of which `bytes` lie at `p`.
struct UnitBytes {
  const uint8_t* p;
  uint32_t bytes;

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t byte(uint32_t i) const { return i < bytes ? p[i] : 0; }
  /// 32 bits, the low byte first.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t word(uint32_t i) const {
    if ((reinterpret_cast<uintptr_t>(p) & 3) == 0 && i + 4 <= bytes)
      return *reinterpret_cast<const uint32_t*>(p + i);
    return byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24;
  }
};

/// The samples of a plane in a row.
VIDEOHISTOGRAM_HOST_DEVICE inline uint16_t* samples_of(const PackedPlane& plane, uint32_t i,
                                                       uint32_t row) {
  return reinterpret_cast<uint16_t*>(plane.to[i] + size_t{plane.to_stride[i]} * row);
}

/// Unpacks a unit of a row.
VIDEOHISTOGRAM_HOST_DEVICE inline void unpack_unit(Packing packing, const PackedPlane& plane,
                                                   uint32_t row, uint32_t unit) {
  const uint32_t size = unit_bytes(packing), begin = unit * size;
  const uint32_t left = plane.row_bytes - begin;
  const UnitBytes in{plane.first + plane.stride * static_cast<ptrdiff_t>(row) + begin,
                     left < size ? left : size};
  const auto write = [&](uint32_t to, uint32_t column, uint32_t value) {
    if (plane.to[to])
      samples_of(plane, to, row)[column] = static_cast<uint16_t>(value);
  };
  switch (packing) {
  case Packing::big_endian:
    write(0, unit, in.byte(0) << 8 | in.byte(1));
    break;
  case Packing::word_565:
  case Packing::word_555: {
    const uint32_t word = in.byte(0) | in.byte(1) << 8,
                   middle = packing == Packing::word_565 ? 6 : 5;
    const uint32_t low = word & 31, high = word >> (5 + middle) & 31;
    write(0, unit, middle == 6 ? widen_5_to_6(low) : low);
    write(1, unit, word >> 5 & ((1u << middle) - 1));
    write(2, unit, middle == 6 ? widen_5_to_6(high) : high);
    break;
  }
  case Packing::word_le32:
  case Packing::word_be32: {
    const uint32_t word = packing == Packing::word_le32
                              ? in.word(0)
                              : in.byte(0) << 24 | in.byte(1) << 16 | in.byte(2) << 8 | in.byte(3);
    const WordSamples samples = unpack_word32(word);
    for (uint32_t i = 0; i < 4; i++)
      write(i, unit, samples.fields[i]);
    break;
  }
  case Packing::v210: {
    const V210Samples samples = unpack_v210({in.word(0), in.word(4), in.word(8), in.word(12)});
    for (uint32_t i = 0; i < 6; i++)
      write(0, 6 * unit + i, samples.y[i]);
    for (uint32_t i = 0; i < 3; i++) {
      write(1, 3 * unit + i, samples.cb[i]);
      write(2, 3 * unit + i, samples.cr[i]);
    }
    break;
  }
  case Packing::uyvp: {
    const uint64_t bits = uint64_t{in.byte(0)} << 32 | in.byte(1) << 24 | in.byte(2) << 16 |
                          in.byte(3) << 8 | in.byte(4);
    const UyvpSamples samples = unpack_uyvp(bits);
    write(0, 2 * unit, samples.y[0]);
    write(0, 2 * unit + 1, samples.y[1]);
    write(1, unit, samples.cb);
    write(2, unit, samples.cr);
    break;
  }
  case Packing::run_le32:
    for (uint32_t i = 0; i < 3; i++)
      write(0, 3 * unit + i, field_of_10(in.word(0), i) << 6);
    break;
  case Packing::run_le40: {
    const uint64_t bits = uint64_t{in.byte(4)} << 32 | in.byte(3) << 24 | in.byte(2) << 16 |
                          in.byte(1) << 8 | in.byte(0);
    for (uint32_t i = 0; i < 4; i++)
      write(0, 4 * unit + i, field_of_10(bits, i) << 6);
    break;
  }
  case Packing::iyu1: {
    const auto bytes_of = [&](uint32_t to) {
      return plane.to[to] + size_t{plane.to_stride[to]} * row;
    };
    bytes_of(1)[unit] = static_cast<uint8_t>(in.byte(0));
    bytes_of(2)[unit] = static_cast<uint8_t>(in.byte(3));
    for (uint32_t i = 0; i < 4; i++)
      bytes_of(0)[4 * unit + i] = static_cast<uint8_t>(in.byte(1 + i + i / 2));
    break;
  }
  default: // none, and tiles
    break;
  }
}

} // namespace

} // namespace videohistogram::cuda
