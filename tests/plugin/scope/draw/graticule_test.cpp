// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines and labels of graticules lie where the standards say: positions are computed here from
// percent, codes, the limits of EBU R 103, and light of SMPTE ST 2084 and ITU-R BT.2100.
#include "tests/plugin/scope/draw/graticule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

struct ExpectedLine {
  std::string label; ///< empty: none
  double code;
};

std::vector<ExpectedLine> percents(const Frames& frames, int step, int labelled_step) {
  std::vector<ExpectedLine> lines;
  for (int percent = 0; percent <= 100; percent += step)
    lines.push_back(
        {percent % labelled_step ? "" : std::to_string(percent), frames.code(percent / 100.0)});
  return lines;
}

/// EBU R 103: 5 to 246 of 8 bits.
void add_r103(const Frames& frames, std::vector<ExpectedLine>& lines) {
  const std::map<uint32_t, std::pair<int, int>> limits = {
      {8, {5, 246}}, {10, {20, 984}}, {12, {80, 3936}}};
  const auto [low, high] = limits.at(frames.depth());
  lines.push_back({"", double{1} * low});
  lines.push_back({"", double{1} * high});
}

/// Expects these lines and labels, and no others. No label without a font.
void expect_lines(const Graticule& graticule, const PlotArea& plot, bool rows, const Frames& frames,
                  const std::vector<ExpectedLine>& expected) {
  const double n = std::pow(2, frames.depth());
  const uint32_t length = rows ? plot.rect.height : plot.rect.width;
  std::set<uint32_t> lines;
  const auto labels = graticule.labels(plot.rect, rows);
  size_t labelled = 0;
  for (const ExpectedLine& line : expected) {
    const double share = (line.code + 0.5) / n, at = length * (rows ? 1 - share : share);
    lines.insert(static_cast<uint32_t>(std::clamp(at, 0.0, length - 1.0)));
    if (line.label.empty() || !has_font())
      continue;
    labelled++;
    const auto label = labels.find(line.label);
    ASSERT_TRUE(label != labels.end()) << line.label << " is missing";
    EXPECT_NEAR(label->second, at, share > 0.02 && share < 0.98 ? 1.5 : 25) << line.label;
  }
  EXPECT_EQ(labels.size(), labelled);
  EXPECT_EQ(graticule.lines(plot.rect, rows), lines);
}

/// Expects the title, none without a font.
void expect_title(const Graticule& graticule, const std::string& title) {
  EXPECT_EQ(graticule.title(), has_font() ? title : "");
}

PictureOptions with_units(Units units) {
  PictureOptions options;
  options.units = units;
  return options;
}

} // namespace

TEST(Graticules, OfPercentAndIreHaveTheLevelsOfTheSignal) {
  for (const Units units : {Units::automatic, Units::percent, Units::ire, Units::nits})
    for (const Frames& frames :
         {sdr, Frames{"I422_10LE", false, Transfer::sdr}, Frames{"I420", true, Transfer::sdr},
          Frames{"Y444_12LE", false, Transfer::sdr}}) {
      const Graticule waveform(ScopeKind::waveform, frames, with_units(units), 1200, 1000);
      std::vector<ExpectedLine> expected = percents(frames, 10, 10);
      if (!frames.full_range)
        add_r103(frames, expected);
      expect_lines(waveform, waveform.plots()[0], true, frames, expected);
      expect_title(waveform, units == Units::ire ? "Waveform Y  IRE" : "Waveform Y  %");
      const Graticule histogram(ScopeKind::histogram, frames, with_units(units), 1600, 500);
      expect_lines(histogram, histogram.plots()[0], false, frames, expected);
    }
  SKIP_TEXT_WITHOUT_FONT();
}

