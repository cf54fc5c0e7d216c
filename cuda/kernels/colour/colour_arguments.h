// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The arguments of the colour kernels, worked out on the host from the parameters of a launch.
// Those for the samples of a rectangle serve other kernels, too.
#pragma once

#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/common/arithmetic.h"

#include <cstdint>

namespace videohistogram::cuda {

/// How the samples of a group lie.
enum class Arrangement : uint8_t {
  planar, ///< Y, Cb and Cr each in succession
  pairs,  ///< Y in succession; Cb and Cr alternate
  packed, ///< 8 bits; Y, Cb, Y, Cr alternate in any order that begins with Y or with chroma
  none,   ///< there are no groups
};

/// Three colours as sums of samples: row i is y * Y + cb[i] * Cb + cr[i] * Cr + constant[i], and
/// its colour is the sum >> shift, clamped to 0 .. last.
struct ColourSums {
  int32_t y, cb[3], cr[3];
  int64_t constant[3];
  uint32_t shift, last;
};

/// The sums of the samples of packed counters, times 2^k so that the counted value is byte 2 of a
/// sum that is clamped to 24 bits. A sum is y * Y + y_constant, the same in all rows, plus
/// cb[i] * Cb + cr[i] * Cr + c_constant[i].
struct PackedSums {
  int32_t y, y_constant, cb[3], cr[3], c_constant[3];
};

/// RANGE of samples in thresholds of Y. With chroma[i] = cb[i] * (Cb - C0) + cr[i] * (Cr - C0):
/// component i is below the limits if Y < ceil((low - chroma[i]) / y), and above them if
/// Y >= ceil((high - chroma[i]) / y). All numbers are integers that fit a float exactly. Only `low`
/// and `high` have (y - 1) / 2 added: rounding to the nearest integer then gives the ceiling.
struct RangeBounds {
  float r_cr, g_cb, g_cr, b_cb; ///< R has no Cb, B no Cr
  float c_zero;                 ///< plus 2^23
  float low, high, inverse_y;
  float span;             ///< high - low
  uint32_t y_low, y_high; ///< the bounds of Y itself, in both halves of a word: see YBounds
};

/// The bits of halves, of which the low bits are an integer below 1024: 1024, 2048 and -2048.
constexpr float half_base = 1024;
constexpr uint32_t half_base_bits = 0x6400, below_base_bits = 0x6800, above_base_bits = 0xE800;

/// What the kernel of packed counters counts in a pixel.
enum class PackedOperation : uint8_t { rgb_and_maximum, rgb, one_colour, maximum, range };
struct PackedStep {
  PackedOperation operation;
  uint8_t colour;     ///< of one_colour: 0 to 2
  uint8_t full;       ///< index into ColourArguments::packed_sums
  uint32_t base;      ///< bytes to the first copy of the pair of the first histogram
  uint32_t increment; ///< 1, or 2^16 for the second histogram of a pair
};

/// The part of the rectangle that is read in groups: columns of groups, and rows of groups, which
/// are two rows of pixels with the same chroma if Cb and Cr have half as many rows.
struct GroupArea {
  uint32_t column, columns;
  uint32_t row, rows;
};

/// The groups of `width` items and `height` rows in a rectangle, between multiples of `height_step`
/// rows.
GroupArea group_area(const Rect& rect, uint32_t width, uint32_t height, uint32_t height_step);

/// How kernels read the samples of a rectangle and compute values of them.
struct SourceArguments {
  ColourSource p;
  Arrangement arrangement;
  bool swapped;          ///< Cr comes before Cb, or packed Y after its chroma
  uint32_t alignment;    ///< every group's loads are at multiples of 16, 4 or 1 bytes
  const uint8_t* luma;   ///< first group of Y, or of all components if packed
  const uint8_t* chroma; ///< first group of Cb, or of pairs
  GroupArea area;

  ColourSums sums[3]; ///< of R, G, B; of MAXRGB; of RANGE
};

/// The arguments for a rectangle that is not empty. `group_width`: the number of items in a row of
/// a group; 0: all items are counted singly.
SourceArguments source_arguments(const ColourSource& source, uint32_t group_width);

/// How a thread goes from one of its groups to the next one, if groups are loaded as whole vectors.
struct VectorSteps {
  bool possible;    ///< loads are at multiples of 16 bytes, 8 for planar chroma, and rows in order
  uint32_t columns; ///< to the right, modulo the columns of the area
  int64_t luma, chroma;                ///< bytes to the next group
  int64_t luma_wrap, chroma_wrap;      ///< the same in addition, if it is in a further row
  int64_t luma_row, chroma_row;        ///< from a row of groups to the next one
  uint32_t luma_column, chroma_column; ///< from a group to the one right of it
  int64_t luma_distance;               ///< between the rows of Y of a group
  int64_t cr_distance;                 ///< from Cb to Cr, if planar
};

struct ColourArguments : SourceArguments {
  ColourTable tables[max_colour_tables];
  uint32_t n_tables;
  uint64_t* scratch;
  uint32_t* results;
  ColourShape shape;
  uint32_t counters; ///< of all histograms
  bool narrow;       ///< fits_narrow() of the rectangle
  bool spread;       ///< the words of wide counters are spread

  uint32_t rounds; ///< maximum number of groups of a thread
  VectorSteps vectors;

  PackedSums packed_sums[2]; ///< of R, G, B; of MAXRGB
  RangeBounds bounds;
  PackedStep steps[max_packed_tables];
  uint32_t n_steps;
};

/// The arguments of a launch that is not empty.
ColourArguments colour_arguments(const ColourLaunch& launch);

} // namespace videohistogram::cuda
