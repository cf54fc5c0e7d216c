// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of differences of neighbouring samples: Sum::sobel, Sum::hstep and Sum::vstep. As for the
// other sums per row and column, a warp walks down a strip of columns.
#pragma once

#include "cuda/kernels/sums/rows.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// The numbers that are added up per row.
enum GradientNumber : uint32_t {
  gradient_step, ///< of Sum::vstep
  gradient_magnitude,
  gradient_low_squares,  ///< of squared magnitudes, the sum of their low bits
  gradient_high_squares, ///< and of their others
  n_gradient_numbers,
};
constexpr uint32_t low_square_bits = 24;

/// Rows that a band needs besides its own: one above and one below.
constexpr uint32_t gradient_rows_beside = 2, gradient_row_steps = 2;

/// The magnitude of Sum::sobel; `shift` is sobel_bits() of the samples. The root of floats, whose
/// relative error is less than 2^-22, is multiplied by 1 + 2^-21. Magnitudes are less than 2^19. So
/// the guess, rounded down, is the magnitude or 1 more. It is 1 more if `rest`, what the square of
/// the guess leaves, is negative. That takes the low 32 bits, since `rest` is between -2^20 and
/// 2^20.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t sobel_magnitude(int32_t gx, int32_t gy, uint32_t shift) {
  constexpr float larger = 1 + 1.0f / (1 << 21);
  const auto ux = static_cast<uint32_t>(gx), uy = static_cast<uint32_t>(gy);
  const uint32_t square = ux * ux + uy * uy; // may wrap around for samples of two bytes
  const auto x = static_cast<float>(gx), y = static_cast<float>(gy);
  const float sum =
      sample_bytes == 1 ? static_cast<float>(static_cast<int32_t>(square)) : x * x + y * y;
  const float factor = static_cast<float>(1u << shift) * larger;
#ifdef __CUDA_ARCH__
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(sum));
  const uint32_t guess = __float_as_uint(__fmaf_rd(root, factor, 8388608.0f)) - code_bits;
#else
  const auto guess = static_cast<uint32_t>(std::sqrt(sum) * factor);
#endif
  const auto rest = static_cast<int32_t>((square << 2 * shift) - guess * guess);
  return guess + static_cast<uint32_t>(rest >> 31);
}

/// Four or two weights of neighbouring samples, signed bytes from the lowest one on.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t weights_of(int8_t a, int8_t b, int8_t c = 0,
                                                         int8_t d = 0) {
  return uint32_t{static_cast<uint8_t>(a)} | uint32_t{static_cast<uint8_t>(b)} << 8 |
         uint32_t{static_cast<uint8_t>(c)} << 16 | uint32_t{static_cast<uint8_t>(d)} << 24;
}

/// A lane's samples of a row, and the word on each side.
template <uint32_t sample_bytes>
class GradientRow;

template <>
class GradientRow<1> {
public:
  GradientRow() = default;
  VIDEOHISTOGRAM_HOST_DEVICE GradientRow(const LaneWords& row, uint32_t left, uint32_t right)
      : row_(row) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i <= words_per_lane; i++)
      between_[i] =
          select4(i == 0 ? left : row.w[i - 1], i == words_per_lane ? right : row.w[i], 0x5432);
  }

  VIDEOHISTOGRAM_HOST_DEVICE const LaneWords& samples() const { return row_; }
  /// sum + a p[k-1] + b p[k] + c p[k+1], where k is known when compiling.
  template <int8_t a, int8_t b, int8_t c>
  VIDEOHISTOGRAM_HOST_DEVICE int32_t add(uint32_t k, int32_t sum) const {
    const uint32_t word = k % 4 == 1 || k % 4 == 2 ? row_.w[k / 4] : between_[(k + 1) / 4];
    return add_weighted4(word, k % 2 == 0 ? weights_of(0, a, b, c) : weights_of(a, b, c), sum);
  }

private:
  LaneWords row_ = {};
  uint32_t between_[words_per_lane + 1] = {}; ///< two bytes of each of two neighbouring words
};

template <>
class GradientRow<2> {
public:
  GradientRow() = default;
  VIDEOHISTOGRAM_HOST_DEVICE GradientRow(const LaneWords& row, uint32_t left, uint32_t right)
      : row_(row), left_(left), right_(right) {}

  VIDEOHISTOGRAM_HOST_DEVICE const LaneWords& samples() const { return row_; }
  template <int8_t a, int8_t b, int8_t c>
  VIDEOHISTOGRAM_HOST_DEVICE int32_t add(uint32_t k, int32_t sum) const {
    const uint32_t i = k / 2;
    const uint32_t before = i == 0 ? left_ : row_.w[i - 1],
                   after = i + 1 == words_per_lane ? right_ : row_.w[i + 1];
    return k % 2 == 0 ? add_weighted2(row_.w[i], weights_of(b, c),
                                      add_weighted2(before, weights_of(0, a), sum))
                      : add_weighted2(row_.w[i], weights_of(a, b),
                                      add_weighted2(after, weights_of(c, 0), sum));
  }

private:
  LaneWords row_ = {};
  uint32_t left_ = 0, right_ = 0;
};

/// The magnitudes of a lane's pixels that have eight neighbours: is_counted(k) of pixel k. The rows
/// follow each other.
template <uint32_t sample_bytes, class Counted>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_magnitudes(const GradientRow<sample_bytes>& above, const GradientRow<sample_bytes>& row,
               const GradientRow<sample_bytes>& below, uint32_t shift, const Counted& is_counted,
               uint32_t& magnitudes, uint64_t& squares) {
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t k = 0; k < lane_samples<sample_bytes>; k++) {
    const int32_t gx = above.template add<-1, 0, 1>(
        k, row.template add<-2, 0, 2>(k, below.template add<-1, 0, 1>(k, 0)));
    const int32_t gy = above.template add<-1, -2, -1>(k, below.template add<1, 2, 1>(k, 0));
    uint32_t any = sobel_magnitude<sample_bytes>(gx, gy, shift);
#ifdef __CUDA_ARCH__
    asm volatile("" : "+r"(any)); // with branches around roots, pixels would wait for each other
#endif
    const uint32_t magnitude = is_counted(k) ? any : 0;
    magnitudes += magnitude;
    squares += uint64_t{magnitude} * magnitude;
  }
}

