// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Events after which flashes are looked for anew.
#include "core/pse/flash_finder.h"

#include "tests/core/pse/found.h"

#include <gtest/gtest.h>

#include <vector>

using namespace videohistogram::pse;

namespace {

constexpr size_t columns = 64, rows = 36;

/// Shows frames of black and white, in turn, for three frames each.
class Show {
public:
  explicit Show(const char* profile) : finder_(*find_flash_profile(profile), 1, found) {}

  /// `time`: in frames; below 0: none.
  FlashFigures add(int frame, int time, size_t width = 640) {
    const bool white = frame / 3 % 2 == 0;
    light_.assign(columns * rows, white ? 100 * 100 * 1000 : 0);
    FlashFrame shown;
    shown.place.number = static_cast<uint64_t>(frame);
    shown.place.time = time < 0 ? no_time : time * int64_t{40000000};
    shown.grid = {columns, rows, width, 360, light_.data()};
    const auto pixels = static_cast<int64_t>(width * 360);
    shown.iris = IrisSums{white ? pixels * 10000 * (int64_t{1} << 24) : 0,
                          frame % 3 == 0 ? pixels : 0, 0, 0};
    shown.rate = {25, 1};
    return finder_.add(shown);
  }
  void finish() { finder_.finish(); }

  Found found;

private:
  FlashFinder finder_;
  std::vector<int64_t> light_;
};

TEST(FlashFinder, AFrameThatIsEarlierBeginsAnew) {
  for (const char* profile : {"bt1702", "iris"}) {
    Show show(profile);
    for (int frame = 0; frame <= 21; frame++)
      EXPECT_EQ(show.add(frame, frame).count, frame / 3) << profile;
    EXPECT_EQ(show.found.kinds(), "") << profile; // it has not ended
    EXPECT_EQ(show.add(22, 0).count, 0) << profile;
    EXPECT_EQ(show.found.kinds(), "flashes") << profile;
  }
}

TEST(FlashFinder, AFrameWithoutATimeDoesNotHideThatTheNextIsEarlier) {
  for (const char* profile : {"bt1702", "iris"}) {
    Show show(profile);
    for (int frame = 0; frame <= 21; frame++)
      show.add(frame, frame);
    show.add(22, -1);
    EXPECT_EQ(show.add(24, 0).count, 0) << profile;
    EXPECT_EQ(show.found.kinds(), "flashes") << profile;
  }
}

TEST(FlashFinder, TimesOfDaysAreLongerThanAnyLimit) {
  for (const int64_t hours : {1, 43, 1000, 100000})
    for (const Seconds& limit : {Seconds{9, 25}, Seconds{20 * 1001, 60000}, Seconds{5, 1}})
      EXPECT_TRUE(reaches(hours * 3600 * 1000000000, limit, {})) << hours;
}

TEST(FlashFinder, AnotherSizeBeginsAnewWhereWholeFramesAreCompared) {
  for (const char* profile : {"bt1702", "iris"}) {
    Show show(profile);
    for (int frame = 0; frame <= 5; frame++)
      show.add(frame, frame);
    EXPECT_EQ(show.add(6, 6, 320).count, 0) << profile;
  }
}

TEST(FlashFinder, AVideoThatFollowsBeginsAnew) {
  Show show("bt1702");
  for (int frame = 0; frame <= 21; frame++)
    show.add(frame, frame);
  show.finish();
  EXPECT_EQ(show.found.kinds(), "flashes");
  EXPECT_EQ(show.add(24, 24).count, 0);
}

TEST(FlashFinder, LongFlashingIsToldWhileItLasts) {
  Show show("bt1702");
  bool is_long = false;
  for (int frame = 0; frame < 150; frame++) {
    const bool now = show.add(frame, frame).is_long;
    EXPECT_TRUE(now || !is_long) << frame; // it does not stop
    is_long = now;
    EXPECT_TRUE(frame >= 100 || !now) << frame; // four seconds
  }
  EXPECT_TRUE(is_long);
}

} // namespace
