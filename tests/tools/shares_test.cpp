// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A simulated scan: GPUs decode the videos that they have in hand in turn, one frame of each.
#include "tools/process/shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

using namespace videohistogram::tools;

namespace {

constexpr size_t videos_at_once = 12;

struct Video {
  int length, frames = 0;
};

using Policy = std::function<bool(double own, double least, double all, size_t gpus, double video)>;

/// The time at which each GPU has decoded its last frame. A GPU decodes a frame per unit of time,
/// from `starts` on.
std::vector<int> simulate(std::vector<int> waiting, const std::vector<int>& starts,
                          const Policy& takes) {
  std::reverse(waiting.begin(), waiting.end());
  const size_t gpus = starts.size();
  std::vector<std::vector<Video>> hands(gpus);
  std::vector<size_t> next(gpus);
  std::vector<int> ends(gpus);
  MeanLength mean;
  const auto left = [&](size_t gpu) {
    double frames = 0;
    for (const Video& video : hands[gpu])
      frames += std::max(mean.frames() - video.frames, 0.0);
    return frames;
  };
  const auto fill = [&](size_t gpu) {
    const auto may = [&] {
      double all = mean.frames() * static_cast<double>(waiting.size()), least = left(gpu);
      for (size_t other = 0; other < gpus; other++) {
        all += left(other);
        least = std::min(least, left(other));
      }
      return hands[gpu].empty() || takes(left(gpu), least, all, gpus, mean.frames());
    };
    while (!waiting.empty() && hands[gpu].size() < videos_at_once && may()) {
      hands[gpu].push_back({waiting.back()});
      waiting.pop_back();
    }
  };
  const auto busy = [&] {
    return !waiting.empty() ||
           std::any_of(hands.begin(), hands.end(), [](const auto& hand) { return !hand.empty(); });
  };
  for (int time = 0; busy(); time++)
    for (size_t gpu = 0; gpu < gpus; gpu++) {
      if (time < starts[gpu])
        continue;
      fill(gpu);
      if (hands[gpu].empty())
        continue;
      const size_t index = next[gpu]++ % hands[gpu].size();
      ends[gpu] = time + 1;
      if (++hands[gpu][index].frames < hands[gpu][index].length)
        continue;
      mean.add(static_cast<uint64_t>(hands[gpu][index].length));
      hands[gpu].erase(hands[gpu].begin() + static_cast<std::ptrdiff_t>(index));
      for (size_t other = 0; other < gpus; other++)
        if (time >= starts[other])
          fill(other);
    }
  return ends;
}

int last_of(const std::vector<int>& ends) {
  return *std::max_element(ends.begin(), ends.end());
}

/// The time at which all frames are decoded, if both GPUs are busy to the end.
int least(const std::vector<int>& lengths, int start) {
  int frames = start;
  for (int length : lengths)
    frames += length;
  return (frames + 1) / 2;
}

TEST(Shares, TwoGpusEndWithinAVideoOfEachOtherWhereGreedyOnesDoNot) {
  const std::vector<int> lengths(42, 300);
  int greedy = 0;
  for (int start : {0, 40, 100, 300, 700, 1500}) {
    const std::vector<int> starts{0, start};
    const int ideal = least(lengths, start);
    EXPECT_LE(last_of(simulate(lengths, starts, is_within_share)), ideal + 300) << start;
    greedy =
        std::max(greedy, last_of(simulate(lengths, starts, [](auto...) { return true; })) - ideal);
  }
  EXPECT_GE(greedy, 2 * 300);
}

TEST(Shares, VideosOfDifferentLengthsLeaveNoGpuIdle) {
  std::mt19937 random(1);
  for (int i = 0; i < 50; i++) {
    std::vector<int> lengths(30 + random() % 60);
    for (int& length : lengths)
      length = static_cast<int>(50 + random() % 400);
    const int longest = *std::max_element(lengths.begin(), lengths.end());
    const int end = last_of(simulate(lengths, {0, 80}, is_within_share));
    EXPECT_LE(end, least(lengths, 80) + 2 * longest) << i;
  }
}

TEST(Shares, ALastVideoGoesToTheGpuThatHasLess) {
  EXPECT_TRUE(is_within_share(100, 100, 100 + 200 + 300, 2, 300));
  EXPECT_FALSE(is_within_share(200, 100, 100 + 200 + 300, 2, 300));
  EXPECT_TRUE(is_within_share(0, 0, 0, 2, 0)); // no length is known
}

TEST(Shares, OfManyGpusWithEqualShareOneTakesTheLastVideo) {
  for (size_t gpus : {2, 3, 4, 8})
    EXPECT_TRUE(is_within_share(1000, 1000, 1000.0 * static_cast<double>(gpus) + 300, gpus, 300));
}

} // namespace
