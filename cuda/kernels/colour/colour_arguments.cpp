// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/colour/colour_arguments.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

ColourSums sums_of(const ColourTransform& t) {
  ColourSums sums{};
  sums.y = t.rows[0].y; // of all rows
  sums.shift = t.shift;
  sums.last = static_cast<uint32_t>(t.last());
  for (uint32_t i = 0; i < 3; i++) {
    sums.cb[i] = t.rows[i].cb;
    sums.cr[i] = t.rows[i].cr;
    sums.constant[i] = (int64_t{t.offset} << t.shift) + (int64_t{1} << (t.shift - 1)) -
                       int64_t{t.rows[i].y} * t.y_zero -
                       (int64_t{t.rows[i].cb} + t.rows[i].cr) * t.c_zero;
  }
  return sums;
}

PackedSums packed_sums_of(const ColourTransform& t) {
  const ColourSums sums = sums_of(t);
  const int32_t factor = 1 << (24 - t.shift - t.depth);
  PackedSums packed{};
  packed.y = sums.y * factor;
  packed.y_constant = -packed.y * t.y_zero;
  for (uint32_t i = 0; i < 3; i++) {
    packed.cb[i] = sums.cb[i] * factor;
    packed.cr[i] = sums.cr[i] * factor;
    packed.c_constant[i] = static_cast<int32_t>(sums.constant[i]) * factor - packed.y_constant;
  }
  return packed;
}

/// ceil(numerator / denominator); the denominator is positive.
int64_t ceiling(int64_t numerator, int64_t denominator) {
  return numerator > 0 ? (numerator + denominator - 1) / denominator : -(-numerator / denominator);
}

RangeBounds bounds_of(const ColourTransform& t, const CodeLimits& limits) {
  RangeBounds bounds{};
  bounds.r_cr = static_cast<float>(t.rows[0].cr);
  bounds.g_cb = static_cast<float>(t.rows[1].cb);
  bounds.g_cr = static_cast<float>(t.rows[1].cr);
  bounds.b_cb = static_cast<float>(t.rows[2].cb);
  bounds.c_zero = static_cast<float>((1 << 23) + t.c_zero);
  const int64_t y = t.rows[0].y;
  // The sum y * Y + chroma from which on a code is reached.
  const auto first_sum = [&](uint32_t code) {
    return (int64_t{code} - t.offset) * (int64_t{1} << t.shift) - (int64_t{1} << (t.shift - 1)) +
           y * t.y_zero;
  };
  const int64_t low = first_sum(limits.low), high = first_sum(limits.high + 1);
  const float nearest = static_cast<float>(y - 1) / 2;
  bounds.low = static_cast<float>(low) + nearest;
  bounds.high = static_cast<float>(high) + nearest;
  bounds.inverse_y = 1 / static_cast<float>(y);
  bounds.span = static_cast<float>(high - low);
  // Both are values of Y that are inside the limits, or the first ones above them.
  bounds.y_low = (below_base_bits + static_cast<uint32_t>(ceiling(low, y))) * 0x10001u;
  bounds.y_high = (above_base_bits - 1 + static_cast<uint32_t>(ceiling(high, y))) * 0x10001u;
  return bounds;
}

/// Sets how groups are loaded, if the samples have an arrangement.
void arrange(SourceArguments& a) {
  const ColourSource& p = a.p;
  const ColourSamples &y = p.samples[0], &cb = p.samples[1], &cr = p.samples[2];
  const uint32_t size = p.sample_bytes;
  const uint8_t* const first_chroma = std::min(cb.first, cr.first);
  const auto distance = static_cast<size_t>(std::max(cb.first, cr.first) - first_chroma);
  a.arrangement = Arrangement::none;
  a.luma = y.first;
  a.chroma = cb.first;
  if (p.rgb || p.is_wide() || cb.step != cr.step || cb.stride != cr.stride)
    return;
  if (y.step == size && cb.step == size) {
    a.arrangement = Arrangement::planar;
  } else if (y.step == size && cb.step == 2 * size && distance == size) {
    a.arrangement = Arrangement::pairs;
    a.swapped = cr.first < cb.first;
    a.chroma = first_chroma;
  } else if (size == 1 && y.step == 2 && cb.step == 4 && distance == 2 && y.stride == cb.stride &&
             cb.first < cr.first) {
    a.arrangement = Arrangement::packed;
    a.swapped = cb.first < y.first;
    a.luma = a.chroma = std::min(y.first, cb.first);
  }
}

void align(SourceArguments& a) {
  const ColourSource& p = a.p;
  uint64_t bits = address_of(a.chroma) | static_cast<uint64_t>(p.samples[1].stride);
  if (a.arrangement == Arrangement::planar)
    bits |= address_of(p.samples[2].first);
  if (!p.of_chroma)
    bits |= address_of(a.luma) | static_cast<uint64_t>(p.samples[0].stride);
  a.alignment = alignment_of(static_cast<uint32_t>(bits));
}

bool has_only_colours(const ColourParameters& p) {
  return std::all_of(p.tables, p.tables + p.n_tables,
                     [](const ColourTable& table) { return is_colour(table.quantity); });
}

/// The items in a row of a group of the launch's kernel; 0 if the kernel has no groups.
uint32_t group_width(const ColourLaunch& launch) {
  const ColourParameters& p = launch.parameters;
  const uint32_t row = 16 / p.sample_bytes;
  if (p.of_chroma)
    return row >> p.x_sub;
  return launch.shape.packed || (p.depth <= 12 && has_only_colours(p)) ? row : 0;
}

