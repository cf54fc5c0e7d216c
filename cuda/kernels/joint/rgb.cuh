// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Values of pixels of RGB formats.
#pragma once

#include "cuda/kernels/joint/values.cuh"

namespace videohistogram::cuda {

namespace {

/// Any two quantities of pixels of RGB formats.
template <uint32_t SampleBytes, uint32_t PixelBytes>
struct RgbSource {
  using IfAligned = RgbSource;
  using Config = PixelConfig<SampleBytes, PixelBytes>;
  static constexpr uint32_t rows = 1, pieces = 1, items = Config::row_pixels, ahead = 1;
  static constexpr uint32_t words = 4 * Config::vectors;
  using Indices = uint32_t[items];
  struct Group {
    uint32_t words[RgbSource::words];
  };

  static __device__ __forceinline__ Group load(const JointArguments& a, uint32_t column,
                                               uint32_t row) {
    Group group;
    const uint8_t* const at = a.pixels[0] + row * a.strides[0] + size_t{column} * (4 * words);
    load_words<words, false>(group.words, at, a.pixel_alignment);
    return group;
  }
  static __device__ __forceinline__ void prepare(const JointArguments&, Group&) {}

  static __device__ __forceinline__ void indices(const JointArguments& a, Group& group, uint32_t,
                                                 uint32_t, Indices& index) {
#pragma unroll 1
    for (const JointAxis& axis : a.axes) {
      forget_values(group.words);
      add_axis(a, axis, group, index);
    }
  }

  static __device__ __forceinline__ uint32_t index_of(const JointArguments& a, const Item& item) {
    uint32_t index = 0;
#pragma unroll 1
    for (const JointAxis& axis : a.axes) {
      const auto sample = [&](uint32_t i) { return load_sample<Config>(a, i, item.x, item.y); };
      add_bin(axis, value_of(a, axis.quantity, sample), index);
    }
    return index;
  }

private:
  template <class SampleOf>
  static __device__ __forceinline__ uint32_t value_of(const JointArguments& a, Quantity quantity,
                                                      SampleOf&& sample) {
    return is_chromaticity(quantity) ? chromaticity_of(a, quantity, sample(0), sample(1), sample(2))
                                     : value_of_rgb(a, quantity, sample);
  }

  /// R, G, B or A of pixel i.
  static __device__ __forceinline__ uint32_t sample_of(const JointArguments& a, const Group& group,
                                                       uint32_t component, uint32_t i) {
    if constexpr (SampleBytes == 1) {
      return __byte_perm(pixel_of<PixelBytes>(group.words, i), 0, a.selectors[component]);
    } else {
      const uint32_t sample =
          __byte_perm(group.words[2 * i], group.words[2 * i + 1], a.selectors[component]);
      return sample >> a.p.shift & ((1u << a.p.depth) - 1);
    }
  }

  static __device__ __forceinline__ void add_axis(const JointArguments& a, const JointAxis& axis,
                                                  const Group& group, Indices& index) {
#pragma unroll
    for (uint32_t i = 0; i < items; i++) {
      const auto sample = [&](uint32_t component) { return sample_of(a, group, component, i); };
      add_bin(axis, value_of(a, axis.quantity, sample), index[i]);
    }
  }
};

} // namespace

} // namespace videohistogram::cuda
