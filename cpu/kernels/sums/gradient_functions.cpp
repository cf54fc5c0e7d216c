// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of GradientFunctions, compiled once for each set of instructions: see
// core/vectors.h.
//
// A magnitude is the root of a float that is near its square, corrected by what is left of the
// square. That takes the 32 low bits of both, since the rest is less than 2^20. So magnitudes are
// exact, however floats are rounded.
#include "cpu/kernels/sums/gradient_functions.h"

#include "cpu/kernels/sums/vector_sums.h"

#include <cstddef>

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

typedef Full<float> Floats;

/// Vectors whose squares or rests are added up in 32 bits before they are widened.
constexpr uint32_t chunk_vectors = 512;

// GCC 12 converts vectors of 64 bytes by parts.
inline Floats to_floats(Ints v) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Floats>(_mm512_cvtepi32_ps(raw(v)));
#else
  return __builtin_convertvector(v, Floats);
#endif
}
/// Rounded down; floats are not negative.
inline Ints to_ints(Floats v) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Ints>(_mm512_cvttps_epi32(reinterpret_cast<__m512>(v)));
#else
  return __builtin_convertvector(v, Ints);
#endif
}

/// Magnitudes of a vector of pixels, and the rests that the squares of magnitudes leave.
struct Magnitudes {
  Ints values, rests;

  /// `near`: floats near the squared gradients, whose 32 low bits `squares` has.
  Magnitudes(Floats near, Singles squares, float scale, uint32_t shift) {
    const Ints guess = to_ints(root(near) * scale);
    const Ints rest = as<Ints>((squares << 2 * shift) - as<Singles>(guess) * as<Singles>(guess));
    const Ints too_large = rest >> 31, too_small = (2 * guess - rest) >> 31; // -1 or 0
    values = guess + too_large - too_small;
    rests = rest + (too_large & (2 * guess - 1)) - (too_small & (2 * guess + 1));
  }
};

/// Adds up magnitudes, and the squares of gradients. `small`: of samples of 8 bits, whose squares
/// are below 2^21.
template <bool small>
class SobelTotals {
public:
  explicit SobelTotals(uint32_t shift) : shift_(shift), scale_(static_cast<float>(1u << shift)) {}

  /// Squares of gradients below 2^31.
  void add(Ints squares) {
    if constexpr (small)
      chunk_squares_ += as<Singles>(squares);
    else
      squares_ += fold(as<Singles>(squares));
    add(to_floats(squares), as<Singles>(squares));
  }
  /// Gradients of up to 20 bits.
  void add(Ints gx, Ints gy) {
    const Floats x = to_floats(gx), y = to_floats(gy);
    add_wide_squares(gx);
    add_wide_squares(gy);
    add(x * x + y * y, as<Singles>(gx) * as<Singles>(gx) + as<Singles>(gy) * as<Singles>(gy));
  }
  SobelRow row() {
    flush();
    return {total(magnitudes_), (total(squares_) << 2 * shift_) - total(rests_)};
  }

private:
  void add(Floats near, Singles squares) {
    const Magnitudes found(near, squares, scale_, shift_);
    chunk_magnitudes_ += as<Singles>(found.values);
    chunk_rests_ += as<Singles>(found.rests);
    if (++vectors_ == chunk_vectors)
      flush();
  }
  void add_wide_squares(Ints v) {
    const Singles size = as<Singles>(v < 0 ? -v : v);
    squares_ += even(size) * even(size) + odd(size) * odd(size);
  }
  void flush() {
    magnitudes_ += fold(chunk_magnitudes_);
    rests_ += fold(chunk_rests_);
    squares_ += fold(chunk_squares_);
    chunk_magnitudes_ = chunk_rests_ = chunk_squares_ = Singles{};
    vectors_ = 0;
  }

  const uint32_t shift_;
  const float scale_;
  Singles chunk_magnitudes_{}, chunk_rests_{}, chunk_squares_{};
  Longs magnitudes_{}, rests_{}, squares_{};
  uint32_t vectors_ = 0;
};

