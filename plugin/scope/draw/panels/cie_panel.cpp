// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Chromaticities of CIE 1931 (y over x) and of CIE 1976 (v' over u').
#include "plugin/scope/draw/panels/plane_panel.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

namespace videohistogram::scope {

namespace {

struct Tristimulus {
  double x, y, z;
};
/// The colour-matching functions of the CIE 1931 standard observer (2 degrees), from 380 to 700 nm
/// in steps of 5 nm: CIE 15:2004, table T.4.
constexpr Tristimulus observer[] = {
    {0.001368, 0.000039, 0.006450}, {0.002236, 0.000064, 0.010550}, {0.004243, 0.000120, 0.020050},
    {0.007650, 0.000217, 0.036210}, {0.014310, 0.000396, 0.067850}, {0.023190, 0.000640, 0.110200},
    {0.043510, 0.001210, 0.207400}, {0.077630, 0.002180, 0.371300}, {0.134380, 0.004000, 0.645600},
    {0.214770, 0.007300, 1.039050}, {0.283900, 0.011600, 1.385600}, {0.328500, 0.016840, 1.622960},
    {0.348280, 0.023000, 1.747060}, {0.348060, 0.029800, 1.782600}, {0.336200, 0.038000, 1.772110},
    {0.318700, 0.048000, 1.744100}, {0.290800, 0.060000, 1.669200}, {0.251100, 0.073900, 1.528100},
    {0.195360, 0.090980, 1.287640}, {0.142100, 0.112600, 1.041900}, {0.095640, 0.139020, 0.812950},
    {0.057950, 0.169300, 0.616200}, {0.032010, 0.208020, 0.465180}, {0.014700, 0.258600, 0.353300},
    {0.004900, 0.323000, 0.272000}, {0.002400, 0.407300, 0.212300}, {0.009300, 0.503000, 0.158200},
    {0.029100, 0.608200, 0.111700}, {0.063270, 0.710000, 0.078250}, {0.109600, 0.793200, 0.057250},
    {0.165500, 0.862000, 0.042160}, {0.225750, 0.914850, 0.029840}, {0.290400, 0.954000, 0.020300},
    {0.359700, 0.980300, 0.013400}, {0.433450, 0.994950, 0.008750}, {0.512050, 1.000000, 0.005750},
    {0.594500, 0.995000, 0.003900}, {0.678400, 0.978600, 0.002750}, {0.762100, 0.952000, 0.002100},
    {0.842500, 0.915400, 0.001800}, {0.916300, 0.870000, 0.001650}, {0.978600, 0.816300, 0.001400},
    {1.026300, 0.757000, 0.001100}, {1.056700, 0.694900, 0.001000}, {1.062200, 0.631000, 0.000800},
    {1.045600, 0.566800, 0.000600}, {1.002600, 0.503000, 0.000340}, {0.938400, 0.441200, 0.000240},
    {0.854450, 0.381000, 0.000190}, {0.751400, 0.321000, 0.000100}, {0.642400, 0.265000, 0.000050},
    {0.541900, 0.217000, 0.000030}, {0.447900, 0.175000, 0.000020}, {0.360800, 0.138200, 0.000010},
    {0.283500, 0.107000, 0},        {0.218700, 0.081600, 0},        {0.164900, 0.061000, 0},
    {0.121200, 0.044580, 0},        {0.087400, 0.032000, 0},        {0.063600, 0.023200, 0},
    {0.046770, 0.017000, 0},        {0.032900, 0.011920, 0},        {0.022700, 0.008210, 0},
    {0.015840, 0.005723, 0},        {0.011359, 0.004102, 0}};

Chromaticity locus(size_t index) {
  const auto [x, y, z] = observer[index];
  return {x / (x + y + z), y / (x + y + z)};
}

/// A triangle of primaries, and how it is drawn.
struct Gamut {
  std::string name;
  Primaries primaries;
  Colour colour;
};

class CiePanel final : public PlanePanel {
public:
  CiePanel(ScopeKind kind, const Rect& rect, const PictureOptions& options, TableList& tables)
      : CiePanel(kind == ScopeKind::cie_xy, rect, options, tables) {}

private:
  // What is below the axes has room for their labels.
  static constexpr double xy_end = double{1} * outside_chromaticity / xy_per_unit,
                          uv_end = double{1} * outside_chromaticity / uv_per_unit;
  static constexpr Sides xy_sides = {-0.07, xy_end, -0.07, xy_end},
                         uv_sides = {-0.05, uv_end, -0.05, uv_end};

