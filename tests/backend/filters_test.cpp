// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Projections, also weighted ones, of values after a low-pass filter of their rows.
#include "tests/backend/colours_test.h"

#include <random>

namespace videohistogram::test {

namespace {

/// The quantities whose values are levels.
QuantityList filterable(const FormatInfo& format) {
  QuantitySet set = projectable;
  for (Quantity quantity : select_quantities(format, projectable))
    if (format.values_of(quantity).fixed_bins)
      set &= ~quantity_bit(quantity);
  return select_quantities(format, set);
}

/// One histogram, which a plan must have, and no more.
ColourRequest histogram_of_one(const FormatInfo& format) {
  return {format, quantity_bit(select_quantities(format, everything)[0]), 256};
}

QuantitySet colour_weights(const FormatInfo& format) {
  return format.is_rgb() ? rgb_set : chroma_set;
}

class FiltersTest : public ColoursTest {
protected:
  static void add_filtered(ColourRequest& request, const FrameView& frame, Quantity quantity,
                           uint32_t bins, double angle) {
    request.add_projection(frame, quantity, bins, angle);
    request.filter_last();
  }
  static void add_filtered_weights(ColourRequest& request, const FrameView& frame, uint32_t bins,
                                   double angle) {
    request.add_weighted(*frame.format, frame.width, frame.height, colour_weights(*frame.format),
                         bins, angle);
    request.filter_last();
  }
};

} // namespace

TEST_P(FiltersTest, CountsEveryQuantityOfEveryFormat) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++) {
    const Frame& frame = frame_of(padded_layout(**format, 47, 25), Content::noise);
    for (Quantity quantity : filterable(**format)) {
      ColourRequest request = histogram_of_one(**format);
      for (double angle : {0.0, 90.0, 211.0})
        add_filtered(request, frame.view(), quantity, angle == 90 ? 4096 : 100, angle);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(FiltersTest, CountsFramesOfEveryWidth) {
  for (const char* name : {"GRAY8", "NV12", "YUY2", "Y444", "I422_10LE", "P016_LE", "BGRx", "BGR",
                           "GBR", "RGBA64_LE"}) {
    const FormatInfo& format = *find_format(name);
    for (uint32_t width = 1; width <= 40; width++) {
      const Frame& frame = frame_of(padded_layout(format, width, 5), Content::noise, width);
      ColourRequest request = histogram_of_one(format);
      for (Quantity quantity : filterable(format))
        for (double angle : {0.0, 90.0})
          add_filtered(request, frame.view(), quantity, 256, angle);
      ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

// Rows are cut into runs, whose ends are no ends of a row.
TEST_P(FiltersTest, CountsWideFrames) {
  for (const char* name : {"NV12", "I422_10LE", "P016_LE", "RGBA"}) {
    const FormatInfo& format = *find_format(name);
    for (uint32_t width : {127u, 128u, 129u, 134u, 500u, 501u, 513u, 1021u, 1921u}) {
      const Frame& frame = frame_of(padded_layout(format, width, 9), Content::noise);
      ColourRequest request = histogram_of_one(format);
      for (Quantity quantity : {Quantity::r, Quantity::y, Quantity::luma, Quantity::cb})
        if (format.countable_channels() & quantity_bit(quantity))
          for (double angle : {0.0, 90.0, 180.0, 33.0})
            add_filtered(request, frame.view(), quantity, 300, angle);
      add_filtered_weights(request, frame.view(), 300, 0);
      add_filtered_weights(request, frame.view(), 300, 90);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(FiltersTest, CountsEveryContent) {
  for (const char* name : {"NV12", "P010_10LE", "P016_LE", "BGRx"})
    for (Content content : all_contents) {
      const FormatInfo& format = *find_format(name);
      const Frame& frame = frame_of(padded_layout(format, 219, 31), content);
      ColourRequest request = histogram_of_one(format);
      for (Quantity quantity : filterable(format))
        add_filtered(request, frame.view(), quantity, 1024, 0);
      add_filtered_weights(request, frame.view(), 256, 90);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
}

// Filtered values have tables of their own, and no histogram is the sum of their counts.
TEST_P(FiltersTest, CountsBesideTheSameValuesUnfiltered) {
  for (const char* name : {"GRAY8", "I420", "I420_10LE", "RGBA", "GBR_16LE"}) {
    const FormatInfo* const format = find_format(name);
    if (!format)
      continue;
    const Frame& frame = frame_of(padded_layout(*format, 160, 90), Content::noise);
    for (bool filtered_first : {false, true}) {
      ColourRequest request(*format, everything, 256);
      for (Quantity quantity : filterable(*format))
        for (bool filtered : {filtered_first, !filtered_first}) {
          request.add_projection(frame.view(), quantity, 256, 0);
          if (filtered)
            request.filter_last();
        }
      if (!(format->family == Family::gray))
        for (bool filtered : {filtered_first, !filtered_first}) {
          request.add_weighted(*format, 160, 90, colour_weights(*format), 256, 0);
          if (filtered)
            request.filter_last();
        }
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(FiltersTest, CountsAnyListOfProjections) {
  std::mt19937 random(31);
  size_t formats = 0;
  while (plain_formats()[formats])
    formats++;
  for (int i = 0; i < (sanitized ? 20 : 120); i++) {
    const FormatInfo& format = *plain_formats()[random() % formats];
    Layout layout = padded_layout(format, 1 + random() % 300, 1 + random() % 60);
    layout.bottom_up = random() % 4 == 0;
    const Frame& frame =
        frame_of(layout, random() % 2 == 0 ? Content::noise : Content::runs, 1 + random() % 9);
    FrameView view = frame.view();
    view.interlaced = random() % 2 == 0;
    const QuantityList list = filterable(format);
    ColourRequest request = histogram_of_one(format);
    for (uint32_t n = 1 + random() % 6; n > 0; n--) {
      request.add_projection(view, list[random() % list.size], 1 + random() % 500,
                             random() % 3 > 0 ? 90.0 * (random() % 4) : random() % 360);
      if (random() % 3 > 0)
        request.filter_last();
    }
    if (format.family != Family::gray && random() % 2 == 0)
      add_filtered_weights(request, view, 1 + random() % 500, random() % 2 * 90.0);
    request.set_colours({all_matrices[random() % 5], random() % 2 == 0, random() % 2 == 0},
                        random() % 2 == 0);
    EXPECT_TRUE(counts_right(view, request)) << describe(frame, request);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, FiltersTest, testing::ValuesIn(chosen_backends()), test_name_of);

} // namespace videohistogram::test
