// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of rows of bytes.
#include "cpu/kernels/sums/set_functions.h"
#include "cpu/kernels/sums/vector_sums.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

uint64_t sum_bytes(const uint8_t* row, uint32_t n) {
  Longs sums{};
  for_vectors(n, [&](size_t, const auto& vector) { sums = add_bytes(sums, vector(row)); });
  return total(sums);
}

uint64_t distance_bytes(const uint8_t* a, const uint8_t* b, uint32_t n) {
  Longs sums{};
  for_vectors(n, [&](size_t, const auto& vector) {
    sums = add_bytes(sums, distance_of(vector(a), vector(b)));
  });
  return total(sums);
}

uint64_t square_bytes(const uint8_t* a, const uint8_t* b, uint32_t n) {
  uint64_t sum = 0;
  for_chunks(n, [&](size_t first, size_t size) {
    Ints sums{};
    for_vectors(size, [&](size_t, const auto& vector) {
      const Bytes d = distance_of(vector(a + first), vector(b + first));
      sums = add_squares(add_squares(sums, even(d)), odd(d));
    });
    sum += total(as<Singles>(sums));
  });
  return sum;
}

void add_byte_columns(const uint8_t* row, uint32_t n, uint8_t* counters) {
  for_vectors(n,
              [&](size_t at, const auto& vector) { add_vector(vector(row), counters + 2 * at); });
}

CombSums comb_bytes(const CombRows& rows, uint32_t n) {
  CombSums sums{};
  const bool two = rows.before[0] != nullptr;
  for_chunks(n, [&](size_t first, size_t size) {
    const uint8_t* const now[3] = {rows.now[0] + first, rows.now[1] + first, rows.now[2] + first};
    Halves present{}, before{}, same{};
    if (!two) {
      for_vectors(size, [&](size_t, const auto& vector) {
        const Bytes above = vector(now[0]), here = vector(now[1]), below = vector(now[2]);
        same += distance_of<Halves>(even(above) + even(below), even(here) << uint16_t{1}) +
                distance_of<Halves>(odd(above) + odd(below), odd(here) << uint16_t{1});
      });
    } else {
      const uint8_t* const then[3] = {rows.before[0] + first, rows.before[1] + first,
                                      rows.before[2] + first};
      for_vectors(size, [&](size_t, const auto& vector) {
        const Bytes above = vector(now[0]), here = vector(now[1]), below = vector(now[2]);
        const Bytes was_above = vector(then[0]), was = vector(then[1]), was_below = vector(then[2]);
        const auto add = [&](const auto& part) {
          const Halves around = part(above) + part(below), twice = part(here) << uint16_t{1};
          const Halves was_around = part(was_above) + part(was_below), was_twice = part(was)
                                                                                   << uint16_t{1};
          present += distance_of(around, was_twice);
          before += distance_of(was_around, twice);
          same += distance_of(around, twice);
        };
        add([](Bytes v) { return even(v); });
        add([](Bytes v) { return odd(v); });
      });
    }
    sums.present += total(present);
    sums.before += total(before);
    sums.same += total(same);
  });
  return sums;
}

void mark_bytes_outside(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high,
                        uint8_t* marks) {
  const Bytes least = of_all<Bytes>(static_cast<uint8_t>(low)),
              most = of_all<Bytes>(static_cast<uint8_t>(high));
  for_vectors(n, [&](size_t at, const auto& vector) {
    const Bytes v = vector(row);
    store(marks + at, as<Bytes>((v < least) | (v > most)) & uint8_t{1});
  });
}

void take_byte_columns(const uint8_t* counters, uint32_t n, int64_t* columns) {
  take_counters<uint16_t>(counters, n, columns);
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
