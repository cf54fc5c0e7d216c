// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/chart.h"

#include "tools/report/drawing.h"
#include "tools/text/format.h"
#include "tools/text/json.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace videohistogram::tools {

namespace {

/// More cuts would hide the curves.
constexpr size_t max_cuts = 200;

enum class Scale { values, automatic, ratio, squares, counts, percent, share, nits };

/// Figures from the lower to the upper edge of a band, and what these are.
struct Band {
  figure::Place low, high;
  const char* name;

  bool exists() const { return low != figure::none; }
};

struct Chart {
  const char *title, *unit; ///< the unit stands after each value
  Scale scale;
  Band outer, inner;
  figure::Place line;
  const char* line_name;
  double limit = NAN; ///< a usual limit; of values with a scale of their own, in 8 bits
  const char* limit_name = "";
};

constexpr Band no_band{figure::none, figure::none, ""};
constexpr const char *extremes = "minimum to maximum", *deciles = "10 % to 90 %";
constexpr Band y_outer{figure::YMIN, figure::YMAX, extremes},
    y_inner{figure::YLOW, figure::YHIGH, deciles},
    sat_outer{figure::SATMIN, figure::SATMAX, extremes},
    sat_inner{figure::SATLOW, figure::SATHIGH, deciles},
    light_outer{figure::LIGHTP1, figure::LIGHTPEAK, "1 % to peak"},
    light_inner{figure::LIGHTP50, figure::LIGHTP99, "50 % to 99 %"};

constexpr Chart charts[] = {
    {"Luma", "", Scale::values, y_outer, y_inner, figure::YAVG, "average"},
    {"Saturation", "", Scale::automatic, sat_outer, sat_inner, figure::SATAVG, "average"},
    {"Difference to the frame before", "", Scale::automatic, no_band, no_band, figure::YDIF,
     "mean of Y"},
    {"Temporal information (TI)", "", Scale::automatic, no_band, no_band, figure::TI,
     "of Y, ITU-T P.910"},
    {"Spatial information (SI)", "", Scale::automatic, no_band, no_band, figure::SI,
     "of Y, ITU-T P.910"},
    {"Entropy", "", Scale::share, no_band, no_band, figure::YENTNORM,
     "of Y, as a share of the bits"},
    {"Blockiness", "", Scale::ratio, no_band, no_band, figure::BLOCKH,
     "steps at borders of 8 columns, divided by the others"},
    {"Light", " cd/m²", Scale::nits, light_outer, light_inner, figure::LIGHTAVG, "average"},
    {"Outside of EBU R 103", " %", Scale::percent, no_band, no_band, figure::R103OUT,
     "share of pixels", 0.01, "limit of 1 %"},
    {"Outliers (TOUT)", " %", Scale::percent, no_band, no_band, figure::TOUT, "share of pixels",
     0.009, "limit of qct-parse, 0.9 %"},
    {"Repeated rows (VREP)", " %", Scale::percent, no_band, no_band, figure::VREP, "share of rows",
     0.03, "limit of qct-parse, 3 %"},
    {"Outside of broadcast range (BRNG)", " %", Scale::percent, no_band, no_band, figure::BRNG,
     "share of pixels", 0.05, "limit of QCTools, 5 %"},
    {"Difference of the fields", "", Scale::squares, no_band, no_band, figure::MSEFY,
     "mean squared difference of Y", 1000, "limit of QCTools"},
    {"Similarity of the fields", "", Scale::share, no_band, no_band, figure::SSIMFY, "SSIM of Y"},
    {"Changes of light in a second", "", Scale::counts, no_band, no_band, figure::FLASHCOUNT,
     "of more than a quarter of the picture", 6, "limit of ITU-R BT.1702, 6"},
    {"Changes of saturated red in a second", "", Scale::counts, no_band, no_band, figure::REDCOUNT,
     "of more than a quarter of the picture", 6, "limit of ITU-R BT.1702, 6"},
    {"Area that flashes", " %", Scale::percent, no_band, no_band, figure::FLASHAREA,
     "share of the picture", 0.25, "limit of ITU-R BT.1702, 25 %"},
};

/// From values to heights above the bottom, 0 to 1.
struct Axis {
  std::function<double(double)> place;
  std::vector<std::pair<double, std::string>> levels; ///< values with their labels
  std::vector<double> limits;                         ///< values of dashed lines
  std::string limits_name;
};

/// The least of 1, 2, 2.5, 5 times a power of 10 that is not below `value`.
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= value * (1 - 1e-9))
      return factor * power;
  }
  return 10 * power;
}

