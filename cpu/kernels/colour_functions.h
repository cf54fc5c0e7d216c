// SPDX-License-Identifier: LGPL-2.1-or-later
// How a target computes values of neighbouring pixels from their samples. Only plain structs are
// declared here: files that are compiled for newer CPUs must not define inline functions with
// external linkage.
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// The maximum number of pixels whose values are computed together. Their samples, terms and values
/// stay in the L1 cache beside the counters.
constexpr uint32_t segment_pixels = 512;
/// Entries of an array of samples, terms or values. Loops run over whole vectors, and a segment
/// that begins inside a chroma cell begins at entry 1.
constexpr uint32_t segment_room = segment_pixels + 128;

/// How a component is read from the pixels of its sample plane: value = pixel >> shift & mask,
/// where the pixel is a little-endian number of `pixel_bytes` bytes.
struct SampleReader {
  uint32_t pixel_bytes = 0, shift = 0;
  uint16_t mask = 0;
};

/// The samples of a segment.
struct Samples16 {
  alignas(64) uint16_t of[segment_room];
};

/// A ColourTransform as sums: colour = clamp((y Y + cb Cb + cr Cr + constant) >> shift, 0, last),
/// where the constant contains the zeros, the rounding and the code of black.
struct ColourSums {
  struct Row {
    int32_t cb, cr;
    int64_t constant;
  };
  int32_t y;         ///< the same for R, G and B
  Row rows[3];       ///< R, G and B
  int64_t no_chroma; ///< the constant of the colour of a pixel without chroma
  int64_t low, high; ///< lowest and highest sum that RANGE does not mark
  uint32_t shift, last;
  bool wide; ///< sums need 64 bits; otherwise 32
};

/// Sums of Cb, Cr and the constant: R, G and B, and the largest of these three. The largest colour
/// of a pixel has the largest term, since Y counts alike in all three.
constexpr uint32_t n_terms = 4;
enum : uint32_t { largest_term = 3 };
struct Terms {
  alignas(64) int32_t of_32_bits[n_terms][segment_room];
  alignas(64) int64_t of_64_bits[n_terms][segment_room];
};

/// Values of a segment: bytes or 16-bit words.
union Values {
  alignas(64) uint8_t bytes[segment_room];
  alignas(64) uint16_t words[segment_room];
};
struct ValueFormat {
  bool bytes;
  uint32_t drop; ///< number of low bits that are left out
};

/// The functions of a target. Each may read and write up to 64 entries behind the last one.
struct ColourFunctions {
  /// Reads `n` samples; `doubled`: each of them twice in succession.
  void (*load)(const SampleReader& reader, const uint8_t* p, uint32_t n, bool doubled,
               Samples16& samples);
  /// The terms of chroma in `wanted`, a mask of their indices.
  void (*terms)(const ColourSums& sums, const Samples16& cb, const Samples16& cr, uint32_t n,
                uint32_t wanted, Terms& terms);
  /// The colours with term `index`. The terms of pixel i are entry first + i.
  void (*colours)(const ColourSums& sums, const Samples16& y, const Terms& terms, uint32_t index,
                  uint32_t first, uint32_t n, const ValueFormat& format, Values& values);
  /// RANGE of Y'CbCr pixels, as bytes.
  void (*range)(const ColourSums& sums, const Samples16& y, const Terms& terms, uint32_t first,
                uint32_t n, Values& values);
  /// RANGE of stored R, G and B, as bytes.
  void (*range_of_rgb)(const Samples16 rgb[3], uint16_t low, uint16_t high, uint32_t n,
                       Values& values);
  /// The absolute differences of two arrays of samples.
  void (*differences)(const Samples16& now, const Samples16& before, uint32_t n,
                      const ValueFormat& format, Values& values);
  /// SAT of samples of `depth` bits.
  void (*saturation)(const Samples16& cb, const Samples16& cr, uint32_t depth, uint32_t n,
                     const ValueFormat& format, Values& values);
};

extern const ColourFunctions generic_colours;
extern const ColourFunctions avx2_colours;   ///< for CPUs with AVX2
extern const ColourFunctions avx512_colours; ///< for CPUs with the target "avx512"

} // namespace videohistogram::cpu
