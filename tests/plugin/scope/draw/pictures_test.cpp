// SPDX-License-Identifier: LGPL-2.1-or-later
// Traces lie where the standards say: positions are computed here from the numbers of ITU-R BT.601,
// BT.709, BT.2020, BT.2100, SMPTE 240M and SMPTE ST 2084.
#include "cpu/cpu_backend.h"
#include "plugin/scope/draw/background.h"
#include "plugin/scope/draw/picture.h"
#include "plugin/scope/draw/reading.h"
#include "plugin/scope/draw/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <string>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

struct Matrix {
  const char* name;
  double kr, kb;
};
constexpr Matrix matrices[] = {{"BT.601", 0.299, 0.114},
                               {"BT.709", 0.2126, 0.0722},
                               {"BT.2020", 0.2627, 0.0593},
                               {"SMPTE 240M", 0.212, 0.087}};

struct Colour3 {
  double r, g, b;
};
/// White, yellow, cyan, green, magenta, red, blue and black, as bars have them.
constexpr Colour3 bar_colours[] = {{1, 1, 1}, {1, 1, 0}, {0, 1, 1}, {0, 1, 0},
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
    view_.format = find_format(depth > 8 ? "Y444_10LE" : "Y444");
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
      : width_(width) {
    Source source;
    source.format = frame.view().format;
    source.width = frame.view().width;
    source.height = frame.view().height;
    source.colours.kr = coding.matrix.kr;
    source.colours.kb = coding.matrix.kb;
    source.colours.full_range = coding.full_range;
    source.colours.narrow_rgb = !coding.full_range;
    source.transfer = transfer;
    auto made = Picture::create(source, options, width, height, {});
    if (!made.ok())
      std::abort(); // impossible with these sizes
    picture_ = std::move(*made);
    const auto backend = create_cpu_backend(1);
    const auto job = backend->make_job();
    EXPECT_TRUE(backend->submit(*job, frame.view(), picture_->plan(), {}).ok());
    EXPECT_TRUE(job->wait(tables_.histograms_of(*picture_->plan())).ok());
    EXPECT_TRUE(tables_.read(picture_->plan(), *job).ok());
    job->release();
    with_.resize(size_t{width} * height);
    without_.resize(with_.size());
    const auto stride = static_cast<ptrdiff_t>(4 * width);
    picture_->draw(&tables_, {reinterpret_cast<uint8_t*>(with_.data()), stride});
    picture_->draw(nullptr, {reinterpret_cast<uint8_t*>(without_.data()), stride});
  }

  bool lit(uint32_t x, uint32_t y) const {
    return with_[size_t{y} * width_ + x] != without_[size_t{y} * width_ + x];
  }
  /// The sum of the components of the graticule.
  uint32_t graticule(uint32_t x, uint32_t y) const {
    const uint32_t pixel = without_[size_t{y} * width_ + x];
    return (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255);
  }
  std::vector<PlotArea> plots() const { return picture_->plots(); }

private:
  uint32_t width_;
  std::unique_ptr<Picture> picture_;
  CountedTables tables_;
  std::vector<uint32_t> with_, without_;
};

PictureOptions only(ScopeKind kind) {
  PictureOptions options;
  options.scopes = {kind};
  return options;
}

Frame bars(const Coding& coding, double level) {
  return {coding.depth, 256, 32, [&](uint32_t x, uint32_t) -> Frame::Pixel {
            const Colour3& full = bar_colours[x / 32];
            const Colour3 c = {level * full.r, level * full.g, level * full.b};
            return {coding.y(coding.luma(c)), coding.cb(c), coding.cr(c)};
          }};
}

void for_each_coding(const std::function<void(const Coding&)>& test) {
  for (const Matrix& matrix : matrices)
    for (const bool full_range : {false, true})
      for (const uint32_t depth : {8u, 10u}) {
        SCOPED_TRACE(std::string(matrix.name) + (full_range ? " full " : " limited ") +
                     std::to_string(depth));
        test({matrix, full_range, depth});
      }
}

} // namespace

