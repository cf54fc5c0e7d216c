// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/hold.h"
#include "core/threads/workers.h"
#include "plugin/scope/draw/paint/layer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::scope {

class TraceLayer;

/// Pixels of 4 bytes to write to.
struct PixelRows {
  uint8_t* data = nullptr; ///< the first pixel of the top row; need not be aligned
  ptrdiff_t stride = 0;    ///< bytes from one row to the row below it
};

/// The painter of the host: draws a picture of scopes from tables of counts. That of devices is
/// cuda::Painter. Thread-safety: one thread at a time.
class Painter {
public:
  explicit Painter(std::shared_ptr<const Drawing> drawing);

  /// Holds traces under those of later frames: the traces of the last frame that was loaded, or of
  /// the next one if none was.
  void hold(Hold hold);
  /// Forgets loaded and held traces: the next frame is the first.
  void forget() { hold_state_.forget(); }

  /// Loads the tables of a frame that is not drawn, which may raise held peaks.
  void load(const CountedTables& tables);

  /// Draws the tables of a frame; null: the graticules alone. Writes every pixel. `threads`: 1 or
  /// 2, with equal pixels; one thread draws small pictures in either case.
  void draw(const CountedTables* tables, const PixelRows& out, unsigned threads = 1);

private:
  /// What a thread needs to draw rows.
  struct Scratch {
    std::vector<uint32_t> background, row; ///< of the picture, and padding
    RowScratch traces;
  };
  class Work;
  void scale_traces();
  void draw_row(uint32_t y, const PixelRows& out, bool traces, Scratch& scratch) const;

  std::shared_ptr<const Drawing> drawing_;
  std::vector<std::unique_ptr<Layer>> layers_;   ///< in the order in which they add light
  std::vector<std::vector<TraceLayer*>> panels_; ///< the traces of each panel
  Hold hold_ = Hold::none;
  bool hold_anew_ = false; ///< hold() was called after the last frame
  HoldState hold_state_;
  Scratch scratch_[2];
  Workers workers_;
};

} // namespace videohistogram::scope
