// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/joint/count_joint.h"

#include "core/vectors.h"
#include "cpu/kernels/plane/in_parts.h"

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

constexpr uint32_t block = 16; ///< counters that PairIndex keeps together

/// The bits of PairIndex::reordered.
uint32_t reordered_bits(uint32_t y_bins) {
  constexpr uint32_t page = 4096 / sizeof(uint32_t);
  return y_bins % page == 0 ? page - block : 0;
}

/// Indices may be written up to 64 entries after the last one.
constexpr uint32_t spill = 64;

/// Tables of more counters do not fit the L2 cache.
constexpr size_t large_table = 128 * 1024;
/// How many pairs ahead counters of such a table are prefetched.
constexpr uint32_t pairs_ahead = 8;
static_assert(pairs_ahead <= spill);

void count(const uint32_t* indices, uint32_t n, uint32_t* table) {
  in_parts(n, [=](size_t i) { table[indices[i]]++; });
}

/// The same for a large table. The entries after the last index may be anything.
void count_ahead(const uint32_t* indices, uint32_t n, uint32_t* table) {
  in_parts(n, [=](size_t i) {
    __builtin_prefetch(table + indices[i + pairs_ahead], 1);
    table[indices[i]]++;
  });
}

/// Adds `n` counts to others.
void add_counts(const uint32_t* counts, size_t n, uint32_t* to) {
  typedef Full<uint32_t> Lanes;
  size_t i = 0;
  for (; i + lanes<uint32_t> <= n; i += lanes<uint32_t>)
    store(to + i, load<Lanes>(to + i) + load<Lanes>(counts + i));
  for (; i < n; i++)
    to[i] += counts[i];
}

void swap_blocks(uint32_t* a, uint32_t* b) {
  typedef Full<uint32_t> Lanes;
  for (uint32_t i = 0; i < block; i += lanes<uint32_t>) {
    const Lanes of_a = load<Lanes>(a + i);
    store(a + i, load<Lanes>(b + i));
    store(b + i, of_a);
  }
}

/// The bits of an index that row x of a table changes.
uint32_t change_of_row(const PairIndex& index, uint32_t x) {
  return x << 4 & index.reordered;
}

uint32_t in_order(const PairIndex& index, uint32_t stored) {
  return stored ^ change_of_row(index, stored / index.y_bins);
}

/// Puts the counters of rows back in order.
void restore_order(const PairIndex& index, const IndexRange& touched, uint32_t* counts) {
  if (index.reordered == 0 || touched.first > touched.last)
    return;
  for (uint32_t x = touched.first / index.y_bins; x <= touched.last / index.y_bins; x++) {
    uint32_t* const row = counts + size_t{x} * index.y_bins;
    for (uint32_t y = 0; y < index.y_bins; y += block)
      if (const uint32_t other = y ^ change_of_row(index, x); y < other)
        swap_blocks(row + y, row + other);
  }
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
  if (!tally.into && !tally.table_is_used && tally.n_waiting + all > JointTally::most_waiting)
    use_table(tally);
  uint32_t* const to = tally.waiting.data() + tally.n_waiting;
  IndexRange range = plan.values.functions->pair_indices(plan.index, tally.values->words[0],
                                                         tally.values->words[1], n, to);
  if (n == 1)
    range = {*to, *to};
  tally.touch({range.first, std::min(range.last, static_cast<uint32_t>(plan.counters - 1))});
  uint32_t* const table = tally.into            ? tally.into
                          : tally.table_is_used ? tally.table.data()
                                                : nullptr;
  if (table && n == 1) {
    table[*to] += times;
  } else if (table) {
    plan.counters > large_table ? count_ahead(to, n, table) : count(to, n, table);
  } else {
    if (n == 1)
      std::fill_n(to, times, *to);
    tally.n_waiting += all;
  }
}

} // namespace

