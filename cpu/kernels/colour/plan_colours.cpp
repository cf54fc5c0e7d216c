// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/count_colours.h"

namespace videohistogram::cpu {

namespace {

using Source = ColourCounts::Source;

/// Whether the bins are the 8 or fewer high bits of values.
bool bins_of_bytes(const Histogram& histogram) {
  return histogram.depth == 8 ||
         (histogram.bins <= 256 && (histogram.bins & (histogram.bins - 1)) == 0);
}

SampleReader make_reader(const FormatInfo& format, uint32_t sample_plane, Quantity component) {
  const SamplePlane& plane = format.sample_planes[sample_plane];
  return {plane.pixel_bytes, 8 * static_cast<uint32_t>(plane.offset_of(component)) + format.shift,
          static_cast<uint16_t>((1u << format.depth) - 1)};
}

ColourSums make_sums(const ColourTransform& t) {
  ColourSums sums{};
  sums.y = t.rows[0].y;
  for (uint32_t c = 0; c < 3; c++)
    sums.rows[c] = {t.rows[c].cb, t.rows[c].cr};
  sums.black = (int64_t{t.offset} << t.shift) + (int64_t{1} << (t.shift - 1)) -
               int64_t{t.rows[0].y} * t.y_zero;
  sums.shift = t.shift;
  sums.last = (1u << t.depth) - 1;
  sums.wide = t.depth == 16;
  return sums;
}

/// The transform of colours, or that of RANGE, which computes other values from the same sums.
const ColourTransform& transform_of(const ColourPlan& colours, Quantity quantity) {
  return quantity == Quantity::range    ? colours.narrow
         : quantity == Quantity::maxrgb ? colours.full
                                        : colours.rgb;
}

/// `place`: number of the histogram among those whose values are bytes.
ColourCounts::Values make_values(const Plan& plan, const Histogram& histogram, uint32_t place,
                                 const Target& target, const Target& small_target) {
  ColourCounts::Values values{histogram.quantity, histogram.first, 0, 0, false, 0, {}, {}};
  values.is_bytes = histogram.quantity != Quantity::hue && bins_of_bytes(histogram);
  if (values.is_bytes) {
    values.drop = histogram.depth - 8;
    values.bytes = make_value_plan(place, histogram.bins, target, small_target);
  } else {
    values.words =
        make_deep_value_plan(histogram, plan.format.values_of(histogram.quantity).n_values);
  }
  return values;
}

ColourCounts make_counts(const Plan& plan, Source source, const std::vector<uint32_t>& histograms,
                         const Target& target, const Target& small_target) {
  constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr};
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  ColourCounts counts;
  counts.source = source;
  counts.functions = &target.colours;
  for (uint32_t i = 0; i < 3; i++) {
    const Quantity component = (source == Source::rgb ? rgb : ycbcr)[i];
    counts.sample_planes[i] = sample_plane_of(plan.format, component);
    counts.readers[i] = make_reader(plan.format, counts.sample_planes[i], component);
  }
  counts.limits = plan.colours.limits;
  counts.hue = plan.colours.hue;
  counts.depth = plan.format.depth;

  uint32_t n_bytes = 0;
  const ColourTransform* last = nullptr;
  for (uint32_t index : histograms) {
    const Histogram& histogram = plan.histograms[index];
    const Quantity quantity = histogram.quantity;
    ColourCounts::Values values = make_values(plan, histogram, n_bytes, target, small_target);
    if (source == Source::ycbcr) {
      const ColourTransform& transform = transform_of(plan.colours, quantity);
      if (!last || !(*last == transform) || quantity == Quantity::range)
        counts.transforms.push_back(make_sums(transform));
      last = &transform;
      values.transform = static_cast<uint32_t>(counts.transforms.size() - 1);
      values.colour =
          quantity == Quantity::maxrgb ? uint32_t{largest_colour} : static_cast<uint32_t>(quantity);
    }
    n_bytes += values.is_bytes ? 1 : 0;
    counts.values.push_back(values);
  }
  return counts;
}

ColourCounts make_difference_counts(const Plan& plan, const Histogram& histogram,
                                    const Target& target, const Target& small_target) {
  const Quantity source = source_of_difference(histogram.quantity);
  ColourCounts counts;
  counts.source = Source::frames;
  counts.functions = &target.colours;
  counts.sample_planes[0] = sample_plane_of(plan.format, source);
  counts.readers[0] = counts.readers[1] = make_reader(plan.format, counts.sample_planes[0], source);
  counts.values.push_back(make_values(plan, histogram, 0, target, small_target));
  return counts;
}

} // namespace

std::vector<ColourCounts> make_colour_counts(const Plan& plan, const Target& target,
                                             const Target& small_target) {
  std::vector<ColourCounts> all;
  if (!plan.pixel_histograms.empty())
    all.push_back(make_counts(plan, plan.format.is_ycbcr() ? Source::ycbcr : Source::rgb,
                              plan.pixel_histograms, target, small_target));
  if (!plan.chroma_histograms.empty())
    all.push_back(make_counts(plan, Source::chroma, plan.chroma_histograms, target, small_target));
  for (uint32_t index : plan.difference_histograms)
    all.push_back(make_difference_counts(plan, plan.histograms[index], target, small_target));
  return all;
}

} // namespace videohistogram::cpu
