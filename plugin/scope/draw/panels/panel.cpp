// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/panel.h"

#include "plugin/scope/draw/decimal.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

/// Exponent of the density of traces.
static constexpr float trace_gamma = 0.55f;
/// Positions of a projection that are enough to find its typical count.
static constexpr uint32_t most_measured = 256;

void Panel::add_quantity(ScopeKind scope, Quantity quantity, ValueDirection values, bool own_plot) {
  if (plots_.empty() || own_plot)
    plots_.push_back({scope, {}, {}, axis_of(source_, quantity), values});
  plots_.back().quantities.push_back(quantity);
}

std::string Panel::names() const {
  std::string names;
  for (const PlotArea& plot : plots_)
    for (Quantity quantity : plot.quantities)
      names += std::string(names.empty() ? "" : " ") + quantity_name(quantity);
  return names;
}

void Panel::draw_name(Canvas& canvas, const PlotArea& plot, double left) const {
  if (metrics_.labels && plot.quantities.size() == 1)
    canvas.text_if_free(plot.rect.x + left, plot.rect.y + 0.2 * metrics_.font, Anchor::top_left,
                        quantity_name(plot.quantities[0]), metrics_.font,
                        colour_in(plot, plot.quantities[0]), plot.rect, Outside::drop, {},
                        &style::plot);
}

void Panel::draw_title(Canvas& canvas, const std::string& title) const {
  canvas.fill(rect_, style::page);
  if (!metrics_.labels)
    return;
  const double y = rect_.y + 0.35 * metrics_.font;
  std::vector<Canvas::ColouredPart> parts;
  size_t begin = plots_.empty() ? std::string::npos : title.find(names());
  for (const PlotArea& plot : plots_)
    for (const Quantity quantity : plot.quantities) {
      if (begin == std::string::npos)
        break;
      const size_t end = begin + std::string(quantity_name(quantity)).size();
      parts.push_back({begin, end, colour_in(plot, quantity)});
      begin = end + 1;
    }
  canvas.text_if_free(rect_.x + 0.6 * metrics_.font, y, Anchor::top_left, title, metrics_.font,
                      style::title, rect_, Outside::drop, parts);
  // Where both have no room, the region alone is named, or what PQ and HLG are read by.
  const std::string &region = source_.region, &description = source_.description;
  const Transfer transfer = source_.colours.transfer;
  const std::string curve = transfer == Transfer::pq    ? "PQ"
                            : transfer == Transfer::hlg ? "HLG"
                                                        : "";
  const size_t named = curve.empty() ? std::string::npos : description.find(" " + curve);
  const std::string colours =
      named == std::string::npos ? "" : description.substr(0, named + 1 + curve.size());
  for (const std::string& text :
       {region.empty() ? description : region + ", " + description, region, colours, curve})
    if (!text.empty() &&
        canvas.text_if_free(rect_.x + rect_.width - 0.6 * metrics_.font, y, Anchor::top_right, text,
                            metrics_.font, style::label, rect_))
      break;
}

void Panel::draw_marks(Canvas& canvas, const PlotArea& area, const std::vector<Mark>& marks,
                       Orientation orientation, bool labels) const {
  const Rect& plot = area.rect;
  const bool upright = orientation == Orientation::upright;
  const auto place = [&](const Mark& mark) { return place_of(area, mark.value, orientation); };
  std::vector<Mark> sorted = marks;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Mark& a, const Mark& b) { return a.rank < b.rank; });
  // The most important lines last, so that they cover others.
  for (auto mark = sorted.rbegin(); mark != sorted.rend(); ++mark) {
    const Colour& colour = mark->kind == MarkKind::r103      ? style::r103_line
                           : mark->kind == MarkKind::nominal ? style::nominal_line
                           : mark->kind == MarkKind::white   ? style::white_line
                           : mark->kind == MarkKind::guide   ? style::guide_line
                                                             : style::line;
    const bool dashed = mark->kind == MarkKind::r103 || mark->kind == MarkKind::guide;
    const double dash = dashed ? std::max(3.0, metrics_.font / 3) : 0;
    if (upright)
      canvas.horizontal(plot.x, plot.x + plot.width, place(*mark), colour, metrics_.line, dash);
    else
      canvas.vertical(place(*mark), plot.y, plot.y + plot.height, colour, metrics_.line, dash);
  }
  if (!labels || !metrics_.labels)
    return;
  Rect own = rect_; // no label takes the room of those below the next plot
  own.x = plots_.size() > 1 ? plot.x : rect_.x;
  own.width = plots_.size() > 1 ? plot.width : rect_.width;
  for (const Mark& mark : sorted) {
    if (mark.label.empty())
      continue;
    if (upright)
      canvas.text_if_free(plot.x - 0.45 * metrics_.font, place(mark), Anchor::right, mark.label,
                          metrics_.font, style::label, rect_, Outside::move);
    else
      canvas.text_if_free(place(mark), plot.y + plot.height + 0.2 * metrics_.font, Anchor::top,
                          mark.label, metrics_.font, style::label, own, Outside::move);
  }
}

