// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How a target adds up differences of neighbouring samples.
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// The values of a row of Sum::sobel.
struct SobelRow {
  uint64_t magnitudes, squares;
};

/// Functions of rows of samples, which are bytes, or words of 16 bits in the CPU's byte order, at
/// any address. They read no sample after the last one.
struct GradientFunctions {
  /// Writes the `n` numbers |a - b|, as bytes or words, and up to 64 bytes more.
  void (*byte_distances)(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* to);
  void (*word_distances)(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* to);
  /// Adds up the magnitudes of the second of three rows of `width` samples. `shift`: sobel_bits().
  SobelRow (*sobel_bytes)(const uint8_t* const rows[3], uint32_t width, uint32_t shift);
  /// Of words of up to 12 bits.
  SobelRow (*sobel_words)(const uint8_t* const rows[3], uint32_t width, uint32_t shift);
  /// Of words of 16 bits.
  SobelRow (*sobel_deep_words)(const uint8_t* const rows[3], uint32_t width, uint32_t shift);
};

namespace generic {
extern const GradientFunctions gradient_functions;
}
namespace avx2 {
extern const GradientFunctions gradient_functions;
}
namespace avx512 {
extern const GradientFunctions gradient_functions;
}

} // namespace videohistogram::cpu
