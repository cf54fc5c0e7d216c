// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How packed samples lie in groups of bytes, for count_packed.cpp alone.
#pragma once

#include "core/low_byte_first.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace videohistogram::cpu {

/// The value of a table in a group: `number` of its numbers of 64 bits, above `shift` other bits.
struct Field {
  uint8_t number, shift, table;
};

// A layout says how samples lie in a group, and how many bits the values of each table have.
// `copies` of the tables are used in turn by neighbours, which are often equal; all copies together
// fit the L1 cache.

template <size_t n>
constexpr std::array<uint8_t, n> all_of_10() {
  std::array<uint8_t, n> bits{};
  for (size_t i = 0; i < n; i++)
    bits[i] = 10;
  return bits;
}

struct V210 {
  static constexpr uint32_t bytes = 16, numbers = 2, pixels = 6, copies = 2;
  static constexpr std::array<uint8_t, 3> table_bits = all_of_10<3>();
  static constexpr std::array<Field, 12> fields = {{{0, 0, 1},
                                                    {0, 10, 0},
                                                    {0, 20, 2},
                                                    {0, 32, 0},
                                                    {0, 42, 1},
                                                    {0, 52, 0},
                                                    {1, 0, 2},
                                                    {1, 10, 0},
                                                    {1, 20, 1},
                                                    {1, 32, 0},
                                                    {1, 42, 2},
                                                    {1, 52, 0}}};
  static uint64_t load(const uint8_t* p) { return load_low_byte_first<uint64_t>(p); }
};

struct Uyvp {
  static constexpr uint32_t bytes = 5, numbers = 1, pixels = 2, copies = 2;
  static constexpr std::array<uint8_t, 3> table_bits = all_of_10<3>();
  static constexpr std::array<Field, 4> fields = {{{0, 54, 1}, {0, 44, 0}, {0, 34, 2}, {0, 24, 0}}};
  static uint64_t load(const uint8_t* p) { return load_high_byte_first(p); }
};

/// Two pixels. With the high byte first, their order is the other one, which is all the same.
template <bool high_byte_first>
struct Words32 {
  static constexpr uint32_t bytes = 8, numbers = 1, pixels = 2, copies = 2;
  static constexpr std::array<uint8_t, 4> table_bits = {10, 10, 10, 2};
  static constexpr uint8_t at = high_byte_first ? 32 : 0;
  static constexpr std::array<Field, 8> fields = {{{0, at, 0},
                                                   {0, at + 10, 1},
                                                   {0, at + 20, 2},
                                                   {0, at + 30, 3},
                                                   {0, 32 - at, 0},
                                                   {0, 42 - at, 1},
                                                   {0, 52 - at, 2},
                                                   {0, 62 - at, 3}}};
  static uint64_t load(const uint8_t* p) {
    return high_byte_first ? load_high_byte_first(p) : load_low_byte_first<uint64_t>(p);
  }
};

/// Four pixels in the CPU's byte order, each a value of `low` bits and one of 5 bits.
template <uint8_t low>
struct Words16 {
  static constexpr uint32_t bytes = 8, numbers = 1, pixels = 4, copies = 2;
  static constexpr std::array<uint8_t, 2> table_bits = {low, 5};
  static constexpr uint8_t at(uint32_t pixel) {
    return static_cast<uint8_t>(16 * (low_byte_first ? pixel : 3 - pixel));
  }
  static constexpr std::array<Field, 8> fields = {{{0, at(0), 0},
                                                   {0, at(0) + low, 1},
                                                   {0, at(1), 0},
                                                   {0, at(1) + low, 1},
                                                   {0, at(2), 0},
                                                   {0, at(2) + low, 1},
                                                   {0, at(3), 0},
                                                   {0, at(3) + low, 1}}};
  static uint64_t load(const uint8_t* p) {
    uint64_t number;
    std::memcpy(&number, p, sizeof number);
    return number;
  }
};

/// Samples of one channel, or of two in turn, three per number of 32 bits.
template <uint8_t channels>
struct Run32 {
  static constexpr uint32_t bytes = 8, numbers = 1, pixels = 6 / channels, copies = 4 / channels;
  static constexpr auto table_bits = all_of_10<channels>();
  static constexpr uint8_t next = channels - 1;
  static constexpr std::array<Field, 6> fields = {
      {{0, 0, 0}, {0, 10, next}, {0, 20, 0}, {0, 32, next}, {0, 42, 0}, {0, 52, next}}};
  static uint64_t load(const uint8_t* p) { return load_low_byte_first<uint64_t>(p); }
};

/// The same, four per 5 bytes.
template <uint8_t channels>
struct Run40 {
  static constexpr uint32_t bytes = 5, numbers = 1, pixels = 4 / channels, copies = 4 / channels;
  static constexpr auto table_bits = all_of_10<channels>();
  static constexpr uint8_t next = channels - 1;
  static constexpr std::array<Field, 4> fields = {
      {{0, 0, 0}, {0, 10, next}, {0, 20, 0}, {0, 30, next}}};
  static uint64_t load(const uint8_t* p) { return load_low_byte_first<uint64_t>(p); }
};

} // namespace videohistogram::cpu