void add_step(ColourArguments& a, PackedOperation operation, uint32_t table, uint32_t colour,
              bool full) {
  const uint32_t pair = table / 2;
  a.steps[a.n_steps++] = {operation, static_cast<uint8_t>(colour),
                          static_cast<uint8_t>(full ? 1 : 0), pair * 128,
                          table % 2 ? 0x10000u : 1u};
}

/// Whether the histograms are those of `quantities`, and further ones.
bool begins_with(const ColourArguments& a, std::initializer_list<Quantity> quantities) {
  uint32_t i = 0;
  for (Quantity quantity : quantities)
    if (i >= a.n_tables || a.tables[i++].quantity != quantity)
      return false;
  return true;
}

void set_steps(ColourArguments& a) {
  const bool same = a.p.colours.rgb == a.p.colours.full;
  uint32_t i = 0;
  if (same && begins_with(a, {Quantity::r, Quantity::g, Quantity::b, Quantity::maxrgb})) {
    add_step(a, PackedOperation::rgb_and_maximum, 0, 0, false);
    i = 4;
  } else if (begins_with(a, {Quantity::r, Quantity::g, Quantity::b})) {
    add_step(a, PackedOperation::rgb, 0, 0, false);
    i = 3;
  }
  for (; i < a.n_tables; i++) {
    const Quantity quantity = a.tables[i].quantity;
    if (quantity == Quantity::range)
      add_step(a, PackedOperation::range, i, 0, false);
    else if (quantity == Quantity::maxrgb)
      add_step(a, PackedOperation::maximum, i, 0, true);
    else
      add_step(a, PackedOperation::one_colour, i, static_cast<uint32_t>(quantity), false);
  }
}

/// Sets how many groups a thread has, and how it goes from one to the next.
void set_walk(ColourArguments& a) {
  const ColourSource& p = a.p;
  const uint32_t step = a.shape.portions * a.shape.threads;
  const uint32_t groups = a.area.columns * a.area.rows; // below 2^29
  a.rounds = groups / step + (groups % step > 0 ? 1 : 0);
  const uint32_t rows = !p.of_chroma && p.y_sub ? 2 : 1; // of Y per group
  VectorSteps& v = a.vectors;
  v.possible = groups > 0 && a.alignment == 16 && a.arrangement != Arrangement::packed &&
               (rows == 1 || !p.interlaced);
  if (!v.possible)
    return;
  const uint32_t columns = a.area.columns;
  v.columns = step % columns;
  v.luma_column = 16;
  v.chroma_column = (p.x_sub ? 16 : 32) / (a.arrangement == Arrangement::planar ? 2 : 1);
  v.luma_row = p.of_chroma ? 0 : rows * p.samples[0].stride;
  v.luma_distance = p.of_chroma ? 0 : p.samples[0].stride;
  v.chroma_row = p.samples[1].stride;
  v.luma_wrap = v.luma_row - int64_t{columns} * v.luma_column;
  v.chroma_wrap = v.chroma_row - int64_t{columns} * v.chroma_column;
  v.luma = step / columns * v.luma_row + int64_t{v.columns} * v.luma_column;
  v.chroma = step / columns * v.chroma_row + int64_t{v.columns} * v.chroma_column;
  v.cr_distance = p.samples[2].first - a.chroma;
}

} // namespace

GroupArea group_area(const Rect& rect, uint32_t width, uint32_t height, uint32_t height_step) {
  GroupArea area{};
  const uint64_t right = uint64_t{rect.x} + rect.width, bottom = uint64_t{rect.y} + rect.height;
  const uint64_t column = (uint64_t{rect.x} + width - 1) / width;
  const uint64_t row = (uint64_t{rect.y} + height_step - 1) / height_step;
  const uint64_t columns = right / width, rows = bottom / height_step;
  if (columns <= column || rows <= row)
    return area;
  area.column = static_cast<uint32_t>(column);
  area.columns = static_cast<uint32_t>(columns - column);
  area.row = static_cast<uint32_t>(row * (height_step / height));
  area.rows = static_cast<uint32_t>((rows - row) * (height_step / height));
  return area;
}

SourceArguments source_arguments(const ColourSource& source, uint32_t group_width) {
  SourceArguments a{};
  a.p = source;
  if (source.rgb)
    return a;
  a.sums[0] = sums_of(source.colours.rgb);
  a.sums[1] = sums_of(source.colours.full);
  a.sums[2] = sums_of(source.colours.narrow);
  arrange(a);
  align(a);
  if (a.arrangement == Arrangement::none || group_width == 0)
    return a;
  if (source.of_chroma || source.y_sub == 0)
    a.area = group_area(source.rect, group_width, 1, 1);
  else
    a.area = group_area(source.rect, group_width, 2, source.interlaced ? 4 : 2);
  return a;
}

ColourArguments colour_arguments(const ColourLaunch& launch) {
  const ColourParameters& p = launch.parameters;
  ColourArguments a{};
  static_cast<SourceArguments&>(a) = source_arguments(p, group_width(launch));
  std::copy_n(p.tables, p.n_tables, a.tables);
  a.n_tables = p.n_tables;
  a.scratch = p.scratch;
  a.results = p.results;
  a.shape = launch.shape;
  a.counters = p.counters();
  a.narrow = fits_narrow(uint64_t{a.p.rect.width} * a.p.rect.height);
  a.spread = a.narrow && a.counters <= max_spread_counters;
  set_walk(a);
  if (a.shape.packed) {
    const ColourPlan& colours = p.colours;
    a.packed_sums[0] = packed_sums_of(colours.rgb);
    a.packed_sums[1] = packed_sums_of(colours.full);
    a.bounds = bounds_of(colours.narrow, colours.limits);
    set_steps(a);
  }
  return a;
}

} // namespace videohistogram::cuda
