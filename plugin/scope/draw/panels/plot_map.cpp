// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/plot_map.h"

#include "plugin/scope/draw/panels/panel.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace videohistogram::scope {

namespace {

constexpr double least_extent = 2; ///< pixels of a bin each way

/// A share of a counter in a pixel.
struct Part {
  uint32_t pixel, counter;
  float share;
};

/// The middle of a bin and half of its extent, in pixels.
struct Area {
  double x, y, half_x, half_y;
};

/// Calls add(pixel, share) for the pixels along an axis that a stretch covers.
template <class Add>
void for_each_share(double middle, double half, const Add& add) {
  const double begin = middle - half, end = middle + half;
  for (auto pixel = static_cast<int64_t>(std::floor(begin)); static_cast<double>(pixel) < end;
       pixel++) {
    const auto at = static_cast<double>(pixel);
    const double covered = std::min(at + 1, end) - std::max(at, begin);
    if (covered > 0)
      add(pixel, covered / (end - begin));
  }
}

} // namespace

TraceDrawing describe_mapped(const TableShape& table, const Rect& plot,
                             const Brightness& brightness,
                             const std::function<GamutPoint(double x, double y)>& place) {
  const uint32_t n = table.bins;
  const auto in_pixels = [&](double x, double y) -> GamutPoint {
    const GamutPoint at = place(x / n, y / n);
    return {at.x * plot.width, at.y * plot.height};
  };
  const auto area_of = [&](uint32_t x, uint32_t y) -> Area {
    const GamutPoint middle = in_pixels(x + 0.5, y + 0.5), right = in_pixels(x + 1, y + 0.5),
                     up = in_pixels(x + 0.5, y + 1);
    const double half_x = std::max(std::fabs(right.x - middle.x), std::fabs(up.x - middle.x));
    const double half_y = std::max(std::fabs(right.y - middle.y), std::fabs(up.y - middle.y));
    return {middle.x, middle.y, std::max(half_x, least_extent / 2),
            std::max(half_y, least_extent / 2)};
  };
  std::vector<Part> parts;
  for (uint32_t x = 0; x < n; x++)
    for (uint32_t y = 0; y < n; y++) {
      const Area area = area_of(x, y);
      for_each_share(area.y, area.half_y, [&](int64_t row, double of_row) {
        if (row < 0 || row >= plot.height)
          return;
        for_each_share(area.x, area.half_x, [&](int64_t column, double of_column) {
          if (column >= 0 && column < plot.width)
            parts.push_back({static_cast<uint32_t>(row * plot.width + column), x * n + y,
                             static_cast<float>(of_row * of_column)});
        });
      });
    }
  TraceDrawing trace;
  trace.bins = plot.width;
  trace.upright = false;
  trace.positions = BoxFilter(0, plot.height, plot.height, plot.height, false);
  trace.values = BoxFilter(0, plot.width, plot.width, plot.width, false);
  const Area area = area_of(n / 2, n / 2);
  trace.response = response_of(2 * area.half_x, 2 * area.half_y, brightness);
  trace.table_positions = trace.table_bins = n; // the typical count is that of all counters
  std::vector<uint32_t>& first = trace.map.first;
  first.resize(size_t{plot.width} * plot.height + 1);
  for (const Part& part : parts)
    first[part.pixel + 1]++;
  for (size_t i = 1; i < first.size(); i++)
    first[i] += first[i - 1];
  trace.map.taps.resize(parts.size());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (const Part& part : parts)
    trace.map.taps[next[part.pixel]++] = {part.counter, part.share};
  return trace;
}

} // namespace videohistogram::scope
