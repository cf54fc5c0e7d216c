// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/run_values.h"

#include "core/low_byte_first.h"
#include "cpu/kernels/projection/low_pass.h"

namespace videohistogram::cpu {

static_assert(max_value_runs * upright_run <= ValuesBuffers::most);
static_assert(group * max_run <= ValuesBuffers::most);
static_assert(max_run <= max_filtered);
static_assert(ValuesBuffers::most + 2 * low_pass_reach + low_pass_room <= ValuesBuffers::room);
static_assert(max_pass_tables <= ValuesPlan::max_values);

RunValues::RunValues(const ProjectionPlan& plan, ValuesBuffers* buffers)
    : plan_(plan), buffers_(buffers) {
  if (plan.values)
    values_.emplace(*plan.values, plan.values_view, *buffers);
}

void RunValues::read(const Run* runs, uint32_t n, uint32_t row) {
  runs_ = runs;
  n_ = n;
  row_ = row;
  if (!values_)
    return;
  for (uint32_t i = 0; i < n; i++) {
    // Runs of the same columns may share their chroma.
    if (i == 0 || runs[i].x != runs[i - 1].x || runs[i].pixels != runs[i - 1].pixels)
      values_->begin_column();
    plan_.filtered_depths.empty() ? compute(runs[i], i * row) : filter(runs[i], i * row);
    for (size_t value = 0; value < plan_.values->values.size(); value++)
      put_low_byte_first(buffers_->words[value] + i * row, runs[i].pixels);
  }
}

/// Writes the values of a run from entry `at` of the buffers on.
void RunValues::compute(const Run& run, uint32_t at) {
  values_->load(run.x, run.y, run.pixels);
  values_->compute(run.pixels, at);
}

/// The same with filtered values. Those of pixels beside the run are overwritten by the next one.
void RunValues::filter(const Run& run, uint32_t at) {
  const FilteredRun filtered(run.x, run.pixels, plan_.sample_plane.width);
  values_->load(run.x - filtered.before, run.y, filtered.read);
  values_->compute(filtered.read, at);
  for (size_t value = 0; value < plan_.filtered_depths.size(); value++)
    filtered.filter(*plan_.functions, plan_.filtered_depths[value], buffers_->words[value] + at);
}

const Run* RunValues::runs_of(size_t table) {
  if (!values_)
    return runs_;
  for (uint32_t i = 0; i < n_; i++) {
    of_table_[i] = runs_[i];
    of_table_[i].p =
        reinterpret_cast<const uint8_t*>(buffers_->words[plan_.tables[table].value] + i * row_);
  }
  return of_table_;
}

} // namespace videohistogram::cpu