TEST(Graticules, OfSmallPlotsHaveLinesThatDivideTheStepsOfTheirLabels) {
  SKIP_TEXT_WITHOUT_FONT();
  std::set<size_t> steps;
  for (const uint32_t width : {120u, 140u, 150u, 240u, 300u, 320u, 400u, 640u, 1000u, 2000u}) {
    const Graticule histogram(ScopeKind::histogram, sdr, {}, width, 300);
    const auto labels = histogram.labels(histogram.plots()[0].rect, false);
    ASSERT_GE(labels.size(), 2u);
    const size_t step = 100 / (labels.size() - 1);
    steps.insert(step);
    std::vector<ExpectedLine> expected =
        percents(sdr, step % 10 == 0 ? 10 : 25, static_cast<int>(step));
    add_r103(sdr, expected);
    expect_lines(histogram, histogram.plots()[0], false, sdr, expected);
  }
  EXPECT_GE(steps.count(25), 1u);
}

namespace {

/// The signal of 18 % grey times 2^stop: ITU-R BT.709 and BT.2100 HLG with light of the scene,
/// which has 38 % of HLG for grey, and SMPTE ST 2084 with 26 nits (ITU-R BT.2408).
double signal_of(Transfer transfer, int stop) {
  if (transfer == Transfer::pq)
    return pq_of(26 * std::pow(2, stop));
  if (transfer == Transfer::hlg) {
    const double e = 0.38 * 0.38 / 3 * std::pow(2, stop);
    return e <= 1.0 / 12 ? std::sqrt(3 * e)
                         : 0.17883277 * std::log(12 * e - 0.28466892) + 0.55991073;
  }
  const double l = 0.18 * std::pow(2, stop);
  return l < 0.018 ? 4.5 * l : 1.099 * std::pow(l, 0.45) - 0.099;
}

} // namespace

TEST(Graticules, OfStopsHaveThoseOfTheSceneFromGreyOn) {
  EXPECT_NEAR(signal_of(Transfer::sdr, 0), 0.409, 0.0005);
  EXPECT_NEAR(signal_of(Transfer::pq, 0), 0.38, 0.005);
  for (const auto& [frames, last] : {std::pair(sdr, 2),
                                     {Frames{"I422_10LE", true, Transfer::sdr}, 2},
                                     {Frames{"I422_10LE", false, Transfer::hlg}, 4},
                                     {Frames{"Y444_12LE", false, Transfer::pq}, 8}})
    for (const WaveformDirection direction :
         {WaveformDirection::columns, WaveformDirection::rows}) {
      const bool upright = direction == WaveformDirection::columns;
      PictureOptions options = with_units(Units::stops);
      options.waveform_direction = direction;
      const Graticule waveform(ScopeKind::waveform, frames, options, 1200, 1000);
      const PlotArea& plot = waveform.plots()[0];
      const uint32_t length = upright ? plot.rect.height : plot.rect.width;
      std::set<uint32_t> lines;
      const auto add = [&, frames = frames](double code) {
        const double share = (code + 0.5) / std::pow(2, frames.depth());
        const double at = length * (upright ? 1 - share : share);
        lines.insert(static_cast<uint32_t>(std::clamp(at, 0.0, length - 1.0)));
        return at;
      };
      std::vector<ExpectedLine> r103;
      if (!frames.full_range)
        add_r103(frames, r103);
      for (const ExpectedLine& line : r103)
        add(line.code);
      add(frames.code(0));
      add(frames.code(1));
      const auto labels = waveform.labels(plot.rect, upright);
      size_t labelled = 0;
      for (int stop = -6; stop <= last; stop++) {
        const double at = add(frames.code(signal_of(frames.transfer, stop)));
        const auto label = labels.find((stop > 0 ? "+" : "") + std::to_string(stop));
        if (label != labels.end()) {
          labelled++;
          EXPECT_NEAR(label->second, at, 1.5) << stop;
        }
        // Others are left out where they would touch these.
        if (has_font() && (upright ? stop >= -3 : stop == 0 || stop == -1)) {
          EXPECT_TRUE(label != labels.end()) << stop;
        }
      }
      EXPECT_EQ(waveform.lines(plot.rect, upright), lines);
      EXPECT_EQ(labels.size(), labelled);
      expect_title(waveform, "Waveform Y  stops");
      const auto is_percent = [](const auto& text) { return text.text == "50 %"; };
      EXPECT_EQ(std::count_if(waveform.texts().begin(), waveform.texts().end(), is_percent),
                has_font() && upright ? 1 : 0);
    }
  SKIP_TEXT_WITHOUT_FONT();
}

