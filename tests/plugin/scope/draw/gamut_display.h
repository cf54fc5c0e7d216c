// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures of gamut displays, and the colours that they are measured with.
#pragma once

#include "plugin/scope/draw/panels/gamut_geometry.h"
#include "tests/plugin/scope/draw/drawn.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace videohistogram::scope {

/// Bars of 75 and 100 %, and the 24 patches of a ColorChecker in sRGB.
inline std::vector<Colour3> colours() {
  std::vector<Colour3> list;
  for (const double level : {0.75, 1.0})
    for (const Colour3& bar : bar_colours)
      list.push_back({level * bar.r, level * bar.g, level * bar.b});
  constexpr int checker[24][3] = {
      {115, 82, 68},   {194, 150, 130}, {98, 122, 157}, {87, 108, 67},   {133, 128, 177},
      {103, 189, 170}, {214, 126, 44},  {80, 91, 166},  {193, 90, 99},   {94, 60, 108},
      {157, 188, 64},  {224, 163, 46},  {56, 61, 150},  {70, 148, 73},   {175, 54, 60},
      {231, 199, 31},  {187, 86, 149},  {8, 133, 161},  {243, 243, 242}, {200, 200, 200},
      {160, 160, 160}, {122, 122, 121}, {85, 85, 85},   {52, 52, 52}};
  for (const auto& c : checker)
    list.push_back({c[0] / 255.0, c[1] / 255.0, c[2] / 255.0});
  return list;
}

inline constexpr Coding codings[] = {{matrices[0], false, 8},  {matrices[1], false, 8},
                                     {matrices[2], false, 8},  {matrices[1], true, 8},
                                     {matrices[2], false, 10}, {matrices[0], false, 10}};

/// Pixels from the line between two halves from which on light is of one half.
constexpr double nearest = 3;

/// A picture of one gamut display.
class Display {
public:
  Display(ScopeKind kind, const Coding& coding, uint32_t side, double intensity = 1,
          Composite composite = Composite::lines_525, Transfer transfer = Transfer::sdr,
          const Primaries& primaries = bt709_primaries)
      : side_(side) {
    PictureOptions options = only(kind);
    options.intensity = intensity;
    options.targets = Targets::none;
    Source source;
    source.format = find_format(coding.depth > 8 ? "Y444_10LE" : "Y444");
    source.width = 16;
    source.height = 16;
    source.composite = composite;
    source.colours.transfer = transfer;
    source.colours.primaries = primaries;
    source.colours.kr = coding.matrix.kr;
    source.colours.kb = coding.matrix.kb;
    source.colours.full_range = coding.full_range;
    source.colours.narrow_rgb = !coding.full_range;
    picture_ = std::move(*Picture::create(source, options, side, side, {}));
    backend_ = create_cpu_backend(1);
    job_ = backend_->make_job();
    background_ = draw(nullptr);
  }
  const Plan& plan() const { return *picture_->plan(); }
  /// The counts of the picture's joint histogram in a frame.
  std::vector<uint32_t> count(const videohistogram::FrameView& frame) {
    CountedTables tables;
    EXPECT_TRUE(backend_->submit(*job_, frame, picture_->plan(), {}).ok());
    EXPECT_TRUE(job_->wait(tables.histograms_of(picture_->plan())).ok());
    std::vector<uint32_t> counts(plan().matrix_counters(0));
    EXPECT_TRUE(job_->matrix(0)->read(counts.data()).ok());
    job_->release();
    return counts;
  }
  const PanelDrawing& panel() const { return picture_->drawing()->panels[0]; }

  void show(const Frame& frame) {
    CountedTables tables;
    EXPECT_TRUE(backend_->submit(*job_, frame.view(), picture_->plan(), {}).ok());
    EXPECT_TRUE(job_->wait(tables.histograms_of(picture_->plan())).ok());
    EXPECT_TRUE(tables.read(picture_->plan(), *job_).ok());
    pixels_ = draw(&tables);
    job_->release();
  }
  /// The largest sum of components that the trace adds to a pixel of a plot.
  double most_light(const Rect& plot) const {
    const auto sum = [](uint32_t pixel) {
      return (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255);
    };
    uint32_t most = 0;
    for (uint32_t y = plot.y; y < plot.y + plot.height; y++)
      for (uint32_t x = plot.x; x < plot.x + plot.width; x++) {
        const size_t at = size_t{y} * side_ + x;
        most = std::max(most, sum(pixels_[at]) - sum(background_[at]));
      }
    return most;
  }
  /// The middle of the light in a plot, and the number of its pixels.
  Colour3 middle(const Rect& plot) const { return middle(plot, false, true); }
  /// The same of a half.
  Colour3 middle(const Rect& plot, bool upper_half) const {
    return middle(plot, panel().plots.size() == 1, upper_half);
  }
  /// The share of points of a line, in pixels, at which the graticule has an orange pixel.
  double orange_share(const GamutPoint& from, const GamutPoint& to) const {
    return share(from, to, [](int r, int, int b) { return r - b > 40; });
  }
  /// The same of pixels of which is_of_line(r, g, b) is true, with bytes.
  template <class IsOfLine>
  double share(const GamutPoint& from, const GamutPoint& to, const IsOfLine& is_of_line) const {
    constexpr int points = 200;
    int n = 0;
    for (int i = 0; i < points; i++) {
      const double part = (i + 0.5) / points;
      const auto x = static_cast<int>(from.x + part * (to.x - from.x)),
                 y = static_cast<int>(from.y + part * (to.y - from.y));
      bool found = false;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
          const uint32_t pixel = background_.at(static_cast<size_t>(y + dy) * side_ + x + dx);
          found = found ||
                  is_of_line(static_cast<int>(pixel >> 16 & 255),
                             static_cast<int>(pixel >> 8 & 255), static_cast<int>(pixel & 255));
        }
      n += found ? 1 : 0;
    }
    return 1.0 * n / points;
  }

private:
  Colour3 middle(const Rect& plot, bool shared, bool upper_half) const {
    double x_sum = 0, y_sum = 0, n = 0;
    for (uint32_t y = 0; y < plot.height; y++)
      for (uint32_t x = 0; x < plot.width; x++) {
        const size_t at = size_t{plot.y + y} * side_ + plot.x + x;
        const double above = plot.height / 2.0 - y - 0.5;
        if (pixels_[at] == background_[at] ||
            (shared && (upper_half ? above : -above) < nearest)) // the other half, or its black
          continue;
        x_sum += plot.x + x + 0.5;
        y_sum += plot.y + y + 0.5;
        n++;
      }
    return {x_sum / n, y_sum / n, n};
  }
  std::vector<uint32_t> draw(const CountedTables* tables) {
    std::vector<uint32_t> pixels(size_t{side_} * side_);
    picture_->draw(tables,
                   {reinterpret_cast<uint8_t*>(pixels.data()), static_cast<ptrdiff_t>(4 * side_)});
    return pixels;
  }

  uint32_t side_;
  std::unique_ptr<Picture> picture_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Job> job_;
  std::vector<uint32_t> background_, pixels_;
};

inline Frame flat(const Coding& coding, const Colour3& c) {
  return {coding.depth, 16, 16, [&](uint32_t, uint32_t) -> Frame::Pixel {
            return {coding.y(coding.luma(c)), coding.cb(c), coding.cr(c)};
          }};
}

} // namespace videohistogram::scope
