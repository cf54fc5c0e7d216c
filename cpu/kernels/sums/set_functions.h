// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of SumsFunctions, of the set of instructions that the including file is compiled
// for: see core/vectors.h.
#pragma once

#include "cpu/kernels/sums/sums_functions.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu::INSTRUCTION_SET {

// byte_rows.cpp
uint64_t sum_bytes(const uint8_t* row, uint32_t n);
uint64_t distance_bytes(const uint8_t* a, const uint8_t* b, uint32_t n);
uint64_t square_bytes(const uint8_t* a, const uint8_t* b, uint32_t n);
void add_byte_columns(const uint8_t* row, uint32_t n, uint8_t* counters);
void take_byte_columns(const uint8_t* counters, uint32_t n, int64_t* columns);
CombSums comb_bytes(const CombRows& rows, uint32_t n);
void mark_bytes_outside(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high,
                        uint8_t* marks);

// word_rows.cpp
uint64_t sum_words(const uint8_t* row, uint32_t n);
uint64_t distance_words(const uint8_t* a, const uint8_t* b, uint32_t n);
uint64_t square_words(const uint8_t* a, const uint8_t* b, uint32_t n);
void add_word_columns(const uint8_t* row, uint32_t n, uint8_t* counters);
void take_word_columns(const uint8_t* counters, uint32_t n, int64_t* columns);
CombSums comb_words(const CombRows& rows, uint32_t n);
void mark_words_outside(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high,
                        uint8_t* marks);

// neighbours.cpp
void split_words(const uint8_t* words, uint32_t n, uint32_t shift, uint8_t* low, uint8_t* high);
uint64_t count_outliers(const uint8_t* const rows[5], bool far, uint32_t n, uint8_t* marks);
void double_marks(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* doubled);
uint64_t count_either(const uint8_t* a, const uint8_t* b, uint32_t n);

// windows.cpp
void block_bytes(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to);
void block_words(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to);
int64_t add_windows(const SsimBlockRow& upper, const SsimBlockRow& lower, uint32_t n, double c1,
                    double c2);

// light.cpp
uint64_t look_up_bytes(const uint8_t* row, uint32_t n, const LightEntries& light);
uint64_t look_up_words(const uint8_t* row, uint32_t n, const LightEntries& light);

// iris.cpp
void add_iris(const IrisColours& colours, uint32_t n, const IrisLight& light, int64_t sums[4]);

} // namespace videohistogram::cpu::INSTRUCTION_SET
