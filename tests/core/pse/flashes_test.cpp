// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures whose flashes are known. The kinds that each must have were written down with it.
#include "core/pse/flashes.h"

#include "tests/core/pse/found.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace videohistogram::pse;

namespace {

constexpr size_t columns = 64, rows = 36, cells = columns * rows;
constexpr FrameRate unknown{0, 1}, r24{24, 1}, r25{25, 1}, r30{30, 1}, r50{50, 1}, r60{60, 1},
    r120{120, 1}, r23976{24000, 1001}, r2997{30000, 1001}, r5994{60000, 1001};

/// The colour of a cell in cd/m2.
struct Colour {
  double light, red = 0, green = 0, blue = 0;
};
constexpr Colour gray(double light) {
  return {light, light, light, light};
}
/// Of a frame and a cell.
using Picture = std::function<Colour(int frame, size_t cell)>;

/// Shows a picture that has a state per frame.
Picture of_all_cells(std::function<double(int)> light) {
  return [light](int frame, size_t) { return gray(light(frame)); };
}

/// Changes to and fro every `frames` frames.
Picture alternate(double dark, double bright, int frames) {
  return of_all_cells([=](int frame) { return frame / frames % 2 == 0 ? dark : bright; });
}

/// Bright for one frame of each `frames`.
Picture pulse(int frames) {
  return of_all_cells([=](int frame) { return frame % frames == 0 ? 100.0 : 10.0; });
}

/// As pulse(), but every other pulse lasts until the frame before the next one.
Picture fall_early_or_late(int frames) {
  return of_all_cells([=](int frame) {
    const bool late = frame / frames % 2 == 0;
    return frame % frames < (late ? frames - 1 : 1) ? 100.0 : 10.0;
  });
}

/// As alternate(), in the first cells; the others do not change.
Picture flash_in(size_t number, int frames) {
  return [=](int frame, size_t cell) {
    return gray(cell < number && frame / frames % 2 == 0 ? 100 : 10);
  };
}

/// Rises by 21 cd/m2 in so many equal steps, and falls.
Picture ramp(int frames) {
  return of_all_cells([=](int frame) {
    const int place = frame % (2 * frames);
    return 50 + 21.0 * (place < frames ? place : 2 * frames - place) / frames;
  });
}

/// The first `changes` changes of alternate().
Picture change_times(int changes, int frames) {
  return of_all_cells(
      [=](int frame) { return std::min(frame / frames, changes) % 2 == 0 ? 0.0 : 200.0; });
}

Picture red_and(Colour other, Colour red) {
  return [=](int frame, size_t) { return frame / 3 % 2 == 0 ? red : other; };
}

/// The light of a scene between 5 and 120 cd/m2, whose parts are some cells large. `x` and `y` are
/// in cells.
double scene(double x, double y) {
  const auto corner = [](int64_t i, int64_t j) {
    uint64_t bits = static_cast<uint64_t>(i * 7919 + j * 104729) * 0x9e3779b97f4a7c15u;
    bits ^= bits >> 29;
    bits *= 0xbf58476d1ce4e5b9u;
    return 5 + static_cast<double>(bits >> 40) / static_cast<double>(1 << 24) * 115;
  };
  constexpr double part = 3;
  const double i = std::floor(x / part), j = std::floor(y / part);
  const double across = x / part - i, down = y / part - j;
  const auto left = static_cast<int64_t>(i), top = static_cast<int64_t>(j);
  const auto row = [&](int64_t number) {
    return corner(left, number) * (1 - across) + corner(left + 1, number) * across;
  };
  return row(top) * (1 - down) + row(top + 1) * down;
}

/// The scene, of which a cell shows the part that is `x` and `y` cells away.
Picture look_at(std::function<double(int)> x, std::function<double(int)> y,
                std::function<Colour(int, double)> colour) {
  return [=](int frame, size_t cell) {
    const auto column = static_cast<double>(cell % columns);
    const auto row = static_cast<double>(cell / columns);
    return colour(frame, scene(column + x(frame), row + y(frame)));
  };
}
Picture pan(double x, double y, std::function<Colour(int, double)> colour) {
  return look_at([x](int frame) { return frame * x; }, [y](int frame) { return frame * y; },
                 colour);
}
Colour of_scene(int, double light) {
  return gray(light);
}
/// Brighter by 40 cd/m2 for three of six frames.
Colour of_flashing_scene(int frame, double light) {
  return gray(light + (frame / 3 % 2 == 0 ? 0 : 40));
}
Colour of_red_scene(int, double light) {
  return light > 60 ? Colour{21.26, 100, 0, 0} : gray(0);
}
/// Stripes of two cells, which move by so many cells per frame.
Picture stripes(int speed) {
  return [=](int frame, size_t cell) {
    return gray((static_cast<int>(cell % columns) + frame * speed) / 2 % 2 == 0 ? 10 : 100);
  };
}

constexpr Colour red{21.26, 100, 0, 0}, blue{21.26, 0, 0, 294.46}, pale_red{30, 79, 10.5, 10.5};

struct Case {
  const char* name;
  const char* profile;
  FrameRate rate;
  double seconds;
  Picture picture;
  const char* kinds; ///< that are found
  bool hdr = false;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {"a change of 19.9", "bt1702", r25, 3, alternate(50, 69.9, 3), ""},
      {"a change of 20.1", "bt1702", r25, 3, alternate(50, 70.1, 3), "flashes"},
      {"dark 159", "bt1702", r25, 3, alternate(159, 189, 3), "flashes"},
      {"dark 161", "bt1702", r25, 3, alternate(161, 191, 3), ""},
      {"dark 161 in HDR", "bt1702", r25, 3, alternate(161, 191, 3), "flashes", true},
      {"area of 24.9 %", "bt1702", r25, 3, flash_in(573, 3), ""},
      {"area of 25 %", "bt1702", r25, 3, flash_in(576, 3), ""},
      {"area of 25.1 %", "bt1702", r25, 3, flash_in(579, 3), "flashes"},
      {"6 changes in a second", "bt1702", r25, 3, change_times(6, 4), ""},
      {"7 changes in a second", "bt1702", r25, 3, change_times(7, 4), "flashes"},
      {"7 changes in a second and 1/24", "bt1702", r24, 3, alternate(0, 200, 4), ""},
      {"the same at 23.976", "bt1702", r23976, 3, alternate(0, 200, 4), ""},
      {"the same at 60", "bt1702", r60, 8, alternate(0, 200, 10), ""},
      {"the same at 59.94", "bt1702", r5994, 8, alternate(0, 200, 10), ""},
      {"8 frames of 25", "bt1702", r25, 8, pulse(8), "flashes flashes-extended"},
      {"9 frames of 25", "bt1702", r25, 8, pulse(9), ""},
      {"18 frames of 50", "bt1702", r50, 8, pulse(18), ""},
      {"17 frames of 50", "bt1702", r50, 8, pulse(17), "flashes-extended"},
      {"17 frames of 50 for 3 s", "bt1702", r50, 3, pulse(17), ""},
      {"19 frames of 60", "bt1702", r60, 8, pulse(19), "flashes flashes-extended"},
      {"20 frames of 60", "bt1702", r60, 8, pulse(20), ""},
      {"20 frames of 60, Ofcom", "ofcom", r60, 8, pulse(20), "flashes-extended"},
      {"19 frames of 59.94", "bt1702", r5994, 8, pulse(19), "flashes flashes-extended"},
      {"20 frames of 59.94", "bt1702", r5994, 8, pulse(20), ""},
      {"9 frames of 30", "bt1702", r30, 8, pulse(9), "flashes flashes-extended"},
      {"10 frames of 30", "bt1702", r30, 8, pulse(10), ""},
      {"10 frames of 29.97", "bt1702", r2997, 8, pulse(10), ""},
      {"10 frames of 29.97, Ofcom", "ofcom", r2997, 8, pulse(10), "flashes-extended"},
      {"39 frames of 120", "bt1702", r120, 8, pulse(39), "flashes flashes-extended"},
      {"40 frames of 120", "bt1702", r120, 8, pulse(40), ""},
      {"rises 40 frames of 120 apart, falls 2", "bt1702", r120, 8, fall_early_or_late(40),
       "flashes flashes-extended"},
      {"9 frames of 25, Ofcom", "ofcom", r25, 8, pulse(9), ""},
      {"a ramp of 1 frame of 50", "bt1702", r50, 3, ramp(1), "flashes"},
      {"a ramp of 5 frames of 50", "bt1702", r50, 3, ramp(5), "flashes"},
      {"a ramp of 12 frames of 120", "bt1702", r120, 3, ramp(12), "flashes"},
      {"a ramp of 12 frames of 50", "bt1702", r50, 8, ramp(12), ""},
      {"HDR, contrast below 1/17", "bt1702", r25, 3, alternate(200, 224.9, 3), "", true},
      {"HDR, contrast above 1/17", "bt1702", r25, 3, alternate(200, 225.1, 3), "flashes", true},
      {"SDR, contrast above 1/17", "bt1702", r25, 3, alternate(170, 200, 3), ""},
      {"red and blue of equal light", "bt1702", r25, 3, red_and(blue, red), "red-flashes"},
      {"red and black", "bt1702", r25, 3, red_and(gray(0), red), "flashes red-flashes"},
      {"red of less than 80 %", "bt1702", r25, 3, red_and(blue, pale_red), ""},
      {"red in the dark", "bt1702", r25, 3, red_and({0.2, 0, 0, 2}, {0.2, 2, 0, 0}), ""},
      {"two halves in opposite phase", "bt1702", r25, 3,
       [](int frame, size_t cell) {
         return gray((frame / 3 + (cell % columns < columns / 2 ? 1 : 0)) % 2 == 0 ? 10 : 100);
       },
       "flashes"},
      {"each cell in a phase of its own", "bt1702", r25, 3,
       [](int frame, size_t cell) {
         return gray((frame + static_cast<int>(cell % 6)) / 3 % 2 == 0 ? 10 : 100);
       },
       "flashes"},
      {"seven cuts between black and white", "bt1702", r24, 1, change_times(7, 3), "flashes"},
      {"20.1 % of the picture", "bt1702", r25, 3, flash_in(464, 3), ""},
      {"20.1 % of the picture, strict", "strict", r25, 3, flash_in(464, 3), "flashes"},
      {"19.9 % of the picture, strict", "strict", r25, 3, flash_in(459, 3), ""},
      {"15 % of white, 8 changes, 1.5 s", "nab-j", r24, 1.5, alternate(0, 30, 3), ""},
      {"15 % of white, 8 changes, 4 s", "nab-j", r24, 4, alternate(0, 30, 3), "flashes-extended"},
      {"15 % of white, 12 changes", "nab-j", r24, 1.5, alternate(0, 30, 2), "flashes"},
      {"25 % of white, 8 changes", "nab-j", r24, 1.5, alternate(0, 50, 3), "flashes"},
      {"9 % of white", "nab-j", r24, 4, alternate(0, 18, 2), ""},
      {"a slow pan", "bt1702", r25, 3, pan(0.4, 0, of_scene), ""},
      {"a fast pan", "bt1702", r25, 3, pan(2.5, 0, of_scene), ""},
      {"a pan to the left and down", "bt1702", r25, 3, pan(-1.75, 1.25, of_scene), ""},
      {"the fastest pan", "bt1702", r50, 3, pan(7.75, -4.75, of_scene), ""},
      {"a pan that shows each picture twice", "bt1702", r50, 3,
       look_at([](int frame) { return frame / 2 * 3.0; }, [](int) { return 0.0; }, of_scene), ""},
      {"a pan over red", "bt1702", r25, 3, pan(2, 0, of_red_scene), ""},
      {"a pan that is too fast to be told", "bt1702", r25, 3, pan(12, 0, of_scene), "flashes"},
      {"flashes in a pan", "bt1702", r25, 3, pan(2.5, 0, of_flashing_scene), "flashes"},
      {"a scene that moves to and fro", "bt1702", r25, 3,
       look_at([](int frame) { return frame % 2 * 3.0; }, [](int) { return 0.0; }, of_scene),
       "flashes"},
      {"stripes in counterphase", "bt1702", r25, 3, stripes(2), "flashes"},
      {"a still picture", "bt1702", r25, 8, alternate(50, 50, 1), ""},
  };
  return list;
}