TEST(Vectorscope, EveryBarsDotLiesInItsBox) {
  for_each_coding([](const Coding& coding) {
    for (const double level : {0.75, 1.0}) {
      const Drawn drawn(bars(coding, level), coding, Transfer::sdr, only(ScopeKind::vectorscope),
                        700, 720);
      ASSERT_EQ(drawn.plots().size(), 1u);
      const Rect plot = drawn.plots()[0].rect;
      // The full excursion of Cb and Cr, in pixels, and the middle of the code for no colour.
      const double n = std::pow(2, coding.depth);
      const double unit = plot.width * (coding.full_range ? n - 1 : 224 * n / 256) / n;
      const double middle = (n / 2 + 0.5) / n * plot.width;
      const double box = std::ceil((level < 1 ? 0.025 : 0.0125) * unit) + 1;
      std::array<int, 8> dots{};
      for (uint32_t y = 0; y < plot.height; y++)
        for (uint32_t x = 0; x < plot.width; x++) {
          if (!drawn.lit(plot.x + x, plot.y + y))
            continue;
          bool inside = false;
          for (size_t i = 0; i < 8; i++) {
            const Colour3& c = bar_colours[i];
            const double cb = level * (c.b - coding.luma(c)) / 2 / (1 - coding.matrix.kb);
            const double cr = level * (c.r - coding.luma(c)) / 2 / (1 - coding.matrix.kr);
            if (std::fabs(x + 0.5 - middle - cb * unit) < box &&
                std::fabs(plot.height - y - 0.5 - middle - cr * unit) < box) {
              inside = true;
              dots[i]++;
            }
          }
          ASSERT_TRUE(inside) << "a dot at " << x << ", " << y;
        }
      for (size_t i = 0; i < 8; i++)
        EXPECT_GT(dots[i], 30) << "bar " << i << " has no dot that is seen"; // half at an edge
    }
  });
}

namespace {

/// SMPTE EG 1 in the codes of BT.601, 8 bits: seven bars of 75 %, the same in blue alone, and -I,
/// white, +Q and black.
Frame smpte_bars() {
  constexpr Frame::Pixel bars[] = {{180, 128, 128}, {162, 44, 142}, {131, 156, 44}, {112, 72, 58},
                                   {84, 184, 198},  {65, 100, 212}, {35, 212, 114}};
  constexpr Frame::Pixel black = {16, 128, 128};
  constexpr Frame::Pixel bottom[] = {{16, 158, 95}, {235, 128, 128}, {16, 174, 149}, black};
  return {8, 336, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
            const uint32_t bar = x / 48;
            if (y < 32)
              return bars[bar];
            if (y < 36) // blue, black, magenta, black, cyan, black, white
              return bar % 2 ? black : bars[6 - bar];
            return bottom[std::min(x / 60, 3u)];
          }};
}

} // namespace

TEST(Vectorscope, SmpteBarsWithIAndQLieAtTheirCodes) {
  const Drawn drawn(smpte_bars(), {matrices[0], false, 8}, Transfer::sdr,
                    only(ScopeKind::vectorscope), 700, 720);
  const Rect plot = drawn.plots()[0].rect;
  constexpr std::pair<int, int> expected[] = {{128, 128}, {44, 142},  {156, 44},
                                              {72, 58},   {184, 198}, {100, 212},
                                              {212, 114}, {158, 95},  {174, 149}};
  std::vector<int> dots(std::size(expected));
  const double radius = plot.width / 160.0 + plot.width / 256.0 + 1;
  for (uint32_t y = 0; y < plot.height; y++)
    for (uint32_t x = 0; x < plot.width; x++) {
      if (!drawn.lit(plot.x + x, plot.y + y))
        continue;
      bool inside = false;
      for (size_t i = 0; i < dots.size(); i++) {
        const double cb = (expected[i].first + 0.5) / 256 * plot.width;
        const double cr = (1 - (expected[i].second + 0.5) / 256) * plot.height;
        if (std::hypot(x + 0.5 - cb, y + 0.5 - cr) < radius) {
          inside = true;
          dots[i]++;
        }
      }
      ASSERT_TRUE(inside) << "a dot at " << x << ", " << y;
    }
  for (size_t i = 0; i < dots.size(); i++)
    EXPECT_GT(dots[i], 30) << expected[i].first << ", " << expected[i].second;
}

