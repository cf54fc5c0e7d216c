// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Differences to the frame before, alone and beside other histograms.
#include "tests/backend/backend_test.h"
#include "tests/reference/colours.h"

#include <algorithm>
#include <random>

namespace videohistogram::test {

namespace {

/// A frame that is compared with the frame before.
struct FramePair {
  const Frame& now;
  const Frame& before;

  FrameView view() const {
    FrameView view = now.view();
    view.before = std::make_shared<const FrameView>(before.view());
    return view;
  }
};

class DifferencesTest : public BackendTest {
protected:
  /// The counts of all histograms of the format's differences and, if `beside`, of its stored
  /// channels, in `bins` bins (0: one per value) and in each of `regions` as well.
  testing::AssertionResult counts_right(const FrameView& frame, uint32_t bins, bool beside = false,
                                        const std::vector<Rect>& regions = {}) {
    const FormatInfo& format = *frame.format;
    PlanSpec spec;
    for (Quantity quantity :
         select_quantities(format, all_differences | (beside ? format.channels() : 0)))
      spec.tables.push_back({{quantity, format.values_of(quantity).bins_for(bins)}, {}});
    Expected<SharedPlan> plan = compile_plan(format, frame.width, frame.height, spec);
    if (!plan.ok())
      return testing::AssertionFailure() << plan.error().message;
    const JobPtr job = backend_->make_job();
    std::vector<uint32_t> counts((*plan)->total_counts(regions.size()), 0xABABABAB);
    Status status = backend_->submit(*job, frame, *plan, regions);
    if (status.ok())
      status = job->wait(counts.data());
    if (!status.ok())
      return testing::AssertionFailure() << status.error().message;
    const std::vector<uint32_t> expected = expected_counts(frame, spec, regions);
    const auto wrong = std::mismatch(counts.begin(), counts.end(), expected.begin());
    if (counts.size() == expected.size() && wrong.first == counts.end())
      return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << format.name << " " << frame.width << "x" << frame.height << " in " << bins
           << " bins: count " << wrong.first - counts.begin() << " is " << *wrong.first << ", not "
           << *wrong.second;
  }

private:
  static std::vector<uint32_t> expected_counts(const FrameView& frame, const PlanSpec& spec,
                                               const std::vector<Rect>& regions) {
    std::vector<uint32_t> counts;
    for (size_t r = 0; r <= regions.size(); r++)
      for (const Table& table : spec.tables) {
        const auto [quantity, bins] = table.values;
        const Rect whole{0, 0, frame.width, frame.height};
        std::vector<uint32_t> histogram(bins, 0);
        if (!(all_differences & quantity_bit(quantity))) {
          PlanSpec alone;
          alone.tables = {table};
          histogram = reference::count(frame, alone, {r == 0 ? whole : regions[r - 1]}).histograms;
          histogram.erase(histogram.begin(), histogram.begin() + bins); // the whole frame's
        } else if (r == 0 && frame.before) {
          histogram = reference::count_difference(frame, *frame.before,
                                                  source_of_difference(quantity), bins, whole);
        }
        counts.insert(counts.end(), histogram.begin(), histogram.end());
      }
    return counts;
  }
};

/// A layout with rows of their own kind of padding, order and place.
Layout layout_of_kind(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t kind) {
  Layout layout;
  layout.format = format.name;
  layout.width = width;
  layout.height = height;
  layout.padding = kind % 3 == 1 ? 16 : kind % 3 == 2 ? 7 : 0;
  layout.bottom_up = kind % 4 == 3;
  layout.offset = kind % 5 == 4 ? 3 : 0;
  return layout;
}

} // namespace

TEST_P(DifferencesTest, CountsEveryFormatInFramesThatLieDifferently) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    for (uint32_t kind = 0; kind < 12; kind++) {
      const FramePair pair{frame_of(layout_of_kind(**format, 101, 23, kind), Content::noise),
                           frame_of(layout_of_kind(**format, 101, 23, kind / 2), Content::runs, 2)};
      ASSERT_TRUE(counts_right(pair.view(), 256)) << kind;
    }
}