JointCounts make_joint_counts(const Plan& plan, const Joint& joint, const Target& target) {
  const ValueSource source = source_of(plan.format, joint.domain);
  JointCounts counts{make_values_plan(plan, source,
                                      {{joint.x.quantity, false, 0}, {joint.y.quantity, false, 0}},
                                      target),
                     {index_of(plan, joint.x), index_of(plan, joint.y), joint.y.bins,
                      reordered_bits(joint.y.bins)},
                     static_cast<size_t>(joint.counters()),
                     {}};
  if (source != ValueSource::ycbcr && joint.x.bins == 256 && joint.y.bins == 256)
    counts.bytes = find_byte_pair(counts.values, counts.values.values[0].component,
                                  counts.values.values[1].component);
  return counts;
}

void reserve(const JointCounts& plan, JointTally& tally) {
  if (!tally.values)
    tally.values = std::make_unique<ValuesBuffers>();
  tally.waiting.resize(JointTally::most_waiting + segment_pixels + spill);
  if (tally.table.size() < plan.counters)
    tally.table.resize(plan.counters, 0);
  if (plan.bytes.pixel_bytes > 0)
    tally.low_bytes.reserve();
  tally.into = nullptr;
}

void count_rect(const JointCounts& plan, const ValuesView& view, const Rect& rect,
                JointTally& tally) {
  if (plan.bytes.pixel_bytes > 0 && !tally.into && !tally.table_is_used &&
      uint64_t{rect.width} * rect.height + tally.n_waiting > JointTally::most_waiting)
    use_table(tally);
  if (plan.bytes.pixel_bytes > 0 && (tally.into || tally.table_is_used)) {
    tally.touch({0, static_cast<uint32_t>(plan.counters - 1)});
    return tally.low_bytes.count(plan.bytes, view.planes, rect,
                                 tally.into ? tally.into : tally.table.data());
  }
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
  const IndexRange touched = tally.touched;
  tally.touched = {};
  tally.low_bytes.fold(counts);
  if (tally.into)
    return restore_order(plan.index, touched, counts);
  if (!tally.table_is_used) {
    for (uint32_t i = 0; i < tally.n_waiting; i++)
      counts[in_order(plan.index, tally.waiting[i])]++;
    tally.n_waiting = 0;
    return;
  }
  uint32_t* const table = tally.table.data();
  restore_order(plan.index, touched, table);
  // Of reordered rows, all counters may have changed.
  const size_t first = touched.first / plan.index.y_bins * plan.index.y_bins,
               end = (touched.last / plan.index.y_bins + 1) * plan.index.y_bins;
  add_counts(table + first, end - first, counts + first);
  std::fill(table + first, table + end, 0);
  tally.table_is_used = false;
}

void add_marginal_of_x(const Joint& joint, const uint32_t* counts, uint32_t* histogram) {
  typedef Full<uint32_t> Lanes;
  constexpr uint32_t at_once = 4 * lanes<uint32_t>;
  for (uint32_t x = 0; x < joint.x.bins; x++, counts += joint.y.bins) {
    Lanes sums[4] = {};
    uint32_t y = 0;
    for (; y + at_once <= joint.y.bins; y += at_once)
      for (uint32_t i = 0; i < 4; i++)
        sums[i] += load<Lanes>(counts + y + i * lanes<uint32_t>);
    const Lanes sum = sums[0] + sums[1] + (sums[2] + sums[3]);
    for (uint32_t i = 0; i < lanes<uint32_t>; i++)
      histogram[x] += sum[i];
    for (; y < joint.y.bins; y++)
      histogram[x] += counts[y];
  }
}

void add_marginal_of_y(const Joint& joint, const uint32_t* counts, uint32_t* histogram) {
  for (uint32_t x = 0; x < joint.x.bins; x++, counts += joint.y.bins)
    add_counts(counts, joint.y.bins, histogram);
}

} // namespace videohistogram::cpu