TEST(Waveform, SmpteBarsLieAtTheirCodes) {
  const Drawn drawn(smpte_bars(), {matrices[0], false, 8}, Transfer::sdr, only(ScopeKind::waveform),
                    900, 600);
  const Rect plot = drawn.plots()[0].rect;
  constexpr int bars[] = {180, 162, 131, 112, 84, 65, 35}, below[] = {35, 16, 84, 16, 131, 16, 180},
                bottom[] = {16, 235, 16, 16};
  for (uint32_t bar = 0; bar < 7; bar++)
    for (const double part : {0.25, 0.75}) {
      const double at = (bar + part) / 7;
      const std::vector<int> codes = {bars[bar], below[bar],
                                      bottom[std::min<size_t>(static_cast<size_t>(at * 5.6), 3)]};
      for (uint32_t y = 0; y < plot.height; y++) {
        const bool near = std::any_of(codes.begin(), codes.end(), [&](int code) {
          return std::fabs(plot.height * (1 - (code + 0.5) / 256) - y - 0.5) <
                 plot.height / 512.0 + 1;
        });
        const bool on = std::any_of(codes.begin(), codes.end(), [&](int code) {
          return y == static_cast<uint32_t>(plot.height * (1 - (code + 0.5) / 256));
        });
        const bool lit = drawn.lit(plot.x + static_cast<uint32_t>(at * plot.width), plot.y + y);
        ASSERT_TRUE(lit ? near : !on) << "bar " << bar << ", row " << y;
      }
    }
}

TEST(Waveform, EveryBarsLevelLiesAtItsCode) {
  for_each_coding([](const Coding& coding) {
    const Frame frame = bars(coding, 0.75);
    const Drawn drawn(frame, coding, Transfer::sdr, only(ScopeKind::waveform), 900, 600);
    const Rect plot = drawn.plots()[0].rect;
    for (uint32_t bar = 0; bar < 8; bar++) {
      const Colour3& c = bar_colours[bar];
      const double code = coding.y(0.75 * coding.luma(c)), n = std::pow(2, coding.depth);
      const double centre = plot.height * (1 - (code + 0.5) / n);
      const uint32_t x = plot.x + plot.width * (2 * bar + 1) / 16;
      int lit = 0;
      for (uint32_t y = 0; y < plot.height; y++)
        if (drawn.lit(x, plot.y + y)) {
          lit++; // at most one bin from the code's own
          EXPECT_LT(std::fabs(y + 0.5 - centre), plot.height / 256.0 + 1) << "bar " << bar;
        }
      EXPECT_GT(lit, 0) << "bar " << bar;
    }
  });
}

TEST(Waveform, BlackAndWhiteLieOnTheirLines) {
  for_each_coding([](const Coding& coding) {
    const Frame frame(coding.depth, 64, 16, [&](uint32_t x, uint32_t) -> Frame::Pixel {
      return {coding.y(x < 32 ? 0 : 1), coding.c(0), coding.c(0)};
    });
    const Drawn drawn(frame, coding, Transfer::sdr, only(ScopeKind::waveform), 900, 600);
    const Rect plot = drawn.plots()[0].rect;
    for (const bool white : {false, true}) {
      const double n = std::pow(2, coding.depth);
      const auto line =
          static_cast<uint32_t>(plot.y + plot.height * (1 - (coding.y(white ? 1 : 0) + 0.5) / n));
      const uint32_t x = plot.x + (white ? 3 : 1) * plot.width / 4;
      EXPECT_TRUE(drawn.lit(x, line));
      const uint32_t inside = white ? line + 3 : line - 3;
      EXPECT_GT(drawn.graticule(x, line), drawn.graticule(x, inside) + 60);
    }
  });
}

