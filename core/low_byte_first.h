// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace videohistogram {

namespace { // see core/vectors.h

/// Whether the CPU stores the low byte of a number first.
constexpr bool low_byte_first = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

/// The number of 16, 32 or 64 bits whose first `bytes` bytes lie at `p`, the low byte first. Its
/// other bytes are 0.
template <class Number, size_t bytes = sizeof(Number)>
inline Number load_low_byte_first(const uint8_t* p) {
  Number number = 0;
  std::memcpy(&number, p, bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  number = sizeof number == 2   ? __builtin_bswap16(number)
           : sizeof number == 4 ? __builtin_bswap32(number)
                                : __builtin_bswap64(number);
#endif
  return number;
}

/// The number of 64 bits whose first `bytes` bytes lie at `p`, the high byte first. Its other, low
/// bytes are 0.
template <size_t bytes = 8>
inline uint64_t load_high_byte_first(const uint8_t* p) {
  return __builtin_bswap64(load_low_byte_first<uint64_t, bytes>(p));
}

} // namespace

/// Exchanges the bytes of words of the CPU's byte order if their low byte is not the first: they
/// are then as samples are that the kernels read. Does nothing on a little-endian CPU.
inline void put_low_byte_first(uint16_t* words, size_t n) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (size_t i = 0; i < n; i++)
    words[i] = __builtin_bswap16(words[i]);
#endif
}

} // namespace videohistogram
