// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The scratch of the kernels of sums.
#pragma once

#include "core/sums.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Numbers that several blocks add up, in scratch.
enum SumsTotal : uint32_t {
  total_msef = 0,                                             ///< of each plane
  total_ssimf = 3,                                            ///< of each plane
  total_idet = 6,                                             ///< of each plane, n_idet_sums
  total_iris = 30,                                            ///< n_iris_sums
  total_cells = 34,                                           ///< LIGHT, R, G and B, of each cell
  total_columns = total_cells + 4 * grid_columns * grid_rows, ///< of each column
};
/// Where the totals of Sum::hstep are, one per column, after those of Sum::columns; and the number
/// of all.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t total_hstep(uint32_t width) {
  return total_columns + width;
}
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t n_totals(uint32_t width) {
  return total_hstep(width) + width;
}

/// Bytes of scratch for frames of this width.
constexpr size_t sums_scratch_bytes(uint32_t width) {
  return size_t{n_totals(width)} * sizeof(uint64_t);
}

} // namespace videohistogram::cuda
