// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/run_values.h"

#include "core/low_byte_first.h"

namespace videohistogram::cpu {

static_assert(max_value_runs * upright_run <= ValuesBuffers::most);
static_assert(group * max_run <= ValuesBuffers::most);
static_assert(max_run <= segment_pixels);
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
    values_->load(runs[i].x, runs[i].y, runs[i].pixels);
    values_->compute(runs[i].pixels, i * row);
    for (size_t value = 0; value < plan_.values->values.size(); value++)
      put_low_byte_first(buffers_->words[value] + i * row, runs[i].pixels);
  }
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
