// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/direction_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace videohistogram::cuda {

namespace {

// What every device has without opting in.
constexpr uint32_t shared_bytes_everywhere = 48 * 1024;
// What the system takes of a multiprocessor's shared memory for each block.
constexpr uint32_t reserved_bytes = 1024;

constexpr int64_t whole_position = int64_t{1} << 30;

/// Where a block has room for fewer positions, their bins are cut into parts instead: a group of
/// pixels can have as many.
constexpr uint32_t fewest_positions = 4;

/// A strip's first group is computed in 2^-32 groups, from numbers that are right to 2^-18 of one
/// in pictures no wider than this.
constexpr uint32_t widest_skew = 1u << 26;
constexpr int64_t start_error = 1 << 14;

constexpr uint32_t divide_up(uint32_t value, uint32_t by) {
  return static_cast<uint32_t>((uint64_t{value} + by - 1) / by);
}

constexpr uint32_t round_up(uint32_t value, uint32_t to) {
  return divide_up(value, to) * to;
}

/// floor(a / b), b > 0.
constexpr int64_t divide_down(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Positions of a table besides the strip's.
uint32_t more_positions(const DirectionWork& work) {
  return work.bytes ? 2 * guard_positions(work.pixel_bytes) : 1;
}

uint32_t strip_bytes(const DirectionWork& work, uint32_t positions, uint32_t row) {
  return round_up((positions + more_positions(work)) * row * 4, 16);
}

uint32_t blocks_at_once(const DeviceProperties& device) {
  return std::max(device.multiprocessors, 1u) * direction_blocks_per_multiprocessor;
}

int64_t origin_of(const Direction& direction) {
  return divide_down(direction.origin, 2);
}

/// Columns are positions, or run against them.
bool runs_along_rows(const Direction& direction) {
  return direction.s == 0 && std::abs(direction.c) == whole_position;
}

/// 2^32 times how many groups further left a strip may begin than computed, or further right.
int64_t slack_of(const DirectionWork& work) {
  return runs_along_rows(work.direction) ? 0 : start_error + work.height;
}

/// Groups of a row from the first to the last that can have pixels of a strip; all of a row if that
/// cannot be told.
uint32_t groups_of_strip(const DirectionWork& work, uint32_t positions) {
  const int64_t c = work.direction.c;
  const uint32_t group = group_pixels(work.pixel_bytes);
  const uint32_t all = divide_up(work.width, group);
  if (c == 0 || work.width >= widest_skew)
    return all;
  if (runs_along_rows(work.direction) && positions % group == 0) {
    // Each strip begins at the same place of a group.
    const int64_t origin = origin_of(work.direction);
    const int64_t first = c > 0 ? -divide_down(origin, whole_position)
                                : divide_down(origin, whole_position) + 1 - positions;
    const uint32_t before = static_cast<uint32_t>(first & (group - 1));
    return std::min(divide_up(before + positions, group), all);
  }
  const double slack = std::ldexp(2.0 * group * static_cast<double>(slack_of(work)), -32);
  const double columns = static_cast<double>(positions * whole_position) / std::abs(c) + slack;
  if (columns >= work.width)
    return all;
  // At worst the first column is the last one of a group.
  const auto most = static_cast<uint32_t>(std::ceil(columns + 1e-6));
  return std::min((most + group - 2) / group + 1, all);
}

/// Positions of a strip, at most `most`, so that there are as many strips as there may be blocks at
/// once.
uint32_t positions_of_strip(const DeviceProperties& device, const DirectionWork& work,
                            uint32_t most) {
  const uint32_t group = group_pixels(work.pixel_bytes);
  const uint32_t blocks = blocks_at_once(device);
  uint32_t positions = divide_up(work.direction.positions, blocks);
  if (runs_along_rows(work.direction)) {
    // Whole groups, and whole sectors of memory where strips are not narrow.
    const uint32_t unit = positions > 8 ? 8 : group;
    positions = round_up(positions, unit);
    return positions <= most ? positions : std::max(most / group * group, 1u);
  }
  positions = std::min(positions, most);
  // Slanted strips differ in length. Half as many again, the short ones after the long ones, even
  // out what the multiprocessors have to do, where strips stay so wide that it is worth their
  // edges.
  const bool slanted = work.direction.c != 0 && work.direction.s != 0;
  const uint32_t narrower = divide_up(2 * positions, 3);
  if (slanted && narrower >= 4 * group)
    positions = narrower;
  // As many more as the same groups have.
  const uint32_t groups = groups_of_strip(work, positions);
  if (groups < divide_up(work.width, group))
    while (positions < most && groups_of_strip(work, positions + 1) == groups)
      positions++;
  return positions;
}

/// The tiles that take the least time for a strip: the next groups of all rows cost a quarter of a
/// tile more.
void choose_tiles(const DirectionWork& work, DirectionShape& shape) {
  uint64_t rows = work.height;
  if (const int64_t s = std::abs(work.direction.s)) {
    const int64_t across = (work.width - int64_t{1}) * std::abs(work.direction.c);
    rows = std::min<uint64_t>(rows, (across + shape.strip_positions * whole_position - 1) / s + 1);
  }
  uint64_t least = UINT64_MAX;
  for (uint32_t groups = std::min(shape.row_groups, direction_threads); groups > 0; groups--) {
    const uint32_t tile_rows = direction_threads / groups;
    const uint64_t tiles = (rows + tile_rows - 1) / tile_rows;
    const uint64_t cost = (4 * tiles + 1) * divide_up(shape.row_groups, groups);
    if (cost < least) {
      least = cost;
      shape.tile_groups = groups;
      shape.tile_rows = tile_rows;
    }
  }
}

/// More blocks for a strip where there are few strips, as long as each has more pixels to count
/// than counters to merge, and several tiles.
void choose_shares(const DeviceProperties& device, const DirectionWork& work,
                   DirectionShape& shape) {
  const uint64_t pixels = uint64_t{work.width} * work.height / shape.strips;
  const uint64_t most =
      std::min<uint64_t>(pixels / (uint64_t{shape.strip_positions} * shape.part_bins),
                         work.height / (2 * uint64_t{shape.tile_rows}));
  shape.shares = static_cast<uint32_t>(
      std::max<uint64_t>(std::min<uint64_t>(blocks_at_once(device) / shape.blocks(), most), 1));
}

} // namespace

DirectionShape choose_direction_shape(const DeviceProperties& device, const DirectionWork& work) {
  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  const uint32_t shared_by_all =
      (shared_bytes + reserved_bytes) / direction_blocks_per_multiprocessor - reserved_bytes;
  const uint32_t fewest = std::min(fewest_positions, work.direction.positions);
  const auto row_of = [&](uint32_t part_bins) {
    return table_row(work.bytes ? byte_values : part_bins);
  };

  DirectionShape shape{};
  shape.parts = 1;
  while (strip_bytes(work, fewest, row_of(divide_up(work.bins, shape.parts))) > shared_bytes)
    shape.parts++;
  shape.part_bins = divide_up(work.bins, shape.parts);
  shape.parts = divide_up(work.bins, shape.part_bins);
  shape.table_row = row_of(shape.part_bins);
  const bool share = strip_bytes(work, fewest, shape.table_row) <= shared_by_all;
  const uint32_t most =
      (share ? shared_by_all : shared_bytes) / 16 * 4 / shape.table_row - more_positions(work);
  shape.strip_positions =
      positions_of_strip(device, work, std::min(most, work.direction.positions));
  shape.strips = divide_up(work.direction.positions, shape.strip_positions);
  shape.row_groups = groups_of_strip(work, shape.strip_positions);
  shape.whole_rows = shape.row_groups == divide_up(work.width, group_pixels(work.pixel_bytes));
  choose_tiles(work, shape);
  choose_shares(device, work, shape);
  shape.shared_bytes = strip_bytes(work, shape.strip_positions, shape.table_row);
  // What clears the matrix is no kernel.
  shape.overlap = device.overlap && shape.shares == 1;
  return shape;
}

namespace {

/// That takes a sample's bytes into the upper half of a word.
uint32_t selector_of(const Grid& grid, Quantity channel) {
  const int offset = grid.offset_of(channel);
  return static_cast<uint32_t>((offset + 1) << 12 | offset << 8);
}

/// The weights of a pixel's bytes `first` and `first` + 1.
uint32_t weights_of_bytes(const Grid& grid, const LumaWeights& weights, int first) {
  const auto at = [&](Quantity channel, uint32_t weight) {
    const int byte = grid.offset_of(channel) - first;
    return byte == 0 ? weight : byte == 1 ? weight << 16 : 0;
  };
  return at(Quantity::r, weights.r) | at(Quantity::g, weights.g) | at(Quantity::b, weights.b);
}

/// How values are taken from pixels and become bins.
void plan_samples(const Plan& plan, const Projection& projection, DirectionLaunch& launch) {
  const FormatInfo& format = plan.format;
  const Grid& grid = format.grids[projection.grid];
  DirectionParameters& p = launch.parameters;
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  Quantity channel = projection.quantity;
  launch.variant.luma = channel == Quantity::luma;
  const uint32_t weights[] = {plan.luma.r, plan.luma.g, plan.luma.b};
  for (int i = 0; i < 3; i++)
    if (launch.variant.luma && weights[i] >> 16) { // of the others nothing is left
      launch.variant.luma = false;
      channel = rgb[i];
    }
  const uint32_t values = (1u << format.depth) - 1;
  if (!launch.variant.luma) {
    p.selector = selector_of(grid, channel);
    p.mask = values << (16 + format.shift);
    p.scale = projection.bins << (16 - format.depth - format.shift);
    return;
  }
  p.mask = values << 16;
  p.scale = projection.bins << (16 - format.depth);
  if (format.sample_bytes == 1) {
    for (int i = 0; i < 2; i++)
      p.byte_weights[i] = weights_of_bytes(grid, plan.luma, 2 * i);
    return;
  }
  p.weights = plan.luma;
  p.luma_mask = values << (16 + format.shift);
  p.luma_shift = 16 + format.shift;
  for (int i = 0; i < 3; i++)
    p.luma_selectors[i] = selector_of(grid, rgb[i]);
}

/// Bytes of the vectors that a group is loaded in: the largest that its bytes are a multiple of.
uint32_t vector_bytes(uint32_t pixel_bytes) {
  const uint32_t bytes = group_pixels(pixel_bytes) * pixel_bytes;
  return std::min(bytes & (0u - bytes), 16u);
}

/// Where the pixels lie.
void plan_pixels(const GridView& view, DirectionLaunch& launch) {
  DirectionParameters& p = launch.parameters;
  p.pixels = view.data;
  p.stride = view.stride;
  p.width = view.width;
  p.height = view.height;
  p.begin = view.row(view.stride < 0 ? view.height - 1 : 0);
  p.end = view.row(view.stride < 0 ? 0 : view.height - 1) + view.row_bytes();
  launch.variant.pixel_bytes = view.grid->pixel_bytes;
  const uint32_t vector = vector_bytes(view.grid->pixel_bytes);
  launch.variant.aligned = view.width % group_pixels(view.grid->pixel_bytes) == 0 &&
                           reinterpret_cast<size_t>(view.data) % vector == 0 &&
                           view.stride % static_cast<ptrdiff_t>(vector) == 0;
}

/// Where positions run.
void plan_positions(const DirectionWork& work, DirectionParameters& p) {
  const Direction& direction = work.direction;
  const uint32_t group = group_pixels(work.pixel_bytes);
  p.c = static_cast<int32_t>(direction.c);
  p.s = static_cast<int32_t>(direction.s);
  p.origin = origin_of(direction);
  p.positions = direction.positions;
  p.inverse_c = p.c ? 1.0 / p.c : 0;
  p.inverse_s = p.s ? 1.0 / p.s : 0;
  p.groups = divide_up(p.width, group);
  p.fraction_more = p.c < 0 ? 3u << 30 : 0;
  p.before = p.c < 0 ? 3 : group - 1;
  p.place_more = p.c < 0 ? 0 : p.before * whole_position;
  if (!p.shape.whole_rows) {
    p.start_slope = std::llround(std::ldexp(static_cast<double>(p.s) / p.c / group, 32));
    p.slack = slack_of(work);
  }
  const auto rows = static_cast<int64_t>(p.shape.tile_rows);
  // What is more than 64 bits hold is in no strip.
  p.start_step = static_cast<int64_t>(static_cast<uint64_t>(p.start_slope) * p.shape.tile_rows);
  p.place_step = -rows * p.s;
  p.byte_step = rows * p.stride;
}

} // namespace

DirectionLaunch plan_direction(const DeviceProperties& device, const Plan& plan,
                               const Projection& projection, const FrameView& frame,
                               uint32_t* matrix) {
  const GridView view = frame.grid(projection.grid);
  DirectionLaunch launch{};
  DirectionParameters& p = launch.parameters;
  plan_pixels(view, launch);
  plan_samples(plan, projection, launch);
  p.bins = projection.bins;
  launch.variant.bytes = frame.format->sample_bytes == 1;
  const DirectionWork work{projection.direction, p.width, p.height, p.bins, view.grid->pixel_bytes,
                           launch.variant.bytes};
  p.shape = choose_direction_shape(device, work);
  plan_positions(work, p);
  p.multiprocessors = std::max(device.multiprocessors, 1u);
  p.matrix = matrix;
  return launch;
}

} // namespace videohistogram::cuda
