// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/projection/projection_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace videohistogram::cuda {

namespace {

// Bytes of a multiprocessor's shared memory that CUDA reserves per block.
constexpr uint32_t reserved_bytes = 1024;

// Chosen on an H200 (sm_90), the only device measured.
/// Minimum groups per slanted strip of reduced width. Slanted strips differ in length. Cutting
/// their width by a third, with the short strips last, balances the work of the multiprocessors. In
/// narrower strips than this the additional edges cost more than that gains.
constexpr uint32_t min_slanted_groups = 4;
/// The cost of the next groups of all rows besides their tiles, in quarters of a tile.
constexpr uint32_t group_cost_quarters = 1;
/// Minimum rows of tiles per block if blocks share a strip.
constexpr uint32_t min_shared_tiles = 2;

/// Minimum positions per strip: as many as a group of pixels can have. If a block has room for
/// fewer, the bins are cut into parts instead.
constexpr uint32_t min_positions = 4;

/// Minimum positions per strip if each lane of a warp has a column of its own.
constexpr uint32_t narrowest_columns = 8;

/// A strip's first group is computed in units of 2^-32 groups. The numbers in the computation are
/// accurate to 2^-18 groups (start_error) in frames narrower than this many pixels.
constexpr uint32_t widest_skew = 1u << 26;
constexpr int64_t start_error = 1 << 14;

/// Positions of a table besides the strip's.
uint32_t more_positions(const ProjectionWork& work) {
  return work.bytes ? 2 * guard_positions(work.pixel_bytes) : 1;
}

uint32_t strip_bytes(const ProjectionWork& work, uint32_t positions, uint32_t row) {
  return round_up((positions + more_positions(work)) * work.tables * row * 4, 16u);
}

uint32_t blocks_at_once(const DeviceProperties& device) {
  return std::max(device.multiprocessors, 1u) * projection_blocks_per_multiprocessor;
}

/// Whether positions are columns, in the same or in the opposite order.
bool runs_along_rows(const Direction& direction) {
  return direction.s == 0 && std::abs(direction.c) == whole_position;
}

/// Groups per row from the first to the last that can have pixels of a strip; all if unknown.
uint32_t groups_of_strip(const ProjectionWork& work, uint32_t positions) {
  const int64_t c = work.direction.c;
  const uint32_t group = group_pixels(work.pixel_bytes);
  const uint32_t all = divide_up(work.width, group);
  if (c == 0 || work.width >= widest_skew)
    return all;
  if (runs_along_rows(work.direction) && positions % group == 0) {
    // Every strip begins at the same pixel of a group.
    const int64_t origin = work.direction.origin >> 1;
    const int64_t first = c > 0 ? -(origin >> 30) : (origin >> 30) + 1 - positions;
    const uint32_t before = static_cast<uint32_t>(first & (group - 1));
    return std::min(divide_up(before + positions, group), all);
  }
  const double slack = std::ldexp(2.0 * group * static_cast<double>(strip_slack(work)), -32);
  const double columns = static_cast<double>(positions * whole_position) / std::abs(c) + slack;
  if (columns >= work.width)
    return all;
  // At worst the first column is the last one of a group.
  const auto most = static_cast<uint32_t>(std::ceil(columns + 1e-6));
  return std::min((most + group - 2) / group + 1, all);
}

/// Positions per strip, at most `most`, so that there are as many strips as blocks at once.
uint32_t positions_of_strip(const DeviceProperties& device, const ProjectionWork& work,
                            uint32_t most) {
  const uint32_t group = group_pixels(work.pixel_bytes);
  const uint32_t blocks = blocks_at_once(device);
  uint32_t positions = divide_up(work.direction.positions, blocks);
  if (runs_along_rows(work.direction)) {
    // Whole groups; whole memory sectors if strips are not narrow.
    const uint32_t unit = positions > 8 ? 8 : group;
    positions = round_up(positions, unit);
    return positions <= most ? positions : std::max(most / group * group, 1u);
  }
  positions = std::min(positions, most);
  const bool slanted = work.direction.c != 0 && work.direction.s != 0;
  const uint32_t narrower = divide_up(2 * positions, 3);
  if (slanted && narrower >= min_slanted_groups * group)
    positions = narrower;
  // Add positions as long as the strip has the same number of groups.
  const uint32_t groups = groups_of_strip(work, positions);
  if (groups < divide_up(work.width, group))
    while (positions < most && groups_of_strip(work, positions + 1) == groups)
      positions++;
  return positions;
}

/// Chooses the tiles that take the least time for a strip.
void choose_tiles(const ProjectionWork& work, ProjectionShape& shape) {
  uint64_t rows = work.height;
  if (const int64_t s = std::abs(work.direction.s)) {
    const int64_t across = (work.width - int64_t{1}) * std::abs(work.direction.c);
    rows = std::min<uint64_t>(rows, (across + shape.strip_positions * whole_position - 1) / s + 1);
  }
  uint64_t least = UINT64_MAX;
  for (uint32_t groups = std::min(shape.row_groups, projection_threads); groups > 0; groups--) {
    const uint32_t tile_rows = projection_threads / groups;
    const uint64_t tiles = divide_up(rows, tile_rows);
    const uint64_t cost = (4 * tiles + group_cost_quarters) * divide_up(shape.row_groups, groups);
    if (cost < least) {
      least = cost;
      shape.tile_groups = groups;
      shape.tile_rows = tile_rows;
    }
  }
}

/// Gives a strip more blocks if there are few strips, as long as each block has more pixels to
/// count than counters to merge, and several tiles.
void choose_shares(const DeviceProperties& device, const ProjectionWork& work,
                   ProjectionShape& shape) {
  const uint64_t pixels = uint64_t{work.width} * work.height / shape.strips;
  const uint64_t most =
      std::min<uint64_t>(pixels / (uint64_t{shape.strip_positions} * shape.part_bins),
                         work.height / (min_shared_tiles * uint64_t{shape.tile_rows}));
  shape.shares = static_cast<uint32_t>(
      std::max<uint64_t>(std::min<uint64_t>(blocks_at_once(device) / shape.blocks(), most), 1));
}

} // namespace

