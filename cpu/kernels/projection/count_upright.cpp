// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts where positions are columns. The counters of a pixel then follow from its column, so that
// no index is computed per pixel. Samples whose bits are bins are counted where they lie, others as
// bins that vectors have computed. docs/performance.md has the experiments that lost.
#include "core/low_byte_first.h"
#include "cpu/kernels/projection/run_values.h"
#include "cpu/kernels/projection/windows.h"

#include <cstddef>
#include <cstring>

namespace videohistogram::cpu {

namespace {

/// Samples or bins in some rows. Each column has a position.
struct Area {
  const uint8_t* p; ///< entry of the first pixel
  uint32_t entry;   ///< bytes from one entry to the next
  uint32_t pixels;  ///< per row, at most upright_run
  uint32_t rows;
  ptrdiff_t row;      ///< bytes from one row to the next
  uint16_t* counters; ///< of the first column
  ptrdiff_t step;     ///< counters from one column to the next
  /// The first byte that is prefetched while the area is counted, the bytes per block of columns,
  /// at least 1, and the bytes from the blocks of a row to those of the next one.
  const uint8_t* ahead;
  uint32_t ahead_block;
  ptrdiff_t ahead_gap;
};

/// Columns that are counted together.
constexpr uint32_t block = 16;

/// Entries that are bins.
template <class Bin>
struct Bins {
  size_t operator()(const uint8_t* p) const {
    Bin bin;
    std::memcpy(&bin, p, sizeof bin);
    return bin;
  }
};

/// Entries of 16 bits, the low byte first, of which some bits are the bin.
struct BitsOfWords {
  uint32_t shift, mask;

  size_t operator()(const uint8_t* p) const {
    return load_low_byte_first<uint16_t>(p) >> shift & mask;
  }
};

/// Counts block after block of 16 columns. With many increments in a loop, and with addresses that
/// need no other arithmetic, a core comes close to one increment per cycle. `entry` and `step`, if
/// it is not 0, are those of the area.
template <class Source, uint32_t entry, ptrdiff_t known_step>
__attribute__((noinline)) void count_area(const Area& area, Source bin_at) {
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
        (counters + static_cast<int>(i) * step)[bin_at(p + i * entry)]++;
    }
  }
  for (uint32_t y = 0; y < area.rows; y++)
    for (uint32_t i = whole; i < area.pixels; i++)
      area.counters[i * step + static_cast<ptrdiff_t>(bin_at(area.p + y * area.row + i * entry))]++;
}

template <uint32_t entry, class Source>
void count_area_of(const Area& area, const Source& bin_at) {
  switch (area.step) {
  case table_pitch(256):
    return count_area<Source, entry, table_pitch(256)>(area, bin_at);
  case table_pitch(1024):
    return count_area<Source, entry, table_pitch(1024)>(area, bin_at);
  default:
    return count_area<Source, entry, 0>(area, bin_at);
  }
}

/// Counts stored samples where they lie.
void count_samples(const Area& area, const ProjectionTable& table, bool of_bytes) {
  const BitsOfWords bits{table.bin_shift, table.bins - 1};
  switch (area.entry) {
  case 1:
    return count_area_of<1>(area, Bins<uint8_t>());
  case 2:
    return of_bytes ? count_area_of<2>(area, Bins<uint8_t>()) : count_area_of<2>(area, bits);
  case 3:
    return count_area_of<3>(area, Bins<uint8_t>());
  case 4:
    return of_bytes ? count_area_of<4>(area, Bins<uint8_t>()) : count_area_of<4>(area, bits);
  default:
    return count_area_of<8>(area, bits);
  }
}

/// The part of a window in its strip.
class UprightWindow {
public:
  UprightWindow(const ProjectionPlan& plan, const Window& window, StripBuffers& buffers,
                uint16_t* counters)
      : plan_(plan), view_(plan.sample_plane), rows_(window.rows), buffers_(buffers),
        counters_(counters), values_(plan, buffers.values.get()) {
    const Direction& d = plan.direction;
    const int64_t first = (d.origin - window.v.begin) >> 31; // position of column 0
    const int64_t positions = (window.v.end - window.v.begin) >> 31;
    const Range strip =
        d.c > 0 ? Range{-first, positions - first} : Range{first - positions + 1, first + 1};
    columns_ = strip.within(window.columns);
    begin_ = d.c > 0 ? columns_.begin + first : first - columns_.begin;
  }