namespace {

/// Columns of a neutral light each cross the graticule's line of that light.
void expect_light_on_lines(Transfer transfer, const std::vector<double>& nits,
                           const std::function<double(double)>& signal_of) {
  const Coding coding = {matrices[2], false, 10};
  const auto n = static_cast<uint32_t>(nits.size());
  const Frame frame(10, 32 * n, 16, [&](uint32_t x, uint32_t) -> Frame::Pixel {
    return {coding.y(signal_of(nits[x / 32])), 512, 512};
  });
  const Drawn drawn(frame, coding, transfer, only(ScopeKind::waveform), 1280, 800);
  const Rect plot = drawn.plots()[0].rect;
  for (uint32_t i = 0; i < n; i++) {
    SCOPED_TRACE(nits[i]);
    const double code = 64 + 876 * signal_of(nits[i]);
    const auto line = static_cast<uint32_t>(plot.y + plot.height * (1 - (code + 0.5) / 1024));
    const uint32_t x = plot.x + plot.width * (2 * i + 1) / (2 * n);
    EXPECT_GT(drawn.graticule(x, line), drawn.graticule(x, line + 4) + 30) << "no line";
    EXPECT_TRUE(drawn.lit(x, line) || drawn.lit(x, line + 1) || drawn.lit(x, line - 1));
    EXPECT_FALSE(drawn.lit(x, line + 5) || drawn.lit(x, line - 5));
  }
}

} // namespace

namespace {

/// A ramp of all codes of 10 bits crosses the graticule's line of each light in the column whose
/// code is that light, and nowhere else.
void expect_ramp_crosses_lines(Transfer transfer, const std::vector<double>& nits,
                               const std::function<double(double)>& signal_of) {
  const Frame frame(10, 1024, 16, [](uint32_t x, uint32_t) -> Frame::Pixel {
    return {x, 512, 512};
  });
  for (const auto& [width, height] : {std::pair(1280u, 800u), {3000u, 2000u}, {640u, 360u}}) {
    const Drawn drawn(frame, {matrices[2], false, 10}, transfer, only(ScopeKind::waveform), width,
                      height);
    const Rect plot = drawn.plots()[0].rect;
    for (const double light : nits) {
      SCOPED_TRACE(std::to_string(light) + " nits at " + std::to_string(width));
      const double position = (64 + 876 * signal_of(light) + 0.5) / 1024;
      const auto line = static_cast<uint32_t>(plot.y + plot.height * (1 - position));
      EXPECT_GT(drawn.graticule(plot.x + 1, line), drawn.graticule(plot.x + 1, line + 4) + 30);
      const double crossing = plot.x + plot.width * position;
      // The trace is as wide as a code and a pixel, plus what the slope makes of those.
      const double slope = double{1} * plot.width / plot.height;
      const double reach = (plot.width / 1024.0 + 1) + (plot.height / 256.0 + 2) * slope;
      double first = -1, last = -1;
      for (uint32_t x = plot.x; x < plot.x + plot.width; x++)
        if (drawn.lit(x, line)) {
          first = first < 0 ? x : first;
          last = x + 1;
        }
      ASSERT_GE(first, 0);
      EXPECT_LE(first, crossing);
      EXPECT_GE(last, crossing);
      EXPECT_LT(last - first, reach);
    }
  }
}

double pq_of(double nits) {
  const double y = std::pow(nits / 10000, 0.1593017578125);
  return std::pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375);
}

double hlg_of(double nits) {
  const double e = std::pow(nits / 1000, 1 / 1.2);
  return e <= 1.0 / 12 ? std::sqrt(3 * e) : 0.17883277 * std::log(12 * e - 0.28466892) + 0.55991073;
}

const std::vector<double> pq_labels = {1, 10, 100, 203, 1000, 4000, 10000};
const std::vector<double> hlg_labels = {1, 10, 50, 100, 203, 400, 1000};

} // namespace

TEST(Waveform, LightInPqCrossesEachLabelAtThatLight) {
  expect_light_on_lines(Transfer::pq, pq_labels, pq_of);
}

TEST(Waveform, LightInHlgCrossesEachLabelAtThatLight) {
  EXPECT_NEAR(hlg_of(203), 0.75, 0.0005); // ITU-R BT.2408
  expect_light_on_lines(Transfer::hlg, hlg_labels, hlg_of);
}

TEST(Waveform, ARampInPqCrossesEachLabelAtThatLight) {
  expect_ramp_crosses_lines(Transfer::pq, pq_labels, pq_of);
}

TEST(Waveform, ARampInHlgCrossesEachLabelAtThatLight) {
  expect_ramp_crosses_lines(Transfer::hlg, hlg_labels, hlg_of);
}