int64_t strip_slack(const ProjectionWork& work) {
  return runs_along_rows(work.direction) ? 0 : start_error + work.height;
}

bool has_room(const DeviceProperties& device, const ProjectionWork& work) {
  return !work.bytes || strip_bytes(work, group_pixels(work.pixel_bytes), table_row(byte_values)) <=
                            std::max(device.shared_bytes, shared_bytes_everywhere);
}

ProjectionShape choose_projection_shape(const DeviceProperties& device,
                                        const ProjectionWork& work) {
  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  const uint32_t shared_by_all =
      (shared_bytes + reserved_bytes) / projection_blocks_per_multiprocessor - reserved_bytes;
  const uint32_t fewest = std::min(min_positions, work.direction.positions);
  const auto row_of = [&](uint32_t part_bins) {
    return table_row(work.bytes ? byte_values : part_bins);
  };

  ProjectionShape shape{};
  shape.parts = 1;
  while (strip_bytes(work, fewest, row_of(divide_up(work.bins, shape.parts))) > shared_bytes)
    shape.parts++;
  shape.part_bins = divide_up(work.bins, shape.parts);
  shape.parts = divide_up(work.bins, shape.part_bins);
  shape.table_row = row_of(shape.part_bins);
  const bool share = strip_bytes(work, fewest, shape.table_row) <= shared_by_all;
  const uint32_t most =
      (share ? shared_by_all : shared_bytes) / 16 * 4 / (work.tables * shape.table_row) -
      more_positions(work);
  shape.strip_positions =
      positions_of_strip(device, work, std::min(most, work.direction.positions));
  shape.strips = divide_up(work.direction.positions, shape.strip_positions);
  shape.row_groups = groups_of_strip(work, shape.strip_positions);
  shape.whole_rows = shape.row_groups == divide_up(work.width, group_pixels(work.pixel_bytes));
  choose_tiles(work, shape);
  choose_shares(device, work, shape);
  shape.shared_bytes = strip_bytes(work, shape.strip_positions, shape.table_row);
  // A memset clears the matrix; the launch cannot overlap a memset, only a kernel.
  shape.overlap = device.overlap && shape.shares == 1;
  return shape;
}

std::optional<ProjectionShape> choose_column_shape(const DeviceProperties& device,
                                                   const ProjectionWork& work) {
  const uint32_t multiprocessors = std::max(device.multiprocessors, 1u);
  ProjectionShape shape{};
  shape.shared_bytes = work.tables * byte_values * column_lanes * 4;
  shape.strips = divide_up(work.direction.positions, narrowest_columns);
  if (!work.bytes || !runs_along_rows(work.direction) || shape.shared_bytes > device.shared_bytes ||
      2 * shape.strips < multiprocessors)
    return {};
  // The columns that the busiest multiprocessor counts. If they are as many, two blocks count them
  // faster than one.
  const auto strips_of = [&](uint32_t columns) {
    return divide_up(work.direction.positions, columns);
  };
  const auto most = [&](uint32_t columns) {
    return divide_up(strips_of(columns), multiprocessors) * columns;
  };
  shape.strip_positions = column_lanes;
  for (uint32_t columns = column_lanes / 2; columns >= narrowest_columns; columns /= 2) {
    const uint32_t more = most(columns), least = most(shape.strip_positions);
    if (more < least || (more == least && strips_of(columns) <= blocks_at_once(device)))
      shape.strip_positions = columns;
  }
  shape.strips = divide_up(work.direction.positions, shape.strip_positions);
  shape.part_bins = work.bins;
  shape.parts = shape.shares = 1;
  shape.whole_rows = true;
  shape.tile_rows = column_threads / shape.strip_positions * column_rows;
  shape.overlap = device.overlap;
  return shape;
}

} // namespace videohistogram::cuda
