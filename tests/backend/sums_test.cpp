// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums, beside the histogram that every plan has.
#include "tests/backend/backend_test.h"
#include "tests/reference/packed.h"
#include "tests/reference/sums.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

namespace videohistogram::test {

namespace {

/// A table of light that no formula has: a wrong entry shows.
LightTable light_table(uint32_t depth) {
  static std::map<uint32_t, LightTable> made;
  LightTable& known = made[depth];
  if (known)
    return known;
  std::vector<uint32_t> table(size_t{1} << depth);
  for (uint32_t i = 0; i < table.size(); i++)
    table[i] = (i * 2654435761u) % 10000001;
  known = std::make_shared<const std::vector<uint32_t>>(std::move(table));
  return known;
}

/// All formats that have sums and a backend counts without unpacking.
std::vector<const FormatInfo*> formats_with_sums() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    if (countable_sums(**format, true, 1) != 0)
      formats.push_back(*format);
  return formats;
}

class SumsTest : public BackendTest {
protected:
  /// Adds up the sums of `sums` that the format has in a frame, and compares them with those that
  /// the reference has for `meant`.
  testing::AssertionResult sums_right(const FrameView& frame, const FrameView& meant,
                                      SumSet sums = all_sums,
                                      const reference::ColourSpec& of = {}) {
    PlanSpec spec = spec_of(*frame.format, sums, of);
    Expected<SharedPlan> plan = compile_plan(*frame.format, frame.width, frame.height, spec);
    if (!plan.ok())
      return testing::AssertionFailure() << plan.error().message;
    if (!backend_->can_count(**plan)) // the CPU does
      return testing::AssertionSuccess();
    std::vector<uint32_t> counts((*plan)->total_counts(0));
    Job& job = shared_job();
    Status status = backend_->submit(job, frame, *plan, {});
    if (status.ok())
      status = job.wait(counts.data());
    const Sums* const found = status.ok() ? job.sums() : nullptr;
    if (!found)
      return testing::AssertionFailure() << (status.ok() ? "no sums" : status.error().message);
    const testing::AssertionResult result = are_right(*found, **plan, meant, of);
    job.release();
    return result;
  }
  testing::AssertionResult sums_right(const FrameView& frame, SumSet sums = all_sums,
                                      const reference::ColourSpec& of = {}) {
    return sums_right(frame, frame, sums, of);
  }

  static PlanSpec spec_of(const FormatInfo& format, SumSet sums, const reference::ColourSpec& of) {
    const Quantity quantity = format.is_ycbcr() ? Quantity::y : Quantity::gray;
    PlanSpec spec;
    spec.tables = {{{quantity, 256}, {}}};
    const reference::LumaShares shares = reference::luma_shares(of.matrix);
    spec.colours.kr = static_cast<double>(shares.kr) / 10000;
    spec.colours.kb = static_cast<double>(shares.kb) / 10000;
    spec.colours.full_range = !of.limited;
    spec.colours.narrow_rgb = of.narrow;
    spec.sums.sums = sums & countable_sums(format, true, 1);
    spec.sums.light = light_table(format.depth);
    spec.sums.light_of_colours = light_table(reference::colour_depth(format.depth));
    return spec;
  }

private:
  static testing::AssertionResult are_right(const Sums& found, const Plan& plan,
                                            const FrameView& meant,
                                            const reference::ColourSpec& of) {
    if (found.has_before != (meant.before && plan.sums.of_two_frames()))
      return testing::AssertionFailure() << "has_before is " << found.has_before;
    if (found.values.size() != plan.sums.size)
      return testing::AssertionFailure() << found.values.size() << " values";
    for (uint32_t s = 0; s < n_sums; s++) {
      const auto sum = static_cast<Sum>(s);
      if (!plan.sums.has(sum))
        continue;
      const std::vector<int64_t> expected = reference::sum(meant, sum, plan.sums.spec, of);
      const int64_t* const values = found.of(plan.sums, sum);
      if (expected.size() != plan.sums.place(sum).values())
        return testing::AssertionFailure() << info_of(sum).name << " has another shape";
      const auto wrong = std::mismatch(expected.begin(), expected.end(), values);
      if (wrong.first != expected.end())
        return testing::AssertionFailure()
               << meant.format->name << " " << meant.width << "x" << meant.height << ": value "
               << wrong.first - expected.begin() << " of " << info_of(sum).name << " is "
               << *wrong.second << ", not " << *wrong.first;
    }
    return testing::AssertionSuccess();
  }
};

/// A frame and the frame before.
struct Pair {
  Frame now, before;

  FrameView view() const {
    FrameView view = now.view();
    view.before = std::make_shared<const FrameView>(before.view());
    return view;
  }
};

Layout layout_for_sums(const FormatInfo& format, const Size& size, uint32_t kind) {
  Layout layout;
  layout.format = format.name;
  layout.width = size.width;
  layout.height = size.height;
  layout.padding = kind % 3 == 1 ? 16 : kind % 3 == 2 ? 7 : 0;
  layout.bottom_up = kind % 4 == 3;
  layout.offset = kind % 5 == 4 ? 3 : 0;
  return layout;
}

Pair pair_of(const Layout& now, const Layout& before, Content content = Content::noise) {
  return {make_frame(now, content), make_frame(before, Content::runs, 2)};
}

} // namespace

