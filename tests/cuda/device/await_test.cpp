// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// When PollSchedule polls a device, simulated with work of known length.
#include "cuda/device/await.h"

#include <gtest/gtest.h>

namespace videohistogram::cuda {

namespace {

using namespace std::chrono_literals;
using std::nullopt;
using std::optional;
using std::chrono::nanoseconds;

constexpr PollSchedule::TimePoint begin{1h};

struct Played {
  nanoseconds late; ///< how long it was done before somebody asked
  int asked;
  optional<nanoseconds> learnt;
};

/// Simulates a wait that begins `from` after the work, which takes `length`.
Played play(nanoseconds length, optional<nanoseconds> expected, nanoseconds from = 0ns) {
  PollSchedule schedule(begin, expected);
  auto now = begin + from;
  int asked = 1;
  for (; now < begin + length; asked++)
    now = schedule.next(now);
  return {now - (begin + length), asked, schedule.learnt(now)};
}

} // namespace

TEST(PollSchedule, AsksMoreAndMoreSeldomWhereNothingIsKnown) {
  PollSchedule schedule(begin, nullopt);
  auto now = begin;
  for (nanoseconds pause : {10us, 20us, 40us, 80us, 160us, 200us, 200us}) {
    EXPECT_EQ(schedule.next(now) - now, pause);
    now += pause;
  }
}

TEST(PollSchedule, IsNoLaterThanAThirtiethOfWhatIsExpectedAndAsksAFewTimes) {
  for (nanoseconds expected : {100us, 155us, 640us, 2400us, 6000us})
    for (int percent = 90; percent <= 110; percent++) {
      const Played played = play(expected * percent / 100, expected);
      EXPECT_LE(played.late, std::max<nanoseconds>(expected / 30, 10us)) << percent;
      EXPECT_LE(played.asked, 11) << percent;
    }
}

TEST(PollSchedule, AsksAtOnceAndOnlyOnceWhereItIsDone) {
  const Played played = play(100us, 5ms, 120us);
  EXPECT_EQ(played.asked, 1);
  EXPECT_EQ(played.learnt, 120us); // as soon as the device was done
  EXPECT_EQ(play(100us, nullopt, 120us).learnt, nullopt);
  EXPECT_EQ(play(100us, 50us, 120us).learnt, 50us);
}

TEST(PollSchedule, LearnsHowLongItTook) {
  optional<nanoseconds> expected;
  for (int frame = 0; frame < 4; frame++)
    expected = play(300us, expected).learnt;
  ASSERT_TRUE(expected);
  EXPECT_NEAR(expected->count(), 300'000, 5'000);
  EXPECT_LE(play(300us, expected).late, 10us);
}

TEST(PollSchedule, SoonForgetsWorkThatTookLong) {
  optional<nanoseconds> expected = 300ms;
  nanoseconds late{0};
  for (int frame = 0; frame < 8; frame++) {
    const Played played = play(155us, expected);
    expected = played.learnt;
    late = played.late;
  }
  EXPECT_LE(late, 10us);
  ASSERT_TRUE(expected);
  EXPECT_NEAR(expected->count(), 155'000, 10'000);
}

TEST(PollSchedule, NeverSleepsLongerThan10Milliseconds) {
  PollSchedule schedule(begin, 1h);
  EXPECT_EQ(schedule.next(begin) - begin, 10ms);
  EXPECT_EQ(schedule.next(begin + 10ms) - (begin + 10ms), 10ms);
}

TEST(PollSchedule, AsksMoreSeldomOnceItTakesMuchLonger) {
  const Played played = play(1s, 100us);
  EXPECT_LE(played.asked, 1s / 200us + 30);
}

TEST(ExpectedTime, IsUnknownUntilItIsSetAndOnceItIsForgotten) {
  ExpectedTime time;
  EXPECT_EQ(time.get(), nullopt);
  for (const nanoseconds known : {nanoseconds(0), nanoseconds(300us)}) {
    time.set(known);
    EXPECT_EQ(time.get(), known);
  }
  time.set({});
  EXPECT_EQ(time.get(), nullopt);
}

} // namespace videohistogram::cuda