TEST(Traces, CountsAddUpToTheSamples) {
  std::mt19937 random(1);
  struct Case {
    uint32_t positions, bins, width, height;
  };
  for (const Case& c : {Case{1920, 256, 950, 490}, Case{64, 256, 64, 256}, Case{17, 256, 300, 777},
                        Case{640, 1024, 213, 100}, Case{1, 2, 5, 3}, Case{300, 256, 1, 1}})
    for (const Orientation orientation : {Orientation::upright, Orientation::sideways}) {
      SCOPED_TRACE(std::to_string(c.positions) + " positions on " + std::to_string(c.width));
      std::vector<uint32_t> counts(size_t{c.positions} * c.bins);
      uint64_t samples = 0;
      for (uint32_t& count : counts)
        samples += count = random() % 7;
      Trace trace({0, c.positions, c.bins, samples}, c.width, c.height, orientation, {});
      trace.load(counts.data());
      double sum = 0;
      for (uint32_t y = 0; y < c.height; y++)
        if (const float* const row = trace.densities(y))
          sum += std::accumulate(row, row + c.width, 0.0);
      EXPECT_NEAR(sum / static_cast<double>(samples), 1, 1e-5);
    }
}

TEST(Traces, OneCellPerPixelIsTheTable) {
  constexpr uint32_t n = 64;
  std::mt19937 random(2);
  std::vector<uint32_t> counts(n * n);
  for (uint32_t& count : counts)
    count = random() % 100;
  Trace trace({0, n, n, 1}, n, n, Orientation::upright, {});
  trace.load(counts.data());
  for (uint32_t y = 0; y < n; y++) {
    const float* const row = trace.densities(y);
    ASSERT_TRUE(row);
    for (uint32_t x = 0; x < n; x++)
      ASSERT_EQ(row[x], static_cast<float>(counts[x * n + n - 1 - y]));
  }
}

namespace {

/// A picture of several frames, one after the other.
class Sequence {
public:
  Sequence(const PictureOptions& options, uint32_t width, uint32_t height)
      : without_(size_t{width} * height), stride_(static_cast<ptrdiff_t>(4 * width)) {
    Source source;
    source.format = find_format("Y444");
    source.width = 64;
    source.height = 48;
    source.colours.narrow_rgb = true;
    auto made = Picture::create(source, options, width, height, {});
    if (!made.ok())
      std::abort(); // impossible with these sizes
    picture_ = std::move(*made);
    job_ = backend_->make_job();
    picture_->draw(nullptr, {reinterpret_cast<uint8_t*>(without_.data()), stride_});
  }
  Picture& picture() { return *picture_; }

  std::vector<uint32_t> draw(const Frame& frame) {
    EXPECT_TRUE(backend_->submit(*job_, frame.view(), picture_->plan(), {}).ok());
    EXPECT_TRUE(job_->wait(tables_.histograms_of(*picture_->plan())).ok());
    EXPECT_TRUE(tables_.read(picture_->plan(), *job_).ok());
    job_->release();
    std::vector<uint32_t> pixels(without_.size());
    picture_->draw(&tables_, {reinterpret_cast<uint8_t*>(pixels.data()), stride_});
    tables_.release();
    return pixels;
  }
  /// Whether each pixel has light.
  std::vector<bool> lit(const std::vector<uint32_t>& pixels) const {
    std::vector<bool> is(pixels.size());
    for (size_t i = 0; i < pixels.size(); i++)
      is[i] = pixels[i] != without_[i];
    return is;
  }

private:
  std::unique_ptr<Backend> backend_ = create_cpu_backend(1);
  std::unique_ptr<Job> job_;
  std::unique_ptr<Picture> picture_;
  CountedTables tables_;
  std::vector<uint32_t> without_;
  ptrdiff_t stride_;
};

std::vector<bool> either(std::vector<bool> a, const std::vector<bool>& b) {
  for (size_t i = 0; i < a.size(); i++)
    a[i] = a[i] || b[i];
  return a;
}

} // namespace

