// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Shots of frames whose samples are mixed here, in real numbers: each transition is known exactly.
#include "tools/detect/shots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <random>
#include <vector>

using namespace videohistogram::tools;

namespace {

/// The samples of Y, Cb and Cr, from 0 to 255.
struct Picture {
  std::array<std::vector<double>, 3> samples;
};
using Video = std::vector<Picture>;

constexpr size_t width = 64, height = 36;

/// Random samples around a mean of Y. No two pictures have a correlation.
Picture make_picture(unsigned seed, double mean, double contrast) {
  std::mt19937 random(seed);
  Picture picture;
  for (size_t c = 0; c < 3; c++) {
    for (size_t i = 0; i < width * height; i++) {
      const double value = random() % 1001 / 500.0 - 1;
      picture.samples[c].push_back((c == 0 ? mean : 110 + seed * 7 % 40) + contrast * value);
    }
  }
  return picture;
}

Picture make_colour(double y) {
  Picture picture;
  for (size_t c = 0; c < 3; c++)
    picture.samples[c].assign(width * height, c == 0 ? y : 128);
  return picture;
}

Picture mix(const Picture& a, const Picture& b, double share) {
  Picture picture = a;
  for (size_t c = 0; c < 3; c++) {
    for (size_t i = 0; i < picture.samples[c].size(); i++)
      picture.samples[c][i] = (1 - share) * a.samples[c][i] + share * b.samples[c][i];
  }
  return picture;
}

void add_still(Video& video, const Picture& picture, int frames) {
  video.insert(video.end(), static_cast<size_t>(frames), picture);
}

void add_dissolve(Video& video, const Picture& a, const Picture& b, int frames) {
  for (int i = 1; i <= frames; i++)
    video.push_back(mix(a, b, static_cast<double>(i) / (frames + 1)));
}

void add_light(Video& video, size_t first, size_t last, double light) {
  for (size_t frame = first; frame <= last; frame++) {
    for (double& y : video[frame].samples[0])
      y += light;
  }
}

void add_noise(Video& video, double deviation) {
  std::mt19937 random(1);
  for (Picture& picture : video) {
    for (auto& channel : picture.samples) {
      for (double& value : channel) {
        double sum = 0; // of 12 numbers whose variances are 1/12
        for (int i = 0; i < 12; i++)
          sum += random() % 1001 / 1000.0 - 0.5;
        value += deviation * sum;
      }
    }
  }
}

Features features_of(const Picture& picture, const Picture* before) {
  Features features;
  features.counted = true;
  for (size_t c = 0; c < 3; c++) {
    const std::vector<double>& samples = picture.samples[c];
    const auto n = static_cast<double>(samples.size());
    for (double value : samples) {
      features.mean[c] += value / n;
      features.histogram.at(c, static_cast<size_t>(std::clamp(value / 4, 0.0, 63.0))) +=
          static_cast<float>(1 / n);
    }
    for (size_t i = 0; i < samples.size(); i++) {
      features.variance[c] += std::pow(samples[i] - features.mean[c], 2) / n;
      if (before) {
        const double difference = samples[i] - before->samples[c][i];
        features.difference[c] += std::abs(difference) / n;
        features.squared_difference[c] += difference * difference / n;
      }
    }
  }
  return features;
}

/// The standard deviation of Y, Cb and Cr together.
double deviation_of(const Picture& picture) {
  const std::array<double, 3> variance = features_of(picture, nullptr).variance;
  return std::sqrt(variance[0] + variance[1] + variance[2]);
}

/// A transition, and its first and last frame.
struct Found {
  Transition transition;
  uint64_t first, last;
  bool operator==(const Found& other) const {
    return transition == other.transition && first == other.first && last == other.last;
  }
};

void PrintTo(const Found& found, std::ostream* stream) {
  *stream << stored_name(found.transition) << ' ' << found.first << ' ' << found.last;
}

constexpr int64_t frame_time = 40000000;

class Listener : public VideoListener {
public:
  void format(const VideoFormat&) override {}
  void frame(const FrameRecord&) override {}
  void finding(const Finding&) override {}
  void counts(const FrameCounts&) override {}
  void field(const FieldRecord&) override {}
  void shot(const Shot& shot) override {
    EXPECT_EQ(shot.start, static_cast<int64_t>(shot.first) * frame_time);
    EXPECT_EQ(start, shot.start);
    start = shot.end;
    if (shot.transition != Transition::start)
      found.push_back({shot.transition, shot.first,
                       shot.transition == Transition::cut ? shot.first : shot.transition_last});
  }

