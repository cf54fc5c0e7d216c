// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/extents.h"
#include "plugin/scope/draw/paint/layer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::scope {

/// A table of counts as an image of densities with the size of a plot. Each count is spread over
/// the area of its cell.
class TraceLayer final : public Layer {
public:
  /// `drawing` outlives the layer.
  TraceLayer(const TraceDrawing& drawing, const Rect& plot,
             const Kernels& kernels = best_kernels());

  void load(const CountedTables& tables, const HoldStep& step) override {
    load(tables.matrix(drawing_.matrix), step);
    for (const std::unique_ptr<TraceLayer>& component : components_)
      component->load(tables, {});
  }
  void load(const HostCounts& counts, const HoldStep& step);
  void add_row(uint32_t y, uint32_t* row, RowScratch& scratch) const override;

  /// The sums over the counts that were loaded last.
  const CountSums& sums() const { return sums_; }
  /// Sets the full_count() of the panel's traces. Call after load() of all of them.
  void set_full(float full);

  /// The samples per pixel in a row of the plot, row 0 at the top: as many as there are columns,
  /// then zeros up to a multiple of row_padding. nullptr if there is none. Valid until the next
  /// call with the same scratch.
  const float* densities(uint32_t row, RowScratch& scratch) const {
    return densities(live_, row, scratch, scratch.row);
  }

private:
  /// Counts that are spread over positions, and not yet over values. Upright: [bin][column].
  /// Sideways: [row][bin].
  struct Densities {
    AlignedFloats spread;
    std::vector<uint8_t> used; ///< whether a row of `spread` has a sample
  };

  /// Floats from one column of columns_ to the next. An odd number of cache lines, since columns at
  /// a power of two would share the same few lines of the cache.
  size_t column_stride() const { return padded(drawing_.bins) + row_padding; }
  void load_columns(const HostCounts& counts);
  void load_rows(const HostCounts& counts);
  void gather(const HostCounts& counts, uint32_t row, float* out) const;
  UsedBins used_bins(const HostCounts& counts, uint32_t first, uint32_t n) const;
  void spread(const HostCounts& counts, uint32_t cell, const UsedBins& range, float* out);
  const float* densities(const Densities& of, uint32_t row, RowScratch& scratch,
                         AlignedFloats& out) const;
  void measure(const HostCounts& counts);
  void note_extent(uint32_t cell, const float* samples, const UsedBins& range);
  void add_extents(uint32_t down, uint32_t* pixels) const;
  const uint32_t* colours(uint32_t row, const float* samples, RowScratch& scratch) const;
  void add_held(uint32_t* pixels, const float* held, const float* live) const;

  const TraceDrawing& drawing_;
  const Rect plot_;
  const Kernels& kernels_;
  Response response_; ///< of the panel's present counts
  CountSums sums_;
  std::vector<Extent> extents_;                 ///< per position cell; empty: none are drawn
  size_t stride_;                               ///< floats from one row of densities to the next
  Densities live_;                              ///< of the frame that was loaded last
  Densities held_;                              ///< of no size: nothing is held
  std::vector<UsedBins> written_;               ///< of live_, per block of row_padding columns
  std::vector<UsedBins> ranges_;                ///< used bins per position of wide counts
  AlignedFloats columns_;                       ///< scratch: columns that are transposed at once
  std::vector<CountRow<uint16_t>> narrow_rows_; ///< scratch: positions that a cell shows
  std::vector<CountRow<uint32_t>> wide_rows_;
  std::vector<std::unique_ptr<TraceLayer>> components_; ///< of mean colours
};

} // namespace videohistogram::scope
