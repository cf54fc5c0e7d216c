// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/box_filter.h"
#include "core/drawing/drawing.h"
#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/kernels/kernels.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::scope {

/// How bright a density of samples is: 255 min(1, (density / white)^gamma). The density 1 is that
/// of samples spread evenly over the plot.
struct Response {
  float white = 28;
  float gamma = 0.4f;
};

/// Which way the axes of a table run in a plot.
enum class Orientation {
  upright,  ///< positions from left to right, bins upwards
  sideways, ///< positions upwards, bins from left to right
};

/// The part of an axis that a plot shows: 0 is the beginning of the lowest value, 1 the end of the
/// highest one. A part outside of 0 to 1 is empty.
struct Window {
  double begin = 0, end = 1;

  double length() const { return end - begin; }
};

/// Floats that begin at a cache line; zeros at first.
class AlignedFloats {
public:
  AlignedFloats() = default;
  /// `n`: a multiple of row_padding.
  explicit AlignedFloats(size_t n) : lines_(n / row_padding) {}
  size_t size() const { return lines_.size() * row_padding; }
  float* at(size_t i) { return lines_[i / row_padding].floats + i % row_padding; }
  const float* at(size_t i) const { return lines_[i / row_padding].floats + i % row_padding; }
  void clear() { std::fill(lines_.begin(), lines_.end(), Line{}); }
  /// Takes the larger one of each pair.
  void raise(const AlignedFloats& other) {
    for (size_t i = 0; i < lines_.size(); i++)
      for (size_t j = 0; j < row_padding; j++)
        lines_[i].floats[j] = std::max(lines_[i].floats[j], other.lines_[i].floats[j]);
  }

private:
  struct alignas(64) Line {
    float floats[row_padding] = {};
  };
  std::vector<Line> lines_;
};

/// What a thread needs to draw rows of traces.
struct RowScratch {
  std::vector<SampleRow> rows; ///< rows of a layer that a row of the plot shows
  AlignedFloats row;           ///< samples of a row of the plot
};

/// A table of counts as an image of densities with the size of a plot. Each count is spread over
/// the area of its cell.
/// Thread-safety: one thread at a time; densities() and add_light() any threads, with a scratch
/// each.
class Trace {
public:
  /// `window`: of both axes.
  Trace(const TableShape& table, uint32_t width, uint32_t height, Orientation orientation,
        const Response& response, const Window& window = {},
        const Kernels& kernels = best_kernels());

  /// Loads the counts of a frame.
  void load(const HostCounts& counts);

  /// Holds the trace of the frame that was loaded last, or of the next one if none was; with
  /// Hold::peak also what later frames add to it. `light`: of the held trace.
  void hold(Hold hold, const LightColour& light);

  /// Forgets loaded and held traces: the next one that is loaded is the first.
  void forget() {
    held_ = {};
    loaded_ = false;
  }

  /// The samples per pixel in a row of the plot, row 0 at the top: width() of them, then zeros up
  /// to a multiple of row_padding. nullptr if there is none. Valid until the next call with the
  /// same scratch.
  const float* densities(uint32_t row, RowScratch& scratch) const {
    return densities(live_, row, scratch);
  }

  /// Adds the light of a row, and of a held trace, to pixels, which have room for a multiple of
  /// row_padding. `colours`: of each pixel, as many; nullptr: all have that of `light`.
  void add_light(uint32_t row, const LightColour& light, const uint32_t* colours, uint32_t* pixels,
                 RowScratch& scratch) const;

  /// Describes the trace of a matrix, with the light that add_light() gets for it.
  TraceDrawing describe(size_t matrix, const LightColour& light,
                        const LightColour& held_light) const;

  uint32_t width() const { return width_; }
  uint32_t height() const { return height_; }

private:
  /// Counts that are spread over positions, and not yet over values. Upright: [bin][column].
  /// Sideways: [row][bin].
  struct Layer {
    AlignedFloats spread;
    std::vector<uint8_t> used; ///< whether a row of `spread` has a sample
  };

  /// Floats from one column of columns_ to the next. An odd number of cache lines, since columns at
  /// a power of two would share the same few lines of the cache.
  size_t column_stride() const { return padded(bins_) + row_padding; }
  void load_columns(const HostCounts& counts);
  void load_rows(const HostCounts& counts);
  void spread(const HostCounts& counts, uint32_t cell, float* out);
  void keep_held();
  const float* densities(const Layer& layer, uint32_t row, RowScratch& scratch) const;

  const Kernels& kernels_;
  const uint32_t bins_;
  const uint32_t width_, height_;
  const Orientation orientation_;
  const Response response_;
  float scale_; ///< from samples per pixel to Response's density
  BoxFilter positions_, values_;
  size_t stride_; ///< floats from one row of a layer to the next
  Layer live_;    ///< of the frame that was loaded last
  bool loaded_ = false;
  Hold hold_ = Hold::none;
  Layer held_; ///< of no size: the next frame's is held
  LightColour held_light_;
  AlignedFloats columns_;                       ///< scratch: columns that are transposed at once
  std::vector<CountRow<uint16_t>> narrow_rows_; ///< scratch: positions that a cell shows
  std::vector<CountRow<uint32_t>> wide_rows_;
};

/// `share`, 0 to 1, of a light.
LightColour dim(const LightColour& light, double share);
/// The light of a colour: the brighter a pixel, the whiter.
LightColour make_light(const Colour& colour, const PixelOrder& order);

} // namespace videohistogram::scope
