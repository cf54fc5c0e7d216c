// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/vectorscope_graticule.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace videohistogram::scope {

namespace {

/// Where the longest ticks end, as a share of the circle's radius.
constexpr double inner_end_of_ticks = 0.94;

class VectorscopeGraticule {
public:
  VectorscopeGraticule(Canvas& canvas, const Rect& plot, const VectorscopeScale& scale,
                       const Metrics& metrics, const Source& source, const PictureOptions& options)
      : canvas_(canvas), plot_(plot), scale_(scale), metrics_(metrics), colours_(source.colours),
        options_(options) {
    if (!colours_.has_matrix)
      return;
    const double skin = options.skin_tone.value_or(skin_tone_of(source));
    if (skin >= 0)
      directions_.push_back({skin, style::skin_line, false});
    const MatrixFamily family = matrix_family(colours_);
    if (!options.iq_axes || family == MatrixFamily::bt2020)
      return;
    const bool is_601 = family == MatrixFamily::bt601;
    for (const double degrees : {is_601 ? 132.5 : 134.5, is_601 ? 24.7 : 23.2})
      directions_.push_back({degrees, style::iq_line, true});
  }

  /// Draws the circle of the largest nominal differences divided by the gain, ticks every 10
  /// degrees, the axes, the skin-tone line over those of I and Q.
  void draw_circle() const {
    const Point middle = scale_.middle, radius = scale_.radius;
    for (int degrees = 0; degrees < 360; degrees += 10) {
      const double angle = degrees * G_PI / 180, length = degrees % 30 ? 0.97 : inner_end_of_ticks;
      canvas_.line(middle.x + std::cos(angle) * radius.x * length,
                   middle.y - std::sin(angle) * radius.y * length,
                   middle.x + std::cos(angle) * radius.x, middle.y - std::sin(angle) * radius.y,
                   style::line, metrics_.line);
    }
    canvas_.ellipse(middle.x, middle.y, radius.x, radius.y, style::nominal_line, metrics_.line);
    canvas_.horizontal(middle.x - radius.x, middle.x + radius.x, middle.y, style::line,
                       metrics_.line);
    canvas_.vertical(middle.x, middle.y - radius.y, middle.y + radius.y, style::line,
                     metrics_.line);
    for (auto line = directions_.rbegin(); line != directions_.rend(); ++line) {
      const Point along = line->along();
      const double back = line->both_ways ? 1 : 0;
      canvas_.line(middle.x - back * along.x * radius.x, middle.y + back * along.y * radius.y,
                   middle.x + along.x * radius.x, middle.y - along.y * radius.y, line->colour,
                   metrics_.line);
    }
  }

  /// Boxes around the primary and secondary colours of bars of 75 % and 100 %.
  void draw_targets() const {
    struct Bar {
      const char* name;
      double r, g, b;
    };
    constexpr Bar bars[] = {{"R", 1, 0, 0},  {"Mg", 1, 0, 1}, {"B", 0, 0, 1},
                            {"Cy", 0, 1, 1}, {"G", 0, 1, 0},  {"Yl", 1, 1, 0}};
    const bool at_75 = options_.targets == Targets::at_75 || options_.targets == Targets::both;
    const bool at_100 = options_.targets == Targets::at_100 || options_.targets == Targets::both;
    std::vector<Box> boxes;
    std::vector<Box> named; // the first box of each colour in the plot
    for (const Bar& bar : bars) {
      const size_t before = boxes.size();
      const auto add_box = [&](double level, double reach) {
        const Point at = place_of(level * bar.r, level * bar.g, level * bar.b);
        const Point half = {std::max(reach * scale_.unit.x, least_half_box),
                            std::max(reach * scale_.unit.y, least_half_box)};
        if (at.x - half.x <= plot_.x || at.x + half.x >= plot_.x + plot_.width ||
            at.y - half.y <= plot_.y || at.y + half.y >= plot_.y + plot_.height)
          return;
        draw_box(canvas_, at.x, at.y, half.x, half.y, {bar.r, bar.g, bar.b}, metrics_.line);
        boxes.push_back({at, half, bar.name});
      };
      if (at_75)
        add_box(0.75, half_box_75);
      if (at_100)
        add_box(1, half_box_100);
      if (boxes.size() > before)
        named.push_back(boxes[before]);
    }
    if (metrics_.labels)
      for (const Box& box : named)
        write_name(box, boxes);
  }

private:
  /// A rectangle by its middle.
  struct Box {
    Point at, half;               ///< half: of width and height
    const char* colour = nullptr; ///< name of its colour; null: it belongs to none
  };

  /// A line from the middle to the circle, or through the middle.
  struct Direction {
    double degrees; ///< counter-clockwise from +Cb
    Colour colour;
    bool both_ways;

    /// One pixel along the line; y upwards.
    Point along() const { return {std::cos(degrees * G_PI / 180), std::sin(degrees * G_PI / 180)}; }
  };

  /// Where a colour lies.
  Point place_of(double r, double g, double b) const {
    const double kr = colours_.kr, kb = colours_.kb;
    const double y = kr * r + (1 - kr - kb) * g + kb * b;
    return scale_.place((b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr)));
  }

