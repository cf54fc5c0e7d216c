// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of rows of words of 16 bits.
#include "cpu/kernels/sums/set_functions.h"
#include "cpu/kernels/sums/vector_sums.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

uint64_t sum_words(const uint8_t* row, uint32_t n) {
  uint64_t sum = 0;
  for_chunks(2 * size_t{n}, [&](size_t first, size_t size) {
    Singles sums{};
    for_vectors(size,
                [&](size_t, const auto& vector) { sums += fold(as<Halves>(vector(row + first))); });
    sum += total(sums);
  });
  return sum;
}

uint64_t distance_words(const uint8_t* a, const uint8_t* b, uint32_t n) {
  uint64_t sum = 0;
  for_chunks(2 * size_t{n}, [&](size_t first, size_t size) {
    Singles sums{};
    for_vectors(size, [&](size_t, const auto& vector) {
      sums += fold(distance_of(as<Halves>(vector(a + first)), as<Halves>(vector(b + first))));
    });
    sum += total(sums);
  });
  return sum;
}

uint64_t square_words(const uint8_t* a, const uint8_t* b, uint32_t n) {
  Longs sums{};
  for_vectors(2 * size_t{n}, [&](size_t, const auto& vector) {
    const Halves d = distance_of(as<Halves>(vector(a)), as<Halves>(vector(b)));
    sums += fold(even(d) * even(d)) + fold(odd(d) * odd(d));
  });
  return total(sums);
}

void add_word_columns(const uint8_t* row, uint32_t n, uint8_t* counters) {
  for_vectors(2 * size_t{n}, [&](size_t at, const auto& vector) {
    add_vector(as<Halves>(vector(row)), counters + 2 * at);
  });
}

CombSums comb_words(const CombRows& rows, uint32_t n) {
  CombSums sums{};
  const bool two = rows.before[0] != nullptr;
  const uint8_t* const* const then = two ? rows.before : rows.now;
  for_chunks(2 * size_t{n}, [&](size_t first, size_t size) {
    Singles present{}, before{}, same{};
    for_vectors(size, [&](size_t, const auto& vector) {
      const auto read = [&](const uint8_t* row) { return as<Halves>(vector(row + first)); };
      const Halves above = read(rows.now[0]), here = read(rows.now[1]), below = read(rows.now[2]);
      const Halves was_above = read(then[0]), was = read(then[1]), was_below = read(then[2]);
      const auto add = [&](const auto& part) {
        const Singles around = part(above) + part(below), twice = part(here) << 1u;
        const Singles was_around = part(was_above) + part(was_below), was_twice = part(was) << 1u;
        present += distance_of(around, was_twice);
        before += distance_of(was_around, twice);
        same += distance_of(around, twice);
      };
      add([](Halves v) { return even(v); });
      add([](Halves v) { return odd(v); });
    });
    sums.present += total(present);
    sums.before += total(before);
    sums.same += total(same);
  });
  if (!two)
    sums.present = sums.before = 0;
  return sums;
}

void mark_words_outside(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high,
                        uint8_t* marks) {
  const Halves least = of_all<Halves>(static_cast<uint16_t>(low)),
               most = of_all<Halves>(static_cast<uint16_t>(high));
  for_vectors(2 * size_t{n}, [&](size_t at, const auto& vector) {
    const Halves v = as<Halves>(vector(row));
    const Halves outside = as<Halves>((v < least) | (v > most)) & uint16_t{1};
    store(marks + at / 2, __builtin_convertvector(outside, Vector<uint8_t, lanes<uint16_t>>));
  });
}

void take_word_columns(const uint8_t* counters, uint32_t n, int64_t* columns) {
  take_counters<uint32_t>(counters, n, columns);
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
