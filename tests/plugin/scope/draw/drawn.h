// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of known colours, and the pictures that are drawn of them.
#pragma once

#include "cpu/cpu_backend.h"
#include "plugin/scope/draw/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// Whether graticules have text. Without a font they have none.
inline bool has_font() {
  return Fonts::of_thread().usable();
}
/// Ends a test visibly if there is no font. Call after all comparisons that need none.
#define SKIP_TEXT_WITHOUT_FONT()                                                                   \
  if (!has_font())                                                                                 \
  GTEST_SKIP() << "text is not compared, because no font is installed"

struct Matrix {
  const char* name;
  double kr, kb;
};
inline constexpr Matrix matrices[] = {{"BT.601", 0.299, 0.114},
                                      {"BT.709", 0.2126, 0.0722},
                                      {"BT.2020", 0.2627, 0.0593},
                                      {"SMPTE 240M", 0.212, 0.087}};

struct Colour3 {
  double r, g, b;
};
/// White, yellow, cyan, green, magenta, red, blue and black, as bars have them.
inline constexpr Colour3 bar_colours[] = {{1, 1, 1}, {1, 1, 0}, {0, 1, 1}, {0, 1, 0},
                                          {1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 0, 0}};

/// How codes of Y'CbCr are quantised.
struct Coding {
  Matrix matrix;
  bool full_range;
  uint32_t depth;

  double last() const { return std::pow(2, depth) - 1; }
  double step() const { return std::pow(2, depth - 8); }
  uint32_t y(double signal) const {
    return static_cast<uint32_t>(
        std::floor((full_range ? last() * signal : (16 + 219 * signal) * step()) + 0.5));
  }
  uint32_t c(double signal) const {
    const double code =
        std::floor(128 * step() + (full_range ? last() : 224 * step()) * signal + 0.5);
    return static_cast<uint32_t>(std::min(std::max(code, 0.0), last()));
  }
  double luma(const Colour3& c) const {
    return matrix.kr * c.r + (1 - matrix.kr - matrix.kb) * c.g + matrix.kb * c.b;
  }
  uint32_t cb(const Colour3& colour) const {
    return c((colour.b - luma(colour)) / 2 / (1 - matrix.kb));
  }
  uint32_t cr(const Colour3& colour) const {
    return c((colour.r - luma(colour)) / 2 / (1 - matrix.kr));
  }
};

/// A frame of 4:4:4 whose pixels a function of the column gives.
class Frame {
public:
  using Pixel = std::array<uint32_t, 3>;
  Frame(uint32_t depth, uint32_t width, uint32_t height,
        const std::function<Pixel(uint32_t x, uint32_t y)>& pixel)
      : bytes_(depth > 8 ? 2 : 1), data_(size_t{3} * width * height * bytes_) {
    view_.format = find_format(depth > 10 ? "Y444_12LE" : depth > 8 ? "Y444_10LE" : "Y444");
    view_.width = width;
    view_.height = height;
    const size_t plane = size_t{width} * height * bytes_;
    for (size_t p = 0; p < 3; p++)
      view_.planes[p] = {data_.data() + p * plane, plane, 0,
                         static_cast<ptrdiff_t>(width * bytes_)};
    for (uint32_t y = 0; y < height; y++)
      for (uint32_t x = 0; x < width; x++) {
        const Pixel values = pixel(x, y);
        for (size_t p = 0; p < 3; p++)
          for (size_t b = 0; b < bytes_; b++)
            data_[p * plane + (size_t{y} * width + x) * bytes_ + b] =
                static_cast<uint8_t>(values[p] >> (8 * b));
      }
  }
  const FrameView& view() const { return view_; }
  const std::vector<uint8_t>& data() const { return data_; }

private:
  size_t bytes_;
  std::vector<uint8_t> data_;
  FrameView view_;
};

/// A picture of a frame, and the same without traces.
class Drawn {
public:
  Drawn(const Frame& frame, const Coding& coding, Transfer transfer, const PictureOptions& options,
        uint32_t width, uint32_t height)
      : Drawn(frame.view(), colours_of(coding, transfer), options, width, height) {}
  /// Of a frame that stores R, G and B.
  Drawn(const FrameView& frame, bool full_range, const PictureOptions& options, uint32_t width,
        uint32_t height)
      : Drawn(frame, colours_of({matrices[1], full_range, 8}, Transfer::sdr), options, width,
              height) {}

