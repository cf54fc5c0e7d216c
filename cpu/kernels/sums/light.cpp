// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of the light of codes.
#include "cpu/kernels/sums/light_bytes.h"
#include "cpu/kernels/sums/set_functions.h"
#include "cpu/kernels/sums/vector_sums.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

/// Adds up entries of a table, which are at most 2^24, in counters of 32 bits.
template <class Read>
inline uint64_t look_up(uint32_t n, const uint32_t* table, const Read& read) {
  uint64_t sum = 0;
  while (n > 0) {
    const uint32_t now = n < 256 ? n : 256;
    uint32_t sums[4] = {}, x = 0;
    for (; now - x >= 4; x += 4) {
      sums[0] += table[read(x)];
      sums[1] += table[read(x + 1)];
      sums[2] += table[read(x + 2)];
      sums[3] += table[read(x + 3)];
    }
    for (; x < now; x++)
      sums[0] += table[read(x)];
    sum += uint64_t{sums[0]} + sums[1] + sums[2] + sums[3];
    read.advance(now);
    n -= now;
  }
  return sum;
}

struct ReadBytes {
  mutable const uint8_t* row;

  uint32_t operator()(uint32_t x) const { return row[x]; }
  void advance(uint32_t n) const { row += n; }
};
struct ReadWords {
  mutable const uint8_t* row;

  uint32_t operator()(uint32_t x) const { return load<uint16_t>(row + 2 * size_t{x}); }
  void advance(uint32_t n) const { row += 2 * size_t{n}; }
};

} // namespace

#if defined(__AVX512VBMI__)
/// Looks up 64 codes at a time, byte by byte of their entries.
uint64_t look_up_bytes(const uint8_t* row, uint32_t n, const LightEntries& light) {
  Longs sums[4] = {};
  for (uint32_t at = 0; at < n; at += 64) {
    const uint32_t left = n - at;
    const __mmask64 used = left >= 64 ? ~__mmask64{0} : (__mmask64{1} << left) - 1;
    const __m512i codes = load_codes(row + at, left);
    const auto add = [&](uint32_t i) {
      const Bytes found = look_up_byte(codes, light.bytes + 256 * i);
      sums[i] = add_bytes(sums[i], as<Bytes>(_mm512_maskz_mov_epi8(used, as<__m512i>(found))));
    };
    add(0);
    add(1);
    add(2);
    if (light.n_bytes > 3)
      add(3);
  }
  return total(sums[0] + (sums[1] << uint64_t{8}) + (sums[2] << uint64_t{16}) +
               (sums[3] << uint64_t{24}));
}
#else
uint64_t look_up_bytes(const uint8_t* row, uint32_t n, const LightEntries& light) {
  return look_up(n, light.entries, ReadBytes{row});
}
#endif

uint64_t look_up_words(const uint8_t* row, uint32_t n, const LightEntries& light) {
  return look_up(n, light.entries, ReadWords{row});
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