  std::vector<Found> found;
  int64_t start = 0; ///< of the next shot
};

std::vector<Found> find_transitions(const Video& video) {
  ShotFinder shots;
  Listener listener;
  for (size_t i = 0; i < video.size(); i++)
    shots.add(features_of(video[i], i > 0 ? &video[i - 1] : nullptr),
              static_cast<int64_t>(i) * frame_time, listener);
  shots.finish(listener);
  return listener.found;
}

using Transitions = std::vector<Found>;

/// Expects that dissolves of these lengths between two still shots are found exactly.
void expect_dissolves(const Picture& a, const Picture& b, std::initializer_list<int> lengths) {
  for (int length : lengths) {
    Video video;
    add_still(video, a, 30);
    add_dissolve(video, a, b, length);
    add_still(video, b, 30);
    const auto last = static_cast<uint64_t>(29 + length);
    EXPECT_EQ(find_transitions(video), (Transitions{{Transition::gradual, 30, last}})) << length;
  }
}

} // namespace

TEST(Shots, ADissolveIsFoundWithItsFirstAndItsLastFrame) {
  expect_dissolves(make_picture(1, 90, 60), make_picture(2, 150, 80), {4, 5, 12, 25, 50});
}

TEST(Shots, ADissolveOfShotsWithLittleContrastIsNoCut) {
  expect_dissolves(make_picture(3, 40, 5), make_picture(4, 60, 9), {4, 5, 25});
}

TEST(Shots, ACutIsNotTheLastStepOfADissolve) {
  // The contrast falls before the cut, as if the shot were mixed with another one.
  Video video;
  const Picture a = make_picture(5, 120, 90), grey = make_colour(120);
  add_still(video, a, 30);
  for (int i = 1; i <= 5; i++)
    video.push_back(mix(a, grey, 0.01 * i * i));
  add_still(video, make_picture(6, 100, 70), 30);
  EXPECT_EQ(find_transitions(video), (Transitions{{Transition::cut, 35, 35}}));
}

TEST(Shots, AFlashWithinADissolveIsNoCut) {
  const Picture a = make_picture(7, 80, 50), b = make_picture(8, 140, 60);
  Video video;
  add_still(video, a, 30);
  add_dissolve(video, a, b, 30);
  add_still(video, b, 30);
  add_light(video, 43, 45, 25);
  const Transitions found = find_transitions(video);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].transition, Transition::gradual);
  EXPECT_NEAR(static_cast<double>(found[0].first), 30, 2);
  EXPECT_NEAR(static_cast<double>(found[0].last), 59, 2);
}

TEST(Shots, ADissolveUnderNoiseIsFound) {
  for (int length : {10, 40}) {
    const Picture a = make_picture(9, 70, 40), b = make_picture(10, 120, 60);
    Video video;
    add_still(video, a, 30);
    add_dissolve(video, a, b, length);
    add_still(video, b, 30);
    add_noise(video, 10);
    const Transitions found = find_transitions(video);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].transition, Transition::gradual);
    EXPECT_NEAR(static_cast<double>(found[0].first), 30, 2);
    EXPECT_NEAR(static_cast<double>(found[0].last), 29 + length, 2);
  }
}

