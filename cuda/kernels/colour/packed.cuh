// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The kernel of packed counters, for any quantities that no kernel of direct.cuh counts: up to four
// histograms of 256 counters, two of which share a word of 16 + 16 bits in shared memory. A thread
// counts in the copy of its lane, so that the lanes of a warp share no bank and no address,
// whatever the image shows. A colour is a byte of a clamped sum of samples; one instruction makes
// it an address.
#pragma once

#include "cuda/kernels/byte/row_sums.cuh"
#include "cuda/kernels/colour/range.cuh"
#include "cuda/kernels/colour/single.cuh"
#include "cuda/kernels/common/stream_order.cuh"

namespace videohistogram::cuda {

namespace {

/// Bytes from a pair of histograms to the next one.
constexpr uint32_t pair_bytes = 128;

/// Counts byte `Byte` of `word`. `base`: bytes from the row of a value to the counter, below 256.
template <uint32_t Byte>
__device__ __forceinline__ void count_byte(uint32_t word, uint32_t base, uint32_t increment) {
  // The value becomes byte 1 of the place, which multiplies it by 256; byte 1 of `base` is zero.
  count_at(__byte_perm(word, base, 0x5504 | Byte << 4), increment);
}

/// The sum of both, clamped to 24 bits: its byte 2 is a colour.
__device__ __forceinline__ uint32_t clamped_sum(int32_t a, int32_t b) {
  return static_cast<uint32_t>(__viaddmin_s32_relu(a, b, 0xffffff));
}

/// Calls `count(y, chroma...)` for all pixels of a group, cell by cell: `chroma` is what
/// `of_chroma(cb, cr)` returns for the pixel's cell.
template <class T, class OfChroma, class Count>
__device__ __forceinline__ void each_pixel(const Group<T>& group, OfChroma&& of_chroma,
                                           Count&& count) {
#pragma unroll
  for (uint32_t cell = 0; cell < T::cells; cell++) {
    const auto chroma = of_chroma(static_cast<int32_t>(cb_of<T>(group, cell)),
                                  static_cast<int32_t>(cr_of<T>(group, cell)));
#pragma unroll
    for (uint32_t row = 0; row < T::rows; row++)
#pragma unroll
      for (uint32_t i = 0; i < T::cell_columns; i++)
        count(static_cast<int32_t>(y_of<T>(group, row, cell * T::cell_columns + i)), chroma);
  }
}

/// What chroma adds to R, G and B and the largest of them.
struct ChromaTerms {
  int32_t r, g, b, most;
};

__device__ __forceinline__ ChromaTerms chroma_terms(const PackedSums& sums, int32_t cb,
                                                    int32_t cr) {
  ChromaTerms terms;
  terms.r = sums.cr[0] * cr + sums.c_constant[0]; // R has no Cb, B no Cr
  terms.g = sums.cb[1] * cb + (sums.cr[1] * cr + sums.c_constant[1]);
  terms.b = sums.cb[2] * cb + sums.c_constant[2];
  terms.most = max(max(terms.r, terms.g), terms.b);
  return terms;
}

/// Counts R, G, B, and the largest of them, in the first histograms.
template <class T, bool Maximum>
__device__ __forceinline__ void count_rgb(const PackedSums& sums, const Group<T>& group,
                                          uint32_t lane_bytes) {
  each_pixel<T>(
      group, [&](int32_t cb, int32_t cr) { return chroma_terms(sums, cb, cr); },
      [&](int32_t y, const ChromaTerms& terms) {
        // With y_constant here, and not in the terms, each colour takes one instruction more, which
        // also clamps; without it the compiler repeats the multiplication in each colour.
        const int32_t luma = y * sums.y + sums.y_constant;
        count_byte<2>(clamped_sum(luma, terms.r), lane_bytes, 1);
        count_byte<2>(clamped_sum(luma, terms.g), lane_bytes, 0x10000);
        count_byte<2>(clamped_sum(luma, terms.b), lane_bytes + pair_bytes, 1);
        if (Maximum)
          count_byte<2>(clamped_sum(luma, terms.most), lane_bytes + pair_bytes, 0x10000);
      });
}

/// Counts one colour, or the largest.
template <class T, bool Maximum>
__device__ __forceinline__ void count_colour(const PackedSums& sums, const PackedStep& step,
                                             const Group<T>& group, uint32_t lane_bytes) {
  const uint32_t base = lane_bytes + step.base, increment = step.increment;
  const int32_t k_cb = sums.cb[step.colour], k_cr = sums.cr[step.colour],
                constant = sums.c_constant[step.colour];
  each_pixel<T>(
      group,
      [&](int32_t cb, int32_t cr) {
        return Maximum ? chroma_terms(sums, cb, cr).most : k_cb * cb + (k_cr * cr + constant);
      },
      [&](int32_t y, int32_t term) {
        count_byte<2>(clamped_sum(y * sums.y + sums.y_constant, term), base, increment);
      });
}

template <class T>
__device__ __forceinline__ void count_range(const RangeBounds& b, const PackedStep& step,
                                            const Group<T>& group, uint32_t lane_bytes) {
  const uint32_t base = lane_bytes + step.base, increment = step.increment;
  each_range_pair<T>(b, group, [&](uint32_t masks) {
    count_byte<0>(masks, base, increment);
    count_byte<2>(masks, base, increment);
  });
}

template <class T>
__device__ __forceinline__ void count_steps(const ColourArguments& a, Group<T>& group,
                                            uint32_t lane_bytes) {
#pragma unroll 1
  for (uint32_t i = 0; i < a.n_steps; i++) {
    const PackedStep& step = a.steps[i];
    forget_values<T>(group);
    switch (step.operation) {
    case PackedOperation::rgb_and_maximum:
      count_rgb<T, true>(a.packed_sums[0], group, lane_bytes);
      break;
    case PackedOperation::rgb:
      count_rgb<T, false>(a.packed_sums[0], group, lane_bytes);
      break;
    case PackedOperation::one_colour:
      count_colour<T, false>(a.packed_sums[0], step, group, lane_bytes);
      break;
    case PackedOperation::maximum:
      count_colour<T, true>(a.packed_sums[1], step, group, lane_bytes);
      break;
    case PackedOperation::range:
      count_range<T>(a.bounds, step, group, lane_bytes);
      break;
    }
  }
}

/// The value of a quantity that packed counters count: a colour, or RANGE.
__device__ __forceinline__ uint32_t packed_quantity_of(const SourceArguments& a, Quantity quantity,
                                                       const Samples& s) {
  return is_colour(quantity) ? colour_of_pixel<int32_t>(a, quantity, s) : range_of<int32_t>(a, s);
}

/// Counts an item that is in no group.
template <class T>
__device__ __forceinline__ void count_item(const ColourArguments& a, const Item& item,
                                           uint32_t lane_bytes) {
  const Samples samples = load_samples<T>(a, item);
  for (uint32_t i = 0; i < a.n_tables; i++) {
    const ColourTable& table = a.tables[i];
    const uint32_t value =
        packed_quantity_of(a, table.quantity, samples) * table.scale >> table.depth;
    count_byte<0>(value, lane_bytes + i / 2 * pair_bytes, i % 2 ? 0x10000 : 1);
  }
}

/// Calls `use` with the table's layout.
template <class Use>
__device__ __forceinline__ void with_layout(const ColourArguments& a, Use&& use) {
  constexpr uint32_t small = colour_threads / 2;
  if (blockDim.x == colour_threads) {
    if (a.shape.copies == 64)
      use(TableLayout<1, 64, colour_threads>());
    else
      use(TableLayout<2, 32, colour_threads>());
  } else {
    if (a.shape.copies == 64)
      use(TableLayout<1, 64, small>());
    else
      use(TableLayout<2, 32, small>());
  }
}

template <class T>
__global__ void __launch_bounds__(colour_threads, 1)
    packed_colour_kernel(const __grid_constant__ ColourArguments a) {
  const uint32_t lane_bytes = threadIdx.x % a.shape.copies * 4;
  const Rank rank(blockIdx.x, a.shape.portions);
  RowSums sums;
  // Maximum counts per thread: `blockDim.x / copies` threads share a counter of 16 bits.
  const uint32_t max_counts = 65535 / (blockDim.x / a.shape.copies);
  uint32_t left = max_counts;
  const auto reserve = [&](uint32_t counts) {
    if (left < counts) {
      __syncthreads();
      with_layout(a, [&](auto layout) { drain_rows<decltype(layout)>(sums); });
      __syncthreads();
      clear_table(uint32_t{packed_table_bytes}, blockDim.x);
      __syncthreads();
      left = max_counts;
    }
    left -= counts;
  };
  with_walk<T>(a, rank, [&](auto& walk) {
    clear_table(uint32_t{packed_table_bytes}, blockDim.x);
    begin_reading(a.shape.pixels_ready);
    count_groups<T>(
        a, walk, [] { __syncthreads(); }, [&] { reserve(T::items); },
        [&](Group<T>& group) { count_steps<T>(a, group, lane_bytes); });
  });
  count_singles<T>(
      a, rank, [&] { reserve(1); }, [&](const Item& item) { count_item<T>(a, item, lane_bytes); });
  __syncthreads();
  begin_merging();
  with_layout(a, [&](auto layout) {
    drain_rows<decltype(layout)>(sums);
    merge_rows<decltype(layout)>({0, sector_words, a.shape.portions, 0, a.n_tables}, a.scratch,
                                 a.narrow, a.results, sums);
  });
}

} // namespace

} // namespace videohistogram::cuda
