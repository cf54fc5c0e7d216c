// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backends/row_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <random>

namespace videohistogram {

namespace {

using std::chrono::nanoseconds;

std::vector<uint32_t> first_devices(uint32_t n) {
  std::vector<uint32_t> devices(n);
  std::iota(devices.begin(), devices.end(), 0);
  return devices;
}

/// Devices with different speeds. The times of a frame are learned when some later frames are
/// already in flight.
struct Machine {
  std::vector<double> rows_per_us;
  double overhead_us = 10; ///< per band
  uint32_t height = 2160, unit = 1, in_flight = 3;
  RowShares shares{static_cast<uint32_t>(rows_per_us.size())};

  std::vector<Band> bands() const {
    return shares.bands(first_devices(static_cast<uint32_t>(rows_per_us.size())), height, unit);
  }
  nanoseconds time_of(size_t device, const Band& band) const {
    return nanoseconds(std::llround(1000 * (overhead_us + band.height / rows_per_us[device])));
  }
  /// How much longer the slowest band takes than the fastest.
  double imbalance() const {
    nanoseconds least = nanoseconds::max(), most{0};
    const std::vector<Band> present = bands();
    for (size_t d = 0; d < present.size(); d++) {
      least = std::min(least, time_of(d, present[d]));
      most = std::max(most, time_of(d, present[d]));
    }
    return static_cast<double>(most.count()) / static_cast<double>(least.count());
  }
  void count_frames(uint32_t n) {
    std::deque<std::vector<Band>> pending;
    for (uint32_t f = 0; f < n; f++) {
      pending.push_back(bands());
      if (pending.size() < in_flight)
        continue;
      std::vector<uint32_t> devices;
      std::vector<nanoseconds> times;
      for (uint32_t d = 0; d < rows_per_us.size(); d++)
        if (const Band& band = pending.front()[d]; band.height > 0) {
          devices.push_back(d);
          times.push_back(time_of(d, band));
        }
      shares.learn(devices, times);
      pending.pop_front();
    }
  }
};

} // namespace

TEST(RowShares, BandsCoverEveryRowOnceAndBeginAtMultiplesOfTheUnit) {
  std::mt19937 random(1);
  for (uint32_t n = 1; n <= 7; n++) {
    RowShares shares(n);
    for (int round = 0; round < 20; round++) {
      std::vector<uint32_t> devices;
      for (uint32_t d = 0; d < n; d++)
        if (random() % 4 != 0)
          devices.push_back(d);
      if (devices.empty())
        devices.push_back(n - 1);
      for (uint32_t unit : {1u, 2u})
        for (uint32_t height = 1; height <= 70; height++) {
          const std::vector<Band> bands = shares.bands(devices, height, unit);
          ASSERT_EQ(bands.size(), devices.size());
          uint32_t next = 0;
          for (const Band& band : bands) {
            ASSERT_EQ(band.y, next);
            if (band.height > 0) {
              ASSERT_EQ(band.y % unit, 0u) << height;
            }
            next += band.height;
          }
          ASSERT_EQ(next, height);
        }
      std::vector<nanoseconds> times;
      for (size_t i = 0; i < devices.size(); i++)
        times.push_back(nanoseconds(1 + random() % 100000));
      shares.learn(devices, times);
    }
  }
}

TEST(RowShares, PartsAreEqualAtFirst) {
  const RowShares shares(4);
  for (const Band& band : shares.bands(first_devices(4), 2160, 2))
    EXPECT_EQ(band.height, 540u);
}

TEST(RowShares, FewerRowsThanDevicesLeaveSomeWithoutAny) {
  const RowShares shares(7);
  for (uint32_t height = 1; height < 7; height++)
    for (const Band& band : shares.bands(first_devices(7), height, 1))
      EXPECT_LE(band.height, 1u) << height;
}

TEST(RowShares, TheLargestFrameIsShared) {
  const RowShares shares(3);
  const std::vector<Band> bands = shares.bands(first_devices(3), UINT32_MAX, 2);
  EXPECT_EQ(bands[0].height, 1431655766u);
  EXPECT_EQ(bands[2].y + bands[2].height, UINT32_MAX);
}

TEST(RowShares, ConvergeToTheDevicesSpeeds) {
  const std::vector<double> machines[] = {{10, 10},     {10, 20},         {40, 10},
                                          {1, 1, 1, 1}, {30, 10, 10, 20}, {1, 2, 3, 4, 5, 6, 7}};
  for (const std::vector<double>& speeds : machines)
    for (uint32_t in_flight : {1u, 3u, 6u}) {
      Machine machine{speeds};
      machine.in_flight = in_flight;
      machine.overhead_us = 0;
      machine.count_frames(120);
      EXPECT_LT(machine.imbalance(), 1.07) << speeds.size() << " devices";
      const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
      for (uint32_t d = 0; d < speeds.size(); d++)
        EXPECT_NEAR(machine.shares.share(d) * sum / speeds[d], 1, 0.05)
            << "device " << d << " of " << speeds.size();
    }
}

TEST(RowShares, AreStillWhereTheyHaveConverged) {
  Machine machine{{10, 25, 10}};
  machine.count_frames(200);
  const std::vector<Band> before = machine.bands();
  machine.count_frames(50);
  const std::vector<Band> after = machine.bands();
  for (size_t d = 0; d < before.size(); d++)
    EXPECT_EQ(after[d].height, before[d].height);
}

TEST(RowShares, FollowADeviceThatBecomesSlowAndFastAgain) {
  Machine machine{{20, 20}};
  machine.count_frames(10);
  EXPECT_EQ(machine.bands()[0].height, 1080u);
  machine.rows_per_us[1] = 4;
  machine.count_frames(100);
  EXPECT_NEAR(machine.bands()[1].height, 2160.0 / 6, 40);
  EXPECT_LT(machine.imbalance(), 1.1);
  machine.rows_per_us[1] = 20;
  machine.count_frames(100);
  EXPECT_NEAR(machine.bands()[1].height, 1080, 40);
}

TEST(RowShares, NoDeviceLosesAllItsRows) {
  Machine machine{{1000, 1000, 0.1, 1000}};
  machine.count_frames(300);
  EXPECT_NEAR(machine.shares.share(2), 1.0 / 64, 0.002); // a sixteenth of an equal share
  EXPECT_GT(machine.bands()[2].height, 20u);
}

TEST(RowShares, TimesThatAreNearlyEqualOrNotKnownTeachNothing) {
  RowShares shares(3);
  const auto learn = [&](std::vector<int> ns) {
    std::vector<nanoseconds> times(ns.begin(), ns.end());
    shares.learn(first_devices(static_cast<uint32_t>(ns.size())), times);
    return shares.share(0) == 1.0 / 3 && shares.share(1) == 1.0 / 3 && shares.share(2) == 1.0 / 3;
  };
  EXPECT_TRUE(learn({1000, 1040, 1010}));
  EXPECT_TRUE(learn({0, 0, 0}));
  EXPECT_TRUE(learn({5000, 0, 100}));
  EXPECT_TRUE(learn({}));
  EXPECT_TRUE(learn({77}));
  EXPECT_FALSE(learn({1000, 2000, 1000}));
}

TEST(RowShares, ADeviceThatIsLeftOutKeepsItsPart) {
  RowShares shares(3);
  for (int i = 0; i < 100; i++)
    shares.learn({0, 2}, {nanoseconds(1000 + 5000 * i / 100), nanoseconds(1000)});
  EXPECT_GT(shares.share(2), shares.share(0));
  EXPECT_NEAR(shares.share(0) + shares.share(1) + shares.share(2), 1, 1e-12);
  const std::vector<Band> bands = shares.bands({0, 2}, 1000, 1);
  EXPECT_NEAR(bands[1].height, 1000 * shares.share(2) / (1 - shares.share(1)), 1);
  EXPECT_EQ(shares.share(1), 1.0 / 3);
}

} // namespace videohistogram