/// Adds up a strip. See add_rows() for `warp` and `sink`.
template <uint32_t sample_bytes, Layout layout, class Warp, class Sink>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_gradients(const SumsParameters& p, const RowItem& item,
                                                     Warp& warp, Sink& sink) {
  constexpr uint32_t n_samples = lane_samples<sample_bytes>;
  using Reader = LaneReader<sample_bytes, layout>;
  using Row = GradientRow<sample_bytes>;
  const SumsParameters::Plane& luma = p.planes[0];
  const bool sobel = p.has(Sum::sobel) && luma.width > 2, hstep = p.has(Sum::hstep),
             vstep = p.has(Sum::vstep);
  const uint32_t shift = sobel_bits(p.depth);
  const auto x_of = [&](uint32_t lane) { return item.x + (lane - 1) * n_samples; };
  // Whether some of the strip's pixels have less than eight neighbours in their row.
  const bool at_border = item.x == 0 || item.x + row_strip<sample_bytes> >= luma.width;

  typename Warp::template Each<Reader> reader;
  warp.each([&](uint32_t lane) { reader[lane] = Reader(p, luma, x_of(lane)); });
  typename Warp::template Each<typename Reader::Raw> ahead[2]; // as in add_rows()
  const auto read_ahead = [&](typename Warp::template Each<typename Reader::Raw>& to, uint32_t y) {
    warp.each([&](uint32_t lane) { to[lane] = reader[lane].fetch(false, y); });
  };
  read_ahead(ahead[0], item.first - 1);
  read_ahead(ahead[1], item.first);
  typename Warp::template Each<Row> rows[2]; // the last two rows
  typename Warp::template Each<ColumnCounters<sample_bytes>> columns;
  const auto step = [&](auto place, uint32_t y) {
    constexpr uint32_t phase = decltype(place)::value, other = 1 - phase;
    typename Warp::template Each<LaneWords> words;
    typename Warp::template Each<uint32_t> first, last;
    warp.each([&](uint32_t lane) {
      words[lane] = reader[lane].unpack(ahead[phase][lane]);
      first[lane] = words[lane].w[0];
      last[lane] = words[lane].w[words_per_lane - 1];
    });
    read_ahead(ahead[phase], y + 2);
    const auto left = warp.from_left(last), right = warp.from_right(first);
    if (item.has(y)) {
      typename Warp::template Each<uint32_t> steps;
      warp.each([&](uint32_t lane) {
        const LaneWords& row = words[lane];
        if (hstep) {
          const LaneWords beside =
              left_neighbours<sample_bytes, layout>(row, left[lane], x_of(lane), luma.width);
          LaneWords distances;
          VIDEOHISTOGRAM_UNROLL
          for (uint32_t i = 0; i < words_per_lane; i++)
            distances.w[i] = Words<sample_bytes>::distance(row.w[i], beside.w[i]);
          columns[lane].add(distances);
        }
        const LaneWords& above = rows[other][lane].samples();
        VIDEOHISTOGRAM_UNROLL
        for (uint32_t i = 0; i < words_per_lane; i++)
          steps[lane] = Words<sample_bytes>::add_distance(row.w[i], above.w[i], steps[lane]);
      });
      const uint32_t sum[] = {
          vstep && y > 0 ? warp.add_inner([&](uint32_t lane) { return steps[lane]; }) : 0};
      sink.add(warp, y, gradient_step, sum);
    }
    typename Warp::template Each<Row> row;
    warp.each([&](uint32_t lane) { row[lane] = Row(words[lane], left[lane], right[lane]); });
    const uint32_t done = y - 1; // has both neighbours now
    if (sobel && item.has(done) && done > 0 && y < luma.height) {
      typename Warp::template Each<uint32_t> magnitudes;
      typename Warp::template Each<uint64_t> squares;
      warp.each([&](uint32_t lane) {
        const auto add = [&](const auto& is_counted) {
          add_magnitudes<sample_bytes>(rows[phase][lane], rows[other][lane], row[lane], shift,
                                       is_counted, magnitudes[lane], squares[lane]);
        };
        if (at_border)
          add([&](uint32_t k) { return x_of(lane) + k - 1 < luma.width - 2; });
        else
          add([](uint32_t) { return true; });
      });
      const uint32_t sums[] = {warp.add_inner([&](uint32_t lane) { return magnitudes[lane]; }),
                               warp.add_inner([&](uint32_t lane) {
                                 return static_cast<uint32_t>(squares[lane]) &
                                        ((1u << low_square_bits) - 1);
                               }),
                               warp.add_inner([&](uint32_t lane) {
                                 return static_cast<uint32_t>(squares[lane] >> low_square_bits);
                               })};
      sink.add(warp, done, gradient_magnitude, sums);
    }
    rows[phase] = row;
  };
  for (uint32_t i = 0; i < item.end - item.first + gradient_rows_beside; i += gradient_row_steps) {
    const uint32_t y = item.first + i - 1;
    step(std::integral_constant<uint32_t, 0>(), y);
    step(std::integral_constant<uint32_t, 1>(), y + 1);
  }
  if (hstep)
    sink.add_columns(warp, item.x, columns);
}

} // namespace videohistogram::cuda