double Panel::place_of(const PlotArea& area, double value, Orientation orientation) {
  const Rect& plot = area.rect;
  const double position = (area.axis.position_of(value) - area.window.begin) / area.window.length();
  // 50 % of full-range Cb lies between the last code and the end of the axis.
  return orientation == Orientation::upright
             ? std::min(plot.y + plot.height * (1 - position), plot.y + plot.height - 1.0)
             : std::min(plot.x + plot.width * position, plot.x + plot.width - 1.0);
}

/// The level as the user wrote it, where the labels have its unit.
std::string Panel::label_of_guide(const Axis& axis, double level, double value) const {
  const std::string unit = unit_name(axis, source_.colours.transfer, options_.units);
  const bool is_light = unit.compare(0, 4, "nits") == 0;
  const bool is_other = unit == "code" || unit == "stops";
  if (source_.colours.transfer == Transfer::sdr ? is_other : !is_light)
    return number_of(axis, source_.colours.transfer, options_.units, value);
  return short_decimal(level);
}

std::vector<Mark> Panel::marks(const PlotArea& plot, double labels) const {
  const bool zoomed = plot.window.length() < 1;
  std::vector<Mark> marks = marks_of(plot.axis, source_.colours.transfer, options_.units,
                                     labels / std::min(plot.window.length(), 1.0), zoomed);
  for (const double level : options_.guides)
    if (!plot.axis.difference) {
      const double value = plot.axis.value_of(signal_of_level(source_.colours.transfer, level));
      marks.push_back({value, label_of_guide(plot.axis, level, value), MarkKind::guide, -1});
    }
  const auto is_outside = [&](const Mark& mark) {
    const double position = plot.axis.position_of(mark.value);
    return (zoomed || mark.kind == MarkKind::guide) &&
           (position < plot.window.begin || position > plot.window.end);
  };
  marks.erase(std::remove_if(marks.begin(), marks.end(), is_outside), marks.end());
  return marks;
}

void Panel::draw_percents(Canvas& canvas, const PlotArea& area, Orientation orientation) const {
  if (!has_percents(area.axis))
    return;
  const double font = metrics_.font;
  for (const Mark& mark : percents_beside(area.axis, source_.colours.transfer, options_.units)) {
    const double at = place_of(area, mark.value, orientation);
    const double position = area.axis.position_of(mark.value);
    if (position < area.window.begin || position > area.window.end)
      continue;
    if (orientation == Orientation::upright)
      canvas.text_if_free(area.rect.x + area.rect.width + 0.4 * font, at, Anchor::left, mark.label,
                          font, style::label, rect_, Outside::move);
    else
      canvas.text_if_free(at, area.rect.y + area.rect.height + 1.5 * font, Anchor::top, mark.label,
                          font, style::label, rect_, Outside::move);
  }
}

Quantity luma_of(const TableList& tables) {
  for (Quantity quantity : {Quantity::y, Quantity::luma})
    if (tables.has(quantity))
      return quantity;
  return Quantity::gray;
}

std::vector<Quantity> with_luma(const TableList& tables) {
  std::vector<Quantity> quantities = colours_of(tables);
  if (quantities.size() > 1)
    quantities.insert(quantities.begin(), luma_of(tables));
  return quantities;
}