TEST(Shots, AFadeOfAShotWithLittleContrastIsOneTransition) {
  // Half of its frames are of nearly one colour.
  for (double colour : {16.0, 235.0}) {
    const Picture a = make_picture(11, 60, 6), b = make_picture(12, 90, 4);
    Video video;
    add_still(video, a, 30);
    add_dissolve(video, a, make_colour(colour), 9);
    video.push_back(make_colour(colour));
    add_dissolve(video, make_colour(colour), b, 10);
    add_still(video, b, 30);
    EXPECT_EQ(find_transitions(video), (Transitions{{Transition::gradual, 30, 49}}));
  }
}

TEST(Shots, TheLongestTransitionBeginsAtItsFirstFrame) {
  for (int hold : {2, 20, 45}) {
    const Picture a = make_picture(17, 120, 60), b = make_picture(18, 90, 40);
    Video video;
    add_still(video, a, 30);
    add_dissolve(video, a, make_colour(16), 50);
    add_still(video, make_colour(16), hold);
    add_dissolve(video, make_colour(16), b, 50);
    add_still(video, b, 300);
    const auto last = static_cast<uint64_t>(30 + 50 + hold + 49);
    EXPECT_EQ(find_transitions(video), (Transitions{{Transition::gradual, 30, last}}));
  }
}

TEST(Shots, TwoFadesWithOneColourForLongBetweenThemAreTwoTransitions) {
  // 1000 frames of one colour are more than the detectors remember.
  for (uint64_t hold : {51, 60, 150, 200, 1000}) {
    for (uint64_t length : {9, 50}) {
      SCOPED_TRACE(testing::Message() << length << " frames, " << hold << " of one colour");
      const Picture a = make_picture(13, 120, 60), b = make_picture(14, 90, 40);
      Video video;
      add_still(video, a, 30);
      add_dissolve(video, a, make_colour(16), static_cast<int>(length));
      add_still(video, make_colour(16), static_cast<int>(hold));
      add_dissolve(video, make_colour(16), b, 10);
      add_still(video, b, 30);
      EXPECT_EQ(find_transitions(video),
                (Transitions{{Transition::gradual, 30, 29 + length},
                             {Transition::gradual, 30 + length + hold, 39 + length + hold}}));
    }
  }
}

TEST(Shots, ASlowFadeOfAShotWithLittleContrastBehindOneColourIsOneTransition) {
  // The first frames of the second fade are of nearly one colour, too.
  for (int hold : {30, 38, 42}) {
    const Picture a = make_picture(19, 120, 60), b = make_picture(20, 60, 6);
    Video video;
    add_still(video, a, 80);
    add_dissolve(video, a, make_colour(16), 19);
    add_still(video, make_colour(16), hold);
    add_dissolve(video, make_colour(16), b, 49);
    add_still(video, b, 100);
    const Transitions found = find_transitions(video);
    SCOPED_TRACE(hold);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].first, 80u);
    EXPECT_NEAR(static_cast<double>(found[0].last), 80 + 19 + hold + 48, 2);
  }
}

TEST(Shots, AFadeToOneColourAtTheEndIsATransition) {
  for (int hold : {1, 50, 51, 1000}) {
    const Picture a = make_picture(13, 120, 60);
    Video video;
    add_still(video, a, 30);
    add_dissolve(video, a, make_colour(16), 20);
    add_still(video, make_colour(16), hold);
    SCOPED_TRACE(testing::Message() << hold);
    EXPECT_EQ(find_transitions(video), (Transitions{{Transition::gradual, 30, 49}}));
  }
}

