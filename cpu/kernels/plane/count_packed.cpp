// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts packed samples where they lie. Unpacking them to memory first takes a quarter longer, also
// if it is done by vectors and in the caches. R, G and B of 16-bit words are counted in two tables,
// one of the 10 or 11 low bits and one of the 5 high bits: two increments per pixel, not three.
#include "cpu/kernels/plane/count_packed.h"

#include "cpu/kernels/plane/packed_layouts.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace videohistogram::cpu {

namespace {

/// Unused counters after each table: tables a multiple of 4 KiB apart are slow, see count.h.
constexpr size_t gap = 16;

/// The index of a table's first counter among those of a copy. That of the table after the last one
/// is the number of all.
template <size_t n>
constexpr size_t table_at(const std::array<uint8_t, n>& table_bits, size_t table) {
  size_t at = 0;
  for (size_t i = 0; i < table; i++)
    at += (size_t{1} << table_bits[i]) + gap;
  return at;
}

template <class Layout>
constexpr size_t n_tables = Layout::table_bits.size();
template <class Layout>
constexpr size_t counters_of = table_at(Layout::table_bits, n_tables<Layout>);

/// How many values of the same table come before field `f` in its group.
template <class Layout>
constexpr uint32_t rank_of(size_t f) {
  uint32_t rank = 0;
  for (size_t i = 0; i < f; i++)
    rank += Layout::fields[i].table == Layout::fields[f].table;
  return rank;
}

template <class Layout, size_t f>
inline uint32_t value_of(const std::array<uint64_t, Layout::numbers>& numbers) {
  constexpr Field field = Layout::fields[f];
  return static_cast<uint32_t>(numbers[field.number] >> field.shift) &
         ((1u << Layout::table_bits[field.table]) - 1);
}

template <class Layout>
inline std::array<uint64_t, Layout::numbers> load_group(const uint8_t* p) {
  std::array<uint64_t, Layout::numbers> numbers;
  for (uint32_t i = 0; i < Layout::numbers; i++)
    numbers[i] = Layout::load(p + 8 * i);
  return numbers;
}

template <class Layout, uint32_t mask, size_t f>
inline void count_field(const std::array<uint64_t, Layout::numbers>& numbers, uint32_t times,
                        uint32_t* tables) {
  constexpr uint32_t table = Layout::fields[f].table, copy = rank_of<Layout>(f) % Layout::copies;
  if constexpr ((mask >> table & 1) != 0)
    tables[copy * counters_of<Layout> + table_at(Layout::table_bits, table) +
           value_of<Layout, f>(numbers)] += times;
}

template <class Layout, uint32_t mask, size_t... f>
inline void count_group(const uint8_t* p, uint32_t times, uint32_t* tables,
                        std::index_sequence<f...>) {
  const auto numbers = load_group<Layout>(p);
  (count_field<Layout, mask, f>(numbers, times, tables), ...);
}

template <class Layout>
using FieldIndices = std::make_index_sequence<Layout::fields.size()>;

template <class Layout, uint32_t mask>
void count_groups(const uint8_t* p, size_t groups, uint32_t* tables) {
  // If all groups of a block are equal, they are counted at once: the block does not change when
  // shifted by one group. Most other blocks differ in the first 8 bytes already.
  constexpr uint32_t block = 64 / Layout::bytes, step = block * Layout::bytes;
  for (; groups >= block; groups -= block, p += step) {
    if (std::memcmp(p, p + Layout::bytes, 8) == 0 &&
        std::memcmp(p, p + Layout::bytes, step - Layout::bytes) == 0)
      count_group<Layout, mask>(p, block, tables, FieldIndices<Layout>());
    else
      for (uint32_t i = 0; i < block; i++)
        count_group<Layout, mask>(p + i * Layout::bytes, 1, tables, FieldIndices<Layout>());
  }
  for (; groups > 0; groups--, p += Layout::bytes)
    count_group<Layout, mask>(p, 1, tables, FieldIndices<Layout>());
}

template <class Layout, size_t... f>
inline void count_fields_of(const std::array<uint64_t, Layout::numbers>& numbers,
                            const PixelRange& pixels, uint32_t* tables, std::index_sequence<f...>) {
  std::array<uint32_t, n_tables<Layout>> samples{}; // per group
  for (const Field& field : Layout::fields)
    samples[field.table]++;
  const auto count = [&](uint32_t table, uint32_t rank, uint32_t value) {
    const uint32_t shared = Layout::pixels / samples[table]; // pixels per sample
    if (rank >= pixels.begin / shared && rank < (pixels.end + shared - 1) / shared)
      tables[table_at(Layout::table_bits, table) + value]++;
  };
  (count(Layout::fields[f].table, rank_of<Layout>(f), value_of<Layout, f>(numbers)), ...);
}

template <class Layout>
void count_some(const uint8_t* group, const PixelRange& pixels, uint32_t* tables) {
  count_fields_of<Layout>(load_group<Layout>(group), pixels, tables, FieldIndices<Layout>());
}

template <class Layout>
constexpr std::array<uint8_t, 4> all_table_bits() {
  std::array<uint8_t, 4> bits{};
  for (size_t i = 0; i < n_tables<Layout>; i++)
    bits[i] = Layout::table_bits[i];
  return bits;
}

template <class Layout, size_t... mask>
constexpr GroupFunctions functions_of(std::index_sequence<mask...>) {
  return {Layout::bytes,
          8 * Layout::numbers,
          Layout::pixels,
          all_table_bits<Layout>(),
          counters_of<Layout>,
          Layout::copies,
          {count_groups<Layout, mask>...},
          count_some<Layout>};
}

template <class Layout>
constexpr GroupFunctions
    functions = functions_of<Layout>(std::make_index_sequence<size_t{1} << n_tables<Layout>>());

/// The functions for a packing, whose runs have `channels` channels in turn; null: samples of this
/// packing are not counted in place.
const GroupFunctions* functions_for(Packing packing, uint32_t channels) {
  switch (packing) {
  case Packing::v210:
    return &functions<V210>;
  case Packing::uyvp:
    return &functions<Uyvp>;
  case Packing::word_le32:
    return &functions<Words32<false>>;
  case Packing::word_be32:
    return &functions<Words32<true>>;
  case Packing::word_565:
    return &functions<Words16<11>>;
  case Packing::word_555:
    return &functions<Words16<10>>;
  case Packing::run_le32:
    return channels == 1 ? &functions<Run32<1>> : &functions<Run32<2>>;
  case Packing::run_le40:
    return channels == 1 ? &functions<Run40<1>> : &functions<Run40<2>>;
  default:
    return nullptr;
  }
}

/// The channel of field `i` of a word, of plane `i` of the unpacked frame, or of place `i` in a
/// run, without its histogram.
PackedPlan::Channel channel_of(Packing packing, uint32_t i) {
  PackedPlan::Channel channel{};
  switch (packing) {
  case Packing::word_565:
  case Packing::word_555: {
    const uint32_t middle = packing == Packing::word_565 ? 6 : 5;
    channel.table = i == 2 ? 1 : 0;
    channel.shift = i == 1 ? 5 : 0;
    channel.bits = i == 1 ? middle : 5;
    break;
  }
  case Packing::word_le32:
  case Packing::word_be32:
    channel.table = i;
    channel.bits = i == 3 ? 2 : 10;
    break;
  default:
    channel.table = i;
    channel.bits = 10;
  }
  return channel;
}

} // namespace

