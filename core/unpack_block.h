// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Blocks of packed samples, read from the memory of the host. Functions in an unnamed namespace:
// see core/vectors.h.
#pragma once

#include "core/packing.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace videohistogram {

namespace {

inline uint32_t read_le32(const uint8_t* p) {
  return p[0] | p[1] << 8 | p[2] << 16 | uint32_t{p[3]} << 24;
}
inline uint32_t read_be32(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | p[1] << 16 | p[2] << 8 | p[3];
}
inline uint64_t read_le40(const uint8_t* p) {
  return read_le32(p) | uint64_t{p[4]} << 32;
}
inline uint64_t read_be40(const uint8_t* p) {
  return uint64_t{read_be32(p)} << 8 | p[4];
}

inline void swap_block(const uint8_t* from, uint8_t* to) {
  const uint8_t high = from[0];
  to[0] = from[1];
  to[1] = high;
}

/// Fields without a plane are null.
inline void word_block(uint32_t number, size_t i, uint16_t* const (&fields)[4]) {
  const WordSamples samples = unpack_word32(number);
  for (uint32_t f = 0; f < 4; f++)
    if (fields[f])
      fields[f][i] = samples.fields[f];
}

/// Word `i` of 16 bits, in the CPU's byte order, with fields of 5, `middle` and 5 bits.
inline void word16_block(const uint8_t* from, size_t i, uint32_t middle,
                         uint16_t* const (&fields)[4]) {
  uint16_t word;
  std::memcpy(&word, from + 2 * i, sizeof word);
  const uint32_t low = word & 31, high = word >> (5 + middle) & 31;
  fields[0][i] = static_cast<uint16_t>(middle == 6 ? widen_5_to_6(low) : low);
  fields[1][i] = static_cast<uint16_t>(word >> 5 & ((1u << middle) - 1));
  fields[2][i] = static_cast<uint16_t>(middle == 6 ? widen_5_to_6(high) : high);
}

inline void v210_block(const uint8_t* from, uint16_t* y, uint16_t* cb, uint16_t* cr) {
  const V210Samples samples = unpack_v210(
      {read_le32(from), read_le32(from + 4), read_le32(from + 8), read_le32(from + 12)});
  for (uint32_t i = 0; i < 6; i++)
    y[i] = samples.y[i];
  for (uint32_t i = 0; i < 3; i++) {
    cb[i] = samples.cb[i];
    cr[i] = samples.cr[i];
  }
}

inline void uyvp_block(const uint8_t* from, uint16_t* y, uint16_t* cb, uint16_t* cr) {
  const UyvpSamples samples = unpack_uyvp(read_be40(from));
  y[0] = samples.y[0];
  y[1] = samples.y[1];
  *cb = samples.cb;
  *cr = samples.cr;
}

inline void run_le32_block(const uint8_t* from, uint16_t* to) {
  const uint32_t number = read_le32(from);
  for (uint32_t i = 0; i < 3; i++)
    to[i] = static_cast<uint16_t>(field_of_10(number, i) << 6);
}

inline void run_le40_block(const uint8_t* from, uint16_t* to) {
  const uint64_t number = read_le40(from);
  for (uint32_t i = 0; i < 4; i++)
    to[i] = static_cast<uint16_t>(field_of_10(number, i) << 6);
}

// Rows of `n` blocks.

inline void v210_row(const uint8_t* from, size_t n, uint16_t* y, uint16_t* cb, uint16_t* cr) {
  for (size_t i = 0; i < n; i++)
    v210_block(from + 16 * i, y + 6 * i, cb + 3 * i, cr + 3 * i);
}

inline void uyvp_row(const uint8_t* from, size_t n, uint16_t* y, uint16_t* cb, uint16_t* cr) {
  for (size_t i = 0; i < n; i++)
    uyvp_block(from + 5 * i, y + 2 * i, cb + i, cr + i);
}

inline void run_le32_row(const uint8_t* from, size_t n, uint16_t* to) {
  for (size_t i = 0; i < n; i++)
    run_le32_block(from + 4 * i, to + 3 * i);
}

inline void run_le40_row(const uint8_t* from, size_t n, uint16_t* to) {
  for (size_t i = 0; i < n; i++)
    run_le40_block(from + 5 * i, to + 4 * i);
}

} // namespace

} // namespace videohistogram
