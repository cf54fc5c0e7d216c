// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Joint histograms: pairs of values of any two quantities, in the frame and in its regions.
#include "tests/backend/colours_test.h"

#include <algorithm>
#include <random>

namespace videohistogram::test {

namespace {

/// Formats with at least two quantities.
std::vector<const FormatInfo*> joint_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    if (select_quantities(**format, everything).size > 1)
      formats.push_back(*format);
  return formats;
}

/// One histogram, which a plan must have, and no more.
ColourRequest request_of(const FormatInfo& format) {
  return {format, format.is_ycbcr() ? quantity_bit(Quantity::y) : rgb_set, 256};
}

/// Two different quantities of a format.
std::pair<Quantity, Quantity> any_two(const FormatInfo& format, std::mt19937& random) {
  const QuantityList list = select_quantities(format, everything);
  const uint32_t x = random() % list.size, y = random() % (list.size - 1);
  return {list[x], list[y < x ? y : y + 1]};
}

class JointsTest : public ColoursTest {};

} // namespace

TEST_P(JointsTest, CountsEveryPairOfQuantitiesOfEveryWayToLayOutSamples) {
  for (const char* name : {"NV12", "I420", "Y42B", "YUY2", "NV24", "P010_10LE", "I422_12LE",
                           "P016_LE", "RGBA", "BGR", "ARGB64_LE"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 45, 23), Content::noise);
    for (Quantity x : select_quantities(format, everything))
      for (Quantity y : select_quantities(format, everything)) {
        if (x == y)
          continue;
        ColourRequest request = request_of(format);
        request.add_joint(format, x, y, 32, 50);
        ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
      }
  }
}

TEST_P(JointsTest, CountsAnyJointHistogramsOfEveryFormat) {
  std::mt19937 random(17);
  for (const FormatInfo* format : joint_formats())
    for (uint32_t i = 0; i < 4; i++) {
      const Frame& frame = frame_of(padded_layout(*format, 131, 39), Content::noise, i);
      ColourRequest request(*format, everything, 64);
      for (uint32_t n = 1 + random() % 3; n > 0; n--) {
        const auto [x, y] = any_two(*format, random);
        request.add_joint(*format, x, y, 2 + random() % 300, 2 + random() % 300);
      }
      request.set_colours({all_matrices[random() % 5], random() % 2 == 0, random() % 2 == 0},
                          random() % 2 == 0);
      ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
}

TEST_P(JointsTest, CountsEveryContent) {
  for (const char* name : {"NV12", "I422_10LE", "RGBA"}) {
    const FormatInfo& format = *find_format(name);
    for (Content content : all_contents) {
      const Frame& frame = frame_of(padded_layout(format, 533, 61), content);
      ColourRequest request = request_of(format);
      if (format.is_ycbcr()) {
        request.add_joint(format, Quantity::cb, Quantity::cr, 256, 256);
        request.add_joint(format, Quantity::y, Quantity::sat, 100, 1024);
      } else {
        request.add_joint(format, Quantity::r, Quantity::g, 256, 256);
        request.add_joint(format, Quantity::b, Quantity::luma, 2, 3);
      }
      ASSERT_TRUE(counts_right(frame.view(), request))
          << describe(frame, request) << " " << content_name(content);
    }
  }
}

TEST_P(JointsTest, CountsRegionsOfEveryShape) {
  for (const char* name : {"NV12", "P010_10LE", "YUY2", "xRGB"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 201, 83), Content::noise);
    ColourRequest request = request_of(format);
    if (format.is_ycbcr()) {
      request.add_joint(format, Quantity::cr, Quantity::cb, 64, 64);
      request.add_joint(format, Quantity::y, Quantity::cb, 16, 64);
    } else {
      request.add_joint(format, Quantity::maxrgb, Quantity::range, 64, 256);
    }
    request.regions = {{0, 0, 201, 83}, {0, 0, 0, 0},    {5, 5, 0, 10},   {0, 0, 1, 1},
                       {200, 0, 1, 1},  {200, 82, 1, 1}, {0, 41, 201, 1}, {100, 0, 1, 83},
                       {3, 7, 64, 16},  {1, 1, 199, 81}, {13, 11, 17, 5}, {198, 79, 3, 4}};
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    request.whole_frame = false;
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
  }
}

TEST_P(JointsTest, CountsManyRegionsAndForgetsThem) {
  const FormatInfo& format = *find_format("I420");
  const Frame& frame = frame_of(padded_layout(format, 320, 180), Content::runs);
  ColourRequest request = request_of(format);
  request.add_joint(format, Quantity::cb, Quantity::cr, 32, 32);
  std::mt19937 random(3);
  for (uint32_t i = 0; i < max_regions; i++)
    request.regions.push_back(
        clip(random() % 330, random() % 190, random() % 90, random() % 90, 320, 180));
  EXPECT_TRUE(counts_right(frame.view(), request));
  request.regions.clear();
  EXPECT_TRUE(counts_right(frame.view(), request));
}

