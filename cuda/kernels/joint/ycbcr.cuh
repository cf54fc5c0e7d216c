// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Values of chroma samples and of pixels of Y'CbCr formats.
#pragma once

#include "cuda/kernels/joint/values.cuh"

namespace videohistogram::cuda {

namespace {

/// How samples are loaded. Blocks of several parts read the same bytes.
template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub, bool Luma>
struct SharedConfig : ColourConfig<SampleBytes, XSub, YSub, Luma> {
  static constexpr bool streamed = false;
};

/// Any two quantities of chroma samples: Cb, Cr, SAT and HUE.
template <uint32_t SampleBytes>
struct ChromaSource {
  /// Groups have 8 (or 4) chroma samples however Y is sampled.
  using IfAligned = ChromaSource;
  using Config = SharedConfig<SampleBytes, 1, 0, false>;
  using Group = cuda::Group<Config>;
  static constexpr uint32_t rows = 1, pieces = 1, items = Config::cells, ahead = 2;
  static_assert(items == chroma_group_items(SampleBytes));

  static __device__ __forceinline__ Group load(const JointArguments& a, uint32_t column,
                                               uint32_t row) {
    return load_group<Config>(a, column, row);
  }
  static __device__ __forceinline__ void prepare(const JointArguments& a, Group& group) {
    normalise<Config>(a, group);
  }

  static __device__ __forceinline__ void indices(const JointArguments& a, Group& group, uint32_t,
                                                 uint32_t, uint32_t (&index)[items]) {
#pragma unroll 1
    for (const JointAxis& axis : a.axes) {
      forget_values<Config>(group);
      visit_chroma(a, axis.quantity, [&](auto value_of) { add(axis, group, index, value_of); });
    }
  }

  static __device__ __forceinline__ uint32_t index_of(const JointArguments& a, const Item& item) {
    const Samples samples = load_samples<Config>(a, item);
    uint32_t index = 0;
    for (const JointAxis& axis : a.axes)
      add_bin(axis, quantity_of<Config>(a, axis.quantity, samples), index);
    return index;
  }

  template <class ValueOf>
  static __device__ __forceinline__ void add(const JointAxis& axis, const Group& group,
                                             uint32_t (&index)[items], ValueOf&& value_of) {
#pragma unroll
    for (uint32_t i = 0; i < items; i++)
      add_bin(axis, value_of(cb_of<Config>(group, i), cr_of<Config>(group, i)), index[i]);
  }
};

/// Any quantity of Y'CbCr pixels.
template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub>
struct YcbcrSource {
  using IfAligned = YcbcrSource;
  using Config = SharedConfig<SampleBytes, XSub, YSub, true>;
  using Group = cuda::Group<Config>;
  static constexpr uint32_t rows = Config::rows, items = Config::row_pixels, ahead = 1;
  static constexpr uint32_t pieces = Config::row_pixels / items;
  static constexpr uint32_t cells = Config::cells / pieces; ///< chroma samples per piece
  using Indices = uint32_t[items];
  /// The words of Y, and of pairs of Cb and Cr, of a piece.
  struct Piece {
    uint32_t y[4 / pieces], chroma[Config::chroma_words / pieces];
  };

  static __device__ __forceinline__ Group load(const JointArguments& a, uint32_t column,
                                               uint32_t row) {
    return load_group<Config>(a, column, row);
  }
  static __device__ __forceinline__ void prepare(const JointArguments& a, Group& group) {
    normalise<Config>(a, group);
  }

  static __device__ __forceinline__ void indices(const JointArguments& a, const Group& group,
                                                 uint32_t row, uint32_t piece, Indices& index) {
    constexpr uint32_t y_words = 4 / pieces, chroma_words = Config::chroma_words / pieces;
    Piece p;
#pragma unroll
    for (uint32_t i = 0; i < y_words; i++) { // an index that is not known would need local memory
      const uint32_t word = piece * y_words + i;
      p.y[i] = row == 0 ? group.y[0][word] : group.y[rows - 1][word];
    }
#pragma unroll
    for (uint32_t i = 0; i < chroma_words; i++)
      p.chroma[i] = group.chroma[piece * chroma_words + i];
#pragma unroll 1
    for (const JointAxis& axis : a.axes) {
      forget_values(p.y);
      forget_values(p.chroma);
      add_axis(a, axis, p, index);
    }
  }

