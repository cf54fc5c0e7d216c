// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which pictures are drawn under overload, in a simulation: its clock advances by numbers of the
// test alone. An upstream makes frames of 60 per second, one element draws them, a sink tells by
// QoS events how late they are.
#include "plugin/scope/element/lateness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using videohistogram::scope::Lateness;

namespace {

constexpr gint64 duration = GST_SECOND / 60;

struct Overload {
  bool live;
  gint64 latency;            ///< from a frame's capture to its show, of the whole pipeline
  std::vector<gint64> takes; ///< times of pictures, used in turn
  gint64 first = 0;          ///< what the first picture takes in addition
};

struct Outcome {
  std::vector<gint64> times; ///< when pictures reached the sink
  std::vector<gint64> shown; ///< running times of their frames
  gint64 busy = 0;           ///< the sum of the times that pictures took

  double mean_take() const { return static_cast<double>(busy) / static_cast<double>(n()); }
  size_t n() const { return times.size(); }
  /// The longest time from a frame to its picture at the sink, after the first two: before them
  /// nobody knows how long pictures take.
  gint64 latest() const {
    gint64 latest = 0;
    for (size_t i = 2; i < n(); i++)
      latest = std::max(latest, times[i] - shown[i]);
    return latest;
  }
  /// The standard deviation of the gaps between pictures at the sink, as a share of their mean.
  double unevenness() const {
    std::vector<double> gaps;
    for (size_t i = 1; i < n(); i++)
      gaps.push_back(static_cast<double>(times[i] - times[i - 1]));
    const auto of = static_cast<double>(gaps.size());
    const double mean = std::accumulate(gaps.begin(), gaps.end(), 0.0) / of;
    double squares = 0;
    for (double gap : gaps)
      squares += (gap - mean) * (gap - mean);
    return std::sqrt(squares / of) / mean;
  }
  /// The difference between the most and the fewest frames from one picture to the next.
  gint64 jitter() const {
    gint64 least = G_MAXINT64, most = 0;
    for (size_t i = 3; i < n(); i++) {
      least = std::min(least, shown[i] - shown[i - 1]);
      most = std::max(most, shown[i] - shown[i - 1]);
    }
    return (most - least) / duration;
  }
};

/// Runs 20 s of video through an element that drops what is late.
Outcome run(const Overload& overload) {
  Lateness lateness;
  lateness.set_budget(overload.live ? static_cast<GstClockTime>(overload.latency)
                                    : GST_CLOCK_TIME_NONE);
  Outcome outcome;
  gint64 now = 0;
  for (gint64 i = 0; i < 20 * 60; i++) {
    const gint64 running_time = i * duration;
    if (overload.live)
      now = std::max(now, running_time); // it is not captured earlier
    if (lateness.by_how_much(static_cast<GstClockTime>(running_time)) > 0)
      continue;
    const gint64 taken = overload.takes[outcome.n() % overload.takes.size()] +
                         (outcome.n() == 0 ? overload.first : 0);
    now += taken;
    outcome.busy += taken;
    lateness.drew(static_cast<GstClockTime>(running_time), duration,
                  static_cast<GstClockTime>(taken));
    const gint64 late = std::max(now - running_time - overload.latency, -running_time);
    GstEvent* const event =
        gst_event_new_qos(late > 0 ? GST_QOS_TYPE_UNDERFLOW : GST_QOS_TYPE_OVERFLOW, 1, late,
                          static_cast<GstClockTime>(running_time));
    lateness.note(event);
    gst_event_unref(event);
    now = std::max(now, running_time + overload.latency); // a sink waits until then
    outcome.times.push_back(now);
    outcome.shown.push_back(running_time);
  }
  return outcome;
}

constexpr gint64 ms = GST_MSECOND;

/// Times of pictures under overload, constant ones and such as time slices of a scheduler give.
const std::vector<std::vector<gint64>> all_takes = {
    {18 * ms}, {20 * ms}, {25 * ms}, {33 * ms},          {34 * ms},
    {45 * ms}, {60 * ms}, {70 * ms}, {20 * ms, 28 * ms}, {40 * ms, 44 * ms, 52 * ms, 44 * ms}};

} // namespace

namespace {

void expect_even_pictures(const Overload& overload) {
  const std::vector<gint64>& takes = overload.takes;
  SCOPED_TRACE(std::to_string(overload.latency / ms) + " ms, " + std::to_string(takes[0] / ms) +
               " ms");
  const Outcome outcome = run(overload);
  EXPECT_GE(static_cast<double>(outcome.n()), 0.8 * 20e9 / outcome.mean_take());
  EXPECT_LT(outcome.unevenness(), 1.0 / 3);
  EXPECT_LE(outcome.jitter(), takes.size() > 1 ? 2 : 1);
  const gint64 longest = *std::max_element(takes.begin(), takes.end());
  EXPECT_LE(outcome.latest(),
            (overload.live ? longest : longest / 4) + overload.latency + duration);
}

} // namespace

TEST(Lateness, OfALiveSourceAsManyPicturesAreDrawnAsTimeAllowsAndEvenly) {
  for (const gint64 latency : {0 * ms, 20 * ms, 40 * ms})
    for (const std::vector<gint64>& takes : all_takes)
      expect_even_pictures({true, latency, takes});
}

TEST(Lateness, OfAFileAsManyPicturesAreDrawnAsTimeAllowsAndEvenly) {
  for (const std::vector<gint64>& takes : all_takes)
    expect_even_pictures({false, 0, takes});
}

TEST(Lateness, AllPicturesAreDrawnIfTimeAllows) {
  for (const bool live : {true, false})
    for (const gint64 latency : {0 * ms, 20 * ms})
      EXPECT_EQ(run({live, live ? latency : 0, {10 * ms, 16 * ms}}).n(), 20u * 60) << latency;
}

TEST(Lateness, FramesThatWaitForTheFirstPictureAreDrawnIfTheyAreCaughtUpWith) {
  for (const gint64 first : {30 * ms, 60 * ms, 100 * ms}) {
    const Outcome outcome = run({true, 0, {8 * ms}, first});
    EXPECT_EQ(outcome.n(), 20u * 60) << first;
    EXPECT_LT(outcome.latest(), first + 8 * ms);
  }
  // Otherwise those that are late are dropped from the second picture on.
  for (const gint64 takes : {20 * ms, 45 * ms}) {
    const Outcome outcome = run({true, 0, {takes}, 60 * ms});
    EXPECT_LE(outcome.latest(), takes + duration);
    EXPECT_GE(static_cast<double>(outcome.n()), 0.8 * 20e9 / outcome.mean_take());
  }
}

TEST(Lateness, APicturePerSecondIsDrawnHoweverLateTheSinkSaysItIs) {
  Lateness lateness;
  lateness.drew(0, GST_CLOCK_TIME_NONE, 0);
  GstEvent* const event = gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1, 3600 * GST_SECOND, 0);
  lateness.note(event);
  gst_event_unref(event);
  EXPECT_GT(lateness.by_how_much(GST_SECOND - 1), 0);
  EXPECT_LE(lateness.by_how_much(GST_SECOND), 0);
  EXPECT_LE(lateness.by_how_much(GST_CLOCK_TIME_NONE), 0);
  lateness.forget();
  EXPECT_LE(lateness.by_how_much(GST_SECOND - 1), 0);
}
