// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/sums/sums_plan.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/sums/cells.h"
#include "cuda/kernels/sums/fields.h"
#include "cuda/kernels/sums/rows.h"
#include "cuda/result_layout.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::cuda {

namespace {

/// Warps per multiprocessor that the kernel of rows has at a time: registers are enough for as
/// many. That of fields has three times as many in all, so that multiprocessors end together.
constexpr uint32_t resident_warps = most_row_warps, field_warps = 3 * resident_warps;
constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr};

ColourSamples samples_of(const FrameView& frame, uint32_t sample_plane, Quantity component) {
  const SamplePlaneView view = frame.sample_plane(sample_plane);
  return {view.data + view.info->offset_of(component), view.stride, view.info->pixel_bytes};
}

SumsParameters::Plane plane_of(const FrameView& frame, Quantity component) {
  const uint32_t sample_plane = sample_plane_of(*frame.format, component);
  const SamplePlaneView view = frame.sample_plane(sample_plane);
  SumsParameters::Plane plane{};
  plane.now = samples_of(frame, sample_plane, component);
  if (frame.before)
    plane.before = samples_of(*frame.before, sample_plane, component);
  plane.lead = view.info->offset_of(component);
  plane.width = view.width;
  plane.height = view.height;
  return plane;
}

/// Zeros if the frame has no colours.
UnitTransform units_of(const ColourTransform& t) {
  UnitTransform units{};
  if (t.shift == 0)
    return units;
  const float unit = std::ldexp(1.0f, -static_cast<int>(t.shift + 8));
  for (uint32_t c = 0; c < 3; c++) {
    const ColourTransform::Row& row = t.rows[c];
    units.luma[c] = static_cast<float>(row.y) * unit;
    units.cb[c] = static_cast<float>(row.cb) * unit;
    units.cr[c] = static_cast<float>(row.cr) * unit;
    units.constant[c] = static_cast<float>((1 << (t.shift - 1)) + (t.offset << t.shift) -
                                           row.y * t.y_zero - (row.cb + row.cr) * t.c_zero) *
                        unit;
  }
  return units;
}

/// Sets how many rows a block or a warp has. Bands are long, since each reads some rows of its
/// neighbours again.
template <uint32_t sample_bytes>
void set_bands(SumsLaunch& launch) {
  SumsParameters& p = launch.parameters;
  const uint32_t height = p.planes[0].height, multiprocessors = launch.multiprocessors;
  const uint32_t strips = divide_up(p.planes[0].width, row_strip<sample_bytes>);
  launch.row_warps = std::min(strips, resident_warps);
  const uint32_t blocks = multiprocessors * (resident_warps / launch.row_warps);
  // With the rows beside it, a band is a multiple of the kernel's steps.
  p.row_band =
      round_up(std::clamp(divide_up(height, blocks), 8u, most_band_rows - row_steps) + rows_beside,
               row_steps) -
      rows_beside;
  uint64_t field_blocks = 0;
  for (uint32_t i = 0; i < p.n_planes; i++)
    field_blocks += uint64_t{divide_up(p.planes[i].width, field_strip<sample_bytes>)} *
                    divide_up(p.planes[i].height, block_rows);
  p.field_band = block_rows * static_cast<uint32_t>(std::clamp<uint64_t>(
                                  divide_up(field_blocks, uint64_t{multiprocessors} * field_warps),
                                  2, most_field_rows / block_rows));
}

/// Sets the groups of the cell that has most, and the copies of tables.
template <uint32_t sample_bytes>
void set_cells(SumsLaunch& launch, uint32_t shared_bytes) {
  SumsParameters& p = launch.parameters;
  p.group_rows = group_rows_of<sample_bytes>(p);
  uint32_t across = 1, down = 1;
  for (uint32_t i = 0; i < grid_columns; i++)
    across = std::max(
        across,
        Cell::of(i, p.planes[0].width, p.planes[0].height).across(sum_group_pixels<sample_bytes>));
  for (uint32_t j = 0; j < grid_rows; j++)
    down = std::max(
        down, Cell::of(j * grid_columns, p.planes[0].width, p.planes[0].height).down(p.group_rows));
  p.cell_groups = across * down;
  p.table_copies = warp_lanes;
  while (p.table_copies > 1 && most_cell_bytes(p.table_copies) > shared_bytes)
    p.table_copies /= 2;
}

} // namespace

size_t first_sum_result(const Plan& plan, size_t regions) {
  return round_up(ResultLayout(plan, regions).total(), size_t{2});
}

size_t sums_frame_scratch_bytes(const Plan& plan) {
  return sums_scratch_bytes(plan.width);
}

SumsLaunch plan_sums_launch(const FrameToCount& wanted) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  SumsLaunch launch{};
  SumsParameters& p = launch.parameters;
  p.n_planes = plan.sums.n_planes;
  for (uint32_t i = 0; i < p.n_planes; i++)
    p.planes[i] = plane_of(frame, p.n_planes > 1 ? ycbcr[i] : Quantity::gray);
  p.has_before = frame.before && plan.sums.of_two_frames();
  p.interlaced = frame.interlaced;
  p.before_interlaced = p.has_before && frame.before->interlaced;
  p.sample_bytes = plan.format.sample_bytes;
  p.depth = plan.format.depth;
  p.shift = plan.format.shift;
  if (p.n_planes > 1) {
    const SamplePlane& chroma =
        plan.format.sample_planes[sample_plane_of(plan.format, Quantity::cb)];
    p.x_sub = chroma.x_sub;
    p.y_sub = chroma.y_sub;
  }
  p.sums = plan.sums.spec.sums;
  p.colours = plan.colours.full;
  if (p.depth == 8)
    p.units = units_of(p.colours);
  const SsimConstants constants = ssim_constants(p.depth);
  p.c1 = static_cast<double>(constants.c1);
  p.c2 = static_cast<double>(constants.c2);
  p.light = memory.light;
  p.light_of_colours = memory.light_of_colours;
  p.iris_light = memory.iris_light;
  for (uint32_t s = 0; s < n_sums; s++)
    p.first[s] = plan.sums.places[s].first;
  p.values = plan.sums.size;
  p.results = reinterpret_cast<int64_t*>(memory.results + first_sum_result(plan, regions.size()));
  p.totals = reinterpret_cast<uint64_t*>(memory.scratch);
  launch.multiprocessors = std::max(device.multiprocessors, 1u);
  launch.overlap = device.overlap;
  if (p.sample_bytes == 1) {
    set_bands<1>(launch);
    set_cells<1>(launch, device.shared_bytes);
  } else {
    set_bands<2>(launch);
    set_cells<2>(launch, device.shared_bytes);
  }
  return launch;
}

} // namespace videohistogram::cuda
