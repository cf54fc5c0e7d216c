// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/count_projection.h"

#include <algorithm>
#include <cstdlib>

namespace videohistogram::cpu {

namespace {

/// Counters per strip, those of all its tables: with 16 bits each they fit a small L1 cache.
constexpr uint32_t strip_counters = 16 * 1024;
/// Positions per strip. If the bins are so many that the counters of the minimum do not fit, the
/// overhead per row would cost more than the misses do.
constexpr uint32_t max_strip = 64, least_strip = 32;
/// The minimum of an upright pass that computes no bins, where a row has little overhead.
constexpr uint32_t least_strip_of_bytes = 16;
static_assert(max_strip * 3 / 2 < max_run, "at 45 degrees, too, a row of a strip is one run");
static_assert(max_strip <= upright_run);

/// Bytes of an upright strip that are prefetched, and the minimum and maximum number of its rows.
constexpr uint32_t bytes_ahead = 4096, least_rows_ahead = 16, max_rows_ahead = 32;

/// Pixels of more bytes, of one table, are counted faster as in slanted directions.
constexpr uint32_t max_upright_bytes = 4;

bool same_direction(const Direction& a, const Direction& b) {
  return a.c == b.c && a.s == b.s && a.origin == b.origin && a.positions == b.positions;
}

/// Whether a projection is counted in the pass. Only upright passes gain from several tables: in
/// other directions three passes over RGBA pixels took less time than one with strips that are
/// narrower.
bool joins(const Plan& wanted, const Projection& projection, const ProjectionPlan& pass) {
  const Projection& first = wanted.projections[pass.tables[0].projection];
  return pass.is_upright && pass.tables.size() < max_pass_tables &&
         projection.sample_plane == first.sample_plane &&
         same_direction(projection.direction, first.direction);
}

void add_table(ProjectionPlan& pass, const Plan& wanted, size_t index) {
  const Projection& projection = wanted.projections[index];
  const SamplePlane& sample_plane = wanted.format.sample_planes[projection.sample_plane];
  ProjectionTable table{index, projection.quantity, 0, projection.bins, 0, 0};
  if (is_stored(projection.quantity))
    table.byte = static_cast<uint32_t>(sample_plane.offset_of(projection.quantity));
  else
    pass.rgb = make_rgb_plan(sample_plane, wanted.luma);
  pass.tables.push_back(table);
}

/// Lays out the counters of an upright pass, table by table: the distance from one position to the
/// next is then a constant for the compiler.
void lay_out_upright(ProjectionPlan& pass, uint32_t bins) {
  const uint32_t fit = strip_counters / bins / 16 * 16; // see count_upright() on blocks
  pass.strip = std::clamp(fit, pass.bins_are_bytes ? least_strip_of_bytes : least_strip, max_strip);
  pass.rows_ahead =
      std::clamp(bytes_ahead / (pass.strip * pass.pixel_bytes), least_rows_ahead, max_rows_ahead);
  for (ProjectionTable& table : pass.tables) {
    table.first = pass.counters;
    table.pitch = table_pitch(table.bins);
    pass.counters += pass.strip * table.pitch;
  }
}

/// Lays out the counters of another pass, position by position.
void lay_out_slanted(ProjectionPlan& pass, uint32_t bins) {
  pass.strip = std::clamp(strip_counters / bins, least_strip, max_strip);
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
void lay_out(ProjectionPlan& pass) {
  uint32_t bins = 0;
  for (const ProjectionTable& table : pass.tables)
    bins += table.bins;
  pass.is_upright =
      pass.is_upright && (pass.tables.size() > 1 || pass.pixel_bytes <= max_upright_bytes);
  pass.is_upright ? lay_out_upright(pass, bins) : lay_out_slanted(pass, bins);
}

} // namespace

std::vector<ProjectionPlan> make_projection_plans(const Plan& wanted, const Target& target) {
  std::vector<ProjectionPlan> passes;
  for (size_t i = 0; i < wanted.projections.size(); i++) {
    const Projection& projection = wanted.projections[i];
    auto pass = std::find_if(passes.begin(), passes.end(), [&](const ProjectionPlan& pass) {
      return joins(wanted, projection, pass);
    });
    if (pass == passes.end()) {
      pass = passes.insert(passes.end(), ProjectionPlan());
      pass->index = target.index;
      pass->bins = target.bins;
      pass->empty = target.empty;
      pass->direction = projection.direction;
      pass->bins_are_bytes = wanted.format.sample_bytes == 1;
      pass->is_upright = projection.direction.s == 0;
      pass->pixel_bytes = wanted.format.sample_planes[projection.sample_plane].pixel_bytes;
      pass->depth = wanted.format.depth;
      pass->shift = wanted.format.shift;
    }
    add_table(*pass, wanted, i);
    pass->bins_are_bytes =
        pass->bins_are_bytes && is_stored(projection.quantity) && projection.bins == 256;
  }
  for (ProjectionPlan& pass : passes)
    lay_out(pass);
  return passes;
}

} // namespace videohistogram::cpu
