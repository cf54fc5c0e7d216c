// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// The number of bins in which kernels count a histogram: the plan's, or 256 that are folded to
/// the plan's bins afterwards. The family of kernels that counts the histogram decides.
uint32_t counted_bins(const Plan& plan, const Histogram& histogram);

/// Where kernels leave the counts of a frame: domain by domain, the histograms of each rectangle
/// one after the other. A histogram has counted_bins() counts. Differences have one rectangle, the
/// whole frame.
class ResultLayout {
public:
  /// A frame of `regions` regions has 1 + `regions` rectangles.
  explicit ResultLayout(const Plan& plan, size_t regions = 0);

  /// The index of the first count of a histogram, an index into Plan::histograms. `rectangle`: 0
  /// for the frame, i + 1 for region i.
  size_t first(size_t histogram, size_t rectangle = 0) const {
    return places_[histogram].first + rectangle * places_[histogram].step;
  }
  /// counted_bins() of a histogram.
  uint32_t bins(size_t histogram) const { return places_[histogram].bins; }
  /// The number of counts of a domain in a rectangle.
  size_t counts_in(Domain domain) const { return steps_[static_cast<size_t>(domain)]; }
  size_t total() const { return total_; }

private:
  struct Place {
    size_t first, step; ///< in the whole frame; from a rectangle to the next one
    uint32_t bins;
  };
  std::vector<Place> places_; ///< of Plan::histograms
  std::array<size_t, n_domains> steps_{};
  size_t total_ = 0;
};

/// Folds `tables` histograms of 256 values each to `bins` bins each, 1 to 256. `counts` has room
/// for tables x bins.
void fold_bins(const uint32_t* values, size_t tables, uint32_t bins, uint32_t* counts);

/// Puts a frame's counts together, in the plan's bins and order. `counts` has room for
/// Plan::total_counts(). Without `differences` the difference histograms are empty.
void collect_counts(const Plan& plan, size_t regions, bool differences, const uint32_t* results,
                    uint32_t* counts);

} // namespace videohistogram::cuda