TEST(Graticules, NumbersOfStopsAreDoublingsOfLight) {
  for (const Frames& frames :
       {sdr, Frames{"I422_10LE", false, Transfer::hlg}, Frames{"I422_10LE", false, Transfer::pq}}) {
    Axis axis;
    axis.depth = frames.depth();
    axis.zero = frames.code(0);
    axis.unit = frames.code(1) - frames.code(0);
    for (int stop = -6; stop <= 2; stop++)
      EXPECT_EQ(number_of(axis, frames.transfer, Units::stops,
                          frames.code(signal_of(frames.transfer, stop))),
                (stop > 0 ? "+" : "") + std::to_string(stop) + ".0");
    EXPECT_EQ(number_of(axis, frames.transfer, Units::stops, axis.zero), "<-9");
  }
}

TEST(Graticules, OfCodesHaveThoseOfTheFrames) {
  for (const Frames& frames :
       {sdr, Frames{"I422_10LE", false, Transfer::sdr}, Frames{"I420", true, Transfer::sdr},
        Frames{"I422_10LE", true, Transfer::sdr}, Frames{"I422_10LE", false, Transfer::pq}}) {
    std::set<int> codes = {0, 255, 32, 64, 96, 128, 160, 192, 224};
    if (!frames.full_range)
      codes.insert({16, 235});
    std::vector<ExpectedLine> expected;
    const int step = frames.depth() == 10 ? 4 : 1;
    for (const int code : codes) {
      const int of_depth = code == 255 ? 256 * step - 1 : code * step;
      expected.push_back({std::to_string(of_depth), double{1} * of_depth});
    }
    if (!frames.full_range)
      add_r103(frames, expected);
    for (const WaveformMode mode : {WaveformMode::luma, WaveformMode::rgb}) { // R, G, B of 12 bits
      PictureOptions options = with_units(Units::code);
      options.waveform_mode = mode;
      const Graticule waveform(ScopeKind::waveform, frames, options, 1200, 1000);
      expect_lines(waveform, waveform.plots()[0], true, frames, expected);
      expect_title(waveform,
                   mode == WaveformMode::luma ? "Waveform Y  code" : "Waveform R G B  code");
    }
  }
  SKIP_TEXT_WITHOUT_FONT();
}

TEST(Graticules, OfLightHaveItAtItsSignal) {
  for (const auto& [transfer, labels, signal_of] :
       {std::tuple(Transfer::pq, pq_labels, &pq_of), {Transfer::hlg, hlg_labels, &hlg_of}})
    for (const char* format : {"I420", "I422_10LE"})
      for (const bool full_range : {false, true}) {
        const Frames frames = {format, full_range, transfer};
        std::vector<ExpectedLine> expected = {{"0", frames.code(0)}};
        for (const double nits : labels)
          expected.push_back(
              {std::to_string(static_cast<int>(nits)), frames.code(signal_of(nits))});
        if (!full_range)
          add_r103(frames, expected);
        const Graticule waveform(ScopeKind::waveform, frames, {}, 1200, 1000);
        expect_lines(waveform, waveform.plots()[0], true, frames, expected);
        expect_title(waveform, transfer == Transfer::hlg ? "Waveform Y  nits at peak 1000"
                                                         : "Waveform Y  nits");
      }
  EXPECT_NEAR(hlg_of(203), 0.75, 0.0005); // ITU-R BT.2408
  SKIP_TEXT_WITHOUT_FONT();
}

