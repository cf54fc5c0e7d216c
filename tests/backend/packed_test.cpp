// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames whose samples are packed have the counts of frames with the same samples one by one.
#include "tests/backend/colours_test.h"
#include "tests/reference/packed.h"
#include "tests/reference/values.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>

namespace videohistogram::test {

namespace {

std::vector<const FormatInfo*> packed_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if ((*format)->packing != Packing::none)
      formats.push_back(*format);
  return formats;
}

/// `padding` of tiled formats is in tiles, since their strides are.
Layout layout_of_packed(const FormatInfo& format, uint32_t width, uint32_t height,
                        size_t padding = 0) {
  Layout layout = padded_layout(format, width, height);
  layout.padding = is_tiled(format.packing) ? 0 : padding;
  layout.bottom_up = !is_tiled(format.packing) && padding % 2 == 1;
  layout.offset = padding % 7;
  return layout;
}

/// A frame of a packed format whose bytes are noise, and the plain_frame() of it.
struct Noise {
  explicit Noise(Frame packed) : frame(std::move(packed)), plain(plain_frame(frame.view())) {}

  const Frame frame, plain;
};

/// Made once for all backends, since that takes longer than to count it. Frames of other tests are
/// freed.
const Noise& noise_of(const FormatInfo& format, const Size& size, size_t padding, uint32_t seed) {
  static std::string test;
  static std::map<std::tuple<const FormatInfo*, uint32_t, uint32_t, size_t, uint32_t>, Noise> made;
  std::string now = test_without_backend();
  if (now != test) {
    made.clear();
    test = std::move(now);
  }
  const auto key = std::make_tuple(&format, size.width, size.height, padding, seed);
  auto found = made.find(key);
  if (found == made.end()) {
    const Layout layout = layout_of_packed(format, size.width, size.height, padding);
    found = made.emplace(key, Noise(noise_of_packed(layout, seed))).first;
  }
  return found->second;
}

/// The least power of two that is not less, since channels of a format may differ in depth.
uint32_t power_of_two(uint32_t bins) {
  uint32_t power = 1;
  while (power < bins)
    power *= 2;
  return power;
}

class PackedTest : public ColoursTest {
protected:
  /// False if the backend leaves the format to the CPU.
  bool counts(const FormatInfo& format) {
    Expected<SharedPlan> plan =
        compile_plan(format, 8, 8, ColourRequest(format, everything, 256).spec());
    return plan.ok() && backend_->can_count(**plan);
  }
};

} // namespace

TEST_P(PackedTest, CountsEverySizeOfEveryFormat) {
  for (const FormatInfo* format : packed_formats()) {
    if (!counts(*format))
      continue;
    for (const Size& size : {Size{1, 1},
                             {2, 2},
                             {3, 5},
                             {5, 4},
                             {7, 3},
                             {12, 9},
                             {47, 130},
                             {64, 65},
                             {95, 33},
                             {131, 260},
                             {197, 97}}) {
      if (sanitized && size.height > 64)
        continue; // they take longest, and smaller ones have all kinds of ends of rows
      const auto& [frame, plain] = noise_of(*format, size, size.width % 5 * 3, size.width);
      for (QuantitySet quantities : {everything, format->channels()})
        for (uint32_t bins : {0u, 16u}) {
          const ColourRequest request(*format, quantities, bins);
          ASSERT_TRUE(counts_equal(frame.view(), plain.view(), request))
              << describe(frame, request);
        }
    }
  }
}

TEST_P(PackedTest, CountsRegionsOfEveryFormat) {
  for (const FormatInfo* format : packed_formats()) {
    if (!counts(*format))
      continue;
    const auto& [frame, plain] = noise_of(*format, {163, 290}, 5, 3);
    for (const bool interlaced : {false, true})
      for (QuantitySet quantities : {everything, format->channels()}) {
        FrameView view = frame.view(), meant = plain.view();
        view.interlaced = meant.interlaced = interlaced;
        ColourRequest request(*format, quantities, 64);
        request.regions = {{0, 0, 163, 290}, {0, 0, 0, 0},     {0, 0, 1, 1},    {162, 289, 1, 1},
                           {3, 7, 64, 150},  {1, 1, 161, 288}, {13, 99, 17, 5}, {0, 127, 163, 3}};
        ASSERT_TRUE(counts_equal(view, meant, request)) << describe(frame, request);
        request.whole_frame = false;
        ASSERT_TRUE(counts_equal(view, meant, request)) << describe(frame, request);
      }
  }
}

// Samples are counted where they lie, in groups that share some bytes; those of the rectangle's
// edges one by one, and groups that are equal to their neighbours together.
TEST_P(PackedTest, CountsEverySetOfStoredChannelsFromEveryColumnOn) {
  for (const FormatInfo* format : packed_formats()) {
    if (!counts(*format))
      continue;
    Frame frame = noise_of_packed(layout_of_packed(*format, 197, 34, 3), 11);
    for (uint32_t p = 0; p < format->n_planes; p++) // groups in the middle of a row are equal
      for (uint32_t y = 0; y < frame.view().rows(p) && !is_tiled(format->packing); y++) {
        uint8_t* const row = frame.row(y, p);
        std::fill(row + 40, row + frame.view().row_bytes(p) / 3 * 2, row[0]);
      }
    const Frame plain = plain_frame(frame.view());
    const QuantityList stored = select_quantities(*format, format->channels());
    for (uint32_t set = 1; set < 1u << stored.size; set++) {
      QuantitySet wanted = 0;
      for (uint32_t i = 0; i < stored.size; i++)
        if (set >> i & 1)
          wanted |= quantity_bit(stored[i]);
      ColourRequest request(*format, wanted, set % 2 == 0 ? 0 : 16);
      for (uint32_t x = 0; x < 14; x++)
        request.regions.push_back({x, x % 4, 1 + x * 5 % 13 + (set % 3) * 30, 30 - x});
      ASSERT_TRUE(counts_equal(frame.view(), plain.view(), request)) << describe(frame, request);
    }
  }
}

