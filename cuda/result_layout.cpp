// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/result_layout.h"

#include "cuda/families.h"
#include "cuda/kernels/common/arithmetic.h"

#include <algorithm>

namespace videohistogram::cuda {

uint32_t counted_bins(const Plan& plan, const Histogram& histogram) {
  uint32_t bins = 0;
  for (const Family& family : families)
    if (family.counted_bins && bins == 0)
      bins = family.counted_bins(plan, histogram);
  return bins;
}

ResultLayout::ResultLayout(const Plan& plan, size_t regions) {
  for (const Histogram& histogram : plan.histograms) {
    size_t& step = steps_[static_cast<size_t>(histogram.domain)];
    places_.push_back({step, 0, counted_bins(plan, histogram)});
    step += places_.back().bins;
  }
  for (size_t domain = 0; domain < n_domains; domain++) {
    for (uint32_t histogram : plan.by_domain[domain]) {
      places_[histogram].first += total_;
      places_[histogram].step = steps_[domain];
    }
    total_ += steps_[domain] * (domain == static_cast<size_t>(Domain::frames) ? 1 : 1 + regions);
  }
}

void fold_bins(const uint32_t* values, size_t tables, uint32_t bins, uint32_t* counts) {
  std::fill_n(counts, tables * bins, 0);
  for (size_t table = 0; table < tables; table++, values += byte_values, counts += bins)
    for (uint32_t value = 0; value < byte_values; value++)
      counts[bin_of(value, bins, 8)] += values[value];
}

void collect_counts(const Plan& plan, size_t regions, bool differences, const uint32_t* results,
                    uint32_t* counts) {
  const ResultLayout layout(plan, regions);
  for (size_t r = 0; r <= regions; r++, counts += plan.rectangle_counts())
    for (size_t i = 0; i < plan.histograms.size(); i++) {
      const Histogram& histogram = plan.histograms[i];
      const bool is_difference = histogram.domain == Domain::frames;
      if (is_difference && (r > 0 || !differences)) // regions have none
        std::fill_n(counts + histogram.first, histogram.bins, 0);
      else if (layout.bins(i) == histogram.bins)
        std::copy_n(results + layout.first(i, r), histogram.bins, counts + histogram.first);
      else
        fold_bins(results + layout.first(i, r), 1, histogram.bins, counts + histogram.first);
    }
}

} // namespace videohistogram::cuda
