// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionPlan::index in vectors of whatever size its file is compiled for. Nothing here has
// external linkage, and no inline function of another header is called: of these the linker keeps
// one copy, which has to run on any CPU.
#pragma once

#include "cpu/count_projection.h"

#include <cstring>
#include <type_traits>

namespace videohistogram::cpu {

namespace {

/// A pixel each.
#ifdef __AVX2__
constexpr uint32_t lanes = 8;
#else
constexpr uint32_t lanes = 4;
#endif
typedef uint32_t Lanes __attribute__((vector_size(4 * lanes)));
typedef int32_t Signed __attribute__((vector_size(4 * lanes)));
typedef float Floats __attribute__((vector_size(4 * lanes)));

inline Lanes of_all(uint32_t value) {
  return value - Lanes{};
}

inline Floats to_floats(Lanes values) {
  return __builtin_convertvector(reinterpret_cast<Signed>(values), Floats);
}

/// The number that lies at `p`, its low byte first.
template <typename Number>
inline Number load(const uint8_t* p) {
  Number number;
  std::memcpy(&number, p, sizeof number);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  number = sizeof number == 2 ? __builtin_bswap16(number) : __builtin_bswap32(number);
#endif
  return number;
}

/// From each pixel the four bytes from `byte` on, the first one lowest. Of the last pixel up to
/// three bytes behind it may be read.
template <uint32_t pixel_bytes>
inline Lanes load_pixels(const uint8_t* p, uint32_t byte) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if constexpr (pixel_bytes == 4) {
    Lanes pixels;
    std::memcpy(&pixels, p, sizeof pixels);
    return pixels;
  }
  if constexpr (pixel_bytes <= 2) {
    typedef std::conditional_t<pixel_bytes == 1, uint8_t, uint16_t> Packed
        __attribute__((vector_size(pixel_bytes * lanes)));
    Packed packed;
    std::memcpy(&packed, p, sizeof packed);
    return __builtin_convertvector(packed, Lanes);
  }
#endif
  Lanes pixels{};
  for (uint32_t i = 0; i < lanes; i++)
    pixels[i] = load<uint32_t>(p + i * pixel_bytes + byte);
  return pixels;
}

/// One sample of each pixel.
template <uint32_t pixel_bytes>
class Values {
public:
  static constexpr uint32_t step = pixel_bytes;

  explicit Values(const ProjectionPlan& plan) : Values(plan, plan.byte) {}
  Values(const ProjectionPlan& plan, uint32_t byte)
      : begin_(pixel_bytes > 4 ? byte : 0), shift_(8 * (byte - begin_) + plan.shift),
        mask_((1u << plan.depth) - 1) {}

  Lanes operator()(const uint8_t* p) const {
    return load_pixels<pixel_bytes>(p, begin_) >> shift_ & mask_;
  }

private:
  uint32_t begin_, shift_, mask_;
};

/// LUMA of bytes: in floats, which hold integers up to 2^24 exactly (255 * 65536 + 32768 is less)
/// and which every CPU can multiply.
template <uint32_t pixel_bytes>
class Luma {
public:
  static constexpr uint32_t step = pixel_bytes;

  explicit Luma(const ProjectionPlan& plan)
      : red_(plan, plan.rgb.red), green_(plan, plan.rgb.green), blue_(plan, plan.rgb.blue),
        r_(static_cast<float>(plan.rgb.weights.r)), g_(static_cast<float>(plan.rgb.weights.g)),
        b_(static_cast<float>(plan.rgb.weights.b)) {}

  Lanes operator()(const uint8_t* p) const {
    const Floats sums =
        to_floats(red_(p)) * r_ + to_floats(green_(p)) * g_ + to_floats(blue_(p)) * b_ + 32768.0f;
    return reinterpret_cast<Lanes>(__builtin_convertvector(sums, Signed)) >> 16;
  }

private:
  Values<pixel_bytes> red_, green_, blue_;
  float r_, g_, b_;
};

/// LUMA of samples of 16 bits.
template <uint32_t pixel_bytes>
class DeepLuma {
public:
  static constexpr uint32_t step = pixel_bytes;

  explicit DeepLuma(const ProjectionPlan& plan)
      : red_(plan, plan.rgb.red), green_(plan, plan.rgb.green), blue_(plan, plan.rgb.blue),
        r_(plan.rgb.weights.r), g_(plan.rgb.weights.g), b_(plan.rgb.weights.b) {}

  Lanes operator()(const uint8_t* p) const {
    return (red_(p) * r_ + green_(p) * g_ + blue_(p) * b_ + 32768) >> 16; // sums below 2^32
  }

private:
  Values<pixel_bytes> red_, green_, blue_;
  uint32_t r_, g_, b_;
};

template <typename Source>
void index_runs(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  const Source source(plan);
  const uint32_t bins = plan.bins, depth = plan.depth;
  const bool bins_are_values = bins == 1u << depth;
  const Lanes pitch = of_all(plan.pitch), outside = of_all(plan.outside);
  for (uint32_t r = 0; r < n; r++) {
    const uint32_t start = runs[r].start, fraction = runs[r].fraction;
    const uint8_t* p = runs[r].p;
    for (uint32_t at = 0; at < runs[r].pixels; at += lanes, p += lanes * Source::step) {
      uint8_t copy[lanes * Source::step + 3];
      const uint32_t bytes = (runs[r].pixels - at) * Source::step;
      const bool last = bytes < sizeof copy;
      if (last)
        std::memcpy(copy, p, bytes);
      Lanes bin = source(last ? copy : p);
      if (!bins_are_values)
        bin = bin * bins >> depth; // products below 2^32
      Lanes offsets, fractions;
      std::memcpy(&offsets, plan.offsets + at, sizeof offsets);
      std::memcpy(&fractions, plan.fractions + at, sizeof fractions);
      const Lanes carry = (fractions + fraction) >> 31;
      const Lanes place = offsets + start + (-carry & pitch);
      const Lanes index = (place < outside ? place : outside) + bin;
      std::memcpy(indices[r] + at, &index, sizeof index);
    }
  }
}

void index_lanes(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  switch (plan.pixel_bytes) {
  case 1:
    return index_runs<Values<1>>(plan, runs, n, indices);
  case 2:
    return index_runs<Values<2>>(plan, runs, n, indices);
  case 3:
    return plan.luma ? index_runs<Luma<3>>(plan, runs, n, indices)
                     : index_runs<Values<3>>(plan, runs, n, indices);
  case 4:
    return plan.luma ? index_runs<Luma<4>>(plan, runs, n, indices)
                     : index_runs<Values<4>>(plan, runs, n, indices);
  case 6:
    return plan.luma ? index_runs<DeepLuma<6>>(plan, runs, n, indices)
                     : index_runs<Values<6>>(plan, runs, n, indices);
  default:
    return plan.luma ? index_runs<DeepLuma<8>>(plan, runs, n, indices)
                     : index_runs<Values<8>>(plan, runs, n, indices);
  }
}

} // namespace

} // namespace videohistogram::cpu
