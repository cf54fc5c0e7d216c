// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The vectorscope: the joint histogram of Cb, to the right, and Cr, upwards.
#include "core/drawing/dots.h"
#include "plugin/scope/draw/panels/graticule.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/trace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::scope {

namespace {

constexpr uint32_t dot_brightness = 170;

/// Where the longest ticks end, as a share of the circle's radius.
constexpr double inner_end_of_ticks = 0.94;

/// Half the side of a box for a colour of bars of 75 % and of 100 %, as a share of the signal, and
/// the least in pixels.
constexpr double half_box_75 = 0.025, half_box_100 = 0.0125, least_half_box = 2;

/// Signals of colour difference, from -0.5 to 0.5.
struct Difference {
  double cb, cr;
};

class VectorscopePanel final : public Panel {
public:
  VectorscopePanel(const Rect& rect, const PictureOptions& options, TableList& tables);

  void draw_graticule(Canvas& canvas, const PixelOrder& order) override;
  std::vector<PlotArea> plots() const override;
  void load(const CountedTables& tables, size_t part) override;
  void hold(Hold hold) override;
  void forget() override;
  void add_row(size_t plot, uint32_t row, uint32_t* pixels, RowScratch& scratch) const override;
  PlotDrawing describe(size_t plot, const Plan& plan) const override;

private:
  struct Point {
    double x, y;
  };
  /// A rectangle by its middle.
  struct Box {
    Point at, half;               ///< half: of width and height
    const char* colour = nullptr; ///< its name; null: it is that of no colour
  };
  Rect find_plot() const;
  Window find_window() const;
  /// Pixels from the signal 0 to the signal 1, to the right and upwards.
  Point pixels_of_signal() const {
    const double share = axis_.unit / axis_.n_values() / window_.length();
    return {plot_.width * share, plot_.height * share};
  }
  Point radius_of_circle() const {
    const Point unit = pixels_of_signal();
    return {unit.x / options_.vectorscope_gain / 2, unit.y / options_.vectorscope_gain / 2};
  }
  bool has_skin_line() const { return options_.skin_tone >= 0 && source_.colours.has_matrix; }
  Point place(const Difference& difference) const;
  Difference difference_of(double r, double g, double b) const;
  uint64_t least_of_dot() const { return std::clamp<uint64_t>(table_.samples / 50, 1, UINT32_MAX); }
  int64_t place_of_dot(uint32_t bin, uint32_t bins, uint32_t pixels) const;
  int64_t half_width_of_dot(double distance) const;
  void find_dots(const uint32_t* counts);
  void add_dots(uint32_t row, uint32_t* pixels) const;
  void draw_circle(Canvas& canvas) const;
  void draw_targets(Canvas& canvas) const;
  void write_name(Canvas& canvas, const Box& box, const std::vector<Box>& boxes) const;
  bool is_beside(const Box& area, const Box& own, const std::vector<Box>& boxes,
                 double nearness) const;
  Box on_circle(const Box& area) const;
  bool touches_circle(const Box& area) const;
  bool touches_lines(const Box& area) const;
  void colour_pixels(const PixelOrder& order);

