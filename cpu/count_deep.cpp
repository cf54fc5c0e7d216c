// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/count_deep.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace videohistogram::cpu {

namespace {

/// Incrementing a counter that was written a moment ago waits until that store is through, and
/// neighbours are often equal. So pixels of few samples take copies of a table in turn, as long as
/// all of them stay in the L1 cache.
template <uint32_t samples>
constexpr uint32_t most_copies = samples == 1   ? 4
                                 : samples == 2 ? 2
                                                : 1;
constexpr size_t most_bytes_of_copies = 32 * 1024;
/// Behind each table. They must not be a multiple of 4 KiB apart: see Table in count.h.
constexpr size_t gap = 16;

/// Pixels that are looked at together. Loops over a block have constant lengths, so that compilers
/// make vectors of them.
template <uint32_t samples>
constexpr uint32_t block_pixels = samples == 3 ? 16 : 64 / samples;

/// The pixels are looked at as samples of 16 bits, whatever channels they belong to.
template <uint32_t samples>
inline void load_values(const DeepPlan& plan, const uint8_t* p, uint16_t* values) {
  constexpr uint32_t n = block_pixels<samples> * samples;
  std::memcpy(values, p, n * sizeof(uint16_t));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (uint32_t i = 0; i < n; i++)
    values[i] = __builtin_bswap16(values[i]);
#endif
  for (uint32_t i = 0; i < n; i++)
    values[i] = static_cast<uint16_t>((values[i] & plan.mask) >> plan.shift);
}

/// bin_of() each value. The upper half of a product of 16 bits is what vectors have; 65536 bins are
/// the only ones that are too many for it.
template <uint32_t n>
inline void to_bins(const DeepPlan& plan, const uint16_t* values, uint16_t* bins) {
  if (plan.bins == 65536) {
    std::memcpy(bins, values, n * sizeof(uint16_t));
    return;
  }
  const auto factor = static_cast<uint16_t>(plan.bins);
  const uint32_t up = 16 - plan.depth;
  for (uint32_t i = 0; i < n; i++)
    bins[i] = static_cast<uint16_t>(
        static_cast<uint32_t>(static_cast<uint16_t>(values[i] << up)) * factor >> 16);
}

template <uint32_t samples>
inline void compute_luma(const DeepPlan& plan, const uint16_t* values, uint16_t* luma) {
  for (uint32_t i = 0; i < block_pixels<samples>; i++, values += samples) // at most 2^32 - 32768
    luma[i] = static_cast<uint16_t>((plan.weights.r * values[plan.red] +
                                     plan.weights.g * values[plan.green] +
                                     plan.weights.b * values[plan.blue] + 32768) >>
                                    16);
}

/// Counts the bins of a block's channels that lie in memory, pixel by pixel: so they take turns.
template <uint32_t samples, size_t... c>
inline void count_stored(const DeepPlan& plan, const uint16_t* bins, uint32_t* tables,
                         std::index_sequence<c...>) {
  constexpr uint32_t copies = most_copies<samples>;
  const uint16_t* const first[] = {bins + plan.places[c]...};
  uint32_t* const table[] = {tables + c * plan.table_stride...};
  const auto count_pixel = [&](size_t i, size_t copy) {
    (table[c][copy * plan.copy_stride + first[c][i * samples]]++, ...);
  };
  for (size_t i = 0; i < block_pixels<samples>; i += 4) {
    count_pixel(i, 0);
    count_pixel(i + 1, 1 % copies);
    count_pixel(i + 2, 2 % copies);
    count_pixel(i + 3, 3 % copies);
  }
}

template <uint32_t samples, size_t stored>
inline void count_block(const DeepPlan& plan, const uint8_t* p, uint32_t* tables) {
  constexpr uint32_t n = block_pixels<samples>;
  uint16_t values[n * samples], bins[n * samples];
  load_values<samples>(plan, p, values);
  if constexpr (stored > 0) {
    to_bins<n * samples>(plan, values, bins);
    count_stored<samples>(plan, bins, tables, std::make_index_sequence<stored>());
  }
  if constexpr (samples >= 3) {
    if (plan.luma) {
      uint16_t luma[n];
      compute_luma<samples>(plan, values, luma);
      to_bins<n>(plan, luma, bins);
      uint32_t* const table = tables + stored * plan.table_stride;
      for (uint32_t i = 0; i < n; i++)
        table[bins[i]]++;
    }
  }
}

/// Counts one pixel `times` times.
inline void count_pixel(const DeepPlan& plan, const uint8_t* p, uint32_t times, uint32_t* table) {
  const auto value = [&](uint8_t place) {
    const uint32_t sample = p[2 * place] | static_cast<uint32_t>(p[2 * place + 1]) << 8;
    return (sample & plan.mask) >> plan.shift;
  };
  for (uint32_t c = 0; c < plan.stored; c++, table += plan.table_stride)
    table[bin_of(value(plan.places[c]), plan.bins, plan.depth)] += times;
  if (plan.luma) {
    const uint32_t luma = (plan.weights.r * value(plan.red) + plan.weights.g * value(plan.green) +
                           plan.weights.b * value(plan.blue) + 32768) >>
                          16;
    table[bin_of(luma, plan.bins, plan.depth)] += times;
  }
}

/// A block is flat if it does not change when shifted by a pixel. Most that are not show it at
/// once.
template <uint32_t samples>
inline bool is_flat(const uint8_t* p) {
  constexpr size_t pixel_bytes = 2 * samples;
  return std::memcmp(p, p + pixel_bytes, 8) == 0 &&
         std::memcmp(p, p + pixel_bytes, (block_pixels<samples> - 1) * pixel_bytes) == 0;
}

template <uint32_t samples, size_t stored>
void count_run(const DeepPlan& shared, const uint8_t* p, size_t pixels, uint32_t* tables) {
  const DeepPlan plan = shared; // no counter can be a member of a copy
  constexpr uint32_t n = block_pixels<samples>, pixel_bytes = 2 * samples;
  for (; pixels >= n; pixels -= n, p += n * pixel_bytes) {
    if (is_flat<samples>(p))
      count_pixel(plan, p, n, tables);
    else
      count_block<samples, stored>(plan, p, tables);
  }
  for (; pixels > 0; pixels--, p += pixel_bytes)
    count_pixel(plan, p, 1, tables);
}

using CountRun = decltype(DeepPlan::count_run);

CountRun choose_count_run(uint32_t samples, uint32_t stored) {
  static constexpr CountRun functions[4][5] = {
      {nullptr, count_run<1, 1>},
      {nullptr, count_run<2, 1>, count_run<2, 2>},
      {count_run<3, 0>, count_run<3, 1>, count_run<3, 2>, count_run<3, 3>},
      {count_run<4, 0>, count_run<4, 1>, count_run<4, 2>, count_run<4, 3>, count_run<4, 4>},
  };
  return functions[samples - 1][stored];
}

} // namespace

