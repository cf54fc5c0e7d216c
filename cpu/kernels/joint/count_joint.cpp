// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/joint/count_joint.h"

#include <algorithm>
#include <cstring>

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

/// Tables of more counters do not fit the L2 cache.
constexpr size_t large_table = 128 * 1024;
/// How many pairs ahead counters of such a table are prefetched.
constexpr uint32_t pairs_ahead = 8;
static_assert(pairs_ahead <= spill);

/// Calls `add` for 0 to n - 1. Neighbours often have the same counter, and each increment would
/// wait until the one before is stored: so the next pair comes from another quarter.
template <class Add>
inline void in_quarters(size_t n, const Add& add) {
  const size_t quarter = n / 4;
  const auto add_four = [&](size_t i) {
    add(i);
    add(i + quarter);
    add(i + 2 * quarter);
    add(i + 3 * quarter);
  };
  size_t i = 0;
  for (; i + 4 <= quarter; i += 4) {
    add_four(i);
    add_four(i + 1);
    add_four(i + 2);
    add_four(i + 3);
  }
  for (; i < quarter; i++)
    add_four(i);
  for (i = 4 * quarter; i < n; i++)
    add(i);
}

void count(const uint32_t* indices, uint32_t n, uint32_t* table) {
  in_quarters(n, [=](size_t i) { table[indices[i]]++; });
}

/// The same for a large table. The entries behind the last index may be anything.
void count_ahead(const uint32_t* indices, uint32_t n, uint32_t* table) {
  in_quarters(n, [=](size_t i) {
    __builtin_prefetch(table + indices[i + pairs_ahead], 1);
    table[indices[i]]++;
  });
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
  plan.values.functions->pair_indices(plan.index, tally.values->words[0], tally.values->words[1], n,
                                      to);
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

/// The pair if the values of the two axes are stored bytes, and a pair belongs to one pixel of the
/// planes of both.
BytePair find_byte_pair(const Plan& plan, const Joint& joint, const ValuesPlan& values) {
  const ValuesPlan::Value &x = values.values[0], &y = values.values[1];
  if (plan.format.sample_bytes != 1 || values.source == ValueSource::ycbcr ||
      x.component == ValuesPlan::max_components || y.component == ValuesPlan::max_components ||
      joint.x.bins != 256 || joint.y.bins != 256)
    return {};
  const SampleReader &of_x = values.readers[x.component], &of_y = values.readers[y.component];
  if (of_x.pixel_bytes != of_y.pixel_bytes)
    return {};
  return {of_x.pixel_bytes, x.component, of_x.shift / 8, y.component, of_y.shift / 8};
}

/// Counts the pairs of a row.
template <uint32_t pixel_bytes>
void count_bytes(const uint8_t* x, const uint8_t* y, uint32_t n, uint32_t* table) {
  if (y - x == 1) // one load instead of two
    in_quarters(n, [=](size_t i) {
      uint16_t pair;
      std::memcpy(&pair, x + i * pixel_bytes, sizeof pair);
      table[__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? pair : __builtin_bswap16(pair)]++;
    });
  else
    in_quarters(n,
                [=](size_t i) { table[size_t{x[i * pixel_bytes]} << 8 | y[i * pixel_bytes]]++; });
}

/// Counts a rectangle of byte pairs.
void count_bytes(const BytePair& pair, const ValuesView& view, const Rect& rect, uint32_t* table) {
  const uint32_t step = pair.pixel_bytes;
  for (uint32_t row = rect.y; row < rect.y + rect.height; row++) {
    const uint8_t* const x =
        view.planes[pair.plane_of_x].row(row) + size_t{rect.x} * step + pair.byte_of_x;
    const uint8_t* const y =
        view.planes[pair.plane_of_y].row(row) + size_t{rect.x} * step + pair.byte_of_y;
    const size_t rest = size_t{rect.width - 1} * step;
    const auto is_flat = [&](const uint8_t* p) {
      return rest == 0 || std::memcmp(p, p + step, rest - step + 1) == 0;
    };
    if (is_flat(x) && is_flat(y))
      table[size_t{*x} << 8 | *y] += rect.width;
    else if (step == 1)
      count_bytes<1>(x, y, rect.width, table);
    else if (step == 2)
      count_bytes<2>(x, y, rect.width, table);
    else if (step == 3)
      count_bytes<3>(x, y, rect.width, table);
    else
      count_bytes<4>(x, y, rect.width, table);
  }
}

} // namespace

JointCounts make_joint_counts(const Plan& plan, const Joint& joint, const Target& target) {
  const ValueSource source = joint.of_chroma          ? ValueSource::chroma
                             : plan.format.is_ycbcr() ? ValueSource::ycbcr
                                                      : ValueSource::rgb;
  JointCounts counts{make_values_plan(plan, source,
                                      {{joint.x.quantity, false, 0}, {joint.y.quantity, false, 0}},
                                      target),
                     {index_of(plan, joint.x), index_of(plan, joint.y), joint.y.bins},
                     joint.counters(),
                     {}};
  counts.bytes = find_byte_pair(plan, joint, counts.values);
  return counts;
}

void reserve(const JointCounts& plan, JointTally& tally) {
  if (!tally.values)
    tally.values = std::make_unique<ValuesBuffers>();
  tally.waiting.resize(JointTally::most_waiting + segment_pixels + spill);
  if (tally.table.size() < plan.counters)
    tally.table.resize(plan.counters, 0);
  tally.into = nullptr;
}

void count_rect(const JointCounts& plan, const ValuesView& view, const Rect& rect,
                JointTally& tally) {
  if (plan.bytes.pixel_bytes > 0 && !tally.into && !tally.table_is_used &&
      uint64_t{rect.width} * rect.height + tally.n_waiting > JointTally::most_waiting)
    use_table(tally);
  if (plan.bytes.pixel_bytes > 0 && (tally.into || tally.table_is_used))
    return count_bytes(plan.bytes, view, rect, tally.into ? tally.into : tally.table.data());
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
  if (tally.into)
    return;
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
