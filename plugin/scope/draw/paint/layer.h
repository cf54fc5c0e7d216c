// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/hold.h"
#include "plugin/scope/draw/kernels/kernels.h"
#include "plugin/scope/draw/tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::scope {

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
  std::vector<SampleRow> rows;                   ///< rows of densities that a row of the plot shows
  AlignedFloats row, held;                       ///< samples of a row of the plot, live and held
  AlignedFloats components[max_mean_components]; ///< of their mean colours
  std::vector<uint32_t> colours;                 ///< mean colours of a row of the plot
};

/// What the host's painter adds to the background: a trace, the dots of a trace, or the histograms
/// of a panel.
/// Thread-safety: load() by one thread at a time; add_row() by any threads, with a scratch each.
class Layer {
public:
  virtual ~Layer() = default;

  /// Loads the counts of a frame, and holds them as `step` says. Call with each step of a
  /// HoldState, from the first one or from HoldState::forget() on.
  virtual void load(const CountedTables& tables, const HoldStep& step) = 0;
  /// Adds light to row `y` of the picture. The row has room for row_padding pixels after its end;
  /// pixels outside of the layer's plots keep their value.
  virtual void add_row(uint32_t y, uint32_t* row, RowScratch& scratch) const = 0;
};

// What these describe outlives the layer.
/// `trace`: that of the dots.
std::unique_ptr<Layer> make_dots_layer(const DotsDrawing& dots, const TraceDrawing& trace,
                                       const Rect& plot);
/// The histograms of a panel, which may have none.
std::unique_ptr<Layer> make_histogram_layer(const PanelDrawing& panel);

} // namespace videohistogram::scope