std::string level_text(double value) {
  return value >= 1000 ? format_count(static_cast<uint64_t>(value))
                       : format_real(value, value < 10 ? 2 : 0);
}

Axis linear_axis(double top, double factor) {
  Axis axis;
  axis.place = [top](double value) { return value / top; };
  for (double value : {0.0, top / 2, top})
    axis.levels.emplace_back(value, level_text(value * factor));
  return axis;
}

Axis with_limit(Axis axis, double limit, const char* name) {
  axis.limits = {limit};
  axis.limits_name = name;
  return axis;
}

/// All values of samples, and the limits of a limited range. Every value of a full range is legal.
Axis value_axis(const ValueRange& range) {
  Axis axis;
  axis.place = [range](double value) { return value / range.maximum(); };
  for (double value : {0.0, (range.maximum() + 1) / 2, range.maximum()})
    axis.levels.emplace_back(value, level_text(value));
  if (range.is_full)
    return axis;
  axis.limits = {range.black(), range.white()};
  axis.limits_name = (range.is_copy ? "black and white, " : "legal range, ") +
                     level_text(range.black()) + " to " + level_text(range.white());
  return axis;
}

Axis make_axis(const Chart& chart, const Timeline& timeline, const ValueRange& range) {
  const double top = timeline.maximum(chart.outer.exists() ? chart.outer.high : chart.line);
  if (chart.scale == Scale::values)
    return value_axis(range);
  if (chart.scale == Scale::nits) {
    Axis axis;
    // Six decades; darker frames lie on the bottom.
    axis.place = [](double value) { return (std::log10(std::max(value, 0.01)) + 2) / 6; };
    for (double value : {0.01, 1.0, 100.0, 1000.0, 10000.0})
      axis.levels.emplace_back(value, level_text(value));
    return axis;
  }
  if (chart.scale == Scale::percent) {
    const double least = 2 * chart.limit;
    return with_limit(linear_axis(std::min(round_up(std::max(top, least)), 1.0), 100), chart.limit,
                      chart.limit_name);
  }
  if (chart.scale == Scale::counts)
    return with_limit(linear_axis(round_up(std::max(top, chart.limit + 2)), 1), chart.limit,
                      chart.limit_name);
  if (chart.scale == Scale::share)
    return linear_axis(1, 1);
  const double end = round_up(std::max(top, 1.0));
  const double limit = chart.limit * std::pow(4, static_cast<int>(range.depth) - 8);
  return limit <= end ? with_limit(linear_axis(end, 1), limit, chart.limit_name)
                      : linear_axis(end, 1);
}

/// What values of a chart are, beside its title.
std::string describe_values(const Chart& chart, const ValueRange& range) {
  if (chart.scale == Scale::nits)
    return "cd/m²";
  const std::string bits = std::to_string(range.depth) + " bits";
  if (chart.scale == Scale::automatic || chart.scale == Scale::squares)
    return bits;
  if (chart.scale != Scale::values)
    return "";
  return bits + (range.is_full ? ", full range" : ", limited range") +
         (range.is_copy ? ", of a copy in Y'CbCr" : "");
}

std::string y_of(const Axis& axis, double value) {
  return coordinate(drawing_height * (1 - std::clamp(axis.place(value), 0.0, 1.0)));
}

std::string point_at(const Timeline& timeline, const Axis& axis, const Point& point) {
  return coordinate(x_of(timeline, point.frame)) + " " + y_of(axis, point.value);
}

