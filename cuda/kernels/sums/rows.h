// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums per row and per column. A warp walks down a strip of columns; each lane has 16 bytes of a
// row, and keeps of the rows above what the row needs. The first and the last lane have the
// neighbours of the others, and are not counted.
#pragma once

#include "cuda/kernels/sums/outliers.h"
#include "cuda/kernels/sums/outside.h"
#include "cuda/kernels/sums/samples.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// The numbers that are added up per row, each with its place among those of a row.
enum RowNumber : uint32_t {
  row_samples,
  row_activity,
  row_repeat,
  row_high_repeat, ///< of samples of two bytes only
  row_outside,
  row_outliers,
  row_speckles, ///< of samples of two bytes only
  n_row_numbers,
};
constexpr uint32_t n_prompt_numbers = row_outliers; ///< known as soon as a row is read

/// The number that a sum has of each row.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE constexpr RowNumber row_number_of(Sum sum) {
  switch (sum) {
  case Sum::tout:
    return row_outliers;
  case Sum::speckle:
    return sample_bytes == 1 ? row_outliers : row_speckles;
  case Sum::vrep:
    return row_repeat;
  case Sum::linerep:
    return sample_bytes == 1 ? row_repeat : row_high_repeat;
  case Sum::brng:
    return row_outside;
  case Sum::activity:
    return row_activity;
  default:
    return row_samples;
  }
}
/// The sums that rows have.
constexpr uint32_t n_sums_of_rows = 7;
VIDEOHISTOGRAM_HOST_DEVICE constexpr Sum sum_of_rows(uint32_t i) {
  constexpr Sum sums[n_sums_of_rows] = {Sum::tout, Sum::speckle, Sum::vrep,    Sum::linerep,
                                        Sum::brng, Sum::rows,    Sum::activity};
  return sums[i];
}

/// Columns of a strip.
template <uint32_t sample_bytes>
constexpr uint32_t row_strip = (warp_lanes - 2) * lane_samples<sample_bytes>;

/// Maximum rows of a band, so that counters of columns do not overflow.
constexpr uint32_t most_band_rows = 128;
/// Rows of a step, and those above and below a band that its sums need.
constexpr uint32_t row_steps = 4, rows_above = 4, rows_beside = rows_above + 2;

/// A strip of columns from `x` on, of some rows.
struct RowItem {
  uint32_t x, first, end;

  VIDEOHISTOGRAM_HOST_DEVICE bool has(uint32_t y) const { return y - first < end - first; }
};

/// The sums of a lane's columns. Samples of one byte have counters of 16 bits.
template <uint32_t sample_bytes>
struct ColumnCounters {
  uint32_t pairs[2 * words_per_lane] = {};

  VIDEOHISTOGRAM_HOST_DEVICE void add(const LaneWords& row) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < words_per_lane; i++) {
      pairs[2 * i] += sample_bytes == 1 ? even_bytes(row.w[i]) : row.w[i] & 0xffff;
      pairs[2 * i + 1] += sample_bytes == 1 ? odd_bytes(row.w[i]) : row.w[i] >> 16;
    }
  }
  /// The sum of a lane's column `i`, which is known when compiling.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t sum(uint32_t i) const {
    if (sample_bytes == 2)
      return pairs[i];
    const uint32_t pair = pairs[i / 4 * 2 + i % 2];
    return i % 4 < 2 ? pair & 0xffff : pair >> 16;
  }
};

/// The samples of the rows above that a lane keeps, for the sums of neighbouring rows.
template <uint32_t sample_bytes>
struct RowNeighbours;

template <>
struct RowNeighbours<1> {
  static constexpr uint32_t n_marks = 4; ///< words of marks
  Outliers<4> bytes;

  template <uint32_t phase, class Reader>
  VIDEOHISTOGRAM_HOST_DEVICE void next(const SumsParameters&, const Reader&, const LaneWords& row,
                                       uint32_t, bool far, uint32_t (&numbers)[n_prompt_numbers],
                                       uint32_t (&marks)[n_marks]) {
    numbers[row_repeat] = bytes.next<phase>(row.w, far, marks);
  }
};

