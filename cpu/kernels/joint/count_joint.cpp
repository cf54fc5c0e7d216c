// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/joint/count_joint.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

/// The factor and the shift of PairIndex that give the bin of a value.
PairIndex::Axis index_of(const Plan& plan, const Joint::Axis& axis) {
  if (plan.format.values_of(axis.quantity).fixed_bins)
    return {1, 0};
  uint32_t shift = axis.depth;
  for (uint32_t bins = axis.bins; bins > 1 && bins % 2 == 0; bins /= 2)
    shift--;
  return {axis.bins >> (axis.depth - shift), shift};
}

/// Indices may be written up to 64 entries behind the last one.
constexpr uint32_t spill = 64;

void count(const uint32_t* indices, uint32_t n, uint32_t* table) {
  const uint32_t* const end = indices + n;
  for (; end - indices >= 8; indices += 8)
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; i++)
      table[indices[i]]++;
  for (; indices < end; indices++)
    table[*indices]++;
}

void use_table(JointTally& tally) {
  count(tally.waiting.data(), tally.n_waiting, tally.table.data());
  tally.n_waiting = 0;
  tally.table_is_used = true;
}

/// Computes the counters of pairs that begin at entry 0 of the buffers, and counts each pair
/// `times` times.
void count_pairs(const JointCounts& plan, uint32_t n, uint32_t times, JointTally& tally) {
  const uint32_t all = n * times;
  if (!tally.table_is_used && tally.n_waiting + all > JointTally::most_waiting)
    use_table(tally);
  uint32_t* const to = tally.waiting.data() + tally.n_waiting;
  plan.values.functions->pair_indices(plan.index, tally.values->words[0], tally.values->words[1], n,
                                      to);
  if (tally.table_is_used && n == 1) {
    tally.table[*to] += times;
  } else if (tally.table_is_used) {
    count(to, n, tally.table.data());
  } else {
    if (n == 1)
      std::fill_n(to, times, *to);
    tally.n_waiting += all;
  }
}

} // namespace

JointCounts make_joint_counts(const Plan& plan, const Joint& joint, const Target& target) {
  const ValueSource source = joint.of_chroma          ? ValueSource::chroma
                             : plan.format.is_ycbcr() ? ValueSource::ycbcr
                                                      : ValueSource::rgb;
  return {make_values_plan(plan, source,
                           {{joint.x.quantity, false, 0}, {joint.y.quantity, false, 0}}, target),
          {index_of(plan, joint.x), index_of(plan, joint.y), joint.y.bins},
          joint.counters()};
}

void reserve(const JointCounts& plan, JointTally& tally) {
  if (!tally.values)
    tally.values = std::make_unique<ValuesBuffers>();
  tally.waiting.resize(JointTally::most_waiting + segment_pixels + spill);
  if (tally.table.size() < plan.counters)
    tally.table.resize(plan.counters, 0);
}

void count_rect(const JointCounts& plan, const ValuesView& view, const Rect& rect,
                JointTally& tally) {
  SegmentValues values(plan.values, view, *tally.values);
  for_each_segment(plan.values, view, rect, [&](const Rect& segment) {
    values.begin_column();
    for (uint32_t y = segment.y; y < segment.y + segment.height; y++) {
      const bool is_flat = values.load(segment.x, y, segment.width);
      values.compute(is_flat ? 1 : segment.width, 0);
      if (is_flat)
        count_pairs(plan, 1, segment.width, tally);
      else
        count_pairs(plan, segment.width, 1, tally);
    }
  });
}

void fold(const JointCounts& plan, JointTally& tally, uint32_t* counts) {
  if (!tally.table_is_used) {
    count(tally.waiting.data(), tally.n_waiting, counts);
    tally.n_waiting = 0;
    return;
  }
  for (size_t i = 0; i < plan.counters; i++)
    counts[i] += tally.table[i];
  std::fill_n(tally.table.begin(), plan.counters, 0);
  tally.table_is_used = false;
}

void add_marginal_of_x(const Joint& joint, const uint32_t* counts, uint32_t* histogram) {
  for (uint32_t x = 0; x < joint.x.bins; x++)
    for (uint32_t y = 0; y < joint.y.bins; y++)
      histogram[x] += *counts++;
}

void add_marginal_of_y(const Joint& joint, const uint32_t* counts, uint32_t* histogram) {
  for (uint32_t x = 0; x < joint.x.bins; x++)
    for (uint32_t y = 0; y < joint.y.bins; y++)
      histogram[y] += *counts++;
}

} // namespace videohistogram::cpu