// So many rows do not fit the caches: the CPU unpacks and counts them band by band.
TEST_P(PackedTest, CountsRegionsOfTallFrames) {
  for (const char* name : {"v210", "NV12_10LE32", "NV12_64Z32", "RGB16"}) {
    const FormatInfo& format = *find_format(name);
    if (!counts(format))
      continue;
    const uint32_t width = 402, height = large(1801);
    const auto& [frame, plain] = noise_of(format, {width, height}, 5, 3);
    FrameView view = frame.view(), meant = plain.view();
    view.interlaced = meant.interlaced = true;
    ColourRequest request(format, format.channels() | quantity_bit(Quantity::maxrgb), 64);
    request.regions = {{0, height / 4, width, height / 2}, {7, 3, 1, height - 9}, {9, 401, 5, 1}};
    ASSERT_TRUE(counts_equal(view, meant, request)) << describe(frame, request);
  }
}

// Values are filtered in the bits that the channel has.
TEST_P(PackedTest, FiltersChannelsOfFewerBitsInTheirOwn) {
  for (const auto& [name, quantity] :
       {std::pair{"RGB16", Quantity::r}, {"RGB16", Quantity::g}, {"Y410", Quantity::a}}) {
    const FormatInfo& format = *find_format(name);
    if (!counts(format))
      continue;
    const auto& [frame, plain] = noise_of(format, {91, 67}, 4, 5);
    const uint32_t bits = format.values_of(quantity).depth, bins = 1u << bits;
    ColourRequest request(format, quantity_bit(quantity), 0);
    request.add_projection(plain.view(), format, quantity, bins, 0);
    request.filter_last();
    Values values = values_of_pixels(plain.view(), quantity, Meaning());
    for (uint32_t& value : values.values)
      value >>= plain.view().format->depth - bits;
    values = low_passed(values);
    std::vector<uint32_t> expected(size_t{91} * bins);
    for (uint32_t y = 0; y < 67; y++)
      for (uint32_t x = 0; x < 91; x++)
        expected[size_t{x} * bins + values.at(x, y)]++;
    const std::vector<uint32_t> counted = count(frame.view(), request);
    ASSERT_EQ(counted.size(), bins + expected.size()) << name;
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), counted.begin() + bins)) << name;
  }
}

TEST_P(PackedTest, CountsProjectionsAndJointHistogramsOfEveryFormat) {
  std::mt19937 random(29);
  for (const FormatInfo* format : packed_formats()) {
    if (!counts(*format))
      continue;
    const auto& [frame, plain] = noise_of(*format, {91, 67}, 4, 5);
    const QuantityList list = select_quantities(*format, everything);
    for (int i = 0; i < 6; i++) {
      ColourRequest request(*format, everything, i % 2 == 0 ? 0 : 32);
      for (Quantity quantity : list)
        if (!is_chromaticity(quantity)) { // they have no projections
          request.add_projection(plain.view(), *format, quantity, power_of_two(random() % 200),
                                 i < 3 ? 90.0 * i : random() % 360);
          const ValueRange values = format->values_of(quantity);
          // Plain samples of channels with fewer bits are wider, so that their means differ.
          if (i % 2 == 1 && !values.fixed_bins &&
              values.depth == plain.view().format->values_of(quantity).depth)
            request.filter_last();
        }
      for (uint32_t n = 0; n < 3 && list.size > 1; n++) {
        const uint32_t x = random() % list.size, y = random() % (list.size - 1);
        request.add_joint(*format, list[x], list[y < x ? y : y + 1], power_of_two(random() % 100),
                          power_of_two(random() % 100));
      }
      if (format->is_rgb() || format->is_ycbcr())
        request.add_weighted(*format, 91, 67, format->is_rgb() ? rgb_set : chroma_set,
                             power_of_two(random() % 200), i % 2 * 90.0);
      request.regions = {{5, 3, 40, 50}};
      ASSERT_TRUE(counts_equal(frame.view(), plain.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(PackedTest, CountsDifferencesToTheFrameBefore) {
  for (const FormatInfo* format : packed_formats()) {
    if (!counts(*format))
      continue;
    const auto& [now, plain_now] = noise_of(*format, {333, 141}, 3, 1);
    const auto& [then, plain_then] = noise_of(*format, {333, 141}, 6, 2);
    FrameView view = now.view();
    view.before = std::make_shared<const FrameView>(then.view());
    PlanSpec spec;
    std::vector<uint32_t> expected;
    for (Quantity quantity : select_quantities(*format, all_differences)) {
      const uint32_t bins = format->values_of(quantity).n_values;
      spec.tables.push_back({{quantity, bins}, {}});
      const std::vector<uint32_t> of_one =
          count_difference(plain_now.view(), plain_then.view(), source_of_difference(quantity),
                           bins, {0, 0, view.width, view.height});
      expected.insert(expected.end(), of_one.begin(), of_one.end());
    }
    Expected<SharedPlan> plan = compile_plan(*format, view.width, view.height, spec);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    if (!backend_->can_count(**plan))
      continue;
    const JobPtr job = backend_->make_job();
    std::vector<uint32_t> counts((*plan)->total_counts(0));
    ASSERT_TRUE(backend_->submit(*job, view, *plan, {}).ok());
    ASSERT_TRUE(job->wait(counts.data()).ok());
    EXPECT_EQ(counts, expected) << format->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, PackedTest, testing::ValuesIn(chosen_backends()), test_name_of);

} // namespace videohistogram::test
