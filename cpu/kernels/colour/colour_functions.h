// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How a target computes values of neighbouring pixels from their samples.
#pragma once

#include "core/chromaticity.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// The maximum number of pixels whose values are computed together. Their samples, pairs and values
/// stay in the L1 cache beside the counters.
constexpr uint32_t segment_pixels = 512;
/// Entries of an array of samples, pairs or codes. Loops run over whole vectors, and a segment
/// that begins inside a chroma cell begins at entry 1.
constexpr uint32_t segment_room = segment_pixels + 128;

/// How a component is read from the pixels of its sample plane: value = pixel >> shift & mask,
/// where the pixel is a little-endian number of `pixel_bytes` bytes.
struct SampleReader {
  uint32_t pixel_bytes = 0, shift = 0;
  uint16_t mask = 0;
};

/// Samples or codes of a segment.
struct Words {
  alignas(64) uint16_t of[segment_room];
};
/// Chroma of a segment relative to its middle: Cb in the low 16 bits of each entry, Cr in the high
/// ones, both with a sign.
struct ChromaPairs {
  alignas(64) uint32_t of[segment_room];
};

/// Light of a segment: R, G and B.
struct Lights {
  alignas(64) float of[3][segment_room];
};

/// A ColourTransform as sums: colour = clamp((y Y + cb Cb + cr Cr + black) >> shift, 0, last) with
/// Cb and Cr relative to their middle. `black` contains the zero of Y, the rounding and the code of
/// black.
struct ColourSums {
  struct Row {
    int32_t cb, cr;
  };
  int32_t y;   ///< the same for R, G and B
  Row rows[3]; ///< R, G and B
  int64_t black;
  uint32_t shift, last;
  bool wide; ///< the samples have 16 bits; otherwise factors fit 16 bits, and sums 32
};

/// What is computed of each Y'CbCr pixel: R, G, B, the largest of them, and the colour of a pixel
/// without chroma.
enum : uint32_t { largest_colour = 3, gray_colour = 4, n_colours = 5 };
/// Where values are written, without `drop` low bits; as bytes or as words if not null.
struct ColourOutput {
  uint8_t* bytes = nullptr;
  uint16_t* words = nullptr;
  uint32_t drop = 0;
};

/// The counter of a pair of values in a joint histogram: bin of x * y_bins + bin of y, where the
/// bin of a value is value * factor >> shift. All intermediate values fit 32 bits.
///
/// In a table whose rows take a multiple of 4 KiB, counters of equal y lie in the same few lines of
/// a cache. There the blocks of 16 counters of row x are stored in another order, which differs
/// from that of its neighbours: block b at place b XOR x.
struct PairIndex {
  struct Axis {
    uint32_t factor, shift;
  };
  Axis x, y;
  uint32_t y_bins;
  uint32_t reordered = 0; ///< bits of an index that number the block in its row; 0: in order
};
/// The lowest and the highest of some indices.
struct IndexRange {
  uint32_t first = UINT32_MAX, last = 0;
};

constexpr uint16_t uncertain_hue = UINT16_MAX;

/// The functions of a target. Each may read and write up to 64 entries after the last one.
struct ColourFunctions {
  /// Reads `n` samples.
  void (*load)(const SampleReader& reader, const uint8_t* p, uint32_t n, uint16_t* samples);
  /// Pairs up `n` samples of Cb and Cr whose middle is `middle`; `doubled`: writes each pair twice
  /// in succession.
  void (*pair)(const Words& cb, const Words& cr, uint16_t middle, uint32_t n, bool doubled,
               ChromaPairs& pairs);
  void (*colours)(const ColourSums& sums, const Words& y, const uint32_t* pairs, uint32_t n,
                  const ColourOutput outputs[n_colours]);
  /// RANGE of samples of up to 12 bits, from the sums of colours in narrow codes.
  void (*range_of_sums)(const ColourSums& sums, const Words& y, const uint32_t* pairs, uint16_t low,
                        uint16_t high, uint32_t n, uint8_t* masks);
  /// RANGE of codes of R, G and B, and of Y if there are four.
  void (*range)(const Words* codes, uint32_t n_codes, uint16_t low, uint16_t high, uint32_t n,
                uint8_t* masks);
  /// The absolute differences of two arrays of samples.
  void (*differences)(const Words& now, const Words& before, uint32_t n,
                      const ColourOutput& output);
  /// The same of samples that are bytes in succession. Reads and writes `n` entries and no more.
  void (*differences_of_bytes)(const uint8_t* now, const uint8_t* before, uint32_t n, uint8_t* to);
  /// R-G or G-B: colour_difference() of codes of `depth` bits.
  void (*colour_differences)(const Words& minuends, const Words& subtrahends, uint32_t depth,
                             uint32_t n, const ColourOutput& output);
  /// CIE-X, CIE-Y, CIE-U or CIE-V: ChromaticityPlan::Ratio::value().
  void (*chromaticity)(const ChromaticityPlan::Ratio& ratio, float least, const Lights& lights,
                       uint32_t n, uint16_t* values);
  /// SAT of samples of `depth` bits.
  void (*saturation)(const uint32_t* pairs, uint32_t depth, uint32_t n, const ColourOutput& output);
  /// HUE, or uncertain_hue where the angle is so near to a whole number of degrees that only
  /// hue_table() can tell.
  void (*hue)(const uint32_t* pairs, uint32_t n, uint16_t* degrees);
  /// The samples of Cb (`component` 0) or Cr (1) that pairs were made of.
  void (*chroma)(const uint32_t* pairs, uint32_t component, uint16_t middle, uint32_t n,
                 uint16_t* samples);
  /// The counters of pairs of values in a joint histogram. The returned range may be too wide.
  IndexRange (*pair_indices)(const PairIndex& index, const uint16_t* x, const uint16_t* y,
                             uint32_t n, uint32_t* indices);
};

namespace generic {
extern const ColourFunctions colour_functions;
}
namespace avx2 {
extern const ColourFunctions colour_functions;
}
namespace avx512 {
extern const ColourFunctions colour_functions;
}

} // namespace videohistogram::cpu
