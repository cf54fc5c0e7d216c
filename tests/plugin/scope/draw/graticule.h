// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The graticules of scopes, without traces.
#pragma once

#include "plugin/scope/draw/panels/panel.h"
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::scope {

struct Frames {
  const char* format;
  bool full_range;
  Transfer transfer;

  uint32_t depth() const { return find_format(format)->depth; }
  /// The code of a signal, not rounded.
  double code(double signal) const {
    const double step = std::pow(2, depth() - 8);
    return full_range ? (std::pow(2, depth()) - 1) * signal : (16 + 219 * signal) * step;
  }
  double difference_code(double signal) const {
    const double step = std::pow(2, depth() - 8);
    return 128 * step + (full_range ? std::pow(2, depth()) - 1 : 224 * step) * signal;
  }
};

/// The graticule of one scope.
class Graticule {
public:
  Graticule(ScopeKind kind, const Frames& frames, const PictureOptions& options, const Rect& rect,
            uint32_t width, uint32_t height, const scope::Matrix& matrix = matrices[1],
            const std::string& description = "BT.709 limited 8 bit")
      : canvas_(std::move(*Canvas::create(width, height))), rect_(rect) {
    Source source;
    source.format = find_format(frames.format);
    source.width = 64;
    source.height = 48;
    source.colours.kr = matrix.kr;
    source.colours.kb = matrix.kb;
    source.colours.full_range = frames.full_range;
    source.colours.narrow_rgb = !frames.full_range;
    source.colours.transfer = frames.transfer;
    source.description = description;
    TableList tables(source, 256);
    const auto panel =
        kind == ScopeKind::histogram      ? make_histogram_panel(rect, options, tables)
        : kind == ScopeKind::vectorscope  ? make_vectorscope_panel(rect, options, tables)
        : kind == ScopeKind::lightning    ? make_gamut_panel(kind, rect, options, tables)
        : kind == ScopeKind::channel_plot ? make_plane_panel(kind, rect, options, tables)
                                          : make_waveform_panel(kind, rect, options, tables);
    const SharedPlan plan = *tables.compile();
    panel->draw(canvas_, {}, *plan);
    plots_ = panel->plots();
  }
  Graticule(ScopeKind kind, const Frames& frames, const PictureOptions& options, uint32_t width,
            uint32_t height, const scope::Matrix& matrix = matrices[1])
      : Graticule(kind, frames, options, {0, 0, width, height}, width, height, matrix) {}

  const std::vector<Canvas::WrittenText>& texts() const { return canvas_.texts(); }
  std::string title() const { return texts().empty() ? "" : texts()[0].text; }
  const std::vector<PlotArea>& plots() const { return plots_; }
  const Rect& rect() const { return rect_; }
  uint32_t light(uint32_t x, uint32_t y) const {
    const uint32_t pixel = canvas_.row(y)[x];
    return (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255);
  }

  Colour pixel(uint32_t x, uint32_t y) const {
    const uint32_t pixel = canvas_.row(y)[x];
    return {(pixel >> 16 & 255) / 255.0, (pixel >> 8 & 255) / 255.0, (pixel & 255) / 255.0};
  }

  /// The first row of each line across a plot, from its top; or the first column of each, from its
  /// left edge.
  std::set<uint32_t> lines(const Rect& plot, bool rows) const {
    std::set<uint32_t> found;
    bool on_line = false;
    for (uint32_t i = 0; i < (rows ? plot.height : plot.width); i++) {
      bool is_line = false;
      for (uint32_t along = 0; along < 40; along++) // longer than a dash and a gap; beside names
        is_line |= light(plot.x + (rows ? plot.width / 2 + along : i),
                         plot.y + (rows ? i : plot.height / 2 + along)) > 60;
      if (is_line && !on_line)
        found.insert(i);
      on_line = is_line;
    }
    return found;
  }
  /// The numbers beside the waveform's axis, or below the histogram's, and where each is centred.
  std::map<std::string, double> labels(const Rect& plot, bool rows) const {
    std::map<std::string, double> found;
    for (const Canvas::WrittenText& text : texts()) {
      const double x = (text.left + text.right) / 2 - plot.x,
                   y = (text.top + text.bottom) / 2 - plot.y;
      if (rows ? text.right <= plot.x && text.bottom > plot.y
               : text.top >= plot.y + plot.height && x >= 0 && x < plot.width)
        found[text.text] = rows ? y : x;
    }
    return found;
  }

private:
  Canvas canvas_;
  Rect rect_;
  std::vector<PlotArea> plots_;
};

/// Expects a text and nothing else in its box: each pixel is a mixture of its colour and the
/// plot's.
inline void expect_no_line_through(const Graticule& graticule, const Canvas::WrittenText& text,
                                   const Colour& ink) {
  const double inks[] = {ink.r, ink.g, ink.b},
               grounds[] = {style::plot.r, style::plot.g, style::plot.b};
  const auto strongest = std::max_element(inks, inks + 3) - inks;
  double most = 0;
  for (auto y = static_cast<uint32_t>(text.top); y < text.bottom; y++)
    for (auto x = static_cast<uint32_t>(text.left); x < text.right; x++) {
      const Colour pixel = graticule.pixel(x, y);
      const double pixels[] = {pixel.r, pixel.g, pixel.b};
      const double share =
          (pixels[strongest] - grounds[strongest]) / (inks[strongest] - grounds[strongest]);
      most = std::max(most, share);
      for (size_t c = 0; c < 3; c++)
        ASSERT_NEAR(pixels[c], grounds[c] + share * (inks[c] - grounds[c]), 0.012)
            << text.text << " at " << x << ", " << y;
    }
  EXPECT_GT(most, 0.6) << text.text;
}

inline const Frames sdr = {"I420", false, Transfer::sdr};

} // namespace videohistogram::scope