/// Shows frames to the finder.
class Show {
public:
  Show(const std::string& profile, const FrameRate& rate, bool hdr)
      : flashes_(*find_flash_profile(profile), rate, hdr, Primaries::bt709) {}

  FlashFigures add(int number, int64_t time, const Picture& picture,
                   const std::string& timecode = "") {
    Place frame;
    frame.number = static_cast<uint64_t>(number);
    frame.time = time;
    frame.timecode = timecode;
    for (size_t cell = 0; cell < cells; cell++) {
      const Colour colour = picture(number, cell);
      const double values[4] = {colour.light, colour.red, colour.green, colour.blue};
      for (size_t i = 0; i < 4; i++)
        sums_[i][cell] = static_cast<int64_t>(values[i] * 1000 * 100 + 0.5); // 100 pixels
    }
    const GridSums sums{columns,         rows,           640, 360, sums_[0].data(), sums_[1].data(),
                        sums_[2].data(), sums_[3].data()};
    return flashes_.add(frame, sums, found);
  }
  void finish() { flashes_.finish(found); }

  Found found;

private:
  CellFlashes flashes_;
  std::vector<int64_t> sums_[4] = {std::vector<int64_t>(cells), std::vector<int64_t>(cells),
                                   std::vector<int64_t>(cells), std::vector<int64_t>(cells)};
};