template <>
struct RowNeighbours<2> {
  static constexpr uint32_t n_marks = 4; ///< two of low bytes, then two of high ones
  Outliers<2> low, high;

  template <uint32_t phase, class Reader>
  VIDEOHISTOGRAM_HOST_DEVICE void
  next(const SumsParameters& p, const Reader& reader, const LaneWords& row, uint32_t y, bool far,
       uint32_t (&numbers)[n_prompt_numbers], uint32_t (&marks)[n_marks]) {
    const uint32_t drop = p.depth - 8u;
    uint32_t lows[2], highs[2], low_marks[2], high_marks[2];
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < 2; i++) {
      const uint32_t a = row.w[2 * i], b = row.w[2 * i + 1];
      lows[i] = select4(a, b, 0x6420);
      highs[i] = select4(a >> drop, b >> drop, 0x6420);
    }
    low.next<phase>(lows, far, low_marks);
    numbers[row_high_repeat] = high.next<phase>(highs, far, high_marks);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < 2; i++) {
      marks[i] = low_marks[i];
      marks[2 + i] = high_marks[i];
    }
    numbers[row_repeat] = 0;
    if (!p.has(Sum::vrep) || y < 4)
      return;
    const LaneWords above = reader.now(y - 4);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < words_per_lane; i++)
      numbers[row_repeat] = add2(distance2(row.w[i], above.w[i]), numbers[row_repeat]);
  }
};

/// The samples to the left of those of a lane, whose first one is in column `x`: column 0 has its
/// own sample, and columns from `width` on have zeros. `left`: the last word of the lane to the
/// left.
template <uint32_t sample_bytes, Layout layout>
VIDEOHISTOGRAM_HOST_DEVICE inline LaneWords left_neighbours(const LaneWords& row, uint32_t left,
                                                            uint32_t x, uint32_t width) {
  constexpr uint32_t bits = 8 * sample_bytes;
  left = x == 0 ? row.w[0] << (32 - bits) : x >= width ? 0 : left;
  LaneWords shifted;
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < words_per_lane; i++) {
    shifted.w[i] = row.w[i] << bits | (i == 0 ? left : row.w[i - 1]) >> (32 - bits);
    if (layout == Layout::any) // a lane may have columns on both sides of the border
      shifted.w[i] &= mask_of_samples<sample_bytes>(x + i * 4 / sample_bytes, width);
  }
  return shifted;
}

/// The sum of the samples of a lane, and of |p[x] - p[x-1]|.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_samples(const LaneWords& row, const LaneWords& left,
                                                   uint32_t (&numbers)[n_prompt_numbers]) {
  numbers[row_samples] = numbers[row_activity] = 0;
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < words_per_lane; i++) {
    numbers[row_samples] = Words<sample_bytes>::add(row.w[i], numbers[row_samples]);
    numbers[row_activity] =
        Words<sample_bytes>::add_distance(row.w[i], left.w[i], numbers[row_activity]);
  }
}

