// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// The number of bins in which kernels count a histogram: the plan's, or 256 that are folded to
/// the plan's bins afterwards.
uint32_t counted_bins(const Plan& plan, const Histogram& histogram);

/// Where kernels leave the counts of a frame: those of the plane histograms of each rectangle, then
/// those of the histograms by the colour kernels of each rectangle: pixel histograms, then chroma
/// histograms. The difference histograms of the whole frame follow. A histogram has counted_bins()
/// counts.
struct ResultLayout {
  size_t plane_counts;  ///< per rectangle
  size_t pixel_counts;  ///< per rectangle
  size_t chroma_counts; ///< per rectangle
  size_t difference_counts;

  explicit ResultLayout(const Plan& plan);

  size_t colour_counts() const { return pixel_counts + chroma_counts; }
  /// The index of a rectangle's first count by colour kernels.
  size_t first_colour_count(size_t rectangles, size_t rectangle) const {
    return rectangles * plane_counts + rectangle * colour_counts();
  }
  /// The index of the first count of a difference.
  size_t first_difference(size_t rectangles) const {
    return rectangles * (plane_counts + colour_counts());
  }
  size_t total(size_t rectangles) const { return first_difference(rectangles) + difference_counts; }
};

/// The index of the first result of a histogram of a frame without regions, which is no difference.
/// `histogram` is an index into Plan::histograms.
size_t first_result(const Plan& plan, size_t histogram);

/// Puts a frame's counts together, in the plan's bins and order. `counts` has room for
/// Plan::total_counts(). A frame of `regions` regions has 1 + `regions` rectangles. Without
/// `differences` the difference histograms are empty.
void collect_counts(const Plan& plan, size_t regions, bool differences, const uint32_t* results,
                    uint32_t* counts);

} // namespace videohistogram::cuda