  bool lit(uint32_t x, uint32_t y) const {
    return with_[size_t{y} * width_ + x] != without_[size_t{y} * width_ + x];
  }
  /// The sum of the components of the graticule.
  uint32_t graticule(uint32_t x, uint32_t y) const {
    const uint32_t pixel = without_[size_t{y} * width_ + x];
    return (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255);
  }
  /// A pixel of the graticule, and of the picture.
  Colour3 background(uint32_t x, uint32_t y) const {
    return components(without_[size_t{y} * width_ + x]);
  }
  Colour3 pixel(uint32_t x, uint32_t y) const { return components(with_[size_t{y} * width_ + x]); }
  std::vector<PlotArea> plots() const { return picture_->plots(); }

private:
  static ColourSpec colours_of(const Coding& coding, Transfer transfer) {
    ColourSpec colours;
    colours.kr = coding.matrix.kr;
    colours.kb = coding.matrix.kb;
    colours.full_range = coding.full_range;
    colours.narrow_rgb = !coding.full_range;
    colours.transfer = transfer;
    return colours;
  }
  Drawn(const FrameView& frame, const ColourSpec& colours, const PictureOptions& options,
        uint32_t width, uint32_t height)
      : width_(width) {
    Source source;
    source.format = frame.format;
    source.width = frame.width;
    source.height = frame.height;
    source.colours = colours;
    auto made = Picture::create(source, options, width, height, {});
    if (!made.ok())
      std::abort(); // impossible with these sizes
    picture_ = std::move(*made);
    const auto backend = create_cpu_backend(1);
    const auto job = backend->make_job();
    EXPECT_TRUE(backend->submit(*job, frame, picture_->plan(), {}).ok());
    EXPECT_TRUE(job->wait(tables_.histograms_of(picture_->plan())).ok());
    EXPECT_TRUE(tables_.read(picture_->plan(), *job).ok());
    job->release();
    with_.resize(size_t{width} * height);
    without_.resize(with_.size());
    const auto stride = static_cast<ptrdiff_t>(4 * width);
    picture_->draw(&tables_, {reinterpret_cast<uint8_t*>(with_.data()), stride});
    picture_->draw(nullptr, {reinterpret_cast<uint8_t*>(without_.data()), stride});
  }
  static Colour3 components(uint32_t pixel) {
    return {double{1} * (pixel >> 16 & 255), double{1} * (pixel >> 8 & 255),
            double{1} * (pixel & 255)};
  }

  uint32_t width_;
  std::unique_ptr<Picture> picture_;
  CountedTables tables_;
  std::vector<uint32_t> with_, without_;
};

inline PictureOptions only(ScopeKind kind) {
  PictureOptions options;
  options.scopes = {kind};
  return options;
}

/// Pixels from the signal 0 of Cb and Cr to the signal 1 in a vectorscope, whose middle is the
/// signal 0.
inline double pixels_of_signal(const PlotArea& plot, const Coding& coding) {
  const double n = std::pow(2, coding.depth);
  return plot.rect.width * (coding.full_range ? n - 1 : 224 * n / 256) / n / plot.window.length();
}

inline Frame bars(const Coding& coding, double level) {
  return {coding.depth, 256, 32, [&](uint32_t x, uint32_t) -> Frame::Pixel {
            const Colour3& full = bar_colours[x / 32];
            const Colour3 c = {level * full.r, level * full.g, level * full.b};
            return {coding.y(coding.luma(c)), coding.cb(c), coding.cr(c)};
          }};
}

inline void for_each_coding(const std::function<void(const Coding&)>& test) {
  for (const Matrix& matrix : matrices)
    for (const bool full_range : {false, true})
      for (const uint32_t depth : {8u, 10u}) {
        SCOPED_TRACE(std::string(matrix.name) + (full_range ? " full " : " limited ") +
                     std::to_string(depth));
        test({matrix, full_range, depth});
      }
}

/// The signals of light in nits: SMPTE ST 2084, and ITU-R BT.2100 HLG on a display of 1000.
inline double pq_of(double nits) {
  const double y = std::pow(nits / 10000, 0.1593017578125);
  return std::pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375);
}

inline double hlg_of(double nits) {
  const double e = std::pow(nits / 1000, 1 / 1.2);
  return e <= 1.0 / 12 ? std::sqrt(3 * e) : 0.17883277 * std::log(12 * e - 0.28466892) + 0.55991073;
}

/// The light of the labels.
inline const std::vector<double> pq_labels = {1, 10, 100, 203, 1000, 4000, 10000};
inline const std::vector<double> hlg_labels = {1, 10, 50, 100, 203, 400, 1000};

} // namespace videohistogram::scope