TEST(Holds, ShowThePeakOrAReferenceUnderTheLiveTraces) {
  const auto frame = [](uint32_t base) {
    return Frame(8, 64, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
      return {base + x / 2, 100 + base / 2 + y % 7, 180 - base / 2 + x % 5};
    });
  };
  const Frame a = frame(30), b = frame(90), c = frame(150);
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::parade, ScopeKind::vectorscope})
    for (const WaveformDirection direction :
         {WaveformDirection::columns, WaveformDirection::rows}) {
      PictureOptions options = only(kind);
      options.waveform_direction = direction;
      Sequence sequence(options, 500, 400);
      const auto of_a = sequence.draw(a), of_b = sequence.draw(b), of_c = sequence.draw(c);
      const auto lit_a = sequence.lit(of_a), lit_b = sequence.lit(of_b), lit_c = sequence.lit(of_c);
      ASSERT_NE(lit_a, lit_b);

      sequence.draw(a);
      sequence.picture().hold(Hold::reference);
      EXPECT_EQ(sequence.lit(sequence.draw(b)), either(lit_a, lit_b));
      EXPECT_EQ(sequence.lit(sequence.draw(c)), either(lit_a, lit_c));
      sequence.picture().hold(Hold::reference); // the last frame drawn
      EXPECT_EQ(sequence.lit(sequence.draw(b)), either(lit_c, lit_b));

      sequence.picture().hold(Hold::peak);
      EXPECT_EQ(sequence.lit(sequence.draw(a)), either(lit_b, lit_a));
      EXPECT_EQ(sequence.lit(sequence.draw(c)), either(either(lit_b, lit_a), lit_c));
      EXPECT_EQ(sequence.lit(sequence.draw(a)), either(either(lit_b, lit_a), lit_c));

      sequence.picture().hold(Hold::none);
      EXPECT_EQ(sequence.draw(a), of_a);

      Sequence fresh(options, 500, 400); // the first frame is held
      fresh.picture().hold(Hold::reference);
      fresh.draw(b);
      EXPECT_EQ(fresh.lit(fresh.draw(c)), either(lit_b, lit_c));
    }
}

TEST(Holds, ShowCurvesOfHistogramsInDarkerColours) {
  const auto frame = [](uint32_t base) {
    return Frame(8, 64, 48, [=](uint32_t x, uint32_t) -> Frame::Pixel {
      return {base + x / 2, 128, 128};
    });
  };
  PictureOptions options = only(ScopeKind::histogram);
  options.percents.clear(); // marks cover what is held
  Sequence sequence(options, 500, 400);
  const auto of_a = sequence.draw(frame(30)), of_b = sequence.draw(frame(150));
  const auto lit_a = sequence.lit(of_a), lit_b = sequence.lit(of_b);
  sequence.draw(frame(30));
  sequence.picture().hold(Hold::reference);
  const auto held = sequence.draw(frame(150));
  size_t darker = 0;
  for (size_t i = 0; i < held.size(); i++)
    if (lit_b[i] && !lit_a[i]) {
      ASSERT_EQ(held[i], of_b[i]);
    } else if (lit_a[i] && !lit_b[i]) {
      for (int shift = 0; shift < 24; shift += 8)
        ASSERT_LE(held[i] >> shift & 255, of_a[i] >> shift & 255);
      darker += held[i] != of_a[i];
    }
  EXPECT_GT(darker, 1000u);
}

namespace {

/// The map of a picture of frames of 10 bits and 1024x500 pixels.
PlotMap map_of(const PictureOptions& options, Transfer transfer, uint32_t width, uint32_t height) {
  Source source;
  source.format = find_format("I420_10LE");
  source.width = 1024;
  source.height = 500;
  source.transfer = transfer;
  source.colours.narrow_rgb = true;
  auto picture = Picture::create(source, options, width, height, {});
  if (!picture.ok())
    std::abort(); // impossible with these sizes
  return {source, (*picture)->plots()};
}

} // namespace

