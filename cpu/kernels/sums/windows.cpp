// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// SSIM of fields.
#include "cpu/kernels/sums/set_functions.h"
#include "cpu/kernels/sums/vector_sums.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

/// Stores whole numbers as doubles.
inline void store_doubles(double* to, Ints v) {
  constexpr uint32_t half = lanes<double>;
  Vector<int32_t, half> parts[2];
  std::memcpy(parts, &v, sizeof v);
  store(to, __builtin_convertvector(parts[0], Doubles));
  store(to + half, __builtin_convertvector(parts[1], Doubles));
}

/// Stores whole numbers below 2^52 as doubles: with the exponent of 2^52, they are its last bits.
inline void store_doubles(double* to, Longs v) {
  const Longs bits = v | uint64_t{0x4330000000000000};
  store(to, as<Doubles>(bits) - 4503599627370496.0);
}

/// All factors are whole numbers below 2^53, so that only the two products and the quotient are
/// rounded. The sum with 1.5 * 2^52 rounds to whole numbers as llrint() does.
inline Vector<int64_t, lanes<double>> window(const SsimBlockRow& upper, const SsimBlockRow& lower,
                                             uint32_t i, double c1, double c2) {
  const auto add = [&](const double* above, const double* below) {
    return load<Doubles>(above + i) + load<Doubles>(above + i + 1) + load<Doubles>(below + i) +
           load<Doubles>(below + i + 1);
  };
  const Doubles t = add(upper.t, lower.t), b = add(upper.b, lower.b);
  const Doubles both = t * b, squares = t * t + b * b;
  const Doubles similar = 2 * both + c1, different = squares + c1;
  const Doubles covariance = 2 * (64 * add(upper.product, lower.product) - both) + c2;
  const Doubles variance = 64 * add(upper.squares, lower.squares) - squares + c2;
  const Doubles q = (similar * covariance) / (different * variance);
  constexpr double magic = 6755399441055744.0;
  typedef Vector<int64_t, lanes<double>> Numbers;
  return as<Numbers>(q * 4294967296.0 + magic) - as<Numbers>(of_all<Doubles>(magic));
}

} // namespace

void block_bytes(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to) {
  const Ints ones = of_all<Ints>(0x00010001);
  for_vectors(4 * size_t{n_blocks}, [&](size_t at, const auto& vector) {
    Halves t_sums{}, b_sums{};
    Ints squares{}, products{};
    for (uint32_t row = 0; row < 4; row++) {
      const ptrdiff_t offset = static_cast<ptrdiff_t>(row) * stride;
      const Bytes of_t = vector(t + offset), of_b = vector(b + offset);
      const Halves te = even(of_t), tod = odd(of_t), be = even(of_b), bo = odd(of_b);
      t_sums += te + tod;
      b_sums += be + bo;
      squares = add_squares(add_squares(squares, te), tod);
      squares = add_squares(add_squares(squares, be), bo);
      products = add_products(products, as<Ints>(te), as<Ints>(be));
      products = add_products(products, as<Ints>(tod), as<Ints>(bo));
    }
    const size_t block = at / 4;
    store_doubles(to.t + block, add_products(Ints{}, as<Ints>(t_sums), ones));
    store_doubles(to.b + block, add_products(Ints{}, as<Ints>(b_sums), ones));
    store_doubles(to.squares + block, squares);
    store_doubles(to.product + block, products);
  });
}

void block_words(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to) {
  for_vectors(8 * size_t{n_blocks}, [&](size_t at, const auto& vector) {
    Singles t_sums{}, b_sums{};
    Longs squares{}, products{};
    for (uint32_t row = 0; row < 4; row++) {
      const ptrdiff_t offset = static_cast<ptrdiff_t>(row) * stride;
      const Halves of_t = as<Halves>(vector(t + offset)), of_b = as<Halves>(vector(b + offset));
      const Singles te = even(of_t), tod = odd(of_t), be = even(of_b), bo = odd(of_b);
      t_sums += te + tod;
      b_sums += be + bo;
      squares += fold(te * te) + fold(tod * tod) + fold(be * be) + fold(bo * bo);
      products += fold(te * be) + fold(tod * bo);
    }
    const size_t block = at / 8;
    store_doubles(to.t + block, fold(t_sums));
    store_doubles(to.b + block, fold(b_sums));
    store_doubles(to.squares + block, squares);
    store_doubles(to.product + block, products);
  });
}

int64_t add_windows(const SsimBlockRow& upper, const SsimBlockRow& lower, uint32_t n, double c1,
                    double c2) {
  Vector<int64_t, lanes<double>> sums{};
  uint32_t i = 0;
  for (; n - i >= lanes<double>; i += lanes<double>)
    sums += window(upper, lower, i, c1, c2);
  int64_t sum = 0;
  for (uint32_t lane = 0; lane < lanes<double>; lane++)
    sum += sums[lane];
  if (i < n) {
    const auto last = window(upper, lower, i, c1, c2);
    for (uint32_t lane = 0; lane < n - i; lane++)
      sum += last[lane];
  }
  return sum;
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