bool counts_packed(Packing packing) {
  return functions_for(packing, 1) != nullptr;
}

std::vector<PackedPlan> make_packed_plans(const Plan& plan, QuantitySet quantities) {
  std::vector<PackedPlan> plans;
  const FormatInfo& format = plan.format;
  const bool one_plane = format.n_planes == 1; // of several of the unpacked frame
  for (uint32_t p = 0; p < format.n_planes; p++) {
    PackedPlan packed;
    packed.plane = p;
    for (uint32_t g = 0; g < format.n_sample_planes; g++) {
      const SamplePlane& of = format.sample_planes[g];
      if (!one_plane && of.plane != p)
        continue;
      // Of pixels that share chroma, those of Y.
      if (!packed.pixels || of.x_sub < packed.pixels->x_sub)
        packed.pixels = &of;
      if (!packed.groups)
        packed.groups = functions_for(format.packing, of.n_components);
      for (uint32_t i = 0; i < of.n_components; i++)
        for (const Histogram& histogram : plan.histograms)
          if (histogram.quantity == of.components[i].channel &&
              (quantities & quantity_bit(histogram.quantity)) != 0) {
            const uint32_t place = of.n_components > 1 ? of.components[i].byte / 2u
                                   : one_plane         ? of.plane
                                                       : 0;
            PackedPlan::Channel channel = channel_of(format.packing, place);
            channel.bins = histogram.bins;
            channel.first = histogram.first;
            packed.tables |= 1u << channel.table;
            packed.channels[packed.n_channels++] = channel;
          }
    }
    if (packed.n_channels > 0)
      plans.push_back(packed);
  }
  return plans;
}