  const Rect rect_;
  const PictureOptions options_;
  const Source source_;
  const Metrics metrics_;
  const bool possible_; ///< the frames have Cb and Cr
  Axis axis_;           ///< of both
  TableShape table_;
  Rect plot_;     ///< a square on the display
  Window window_; ///< of both axes
  std::unique_ptr<Trace> trace_;
  /// A cell of the table with so many samples that it is drawn as a dot.
  struct Dot {
    int64_t x, y; ///< its middle, in pixels of the plot
  };
  std::vector<Dot> dots_; ///< of the present frame
  LightColour light_, held_light_;
  std::vector<uint32_t> colours_; ///< of each pixel of the plot, with padding; empty: use light_
};

VectorscopePanel::VectorscopePanel(const Rect& rect, const PictureOptions& options,
                                   TableList& tables)
    : rect_(rect), options_(options), source_(tables.source()), metrics_(rect),
      possible_(tables.has(Quantity::cb)) {
  if (!possible_)
    return;
  axis_ = axis_of(source_, Quantity::cb);
  table_ = tables.join(Quantity::cb, Quantity::cr, options.vectorscope_gain);
}

/// The largest plot that is a square on the display.
Rect VectorscopePanel::find_plot() const {
  const double edge = metrics_.labels ? 0.5 * metrics_.font : 1;
  const Rect room = inset(rect_, {edge, metrics_.labels ? 1.9 * metrics_.font : 1, edge, edge});
  const double height = std::min<double>(room.height, room.width * options_.pixel_aspect);
  Rect plot;
  plot.width = static_cast<uint32_t>(std::max(std::round(height / options_.pixel_aspect), 1.0));
  plot.height = static_cast<uint32_t>(std::max(std::round(height), 1.0));
  plot.x = room.x + (room.width - plot.width) / 2;
  plot.y = room.y + (room.height - plot.height) / 2;
  return plot;
}

/// The part of the axes around the middle of the neutral code. At gain 1 the plot shows all codes,
/// and the boxes of all colours with their outlines.
Window VectorscopePanel::find_window() const {
  const double line = metrics_.line + 1, pixels = std::min(plot_.width, plot_.height);
  double half = axis_.n_values() / 2 + 0.5; // from the neutral code to the lowest one
  if (pixels > 20 * line) {
    half = std::max(half, (0.5 + half_box_100) * axis_.unit / (1 - 2 * line / pixels));
    half = std::max(half, 0.5 * axis_.unit / (1 - 2 * (least_half_box + line) / pixels));
  }
  const double reach = half / axis_.n_values() / options_.vectorscope_gain;
  const double middle = axis_.position_of(axis_.zero);
  return {middle - reach, middle + reach};
}

VectorscopePanel::Point VectorscopePanel::place(const Difference& difference) const {
  const Point unit = pixels_of_signal(); // the neutral code lies in the middle
  return {plot_.x + plot_.width / 2.0 + unit.x * difference.cb,
          plot_.y + plot_.height / 2.0 - unit.y * difference.cr};
}

Difference VectorscopePanel::difference_of(double r, double g, double b) const {
  const double kr = source_.colours.kr, kb = source_.colours.kb;
  const double y = kr * r + (1 - kr - kb) * g + kb * b;
  return {(b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr))};
}

/// The circle of the largest nominal differences, divided by the gain, ticks every 10 degrees, the
/// axes and the skin-tone line.
void VectorscopePanel::draw_circle(Canvas& canvas) const {
  const Point middle = place({0, 0}), radius = radius_of_circle();
  for (int degrees = 0; degrees < 360; degrees += 10) {
    const double angle = degrees * G_PI / 180, length = degrees % 30 ? 0.97 : inner_end_of_ticks;
    canvas.line(middle.x + std::cos(angle) * radius.x * length,
                middle.y - std::sin(angle) * radius.y * length,
                middle.x + std::cos(angle) * radius.x, middle.y - std::sin(angle) * radius.y,
                style::line, metrics_.line);
  }
  canvas.ellipse(middle.x, middle.y, radius.x, radius.y, style::nominal_line, metrics_.line);
  canvas.horizontal(middle.x - radius.x, middle.x + radius.x, middle.y, style::line, metrics_.line);
  canvas.vertical(middle.x, middle.y - radius.y, middle.y + radius.y, style::line, metrics_.line);
  if (has_skin_line()) {
    const double angle = options_.skin_tone * G_PI / 180;
    canvas.line(middle.x, middle.y, middle.x + std::cos(angle) * radius.x,
                middle.y - std::sin(angle) * radius.y, style::skin_line, metrics_.line);
  }
}

