// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/values.h"

#include <algorithm>
#include <iterator>

namespace videohistogram::cpu {

namespace {

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

/// The transform of colours, or that of RANGE.
const ColourTransform& transform_of(const ColourPlan& colours, Quantity quantity) {
  return quantity == Quantity::range    ? colours.narrow
         : quantity == Quantity::maxrgb ? colours.full
                                        : colours.rgb;
}

constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr, Quantity::a};
constexpr Quantity rgba[] = {Quantity::r, Quantity::g, Quantity::b, Quantity::a};

/// The stored quantities of a pixel, in the order of ValuesPlan::readers.
const Quantity (&components_of(ValueSource source))[ValuesPlan::max_components] {
  return source == ValueSource::rgb ? rgba : ycbcr;
}

/// The index of a stored quantity among the components, else max_components.
uint32_t component_of(ValueSource source, Quantity quantity) {
  if (source == ValueSource::stored)
    return 0;
  const auto& components = components_of(source);
  return static_cast<uint32_t>(std::find(std::begin(components), std::end(components), quantity) -
                               components);
}

/// Plans how the components of Y'CbCr, of R, G and B, of a stored quantity, or of a difference are
/// read.
void plan_components(const FormatInfo& format, ValuesPlan& plan) {
  if (plan.source == ValueSource::frames) {
    const Quantity stored = source_of_difference(plan.values[0].format.quantity);
    std::fill_n(plan.sample_planes, ValuesPlan::max_components, sample_plane_of(format, stored));
    const SamplePlane& plane = format.sample_planes[plan.sample_planes[0]];
    std::fill_n(plan.readers, ValuesPlan::max_components,
                make_reader(plane, stored, plane.depth(), plane.shift()));
    return;
  }
  if (plan.source == ValueSource::stored) {
    const Quantity stored = plan.values[0].format.quantity;
    std::fill_n(plan.sample_planes, ValuesPlan::max_components, sample_plane_of(format, stored));
    plan.readers[0] = make_reader(format.sample_planes[plan.sample_planes[0]], stored, format.depth,
                                  format.shift);
    return;
  }
  const auto& components = components_of(plan.source);
  for (uint32_t i = 0; i < ValuesPlan::max_components; i++)
    if (format.stores(components[i])) {
      plan.sample_planes[i] = sample_plane_of(format, components[i]);
      plan.readers[i] = make_reader(format.sample_planes[plan.sample_planes[i]], components[i],
                                    format.depth, format.shift);
    }
}

} // namespace

SampleReader make_reader(const SamplePlane& plane, Quantity component, uint32_t depth,
                         uint32_t shift) {
  return {plane.pixel_bytes, 8 * static_cast<uint32_t>(plane.offset_of(component)) + shift,
          static_cast<uint16_t>((1u << depth) - 1)};
}

ValueSource source_of(const FormatInfo& format, Domain domain) {
  return domain == Domain::frames   ? ValueSource::frames
         : domain == Domain::chroma ? ValueSource::chroma
         : format.is_ycbcr()        ? ValueSource::ycbcr
                                    : ValueSource::rgb;
}

ValuesPlan make_values_plan(const Plan& plan, ValueSource source,
                            const std::vector<ValueFormat>& quantities, const Target& target) {
  ValuesPlan values;
  values.source = source;
  values.functions = &target.colours;
  values.limits = plan.colours.limits;
  values.luma = plan.luma;
  values.subcarrier = plan.colours.subcarrier;
  values.chromaticities = plan.colours.chromaticities;
  values.hue = plan.colours.hue;
  values.depth = plan.format.depth;
  values.pairs = source == ValueSource::ycbcr;
  const ColourTransform* last = nullptr;
  bool last_is_apart = false;
  if (std::none_of(quantities.begin(), quantities.end(),
                   [](const ValueFormat& format) { return is_chromaticity(format.quantity); }))
    values.chromaticities.light = nullptr;
  for (const ValueFormat& format : quantities) {
    const Quantity quantity = format.quantity;
    ValuesPlan::Value value{format, UINT32_MAX, 0, component_of(source, quantity)};
    const Origin origin = plan.format.origin_of(quantity);
    // A stored channel of fewer bits is the high bits of its sample's value.
    if (value.component < ValuesPlan::max_components)
      value.format.drop = plan.format.depth - plan.format.values_of(quantity).depth;
    values.pairs = values.pairs || origin.domain == Domain::chroma;
    values.components |= value.component < ValuesPlan::max_components ? 1u << value.component : 7;
    if (origin.by_matrix && quantity != Quantity::chroma) {
      const ColourTransform& transform = transform_of(plan.colours, quantity);
      // The colours that RANGE, or R-G, G-B and chromaticities, need are not written as values.
      const bool apart = is_of_colours(quantity);
      if (!last || !(*last == transform) || apart != last_is_apart || quantity == Quantity::range)
        values.transforms.push_back(make_sums(transform));
      last = quantity == Quantity::range ? nullptr : &transform;
      last_is_apart = apart;
      value.transform = static_cast<uint32_t>(values.transforms.size() - 1);
      value.colour =
          quantity == Quantity::maxrgb ? uint32_t{largest_colour} : static_cast<uint32_t>(quantity);
    }
    values.values.push_back(value);
  }
  plan_components(plan.format, values);
  values.differences_of_bytes = source == ValueSource::frames &&
                                values.readers[0].pixel_bytes == 1 &&
                                values.values[0].format.is_bytes;
  return values;
}

BytePair find_byte_pair(const ValuesPlan& plan, uint32_t x, uint32_t y) {
  if (plan.depth != 8 || x == ValuesPlan::max_components || y == ValuesPlan::max_components)
    return {};
  const SampleReader &of_x = plan.readers[x], &of_y = plan.readers[y];
  if (of_x.pixel_bytes != of_y.pixel_bytes)
    return {};
  return {of_x.pixel_bytes, x, of_x.shift / 8, y, of_y.shift / 8};
}

} // namespace videohistogram::cpu