DeepPlan make_deep_plan(const FormatInfo& format, uint32_t grid_index, const Request& request) {
  const Grid& grid = format.grids[grid_index];
  const GridRequest wanted = grid_request(format, grid_index, request);
  const uint32_t samples = grid.pixel_bytes / 2;
  const auto place_of = [&](Channel channel) {
    return static_cast<uint8_t>(grid.offset_of(channel) / 2);
  };
  DeepPlan plan;
  plan.bins = request.bins;
  plan.first = wanted.first;
  plan.depth = format.depth;
  plan.shift = format.shift;
  plan.mask = static_cast<uint16_t>(((1u << format.depth) - 1) << format.shift);
  for (Channel channel : wanted.stored)
    plan.places[plan.stored++] = place_of(channel);
  plan.luma = wanted.luma;
  if (plan.luma) {
    plan.red = place_of(Channel::r);
    plan.green = place_of(Channel::g);
    plan.blue = place_of(Channel::b);
    plan.weights = request.luma;
  }
  plan.count_run = choose_count_run(samples, plan.stored);

  plan.table_stride = plan.bins + gap;
  plan.copies = samples == 1 ? most_copies<1> : samples == 2 ? most_copies<2> : 1;
  const size_t copy_stride = plan.channels() * plan.table_stride;
  if (plan.copies * copy_stride * sizeof(uint32_t) > most_bytes_of_copies)
    plan.copies = 1;
  plan.copy_stride = plan.copies > 1 ? copy_stride : 0;
  return plan;
}

void fit(const DeepPlan& plan, DeepTally& tally) {
  const size_t counters = plan.copies * plan.channels() * plan.table_stride;
  if (tally.tables.size() < counters)
    tally.tables.resize(counters, 0);
}

void count_rect(const DeepPlan& plan, const GridView& grid, const Rect& rect, DeepTally& tally) {
  // Rows without padding are one long row: tall, narrow frames take no longer than others.
  if (rect.width == grid.width && grid.dense()) {
    plan.count_run(plan, grid.row(rect.y), size_t{rect.width} * rect.height, tally.tables.data());
    return;
  }
  const size_t left = size_t{rect.x} * grid.grid->pixel_bytes;
  for (uint32_t y = rect.y; y < rect.y + rect.height; y++)
    plan.count_run(plan, grid.row(y) + left, rect.width, tally.tables.data());
}

void settle(const DeepPlan& plan, DeepTally& tally) {
  uint32_t* const first = tally.tables.data();
  const size_t counters = plan.channels() * plan.table_stride;
  for (size_t copy = 1; copy < plan.copies; copy++) {
    uint32_t* const table = first + copy * plan.copy_stride;
    for (size_t i = 0; i < counters; i++)
      first[i] += table[i];
    std::fill_n(table, counters, 0);
  }
}

void fold(const DeepPlan& plan, DeepTally& tally, uint32_t* counts) {
  uint32_t* table = tally.tables.data();
  counts += size_t{plan.first} * plan.bins;
  for (uint32_t c = 0; c < plan.channels(); c++, table += plan.table_stride, counts += plan.bins) {
    for (size_t i = 0; i < plan.bins; i++)
      counts[i] += table[i];
    std::fill_n(table, plan.bins, 0);
  }
}

} // namespace videohistogram::cpu