/// Boxes around the primary and secondary colours of bars of 75 % and 100 %.
void VectorscopePanel::draw_targets(Canvas& canvas) const {
  struct Bar {
    const char* name;
    double r, g, b;
  };
  constexpr Bar bars[] = {{"R", 1, 0, 0},  {"Mg", 1, 0, 1}, {"B", 0, 0, 1},
                          {"Cy", 0, 1, 1}, {"G", 0, 1, 0},  {"Yl", 1, 1, 0}};
  const bool at_75 = options_.targets == Targets::at_75 || options_.targets == Targets::both;
  const bool at_100 = options_.targets == Targets::at_100 || options_.targets == Targets::both;
  const Point unit = pixels_of_signal();
  std::vector<Box> boxes;
  std::vector<Box> named; // the first box of each colour in the plot
  for (const Bar& bar : bars) {
    const Colour colour = {0.22 + 0.5 * bar.r, 0.22 + 0.5 * bar.g, 0.22 + 0.5 * bar.b};
    const size_t before = boxes.size();
    const auto add_box = [&](double level, double reach) {
      const Point at = place(difference_of(level * bar.r, level * bar.g, level * bar.b));
      const Point half = {std::max(reach * unit.x, least_half_box),
                          std::max(reach * unit.y, least_half_box)};
      if (at.x - half.x <= plot_.x || at.x + half.x >= plot_.x + plot_.width ||
          at.y - half.y <= plot_.y || at.y + half.y >= plot_.y + plot_.height)
        return;
      canvas.rectangle(at.x - half.x, at.y - half.y, 2 * half.x, 2 * half.y, colour, metrics_.line);
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
      write_name(canvas, box, boxes);
}

/// Writes the name of a box: best beside it, towards the nearer side of the plot, else as near as
/// other boxes and the circle allow. In small plots it may have to cross an axis or the skin-tone
/// line, which is better than to be clearly nearer to the box of another colour. No name is written
/// where all places are taken.
void VectorscopePanel::write_name(Canvas& canvas, const Box& box,
                                  const std::vector<Box>& boxes) const {
  constexpr int directions = 16, distances = 8;
  const Canvas::Size size = canvas.measure(box.colour, metrics_.font);
  const double gap = 0.2 * metrics_.font + metrics_.line;
  const double wide = box.half.x + size.width / 2 + 2 * gap,
               high = box.half.y + size.height / 2 + gap;
  const bool right = box.at.x > place({0, 0}).x;
  for (const double nearness : {0.85, 0.6})
    for (const bool crosses : {false, true})
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
          if (is_beside(text, box, boxes, nearness) && !touches_circle(text) &&
              (crosses || !touches_lines(text)) &&
              canvas.text_if_free(text.at.x, text.at.y, Anchor::centre, box.colour, metrics_.font,
                                  style::label, plot_))
            return;
        }
}

/// Whether an area touches none of the boxes, and those of other colours are at least `nearness`
/// times as far away as `own`.
bool VectorscopePanel::is_beside(const Box& area, const Box& own, const std::vector<Box>& boxes,
                                 double nearness) const {
  const auto distance = [&](const Box& box) {
    return std::hypot(std::max(std::fabs(area.at.x - box.at.x) - area.half.x - box.half.x, 0.0),
                      std::max(std::fabs(area.at.y - box.at.y) - area.half.y - box.half.y, 0.0));
  };
  const double away = distance(own);
  return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
    return distance(box) > 0 && (distance(box) >= nearness * away || box.colour == own.colour);
  });
}

/// An area where the circle has the radius 1, its middle is the origin, and y runs upwards.
VectorscopePanel::Box VectorscopePanel::on_circle(const Box& area) const {
  const Point middle = place({0, 0}), radius = radius_of_circle();
  return {{(area.at.x - middle.x) / radius.x, (middle.y - area.at.y) / radius.y},
          {area.half.x / radius.x, area.half.y / radius.y},
          area.colour};
}

/// The circle or its ticks.
bool VectorscopePanel::touches_circle(const Box& area) const {
  const auto& [at, half, colour] = on_circle(area);
  const double x = std::fabs(at.x), y = std::fabs(at.y);
  return std::hypot(std::max(x - half.x, 0.0), std::max(y - half.y, 0.0)) < 1 &&
         std::hypot(x + half.x, y + half.y) > inner_end_of_ticks;
}

