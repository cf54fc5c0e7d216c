// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/curve.h"
#include "core/drawing/drawing.h"
#include "core/drawing/marks.h"
#include "plugin/scope/draw/paint/layer.h"

#include <cstdint>
#include <vector>

namespace videohistogram::scope {

/// The histograms of a panel, whose curves have one scale.
class HistogramLayer final : public Layer {
public:
  /// `panel` outlives the layer. Plots without a histogram are left out.
  explicit HistogramLayer(const PanelDrawing& panel, const Kernels& kernels = best_kernels());

  void load(const CountedTables& tables, const HoldStep& step) override;
  void add_row(uint32_t y, uint32_t* row, RowScratch& scratch) const override;

private:
  /// The curve of a frame, or a held one.
  struct Line {
    std::vector<uint32_t> counts; ///< in the bins of the curve
    /// Per column, then zeros up to a multiple of row_padding: the height in pixels from the bottom
    /// of the plot, and where the outline begins, to meet its neighbours.
    std::vector<float> heights, steps;
    float highest = 0; ///< of the heights
  };
  /// What a column of the plot has in the rows of a curve's percentile marks.
  enum class Column : uint8_t { unmarked, beside, marked };
  struct Curve {
    const CurveDrawing& drawing;
    Line live, held;
    std::vector<uint32_t> marks;   ///< first columns of the percentile marks
    std::vector<Column> columns;   ///< of the plot, in the rows of the marks
    uint32_t below = 0, above = 0; ///< brightness of the lamps for values outside of the range
  };
  struct Plot {
    const HistogramDrawing& drawing;
    Rect rect;
    std::vector<Curve> curves;
    std::vector<uint32_t> label_places; ///< see place_labels(); empty: there are no labels

    MarkLayout marks() const;
  };

  static void load_counts(const CountedTables& tables, const HoldStep& step, const Plot& plot,
                          Curve& curve);
  static void shape_line(const Plot& plot, const CurveScale& scale, Line& line);
  static void mark_percentiles(const Plot& plot, uint64_t samples, Curve& curve);
  static void add_marks(const Plot& plot, const Curve& curve, uint32_t* pixels);
  static void add_labels(const Plot& plot, uint32_t row, uint32_t* pixels);
  static void add_lamps(const Plot& plot, uint32_t row, uint32_t* pixels);
  void add_plot_row(const Plot& plot, uint32_t row, uint32_t* pixels) const;

  const Kernels& kernels_;
  std::vector<Plot> plots_;
};

} // namespace videohistogram::scope