TEST(Graticules, OfDifferencesHavePercentBesideIre) {
  SKIP_TEXT_WITHOUT_FONT();
  PictureOptions options = with_units(Units::ire);
  options.parade_mode = ParadeMode::ycbcr;
  const Graticule parade(ScopeKind::parade, sdr, options, 1800, 1000);
  EXPECT_EQ(parade.title(), "Parade Y Cb Cr  IRE %");
}

TEST(Graticules, OfDifferencesRunFromMinusHalfToHalf) {
  PictureOptions options;
  options.parade_mode = ParadeMode::ycbcr;
  for (const bool full_range : {false, true})
    for (const Transfer transfer : {Transfer::sdr, Transfer::pq}) {
      const Frames frames = {"I420", full_range, transfer};
      const Graticule parade(ScopeKind::parade, frames, options, 1800, 1000);
      ASSERT_EQ(parade.plots().size(), 3u);
      for (const size_t plot : {1u, 2u}) {
        std::set<uint32_t> lines;
        for (int percent = -50; percent <= 50; percent += 10) {
          const double share = (frames.difference_code(percent / 100.0) + 0.5) / 256;
          lines.insert(static_cast<uint32_t>(parade.plots()[plot].rect.height * (1 - share)));
        }
        EXPECT_EQ(parade.lines(parade.plots()[plot].rect, true), lines);
      }
      expect_title(parade,
                   transfer == Transfer::pq ? "Parade Y Cb Cr  nits %" : "Parade Y Cb Cr  %");
      // -50, 0 and 50 beside each of the two plots.
      for (const char* label : {"-50", "50"})
        EXPECT_GE(std::count_if(parade.texts().begin(), parade.texts().end(),
                                [&](const auto& text) { return text.text == label; }),
                  has_font() ? 2 : 0);
    }
  SKIP_TEXT_WITHOUT_FONT();
}

TEST(Graticules, OfPqAndHlgSayByWhatCodesAreRead) {
  SKIP_TEXT_WITHOUT_FONT();
  for (const auto& [transfer, name] :
       {std::pair(Transfer::pq, "PQ"), {Transfer::hlg, "HLG"}, {Transfer::sdr, ""}})
    for (const ScopeKind kind :
         {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade, ScopeKind::vectorscope})
      for (const auto& [width, height] : {std::pair(160u, 118u), {320u, 180u}, {640u, 360u}}) {
        if (transfer == Transfer::hlg && width < 200)
          continue; // the title, "nits at peak 1000", has no room beside it
        const std::string description =
            "BT.2020 " + std::string(name) + (*name ? " " : "") + "limited 10 bit";
        const Graticule graticule(kind, {"I422_10LE", false, transfer}, {}, {0, 0, width, height},
                                  width, height, matrices[2], description);
        const auto names_it = [&, name = name](const auto& text) {
          return text.text == name || text.text == "BT.2020 " + std::string(name) ||
                 text.text == description;
        };
        const auto& texts = graticule.texts();
        EXPECT_EQ(std::count_if(texts.begin() + 1, texts.end(), names_it),
                  *name || width > 200 ? 1 : 0)
            << name << " " << static_cast<int>(kind) << " " << width;
      }
}

