// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/count_colours.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

/// Whether the bins are the 8 or fewer high bits of values.
bool bins_of_bytes(const Histogram& histogram) {
  const bool is_power_of_two = (histogram.bins & (histogram.bins - 1)) == 0;
  return histogram.depth == 8 || (histogram.depth > 8 && histogram.bins <= 256 && is_power_of_two);
}

ColourCounts make_counts(const Plan& plan, ValueSource source,
                         const std::vector<uint32_t>& histograms, const Target& target,
                         const Target& small_target) {
  ColourCounts counts;
  std::vector<ValueFormat> formats;
  uint32_t n_bytes = 0;
  for (uint32_t index : histograms) {
    const Histogram& histogram = plan.histograms[index];
    ValueFormat format{histogram.quantity, false, 0};
    ColourCounts::Counting counting{histogram.first, {}, {}};
    format.is_bytes = bins_of_bytes(histogram);
    if (format.is_bytes) {
      format.drop = histogram.depth - 8;
      counting.bytes = make_value_plan(n_bytes++, histogram.bins, target, small_target);
    } else {
      counting.words =
          make_deep_value_plan(histogram, plan.format.values_of(histogram.quantity).n_values);
    }
    formats.push_back(format);
    counts.counting.push_back(counting);
  }
  counts.values = make_values_plan(plan, source, formats, target);
  // SAT alone takes less time per sample.
  const auto is_hue = [](const ValueFormat& format) { return format.quantity == Quantity::hue; };
  if (source == ValueSource::chroma && std::any_of(formats.begin(), formats.end(), is_hue))
    counts.chroma = find_byte_pair(counts.values, 1, 2);
  return counts;
}

} // namespace

std::vector<ColourCounts> make_colour_counts(const Plan& plan, QuantitySet direct,
                                             const Target& target, const Target& small_target) {
  std::vector<ColourCounts> all;
  const auto add = [&](Domain domain, const std::vector<uint32_t>& candidates) {
    std::vector<uint32_t> histograms;
    for (uint32_t index : candidates)
      if (direct & quantity_bit(plan.histograms[index].quantity))
        histograms.push_back(index);
    if (!histograms.empty())
      all.push_back(
          make_counts(plan, source_of(plan.format, domain), histograms, target, small_target));
  };
  for (Domain domain : {Domain::pixel, Domain::chroma})
    add(domain, plan.histograms_in(domain));
  for (uint32_t index : plan.histograms_in(Domain::frames))
    add(Domain::frames, {index});
  return all;
}

} // namespace videohistogram::cpu
