// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionPlan::index in vectors of the size that the including file is compiled for. Nothing
// here has external linkage, and no inline function of another header is called: the linker keeps
// one copy of such a function, which has to run on any CPU.
#pragma once

#include "cpu/kernels/projection/count_projection.h"

#include <cstring>
#include <type_traits>

namespace videohistogram::cpu {

namespace {

/// Pixels per vector, one per lane.
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

/// Loads the number at `p`, its low byte first.
template <typename Number>
inline Number load(const uint8_t* p) {
  Number number;
  std::memcpy(&number, p, sizeof number);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  number = sizeof number == 2 ? __builtin_bswap16(number) : __builtin_bswap32(number);
#endif
  return number;
}

/// Loads four bytes of each pixel, from offset `byte` on, the first one lowest. May read up to
/// three bytes behind the last pixel.
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

/// A computed quantity of each pixel.
template <uint32_t pixel_bytes, class Compute>
class Computed {
public:
  static constexpr uint32_t step = pixel_bytes;

  explicit Computed(const ProjectionPlan& plan)
      : red_(plan, plan.rgb.red), green_(plan, plan.rgb.green), blue_(plan, plan.rgb.blue),
        compute_(plan.rgb) {}

  Lanes operator()(const uint8_t* p) const { return compute_(red_(p), green_(p), blue_(p)); }

private:
  /// LUMA of 8-bit samples in floats, which hold integers up to 2^24 exactly (255 * 65536 + 32768
  /// is less) and which every CPU can multiply.
  struct LumaOfBytes {
    float r, g, b;

    explicit LumaOfBytes(const RgbPlan& rgb)
        : r(static_cast<float>(rgb.weights.r)), g(static_cast<float>(rgb.weights.g)),
          b(static_cast<float>(rgb.weights.b)) {}
    Lanes operator()(Lanes red, Lanes green, Lanes blue) const {
      const Floats sums =
          to_floats(red) * r + to_floats(green) * g + to_floats(blue) * b + 32768.0f;
      return reinterpret_cast<Lanes>(__builtin_convertvector(sums, Signed)) >> 16;
    }
  };

  Values<pixel_bytes> red_, green_, blue_;
  std::conditional_t<std::is_same_v<Compute, Luma> && pixel_bytes <= 4, LumaOfBytes, Compute>
      compute_;
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

template <uint32_t pixel_bytes>
void index_any(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  if (is_stored(plan.quantity))
    index_runs<Values<pixel_bytes>>(plan, runs, n, indices);
  else
    visit_computed(plan.quantity, plan.rgb, [&](const auto& compute) {
      index_runs<Computed<pixel_bytes, Functor<decltype(compute)>>>(plan, runs, n, indices);
    });
}

void index_lanes(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  switch (plan.pixel_bytes) {
  case 1:
    return index_runs<Values<1>>(plan, runs, n, indices);
  case 2:
    return index_runs<Values<2>>(plan, runs, n, indices);
  case 3:
    return index_any<3>(plan, runs, n, indices);
  case 4:
    return index_any<4>(plan, runs, n, indices);
  case 6:
    return index_any<6>(plan, runs, n, indices);
  default:
    return index_any<8>(plan, runs, n, indices);
  }
}

} // namespace

} // namespace videohistogram::cpu