  /// Writes the name of a colour beside its box, less than two lines of text away: towards the
  /// nearer side of the plot, not nearer to the middle than the box, and as near as other boxes and
  /// the circle allow. In small plots a name may interrupt an axis or the skin-tone line before it
  /// may come clearly nearer to the box of another colour. No name is written if all these places
  /// are taken.
  void write_name(const Box& box, const std::vector<Box>& boxes) const {
    constexpr int directions = 16, distances = 5;
    const Canvas::Size size = canvas_.measure(box.colour, metrics_.font);
    const double gap = 0.2 * metrics_.font + metrics_.line;
    const double wide = box.half.x + size.width / 2 + 2 * gap,
                 high = box.half.y + size.height / 2 + gap;
    const bool right = box.at.x > scale_.middle.x;
    struct Pass {
      bool inside;     ///< also nearer to the middle than the box, where traces lie
      double nearness; ///< see is_beside()
      bool crosses;    ///< also over lines
    };
    constexpr Pass passes[] = {{false, 0.85, false}, {false, 0.85, true}, {true, 0.85, false},
                               {true, 0.85, true},   {false, 0.6, false}, {false, 0.6, true},
                               {true, 0.6, false},   {true, 0.6, true}};
    for (const Pass& pass : passes)
      for (int distance = 0; distance < distances; distance++)
        for (int turn = 0; turn < directions; turn++) { // to one side and to the other by turns
          const double angle = (turn % 2 ? 1 : -1) * ((turn + 1) / 2) * 2 * G_PI / directions;
          const double across = std::cos(angle) * (right ? 1 : -1), down = std::sin(angle);
          const double reach = std::min(wide / std::max(std::fabs(across), 1e-9),
                                        high / std::max(std::fabs(down), 1e-9)) +
                               distance * 0.4 * metrics_.font;
          const Box text = {{box.at.x + reach * across, box.at.y + reach * down},
                            {size.width / 2 + gap, size.height / 2 + gap},
                            box.colour};
          if ((pass.inside || from_middle(text) >= from_middle(box)) &&
              is_beside(text, box, boxes, pass.nearness) && !touches_circle(text) &&
              (pass.crosses || !touches_lines(text)) &&
              canvas_.text_if_free(text.at.x, text.at.y, Anchor::centre, box.colour, metrics_.font,
                                   style::label, plot_, Outside::drop, {},
                                   pass.crosses ? &style::plot : nullptr))
            return;
        }
  }

  /// Whether an area is near its own box and touches none of the boxes, and the boxes of other
  /// colours are at least `nearness` times as far away.
  bool is_beside(const Box& area, const Box& own, const std::vector<Box>& boxes,
                 double nearness) const {
    const auto distance = [&](const Box& box) {
      return std::hypot(std::max(std::fabs(area.at.x - box.at.x) - area.half.x - box.half.x, 0.0),
                        std::max(std::fabs(area.at.y - box.at.y) - area.half.y - box.half.y, 0.0));
    };
    const double away = distance(own);
    if (away > 1.5 * metrics_.font)
      return false;
    return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
      return distance(box) > 0 && (distance(box) >= nearness * away || box.colour == own.colour);
    });
  }

  /// The distance of an area's middle from that of the plot; that to the circle is 1.
  double from_middle(const Box& area) const {
    const Box relative = on_circle(area);
    return std::hypot(relative.at.x, relative.at.y);
  }

  /// An area where the circle has the radius 1, its middle is the origin, and y runs upwards.
  Box on_circle(const Box& area) const {
    const Point middle = scale_.middle, radius = scale_.radius;
    return {{(area.at.x - middle.x) / radius.x, (middle.y - area.at.y) / radius.y},
            {area.half.x / radius.x, area.half.y / radius.y},
            area.colour};
  }

  /// Whether an area touches the circle or its ticks.
  bool touches_circle(const Box& area) const {
    const auto& [at, half, colour] = on_circle(area);
    const double x = std::fabs(at.x), y = std::fabs(at.y);
    return std::hypot(std::max(x - half.x, 0.0), std::max(y - half.y, 0.0)) < 1 &&
           std::hypot(x + half.x, y + half.y) > inner_end_of_ticks;
  }

  /// Whether an area touches a line through the middle. Lines are taken to be endless.
  bool touches_lines(const Box& area) const {
    const Box scaled = on_circle(area);
    const Point &at = scaled.at, &half = scaled.half;
    if (std::fabs(at.x) < half.x || std::fabs(at.y) < half.y)
      return true; // an axis
    return std::any_of(directions_.begin(), directions_.end(), [&](const Direction& line) {
      const Point along = line.along();
      const double across = at.x * along.y - at.y * along.x;
      return std::fabs(across) < half.x * std::fabs(along.y) + half.y * std::fabs(along.x) &&
             (line.both_ways || at.x * along.x + at.y * along.y > 0);
    });
  }

  Canvas& canvas_;
  const Rect& plot_;
  const VectorscopeScale& scale_;
  const Metrics& metrics_;
  const ColourSpec& colours_;
  std::vector<Direction> directions_;
  const PictureOptions& options_;
};

} // namespace

void draw_vectorscope(Canvas& canvas, const Rect& plot, const VectorscopeScale& scale,
                      const Metrics& metrics, const Source& source, const PictureOptions& options) {
  const VectorscopeGraticule graticule(canvas, plot, scale, metrics, source, options);
  graticule.draw_circle();
  if (source.colours.has_matrix)
    graticule.draw_targets();
}

} // namespace videohistogram::scope
