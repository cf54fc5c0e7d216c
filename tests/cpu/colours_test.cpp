// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Computed values that few frames have, for each target. tests/backend checks that all targets
// count any frame.
#include "core/low_byte_first.h"
#include "cpu/cpu_backend.h"
#include "cpu/kernels/colour/colour_functions.h"
#include "tests/cpu/target_test.h"
#include "tests/reference/colours.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace videohistogram {

namespace {

using namespace test;

class CpuColours : public TargetTest {
protected:
  /// The counts of all histograms; empty (and a failure) if the frame is refused.
  std::vector<uint32_t> count(const FrameView& frame, QuantitySet quantities) {
    PlanSpec spec;
    for (Quantity quantity : select_quantities(*frame.format, quantities))
      spec.tables.push_back({{quantity, frame.format->values_of(quantity).bins_for(256)}, {}});
    Expected<SharedPlan> plan = compile_plan(*frame.format, frame.width, frame.height, spec);
    if (!plan.ok()) {
      ADD_FAILURE() << plan.error().message;
      return {};
    }
    const auto backend = create_cpu_backend(1, GetParam());
    const std::unique_ptr<Job> job = backend->make_job();
    std::vector<uint32_t> counts((*plan)->total_counts(0));
    EXPECT_TRUE(backend->submit(*job, frame, *plan, {}).ok());
    EXPECT_TRUE(job->wait(counts.data()).ok());
    return counts;
  }
};

constexpr QuantitySet colours_and_maximum = rgb_set | quantity_bit(Quantity::maxrgb);

/// R, G, B and MAXRGB of a frame with each triple of 8-bit samples once.
std::vector<uint32_t> counts_of_all_triples() {
  const reference::Colours colours({}, 8);
  std::vector<uint32_t> counts(4 * 256, 0);
  for (int y = 0; y < 256; y++)
    for (int cb = 0; cb < 256; cb++)
      for (int cr = 0; cr < 256; cr++) {
        const uint32_t r = colours.value(reference::Colours::r, y, cb, cr),
                       g = colours.value(reference::Colours::g, y, cb, cr),
                       b = colours.value(reference::Colours::b, y, cb, cr);
        counts[r]++;
        counts[256 + g]++;
        counts[512 + b]++;
        counts[768 + std::max({r, g, b})]++;
      }
  return counts;
}

} // namespace

TEST_P(CpuColours, AreRightForEveryTripleOf8BitSamples) {
  static const std::vector<uint32_t> expected = counts_of_all_triples();
  constexpr uint32_t side = 4096;
  constexpr size_t pixels = size_t{side} * side;
  std::vector<uint8_t> bytes(3 * pixels);
  for (size_t i = 0; i < pixels; i++) {
    bytes[i] = static_cast<uint8_t>(i * 77); // neighbours differ, so that no segment is flat
    bytes[pixels + i] = static_cast<uint8_t>(i >> 8);
    bytes[2 * pixels + i] = static_cast<uint8_t>(i >> 16);
  }
  FrameView frame;
  frame.format = find_format("Y444");
  frame.width = frame.height = side;
  for (size_t plane = 0; plane < 3; plane++)
    frame.planes[plane] = {bytes.data() + plane * pixels, pixels, 0, side};
  EXPECT_EQ(count(frame, colours_and_maximum), expected);
}

TEST_P(CpuColours, HueOf16BitsIsRightBesideWholeDegrees) {
  constexpr uint32_t width = 1440, height = 512, middle = 1 << 15; // a ray per four columns
  constexpr size_t samples = size_t{width} * height;
  std::vector<uint16_t> words(3 * samples);
  std::vector<uint32_t> expected(360, 0);
  std::mt19937 random(4);
  for (size_t i = 0; i < samples; i++) {
    const double angle = static_cast<double>(i % width / 4) * M_PI / 180,
                 length = random() % middle;
    const auto near = [&](double place) {
      const int64_t sample = std::lround(place) + middle + static_cast<int>(random() % 3) - 1;
      return static_cast<uint16_t>(std::clamp<int64_t>(sample, 0, UINT16_MAX));
    };
    words[samples + i] = near(length * std::sin(angle));
    words[2 * samples + i] = near(length * std::cos(angle));
    expected[reference::hue(words[samples + i], words[2 * samples + i], 16)]++;
  }
  put_low_byte_first(words.data(), words.size());
  FrameView frame;
  frame.format = find_format("Y444_16LE");
  frame.width = width;
  frame.height = height;
  for (size_t plane = 0; plane < 3; plane++)
    frame.planes[plane] = {reinterpret_cast<const uint8_t*>(words.data() + plane * samples),
                           2 * samples, 0, 2 * width};
  EXPECT_EQ(count(frame, quantity_bit(Quantity::hue)), expected);
}

