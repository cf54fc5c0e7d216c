// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/windows.h"

#include <algorithm>
#include <cstdlib>

namespace videohistogram::cpu {

namespace {

/// Counters per strip, those of all its tables: with 16 bits each they fit a small L1 cache.
constexpr uint32_t strip_counters = 16 * 1024;
/// Positions per strip. If the bins are so many that the counters of the minimum do not fit, the
/// overhead per row would cost more than the misses do.
constexpr uint32_t max_strip = 64, least_strip = 32;
/// The minimum of bytes that are counted where they lie, where a row has little overhead.
constexpr uint32_t least_strip_of_bytes = 16;
static_assert(max_strip * 3 / 2 < max_run, "at 45 degrees, too, a row of a strip is one run");
static_assert(max_strip <= upright_run);

/// Bytes of an upright strip that are prefetched, and the minimum and maximum number of its rows.
constexpr uint32_t bytes_ahead = 4096, least_rows_ahead = 16, max_rows_ahead = 32;

/// In a plane of more bytes, the rows of a strip lie in more pages than the TLB has entries. Strips
/// of bytes are then wide, so that they are few, and their counters in the L2 cache.
constexpr uint64_t large_plane = 16 * 1024 * 1024;
constexpr uint32_t large_area_rows = 32;

/// Values that are not of one plane are computed faster in long runs. The counters of a strip then
/// fit the L2 cache. Upright strips are counted table by table, in areas of `values_area_rows`
/// rows, so that a block of columns keeps its counters in the L1 cache.
constexpr uint32_t values_strip = 80, values_strip_counters = 512 * 1024, values_area_rows = 128;
static_assert(values_strip * 3 / 2 < max_run);

/// Pixels of more bytes, of one table, are counted faster as in slanted directions.
constexpr uint32_t max_upright_bytes = 4;

bool same_direction(const Direction& a, const Direction& b) {
  return a.c == b.c && a.s == b.s && a.origin == b.origin && a.positions == b.positions;
}

/// Whether the values of a projection are computed, or filtered, before they are counted.
bool has_values(const Projection& projection) {
  return projection.domain != Domain::plane || projection.is_filtered();
}

/// The samples that such values are computed from.
ValueSource values_source(const FormatInfo& format, const Projection& projection) {
  return projection.domain != Domain::plane ? source_of(format, projection.domain)
         : format.is_rgb()                  ? ValueSource::rgb
                                            : ValueSource::stored;
}

/// Whether the values of two projections of one sample plane are computed together.
bool have_same_source(const FormatInfo& format, const Projection& a, const Projection& b) {
  return a.domain == b.domain && a.filter == b.filter &&
         (!has_values(a) || values_source(format, a) != ValueSource::stored ||
          a.quantity == b.quantity);
}

/// Whether a projection is counted in the pass. Values that are filtered or not of one plane are
/// computed together in any direction. Of others, only upright passes gain from several tables: in
/// other directions three passes over RGBA pixels took less time than one with strips that are
/// narrower.
bool joins(const Plan& wanted, const Projection& projection, const ProjectionPlan& pass) {
  const Projection& first = wanted.projections[pass.tables[0].projection];
  return (pass.is_upright || has_values(projection)) && pass.tables.size() < max_pass_tables &&
         have_same_source(wanted.format, projection, first) &&
         projection.sample_plane == first.sample_plane &&
         same_direction(projection.direction, first.direction);
}

/// A pass without tables for a projection.
ProjectionPlan make_pass(const Plan& wanted, const Projection& projection, const Target& target) {
  const FormatInfo& format = wanted.format;
  ProjectionPlan pass;
  pass.functions = &target.projection;
  pass.direction = projection.direction;
  pass.is_upright = projection.direction.s == 0;
  pass.in_place = !has_values(projection);
  pass.sample_bytes = format.sample_bytes;
  if (pass.in_place) {
    const SamplePlane& sample_plane = format.sample_planes[projection.sample_plane];
    pass.pixel_bytes = sample_plane.pixel_bytes;
    pass.shift = sample_plane.shift();
  } else {
    pass.pixel_bytes = sizeof(uint16_t);
  }
  return pass;
}

/// Finds out whether bins are bits of values. `shift`: bits of a sample below its value.
void find_bits(ProjectionTable& table, uint32_t shift) {
  table.bins_are_bits = (table.bins & (table.bins - 1)) == 0;
  table.bin_shift = shift;
  while (table.bins_are_bits && table.bins << (table.bin_shift - shift) < 1u << table.depth)
    table.bin_shift++;
}

void add_table(ProjectionPlan& pass, const Plan& wanted, size_t index, uint32_t bins) {
  const Projection& projection = wanted.projections[index];
  const SamplePlane& sample_plane = wanted.format.sample_planes[projection.sample_plane];
  const bool bins_are_values = bins == wanted.format.values_of(projection.quantity).n_values;
  ProjectionTable table{};
  table.projection = index;
  table.quantity = projection.quantity;
  table.bins = bins;
  table.fold = bins / projection.bins;
  table.depth = projection.depth;
  table.bins_are_values = bins_are_values;
  find_bits(table, pass.shift);
  const bool of_plane = !has_values(projection);
  if (of_plane && is_stored(projection.quantity))
    table.byte = static_cast<uint32_t>(sample_plane.offset_of(projection.quantity));
  else if (of_plane)
    pass.rgb = make_rgb_plan(sample_plane, wanted.luma);
  pass.in_place = pass.in_place && is_stored(projection.quantity) &&
                  (pass.sample_bytes == 1 ? bins_are_values : table.bins_are_bits);
  pass.tables.push_back(table);
}

/// Plans the values of a pass that has all of its tables.
void add_values(ProjectionPlan& pass, const Plan& wanted, const Target& target) {
  const Projection& first = wanted.projections[pass.tables[0].projection];
  std::vector<ValueFormat> formats;
  for (ProjectionTable& table : pass.tables) {
    const auto same = std::find_if(formats.begin(), formats.end(), [&](const ValueFormat& format) {
      return format.quantity == table.quantity;
    });
    table.value = static_cast<uint32_t>(same - formats.begin());
    table.bins_are_high_bits = table.bins_are_bits;
    if (same != formats.end())
      continue;
    formats.push_back({table.quantity, false, 0});
    if (first.is_filtered())
      pass.filtered_depths.push_back(table.depth);
  }
  pass.values = make_values_plan(wanted, values_source(wanted.format, first), formats, target);
}

/// Lays out the counters of an upright pass, table by table: the distance from one position to the
/// next is then a constant for the compiler.
void lay_out_upright(ProjectionPlan& pass, uint32_t bins, uint64_t plane_bytes) {
  const bool bytes_in_place = pass.in_place && pass.sample_bytes == 1;
  if (pass.values) {
    const uint32_t fit = values_strip_counters / bins / 16 * 16;
    pass.strip = std::clamp(fit, least_strip, upright_run);
    pass.area_rows = values_area_rows;
  } else if (bytes_in_place && plane_bytes > large_plane) {
    pass.strip = upright_run;
    pass.area_rows = pass.rows_ahead = large_area_rows;
  } else {
    const uint32_t fit = strip_counters / bins / 16 * 16; // see count_upright() on blocks
    pass.strip = std::clamp(fit, bytes_in_place ? least_strip_of_bytes : least_strip, max_strip);
    pass.area_rows = 16;
    pass.rows_ahead =
        std::clamp(bytes_ahead / (pass.strip * pass.pixel_bytes), least_rows_ahead, max_rows_ahead);
  }
  for (ProjectionTable& table : pass.tables) {
    table.first = pass.counters;
    table.pitch = table_pitch(table.bins);
    pass.counters += pass.strip * table.pitch;
  }
}

/// Lays out the counters of another pass, position by position.
void lay_out_slanted(ProjectionPlan& pass, uint32_t bins) {
  pass.strip = pass.values ? std::clamp(values_strip_counters / bins, least_strip, values_strip)
                           : std::clamp(strip_counters / bins, least_strip, max_strip);
  for (ProjectionTable& table : pass.tables) {
    table.first = pass.pitch;
    pass.pitch += table_pitch(table.bins);
  }
  for (ProjectionTable& table : pass.tables)
    table.pitch = pass.pitch;
  pass.outside = pass.strip * pass.pitch;
  pass.counters = pass.outside + pass.pitch;
  for (uint32_t i = 0; i < max_run; i++) {
    const int64_t v = 2 * i * pass.direction.c;
    pass.offsets[i] = static_cast<uint32_t>(v >> 31) * pass.pitch;
    pass.fractions[i] = static_cast<uint32_t>(v & ((int64_t{1} << 31) - 1));
  }
}

/// Lays out the counters of a pass that has all of its tables.
void lay_out(const Plan& wanted, ProjectionPlan& pass) {
  uint32_t bins = 0;
  for (const ProjectionTable& table : pass.tables)
    bins += table.bins;
  pass.is_upright =
      pass.is_upright && (pass.tables.size() > 1 || pass.pixel_bytes <= max_upright_bytes);
  const SamplePlane& plane =
      wanted.format.sample_planes[wanted.projections[pass.tables[0].projection].sample_plane];
  const uint64_t plane_bytes =
      uint64_t{plane.width_of(wanted.width)} * plane.height_of(wanted.height) * pass.pixel_bytes;
  pass.is_upright ? lay_out_upright(pass, bins, plane_bytes) : lay_out_slanted(pass, bins);
}

} // namespace

CounterWidth matrix_width(const Direction& direction, const SamplePlaneView& sample_plane) {
  const bool fits =
      is_steep(direction) ? sample_plane.width <= max_window : sample_plane.height <= max_window;
  return fits ? CounterWidth::narrow : CounterWidth::wide;
}

bool can_sum(uint32_t histogram_bins, uint32_t projection_bins, CounterWidth width) {
  if (width == CounterWidth::wide || histogram_bins > max_folded_bins)
    return histogram_bins == projection_bins;
  for (uint32_t fold = 1; fold <= max_fold; fold *= 2)
    if (projection_bins * fold == histogram_bins)
      return true;
  return false;
}

std::vector<ProjectionPlan>
make_projection_plans(const Plan& wanted, const std::vector<uint32_t>& bins, const Target& target) {
  std::vector<ProjectionPlan> passes;
  for (size_t i = 0; i < wanted.projections.size(); i++) {
    const Projection& projection = wanted.projections[i];
    auto pass = std::find_if(passes.begin(), passes.end(), [&](const ProjectionPlan& pass) {
      return joins(wanted, projection, pass);
    });
    if (pass == passes.end())
      pass = passes.insert(passes.end(), make_pass(wanted, projection, target));
    add_table(*pass, wanted, i, bins[i]);
  }
  for (ProjectionPlan& pass : passes) {
    if (has_values(wanted.projections[pass.tables[0].projection]))
      add_values(pass, wanted, target);
    lay_out(wanted, pass);
  }
  return passes;
}

} // namespace videohistogram::cpu
