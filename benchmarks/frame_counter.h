// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace videohistogram {

/// The plan of `projections` and of the histograms of those of `quantities` that the format has.
/// Exits the program if the plan is impossible.
inline SharedPlan make_plan(const FormatInfo& format, uint32_t width, uint32_t height,
                            QuantitySet quantities, uint32_t bins,
                            const std::vector<Table>& projections = {}) {
  PlanSpec spec;
  for (Quantity quantity : select_quantities(format, quantities))
    spec.tables.push_back({{quantity, bins}, {}});
  spec.tables.insert(spec.tables.end(), projections.begin(), projections.end());
  Expected<SharedPlan> plan = compile_plan(format, width, height, spec);
  if (!plan.ok()) {
    std::fprintf(stderr, "%s\n", plan.error().message.c_str());
    std::exit(1);
  }
  return *plan;
}

/// Counts frames of one plan, one after the other.
class FrameCounter {
public:
  /// `backend` must outlive the counter.
  FrameCounter(Backend& backend, SharedPlan plan)
      : backend_(backend), plan_(std::move(plan)), job_(backend.make_job()) {}

  const Plan& plan() const { return *plan_; }

  /// Writes all counts of the frame and, if `projection` is not null, those of its first
  /// projection.
  Status count(const FrameView& frame, uint32_t* counts, uint32_t* projection = nullptr) {
    Status status = backend_.submit(*job_, frame, plan_, {});
    if (status.ok())
      status = job_->wait(counts);
    if (status.ok() && projection)
      status = job_->matrix(0)->read(projection);
    if (status.ok() && job_->fell_back())
      status = {ErrorKind::transient, "the CPU counted in a GPU's place"};
    job_->release();
    return status;
  }

  /// Writes all counts of the frame, and those of each of its matrices.
  Status count(const FrameView& frame, uint32_t* counts,
               std::vector<std::vector<uint32_t>>& matrices) {
    Status status = backend_.submit(*job_, frame, plan_, {});
    if (status.ok())
      status = job_->wait(counts);
    matrices.resize(plan_->n_matrices(0));
    for (size_t i = 0; i < matrices.size() && status.ok(); i++) {
      matrices[i].resize(plan_->matrix_counters(i));
      status = job_->matrix(i)->read(matrices[i].data());
    }
    job_->release();
    return status;
  }

private:
  Backend& backend_;
  SharedPlan plan_;
  std::unique_ptr<Job> job_;
};

} // namespace videohistogram
