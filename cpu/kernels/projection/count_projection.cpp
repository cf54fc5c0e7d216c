// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts along a direction, strip by strip. A strip has a few dozen pixels of each of many rows, or
// some whole rows.
#include "cpu/kernels/projection/count_projection.h"

#include "cpu/kernels/projection/windows.h"

#include <cstdlib>
#include <cstring>
#include <limits>

namespace videohistogram::cpu {

namespace {

int64_t ceil_div(int64_t a, int64_t b) {
  return -floor_div(-a, b);
}

/// The rows with pixels of a strip in these columns, not limited by the image's height.
Range rows_of(const Direction& d, const Range& v, const Range& columns) {
  const int64_t left = 2 * columns.begin * d.c, right = 2 * (columns.end - 1) * d.c;
  const int64_t begin = v.begin - std::max(left, right) - d.origin;
  const int64_t end = v.end - std::min(left, right) - d.origin;
  // The rows y with begin <= -2ys < end.
  if (d.s > 0)
    return {floor_div(-end, 2 * d.s) + 1, floor_div(-begin, 2 * d.s) + 1};
  if (d.s < 0)
    return {ceil_div(begin, -2 * d.s), ceil_div(end, -2 * d.s)};
  return {0, std::numeric_limits<int64_t>::max()};
}

void reserve(const ProjectionPlan& plan, StripBuffers& buffers) {
  if (plan.values && !buffers.values)
    buffers.values = std::make_unique<ValuesBuffers>();
  const size_t bins = plan.tables.size() * plan.area_rows * upright_run;
  if (plan.is_upright && !plan.in_place && buffers.bins.size() < bins)
    buffers.bins.resize(bins);
}

} // namespace

void ProjectionWork::begin(const ProjectionPlan& plan, const Output* outputs) {
  plan_ = &plan;
  std::copy_n(outputs, plan.tables.size(), outputs_);
  next_.store(0, std::memory_order_relaxed);
}

void ProjectionWork::prepare_for(size_t threads) {
  if (parts_.size() < threads)
    parts_.resize(threads);
  for (size_t i = 0; i < threads; i++) {
    Part& part = parts_[i];
    part.counters.resize(std::max<size_t>(part.counters.size(), plan_->counters), 0);
    reserve(*plan_, part.buffers);
    for (size_t t = 0; t < plan_->tables.size(); t++)
      if (outputs_[t].sums)
        part.sums[t].assign(plan_->tables[t].bins, 0);
  }
  joined_.store(0, std::memory_order_relaxed);
}

void ProjectionWork::run_share() {
  Part& part = parts_[joined_.fetch_add(1, std::memory_order_relaxed)];
  const uint32_t strips = (plan_->direction.positions - 1) / plan_->strip + 1;
  // Strips are taken from left to right: a core prefetches more of a row to the right by itself.
  for (uint32_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < strips;)
    count_strip((plan_->direction.c < 0 ? strips - 1 - i : i) * plan_->strip, part);
  // In another frame's plan, these counters may be part of a strip.
  std::memset(part.counters.data() + plan_->outside, 0, plan_->pitch * sizeof(uint16_t));
  std::lock_guard lock(mutex_);
  for (size_t t = 0; t < plan_->tables.size(); t++)
    for (uint32_t bin = 0; outputs_[t].sums && bin < plan_->tables[t].bins; bin++)
      outputs_[t].sums[bin] += part.sums[t][bin];
}

/// Counts the strip of the positions from `first` on.
void ProjectionWork::count_strip(uint32_t first, Part& part) {
  const ProjectionPlan& plan = *plan_;
  const Direction& d = plan.direction;
  const uint32_t positions = std::min(plan.strip, d.positions - first);
  const bool steep = is_steep(d);
  const Range v{first * position, (first + positions) * position};
  const Range all_rows{0, plan.sample_plane.height}, all_columns{0, plan.sample_plane.width};
  bool add = false;
  const Range all = steep ? all_columns : all_rows;
  for (int64_t at = all.begin; at < all.end; at += max_window) {
    const Range area{at, std::min<int64_t>(at + max_window, all.end)};
    const Range columns = steep ? area : all_columns;
    const Range rows = rows_of(d, v, columns).within(steep ? all_rows : area);
    if (rows.begin >= rows.end)
      continue;
    const Window window{v, rows, columns};
    plan.is_upright ? count_upright(plan, window, part.buffers, part.counters.data())
                    : count_slanted(plan, window, part.buffers, part.counters.data());
    empty(first, positions, add, part);
    add = true;
  }
  if (!add) // no pixel: the counters are 0
    empty(first, positions, add, part);
}

/// Adds the counters of a position to the counts of a wide matrix if `add`, else replaces these,
/// and clears the counters.
void empty_to_wide(uint16_t* counters, uint32_t n, bool add, uint32_t* counts, uint32_t* sums) {
  for (uint32_t i = 0; i < n; i++) {
    counts[i] = (add ? counts[i] : 0) + counters[i];
    if (sums)
      sums[i] += counters[i];
    counters[i] = 0;
  }
}

/// Moves the counters of a strip to the matrices; `add`: adds them to those of windows before.
void ProjectionWork::empty(uint32_t first, uint32_t positions, bool add, Part& part) {
  for (size_t t = 0; t < plan_->tables.size(); t++) {
    const ProjectionTable& table = plan_->tables[t];
    const Output& output = outputs_[t];
    uint32_t* const sums = output.sums ? part.sums[t].data() : nullptr;
    uint16_t* counters = part.counters.data() + table.first;
    uint16_t* const narrow = output.matrix ? output.matrix->narrow() : nullptr;
    uint32_t* const wide = output.matrix ? output.matrix->wide() : nullptr;
    for (size_t i = first; i < first + positions; i++, counters += table.pitch)
      if (narrow)
        plan_->functions->empty(counters, table.bins, table.fold,
                                narrow + i * (table.bins / table.fold), sums);
      else if (wide)
        empty_to_wide(counters, table.bins, add, wide + i * table.bins, sums);
      else
        std::memset(counters, 0, table.bins * sizeof *counters);
  }
}

} // namespace videohistogram::cpu
