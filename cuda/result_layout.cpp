// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/result_layout.h"

#include "cuda/kernels/byte/fold_bins.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t byte_values = 256;

bool is_power_of_two(uint32_t value) {
  return (value & (value - 1)) == 0;
}

size_t counted_bins(const Plan& plan, const std::vector<uint32_t>& histograms) {
  size_t counts = 0;
  for (uint32_t index : histograms)
    counts += cuda::counted_bins(plan, plan.histograms[index]);
  return counts;
}

/// Copies or folds `tables` histograms of `counted` counts each to `bins` bins each.
void deliver(const uint32_t* results, size_t tables, uint32_t counted, uint32_t bins,
             uint32_t* counts) {
  if (counted == bins)
    std::memcpy(counts, results, tables * bins * sizeof(uint32_t));
  else
    fold_bins(results, tables, bins, counts);
}

} // namespace

uint32_t counted_bins(const Plan& plan, const Histogram& histogram) {
  if (histogram.domain == Domain::plane)
    return plan.format.sample_bytes > 1 ? histogram.bins : byte_values;
  // A power of two of up to 256 bins is a field of the 8 high bits of a colour.
  const bool folds = histogram.domain == Domain::pixel && histogram.bins < byte_values &&
                     histogram.depth >= 8 &&
                     (histogram.depth == 8 || is_power_of_two(histogram.bins));
  return folds ? byte_values : histogram.bins;
}

ResultLayout::ResultLayout(const Plan& plan)
    : plane_counts(plan.plane_tables *
                   size_t{plan.format.sample_bytes > 1 ? plan.bins : byte_values}),
      pixel_counts(counted_bins(plan, plan.histograms_in(Domain::pixel))),
      chroma_counts(counted_bins(plan, plan.histograms_in(Domain::chroma))),
      difference_counts(counted_bins(plan, plan.histograms_in(Domain::frames))) {}

size_t first_result(const Plan& plan, size_t histogram) {
  const ResultLayout layout(plan);
  size_t first = layout.first_colour_count(1, 0);
  for (Domain domain : {Domain::pixel, Domain::chroma})
    for (uint32_t index : plan.histograms_in(domain)) {
      if (index == histogram)
        return first;
      first += counted_bins(plan, plan.histograms[index]);
    }
  const Histogram& of_plane = plan.histograms[histogram];
  return (of_plane.first - plan.plane_first) / plan.bins * counted_bins(plan, of_plane);
}

void collect_counts(const Plan& plan, size_t regions, bool differences, const uint32_t* results,
                    uint32_t* counts) {
  const ResultLayout layout(plan);
  const size_t rectangles = 1 + regions, step = plan.rectangle_counts();
  const auto plane_bins =
      static_cast<uint32_t>(plan.plane_tables > 0 ? layout.plane_counts / plan.plane_tables : 0);
  if (layout.colour_counts() == 0 &&
      layout.difference_counts == 0) { // the histograms of all rectangles lie in succession
    deliver(results, rectangles * plan.plane_tables, plane_bins, plan.bins, counts);
    return;
  }
  for (size_t r = 0; r < rectangles; r++, counts += step) {
    deliver(results + r * layout.plane_counts, plan.plane_tables, plane_bins, plan.bins,
            counts + plan.plane_first);
    const uint32_t* from = results + layout.first_colour_count(rectangles, r);
    for (Domain domain : {Domain::pixel, Domain::chroma})
      for (uint32_t index : plan.histograms_in(domain)) {
        const Histogram& histogram = plan.histograms[index];
        const uint32_t counted = counted_bins(plan, histogram);
        deliver(from, 1, counted, histogram.bins, counts + histogram.first);
        from += counted;
      }
    from = results + layout.first_difference(rectangles);
    for (uint32_t index : plan.histograms_in(Domain::frames)) {
      const Histogram& histogram = plan.histograms[index];
      if (r == 0 && differences)
        deliver(from, 1, histogram.bins, histogram.bins, counts + histogram.first);
      else // regions have none
        std::fill_n(counts + histogram.first, histogram.bins, 0);
      from += histogram.bins;
    }
  }
}

} // namespace videohistogram::cuda
