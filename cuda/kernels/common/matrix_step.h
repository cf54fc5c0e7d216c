// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"

#include <cstddef>

namespace videohistogram::cuda {

/// Distance in counters from a matrix of `counters` counters to the next matrix of the frame. Every
/// matrix begins where the kernels' largest vectors are aligned.
constexpr size_t matrix_step(size_t counters) {
  return (counters + 63) / 64 * 64;
}

/// Counters from a frame's first matrix to matrix `index`.
inline size_t first_counter(const Plan& plan, size_t index) {
  size_t first = 0;
  for (size_t i = 0; i < index; i++)
    first += matrix_step(plan.matrix_counters(i));
  return first;
}

} // namespace videohistogram::cuda