  void count() {
    if (columns_.begin >= columns_.end)
      return;
    for (int64_t y = rows_.begin; y < rows_.end; y += plan_.area_rows)
      count(y, static_cast<uint32_t>(std::min<int64_t>(plan_.area_rows, rows_.end - y)));
  }

private:
  /// Counts some rows, table by table.
  void count(int64_t y, uint32_t rows) {
    if (!plan_.in_place)
      find_bins(y, rows);
    Area area{};
    area.pixels = pixels();
    area.rows = rows;
    // A core does not predict the next rows. One table's pixels are also the other tables'.
    const uint32_t pixel_bytes = view_.info->pixel_bytes;
    const int64_t ahead = std::min<int64_t>(plan_.rows_ahead, rows_.end - rows - y);
    area.ahead = pixel(y + ahead);
    area.ahead_block = plan_.rows_ahead > 0 ? block * pixel_bytes : 1;
    area.ahead_gap = view_.stride - pixels() / block * area.ahead_block;
    for (size_t t = 0; t < plan_.tables.size(); t++) {
      const ProjectionTable& table = plan_.tables[t];
      const auto pitch = static_cast<ptrdiff_t>(table.pitch);
      area.counters = counters_ + table.first + begin_ * pitch;
      area.step = plan_.direction.c > 0 ? pitch : -pitch;
      if (plan_.in_place) {
        area.p = pixel(y) + table.byte;
        area.entry = pixel_bytes;
        area.row = view_.stride;
        count_samples(area, table, plan_.sample_bytes == 1);
      } else {
        area.p = reinterpret_cast<const uint8_t*>(bins_of(t, 0));
        area.entry = sizeof(uint16_t);
        area.row = upright_run * sizeof(uint16_t);
        count_area_of<sizeof(uint16_t)>(area, Bins<uint16_t>());
      }
      area.ahead_block = 1;
      area.ahead_gap = 0;
    }
  }

  /// Finds the bins of some rows for all tables.
  void find_bins(int64_t y, uint32_t rows) {
    for (uint32_t done = 0; done < rows; done += max_value_runs) {
      Run runs[max_value_runs];
      const uint32_t n = std::min(max_value_runs, rows - done);
      for (uint32_t r = 0; r < n; r++) {
        const int64_t row = y + done + r;
        runs[r].p = pixel(row);
        runs[r].x = static_cast<uint32_t>(columns_.begin);
        runs[r].y = static_cast<uint32_t>(row);
        runs[r].pixels = pixels();
      }
      values_.read(runs, n, upright_run);
      for (size_t t = 0; t < plan_.tables.size(); t++)
        plan_.functions->bins(plan_, plan_.tables[t], values_.runs_of(t), n, bins_of(t, done));
    }
  }

  uint32_t pixels() const { return static_cast<uint32_t>(columns_.end - columns_.begin); }
  const uint8_t* pixel(int64_t y) const {
    return view_.row(static_cast<uint32_t>(y)) + columns_.begin * view_.info->pixel_bytes;
  }
  uint16_t* bins_of(size_t table, uint32_t row) {
    return buffers_.bins.data() + (table * plan_.area_rows + row) * upright_run;
  }

  const ProjectionPlan& plan_;
  const SamplePlaneView& view_;
  const Range rows_;
  StripBuffers& buffers_;
  uint16_t* const counters_;
  RunValues values_;
  Range columns_;
  int64_t begin_; ///< position of the first of these columns in the strip
};

} // namespace

void count_upright(const ProjectionPlan& plan, const Window& window, StripBuffers& buffers,
                   uint16_t* counters) {
  UprightWindow(plan, window, buffers, counters).count();
}

} // namespace videohistogram::cpu