/// The time of a frame; rounded to milliseconds as Matroska has it if `rounds`.
int64_t time_of(int frame, const FrameRate& rate, bool rounds) {
  const int64_t time = frame * 1000000000LL * rate.denominator / rate.numerator;
  return rounds ? (time + 500000) / 1000000 * 1000000 : time;
}

std::string find_kinds(const Case& c, bool rounds) {
  Show show(c.profile, c.rate, c.hdr);
  const auto frames = static_cast<int>(c.seconds * static_cast<double>(c.rate.numerator) /
                                       static_cast<double>(c.rate.denominator));
  for (int frame = 0; frame < frames; frame++)
    show.add(frame, time_of(frame, c.rate, rounds), c.picture);
  show.finish();
  return show.found.kinds();
}

TEST(Flashes, PicturesHaveTheKindsThatWereWrittenDown) {
  for (const Case& c : cases())
    EXPECT_EQ(find_kinds(c, false), c.kinds) << c.name;
}

TEST(Flashes, TimesThatMatroskaRoundsChangeNothing) {
  for (const Case& c : cases())
    EXPECT_EQ(find_kinds(c, true), c.kinds) << c.name;
}

/// Leading edges so many milliseconds apart, for 8 s.
std::string find_kinds_of_edges(int milliseconds, const FrameRate& rate) {
  Show show("bt1702", rate, false);
  int frame = 0;
  for (int time = 0; time < 8000; time += milliseconds) {
    for (const double light : {100.0, 10.0}) {
      const int at = time + (light < 50 ? milliseconds / 2 : 0);
      show.add(frame++, at * 1000000LL, of_all_cells([light](int) { return light; }));
    }
  }
  show.finish();
  return show.found.kinds();
}