TEST_P(SumsTest, AddsUpEveryFormatInFramesThatLieDifferently) {
  uint32_t kind = 0;
  for (const FormatInfo* format : formats_with_sums()) {
    const Pair pair = pair_of(layout_for_sums(*format, {101, 43}, kind),
                              layout_for_sums(*format, {101, 43}, kind / 2));
    ASSERT_TRUE(sums_right(pair.view())) << kind;
    kind++;
  }
}

TEST_P(SumsTest, AddsUpFramesOfEverySize) {
  for (const char* name : {"GRAY8", "I420", "NV12", "I420_10LE", "Y42B", "UYVY", "YUV9", "P016_LE"})
    for (const Size& size :
         {Size{1, 1}, Size{2, 1}, Size{1, 9}, Size{3, 3}, Size{7, 4}, Size{8, 16}, Size{9, 17},
          Size{15, 31}, Size{16, 32}, Size{33, 5}, Size{64, 36}, Size{127, 67}, Size{129, 133},
          Size{1025, 35}, Size{4099, 9}, Size{66, 261}}) {
      const Layout layout = layout_for_sums(*find_format(name), size, size.width);
      ASSERT_TRUE(sums_right(pair_of(layout, layout).view()));
    }
}

TEST_P(SumsTest, AddsUpEveryContent) {
  for (const char* name : {"I420", "I420_10LE", "Y444_16LE"})
    for (Content content : all_contents) {
      const Layout layout = layout_for_sums(*find_format(name), {190, 140}, 1);
      ASSERT_TRUE(sums_right(pair_of(layout, layout, content).view())) << content_name(content);
    }
}

TEST_P(SumsTest, AddsUpEachSumAlone) {
  for (const char* name : {"NV12", "P010_10LE", "GRAY8"})
    for (uint32_t s = 0; s < n_sums; s++) {
      const FormatInfo& format = *find_format(name);
      if (!(countable_sums(format, true, 1) >> s & 1))
        continue;
      const Layout layout = layout_for_sums(format, {90, 70}, 2);
      ASSERT_TRUE(sums_right(pair_of(layout, layout).view(), 1u << s));
    }
}

TEST_P(SumsTest, AFrameWithoutAFrameBeforeIsComparedWithNone) {
  for (const char* name : {"I420", "Y444_12LE"}) {
    const Pair pair = pair_of(layout_for_sums(*find_format(name), {70, 50}, 0),
                              layout_for_sums(*find_format(name), {70, 50}, 0));
    ASSERT_TRUE(sums_right(pair.view()));
    ASSERT_TRUE(sums_right(pair.now.view()));
    ASSERT_TRUE(sums_right(pair.view()));
  }
}

TEST_P(SumsTest, ColoursFollowMatrixRangeAndFields) {
  for (const char* name : {"I420", "NV12", "I420_12LE"})
    for (reference::Matrix matrix : all_matrices)
      for (bool limited : {true, false}) {
        const Layout layout = layout_for_sums(*find_format(name), {66, 39}, 1);
        const Pair pair = pair_of(layout, layout);
        FrameView frame = pair.view();
        frame.interlaced = limited;
        // R, G and B of sums are of full range, whatever those of tables are.
        ASSERT_TRUE(sums_right(frame, all_sums, {matrix, limited, limited}));
      }
}

TEST_P(SumsTest, AddsUpPackedFramesAsTheirSamples) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    if ((*format)->packing == Packing::none || countable_sums(**format, true, 1) == 0)
      continue;
    Layout layout;
    layout.format = (*format)->name;
    layout.width = 131;
    layout.height = 75;
    const Frame now = noise_of_packed(layout, 1), before = noise_of_packed(layout, 2);
    const Frame plain = plain_frame(now.view()), plain_before = plain_frame(before.view());
    FrameView view = now.view(), meant = plain.view();
    view.before = std::make_shared<const FrameView>(before.view());
    meant.before = std::make_shared<const FrameView>(plain_before.view());
    ASSERT_TRUE(sums_right(view, meant)) << layout.format;
  }
}

TEST_P(SumsTest, AddsUpLargeFrames) {
  for (const char* name : {"I420", "I422_10LE"}) {
    const Layout layout = layout_for_sums(*find_format(name), {large(1920), large(1080)}, 0);
    ASSERT_TRUE(sums_right(pair_of(layout, layout).view()));
  }
}

TEST_P(SumsTest, RgbFramesHaveNone) {
  const FormatInfo& format = *find_format("RGBA");
  EXPECT_EQ(countable_sums(format, true, 1), 0u);
  PlanSpec spec;
  spec.tables = {{{Quantity::r, 256}, {}}};
  spec.sums.sums = sum_bit(Sum::tout);
  const Expected<SharedPlan> plan = compile_plan(format, 64, 64, spec);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().message, "RGBA frames have no sum TOUT");
}

INSTANTIATE_TEST_SUITE_P(Backends, SumsTest, testing::ValuesIn(chosen_backends()), test_name_of);

} // namespace videohistogram::test