namespace {

/// The labels without which a scale cannot be read: black and white.
std::vector<std::string> nominal_labels(const Frames& frames, Units units) {
  if (units == Units::code) {
    const int step = 1 << (frames.depth() - 8);
    if (frames.full_range)
      return {"0", std::to_string(256 * step - 1)};
    return {std::to_string(16 * step), std::to_string(235 * step)};
  }
  return {"0", frames.transfer == Transfer::pq    ? "10000"
               : frames.transfer == Transfer::hlg ? "1000"
                                                  : "100"};
}

/// Texts neither leave the panel nor cover each other, and nominal labels are there.
void expect_readable(const Graticule& graticule, const std::vector<std::string>& nominal,
                     bool upright) {
  const Rect& rect = graticule.rect();
  const auto& texts = graticule.texts();
  for (size_t i = 0; i < texts.size(); i++) {
    EXPECT_GE(texts[i].left, rect.x) << texts[i].text;
    EXPECT_GE(texts[i].top, rect.y) << texts[i].text;
    EXPECT_LE(texts[i].right, rect.x + rect.width) << texts[i].text;
    EXPECT_LE(texts[i].bottom, rect.y + rect.height) << texts[i].text;
    const double quarter = (texts[i].bottom - texts[i].top) / 4; // above and below digits
    for (size_t j = 0; j < i; j++)
      EXPECT_FALSE(texts[i].left < texts[j].right && texts[j].left < texts[i].right &&
                   texts[i].top + quarter < texts[j].bottom - quarter &&
                   texts[j].top + quarter < texts[i].bottom - quarter)
          << texts[i].text << " covers " << texts[j].text;
  }
  // Plots beside each other have the labels of the first one.
  const auto labels = graticule.labels(graticule.plots()[0].rect, upright);
  for (const std::string& label : nominal)
    EXPECT_TRUE(labels.count(label)) << "no label " << label;
}

} // namespace

TEST(Graticules, AlwaysLabelBlackAndWhite) {
  SKIP_TEXT_WITHOUT_FONT();
  const std::vector<Frames> all = {
      sdr,
      {"I420", true, Transfer::sdr},
      {"RGBA", true, Transfer::sdr},
      {"GRAY8", true, Transfer::sdr},
      {"I422_10LE", false, Transfer::sdr},
      {"I422_10LE", true, Transfer::sdr},
      {"P010_10LE", false, Transfer::pq},
      {"P010_10LE", true, Transfer::pq},
      {"P010_10LE", false, Transfer::hlg},
      {"P010_10LE", true, Transfer::hlg},
      {"P016_LE", false, Transfer::sdr},
      {"RGBA64_LE", true, Transfer::sdr},
      {"RGBA64_LE", true, Transfer::pq},
      {"GRAY16_LE", true, Transfer::sdr},
  };
  const std::vector<ScopeKind> four = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                       ScopeKind::vectorscope};
  for (const Frames& frames : all)
    for (const Units units : {Units::automatic, Units::code})
      for (const auto& [width, height] : {std::pair(320u, 240u),
                                          {640u, 360u},
                                          {720u, 576u},
                                          {1280u, 720u},
                                          {1080u, 1920u},
                                          {1920u, 1080u},
                                          {3840u, 2160u}})
        for (const bool alone : {true, false}) {
          const std::vector<Rect> rects = lay_out(four, width, height);
          for (size_t i = 0; i < 3; i++)
            for (const WaveformDirection direction :
                 {WaveformDirection::columns, WaveformDirection::rows}) {
              SCOPED_TRACE(std::string(frames.format) + (frames.full_range ? " full " : " ") +
                           std::to_string(width) + "x" + std::to_string(height) +
                           (alone ? " alone" : "") + ", scope " + std::to_string(i));
              PictureOptions options = with_units(units);
              options.waveform_direction = direction;
              const Rect rect = alone ? Rect{0, 0, width, height} : rects[i];
              const Graticule graticule(four[i], frames, options, rect, width, height);
              expect_readable(graticule, nominal_labels(frames, units),
                              i > 0 && direction == WaveformDirection::columns);
              if (direction == WaveformDirection::columns && i == 0)
                break;
            }
        }
}