// Masks are computed only in blocks of vectors of which some pixel has a mark.
TEST_P(CpuColours, MarkTheRangeOfBlocksAsOfSinglePixels) {
  constexpr uint32_t low = 5, high = 246, block = 64, pairs = 32 * 32;
  const reference::Colours colours({reference::Matrix::bt709, true, true}, 8);
  std::vector<uint32_t> expected(256, 0);
  constexpr size_t pixels = size_t{pairs} * 256 * block;
  std::vector<uint8_t> bytes(3 * pixels);
  size_t i = 0;
  for (uint32_t pair = 0; pair < pairs; pair++)
    for (uint32_t y = 0; y < 256; y++) {
      const uint32_t cb = pair % 32 * 8 + 3, cr = pair / 32 * 8 + 5;
      const uint32_t codes[] = {colours.value(reference::Colours::r, y, cb, cr),
                                colours.value(reference::Colours::g, y, cb, cr),
                                colours.value(reference::Colours::b, y, cb, cr), y};
      uint32_t mask = 0;
      for (uint32_t c = 0; c < 4; c++)
        mask |= (codes[c] < low ? 1u << c : 0) | (codes[c] > high ? 16u << c : 0);
      expected[mask] += block;
      for (uint32_t pixel = 0; pixel < block; pixel++, i++) {
        bytes[i] = static_cast<uint8_t>(y);
        bytes[pixels + i] = static_cast<uint8_t>(cb);
        bytes[2 * pixels + i] = static_cast<uint8_t>(cr);
      }
    }
  FrameView frame;
  frame.format = find_format("Y444");
  frame.width = 4096;
  frame.height = pixels / frame.width;
  for (size_t plane = 0; plane < 3; plane++)
    frame.planes[plane] = {bytes.data() + plane * pixels, pixels, 0, ptrdiff_t{4096}};
  EXPECT_EQ(count(frame, quantity_bit(Quantity::range)), expected);
}

TEST_P(CpuColours, RoundDownEverySaturation) {
  for (uint32_t depth : {8u, 10u, 12u, 16u}) {
    const int middle = 1 << (depth - 1), step = depth == 16 ? 127 : 1;
    cpu::ChromaPairs pairs{};
    std::vector<uint16_t> values(cpu::segment_room);
    uint32_t wrong = 0;
    // One sign is enough: squares have none.
    for (int cb = 0; cb <= middle; cb += step)
      for (int cr = 0, n; cr <= middle; cr += n * step) {
        n = 0;
        for (; n < static_cast<int>(cpu::segment_pixels) && cr + n * step <= middle; n++)
          pairs.of[n] = (static_cast<uint32_t>(-cb) & 65535) | static_cast<uint32_t>(-cr - n * step)
                                                                   << 16;
        GetParam()->colours.saturation(pairs.of, depth, static_cast<uint32_t>(n),
                                       {nullptr, values.data(), 0});
        for (int i = 0; i < n; i++)
          wrong += values[static_cast<size_t>(i)] !=
                   reference::saturation(static_cast<uint32_t>(middle - cb),
                                         static_cast<uint32_t>(middle - cr - i * step), depth);
      }
    EXPECT_EQ(wrong, 0u) << depth << " bits";
  }
}

TEST_P(CpuColours, AreNotComputedFromBytesBehindAFrame) {
  const GuardedNoise noise; // a read after a plane ends the process
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    for (uint32_t width : {1u, 2u, 15u, 16u, 31u, 64u, 65u, 127u, 513u, 1000u})
      if ((*format)->countable_channels() & quantity_bit(Quantity::range)) {
        EXPECT_FALSE(count(noise.frame((*format)->name, width), ~QuantitySet{0}).empty());
      }
}

INSTANTIATE_TEST_SUITE_P(Targets, CpuColours, testing::ValuesIn(all_targets()), target_name);

} // namespace videohistogram
