// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cpu/kernels/projection/windows.h"

#include <cstdint>
#include <optional>

namespace videohistogram::cpu {

/// Maximum number of runs whose values are computed together.
constexpr uint32_t max_value_runs = 16;

/// The values of runs, if the plan has `values`: computed, and filtered, for all tables together.
class RunValues {
public:
  /// `buffers` may be null if the plan has no `values`.
  RunValues(const ProjectionPlan& plan, ValuesBuffers* buffers);

  /// Reads the runs that follow, at most max_value_runs, `row` entries of the buffers apart. `runs`
  /// must live until the next call.
  void read(const Run* runs, uint32_t n, uint32_t row);

  /// The runs of a table, as ProjectionPlan::index and ::bins take them.
  const Run* runs_of(size_t table);

private:
  void compute(const Run& run, uint32_t at);
  void filter(const Run& run, uint32_t at);

  const ProjectionPlan& plan_;
  const Run* runs_ = nullptr;
  uint32_t n_ = 0, row_ = 0;
  ValuesBuffers* buffers_;
  std::optional<SegmentValues> values_;
  Run of_table_[max_value_runs];
};

} // namespace videohistogram::cpu
