// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of the fields of a plane: differences, SSIM and combs. A warp walks down a strip of columns;
// each lane has 16 bytes of a row, so four or two columns of blocks of SSIM. The last lane has the
// neighbours of the one before it, and is not counted.
#pragma once

#include "cuda/kernels/sums/combs.h"
#include "cuda/kernels/sums/ssim.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// Columns of a strip.
template <uint32_t sample_bytes>
constexpr uint32_t field_strip = (warp_lanes - 1) * lane_samples<sample_bytes>;

/// Rows of a row of blocks of both fields.
constexpr uint32_t block_rows = 8;

/// A strip of columns from `x` on, of some rows. `first` is a multiple of block_rows; `end` is one,
/// too, or the plane's last row.
struct FieldItem {
  uint32_t x, first, end;
};
/// Maximum rows of an item, for the counters of a lane.
constexpr uint32_t most_field_rows = 256;
static_assert(most_field_rows * lane_samples<1> <= most_comb_pixels);

/// The sums of a lane.
struct FieldSums {
  uint64_t errors = 0; ///< Sum::msef
  int64_t ssim = 0;    ///< Sum::ssimf
  CombSums combs;
};

/// Adds up a strip of a plane. The sums of all lanes but the last one count.
template <uint32_t sample_bytes, Layout layout, class Warp>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_fields(const SumsParameters& p, const SumsParameters::Plane& plane, const FieldItem& item,
           Warp& warp, typename Warp::template Each<FieldSums>& sums) {
  using W = Words<sample_bytes>;
  constexpr uint32_t n_samples = lane_samples<sample_bytes>;
  const bool combs = p.has(Sum::idet), two = combs && p.has_before;
  const SsimWindows windows = ssim_windows(plane.width, plane.height);
  const bool ssim = p.has(Sum::ssimf) && item.first / block_rows < windows.rows;
  const auto x_of = [&](uint32_t lane) { return item.x + lane * n_samples; };

  using Reader = LaneReader<sample_bytes, layout>;
  typename Warp::template Each<Reader> reader;
  warp.each([&](uint32_t lane) { reader[lane] = Reader(p, plane, x_of(lane)); });
  typename Warp::template Each<CombLane<sample_bytes>> comb;
  typename Warp::template Each<SsimLane<sample_bytes>> blocks;
  const auto is_combed = [&](uint32_t y) {
    return combs && y >= 2 && y + 2 < plane.height && y >= item.first && y < item.end;
  };
  /// A row of each field, of the present frame and of the frame before.
  struct Rows {
    typename Reader::Raw top, bottom, was_top, was_bottom;
  };
  typename Warp::template Each<Rows> ahead; // on their way while others are added up
  const auto read_ahead = [&](uint32_t y) {
    const bool has_before = two && y <= item.end;
    warp.each([&](uint32_t lane) {
      const Reader& from = reader[lane];
      Rows& rows = ahead[lane];
      rows.top = from.fetch(false, y);
      rows.bottom = from.fetch(false, y + 1);
      if (has_before) {
        rows.was_top = from.fetch(true, y);
        rows.was_bottom = from.fetch(true, y + 1);
      }
    });
  };
  /// Rows y, which is even, and y + 1.
  const auto next_rows = [&](uint32_t y) {
    struct Unpacked {
      LaneWords top, bottom, was_top, was_bottom;
    };
    typename Warp::template Each<Unpacked> rows;
    warp.each([&](uint32_t lane) {
      const Reader& from = reader[lane];
      const Rows& raw = ahead[lane];
      rows[lane] = {from.unpack(raw.top), from.unpack(raw.bottom), from.unpack(raw.was_top),
                    from.unpack(raw.was_bottom)};
    });
    read_ahead(y + 2);
    warp.each([&](uint32_t lane) {
      const Unpacked& now = rows[lane];
      if (combs && y <= item.end) {
        comb[lane].template next<0>(now.top, now.was_top, is_combed(y - 1), two, sums[lane].combs);
        comb[lane].template next<1>(now.bottom, now.was_bottom, is_combed(y), two,
                                    sums[lane].combs);
      }
      if (p.has(Sum::msef) && y < item.end && y + 1 < plane.height) {
        typename W::Squares errors = 0;
        VIDEOHISTOGRAM_UNROLL
        for (uint32_t i = 0; i < words_per_lane; i++) {
          const uint32_t d = W::distance(now.top.w[i], now.bottom.w[i]);
          errors = W::add_products(d, d, errors);
        }
        sums[lane].errors += errors;
      }
      if (ssim)
        blocks[lane].add(now.top, now.bottom);
    });
  };
  read_ahead(item.first);
  if (combs && item.first > 0)
    warp.each([&](uint32_t lane) { // the last row above
      const Reader& from = reader[lane];
      const uint32_t y = item.first - 1;
      comb[lane].template next<1>(from.unpack(from.fetch(false, y)),
                                  from.unpack(from.fetch(two, y)), false, two, sums[lane].combs);
    });
  uint32_t end = combs ? item.end + 1 : item.end;
  if (ssim && end < item.end + block_rows)
    end = item.end + block_rows;
  end = end < plane.height ? end : plane.height;
  for (uint32_t y = item.first; y < end; y += block_rows) {
    for (uint32_t i = 0; i < block_rows && y + i < end; i += 2)
      next_rows(y + i);
    if (!ssim || y / block_rows > windows.rows)
      continue;
    // The windows that end here begin in the row of blocks above.
    add_windows<sample_bytes>(p, warp, blocks, windows.columns, y > item.first, x_of,
                              [&](uint32_t lane, int64_t sum) { sums[lane].ssim += sum; });
  }
}

} // namespace videohistogram::cuda