TEST(Graticules, HaveLabelsFromTheSizeThatTheDocumentationNames) {
  SKIP_TEXT_WITHOUT_FONT();
  for (const ScopeKind kind : {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade}) {
    EXPECT_FALSE(Graticule(kind, sdr, {}, 108, 63).texts().empty());
    EXPECT_TRUE(Graticule(kind, sdr, {}, 107, 63).texts().empty());
    EXPECT_TRUE(Graticule(kind, sdr, {}, 108, 62).texts().empty());
  }
  // The four scopes in a picture of their own, and over a video, of which they take 45 %.
  const PictureOptions options;
  const auto labelled = [&](double width, double height) {
    size_t scopes = 0;
    const auto wide = static_cast<uint32_t>(width), high = static_cast<uint32_t>(height);
    const std::vector<Rect> rects = lay_out(options.scopes, wide, high);
    for (size_t i = 0; i < rects.size(); i++)
      scopes += !Graticule(options.scopes[i], sdr, {}, rects[i], wide, high).texts().empty();
    return scopes;
  };
  EXPECT_LT(labelled(278, 194), 4u);
  EXPECT_LT(labelled(216, 142), 3u);
  EXPECT_EQ(labelled(216, 144), 3u);
  EXPECT_EQ(labelled(280, 194), 4u);
  EXPECT_EQ(labelled(0.45 * 480, 0.45 * 320), 3u);
  EXPECT_EQ(labelled(0.45 * 624, 0.45 * 432), 4u);
  EXPECT_EQ(labelled(0.9 * 320, 0.9 * 240), 4u);
  EXPECT_FALSE(Graticule(ScopeKind::waveform, sdr, {}, 144, 108).texts().empty()); // of 320x240
}

TEST(Graticules, OfRowsInCodesLabelTheLimitsOfEachPlot) {
  SKIP_TEXT_WITHOUT_FONT();
  PictureOptions options = with_units(Units::code);
  options.waveform_direction = WaveformDirection::rows;
  for (uint32_t width = 260; width <= 2000; width += 30) {
    const Graticule parade(ScopeKind::parade, sdr, options, width, width * 9 / 16);
    for (const char* label : {"16", "235"})
      EXPECT_EQ(std::count_if(parade.texts().begin(), parade.texts().end(),
                              [&](const auto& text) { return text.text == label; }),
                3)
          << label << " at " << width;
  }
}

TEST(Graticules, OfPqPrefer203To100WhereNotAllLabelsHaveRoom) {
  SKIP_TEXT_WITHOUT_FONT();
  const Frames frames = {"P010_10LE", false, Transfer::pq};
  for (const uint32_t width : {320u, 480u, 640u, 960u, 1920u}) {
    const Graticule histogram(ScopeKind::histogram, frames, {}, width, width * 9 / 16);
    const auto labels = histogram.labels(histogram.plots()[0].rect, false);
    for (const char* label : {"0", "203", "1000", "10000"})
      EXPECT_TRUE(labels.count(label)) << label << " at " << width;
  }
}

TEST(Graticules, OfLightHaveThePercentOfTheSignalBesideThem) {
  SKIP_TEXT_WITHOUT_FONT();
  for (const Transfer transfer : {Transfer::pq, Transfer::hlg}) {
    const Frames frames = {"I422_10LE", false, transfer};
    const Graticule waveform(ScopeKind::waveform, frames, {}, 1200, 1000);
    const Rect& plot = waveform.plots()[0].rect;
    std::map<std::string, double> beside;
    for (const Canvas::WrittenText& text : waveform.texts())
      if (text.left >= plot.x + plot.width && text.top > plot.y)
        beside[text.text] = (text.top + text.bottom) / 2 - plot.y;
    std::vector<int> expected = {0, 25, 50, 75, 100};
    if (transfer == Transfer::pq) // that of 203 nits, as 75 % of HLG is: ITU-R BT.2408
      expected.push_back(58);
    EXPECT_EQ(beside.size(), expected.size());
    for (const int percent : expected) {
      const auto found = beside.find(std::to_string(percent) + " %");
      ASSERT_TRUE(found != beside.end()) << percent;
      EXPECT_NEAR(found->second, plot.height * (1 - (frames.code(percent / 100.0) + 0.5) / 1024),
                  1.5)
          << percent;
    }
    // A line of its own shows that level.
    const double white = transfer == Transfer::pq ? 0.58 : 0.75;
    const auto row =
        plot.y + static_cast<uint32_t>(plot.height * (1 - (frames.code(white) + 0.5) / 1024));
    uint32_t most = 0;
    for (uint32_t y = row - 1; y <= row + 1; y++)
      most = std::max(most, waveform.light(plot.x + 9, y));
    EXPECT_GT(most, 350u);
    // Histograms have them below their labels.
    const Graticule histogram(ScopeKind::histogram, frames, {}, 1200, 1000);
    EXPECT_EQ(std::count_if(histogram.texts().begin(), histogram.texts().end(),
                            [](const auto& text) { return text.text == "75 %"; }),
              1);
  }
}

