// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of neighbouring rows of bytes, and of marks.
#include "cpu/kernels/sums/set_functions.h"
#include "cpu/kernels/sums/vector_sums.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

/// Marks where |above - here| and |below - here| exceed |below - above| by more than 4 on average.
inline Bytes differing(Bytes above, Bytes here, Bytes below) {
  const Bytes a = distance_of(above, here), b = distance_of(below, here),
              across = distance_of(below, above);
  const Bytes average = (a & b) + ((a ^ b) >> uint8_t{1});
  return as<Bytes>(larger_of(average, across) - across > uint8_t{4});
}

} // namespace

void split_words(const uint8_t* words, uint32_t n, uint32_t shift, uint8_t* low, uint8_t* high) {
  for_vectors(2 * size_t{n}, [&](size_t at, const auto& vector) {
    typedef Vector<uint8_t, lanes<uint16_t>> Narrow;
    const Halves v = as<Halves>(vector(words));
    if (low)
      store(low + at / 2, __builtin_convertvector(v & uint16_t{255}, Narrow));
    if (high)
      store(high + at / 2, __builtin_convertvector(v >> static_cast<uint16_t>(shift), Narrow));
  });
}

uint64_t count_outliers(const uint8_t* const rows[5], bool far, uint32_t n, uint8_t* marks) {
  if (n < 3)
    return 0;
  for_vectors(n, [&](size_t at, const auto& vector) {
    const Bytes here = vector(rows[2]);
    Bytes mark = differing(vector(rows[1]), here, vector(rows[3]));
    if (far)
      mark &= differing(vector(rows[0]), here, vector(rows[4]));
    store(marks + at, mark & uint8_t{1});
  });
  Longs sums{};
  for_vectors(n - 2, [&](size_t, const auto& vector) {
    sums = add_bytes(sums, vector(marks) & vector(marks + 1) & vector(marks + 2));
  });
  return total(sums);
}

void double_marks(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* doubled) {
  typedef Vector<uint8_t, lanes<uint16_t>> Narrow;
  for (uint32_t i = 0; i < n; i += lanes<uint16_t>) {
    const Halves v = __builtin_convertvector(load<Narrow>(a + i) | load<Narrow>(b + i), Halves);
    store(doubled + 2 * size_t{i}, v | v << uint16_t{8});
  }
}

uint64_t count_either(const uint8_t* a, const uint8_t* b, uint32_t n) {
  Longs sums{};
  for_vectors(n,
              [&](size_t, const auto& vector) { sums = add_bytes(sums, vector(a) | vector(b)); });
  return total(sums);
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
