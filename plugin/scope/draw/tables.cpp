// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/tables.h"

#include <algorithm>

namespace videohistogram::scope {

bool TableList::has(Quantity quantity) const {
  return (countable(*source_.format, source_.colours) & quantity_bit(quantity)) != 0;
}

uint32_t TableList::bins_of(Quantity quantity) const {
  return source_.format->values_of(quantity).bins_for(bins_);
}

const SamplePlane& TableList::plane_of(Quantity quantity) const {
  return source_.format->sample_planes[sample_plane_of(*source_.format, quantity)];
}

size_t TableList::find_or_add(const Projected& projected, std::vector<Projected>& list) {
  const auto same = std::find(list.begin(), list.end(), projected);
  const auto index = static_cast<size_t>(same - list.begin());
  if (same == list.end())
    list.push_back(projected);
  return index;
}

TableShape TableList::project(Quantity quantity, bool on_rows, Filter filter) {
  const size_t index = find_or_add({quantity, on_rows, filter}, projected_);
  const uint32_t width = plane_of(quantity).width_of(source_.width);
  const uint32_t height = plane_of(quantity).height_of(source_.height);
  return {index, on_rows ? height : width, bins_of(quantity), uint64_t{width} * height};
}

size_t TableList::weigh(Quantity quantity, bool on_rows, Filter filter) {
  return find_or_add({quantity, on_rows, filter}, weighted_);
}

TableShape TableList::join(Quantity x, Quantity y, double magnification, uint32_t most) {
  uint32_t magnified = std::min(bins_, most);
  while (magnified < bins_ * magnification && magnified < most)
    magnified *= 2;
  const uint32_t bins = source_.format->values_of(x).bins_for(magnified);
  const auto same = std::find_if(joined_.begin(), joined_.end(), [&](const Joined& j) {
    return j.x == x && j.y == y && j.bins == bins;
  });
  const auto index = static_cast<size_t>(same - joined_.begin());
  if (same == joined_.end())
    joined_.push_back({x, y, bins});
  const SamplePlane& plane = plane_of(x);
  return {index, bins, bins,
          uint64_t{plane.width_of(source_.width)} * plane.height_of(source_.height), true};
}

/// The table of a projection.
Expected<Table> TableList::table_of(const Projected& projected) const {
  const SamplePlane& plane = plane_of(projected.quantity);
  const uint32_t bins = bins_of(projected.quantity);
  Expected<Direction> direction =
      direction_of_angle(projected.on_rows ? 90 : 0, plane.width_of(source_.width),
                         plane.height_of(source_.height), bins);
  if (!direction.ok())
    return direction.error();
  Table table{{projected.quantity, bins}, *direction};
  table.filter = projected.filter;
  return Expected<Table>(table);
}

Expected<SharedPlan> TableList::compile() const {
  const FormatInfo& format = *source_.format;
  QuantitySet histograms = counted_;
  if (histograms == 0) // a plan has at least one, here one of the fewest samples
    histograms =
        quantity_bit(format.sample_planes[format.n_sample_planes - 1].components[0].channel);

  PlanSpec spec;
  spec.colours = source_.colours;
  spec.luma = source_.luma;
  for (Quantity quantity : select_quantities(format, histograms)) {
    const bool has_all_values = quantity == Quantity::maxrgb || quantity == Quantity::range;
    const uint32_t bins = counted_ == 0    ? bins_of(quantity)
                          : has_all_values ? format.values_of(quantity).bins_for(0)
                                           : codes_of(format);
    spec.tables.push_back({{quantity, bins}, {}});
  }
  const auto append = [&](const Projected& projected, QuantitySet weights) {
    Expected<Table> table = table_of(projected);
    if (!table.ok())
      return Status(table.error());
    table->weights = select_quantities(format, weights);
    spec.tables.push_back(*table);
    return Status();
  };
  for (const Projected& projected : projected_)
    if (Status status = append(projected, 0); !status.ok())
      return status.error();
  for (const Projected& projected : weighted_)
    if (Status status = append(projected, format.is_rgb() ? rgb_set : chroma_set); !status.ok())
      return status.error();
  for (const Joined& joined : joined_)
    spec.tables.push_back({{joined.x, joined.bins}, {}, ValueAxis{joined.y, joined.bins}});
  return compile_plan(format, source_.width, source_.height, spec);
}

uint32_t* CountedTables::histograms_of(const SharedPlan& plan) {
  plan_ = plan;
  histograms_.resize(plan->total_counts(0));
  return histograms_.data();
}

Status CountedTables::read(const SharedPlan& plan, Job& job) {
  plan_ = plan;
  matrices_.resize(plan->n_matrices(0));
  for (size_t i = 0; i < matrices_.size(); i++) {
    Counts& counts = matrices_[i];
    counts.matrix = job.matrix(i);
    if (!counts.matrix)
      return {ErrorKind::transient, "There is not enough memory for the tables of a frame"};
    counts.data = counts.matrix->host_counts();
    if (counts.data)
      continue;
    counts.copy.resize(plan->matrix_counters(i));
    if (Status status = counts.matrix->read(counts.copy.data()); !status.ok())
      return status;
    counts.matrix.reset();
    counts.data = {nullptr, counts.copy.data()};
  }
  return {};
}

void CountedTables::prepare(const SharedPlan& plan) {
  plan_ = plan;
  matrices_.resize(plan->n_matrices(0));
  for (size_t i = 0; i < matrices_.size(); i++) {
    matrices_[i].matrix.reset();
    matrices_[i].copy.resize(plan->matrix_counters(i));
    matrices_[i].data = {nullptr, matrices_[i].copy.data()};
  }
}

void CountedTables::release() {
  for (Counts& counts : matrices_) {
    counts.matrix.reset();
    counts.data = {};
  }
}

} // namespace videohistogram::scope
