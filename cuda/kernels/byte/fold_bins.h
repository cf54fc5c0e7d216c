// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Folds `tables` histograms of 256 values each to `bins` bins each, 1 to 256; the kernel counts
/// the same values for any number of bins. `counts` has room for tables x bins.
void fold_bins(const uint32_t* values, size_t tables, uint32_t bins, uint32_t* counts);

} // namespace videohistogram::cuda