// Nothing but the letter lies within its box: each pixel is a mixture of its colour and the plot's.
TEST(Graticules, OfPanesHaveTheirLettersClearOfLines) {
  SKIP_TEXT_WITHOUT_FONT();
  struct Case {
    ParadeMode mode;
    std::vector<Quantity> expected;
  };
  const Case cases[] = {{ParadeMode::rgb, {Quantity::r, Quantity::g, Quantity::b}},
                        {ParadeMode::ycbcr, {Quantity::y, Quantity::cb, Quantity::cr}},
                        {ParadeMode::yrgb, {Quantity::y, Quantity::r, Quantity::g, Quantity::b}}};
  for (const auto& [width, height] : {std::pair(320u, 240u),
                                      {640u, 360u},
                                      {1280u, 720u},
                                      {1920u, 1080u},
                                      {1080u, 1920u},
                                      {3840u, 2160u}})
    for (const Case& each : cases)
      for (const bool full_range : {false, true})
        for (const Transfer transfer : {Transfer::sdr, Transfer::pq, Transfer::hlg})
          for (const WaveformDirection direction :
               {WaveformDirection::columns, WaveformDirection::rows})
            for (const bool alone : {false, true}) {
              SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + " of " +
                           std::to_string(each.expected.size()) + " panes" +
                           (full_range ? ", full" : "") + (alone ? ", alone" : "") +
                           (direction == WaveformDirection::rows ? ", rows" : ""));
              PictureOptions options;
              options.parade_mode = each.mode;
              options.waveform_direction = direction;
              options.guides = {50, 95};
              const Rect panel = alone ? Rect{0, 0, width, height}
                                       : lay_out({ScopeKind::histogram, ScopeKind::waveform,
                                                  ScopeKind::parade, ScopeKind::vectorscope},
                                                 width, height)[2];
              const Graticule graticule(
                  ScopeKind::parade,
                  {transfer == Transfer::sdr ? "Y444" : "Y444_10LE", full_range, transfer}, options,
                  panel, width, height);
              ASSERT_EQ(graticule.plots().size(), each.expected.size());
              for (size_t i = 0; i < each.expected.size(); i++) {
                const Rect& plot = graticule.plots()[i].rect;
                const std::string name = quantity_name(each.expected[i]);
                const Colour own = colour_of(each.expected[i], TraceColour::quantity, false);
                uint32_t found = 0;
                for (const Canvas::WrittenText& text : graticule.texts()) {
                  if (text.text != name || text.left < plot.x || text.top < plot.y ||
                      text.right > plot.x + plot.width || text.bottom > plot.y + plot.height)
                    continue;
                  found++;
                  EXPECT_LT(text.left, plot.x + plot.width / 2);
                  EXPECT_LT(text.top, plot.y + 2 * (text.bottom - text.top));
                  expect_no_line_through(graticule, text, own);
                }
                EXPECT_EQ(found, 1u) << name;
              }
            }
}