/// The lines through the middle, which are taken to be endless.
bool VectorscopePanel::touches_lines(const Box& area) const {
  const auto& [at, half, colour] = on_circle(area);
  if (std::fabs(at.x) < half.x || std::fabs(at.y) < half.y)
    return true; // an axis
  if (!has_skin_line())
    return false;
  const double angle = options_.skin_tone * G_PI / 180;
  const Point along = {std::cos(angle), std::sin(angle)};
  const double across = at.x * along.y - at.y * along.x;
  return std::fabs(across) < half.x * std::fabs(along.y) + half.y * std::fabs(along.x) &&
         at.x * along.x + at.y * along.y > 0;
}

/// Gives each pixel the hue of its Cb and Cr, with more white towards the middle.
void VectorscopePanel::colour_pixels(const PixelOrder& order) {
  const double kr = source_.colours.kr, kb = source_.colours.kb, kg = 1 - kr - kb;
  colours_.resize(size_t{plot_.width} * plot_.height + row_padding);
  const Point middle = place({0, 0}), unit = pixels_of_signal();
  for (uint32_t y = 0; y < plot_.height; y++)
    for (uint32_t x = 0; x < plot_.width; x++) {
      const double cb = (plot_.x + x + 0.5 - middle.x) / unit.x;
      const double cr = (middle.y - plot_.y - y - 0.5) / unit.y;
      const double reach = std::hypot(cb, cr);
      const double scale = reach > 0 ? std::min(reach * 4, 1.0) * 0.35 / reach : 0;
      const double r = 0.6 + 2 * (1 - kr) * cr * scale, b = 0.6 + 2 * (1 - kb) * cb * scale;
      const double g =
          0.6 - 2 * kb * (1 - kb) / kg * cb * scale - 2 * kr * (1 - kr) / kg * cr * scale;
      const double most = std::max({r, g, b});
      const auto code = [&](double component) {
        return static_cast<uint8_t>(
            std::lround(255 * (0.15 + 0.85 * std::max(component, 0.0) / most)));
      };
      colours_[size_t{y} * plot_.width + x] = order.pack(code(r), code(g), code(b), 0);
    }
}

void VectorscopePanel::draw_graticule(Canvas& canvas, const PixelOrder& order) {
  char gain[64] = "";
  if (options_.vectorscope_gain > 1)
    std::snprintf(gain, sizeof gain, "  x%g  circle %.3g %%", options_.vectorscope_gain,
                  50 / options_.vectorscope_gain);
  draw_title(canvas, rect_, metrics_, "Vectorscope" + std::string(gain), source_.description);
  plot_ = find_plot();
  window_ = find_window();
  canvas.fill(plot_, style::plot);
  if (!possible_) {
    canvas.text_if_free(plot_.x + plot_.width / 2.0, plot_.y + plot_.height / 2.0, Anchor::centre,
                        "frames without Cb and Cr", metrics_.font, style::label, rect_);
    return;
  }
  draw_circle(canvas);
  if (source_.colours.has_matrix)
    draw_targets(canvas);
  trace_ = std::make_unique<Trace>(table_, plot_.width, plot_.height, Orientation::upright,
                                   Response{200 / static_cast<float>(options_.intensity), 0.33f},
                                   window_);
  light_ = {};
  held_light_ = make_light(style::held_trace, order);
  colours_.clear();
  if (options_.trace_colour == TraceColour::quantity)
    colour_pixels(order);
  else
    light_ = make_light(style::neutral_trace, order);
}

std::vector<PlotArea> VectorscopePanel::plots() const {
  if (!possible_)
    return {};
  return {{ScopeKind::vectorscope,
           {Quantity::cb, Quantity::cr},
           plot_,
           axis_,
           ValueDirection::both,
           window_}};
}

void VectorscopePanel::load(const CountedTables& tables, size_t) {
  if (!possible_)
    return;
  const HostCounts counts = tables.joint(table_.index);
  trace_->load(counts);
  find_dots(counts.wide); // joint histograms are wide
}

void VectorscopePanel::hold(Hold hold) {
  if (possible_)
    trace_->hold(hold, held_light_);
}

void VectorscopePanel::forget() {
  if (possible_)
    trace_->forget();
}