/// The gradients of samples from those of 3 columns in 3 rows.
template <class Lanes>
struct Gradients {
  Lanes x, y;

  Gradients(const Lanes (&a)[3], const Lanes (&b)[3], const Lanes (&c)[3])
      : x((a[2] - a[0]) + 2 * (b[2] - b[0]) + (c[2] - c[0])),
        y((c[0] - a[0]) + 2 * (c[1] - a[1]) + (c[2] - a[2])) {}
};

/// Adds up gradients of 16 bits with a sign.
template <class Totals>
inline void add_gradients(const Gradients<Halves>& gradients, Totals& totals) {
  const Singles x = as<Singles>(gradients.x), y = as<Singles>(gradients.y);
  const Ints low = as<Ints>((x & 0xffffu) | y << 16u),
             high = as<Ints>(x >> 16u | (y & 0xffff0000u));
  totals.add(add_products(Ints{}, low, low));
  totals.add(add_products(Ints{}, high, high));
}

/// Adds up the gradients of a part of each sample of a vector; take(bytes) is that part.
template <class Load, class Take, class Totals>
[[gnu::always_inline]] inline void add_part(const uint8_t* const rows[3], size_t sample,
                                            const Load& vector, const Take& take, Totals& totals) {
  Halves samples[3][3];
  for (uint32_t j = 0; j < 3; j++)
    for (uint32_t i = 0; i < 3; i++)
      samples[j][i] = take(vector(rows[j] + i * sample));
  add_gradients({samples[0], samples[1], samples[2]}, totals);
}

SobelRow sobel_bytes(const uint8_t* const rows[3], uint32_t width, uint32_t shift) {
  SobelTotals<true> totals(shift);
  if (width >= 3)
    for_vectors(width - 2, [&](size_t, const auto& vector) {
      add_part(
          rows, 1, vector, [](Bytes v) { return even(v); }, totals);
      add_part(
          rows, 1, vector, [](Bytes v) { return odd(v); }, totals);
    });
  return totals.row();
}

SobelRow sobel_words(const uint8_t* const rows[3], uint32_t width, uint32_t shift) {
  SobelTotals<false> totals(shift);
  if (width >= 3)
    for_vectors(2 * size_t{width - 2}, [&](size_t, const auto& vector) {
      add_part(
          rows, 2, vector, [](Bytes v) { return as<Halves>(v); }, totals);
    });
  return totals.row();
}

SobelRow sobel_deep_words(const uint8_t* const rows[3], uint32_t width, uint32_t shift) {
  SobelTotals<false> totals(shift);
  if (width >= 3)
    for_vectors(2 * size_t{width - 2}, [&](size_t, const auto& vector) {
      Ints low[3][3], high[3][3];
      for (uint32_t j = 0; j < 3; j++)
        for (uint32_t i = 0; i < 3; i++) {
          const Singles words = as<Singles>(vector(rows[j] + i * 2));
          low[j][i] = as<Ints>(words & 0xffffu);
          high[j][i] = as<Ints>(words >> 16u);
        }
      const Gradients<Ints> of_low(low[0], low[1], low[2]), of_high(high[0], high[1], high[2]);
      totals.add(of_low.x, of_low.y);
      totals.add(of_high.x, of_high.y);
    });
  return totals.row();
}

template <class Lanes>
void write_distances(const uint8_t* a, const uint8_t* b, size_t size, uint8_t* to) {
  for_vectors(size, [&](size_t at, const auto& vector) {
    store(to + at, distance_of(as<Lanes>(vector(a)), as<Lanes>(vector(b))));
  });
}

void byte_distances(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* to) {
  write_distances<Bytes>(a, b, n, to);
}

void word_distances(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* to) {
  write_distances<Halves>(a, b, 2 * size_t{n}, to);
}

} // namespace

constexpr GradientFunctions gradient_functions = {byte_distances, word_distances, sobel_bytes,
                                                  sobel_words, sobel_deep_words};

} // namespace videohistogram::cpu::INSTRUCTION_SET
