// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Quantities that are computed from several samples: R, G, B, MAXRGB and CHROMA of Y'CbCr frames,
// SAT, HUE, RANGE, BRNG, R-G, G-B and chromaticities. Each in bins of its own, beside stored ones.
#include "tests/backend/colours_test.h"

#include <random>

namespace videohistogram::test {

namespace {

Layout layout_of(const FormatInfo& format, const Size& size) {
  Layout layout;
  layout.format = format.name;
  layout.width = size.width;
  layout.height = size.height;
  return layout;
}

std::vector<const FormatInfo*> formats_with_range() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    if ((*format)->countable_channels() & quantity_bit(Quantity::range))
      formats.push_back(*format);
  return formats;
}

std::vector<const FormatInfo*> ycbcr_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* format : formats_with_range())
    if (format->is_ycbcr())
      formats.push_back(format);
  return formats;
}

/// Each way to lay out samples once.
std::vector<const FormatInfo*> main_formats() {
  std::vector<const FormatInfo*> formats;
  for (const char* name : {"NV12", "I420", "NV21", "Y42B", "NV24", "YUY2", "UYVY", "P010_10LE",
                           "I422_10LE", "P012_LE", "P016_LE", "RGBA", "BGR", "ARGB64_LE"})
    formats.push_back(find_format(name));
  return formats;
}

constexpr Size odd_size = {33, 9};

} // namespace

TEST_P(ColoursTest, CountsEveryFormatMatrixRangeAndSetOfLimits) {
  for (const FormatInfo* format : formats_with_range()) {
    const Frame& frame = frame_of(layout_of(*format, odd_size), Content::noise);
    for (reference::Matrix matrix : all_matrices)
      for (bool limited : {false, true})
        for (bool narrow : {false, true})
          for (bool legal : {false, true}) {
            ColourRequest request(*format, everything, 256);
            reference::ColourSpec spec = {matrix, limited, narrow};
            // Each of the five gamuts with each curve, in one matrix or another.
            spec.gamut = static_cast<reference::Gamut>(matrix);
            spec.curve = static_cast<reference::Curve>((4 * limited + 2 * narrow + legal) % 3);
            request.set_colours(spec, legal);
            ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
          }
  }
}

TEST_P(ColoursTest, CountsEveryContentInAnyNumberOfBins) {
  for (const FormatInfo* format : main_formats())
    for (Content content : all_contents) {
      const Frame& frame = frame_of(layout_of(*format, {139, 21}), content, 3);
      for (uint32_t bins : {1u, 100u, 256u, 0u}) {
        const ColourRequest request(*format, everything, bins);
        ASSERT_TRUE(counts_right(frame.view(), request))
            << describe(frame, request) << " " << content_name(content);
      }
    }
}