TEST(Flashes, LeadingEdgesThatAre360MillisecondsApartAreExempt) {
  for (const FrameRate& rate : {unknown, FrameRate{1000, 1}, r25, r24}) {
    EXPECT_EQ(find_kinds_of_edges(359, rate), "flashes-extended");
    EXPECT_EQ(find_kinds_of_edges(360, rate), "");
    EXPECT_EQ(find_kinds_of_edges(361, rate), "");
  }
}

TEST(Flashes, PassagesSayWhenAndHowMuch) {
  Show show("bt1702", r25, false);
  const Picture still = of_all_cells([](int) { return 10; });
  const Picture flashing = flash_in(1152, 3); // half of the picture
  std::vector<FlashFigures> figures;
  for (int frame = 0; frame < 150; frame++)
    figures.push_back(
        show.add(frame, time_of(frame, r25, false), frame >= 30 && frame < 60 ? flashing : still,
                 "01:00:0" + std::to_string(frame / 25) + ":" + std::to_string(10 + frame % 25)));
  show.finish();
  ASSERT_EQ(show.found.passages.size(), 1u);
  const Passage& passage = show.found.passages[0];
  EXPECT_EQ(passage.first.number, 30u);
  EXPECT_EQ(passage.last.number, 57u); // the last change
  EXPECT_EQ(passage.first.time, time_of(30, r25, false));
  EXPECT_EQ(passage.last.time, time_of(57, r25, false));
  EXPECT_EQ(passage.first.timecode, "01:00:01:15");
  EXPECT_EQ(passage.last.timecode, "01:00:02:17");
  EXPECT_EQ(passage.area, 0.5);
  EXPECT_EQ(passage.changes, 9u);
  EXPECT_STREQ(passage.what, "light");
  EXPECT_EQ(figures[29].count, 0);
  EXPECT_EQ(figures[45].count, 6);
  EXPECT_EQ(figures[45].area, 0);
  EXPECT_EQ(figures[48].count, 7);
  EXPECT_EQ(figures[48].area, 0.5);
  EXPECT_EQ(figures[54].count, 9);
  EXPECT_EQ(figures[82].count, 0); // a second after the last change
  EXPECT_EQ(figures[81].count, 1);
}

