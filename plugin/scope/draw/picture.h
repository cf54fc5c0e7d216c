// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/layout.h"
#include "plugin/scope/draw/numbers.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/painter.h"
#include "plugin/scope/draw/probes.h"
#include "plugin/scope/draw/strip.h"
#include "plugin/scope/draw/tables.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram::scope {

/// A picture of scopes, and of numbers below them: what is counted for it, its drawing, and the
/// host's painter of the drawing. Thread-safety: one thread at a time.
class Picture {
public:
  /// The picture of frames of `source`. `probes`: whose texts stand in the strip; null: none; used
  /// only here. `fonts`: used only here; null: Fonts::of_thread(). Errors:
  /// invalid_argument if the frames cannot be counted, transient if there is no memory.
  static Expected<std::unique_ptr<Picture>>
  create(const Source& source, const PictureOptions& wanted, uint32_t width, uint32_t height,
         const PixelOrder& order, const Fonts* fonts = nullptr, const Probes* probes = nullptr);

  /// The plan of the tables that the scopes are drawn from, to be counted in each frame.
  const SharedPlan& plan() const { return plan_; }
  /// The picture as data for painters. A device's painter holds traces by itself.
  const std::shared_ptr<const Drawing>& drawing() const { return drawing_; }
  const std::vector<PlotArea>& plots() const { return plots_; }
  /// Whether the picture shows what all frames have had, such as peak extents.
  bool has_peaks() const;
  /// The numbers below the scopes.
  const Numbers& numbers() const { return *numbers_; }
  /// Their strip, which is not part of the drawing: draw() leaves it empty.
  const TextStrip& strip() const { return strip_; }

  // The host's painter:
  void hold(Hold hold) { painter_->hold(hold); }
  void forget() { painter_->forget(); }
  void load(const CountedTables& tables) { painter_->load(tables); }
  void draw(const CountedTables* tables, const PixelRows& out, unsigned threads = 1) {
    painter_->draw(tables, out, threads);
  }

private:
  Picture() = default;

  SharedPlan plan_;
  std::shared_ptr<const Drawing> drawing_;
  std::vector<PlotArea> plots_;
  std::unique_ptr<Painter> painter_;
  std::optional<Numbers> numbers_;
  TextStrip strip_;
};

} // namespace videohistogram::scope
