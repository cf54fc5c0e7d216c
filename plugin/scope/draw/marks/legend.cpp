// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/legend.h"

#include "plugin/scope/draw/decimal.h"

#include "plugin/scope/draw/marks/make_marks.h"
#include "plugin/scope/draw/panels/graticule.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace videohistogram::scope {

namespace {

/// A line of the legend.
struct LegendLine {
  std::string text;
  std::optional<Colour> colour; ///< none: a title
  enum class Swatch { flat, striped, dashed, dotted } swatch = Swatch::flat;
};

constexpr Colour light = {0.9, 0.9, 0.9};

std::string number(double value) {
  return short_decimal(value);
}

std::string text_of(const LevelRange& range) {
  if (std::isfinite(range.high))
    return number(range.low) + " to " + number(range.high);
  return "from " + number(range.low);
}

/// The lines, from the top: bright steps first.
std::vector<LegendLine> lines_of(const Source& source, const MarkOptions& options,
                                 const Levels& levels) {
  std::vector<LegendLine> lines;
  if (options.false_colour) {
    lines.push_back({std::string("Level, ") + levels.unit(), {}});
    const std::vector<ColourStep>& steps = steps_of(source.colours.transfer);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      if (levels.reaches(levels.n_values() - 1, step->low))
        lines.push_back({step->label, step->colour});
  }
  if (options.zebra)
    lines.push_back({text_of(options.zebra_range.value_or(default_zebra(source.colours.transfer))) +
                         " " + levels.unit(),
                     light, LegendLine::Swatch::striped});
  if (options.gamut && !reason_against_gamut(source, options.gamut_limits))
    lines.push_back({options.gamut_limits == GamutLimits::r103    ? "outside R 103"
                     : options.gamut_limits == GamutLimits::bt709 ? "outside BT.709"
                                                                  : "outside P3",
                     mark_style::gamut});
  if (options.peaking)
    lines.push_back({"edges", mark_style::peaking});
  if (options.safe_areas) {
    lines.push_back({"action safe, 93 %", light, LegendLine::Swatch::dashed});
    lines.push_back({"graphics safe, 90 %", light, LegendLine::Swatch::dotted});
  }
  return lines;
}

} // namespace

LevelRange default_zebra(Transfer transfer) {
  return {transfer == Transfer::sdr ? 95.0 : 203.0, INFINITY};
}

Expected<Legend> draw_legend(const Source& source, const MarkOptions& options, const Levels& levels,
                             uint32_t width, uint32_t height, const Fonts* fonts) {
  const std::vector<LegendLine> lines = lines_of(source, options, levels);
  const double font = std::max(9.0, std::round(height / 50.0));
  const double pitch = std::round(1.45 * font), edge = std::round(0.5 * font);
  const double swatch = std::round(1.6 * font);
  Expected<Canvas> measuring = Canvas::create(1, 1, fonts);
  if (!measuring.ok())
    return measuring.error();
  double text_width = 0;
  for (const LegendLine& line : lines)
    text_width = std::max(text_width, measuring->measure(line.text, font).width +
                                          (line.colour ? swatch + edge : 0));
  Legend legend;
  legend.gap = static_cast<uint32_t>(font);
  const double wide = text_width + 2 * edge;
  const double high = pitch * static_cast<double>(lines.size()) + 2 * edge;
  if (lines.empty() || text_width == 0 || wide + 2 * font > width || high + 2 * font > height)
    return Expected<Legend>(std::move(legend));
  // Chroma samples of up to 4x4 pixels are filled.
  legend.width = (static_cast<uint32_t>(wide) + 3) / 4 * 4;
  legend.height = (static_cast<uint32_t>(high) + 3) / 4 * 4;
  Expected<Canvas> canvas = Canvas::create(legend.width, legend.height, fonts);
  if (!canvas.ok())
    return canvas.error();
  const Rect all = {0, 0, legend.width, legend.height};
  canvas->fill(all, style::page);
  double top = edge;
  for (const LegendLine& line : lines) {
    const double text_x = line.colour ? 2 * edge + swatch : edge;
    if (line.colour) {
      const auto at = [](double v) { return static_cast<uint32_t>(v); };
      const bool is_line =
          line.swatch == LegendLine::Swatch::dashed || line.swatch == LegendLine::Swatch::dotted;
      const Rect box = is_line
                           ? Rect{at(edge), at(top + 0.45 * pitch), at(swatch), at(0.16 * pitch)}
                           : Rect{at(edge), at(top + 0.12 * pitch), at(swatch), at(0.76 * pitch)};
      canvas->fill(box, *line.colour);
      const double step =
          line.swatch == LegendLine::Swatch::dashed ? swatch : std::max(4.0, font / 2);
      const bool has_dark = line.swatch != LegendLine::Swatch::flat;
      const bool slanted = line.swatch == LegendLine::Swatch::striped; // 45 degrees, as the zebra
      const double left = box.x, right = left + box.width;
      for (uint32_t y = 0; has_dark && y < box.height; y++)
        for (double x = left - (slanted ? std::fmod(y, step) : 0); x < right; x += step) {
          const double begin = std::max(x, left), end = std::min(x + step / 2, right);
          if (end > begin)
            canvas->fill({at(begin), box.y + y, at(end) - at(begin), 1}, {0, 0, 0});
        }
    }
    canvas->text_if_free(text_x, top + pitch / 2, Anchor::left, line.text, font,
                         line.colour ? style::title : style::label, all);
    top += pitch;
  }
  for (uint32_t y = 0; y < legend.height; y++)
    legend.pixels.insert(legend.pixels.end(), canvas->row(y), canvas->row(y) + legend.width);
  return Expected<Legend>(std::move(legend));
}

} // namespace videohistogram::scope