TEST_P(DifferencesTest, CountsAnyNumberOfBins) {
  for (const char* name : {"RGBA", "BGR", "NV12", "UYVY", "P010_10LE", "P016_LE", "RGBA64_LE"}) {
    const Layout layout = layout_of_kind(*find_format(name), 160, 30, 0);
    const FramePair pair{frame_of(layout, Content::noise), frame_of(layout, Content::noise, 2)};
    for (uint32_t bins : {1u, 2u, 100u, 255u, 1000u, 0u})
      ASSERT_TRUE(counts_right(pair.view(), bins, bins == 100));
  }
}

TEST_P(DifferencesTest, CountsFramesOfEverySize) {
  for (const char* name : {"GRAY8", "RGB", "I420", "NV12", "Y444_12LE"})
    for (const Size& size : {Size{1, 1}, Size{2, 1}, Size{1, 9}, Size{15, 3}, Size{16, 4},
                             Size{47, 5}, Size{4099, 3}, Size{640, 481}}) {
      const Layout layout = layout_of_kind(*find_format(name), size.width, size.height, 0);
      const FramePair pair{frame_of(layout, Content::noise), frame_of(layout, Content::noise, 2)};
      ASSERT_TRUE(counts_right(pair.view(), 256));
    }
}

TEST_P(DifferencesTest, CountsSamplesBesideTheirDifferences) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    for (uint32_t kind : {0u, 3u, 5u}) {
      const FramePair pair{frame_of(layout_of_kind(**format, 101, 23, kind), Content::noise),
                           frame_of(layout_of_kind(**format, 101, 23, kind / 2), Content::runs, 2)};
      ASSERT_TRUE(counts_right(pair.view(), 256, true)) << kind;
    }
}

TEST_P(DifferencesTest, CountsEqualFramesAndContraryOnes) {
  const Layout layout = layout_of_kind(*find_format("NV12"), 513, 130, 0);
  const Frame& black = frame_of(layout, Content::black);
  const Frame& white = frame_of(layout, Content::white);
  const FramePair equal{white, white}, contrary{black, white}, reverse{white, black};
  EXPECT_TRUE(counts_right(equal.view(), 256));
  EXPECT_TRUE(counts_right(contrary.view(), 256));
  EXPECT_TRUE(counts_right(reverse.view(), 256));
}

TEST_P(DifferencesTest, AreThoseOfTheWholeFrameBesideOtherHistograms) {
  for (const char* name : {"NV12", "RGBA", "I422_10LE"}) {
    const Layout layout = layout_of_kind(*find_format(name), 90, 50, 0);
    const FramePair pair{frame_of(layout, Content::noise), frame_of(layout, Content::noise, 2)};
    EXPECT_TRUE(counts_right(pair.view(), 256, true, {{3, 5, 20, 11}, {0, 0, 90, 50}, {}}));
    // Without a frame before there are none.
    EXPECT_TRUE(counts_right(pair.now.view(), 256, true, {{3, 5, 20, 11}}));
  }
}

TEST_P(DifferencesTest, CountsOneFrameAfterTheOther) {
  std::mt19937 random(1);
  const Layout layout = layout_of_kind(*find_format("NV12"), 320, 241, 0);
  for (uint32_t i = 1; i < 12; i++) {
    const FramePair pair{frame_of(layout, Content::noise, i),
                         frame_of(layout, Content::noise, i - 1)};
    ASSERT_TRUE(counts_right(i % 5 == 0 ? pair.now.view() : pair.view(), 256, random() % 2));
  }
}

TEST_P(DifferencesTest, RefusesAFrameBeforeOfAnotherSizeOrFormat) {
  const Frame& now = frame_of(layout_of_kind(*find_format("NV12"), 32, 20, 0), Content::noise);
  for (const Layout& other : {layout_of_kind(*find_format("NV12"), 32, 19, 0),
                              layout_of_kind(*find_format("NV21"), 32, 20, 0)}) {
    FrameView view = now.view();
    view.before = std::make_shared<const FrameView>(frame_of(other, Content::noise).view());
    EXPECT_FALSE(counts_right(view, 256));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, DifferencesTest, testing::ValuesIn(chosen_backends()),
                         test_name_of);

} // namespace videohistogram::test