TEST(Flashes, FlashesThatAreASecondApartArePassagesOfTheirOwn) {
  Show show("bt1702", r25, false);
  for (int frame = 0; frame < 150; frame++)
    show.add(frame, time_of(frame, r25, false),
             frame % 75 < 30 ? alternate(10, 100, 3) : alternate(10, 10, 1));
  show.finish();
  ASSERT_EQ(show.found.passages.size(), 2u);
  EXPECT_STREQ(show.found.passages[1].kind, "flashes");
  EXPECT_EQ(show.found.passages[1].first.number, 75u);
}

TEST(Flashes, SmallFramesHaveEmptyCells) {
  CellFlashes flashes(*find_flash_profile("bt1702"), r25, false, Primaries::bt709);
  Found found;
  GridSums sums{columns, rows, 40, 20};
  std::vector<int64_t> light(cells);
  for (int number = 0; number < 75; number++) {
    for (size_t cell = 0; cell < cells; cell++)
      light[cell] = sums.pixels(cell) * (number / 3 % 2 == 0 ? 10000 : 100000);
    sums.light = light.data();
    Place frame;
    frame.number = static_cast<uint64_t>(number);
    frame.time = time_of(number, r25, false);
    flashes.add(frame, sums, found);
  }
  flashes.finish(found);
  EXPECT_EQ(found.kinds(), "flashes");
}

TEST(Profiles, AreFoundByTheirNames) {
  EXPECT_EQ(list_flash_profiles(), "bt1702, ofcom, nab-j, strict or iris");
  EXPECT_EQ(find_flash_profile("bt1703"), nullptr);
}

} // namespace