TEST_P(ColoursTest, CountsEveryQuantityAloneAndInBinsOfItsOwn) {
  for (const char* name : {"NV12", "P010_10LE", "P016_LE", "RGB"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(layout_of(format, {601, 9}), Content::noise, 5);
    for (Quantity quantity : select_quantities(format, everything))
      for (uint32_t bins : {2u, 3u, 128u, 255u, 257u, 1024u, 4095u, 4096u}) {
        const ColourRequest request(format, quantity_bit(quantity), bins);
        ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
      }
    if (!format.is_ycbcr())
      continue;
    ColourRequest mixed(format, everything, 256);
    const uint32_t others[] = {16, 100, 200, 0};
    uint32_t next = 0;
    for (Table& table : mixed.tables)
      if (!(format.quantities_in(Domain::plane) & quantity_bit(table.values.quantity)))
        table.values.bins = format.values_of(table.values.quantity).bins_for(others[next++ % 4]);
    EXPECT_TRUE(counts_right(frame.view(), mixed)) << describe(frame, mixed);
  }
}

TEST_P(ColoursTest, CountsEveryPairOfQuantitiesAndManyLargerSubsets) {
  for (const char* name : {"I420", "P010_10LE", "BGRA"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(layout_of(format, {70, 6}), Content::noise, 6);
    const QuantitySet others = ~format.countable_channels();
    std::mt19937 random(6);
    for (QuantitySet set = 1; set <= everything; set++) {
      const bool chosen = !sanitized && __builtin_popcount(set) <= 2;
      if ((set & others) != 0 || (random() % (sanitized ? 21504 : 3072) != 0 && !chosen))
        continue;
      ColourRequest request(format, set, 64);
      request.set_colours({reference::Matrix::bt601, true, set % 3 == 0}, false);
      ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(ColoursTest, CountsFramesOfEverySize) {
  for (const FormatInfo* format : formats_with_range())
    for (const Size& size : {Size{1, 1}, Size{2, 2}, Size{15, 1}, Size{1, 15}, Size{511, 3},
                             Size{513, 2}, Size{1025, 3}}) {
      const Frame& frame = frame_of(layout_of(*format, size), Content::noise);
      const ColourRequest request(*format, everything, 256);
      ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
}

TEST_P(ColoursTest, CountsAnyWidthUpToTwoVectors) {
  for (const FormatInfo* format : main_formats())
    for (uint32_t width = 1; width <= 130; width += sanitized ? 7 : 1) {
      const Frame& frame = frame_of(layout_of(*format, {width, 3}), Content::noise, width);
      const ColourRequest request(*format, everything, 256);
      ASSERT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
}

TEST_P(ColoursTest, CountsLargeFrames) {
  for (const char* name : {"NV12", "YUY2", "I420_10LE", "P016_LE", "RGBA", "ABGR64_LE"}) {
    const FormatInfo& format = *find_format(name);
    const Size size = {large(963), large(367)};
    for (Content content : {Content::noise, Content::constant}) {
      const Frame& frame = frame_of(layout_of(format, size), content, 9);
      ColourRequest request(format, everything, 256);
      request.regions = {{1, 1, size.width - 2, size.height - 2}};
      EXPECT_TRUE(counts_right(frame.view(), request))
          << describe(frame, request) << " " << content_name(content);
    }
  }
}

TEST_P(ColoursTest, CountsSaturationAndHueOfManyBytes) {
  const QuantitySet both = quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue);
  for (const char* name : {"NV21", "YV12", "UYVY", "NV24"})
    for (Content content : {Content::noise, Content::runs}) {
      const FormatInfo& format = *find_format(name);
      const Size size = {large(721), large(401)};
      const Frame& frame = frame_of(layout_of(format, size), content, 5);
      ColourRequest request(format, both, 100);
      request.regions = {{0, 0, size.width / 2, size.height}, {1, 1, 9, 9}};
      EXPECT_TRUE(counts_right(frame.view(), request))
          << describe(frame, request) << " " << content_name(content);
    }
}

TEST_P(ColoursTest, CountsFramesOfAnyLayout) {
  for (const FormatInfo* format : formats_with_range())
    for (bool bottom_up : {false, true})
      for (size_t padding : {0, 1, 7, 64})
        for (size_t offset : {0, 1, 3}) {
          Layout layout = layout_of(*format, {67, 11});
          layout.padding = padding;
          layout.bottom_up = bottom_up;
          layout.offset = offset;
          const Frame& frame = frame_of(layout, Content::noise, 4);
          const ColourRequest request(*format, everything, 128);
          ASSERT_TRUE(counts_right(frame.view(), request))
              << describe(frame, request) << " padding " << padding << " offset " << offset
              << (bottom_up ? " bottom-up" : "");
        }
}

TEST_P(ColoursTest, CountsRegionsOfEveryShape) {
  for (const FormatInfo* format : main_formats())
    for (bool interlaced : {false, true})
      for (bool whole_frame : {false, true}) {
        const Frame& frame = frame_of(layout_of(*format, {201, 83}), Content::noise);
        FrameView view = frame.view();
        view.interlaced = interlaced;
        ColourRequest request(*format, everything, 256);
        request.whole_frame = whole_frame;
        request.regions = {
            {0, 0, 201, 83},                                                    // the whole frame
            {0, 0, 0, 0},    {5, 5, 0, 10},   {5, 5, 10, 0},                    // nothing
            {0, 0, 1, 1},    {200, 0, 1, 1},  {0, 82, 1, 1},   {200, 82, 1, 1}, // corners
            {0, 41, 201, 1}, {100, 0, 1, 83}, {101, 3, 1, 40},                  // rows, columns
            {3, 7, 64, 16},  {3, 7, 64, 16},  {1, 1, 199, 81}, // twice the same, overlapping
            {13, 11, 17, 5}, {198, 79, 3, 4}, {2, 2, 2, 2},    {77, 41, 1, 1},
        };
        ASSERT_TRUE(counts_right(view, request)) << describe(frame, request);
      }
}

TEST_P(ColoursTest, PixelsOfAnInterlacedFrameHaveTheChromaOfTheirField) {
  for (const FormatInfo* format : ycbcr_formats())
    for (uint32_t height : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 40u, 41u, 42u, 43u}) {
      const Frame& frame = frame_of(layout_of(*format, {35, height}), Content::vertical);
      FrameView view = frame.view();
      view.interlaced = true;
      const ColourRequest request(*format, everything, 256);
      ASSERT_TRUE(counts_right(view, request)) << describe(frame, request);
    }
}

TEST_P(ColoursTest, CountsBandsOfInterlacedFrames) {
  for (const char* name : {"NV12", "I420_10LE", "YUY2"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(layout_of(format, {131, 47}), Content::noise);
    for (uint32_t first : {4u, 20u, 44u}) {
      FrameView view = frame.view();
      view.interlaced = true;
      const FrameView band = view.band(first, view.height - first);
      const ColourRequest request(format, everything, 256);
      // The plan is that of the whole frame.
      ASSERT_TRUE(counts_right(band, request, view.height)) << describe(frame, request) << first;
    }
  }
}

TEST_P(ColoursTest, CountsBesideProjections) {
  for (const char* name : {"NV12", "Y444_10LE", "RGBA"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(layout_of(format, {160, 90}), Content::noise);
    for (uint32_t bins : {100u, 256u})
      for (bool with_region : {false, true}) {
        ColourRequest request(format, everything, bins);
        for (Quantity quantity : select_plane_quantities(format, everything)) {
          const PictureSize size = picture_size(frame.view(), quantity);
          Expected<Direction> direction = direction_of_angle(30, size.width, size.height, bins);
          ASSERT_TRUE(direction.ok());
          request.tables.push_back({{quantity, bins}, *direction});
        }
        if (with_region)
          request.regions = {{7, 5, 33, 31}};
        EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
      }
  }
}

TEST_P(ColoursTest, AJobCountsFramesOfOnePlanAfterTheOther) {
  std::mt19937 random(11);
  const std::vector<const FormatInfo*> formats = formats_with_range();
  const std::unique_ptr<Job> job = backend_->make_job();
  for (uint32_t i = 0; i < (sanitized ? 60u : 300u); i++) {
    const FormatInfo& format = *formats[random() % formats.size()];
    const Size size = {1 + static_cast<uint32_t>(random()) % 90,
                       1 + static_cast<uint32_t>(random()) % 40};
    const Frame& frame =
        frame_of(layout_of(format, size), all_contents[random() % std::size(all_contents)], i);
    const QuantitySet set =
        (static_cast<QuantitySet>(random()) & everything) | quantity_bit(Quantity::range);
    ColourRequest request(format, set, static_cast<uint32_t>(random() % 300));
    request.set_colours(
        {all_matrices[random() % std::size(all_matrices)], random() % 2 == 0, random() % 2 == 0},
        random() % 2 == 0);
    if (random() % 2 == 0)
      request.regions = {clip(random() % size.width, random() % size.height, random() % 50,
                              random() % 50, size.width, size.height)};
    ASSERT_TRUE(counts_right(*job, frame.view(), request, size.height))
        << describe(frame, request) << " frame " << i;
    job->release();
  }
}

TEST_P(ColoursTest, FullRangeRgbHasNothingOutsideTheRange) {
  for (const char* name : {"RGBx", "BGR", "RGBA64_LE"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(layout_of(format, {50, 40}), Content::noise);
    ColourRequest request(format, quantity_bit(Quantity::range), 0);
    request.set_colours({reference::Matrix::bt709, false, false}, true);
    std::vector<uint32_t> expected(256, 0);
    expected[0] = 50 * 40;
    EXPECT_EQ(count(frame.view(), request), expected) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ColoursTest, testing::ValuesIn(chosen_backends()), test_name_of);

} // namespace videohistogram::test