  CiePanel(bool xy, const Rect& rect, const PictureOptions& options, TableList& tables)
      : PlanePanel(rect, options, tables, xy ? Quantity::cie_x : Quantity::cie_u,
                   xy ? Quantity::cie_y : Quantity::cie_v, xy ? xy_sides : uv_sides,
                   xy ? "CIE 1931 xy" : "CIE 1976 u'v'",
                   tables.has(Quantity::cie_x) ? ""
                   : tables.has(Quantity::cb)  ? "frames of an unknown matrix"
                                               : "frames without R, G and B"),
        xy_(xy) {}

  /// Where a chromaticity lies in the plot.
  GamutPoint point_of(const Chromaticity& c) const {
    const double sum = 12 * c.y - 2 * c.x + 3;
    return xy_ ? GamutPoint{c.x, c.y} : GamutPoint{4 * c.x / sum, 9 * c.y / sum};
  }
  Chromaticity chromaticity_of(const GamutPoint& p) const {
    const double sum = 6 * p.x - 16 * p.y + 12;
    return xy_ ? Chromaticity{p.x, p.y} : Chromaticity{9 * p.x / sum, 4 * p.y / sum};
  }
  /// Signals per pixel.
  double unit() const { return ((xy_ ? xy_end : uv_end) - (xy_ ? -0.07 : -0.05)) / plot_.width; }

  void draw_graticule(Canvas& canvas) const override;
  void draw_axes(Canvas& canvas) const;
  void draw_locus(Canvas& canvas) const;
  std::vector<Gamut> gamuts() const;
  void draw_gamuts(Canvas& canvas) const;
  void set_light(TraceDrawing& trace, const PixelOrder& order) const override;
  /// Dark pixels, of which few codes tell the colour, scatter over the plot: each is to be seen
  /// less than where many lie.
  double least() const override { return 0.2; }