/// Along a side of the plot of so many pixels.
int64_t VectorscopePanel::place_of_dot(uint32_t bin, uint32_t bins, uint32_t pixels) const {
  const double position = ((bin + 0.5) / bins - window_.begin) / window_.length();
  return static_cast<int64_t>(std::floor(position * pixels));
}

/// Pixels on either side of a dot's middle, `distance` rows away from it; -1: none.
int64_t VectorscopePanel::half_width_of_dot(double distance) const {
  const double radius = std::max(1.5, plot_.height / 160.0);
  if (std::fabs(distance) > radius)
    return -1;
  const double wider = std::max(1.5, plot_.width / 160.0) / radius;
  return static_cast<int64_t>(wider * std::sqrt(radius * radius - distance * distance));
}

/// The cells of flat colours, such as bars: those with at least one fiftieth of all samples, and
/// most of those around.
void VectorscopePanel::find_dots(const uint32_t* counts) {
  dots_.clear();
  const JointCounts joint = {counts, table_.positions, table_.bins};
  const uint64_t least = least_of_dot();
  for (uint32_t cb = 0; cb < joint.columns; cb++)
    for (uint32_t cr = 0; cr < joint.rows; cr++)
      if (is_dot(joint, cb, cr, least))
        dots_.push_back({place_of_dot(cb, joint.columns, plot_.width),
                         int64_t{plot_.height} - 1 - place_of_dot(cr, joint.rows, plot_.height)});
}

void VectorscopePanel::add_dots(uint32_t row, uint32_t* pixels) const {
  for (const Dot& dot : dots_) {
    const int64_t half = half_width_of_dot(static_cast<double>(static_cast<int64_t>(row) - dot.y));
    if (half < 0)
      continue;
    const int64_t end = std::min<int64_t>(dot.x + half + 1, plot_.width);
    for (int64_t x = std::max<int64_t>(dot.x - half, 0); x < end; x++) {
      LightColour light = light_;
      if (!colours_.empty())
        light.colour = colours_[size_t{row} * plot_.width + static_cast<size_t>(x)];
      pixels[x] = add_saturated(pixels[x], light_of(light, dot_brightness));
    }
  }
}

void VectorscopePanel::add_row(size_t, uint32_t row, uint32_t* pixels, RowScratch& scratch) const {
  const size_t first = size_t{row} * plot_.width;
  trace_->add_light(row, light_, colours_.empty() ? nullptr : &colours_[first], pixels, scratch);
  add_dots(row, pixels);
}

PlotDrawing VectorscopePanel::describe(size_t, const Plan& plan) const {
  PlotDrawing drawing;
  drawing.rect = plot_;
  const size_t matrix = plan.matrix_of_joint(table_.index, 0);
  TraceDrawing trace = trace_->describe(matrix, light_, held_light_);
  trace.colours = colours_;
  drawing.traces.push_back(std::move(trace));
  DotsDrawing dots;
  dots.matrix = matrix;
  dots.columns = table_.positions;
  dots.rows = table_.bins;
  dots.least = least_of_dot();
  for (uint32_t bin = 0; bin < dots.columns; bin++)
    dots.x_of.push_back(static_cast<int32_t>(place_of_dot(bin, dots.columns, plot_.width)));
  for (uint32_t bin = 0; bin < dots.rows; bin++)
    dots.y_of.push_back(static_cast<int32_t>(int64_t{plot_.height} - 1 -
                                             place_of_dot(bin, dots.rows, plot_.height)));
  for (int32_t distance = 0; half_width_of_dot(distance) >= 0; distance++)
    dots.half_widths.push_back(static_cast<int32_t>(half_width_of_dot(distance)));
  dots.light = light_;
  dots.brightness = dot_brightness;
  drawing.dots = std::move(dots);
  return drawing;
}

} // namespace

std::unique_ptr<Panel> make_vectorscope_panel(const Rect& rect, const PictureOptions& options,
                                              TableList& tables) {
  return std::make_unique<VectorscopePanel>(rect, options, tables);
}

} // namespace videohistogram::scope