std::string draw_line(const Timeline& timeline, const Axis& axis, size_t column) {
  std::string path;
  for (const Curve& curve : timeline.curves(column)) {
    for (size_t i = 0; i < curve.size(); i++)
      path += (i == 0 ? "M" : " ") + point_at(timeline, axis, curve[i]);
    if (curve.size() == 1)
      path += "h1";
  }
  return "<path class=\"curve\" d=\"" + path + "\"/>\n";
}

std::string draw_band(const Timeline& timeline, const Axis& axis, const Band& band,
                      const char* css) {
  if (!band.exists())
    return "";
  const std::vector<Curve> bottoms = timeline.curves(band.low);
  const std::vector<Curve> tops = timeline.curves(band.high);
  std::string path;
  // Both figures lack in the same frames.
  for (size_t i = 0; i < std::min(bottoms.size(), tops.size()); i++) {
    path += "M";
    for (const Point& point : tops[i])
      path += point_at(timeline, axis, point) + " ";
    for (auto point = bottoms[i].rbegin(); point != bottoms[i].rend(); ++point)
      path += point_at(timeline, axis, *point) + " ";
    path.back() = 'Z';
  }
  return std::string("<path class=\"") + css + "\" d=\"" + path + "\"/>\n";
}

std::string draw_rule(const Axis& axis, double value, const char* css) {
  const std::string y = y_of(axis, value);
  return std::string("<line class=\"") + css + "\" x1=\"0\" x2=\"1000\" y1=\"" + y + "\" y2=\"" +
         y + "\"/>\n";
}

std::string draw_cuts(const Timeline& timeline, const std::vector<Shot>& shots) {
  if (shots.size() < 2 || shots.size() > max_cuts)
    return "";
  std::string path;
  for (size_t i = 1; i < shots.size(); i++)
    path += "M" + coordinate(x_of(timeline, static_cast<double>(shots[i].first) - 0.5)) + " 0V100";
  return "<path class=\"cuts\" d=\"" + path + "\"/>\n";
}

std::string make_legend(const char* key, const std::string& name) {
  if (name.empty())
    return "";
  return std::string("<span><i class=\"") + key + "\"></i>" + name + "</span>";
}

/// The chart in words.
std::string describe_chart(const Chart& chart, const Timeline& timeline) {
  const double factor = chart.scale == Scale::percent ? 100 : 1;
  const auto number = [&](double value) { return format_real(value * factor, 2) + chart.unit; };
  const auto name = [](size_t column) { return std::string(frame_columns[column].name); };
  std::string text = name(chart.line) + " is from " + number(timeline.minimum(chart.line)) +
                     " to " + number(timeline.maximum(chart.line)) + ".";
  if (chart.outer.exists())
    text += " " + name(chart.outer.low) + " is at least " +
            number(timeline.minimum(chart.outer.low)) + ", " + name(chart.outer.high) +
            " at most " + number(timeline.maximum(chart.outer.high)) + ".";
  return text;
}

/// The figures of a chart from the least to the greatest.
std::vector<size_t> figures_of(const Chart& chart) {
  std::vector<size_t> columns;
  for (size_t column :
       {chart.outer.low, chart.inner.low, chart.line, chart.inner.high, chart.outer.high}) {
    if (column != figure::none)
      columns.push_back(column);
  }
  return columns;
}