  const bool xy_;
};

void CiePanel::draw_graticule(Canvas& canvas) const {
  draw_axes(canvas);
  draw_locus(canvas);
  draw_gamuts(canvas);
  const GamutPoint white = place(point_of(d65));
  const double arm = std::max(3.0, 0.012 * plot_.width);
  canvas.horizontal(white.x - arm, white.x + arm, white.y, style::title, metrics_.line);
  canvas.vertical(white.x, white.y - arm, white.y + arm, style::title, metrics_.line);
}

/// Lines at each tenth, with labels at each second one.
void CiePanel::draw_axes(Canvas& canvas) const {
  const double end = xy_ ? xy_end : uv_end, gap = 4 * unit();
  for (int tenth = 0; tenth < 10 * end; tenth++) {
    const double at = tenth / 10.0;
    const Colour& colour = tenth == 0 ? style::nominal_line : style::line;
    line(canvas, {at, 0}, {at, end}, colour);
    line(canvas, {0, at}, {end, at}, colour);
    if (tenth % 2 != 0 || tenth == 0)
      continue;
    const std::string label = "0." + std::to_string(tenth);
    write(canvas, {at, -gap}, Anchor::top, label);
    write(canvas, {-gap, at}, Anchor::right, label);
  }
  const double name = xy_ ? 0.7 : 0.5; // between two labels
  write(canvas, {name, -gap}, Anchor::top, xy_ ? "x" : "u'");
  write(canvas, {-gap, name}, Anchor::right, xy_ ? "y" : "v'");
}

/// The colours of single wavelengths, and the line of purples.
void CiePanel::draw_locus(Canvas& canvas) const {
  const size_t n = std::size(observer);
  for (size_t i = 0; i + 1 < n; i++)
    line(canvas, point_of(locus(i)), point_of(locus(i + 1)), style::white_line);
  line(canvas, point_of(locus(n - 1)), point_of(locus(0)), style::white_line, dash());
  if (plot_.width < 20 * metrics_.font)
    return;
  const GamutPoint white = point_of(d65);
  for (int wavelength = 460; wavelength <= 620; wavelength += 20) {
    const GamutPoint at = point_of(locus(static_cast<size_t>(wavelength - 380) / 5));
    const double away = std::hypot(at.x - white.x, at.y - white.y);
    const GamutPoint out = {(at.x - white.x) / away, (at.y - white.y) / away};
    const auto outside = [&](double pixels) -> GamutPoint {
      return {at.x + out.x * pixels * unit(), at.y + out.y * pixels * unit()};
    };
    line(canvas, at, outside(0.4 * metrics_.font), style::white_line);
    write(canvas, outside(metrics_.font),
          out.x > 0.4    ? Anchor::left
          : out.x < -0.4 ? Anchor::right
                         : Anchor::centre,
          std::to_string(wavelength));
  }
}

/// The triangles to draw. The primaries of the frames come last, unless they are among the others.
std::vector<Gamut> CiePanel::gamuts() const {
  std::vector<Gamut> gamuts = {{"BT.2020", bt2020_primaries, {0.72, 0.55, 0.32}},
                               {"P3", p3_primaries, {0.20, 0.66, 0.70}},
                               {"BT.709", bt709_primaries, {0.70, 0.73, 0.78}}};
  const Primaries& own = source_.colours.primaries;
  if (std::none_of(gamuts.begin(), gamuts.end(),
                   [&](const Gamut& gamut) { return are_equal(gamut.primaries, own); }))
    gamuts.push_back({"frames", own, {0.62, 0.48, 0.78}});
  return gamuts;
}

void CiePanel::draw_gamuts(Canvas& canvas) const {
  const double end = xy_ ? xy_end : uv_end, row = 1.5 * metrics_.font;
  double down = row;
  for (const Gamut& gamut : gamuts()) {
    const auto& [r, g, b, white] = gamut.primaries;
    line(canvas, point_of(r), point_of(g), gamut.colour);
    line(canvas, point_of(g), point_of(b), gamut.colour);
    line(canvas, point_of(b), point_of(r), gamut.colour);
    if (!metrics_.labels)
      continue;
    // Where no colours are: at the top right of x and y, at the bottom right of u' and v'.
    const GamutPoint at = place({end, xy_ ? end : 0});
    canvas.text_if_free(at.x - metrics_.font / 2, xy_ ? at.y + down : at.y - down, Anchor::right,
                        gamut.name, metrics_.font, gamut.colour, rect_);
    down += row;
  }
}

/// The colour of each chromaticity, as far as a display of BT.709 has it.
void CiePanel::set_light(TraceDrawing& trace, const PixelOrder& order) const {
  // R, G and B of X, Y and Z: IEC 61966-2-1.
  constexpr double rows[3][3] = {
      {3.2406, -1.5372, -0.4986}, {-0.9689, 1.8758, 0.0415}, {0.0557, -0.2040, 1.0570}};
  for (uint32_t y = 0; y < plot_.height; y++)
    for (uint32_t x = 0; x < plot_.width; x++) {
      const Chromaticity at = chromaticity_of(signals_at(x, y));
      double light[3], most = 0;
      for (size_t i = 0; i < 3; i++) {
        light[i] =
            std::max(0.0, rows[i][0] * at.x + rows[i][1] * at.y + rows[i][2] * (1 - at.x - at.y));
        most = std::max(most, light[i]);
      }
      const auto code = [&](size_t i) {
        const double signal = most > 0 ? std::pow(light[i] / most, 1 / 2.4) : 1;
        return static_cast<uint8_t>(std::lround(255 * (0.25 + 0.75 * signal)));
      };
      trace.colours.push_back(order.pack(code(0), code(1), code(2), 0));
    }
  trace.colours.resize(trace.colours.size() + colour_padding);
}

} // namespace

std::unique_ptr<Panel> make_cie_panel(ScopeKind kind, const Rect& rect,
                                      const PictureOptions& options, TableList& tables) {
  return std::make_unique<CiePanel>(kind, rect, options, tables);
}

} // namespace videohistogram::scope