TEST(Shots, AFadeThatTheEndCutsOffIsATransitionOnlyIfThePictureNearlyHasOneColour) {
  for (double contrast : {60.0, 20.0}) {
    for (int kept = 1; kept <= 11; kept++) {
      SCOPED_TRACE(testing::Message() << kept << " frames, contrast " << contrast);
      const Picture a = make_picture(13, 120, contrast);
      Video video;
      add_still(video, a, 30);
      add_dissolve(video, a, make_colour(16), 10);
      add_still(video, make_colour(16), 1);
      video.resize(static_cast<size_t>(30 + kept));
      const bool reached = deviation_of(video.back()) <= 3;
      const Transitions found = find_transitions(video);
      ASSERT_EQ(found.size(), reached ? 1u : 0u);
      if (!reached)
        continue;
      EXPECT_EQ(found[0].transition, Transition::gradual);
      EXPECT_EQ(found[0].first, 30u);
      EXPECT_LT(found[0].last, video.size());
    }
  }
}

TEST(Shots, AFirstOrALastShotOfOneOrTwoFramesBelongsToTheShotNextToIt) {
  const Picture a = make_picture(13, 120, 60), b = make_picture(14, 90, 40);
  for (int length : {1, 2, 3, 4}) {
    Video first, last;
    add_still(first, b, length);
    add_still(first, a, 30);
    add_still(last, a, 30);
    add_still(last, b, length);
    const auto begin = static_cast<uint64_t>(length);
    const bool is_shot = length >= 3;
    SCOPED_TRACE(length);
    EXPECT_EQ(find_transitions(first),
              is_shot ? (Transitions{{Transition::cut, begin, begin}}) : Transitions{});
    EXPECT_EQ(find_transitions(last),
              is_shot ? (Transitions{{Transition::cut, 30, 30}}) : Transitions{});
  }
}

/// Videos in which `between` frames are between a fade and a cut.
struct FadeAndCut {
  FadeAndCut(int between, int fade) {
    const Picture a = make_picture(13, 120, 60), b = make_picture(14, 90, 40);
    const Picture black = make_colour(16);
    for (Video* video : {&out_after_cut, &cut_after_out, &in_after_cut})
      add_still(*video, a, 60);
    add_still(out_after_cut, b, between);
    add_dissolve(out_after_cut, b, black, fade);
    add_still(out_after_cut, black, 20);
    add_dissolve(cut_after_out, a, black, fade);
    add_still(cut_after_out, black, between);
    add_still(cut_after_out, b, 60);
    add_still(in_after_cut, black, between);
    add_dissolve(in_after_cut, black, b, fade);
    add_still(in_after_cut, b, 60);
  }
  Video out_after_cut, cut_after_out, in_after_cut;
};

TEST(Shots, ACutSixFramesFromAFadeIsACut) {
  for (uint64_t between : {6, 10, 30}) {
    for (uint64_t fade : {5, 10, 20, 50}) {
      SCOPED_TRACE(testing::Message() << between << " frames beside a fade of " << fade);
      const FadeAndCut videos(static_cast<int>(between), static_cast<int>(fade));
      const Found cut{Transition::cut, 60, 60}, faded{Transition::gradual, 60, 59 + fade},
          later{Transition::gradual, 60 + between, 59 + between + fade},
          cut_later{Transition::cut, 60 + fade + between, 60 + fade + between};
      EXPECT_EQ(find_transitions(videos.out_after_cut), (Transitions{cut, later}));
      EXPECT_EQ(find_transitions(videos.cut_after_out), (Transitions{faded, cut_later}));
      EXPECT_EQ(find_transitions(videos.in_after_cut), (Transitions{cut, later}));
    }
  }
}

