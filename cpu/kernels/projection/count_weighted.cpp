// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/count_weighted.h"

#include "cpu/kernels/projection/low_pass.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

/// Counters of a strip of columns, which fit the L2 cache, and the limits of its width: shorter
/// segments of a row take longer to read.
constexpr uint32_t strip_counters = 32 * 1024, least_columns = 32, most_columns = 64;
/// Rows of a strip of rows, so that some share their chroma.
constexpr uint32_t strip_rows = 8;
/// Counters per cache line.
constexpr uint32_t line_counters = 8;

} // namespace

WeightedPlan make_weighted_plan(const Plan& plan, const WeightedProjection& projection,
                                const Target& target) {
  std::vector<ValueFormat> formats = {{projection.quantity, false, 0}};
  for (Quantity weight : projection.weights)
    formats.push_back({weight, false, 0});
  WeightedPlan weighted{
      projection, make_values_plan(plan, source_of(plan.format, Domain::pixel), formats, target),
      weight_shift(plan.format), &target.projection};
  for (ValuesPlan::Value& value : weighted.values.values)
    value.format.drop = 0; // also of channels of fewer bits than FormatInfo::depth
  return weighted;
}

void WeightedWork::begin(const WeightedPlan& plan, const FrameView& frame,
                         HostMatrix* const* matrices) {
  plan_ = &plan;
  view_ = view_of(plan.values, frame);
  for (uint32_t i = 0; i < plan.n_weights(); i++)
    matrices_[i] = matrices[i] ? matrices[i]->wide() : nullptr;
  const uint32_t bins = plan.projection.bins;
  strip_ = plan.projection.on_rows()
               ? strip_rows
               : std::clamp(strip_counters / bins, least_columns, most_columns);
  // Equal bins of neighbouring columns lie in different sets of the L1 cache.
  pitch_ = (bins + line_counters - 1) / line_counters * line_counters;
  pitch_ += pitch_ / line_counters % 2 == 0 ? line_counters : 0;
  next_.store(0, std::memory_order_relaxed);
}

void WeightedWork::prepare_for(size_t threads) {
  while (parts_.size() < threads)
    parts_.push_back(std::make_unique<Part>());
  for (size_t i = 0; i < threads; i++)
    for (uint32_t pair = 0; pair < n_pairs(); pair++)
      if (std::vector<uint64_t>& pairs = parts_[i]->pairs[pair];
          pairs.size() < size_t{strip_} * pitch_)
        pairs.resize(size_t{strip_} * pitch_, 0);
  joined_.store(0, std::memory_order_relaxed);
}

/// Adds the weights of `n` pixels of a row, at most max_filtered, to the counters of the strip
/// from position `first` on.
void WeightedWork::add_pixels(SegmentValues& values, Part& part, uint32_t first, uint32_t x,
                              uint32_t y, uint32_t n) const {
  const WeightedProjection& projection = plan_->projection;
  uint32_t weights = 0; // the first weight of these pixels
  if (projection.is_filtered()) {
    const FilteredRun filtered(x, n, view_.frame->width);
    values.load(x - filtered.before, y, filtered.read);
    values.compute(filtered.read, 0);
    filtered.filter(*plan_->functions, projection.depth, part.values.words[0]);
    weights = filtered.before;
  } else {
    values.load(x, y, n);
    values.compute(n, 0);
  }
  const uint32_t bins = projection.bins, depth = projection.depth, shift = plan_->shift;
  const uint32_t per_pixel = projection.on_rows() ? 0 : pitch_;
  const uint32_t begin =
      ((projection.on_rows() ? projection.direction.positions - 1 - y : x) - first) * pitch_;
  const uint16_t(&words)[ValuesPlan::max_values][ValuesBuffers::room] = part.values.words;
  uint32_t cells[max_filtered];
  for (uint32_t i = 0; i < n; i++)
    cells[i] = begin + i * per_pixel + (words[0][i] * bins >> depth);
  for (uint32_t pair = 0; pair < n_pairs(); pair++) {
    uint64_t* const sums = part.pairs[pair].data();
    const uint16_t* const low = words[1 + 2 * pair] + weights;
    const uint16_t* const high =
        2 * pair + 1 < plan_->n_weights() ? words[2 + 2 * pair] + weights : nullptr;
    if (high)
      for (uint32_t i = 0; i < n; i++)
        sums[cells[i]] += static_cast<uint64_t>(high[i] >> shift) << 32 | low[i] >> shift;
    else
      for (uint32_t i = 0; i < n; i++)
        sums[cells[i]] += low[i] >> shift;
  }
}

/// Moves the counters of a strip to the matrices.
void WeightedWork::empty(Part& part, uint32_t first, uint32_t positions) const {
  const uint32_t bins = plan_->projection.bins;
  for (uint32_t weight = 0; weight < plan_->n_weights(); weight++)
    for (uint32_t i = 0; i < positions && matrices_[weight]; i++) {
      const uint64_t* const sums = part.pairs[weight / 2].data() + size_t{i} * pitch_;
      uint32_t* const to = matrices_[weight] + size_t{first + i} * bins;
      for (uint32_t bin = 0; bin < bins; bin++)
        to[bin] = static_cast<uint32_t>(sums[bin] >> (weight % 2 * 32));
    }
  for (uint32_t pair = 0; pair < n_pairs(); pair++)
    std::fill_n(part.pairs[pair].begin(), size_t{positions} * pitch_, 0);
}

void WeightedWork::run_share() {
  Part& part = *parts_[joined_.fetch_add(1, std::memory_order_relaxed)];
  SegmentValues values(plan_->values, view_, part.values);
  const uint32_t positions = plan_->projection.direction.positions, width = view_.frame->width;
  for (uint64_t next; (next = next_.fetch_add(strip_, std::memory_order_relaxed)) < positions;) {
    const auto first = static_cast<uint32_t>(next);
    const uint32_t n = std::min(strip_, positions - first);
    if (!plan_->projection.on_rows()) {
      values.begin_column();
      for (uint32_t y = 0; y < view_.frame->height; y++)
        add_pixels(values, part, first, first, y, n);
    }
    for (uint64_t x = 0; x < width && plan_->projection.on_rows(); x += max_filtered) {
      const auto left = static_cast<uint32_t>(x);
      values.begin_column();
      for (uint32_t y = positions - first - n; y < positions - first; y++)
        add_pixels(values, part, first, left, y, std::min(max_filtered, width - left));
    }
    empty(part, first, n);
  }
}

} // namespace videohistogram::cpu
