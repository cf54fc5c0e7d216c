// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/graticule.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

Colour colour_of(Quantity quantity, TraceColour choice) {
  if (choice == TraceColour::neutral)
    return style::neutral_trace;
  switch (quantity) {
  case Quantity::r:
    return {1.00, 0.22, 0.20};
  case Quantity::g:
    return {0.16, 0.90, 0.28};
  case Quantity::b:
    return {0.34, 0.52, 1.00};
  case Quantity::cb:
    return {0.45, 0.55, 1.00};
  case Quantity::cr:
    return {1.00, 0.45, 0.55};
  default:
    return {0.80, 0.84, 0.88};
  }
}

Metrics::Metrics(const Rect& panel)
    : font(std::max(9.0, std::round(std::min(panel.height / 34.0, panel.width / 34.0)))),
      line(std::max(1.0, std::round(font / 16))),
      labels(panel.width >= 12 * font && panel.height >= 7 * font), edge(labels ? 0.5 * font : 1),
      top(labels ? 1.9 * font : 1) {}

Rect inset(const Rect& panel, const Margins& margins) {
  const double right = panel.x + panel.width - margins.right;
  const double bottom = panel.y + panel.height - margins.bottom;
  Rect rect;
  rect.x = panel.x + static_cast<uint32_t>(std::min(margins.left, panel.width - 1.0));
  rect.y = panel.y + static_cast<uint32_t>(std::min(margins.top, panel.height - 1.0));
  rect.width = static_cast<uint32_t>(std::max(right - rect.x, 1.0));
  rect.height = static_cast<uint32_t>(std::max(bottom - rect.y, 1.0));
  return rect;
}

void draw_title(Canvas& canvas, const Rect& panel, const Metrics& metrics, const std::string& title,
                const std::string& right) {
  canvas.fill(panel, style::page);
  if (!metrics.labels)
    return;
  const double y = panel.y + 0.35 * metrics.font;
  canvas.text_if_free(panel.x + 0.6 * metrics.font, y, Anchor::top_left, title, metrics.font,
                      style::title, panel);
  canvas.text_if_free(panel.x + panel.width - 0.6 * metrics.font, y, Anchor::top_right, right,
                      metrics.font, style::label, panel);
}

double label_width(const std::vector<Mark>& marks, const Metrics& metrics, Canvas& canvas) {
  double width = 0;
  for (const Mark& mark : marks)
    width = std::max(width, canvas.measure(mark.label, metrics.font).width);
  return width;
}

void draw_marks(Canvas& canvas, const Rect& plot, const Rect& panel, const Metrics& metrics,
                const Axis& axis, const std::vector<Mark>& marks, Orientation orientation,
                bool labels) {
  const bool upright = orientation == Orientation::upright;
  const auto place = [&](const Mark& mark) {
    const double position = axis.position_of(mark.value);
    // 50 % of full-range Cb lies between the last code and the end of the axis.
    return upright ? std::min(plot.y + plot.height * (1 - position), plot.y + plot.height - 1.0)
                   : std::min(plot.x + plot.width * position, plot.x + plot.width - 1.0);
  };
  std::vector<Mark> sorted = marks;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Mark& a, const Mark& b) { return a.rank < b.rank; });
  // The most important lines last, so that they cover others.
  for (auto mark = sorted.rbegin(); mark != sorted.rend(); ++mark) {
    const Colour& colour = mark->kind == MarkKind::r103      ? style::r103_line
                           : mark->kind == MarkKind::nominal ? style::nominal_line
                                                             : style::line;
    const double dash = mark->kind == MarkKind::r103 ? std::max(3.0, metrics.font / 3) : 0;
    if (upright)
      canvas.horizontal(plot.x, plot.x + plot.width, place(*mark), colour, metrics.line, dash);
    else
      canvas.vertical(place(*mark), plot.y, plot.y + plot.height, colour, metrics.line, dash);
  }
  if (!labels || !metrics.labels)
    return;
  for (const Mark& mark : sorted) {
    if (mark.label.empty())
      continue;
    if (upright)
      canvas.text_if_free(plot.x - 0.45 * metrics.font, place(mark), Anchor::right, mark.label,
                          metrics.font, style::label, panel, Outside::move);
    else
      canvas.text_if_free(place(mark), plot.y + plot.height + 0.2 * metrics.font, Anchor::top,
                          mark.label, metrics.font, style::label, panel, Outside::move);
  }
}

} // namespace videohistogram::scope