TEST(Readings, OfWaveformsAreValuesColumnsAndRows) {
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows}) {
    PictureOptions options = only(ScopeKind::parade);
    options.waveform_direction = direction;
    const PlotMap map = map_of(options, Transfer::sdr, 1300, 1200);
    ASSERT_EQ(map.plots.size(), 3u);
    for (const PlotArea& plot : map.plots)
      for (const uint32_t x : {0u, 7u, plot.rect.width / 2, plot.rect.width - 1})
        for (const uint32_t y : {0u, 9u, plot.rect.height / 2, plot.rect.height - 1}) {
          const auto reading = read_picture(map, plot.rect.x + x, plot.rect.y + y + 0.9);
          ASSERT_TRUE(reading);
          EXPECT_EQ(reading->plot, &plot);
          const double across = (x + 0.5) / plot.rect.width, down = (y + 0.5) / plot.rect.height;
          const bool columns = direction == WaveformDirection::columns;
          // R, G and B of 10 bits have 12, in the narrow range.
          const auto value = static_cast<uint32_t>(4096 * (columns ? 1 - down : across));
          EXPECT_EQ(reading->value.value, value);
          EXPECT_DOUBLE_EQ(reading->value.percent, 100 * (value - 256.0) / 3504);
          EXPECT_FALSE(reading->value.nits);
          EXPECT_FALSE(reading->cr);
          EXPECT_EQ(reading->column.has_value(), columns);
          EXPECT_EQ(reading->row.has_value(), !columns);
          if (columns)
            EXPECT_EQ(*reading->column, static_cast<uint32_t>(1024 * across));
          else
            EXPECT_EQ(*reading->row, static_cast<uint32_t>(500 * down));
        }
    EXPECT_FALSE(read_picture(map, 0, 0));
    EXPECT_FALSE(read_picture(map, -1, 600));
    EXPECT_FALSE(read_picture(map, 1300, 600));
  }
}

TEST(Readings, OfLightAreThatOfTheStandards) {
  for (const bool pq : {true, false}) {
    const PlotMap map =
        map_of(only(ScopeKind::histogram), pq ? Transfer::pq : Transfer::hlg, 2000, 300);
    const Rect plot = map.plots[0].rect;
    for (const double nits : pq ? pq_labels : hlg_labels) {
      const double code = 64 + 876 * (pq ? pq_of(nits) : hlg_of(nits));
      const auto reading =
          read_picture(map, plot.x + plot.width * (std::round(code) + 0.5) / 1024, plot.y);
      ASSERT_TRUE(reading);
      EXPECT_EQ(reading->value.value, std::round(code));
      const double signal = (std::round(code) - 64) / 876;
      ASSERT_TRUE(reading->value.nits);
      EXPECT_NEAR((pq ? pq_of(*reading->value.nits) : hlg_of(*reading->value.nits)),
                  std::min(signal, 1.0), 1e-6);
      EXPECT_FALSE(reading->column || reading->row);
    }
    for (const double below : {0.0, 0.01}) {
      const auto reading = read_picture(map, plot.x + plot.width * below, plot.y);
      ASSERT_TRUE(reading);
      EXPECT_NEAR(*reading->value.nits, 0, 1e-9);
    }
  }
}

TEST(Readings, OfVectorscopesAreCbAndCr) {
  for (const double gain : {1.0, 4.0}) {
    PictureOptions options = only(ScopeKind::vectorscope);
    options.vectorscope_gain = gain;
    const PlotMap map = map_of(options, Transfer::sdr, 800, 820);
    const Rect plot = map.plots[0].rect;
    for (const auto& [x, y] : {std::pair(0u, 0u), {10u, plot.height - 1}, {plot.width / 2, 33u}}) {
      const auto reading = read_picture(map, plot.x + x, plot.y + y);
      ASSERT_TRUE(reading && reading->cr);
      const double cb = 512 + 1024 / gain * ((x + 0.5) / plot.width - 0.5);
      const double cr = 512 + 1024 / gain * (0.5 - (y + 0.5) / plot.height);
      EXPECT_EQ(reading->value.value, static_cast<uint32_t>(cb));
      EXPECT_EQ(reading->cr->value, static_cast<uint32_t>(cr));
      EXPECT_DOUBLE_EQ(reading->value.percent, 100 * (std::floor(cb) - 512) / 896);
      EXPECT_DOUBLE_EQ(reading->cr->percent, 100 * (std::floor(cr) - 512) / 896);
    }
  }
}