std::string draw_chart(const Chart& chart, const Timeline& timeline, const ValueRange& range,
                       const std::vector<Shot>& shots) {
  const Axis axis = make_axis(chart, timeline, range);
  const std::string values = describe_values(chart, range);
  std::string names;
  for (size_t column : figures_of(chart))
    names += (names.empty() ? "" : " ") + std::string(frame_columns[column].name);
  std::string html =
      "<figure class=\"chart\" data-figures=\"" + names + "\" data-unit=\"" + chart.unit +
      "\" data-factor=\"" + (chart.scale == Scale::percent ? "100" : "1") +
      "\">\n<figcaption><h3>" + chart.title +
      (values.empty() ? "" : " <span class=\"soft\">" + values + "</span>") +
      "</h3><p class=\"legend\">" + make_legend("key-outer", chart.outer.name) +
      make_legend("key-inner", chart.inner.name) + make_legend("key-line", chart.line_name) +
      make_legend("key-limit", axis.limits_name) + "</p></figcaption>\n" + "<div class=\"plot\">";
  double below = -1;
  for (const auto& [value, label] : axis.levels) {
    const double place = std::clamp(axis.place(value), 0.0, 1.0);
    if (place - below < 0.06) // labels would touch
      continue;
    below = place;
    html += "<span class=\"level\" style=\"bottom:" + format_real(100 * place, 1) + "%\">" + label +
            (chart.scale == Scale::percent ? chart.unit : "") + "</span>";
  }
  html += "\n<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\">\n<title>" +
          std::string(chart.title) + "</title><desc>" + describe_chart(chart, timeline) +
          "</desc>\n";
  for (const auto& level : axis.levels)
    html += draw_rule(axis, level.first, "rule");
  html += draw_cuts(timeline, shots);
  html += draw_band(timeline, axis, chart.outer, "outer");
  html += draw_band(timeline, axis, chart.inner, "inner");
  html += draw_line(timeline, axis, chart.line);
  for (double limit : axis.limits)
    html += draw_rule(axis, limit, "limit");
  return html + "</svg></div>\n" + draw_ticks(timeline) + "</figure>\n";
}

} // namespace

std::vector<size_t> chart_columns() {
  std::vector<size_t> columns;
  for (const Chart& chart : charts) {
    const std::vector<size_t> figures = figures_of(chart);
    columns.insert(columns.end(), figures.begin(), figures.end());
  }
  return columns;
}

std::string draw_charts(const Timeline& timeline, const ValueRange& range,
                        const std::vector<Shot>& shots, const std::vector<size_t>& lines) {
  std::string html;
  for (const Chart& chart : charts) {
    const bool is_chosen =
        lines.empty() || std::find(lines.begin(), lines.end(), chart.line) != lines.end();
    if (is_chosen && !std::isnan(timeline.maximum(chart.line)))
      html += draw_chart(chart, timeline, range, shots);
  }
  return html;
}

std::string make_chart_data(const Timeline& timeline) {
  std::string json = "{\"frames\":" + std::to_string(timeline.frames()) +
                     ",\"spans\":" + std::to_string(timeline.n_spans()) + ",\"times\":[";
  const auto append = [&](const std::string& value) {
    json += (json.back() == '[' ? "" : ",") + value;
  };
  for (int64_t time : timeline.times())
    append(quote_json(format_time(time)));
  json += "],\n\"figures\":{";
  // Spans of one frame have one value.
  const bool has_ranges = timeline.n_spans() < timeline.frames();
  for (const Chart& chart : charts) {
    if (std::isnan(timeline.maximum(chart.line)))
      continue;
    for (size_t column : figures_of(chart)) {
      const auto extremes = timeline.extremes(column);
      json +=
          (json.back() == '{' ? "\"" : ",\n\"") + std::string(frame_columns[column].name) + "\":[[";
      for (const auto& extreme : extremes)
        append(print_number(extreme.first, "null"));
      json += "]";
      if (has_ranges) {
        json += ",[";
        for (const auto& extreme : extremes)
          append(print_number(extreme.second, "null"));
        json += "]";
      }
      json += "]";
    }
  }
  return json + "}}";
}

std::string draw_sparkline(const Timeline& timeline, double max_value) {
  if (timeline.frames() < 2 || std::isnan(timeline.maximum(figure::YAVG)))
    return "";
  Axis axis;
  axis.place = [max_value](double value) { return value / max_value; };
  return "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\">"
         "<title>Luma over time</title>\n" +
         draw_band(timeline, axis, y_inner, "outer") + draw_line(timeline, axis, figure::YAVG) +
         "</svg>";
}

} // namespace videohistogram::tools
