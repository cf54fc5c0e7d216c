// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of functions, compiled once for each set of instructions: see core/vectors.h.
#include "cpu/kernels/sums/sums_functions.h"

#include "cpu/kernels/sums/set_functions.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

constexpr SumsFunctions sums_functions = {
    {sum_bytes, distance_bytes, square_bytes, add_byte_columns, take_byte_columns, comb_bytes,
     block_bytes, mark_bytes_outside, look_up_bytes},
    {sum_words, distance_words, square_words, add_word_columns, take_word_columns, comb_words,
     block_words, mark_words_outside, look_up_words},
    split_words,
    count_outliers,
    double_marks,
    count_either,
    add_windows,
    add_iris};

} // namespace videohistogram::cpu::INSTRUCTION_SET
