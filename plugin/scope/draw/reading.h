// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a pixel of a picture means: the value and the position in the frame that it shows.
#pragma once

#include "plugin/scope/draw/axis.h"
#include "plugin/scope/draw/layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram::scope {

/// The plots of a picture, for other threads than the one that draws. Immutable.
struct PlotMap {
  Source source;
  std::vector<PlotArea> plots;
  uint32_t left = 0, top = 0; ///< where the pixels of `source` lie in the frames
};
using SharedPlotMap = std::shared_ptr<const PlotMap>;

/// A code of the plot's axis, which is the axis of all quantities of the plot.
struct ReadValue {
  uint32_t value;             ///< in the depth of the frames' samples
  double percent;             ///< of the signal; of Cb and Cr from -50 to 50
  std::optional<double> nits; ///< of PQ and HLG, as the labels have them
};

/// The numbers of a pixel of a plot.
struct Reading {
  const PlotArea* plot;                ///< of the map
  ReadValue value;                     ///< of a vectorscope: Cb
  std::optional<ReadValue> cr;         ///< of a vectorscope
  std::optional<uint32_t> column, row; ///< of the frame, of a waveform or parade
};

/// Reads the pixel at x, y of a picture; nothing outside of the plots. In the margin of a
/// vectorscope, where no code lies, the nearest code is read.
std::optional<Reading> read_picture(const PlotMap& map, double x, double y);

} // namespace videohistogram::scope
