// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/fold_bins.h"

#include "core/quantity.h"

#include <algorithm>
#include <cstring>

namespace videohistogram::cuda {

void fold_bins(const uint32_t* values, size_t tables, uint32_t bins, uint32_t* counts) {
  if (bins == 256) {
    std::memcpy(counts, values, tables * 256 * sizeof(uint32_t));
    return;
  }
  std::fill_n(counts, tables * bins, 0);
  for (size_t table = 0; table < tables; table++, values += 256, counts += bins)
    for (uint32_t value = 0; value < 256; value++)
      counts[bin_of(value, bins, 8)] += values[value];
}

} // namespace videohistogram::cuda