/// Adds up a strip. `Warp` runs lanes, see LaneWarp in warp.cuh. The sums of the warp go to
/// `sink`: sink.add(warp, y, first, numbers) has some numbers of row y, and sink.add_columns(warp,
/// x, counters) the counters of lanes, of which lane 1 has column x.
template <uint32_t sample_bytes, Layout layout, class Warp, class Sink>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_rows(const SumsParameters& p, const RowItem& item,
                                                Warp& warp, Sink& sink) {
  constexpr uint32_t n_samples = lane_samples<sample_bytes>;
  using Reader = LaneReader<sample_bytes, layout>;
  using Neighbours = RowNeighbours<sample_bytes>;
  const SumsParameters::Plane& luma = p.planes[0];
  const bool outliers = p.has(Sum::tout) || p.has(Sum::speckle);
  const bool neighbours = outliers || p.has(Sum::vrep) || p.has(Sum::linerep);
  const bool outside = p.has(Sum::brng);
  const auto x_of = [&](uint32_t lane) { return item.x + (lane - 1) * n_samples; };

  typename Warp::template Each<Reader> reader;
  warp.each([&](uint32_t lane) { reader[lane] = Reader(p, luma, x_of(lane)); });
  /// The next two rows: they are on their way while a row is added up.
  typename Warp::template Each<typename Reader::Raw> ahead[2];
  const auto read_ahead = [&](typename Warp::template Each<typename Reader::Raw>& to, uint32_t y) {
    warp.each([&](uint32_t lane) { to[lane] = reader[lane].fetch(false, y); });
  };
  read_ahead(ahead[0], item.first - rows_above);
  read_ahead(ahead[1], item.first - rows_above + 1);
  typename Warp::template Each<Neighbours> above;
  typename Warp::template Each<ColumnCounters<sample_bytes>> columns;
  typename Warp::template Each<OutsideChroma> chroma;
  const auto step = [&](auto place, uint32_t y) {
    typename Warp::template Each<LaneWords> row;
    typename Warp::template Each<uint32_t> last;
    uint32_t sums[n_prompt_numbers] = {};
    struct Numbers {
      uint32_t of[n_prompt_numbers] = {};
    };
    typename Warp::template Each<Numbers> numbers;
    struct Marks {
      uint32_t w[Neighbours::n_marks];
    };
    typename Warp::template Each<Marks> marks;
    const bool in_band = item.has(y);
    constexpr uint32_t phase = decltype(place)::value;
    warp.each([&](uint32_t lane) {
      row[lane] = reader[lane].unpack(ahead[phase % 2][lane]);
      last[lane] = row[lane].w[words_per_lane - 1];
    });
    read_ahead(ahead[phase % 2], y + 2);
    if (neighbours)
      warp.each([&](uint32_t lane) {
        // Two rows further up, whose neighbours are complete now.
        const bool far = y >= 4 && y < luma.height;
        above[lane].template next<phase>(p, reader[lane], row[lane], y, far, numbers[lane].of,
                                         marks[lane].w);
      });
    if (in_band) {
      const auto left = warp.from_left(last);
      warp.each([&](uint32_t lane) {
        add_samples<sample_bytes>(
            row[lane],
            left_neighbours<sample_bytes, layout>(row[lane], left[lane], x_of(lane), luma.width),
            numbers[lane].of);
        columns[lane].add(row[lane]);
        if (outside)
          numbers[lane].of[row_outside] =
              chroma[lane].template count<sample_bytes, layout>(p, row[lane], x_of(lane), y);
      });
      VIDEOHISTOGRAM_UNROLL
      for (uint32_t i = 0; i < n_prompt_numbers; i++)
        if (sample_bytes == 2 || i != row_high_repeat)
          sums[i] = warp.add_inner([&](uint32_t lane) { return numbers[lane].of[i]; });
      if (y < 4)
        sums[row_repeat] = sums[row_high_repeat] = 0;
      sink.add(warp, y, 0, sums);
    }
    const uint32_t done = y - 2; // the row whose outliers are known now
    if (!outliers || !item.has(done) || done == 0 || done + 1 >= luma.height)
      return;
    constexpr uint32_t n = Neighbours::n_marks / sample_bytes;
    uint32_t counts[n_row_numbers - row_outliers] = {};
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t part = 0; part < sample_bytes; part++) {
      typename Warp::template Each<uint32_t> first_word, last_word;
      warp.each([&](uint32_t lane) {
        first_word[lane] = marks[lane].w[part * n];
        last_word[lane] = marks[lane].w[part * n + n - 1];
      });
      const auto left = warp.from_left(last_word), right = warp.from_right(first_word);
      counts[part] = warp.add_inner([&](uint32_t lane) {
        return count_marks<n>(left[lane], marks[lane].w + part * n, right[lane]);
      });
    }
    sink.add(warp, done, row_outliers, counts);
  };
  for (uint32_t i = 0; i < item.end - item.first + rows_beside; i += row_steps) {
    const uint32_t y = item.first + i - rows_above;
    step(std::integral_constant<uint32_t, 0>(), y);
    step(std::integral_constant<uint32_t, 1>(), y + 1);
    step(std::integral_constant<uint32_t, 2>(), y + 2);
    step(std::integral_constant<uint32_t, 3>(), y + 3);
  }
  if (p.has(Sum::columns))
    sink.add_columns(warp, item.x, columns);
}

} // namespace videohistogram::cuda
