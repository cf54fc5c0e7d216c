// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/background.h"
#include "core/threads/workers.h"
#include "plugin/scope/draw/panels/panel.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::scope {

/// A picture of scopes: what is counted for it, the graticules, and the traces of a frame.
/// Thread-safety: one thread at a time.
class Picture {
public:
  /// The picture of frames of `source`. `fonts`: used only here; null: Fonts::of_thread(). Errors:
  /// invalid_argument if the frames cannot be counted, transient if there is no memory.
  static Expected<std::unique_ptr<Picture>> create(const Source& source,
                                                   const PictureOptions& options, uint32_t width,
                                                   uint32_t height, const PixelOrder& order,
                                                   const Fonts* fonts = nullptr);

  /// The plan of the tables that the scopes are drawn from, to be counted in each frame.
  const SharedPlan& plan() const { return plan_; }

  /// Holds traces under those of later frames, see Trace::hold().
  void hold(Hold hold);
  /// Forgets loaded and held traces, see Trace::forget().
  void forget();

  /// Loads the tables of a frame that is not drawn, which may raise held peaks.
  void load(const CountedTables& tables);

  /// Draws the tables of a frame; null: the graticules alone. Writes every pixel. `threads`: 1 or
  /// 2; small pictures are drawn by one. Which of them does what changes no pixel.
  void draw(const CountedTables* tables, const PixelRows& out, unsigned threads = 1);

  std::vector<PlotArea> plots() const;

  /// The picture as data for a device, which holds traces itself. The same object for each call.
  std::shared_ptr<const Drawing> drawing();

private:
  struct PlacedPlot {
    Panel* panel;
    size_t index; ///< among the panel's plots
    Rect rect;
  };
  /// A part of a panel whose counts are loaded by one thread.
  struct Part {
    Panel* panel;
    size_t index; ///< among the panel's parts
  };
  /// What a thread needs to draw rows.
  struct Scratch {
    std::vector<uint32_t> background, row; ///< of the picture, and padding
    RowScratch traces;
  };
  class Work;
  Picture() = default;
  void draw_row(uint32_t y, const PixelRows& out, bool traces, Scratch& scratch) const;

  SharedPlan plan_;
  std::vector<std::unique_ptr<Panel>> panels_;
  Background background_;
  std::vector<PlacedPlot> plots_;
  std::vector<Part> parts_;
  Scratch scratch_[2];
  Workers workers_;
  std::shared_ptr<const Drawing> drawing_; ///< null: not asked for yet
};

} // namespace videohistogram::scope