TEST(Shots, ACutCloserToAFadeMayBePartOfIt) {
  for (uint64_t between : {1, 2, 3, 5}) {
    for (uint64_t fade : {5, 10, 20, 50}) {
      SCOPED_TRACE(testing::Message() << between << " frames beside a fade of " << fade);
      const FadeAndCut videos(static_cast<int>(between), static_cast<int>(fade));
      const Transitions out = find_transitions(videos.out_after_cut),
                        after = find_transitions(videos.cut_after_out),
                        in = find_transitions(videos.in_after_cut);
      for (const Transitions* found : {&out, &after, &in}) {
        ASSERT_GE(found->size(), 1u);
        ASSERT_LE(found->size(), 2u);
      }
      EXPECT_GE(out.front().first + 6, 60u);
      EXPECT_LE(out.front().first, 60u);
      EXPECT_EQ(out.back().transition, Transition::gradual);
      EXPECT_EQ(out.back().last, 59 + between + fade);
      EXPECT_EQ(after.front(), (Found{Transition::gradual, 60, 59 + fade}));
      EXPECT_EQ(in.back(), (Found{Transition::gradual, 60 + between, 59 + between + fade}));
    }
  }
}

TEST(Shots, TwoFlashesCloseToEachOtherAreNoCut) {
  for (size_t second = 33; second < 45; second++) {
    Video video;
    add_still(video, make_picture(15, 80, 40), 80);
    add_light(video, 30, 31, 77);
    add_light(video, second, second + 2, 102);
    add_noise(video, 4);
    SCOPED_TRACE(second);
    EXPECT_EQ(find_transitions(video), Transitions{});
  }
}

TEST(Shots, ABrighterPictureIsNoCut) {
  Video video;
  add_still(video, make_picture(15, 110, 60), 60);
  add_light(video, 30, 59, 12);
  EXPECT_EQ(find_transitions(video), Transitions{});
}

TEST(Shots, WhereEveryFrameIsAnotherOneOnlyAClearChangeOfTheHistogramsIsACut) {
  // The samples of each frame lie in another order, and some of them are brighter from a frame on,
  // as after a key frame of an encoder. The distance of the histograms is half of this share.
  const auto find = [](double share) {
    std::mt19937 random(17);
    Picture before = make_picture(18, 110, 60), after = before;
    for (size_t i = 0; i < static_cast<size_t>(share * width * height); i++)
      after.samples[0][i] = 250;
    Video video;
    for (int i = 0; i < 60; i++) {
      Picture picture = i < 30 ? before : after;
      for (auto& channel : picture.samples)
        std::shuffle(channel.begin(), channel.end(), random);
      video.push_back(picture);
    }
    return find_transitions(video);
  };
  EXPECT_EQ(find(0.14), Transitions{});
  EXPECT_EQ(find(0.3), (Transitions{{Transition::cut, 30, 30}}));
}

TEST(Shots, AChangeOfChromaAloneIsACut) {
  // The distance of the histograms is a quarter of this share.
  Picture before = make_colour(120), after = before;
  for (size_t i = 0; i < static_cast<size_t>(0.28 * width * height); i++)
    after.samples[1][i] = 250;
  Video video;
  add_still(video, before, 30);
  add_still(video, after, 30);
  EXPECT_EQ(find_transitions(video), (Transitions{{Transition::cut, 30, 30}}));
}

TEST(Shots, APanOverOnePictureIsNoDissolve) {
  // Objects of many sizes: parts of the picture have little variance between others that have much.
  constexpr size_t length = 1000;
  std::mt19937 random(16);
  std::array<std::vector<double>, 3> row;
  for (auto& channel : row) {
    channel.assign(length, 110);
    for (size_t i = 0; i < length;) {
      const size_t object = 5 + random() % 60;
      const double value = 60 + random() % 100;
      for (const size_t end = std::min(i + object, length); i < end; i++)
        channel[i] = value;
    }
  }
  Video video;
  for (size_t frame = 0; frame < 900; frame++) {
    Picture picture = make_colour(0);
    for (size_t c = 0; c < 3; c++) {
      for (size_t i = 0; i < width * height; i++)
        picture.samples[c][i] = row[c][frame + i % width] + static_cast<double>(i / width) / 4;
    }
    video.push_back(picture);
  }
  EXPECT_EQ(find_transitions(video), Transitions{});
}
