// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/reading.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

namespace {

bool contains(const Rect& rect, double x, double y) {
  return x >= rect.x && x < double{1} * rect.x + rect.width && y >= rect.y &&
         y < double{1} * rect.y + rect.height;
}

/// The index of the one of `n` equal cells in which `share` of their total length lies.
uint32_t cell_at(double share, double n) {
  return static_cast<uint32_t>(std::clamp(std::floor(share * n), 0.0, n - 1));
}

ReadValue value_at(const PlotArea& plot, Transfer transfer, double share) {
  const Axis& axis = plot.axis;
  ReadValue read = {
      cell_at(plot.window.begin + share * plot.window.length(), axis.n_values()), 0, {}};
  const double signal = (read.value - axis.zero) / axis.unit;
  read.percent = 100 * signal;
  if (!axis.difference && transfer != Transfer::sdr)
    read.nits = light_of_signal(transfer, signal);
  return read;
}

} // namespace

std::optional<Reading> read_picture(const PlotMap& map, double x, double y) {
  // Pixels are read at their centres.
  const double centre_x = std::floor(x) + 0.5, centre_y = std::floor(y) + 0.5;
  for (const PlotArea& plot : map.plots) {
    if (!contains(plot.rect, x, y))
      continue;
    const double across = (centre_x - plot.rect.x) / plot.rect.width;
    const double down = (centre_y - plot.rect.y) / plot.rect.height;
    const Transfer transfer = map.source.colours.transfer;
    const bool upwards = plot.values == ValueDirection::upwards;
    Reading reading = {&plot, value_at(plot, transfer, upwards ? 1 - down : across), {}, {}, {}};
    if (plot.values == ValueDirection::both)
      reading.cr = value_at(plot, transfer, 1 - down);
    else if (upwards)
      reading.column = map.left + cell_at(across, map.source.width);
    else if (plot.scope != ScopeKind::histogram)
      reading.row = map.top + cell_at(down, map.source.height);
    return reading;
  }
  return {};
}

} // namespace videohistogram::scope
