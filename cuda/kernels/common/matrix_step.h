// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>

namespace videohistogram::cuda {

/// Distance in counters from a matrix of `counters` counters to the next matrix of the frame. Every
/// matrix begins where the kernels' largest vectors are aligned.
constexpr size_t matrix_step(size_t counters) {
  return (counters + 63) / 64 * 64;
}

} // namespace videohistogram::cuda
