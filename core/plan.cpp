// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/plan.h"

#include "core/hue.h"

#include <algorithm>
#include <string>
#include <utility>

namespace videohistogram {

using std::to_string;

namespace {

Status check_values(const FormatInfo& format, const ColourSpec& colours, const ValueAxis& axis) {
  if (!(format.countable_channels() & quantity_bit(axis.quantity)))
    return refusal(std::string(format.name) + " has no channel " + quantity_name(axis.quantity));
  if (!(countable(format, colours) & quantity_bit(axis.quantity)))
    return refusal(std::string(quantity_name(axis.quantity)) +
                   " cannot be computed without the frames' matrix");
  const ValueRange range = format.values_of(axis.quantity);
  if (axis.bins < 1 || axis.bins != range.bins_for(axis.bins))
    return refusal(to_string(axis.bins) + " bins of " + quantity_name(axis.quantity) +
                   " were asked for; " + format.name + " has " + to_string(range.n_values) +
                   " values, so " + (range.fixed_bins ? "only " : "1 to ") +
                   to_string(range.n_values) + " are possible");
  return {};
}

Status check_positions(const Plan& plan, Quantity quantity, const Direction& direction) {
  if (is_difference(quantity))
    return refusal("differences have no projections");
  if (is_chromaticity(quantity))
    return refusal("chromaticities have no projections");
  const SamplePlane& sample_plane =
      plan.format.sample_planes[sample_plane_of(plan.format, quantity)];
  const uint32_t width = sample_plane.width_of(plan.width),
                 height = sample_plane.height_of(plan.height);
  if (!fits(direction, width, height))
    return refusal(std::string("the direction does not fit ") + quantity_name(quantity) +
                   ", an image of " + to_string(width) + "x" + to_string(height));
  return {};
}

Status check_filter(const FormatInfo& format, const Table& table) {
  if (table.filter != Filter::none && format.values_of(table.values.quantity).fixed_bins)
    return refusal(std::string("values of ") + quantity_name(table.values.quantity) +
                   " are no levels, so that a low-pass filter has no meaning; ask for them without "
                   "it");
  return {};
}

/// Adds a histogram of Domain::plane.
Status add_plane_histogram(Plan& plan, const Histogram& histogram) {
  if (plan.plane_tables == 0)
    plan.plane_first = histogram.first;
  const uint32_t sample_plane = sample_plane_of(plan.format, histogram.quantity);
  if (plan.planes.empty() || plan.planes.back().sample_plane != sample_plane)
    plan.planes.push_back(
        {sample_plane, {}, {}, histogram.bins, plan.plane_tables, plan.plane_counts});
  PlaneHistograms& plane = plan.planes.back();
  for (const PlaneHistograms& other : plan.planes)
    if (plan.format.sample_planes[other.sample_plane].depth() == histogram.depth &&
        histogram.bins != other.bins)
      return refusal("stored channels of the same depth must have the same number of bins, not " +
                     to_string(other.bins) + " and " + to_string(histogram.bins));
  (is_stored(histogram.quantity) ? plane.stored : plane.computed).push_back(histogram.quantity);
  plan.plane_tables++;
  plan.plane_counts += histogram.bins;
  return {};
}

Status add_histogram(Plan& plan, const ValueAxis& axis) {
  QuantityList& quantities = plan.quantities;
  if (quantities.size > 0 && quantities[quantities.size - 1] >= axis.quantity)
    return refusal(std::string("the histogram of ") + quantity_name(axis.quantity) +
                   " is not in the order of the channels");
  const Histogram histogram{axis.quantity, plan.format.domain_of(axis.quantity), axis.bins,
                            plan.format.values_of(axis.quantity).depth,
                            quantities.size > 0 ? plan.rectangle_counts() : 0};
  plan.by_domain[static_cast<size_t>(histogram.domain)].push_back(quantities.size);
  quantities.push_back(axis.quantity);
  plan.histograms.push_back(histogram);
  return histogram.domain == Domain::plane ? add_plane_histogram(plan, histogram) : Status();
}

/// Sets how the computed quantities are derived.
void plan_colours(Plan& plan, const ColourSpec& spec) {
  const uint32_t depth = plan.format.depth;
  ColourPlan& colours = plan.colours;
  if (plan.format.is_ycbcr()) {
    colours.rgb = make_colour_transform(spec, depth, spec.narrow_rgb);
    colours.full = make_colour_transform(spec, depth, false);
    colours.narrow = make_colour_transform(spec, depth, true);
    colours.limits = code_limits(spec.limits, colours.narrow.depth);
    colours.subcarrier = make_subcarrier(spec, depth);
    if (plan.all_quantities() & quantity_bit(Quantity::hue))
      colours.hue = hue_table(depth);
  } else if (!spec.full_range) {
    colours.limits = code_limits(spec.limits, depth);
  }
  if ((plan.all_quantities() & chromaticity_set) == 0)
    return;
  const bool stored = plan.format.is_rgb();
  const uint32_t bits = stored ? depth : colour_depth(depth);
  colours.chromaticities = make_chromaticities(
      {spec.transfer, bits, stored ? !spec.full_range : spec.narrow_rgb, 1u << (bits - depth)},
      spec.primaries);
}

/// Whether there is one value per chroma sample.
bool is_of_chroma(const FormatInfo& format, Quantity quantity) {
  return (format.origin_of(quantity).needs & ~chroma_set) == 0;
}

Status add_joint(Plan& plan, const ValueAxis& x, const ValueAxis& y) {
  if (x.quantity == y.quantity)
    return refusal(std::string("a joint histogram is of two different quantities, not of ") +
                   quantity_name(x.quantity) + " twice");
  if (is_difference(x.quantity) || is_difference(y.quantity))
    return refusal("differences have no joint histograms");
  const auto axis = [&](const ValueAxis& values) {
    return Joint::Axis{values.quantity, values.bins, plan.format.values_of(values.quantity).depth};
  };
  const bool of_chroma =
      is_of_chroma(plan.format, x.quantity) && is_of_chroma(plan.format, y.quantity);
  plan.joints.push_back({axis(x), axis(y), of_chroma ? Domain::chroma : Domain::pixel});
  return {};
}

/// Adds a weighted projection, without its first_matrix.
Status add_weighted(Plan& plan, const Table& table) {
  const Quantity quantity = table.values.quantity;
  if (quantity != Quantity::y && quantity != Quantity::luma)
    return refusal(std::string("weighted projections are of Y or LUMA, not of ") +
                   quantity_name(quantity));
  const Direction& direction = *table.positions;
  constexpr int64_t one = int64_t{1} << 30;
  const bool upright = direction.c == one && direction.s == 0,
             on_rows = direction.c == 0 && direction.s == one;
  if ((!upright && !on_rows) || direction.positions != (upright ? plan.width : plan.height))
    return refusal("weighted projections are on columns, at 0 degrees, or on rows, at 90");
  const QuantitySet possible = plan.format.is_rgb() ? rgb_set : chroma_set;
  if (table.weights.size > max_weights || (set_of(table.weights) & ~possible) != 0)
    return refusal(std::string("the weights of ") + plan.format.name + " are " +
                   (plan.format.is_rgb() ? "R, G and B" : "Cb and Cr"));
  constexpr uint32_t most_pixels = UINT32_MAX / ((1u << weight_bits) - 1);
  if ((upright ? plan.height : plan.width) > most_pixels)
    return refusal("weighted projections have at most " + to_string(most_pixels) +
                   " pixels per position");
  plan.weighted.push_back(
      {quantity, table.values.bins, plan.format.depth, direction, table.weights, table.filter, 0});
  return {};
}

/// The counters of a frame without regions.
uint64_t frame_counters(const Plan& plan) {
  uint64_t counters = plan.rectangle_counts();
  for (const Projection& projection : plan.projections)
    counters += projection.counters();
  for (const WeightedProjection& projection : plan.weighted)
    counters += projection.counters() * projection.weights.size;
  for (const Joint& joint : plan.joints)
    counters += joint.counters();
  return counters;
}

Status add_table(Plan& plan, const ColourSpec& colours, const Table& table) {
  Status status = check_values(plan.format, colours, table.values);
  if (status.ok() && table.second)
    status = check_values(plan.format, colours, *table.second);
  if (!status.ok())
    return status;
  if (table.filter != Filter::none && !table.positions)
    return refusal("only values of projections are filtered");
  if (table.second)
    return add_joint(plan, table.values, *table.second);
  if (!table.positions)
    return add_histogram(plan, table.values);
  const auto& [quantity, bins] = table.values;
  status = check_positions(plan, quantity, *table.positions);
  if (status.ok())
    status = check_filter(plan.format, table);
  if (status.ok() && table.weights.size > 0)
    return add_weighted(plan, table);
  if (status.ok())
    plan.projections.push_back(
        {quantity, plan.format.domain_of(quantity), sample_plane_of(plan.format, quantity), bins,
         plan.format.values_of(quantity).depth, *table.positions, table.filter});
  return status;
}

} // namespace

Expected<SharedPlan> compile_plan(const FormatInfo& format, uint32_t width, uint32_t height,
                                  const PlanSpec& spec) {
  auto plan = std::make_shared<Plan>(Plan{format, width, height, spec.luma, spec.whole_frame});
  for (const Table& table : spec.tables)
    if (Status status = add_table(*plan, spec.colours, table); !status.ok())
      return status.error();
  size_t matrix = plan->projections.size();
  for (WeightedProjection& projection : plan->weighted) {
    projection.first_matrix = matrix;
    matrix += projection.weights.size;
  }
  if (plan->quantities.size == 0)
    return refusal(std::string("no channel of ") + format.name + " was asked for");
  const bool has_matrix = spec.colours.has_matrix;
  if (Status status = plan_sums(format, width, height, has_matrix, spec.sums).move_to(plan->sums);
      !status.ok())
    return status.error();
  const QuantitySet of_planes = format.quantities_in(Domain::plane) | all_differences;
  if (!plan->joints.empty() || !plan->sums.empty() || (plan->all_quantities() & ~of_planes) != 0)
    plan_colours(*plan, spec.colours);
  if (plan->has_matrices() && frame_counters(*plan) > max_frame_counters)
    return refusal("the frame would have more than " + to_string(max_frame_counters) +
                   " counters together; ask for fewer bins or tables");
  return SharedPlan(std::move(plan));
}

QuantitySet Plan::all_quantities() const {
  QuantitySet all = set_of(quantities);
  for (const Projection& projection : projections)
    all |= quantity_bit(projection.quantity);
  for (const WeightedProjection& projection : weighted)
    all |= quantity_bit(projection.quantity) | set_of(projection.weights);
  for (const Joint& joint : joints)
    all |= quantity_bit(joint.x.quantity) | quantity_bit(joint.y.quantity);
  return all;
}

size_t Plan::joint_regions(size_t regions) const {
  uint64_t of_region = 0;
  for (const Joint& joint : joints)
    of_region += joint.counters();
  if (of_region == 0)
    return 0;
  const uint64_t others = frame_counters(*this) + uint64_t{regions} * rectangle_counts();
  return others >= max_frame_counters ? 0
                                      : static_cast<size_t>(std::min<uint64_t>(
                                            regions, (max_frame_counters - others) / of_region));
}

size_t Plan::matrix_counters(size_t index) const {
  uint64_t counters = 0;
  if (index < projections.size())
    counters = projections[index].counters();
  else if (index >= first_joint())
    counters = joints[(index - first_joint()) % joints.size()].counters();
  else
    for (const WeightedProjection& projection : weighted)
      if (index >= projection.first_matrix)
        counters = projection.counters();
  return static_cast<size_t>(counters); // at most max_frame_counters
}

Status check_plan(const Plan& plan, const FrameView& frame, const std::vector<Rect>& regions) {
  const bool is_band = !plan.needs_whole_frames() && frame.height <= plan.height;
  if ((frame.format != &plan.format && frame.format != plan.format.unpacked) ||
      frame.width != plan.width || (frame.height != plan.height && !is_band))
    return refusal(std::string("a frame of ") + to_string(frame.width) + "x" +
                   to_string(frame.height) + " " + frame.format->name +
                   " does not match a plan of " + to_string(plan.width) + "x" +
                   to_string(plan.height) + " " + plan.format.name);
  if (regions.size() > max_regions)
    return refusal(to_string(regions.size()) + " regions were asked for; at most " +
                   to_string(max_regions) + " are counted");
  for (const Rect& r : regions)
    if (uint64_t{r.x} + r.width > frame.width || uint64_t{r.y} + r.height > frame.height)
      return refusal("a region lies outside the frame");
  return {};
}

uint32_t sample_plane_of(const FormatInfo& format, Quantity quantity) {
  const QuantitySet needs = format.origin_of(quantity).needs;
  // Y is the first of Y, Cb and Cr.
  for (uint32_t g = 0; g < format.n_sample_planes && needs != 0; g++)
    if (format.sample_planes[g].offset_of(first_of(needs)) >= 0)
      return g;
  return 0;
}

Rect clip(uint64_t x, uint64_t y, uint64_t width, uint64_t height, uint32_t frame_width,
          uint32_t frame_height) {
  // Width and height are compared with the remaining space, since adding to x or y could overflow.
  if (x >= frame_width || y >= frame_height)
    return {};
  const Rect r{static_cast<uint32_t>(x), static_cast<uint32_t>(y),
               static_cast<uint32_t>(std::min<uint64_t>(width, frame_width - x)),
               static_cast<uint32_t>(std::min<uint64_t>(height, frame_height - y))};
  return r.width == 0 || r.height == 0 ? Rect() : r;
}

} // namespace videohistogram