  static __device__ __forceinline__ uint32_t index_of(const JointArguments& a, const Item& item) {
    const Samples samples = load_samples<Config>(a, item);
    uint32_t index = 0;
#pragma unroll 1
    for (const JointAxis& axis : a.axes)
      add_bin(axis,
              axis.quantity == Quantity::a ? load_sample<Config>(a, 3, item.x, item.y)
                                           : any_quantity_of<Config>(a, axis.quantity, samples),
              index);
    return index;
  }

private:
  static __device__ __forceinline__ void add_axis(const JointArguments& a, const JointAxis& axis,
                                                  const Piece& p, Indices& index) {
    if (axis.quantity == Quantity::y) {
#pragma unroll
      for (uint32_t i = 0; i < items; i++)
        add_bin(axis, value_at<Config>(p.y, i), index[i]);
    } else if (is_of_chroma(axis.quantity)) {
      visit_chroma(a, axis.quantity, [&](auto value_of) { add_chroma(axis, p, index, value_of); });
    } else if (axis.quantity == Quantity::maxrgb) {
      add_colours(a.sums[1], axis, p, index,
                  [&](int32_t cb, int32_t cr) { return largest_chroma_term(a.sums[1], cb, cr); });
    } else if (is_colour(axis.quantity)) {
      add_colours(a.sums[0], axis, p, index, [&](int32_t cb, int32_t cr) {
        return chroma_term(a.sums[0], static_cast<uint32_t>(axis.quantity), cb, cr);
      });
    } else if (is_chromaticity(axis.quantity)) {
      add_pixels(axis, p, index, [&](const Samples& samples) {
        return chromaticity_of<int32_t>(a, axis.quantity, samples);
      });
    } else {
      add_pixels(axis, p, index, [&](const Samples& samples) {
        return value_of_pixel<int32_t>(a, axis.quantity, samples);
      });
    }
  }

  static __device__ __forceinline__ uint32_t cb_of(const Piece& p, uint32_t cell) {
    return value_at<Config>(p.chroma, 2 * cell);
  }
  static __device__ __forceinline__ uint32_t cr_of(const Piece& p, uint32_t cell) {
    return value_at<Config>(p.chroma, 2 * cell + 1);
  }

  /// Adds the bins of a quantity of Y, Cb and Cr of each pixel.
  template <class ValueOf>
  static __device__ __forceinline__ void add_pixels(const JointAxis& axis, const Piece& p,
                                                    Indices& index, ValueOf&& value_of) {
#pragma unroll
    for (uint32_t i = 0; i < items; i++) {
      const uint32_t cell = i / Config::cell_columns;
      add_bin(axis, value_of({{value_at<Config>(p.y, i), cb_of(p, cell), cr_of(p, cell)}}),
              index[i]);
    }
  }

  /// Adds the bins of a quantity that the pixels of a cell share.
  template <class ValueOf>
  static __device__ __forceinline__ void add_chroma(const JointAxis& axis, const Piece& p,
                                                    Indices& index, ValueOf&& value_of) {
#pragma unroll
    for (uint32_t cell = 0; cell < cells; cell++) {
      const uint32_t value = value_of(cb_of(p, cell), cr_of(p, cell));
      const uint32_t bin = value * axis.factor >> axis.shift;
#pragma unroll
      for (uint32_t i = 0; i < Config::cell_columns; i++) {
        uint32_t& of_pixel = index[cell * Config::cell_columns + i];
        of_pixel = of_pixel * axis.bins + bin;
      }
    }
  }

  /// Adds the bins of a colour of samples of up to 12 bits, whose sums fit 32 bits.
  template <class TermOf>
  static __device__ __forceinline__ void add_colours(const ColourSums& sums, const JointAxis& axis,
                                                     const Piece& p, Indices& index,
                                                     TermOf&& of_chroma) {
    const auto highest = static_cast<int32_t>((sums.last << sums.shift) + (1u << sums.shift) - 1);
#pragma unroll
    for (uint32_t cell = 0; cell < cells; cell++) {
      const int32_t term =
          of_chroma(static_cast<int32_t>(cb_of(p, cell)), static_cast<int32_t>(cr_of(p, cell)));
#pragma unroll
      for (uint32_t k = 0; k < Config::cell_columns; k++) {
        const uint32_t i = cell * Config::cell_columns + k;
        const auto luma = static_cast<int32_t>(value_at<Config>(p.y, i));
        const auto sum = static_cast<uint32_t>(max(min(luma * sums.y + term, highest), 0));
        add_bin(axis, sum >> sums.shift, index[i]);
      }
    }
  }
};

} // namespace

} // namespace videohistogram::cuda