std::vector<Quantity> colours_of(const TableList& tables) {
  if (tables.has(Quantity::r))
    return {Quantity::r, Quantity::g, Quantity::b};
  return {luma_of(tables)};
}

TraceDrawing describe_trace(const TableShape& table, const Rect& plot, Orientation orientation,
                            const Brightness& brightness, const Window& of_values,
                            const Window& of_positions) {
  const bool upright = orientation == Orientation::upright;
  // `cells` cells of a part of an axis of the table.
  const auto filter = [](const Window& window, uint32_t sources, uint32_t cells, bool reversed) {
    return BoxFilter(sources * window.begin, sources * window.end, sources, cells, reversed);
  };
  TraceDrawing trace;
  trace.bins = table.bins;
  trace.upright = upright;
  trace.positions =
      filter(of_positions, table.positions, upright ? plot.width : plot.height, !upright);
  trace.values = filter(of_values, table.bins, upright ? plot.height : plot.width, upright);
  trace.table_positions = table.positions;
  trace.table_bins = table.bins;
  trace.measured = table.is_joint ? 1 : std::max(1u, table.positions / most_measured);
  // The pixels that show a cell of the table.
  const double across =
      (upright ? plot.width : plot.height) / (table.positions * of_positions.length());
  const double along = (upright ? plot.height : plot.width) / (table.bins * of_values.length());
  trace.response = response_of(across, along, brightness);
  return trace;
}

Response response_of(double across, double along, const Brightness& brightness) {
  Response response;
  response.scale = static_cast<float>(across * along * brightness.intensity * brightness.typical);
  response.gamma = trace_gamma;
  response.least = static_cast<float>(brightness.least * std::min(brightness.intensity, 1.0));
  response.rest = 1 - response.least;
  // A sample lies between two pixels each way: that with the larger share has all of `least`.
  response.specimen =
      static_cast<float>(response.least * std::max(across, 2.0) * std::max(along, 2.0));
  return response;
}

void lift_colours(TraceDrawing& trace, const PixelOrder& order, double least, double intensity) {
  constexpr double share = 11 / 16.0;
  const double dimmed = std::min(intensity, 1.0);
  const double floor = std::max(full_brightness * least * dimmed, 1.0);
  trace.lift.share = static_cast<uint32_t>(256 * share * dimmed);
  trace.lift.rise = static_cast<uint32_t>(65536 / floor);
  trace.lift.fall = static_cast<uint32_t>(65536 / (full_brightness - floor));
  trace.lift.shifts[0] = 8u * order.r;
  trace.lift.shifts[1] = 8u * order.g;
  trace.lift.shifts[2] = 8u * order.b;
}

double least_of(const Colour& colour, double white) {
  const auto component = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const auto luminance = [&](const Colour& c) { // of sRGB, as WCAG 2.1 defines it
    return 0.2126 * component(c.r) + 0.7152 * component(c.g) + 0.0722 * component(c.b);
  };
  const PixelOrder order;
  const LightColour light = make_light(colour, order, white);
  const auto lit = [&](uint32_t brightness) -> Colour {
    const uint32_t added = light_of(light, brightness);
    return {style::plot.r + (added >> 8 * order.r & 255) / 255.0,
            style::plot.g + (added >> 8 * order.g & 255) / 255.0,
            style::plot.b + (added >> 8 * order.b & 255) / 255.0};
  };
  const double needed = least_contrast * (luminance(style::plot) + 0.05) - 0.05;
  uint32_t brightness = 0;
  while (brightness < 255 && luminance(lit(brightness)) < needed)
    brightness++;
  return std::max(brightness / 255.0, least_trace);
}

LightColour make_light(const Colour& colour, const PixelOrder& order, double white_share) {
  const auto code = [](double component) {
    return static_cast<uint8_t>(std::lround(255 * component));
  };
  const auto white = [&](double component) { return code(white_share * (1 - component)); };
  return {order.pack(code(colour.r), code(colour.g), code(colour.b), 0),
          order.pack(white(colour.r), white(colour.g), white(colour.b), 0)};
}

} // namespace videohistogram::scope
