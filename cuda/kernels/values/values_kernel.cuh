// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Each thread computes the values of groups of pixels and writes them as vectors: R, G, B and
// MAXRGB of Y'CbCr frames of up to 12 bits. All other values, and those of pixels in no group, are
// computed one pixel at a time.
#pragma once

#include "cuda/kernels/colour/single.cuh"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/values/values_kernel.h"

namespace videohistogram::cuda {

/// The arguments of a kernel.
struct ValuesArguments : SourceArguments {
  Quantity quantities[image_values];
  uint8_t shifts[image_values];
  uint32_t n_quantities;
  uint8_t* to;
  uint32_t stride;
};

namespace {

/// The bytes of a value in an image that is written from samples of a configuration.
template <class T>
constexpr uint32_t value_bytes = image_value_bytes(T::sample_bytes, !T::luma);

/// The words of a pixel of an image.
template <class T>
constexpr uint32_t pixel_words = image_values* value_bytes<T> / 4;

/// Sets value `index` of a pixel whose words are 0.
template <class T>
__device__ __forceinline__ void set_value(uint32_t* pixel, uint32_t index, uint32_t value) {
  if (value_bytes<T> == 1)
    pixel[0] |= value << 8 * index;
  else
    pixel[index / 2] |= value << 16 * (index % 2);
}

template <class T>
__device__ __forceinline__ void write_item(const ValuesArguments& a, const Item& item) {
  const Samples samples = load_samples<T>(a, item);
  uint32_t pixel[pixel_words<T>] = {};
#pragma unroll
  for (uint32_t i = 0; i < image_values; i++)
    if (i < a.n_quantities)
      set_value<T>(pixel, i, quantity_of<T>(a, a.quantities[i], samples) << a.shifts[i]);
  uint32_t* const to =
      reinterpret_cast<uint32_t*>(a.to + size_t{item.y} * a.stride) + item.x * pixel_words<T>;
#pragma unroll
  for (uint32_t i = 0; i < pixel_words<T>; i++)
    to[i] = pixel[i];
}

/// What chroma adds to the sum of a quantity.
__device__ __forceinline__ int32_t term_of(const ValuesArguments& a, Quantity quantity, int32_t cb,
                                           int32_t cr) {
  return quantity == Quantity::maxrgb
             ? largest_chroma_term(a.sums[1], cb, cr)
             : chroma_term(a.sums[0], static_cast<uint32_t>(quantity), cb, cr);
}

/// The row of the frame that is row `row` of a row of groups.
template <class T>
__device__ __forceinline__ uint32_t frame_row(const ValuesArguments& a, uint32_t groups,
                                              uint32_t row) {
  if (T::rows == 1)
    return groups;
  return first_row_of_chroma(groups, a.p.interlaced) + row * rows_apart(a.p.interlaced);
}

/// Writes four pixels of a row of a group.
template <class T>
__device__ __forceinline__ void
write_four(const ValuesArguments& a, const Group<T>& group, uint32_t row, uint32_t first,
           const int32_t (&terms)[image_values][T::cells], uint4* to) {
  uint32_t words[4 * pixel_words<T>] = {};
#pragma unroll
  for (uint32_t i = 0; i < 4; i++) {
    const uint32_t x = first + i;
    const auto y = static_cast<int32_t>(y_of(group, row, x));
#pragma unroll
    for (uint32_t k = 0; k < image_values; k++) {
      if (k >= a.n_quantities)
        break;
      const ColourSums& sums = a.sums[a.quantities[k] == Quantity::maxrgb ? 1 : 0];
      const int32_t value = (sums.y * y + terms[k][x / T::cell_columns]) >> sums.shift;
      set_value<T>(words + i * pixel_words<T>, k,
                   static_cast<uint32_t>(min(max(value, 0), static_cast<int32_t>(sums.last))));
    }
  }
#pragma unroll
  for (uint32_t i = 0; i < pixel_words<T>; i++)
    to[i] = make_uint4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
}

template <class T>
__device__ __forceinline__ void write_group(const ValuesArguments& a, const Group<T>& group,
                                            uint32_t column, uint32_t groups) {
  int32_t terms[image_values][T::cells];
#pragma unroll
  for (uint32_t k = 0; k < image_values; k++) {
    if (k >= a.n_quantities)
      break;
#pragma unroll
    for (uint32_t cell = 0; cell < T::cells; cell++)
      terms[k][cell] = term_of(a, a.quantities[k], static_cast<int32_t>(cb_of(group, cell)),
                               static_cast<int32_t>(cr_of(group, cell)));
  }
#pragma unroll
  for (uint32_t row = 0; row < T::rows; row++) {
    uint4* const to =
        reinterpret_cast<uint4*>(a.to + size_t{frame_row<T>(a, groups, row)} * a.stride) +
        column * (T::row_pixels / 4 * pixel_words<T>);
#pragma unroll
    for (uint32_t first = 0; first < T::row_pixels; first += 4)
      write_four(a, group, row, first, terms, to + first / 4 * pixel_words<T>);
  }
}

template <class T>
__global__ void values_kernel(const __grid_constant__ ValuesArguments a) {
  const Rank rank(blockIdx.x, gridDim.x);
  wait_for_previous_launch();
  if constexpr (T::luma) {
    GroupWalk walk(a.area, rank);
    for (; walk.more(); walk.advance()) {
      Group<T> group = load_group<T>(a, walk.column(), walk.row());
      normalise<T>(a, group);
      write_group<T>(a, group, walk.column(), walk.row());
    }
  }
  count_singles<T>(
      a, rank, [] {}, [&](const Item& item) { write_item<T>(a, item); });
}

} // namespace

} // namespace videohistogram::cuda
