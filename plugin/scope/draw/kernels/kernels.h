// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/full_count.h"
#include "core/drawing/light.h"
#include "core/drawing/mean_colour.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::scope {

/// Kernels read and write arrays in whole vectors, so arrays have room for a multiple of this many
/// elements.
constexpr size_t row_padding = 16;
constexpr size_t padded(size_t n) {
  return (n + row_padding - 1) / row_padding * row_padding;
}

/// How densities of samples become light.
struct TraceLight {
  Response response;
  LightColour light;       ///< of all pixels
  const uint32_t* colours; ///< of each pixel, in place of light.colour; nullptr: none
  ColourLift lift = {};
};

/// A row of counts, and the share of it that a row or a column of a plot shows.
template <class Count>
struct CountRow {
  const Count* counts;
  float share;
};

/// A row of samples, and the share of it that a row of pixels shows.
struct SampleRow {
  const float* samples;
  float share;
};

/// Bins from `begin` on and before `end`, in whole blocks of row_padding bins, the last of which
/// may be shorter.
struct UsedBins {
  uint32_t begin = 0, end = 0;

  uint32_t size() const { return end - begin; }
};

/// The curve of a histogram: rows below `heights` are filled, rows above `steps` are its outline.
struct CurveRow {
  const float* heights; ///< rows from the bottom of the plot, one per column
  const float* steps;   ///< likewise; at most `heights`
  float bottom;         ///< the lower edge of the row to draw
};

/// An implementation of the loops over pixels, for CPUs with the instructions that it uses. All of
/// them write the same bytes. `n` pixels are rounded up to a multiple of row_padding: after the
/// first `n`, samples and heights are 0, so that these pixels keep their value. Thread-safety:
/// immutable.
struct Kernels {
  const char* name;

  /// Whether this CPU has the instructions.
  bool (*supported)();

  /// out[i] = the sum of counts[i] * share of all rows, of which there may be none. Only `n`
  /// entries are read and written.
  void (*add_narrow)(float* out, const CountRow<uint16_t>* rows, size_t n_rows, size_t n);
  void (*add_wide)(float* out, const CountRow<uint32_t>* rows, size_t n_rows, size_t n);

  /// out[i] = the sum of samples[i] * share of all rows, of which there is at least one.
  void (*mix)(float* out, const SampleRow* rows, size_t n_rows, size_t n);

  /// Transposes row_padding columns of padded(`bins`) floats into `bins` rows. `column_stride`,
  /// `row_stride`: floats from the begin of a column or row to that of the next. Sets used[bin], of
  /// padded(`bins`), to 1 if a float of that row is not 0.
  void (*transpose)(const float* columns, size_t column_stride, size_t bins, float* rows,
                    size_t row_stride, uint8_t* used);

  /// The sums over `n` counts, which add up to at most 65535.
  CountSums (*measure_narrow)(const uint16_t* counts, size_t n);

  /// Adds the sums over `n` counts to `sums`. Returns where counts above 0 lie.
  UsedBins (*measure_wide)(const uint32_t* counts, size_t n, CountSums& sums);

  /// The bits that any of `n` counts has: not below the largest one.
  uint32_t (*all_bits)(const uint32_t* counts, size_t n);

  /// out[i] = mean_colour() of samples[i], where these are above 0; else any number. `sums`: an
  /// array of `n` sums per component.
  void (*mean_colours)(uint32_t* out, const float* samples, const float* const* sums, size_t n,
                       const MeanColours& of);

  /// Adds the light of a trace to pixels.
  void (*add_trace)(uint32_t* pixels, const float* samples, size_t n, const TraceLight& light);

  /// Adds the light of one row of a curve to pixels.
  void (*add_curve)(uint32_t* pixels, const CurveRow& row, size_t n, const LightColour& light);
};

/// The kernels of this build, the fastest first; a nullptr ends the list. The last ones run on any
/// CPU; this CPU may not support the others.
const Kernels* const* all_kernels();

/// The first of all_kernels() that this CPU supports.
const Kernels& best_kernels();

} // namespace videohistogram::scope