PackedView view_of(const PackedPlan& plan, const FrameView& frame) {
  const PlaneView& plane = frame.planes[plan.plane];
  return {plan.pixels, plane.row(0), plane.stride, frame.row_bytes(plan.plane)};
}

Rect rect_in(const PackedPlan&, const PackedView& view, const Rect& frame_rect) {
  return sample_plane_rect(*view.info, frame_rect);
}

uint64_t bytes_per_pixel(const PackedPlan& plan, const PackedView&) {
  return 2 * plan.n_channels; // as long as samples of 2 bytes each
}

void reserve(const PackedPlan& plan, DeepTally& tally) {
  const size_t counters = plan.groups->copies * plan.groups->counters;
  if (tally.tables.size() < counters)
    tally.tables.resize(counters, 0);
}

void count_rect(const PackedPlan& plan, const PackedView& view, const Rect& rect,
                DeepTally& tally) {
  const GroupFunctions& groups = *plan.groups;
  uint32_t* const tables = tally.tables.data();
  const uint64_t end = uint64_t{rect.x} + rect.width; // pixels
  // Groups that have only pixels of the rectangle, and bytes of the row after them to be read.
  const uint64_t first = (uint64_t{rect.x} + groups.pixels - 1) / groups.pixels;
  const uint64_t readable = view.row_bytes < groups.read_bytes
                                ? 0
                                : (view.row_bytes - groups.read_bytes) / groups.bytes + 1;
  const uint64_t last = std::max(first, std::min(end / groups.pixels, readable));
  for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
    const uint8_t* const row = view.data + static_cast<ptrdiff_t>(y) * view.stride;
    const auto count_some = [&](uint64_t group) {
      const uint64_t at = group * groups.pixels;
      const PixelRange pixels = {
          static_cast<uint32_t>(std::max<uint64_t>(rect.x, at) - at),
          static_cast<uint32_t>(std::min<uint64_t>(end, at + groups.pixels) - at)};
      uint8_t bytes[16] = {};
      std::memcpy(bytes, row + group * groups.bytes,
                  std::min<uint64_t>(groups.read_bytes, view.row_bytes - group * groups.bytes));
      groups.count_some(bytes, pixels, tables);
    };
    for (uint64_t group = rect.x / groups.pixels; group < first && group * groups.pixels < end;
         group++)
      count_some(group);
    groups.count[plan.tables](row + first * groups.bytes, last - first, tables);
    for (uint64_t group = last; group * groups.pixels < end; group++)
      count_some(group);
  }
}

void merge_copies(const PackedPlan& plan, DeepTally& tally) {
  uint32_t* const first = tally.tables.data();
  for (uint32_t copy = 1; copy < plan.groups->copies; copy++) {
    uint32_t* const table = first + copy * plan.groups->counters;
    for (size_t i = 0; i < plan.groups->counters; i++)
      first[i] += table[i];
    std::fill_n(table, plan.groups->counters, 0);
  }
}

void fold(const PackedPlan& plan, DeepTally& tally, uint32_t* counts) {
  for (uint32_t c = 0; c < plan.n_channels; c++) {
    const PackedPlan::Channel& channel = plan.channels[c];
    const uint32_t* table = tally.tables.data() + table_at(plan.groups->table_bits, channel.table);
    const uint32_t* const end = table + (size_t{1} << plan.groups->table_bits[channel.table]);
    std::array<uint32_t, 1024> sums{}; // of the values that differ in other bits only
    while (table < end)
      for (uint32_t value = 0; value < 1u << channel.bits; value++, table += 1u << channel.shift)
        sums[value] += std::accumulate(table, table + (1u << channel.shift), 0u);
    for (uint32_t value = 0; value < 1u << channel.bits; value++)
      counts[channel.first + bin_of(value, channel.bins, channel.bits)] += sums[value];
  }
  std::fill_n(tally.tables.data(), plan.groups->counters, 0);
}

} // namespace videohistogram::cpu