TEST(Backgrounds, AreTheirPixels) {
  std::mt19937 random(5);
  for (const auto& [width, height] : {std::pair(1u, 1u), {7u, 5u}, {100u, 40u}, {333u, 3u}})
    for (const uint32_t colours : {1u, 2u, 100u}) {
      std::vector<uint32_t> pixels(size_t{width} * height);
      for (size_t i = 0; i < pixels.size(); i++) // every other row resembles the one above
        pixels[i] = i / width % 2 && random() % 10 ? pixels[i - width] : random() % colours;
      Background background(pixels, width);
      ASSERT_EQ(background.width(), width);
      ASSERT_EQ(background.height(), height);
      for (int pass = 0; pass < 2; pass++) {
        background.rewind();
        for (uint32_t y = 0; y < height; y++) {
          const uint32_t* const row = background.next_row();
          ASSERT_TRUE(std::equal(row, row + width, &pixels[size_t{y} * width])) << "row " << y;
        }
      }
    }
}

TEST(Pictures, OfAnySizeAndScopesAreDrawn) {
  const Coding coding = {matrices[1], false, 8};
  const Frame frame = bars(coding, 1);
  const std::vector<ScopeKind> all = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                      ScopeKind::vectorscope};
  for (const auto& [width, height] : {std::pair(1u, 1u),
                                      {2u, 3u},
                                      {15u, 1u},
                                      {1u, 15u},
                                      {64u, 48u},
                                      {161u, 121u},
                                      {320u, 240u},
                                      {240u, 1000u},
                                      {1001u, 33u}})
    for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
      for (const ParadeMode parade : {ParadeMode::rgb, ParadeMode::ycbcr})
        for (size_t n = 1; n <= all.size(); n++) {
          PictureOptions options;
          options.scopes.assign(all.end() - static_cast<ptrdiff_t>(n), all.end());
          options.waveform_direction = direction;
          options.parade_mode = parade;
          options.histogram_mode = HistogramMode::parade;
          options.vectorscope_gain = 4;
          const Drawn drawn(frame, coding, Transfer::sdr, options, width, height);
          for (const PlotArea& plot : drawn.plots()) {
            EXPECT_LE(plot.rect.x + plot.rect.width, width);
            EXPECT_LE(plot.rect.y + plot.rect.height, height);
          }
        }
}

TEST(Vectorscope, OccupiesTheSameCellsAsFfmpegs) {
  const Coding coding = {matrices[1], false, 8};
  std::mt19937 random(4);
  const Frame frame(8, 160, 120, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
    return {128, (x + static_cast<uint32_t>(random() % 40)) & 255, (2 * y + x / 3) & 255};
  });
  // The picture whose plot has one pixel per cell.
  PictureOptions options = only(ScopeKind::vectorscope);
  uint32_t height = 256;
  while (Drawn(frame, coding, Transfer::sdr, options, 400, height).plots()[0].rect.height < 256)
    height++;
  const Drawn drawn(frame, coding, Transfer::sdr, options, 400, height);
  const Rect plot = drawn.plots()[0].rect;
  ASSERT_EQ(plot.height, 256u);

  char in[] = "/tmp/vectorscope-in-XXXXXX", out[] = "/tmp/vectorscope-out-XXXXXX";
  std::FILE* file = fdopen(mkstemp(in), "wb");
  std::fwrite(frame.data().data(), 1, frame.data().size(), file);
  std::fclose(file);
  file = fdopen(mkstemp(out), "rb");
  const std::string command =
      std::string("ffmpeg -v error -y -f rawvideo -pix_fmt yuv444p -s 160x120 -i ") + in +
      " -vf vectorscope=mode=gray:intensity=1:graticule=none -frames:v 1 -f rawvideo "
      "-pix_fmt yuv444p " +
      out;
  const int status = std::system(command.c_str());
  std::vector<uint8_t> ffmpeg(256 * 256);
  const size_t read = std::fread(ffmpeg.data(), 1, ffmpeg.size(), file);
  std::fclose(file);
  std::remove(in);
  std::remove(out);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(read, ffmpeg.size());
  for (uint32_t y = 0; y < 256; y++)
    for (uint32_t x = 0; x < 256; x++)
      ASSERT_EQ(drawn.lit(plot.x + x, plot.y + y), ffmpeg[y * 256 + x] > 16)
          << "Cb " << x << ", Cr " << 255 - y;
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
