// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a low-pass filter must do to the values of projections, whatever the reference says.
#include "tests/backend/colours_test.h"

#include <algorithm>
#include <numeric>

namespace videohistogram::test {

namespace {

class FilteredValuesTest : public ColoursTest {};

} // namespace

// The filter moves values to other bins, and none to another position.
TEST_P(FilteredValuesTest, EachPositionHasAsManyCountsAsBefore) {
  for (const char* name : {"I420", "RGBA", "P010_10LE"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 133, 41), Content::noise);
    for (double angle : {0.0, 90.0, 45.0}) {
      ColourRequest request(format, quantity_bit(select_quantities(format, everything)[0]), 256);
      request.add_projection(frame.view(), Quantity::r, 128, angle);
      request.add_projection(frame.view(), Quantity::r, 128, angle);
      request.filter_last();
      const std::vector<uint32_t> counts = count(frame.view(), request);
      const size_t positions = (counts.size() - 256) / 256;
      ASSERT_EQ(counts.size(), 256 + 2 * positions * 128);
      bool moved = false;
      for (size_t i = 0; i < positions; i++) {
        const auto before = counts.begin() + static_cast<ptrdiff_t>(256 + i * 128),
                   after = before + static_cast<ptrdiff_t>(positions * 128);
        ASSERT_EQ(std::accumulate(before, before + 128, 0u),
                  std::accumulate(after, after + 128, 0u))
            << name << " position " << i;
        moved = moved || !std::equal(before, before + 128, after);
      }
      EXPECT_TRUE(moved) << name;
    }
  }
}

TEST_P(FilteredValuesTest, APixelIsSpreadByTheWeightsAndPixelsInTurnBecomeTheirMean) {
  const FormatInfo& format = *find_format("GRAY16_LE");
  Frame frame = make_frame(padded_layout(format, 40, 2), Content::black);
  const auto set = [&](uint32_t x, uint32_t y, uint32_t value) {
    frame.pixel(x, y)[0] = static_cast<uint8_t>(value);
    frame.pixel(x, y)[1] = static_cast<uint8_t>(value >> 8);
  };
  set(20, 0, 4096);
  for (uint32_t x = 0; x < 40; x++)
    set(x, 1, x % 2 == 0 ? 1000 : 3000);
  ColourRequest request(format, quantity_bit(select_quantities(format, everything)[0]), 256);
  request.add_projection(frame.view(), Quantity::gray, 65536, 0);
  request.filter_last();
  const std::vector<uint32_t> counts = count(frame.view(), request);
  ASSERT_EQ(counts.size(), 256 + 40 * size_t{65536});
  const auto at = [&](uint32_t x, uint32_t value) { return counts[256 + x * 65536 + value]; };
  constexpr uint32_t weights[] = {924, 792, 495, 220, 66, 12, 1};
  for (uint32_t x = 6; x < 34; x++) {
    const uint32_t distance = x < 20 ? 20 - x : x - 20;
    EXPECT_EQ(at(x, distance < 7 ? weights[distance] : 0), 1u) << x;
    EXPECT_EQ(at(x, 2000), 1u) << x;
  }
  // Six values before the first one are equal to it, and those after it go on in turn.
  const uint32_t end = (1000 * (1 + 12 + 66 + 220 + 495 + 792 + 924 + 495 + 66 + 1) +
                        3000 * (792 + 220 + 12) + 2048) /
                       4096;
  EXPECT_EQ(at(0, end), 1u);
}

INSTANTIATE_TEST_SUITE_P(Backends, FilteredValuesTest, testing::ValuesIn(chosen_backends()),
                         test_name_of);

} // namespace videohistogram::test