TEST_P(JointsTest, SumsHistogramsFromJointOnesWithoutADifference) {
  for (const char* name : {"NV12", "NV24", "P010_10LE", "RGBA", "RGBA64_LE"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 320, 180), Content::noise);
    for (uint32_t bins : {16u, 100u, 256u}) {
      ColourRequest request(format, everything, bins);
      const QuantityList list = select_quantities(format, format.quantities_in(Domain::plane));
      for (uint32_t i = 0; i + 1 < list.size; i++)
        request.add_joint(format, list[i], list[i + 1], bins, bins);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(JointsTest, CountsBesideProjections) {
  const FormatInfo& format = *find_format("NV12");
  const Frame& frame = frame_of(padded_layout(format, 320, 240), Content::vertical);
  ColourRequest request(format, ycbcr_set, 64);
  request.add_projection(frame.view(), Quantity::cb, 64, 30);
  request.add_joint(format, Quantity::cb, Quantity::cr, 64, 64);
  request.regions = {{7, 9, 100, 50}};
  EXPECT_TRUE(counts_right(frame.view(), request));
  request.regions.clear();
  EXPECT_TRUE(counts_right(frame.view(), request));
}

TEST_P(JointsTest, CountsTheFieldsOfInterlacedFrames) {
  for (const char* name : {"NV12", "I420", "P010_10LE"})
    for (uint32_t height : {2u, 6u, 7u, 34u}) {
      const FormatInfo& format = *find_format(name);
      const Frame& frame = frame_of(padded_layout(format, 65, height), Content::noise);
      FrameView view = frame.view();
      view.interlaced = true;
      ColourRequest request = request_of(format);
      request.add_joint(format, Quantity::y, Quantity::cr, 64, 64);
      request.add_joint(format, Quantity::r, Quantity::hue, 64, 64);
      EXPECT_TRUE(counts_right(view, request)) << describe(frame, request);
    }
}

TEST_P(JointsTest, CountsFramesOfVideoSize) {
  for (const char* name : {"NV12", "P010_10LE", "RGBA"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, large(1920), large(1080)), Content::noise);
    ColourRequest request = request_of(format);
    if (format.is_ycbcr())
      request.add_joint(format, Quantity::cb, Quantity::cr, 1024, 1024);
    else
      request.add_joint(format, Quantity::r, Quantity::g, 256, 256);
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
  }
}

TEST_P(JointsTest, CountsRegionsInLargeTables) {
  for (const char* name : {"P010_10LE", "I422_12LE"}) {
    const FormatInfo& format = *find_format(name);
    for (Content content : {Content::noise, Content::runs}) {
      const Frame& frame = frame_of(padded_layout(format, 404, 202), content);
      ColourRequest request = request_of(format);
      request.add_joint(format, Quantity::cb, Quantity::cr, 1024, 1024);
      request.add_joint(format, Quantity::y, Quantity::cb, 300, 1024);
      request.regions = {{3, 5, 50, 40}, {0, 0, 400, 200}};
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

/// The sum of `parts` tables of `size` counts that follow each other.
std::vector<uint64_t> sum_of(const uint32_t* tables, size_t parts, size_t size) {
  std::vector<uint64_t> sum(size);
  for (size_t i = 0; i < parts * size; i++)
    sum[i % size] += tables[i];
  return sum;
}

// Without a reference: tables that were counted in different ways have the same sums.
TEST_P(JointsTest, HistogramsProjectionsAndJointHistogramsOfAFrameAgree) {
  constexpr uint32_t bins = 64, width = 168, height = 94;
  const double angles[] = {0, 90, 217.5};
  const std::vector<Rect> quarters = {
      {0, 0, 80, 40}, {80, 0, 88, 40}, {0, 40, 80, 54}, {80, 40, 88, 54}};
  for (const char* name : {"NV12", "I422_10LE", "RGBA", "YUY2"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, width, height), Content::noise);
    const Quantity x = format.is_ycbcr() ? Quantity::cb : Quantity::r;
    const Quantity y = format.is_ycbcr() ? Quantity::cr : Quantity::b;
    ColourRequest request(format, quantity_bit(x) | quantity_bit(y), bins);
    for (double angle : angles)
      request.add_projection(frame.view(), x, bins, angle);
    request.add_joint(format, x, y, bins, bins);
    request.regions = quarters;
    const std::vector<uint32_t> counts = count(frame.view(), request);

    const uint32_t* at = counts.data();
    const std::vector<uint64_t> of_frame(at, at + 2 * bins);
    EXPECT_EQ(sum_of(at += 2 * bins, 4, 2 * bins), of_frame) << name << ", regions";
    at += 4 * 2 * bins;
    const std::vector<uint64_t> of_x(of_frame.begin(), of_frame.begin() + bins);
    const std::vector<uint64_t> of_y(of_frame.begin() + bins, of_frame.end());
    for (const Table& table : request.tables)
      if (table.positions) {
        EXPECT_EQ(sum_of(at, table.positions->positions, bins), of_x) << name << ", projection";
        at += size_t{table.positions->positions} * bins;
      }
    EXPECT_EQ(sum_of(at, bins, bins), of_y) << name << ", joint histogram";
    std::vector<uint64_t> rows(bins);
    for (uint32_t i = 0; i < bins * bins; i++)
      rows[i / bins] += at[i];
    EXPECT_EQ(rows, of_x) << name << ", joint histogram";
    const std::vector<uint64_t> joint(at, at + bins * bins);
    EXPECT_EQ(sum_of(at += bins * bins, 4, bins * bins), joint) << name << ", regions of joint";
    EXPECT_EQ(at + 4 * bins * bins, counts.data() + counts.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, JointsTest, testing::ValuesIn(chosen_backends()), test_name_of);

} // namespace videohistogram::test
