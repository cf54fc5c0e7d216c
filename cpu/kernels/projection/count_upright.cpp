// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts where positions are columns. The counters of a pixel then follow from its column, so that
// no index is computed per pixel: samples of 8 bits are counted where they lie, others as bins that
// vectors have computed. docs/performance.md has the experiments that lost.
#include "cpu/kernels/projection/run_values.h"
#include "cpu/kernels/projection/windows.h"

#include <cstddef>
#include <cstring>

namespace videohistogram::cpu {

namespace {

/// Rows that are counted together where columns are positions.
constexpr uint32_t area_rows = 16;

/// The bins of some rows of a strip: [row][column].
struct Bins {
  alignas(64) uint16_t of[area_rows][upright_run];
};

/// Finds the bins of a table for some runs, and returns the first run's; those of the next run
/// follow at a distance of upright_run.
const uint16_t* find_bins(const ProjectionPlan& plan, size_t t, const Run* runs, uint32_t n,
                          Bins& bins) {
  if (plan.values && plan.tables[t].bins_are_values)
    return reinterpret_cast<const uint16_t*>(runs[0].p);
  plan.bins(plan, plan.tables[t], runs, n, bins.of[0]);
  return bins.of[0];
}

/// Bins in some rows. Each column has a position.
struct Area {
  const uint8_t* p;   ///< entry of the first pixel
  uint32_t entry;     ///< bytes from one entry to the next
  uint32_t pixels;    ///< per row, at most upright_run
  uint32_t rows;      ///< at most area_rows
  ptrdiff_t row;      ///< bytes from one row to the next
  uint16_t* counters; ///< of the first column
  ptrdiff_t step;     ///< counters from one column to the next
  /// What is prefetched while the area is counted, row by row: so many bytes per block of columns,
  /// at least 1, and so many between the blocks of a row and those of the next one.
  const uint8_t* ahead;
  uint32_t ahead_block;
  ptrdiff_t ahead_gap;
};

/// Columns that are counted together.
constexpr uint32_t block = 16;

template <class Bin>
inline size_t load(const uint8_t* p) {
  Bin bin;
  std::memcpy(&bin, p, sizeof bin);
  return bin;
}

/// Counts block after block of 16 columns. With many increments in a loop, and with addresses that
/// need no other arithmetic, a core comes close to one increment per cycle. `entry` and `step`, if
/// it is not 0, are those of the area.
template <class Bin, uint32_t entry, ptrdiff_t known_step>
__attribute__((noinline)) void count_area(const Area& area) {
  const ptrdiff_t step = known_step != 0 ? known_step : area.step;
  const uint32_t whole = area.pixels / block * block;
  const uint8_t* ahead = area.ahead;
  uint32_t ahead_x = 0;
  for (uint32_t x = 0; x < whole; x += block) {
    const uint8_t* p = area.p + x * entry;
    uint16_t* counters = area.counters + static_cast<ptrdiff_t>(x) * step;
    asm("" : "+r"(counters)); // the offsets below stay constants
    for (uint32_t y = 0; y < area.rows; y++, p += area.row) {
      for (uint32_t byte = 64; byte < area.ahead_block; byte += 64)
        __builtin_prefetch(ahead + byte - 64);
      __builtin_prefetch(ahead + area.ahead_block - 1);
      ahead += area.ahead_block;
      ahead_x += block;
      if (ahead_x == whole) {
        ahead_x = 0;
        ahead += area.ahead_gap;
      }
#pragma GCC unroll 16
      for (uint32_t i = 0; i < block; i++)
        (counters + static_cast<int>(i) * step)[load<Bin>(p + i * entry)]++;
    }
  }
  for (uint32_t y = 0; y < area.rows; y++)
    for (uint32_t i = whole; i < area.pixels; i++)
      area.counters[i * step +
                    static_cast<ptrdiff_t>(load<Bin>(area.p + y * area.row + i * entry))]++;
}

template <class Bin, uint32_t entry>
void count_area_of(const Area& area) {
  switch (area.step) {
  case table_pitch(256):
    return count_area<Bin, entry, table_pitch(256)>(area);
  case table_pitch(1024):
    return count_area<Bin, entry, table_pitch(1024)>(area);
  default:
    return count_area<Bin, entry, 0>(area);
  }
}

/// Counts stored samples of 8 bits in as many bins, where they lie.
void count_bytes(const Area& area) {
  switch (area.entry) {
  case 1:
    return count_area_of<uint8_t, 1>(area);
  case 2:
    return count_area_of<uint8_t, 2>(area);
  case 3:
    return count_area_of<uint8_t, 3>(area);
  default:
    return count_area_of<uint8_t, 4>(area);
  }
}

} // namespace

void count_upright(const ProjectionPlan& plan, const Window& window, ValuesBuffers* buffers,
                   uint16_t* counters) {
  const Direction& d = plan.direction;
  const int64_t first = (d.origin - window.v.begin) >> 31; // position of column 0
  const int64_t positions = (window.v.end - window.v.begin) >> 31;
  const Range strip =
      d.c > 0 ? Range{-first, positions - first} : Range{first - positions + 1, first + 1};
  const Range columns = strip.within(window.columns);
  if (columns.begin >= columns.end)
    return;
  const int64_t begin = d.c > 0 ? columns.begin + first : first - columns.begin;
  const SamplePlaneView& view = plan.sample_plane;
  const ptrdiff_t stride = view.stride;
  Area area{};
  area.pixels = static_cast<uint32_t>(columns.end - columns.begin);
  const uint32_t pixel_bytes = view.info->pixel_bytes;
  RunValues values(plan, buffers);
  Bins bins;
  for (int64_t y = window.rows.begin; y < window.rows.end; y += area_rows) {
    area.rows = static_cast<uint32_t>(std::min<int64_t>(area_rows, window.rows.end - y));
    const int64_t ahead = std::min<int64_t>(plan.rows_ahead, window.rows.end - area.rows - y);
    const uint8_t* const p = view.row(static_cast<uint32_t>(y)) + columns.begin * pixel_bytes;
    Run runs[area_rows];
    if (!plan.bins_are_bytes) {
      for (uint32_t r = 0; r < area.rows; r++)
        runs[r] = {p + r * stride,
                   static_cast<uint32_t>(columns.begin),
                   static_cast<uint32_t>(y) + r,
                   area.pixels,
                   0,
                   0};
      values.read(runs, area.rows, upright_run);
    }
    area.ahead = p + ahead * stride;
    area.ahead_block = block * pixel_bytes;
    area.ahead_gap = stride - area.pixels / block * area.ahead_block;
    for (size_t t = 0; t < plan.tables.size(); t++) {
      const ProjectionTable& table = plan.tables[t];
      const auto pitch = static_cast<ptrdiff_t>(table.pitch);
      area.counters = counters + table.first + begin * pitch;
      area.step = d.c > 0 ? pitch : -pitch;
      if (plan.bins_are_bytes) {
        area.p = p + table.byte;
        area.entry = pixel_bytes;
        area.row = stride;
        count_bytes(area);
      } else {
        area.p = reinterpret_cast<const uint8_t*>(
            find_bins(plan, t, values.runs_of(t), area.rows, bins));
        area.entry = sizeof(uint16_t);
        area.row = sizeof bins.of[0];
        count_area_of<uint16_t, sizeof(uint16_t)>(area);
      }
      area.ahead_block = 1; // the other tables are of the same pixels
      area.ahead_gap = 0;
    }
  }
}

} // namespace videohistogram::cpu
