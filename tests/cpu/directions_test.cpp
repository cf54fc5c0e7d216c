// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Projections that are difficult for some target, and the ownership of a matrix's memory.
#include "tests/cpu/target_test.h"

#include "cpu/cpu_backend.h"
#include "cpu/matrix_pool.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace videohistogram {

namespace {

using namespace reference;
using namespace test;

class CpuTargetAlongADirection : public TargetTest {
protected:
  /// Whether the matrix and the counts of the same channel are right.
  testing::AssertionResult counts_right(const FrameView& frame, Quantity channel, double angle,
                                        uint32_t bins, uint32_t threads = 1) {
    const PictureSize size = picture_size(frame, channel);
    Expected<Direction> direction = direction_of_angle(angle, size.width, size.height, bins);
    if (!direction.ok())
      return testing::AssertionFailure() << direction.error().message;
    Request request;
    request.channels = select_plane_quantities(*frame.format, quantity_bit(channel));
    request.bins = bins;
    request.projections.clear();
    request.add_projection(channel, *direction);
    const auto backend = create_cpu_backend(threads, GetParam());
    Expected<JobPtr> job = reference::submit(*backend, frame, request);
    std::vector<uint32_t> counts(request.total_counts());
    std::vector<uint32_t> matrix(size_t{direction->positions} * bins, 0xDEADBEEF);
    if (!job.ok() || !(*job)->wait(counts.data()).ok() ||
        !(*job)->matrix(0)->read(matrix.data()).ok())
      return testing::AssertionFailure() << "no counts";
    if (matrix != count_along(frame, channel, bins, request.luma,
                              Positions::of_angle(angle, size.width, size.height)))
      return testing::AssertionFailure()
             << "the matrix of " << frame.format->name << " " << frame.width << "x" << frame.height
             << " " << quantity_name(channel) << " at " << angle << " in " << bins << " bins";
    return same_counts(reference::count(frame, request), counts, request);
  }
};

/// The formats' channels that have projections.
QuantityList all_channels(const FormatInfo& format) {
  return select_plane_quantities(format, ~QuantitySet{0});
}

/// One format per layout of samples; its last channel is taken, LUMA where there is one.
constexpr const char* formats[] = {"RGBA",      "ARGB",        "RGB",       "BGR",
                                   "GRAY8",     "NV12",        "YUY2",      "P010_10LE",
                                   "I420_10LE", "RGB 12 bits", "ARGB64_LE", "xRGB 14 bits"};

Quantity last_channel(const FormatInfo& format) {
  const QuantityList all = select_plane_quantities(format, ~QuantitySet{0});
  return all[all.size - 1];
}

} // namespace

TEST_P(CpuTargetAlongADirection, CountsEveryWayInWhichSamplesLie) {
  for (const char* name : formats) {
    Layout layout;
    layout.format = name;
    layout.width = 307;
    layout.height = 91;
    layout.padding = 2;
    const Frame frame = make_frame(layout, Content::noise);
    const FormatInfo& format = *frame.view().format;
    const QuantityList all = select_plane_quantities(format, ~QuantitySet{0});
    for (Quantity channel : all)
      for (double angle : {0.0, 31.0, 90.0, 100.0, 222.0})
        for (uint32_t bins : {1u << std::min<uint32_t>(format.depth, 12), 100u})
          ASSERT_TRUE(counts_right(frame.view(), channel, angle, bins));
  }
}

TEST_P(CpuTargetAlongADirection, CountsWithSeveralThreads) {
  Layout layout;
  layout.width = 1280;
  layout.height = sanitized ? 300 : 720;
  for (Content content : {Content::noise, Content::constant}) {
    const Frame frame = make_frame(layout, content);
    for (double angle : {0.0, 31.0, 90.0, 222.0})
      EXPECT_TRUE(counts_right(frame.view(), Quantity::luma, angle, 256, 5));
  }
}

TEST_P(CpuTargetAlongADirection, CountsRowsOfAnyLength) {
  std::mt19937 random(9);
  for (const char* name : {"RGBA", "BGR", "GRAY8", "UYVY", "GRAY16_LE", "RGBA64_LE"})
    for (uint32_t width = 1; width < 300; width += sanitized ? 17 : 1) {
      Layout layout;
      layout.format = name;
      layout.width = width;
      layout.height = 1 + random() % 20;
      const Frame frame = make_frame(layout, Content::noise, width);
      const double angle = random() % 360;
      ASSERT_TRUE(counts_right(frame.view(), last_channel(*frame.view().format), angle, 256));
    }
}

TEST_P(CpuTargetAlongADirection, ComputesLumaOfAnyWeights) {
  for (const char* name : {"RGBA", "ABGR", "BGR", "BGRA64_LE", "BGR 16 bits"})
    for (const LumaWeights& weights :
         {LumaWeights{65536, 0, 0}, LumaWeights{0, 65535, 1}, LumaWeights{127, 128, 65281}}) {
      Layout layout;
      layout.format = name;
      layout.width = 177;
      layout.height = 33;
      const Frame frame = make_frame(layout, Content::noise);
      Request request = request_all(frame.view());
      request.luma = weights;
      request.projections.clear();
      request.add_projection(Quantity::luma,
                             *direction_of_angle(12, layout.width, layout.height, 256));
      const auto backend = create_cpu_backend(1, GetParam());
      Expected<JobPtr> job = reference::submit(*backend, frame.view(), request);
      ASSERT_TRUE(job.ok());
      std::vector<uint32_t> matrix(size_t{request.projections[0].positions->positions} * 256);
      ASSERT_TRUE((*job)->matrix(0)->read(matrix.data()).ok());
      EXPECT_EQ(matrix, count_along(frame.view(), Quantity::luma, 256, weights,
                                    Positions::of_angle(12, layout.width, layout.height)))
          << name << " " << weights.r;
    }
}

TEST_P(CpuTargetAlongADirection, ReadsNothingBehindTheLastPixel) {
  const GuardedNoise noise;
  for (const char* name : formats)
    for (uint32_t width = 1; width < 200; width++) {
      const FrameView frame = noise.frame(name, width);
      for (double angle : {0.0, 90.0, 180.0, 250.0})
        ASSERT_TRUE(counts_right(frame, last_channel(*frame.format), angle, 256));
    }
}

// Projections of one sample plane and direction are counted in one pass.
TEST_P(CpuTargetAlongADirection, CountsAllChannelsInSeveralDirectionsTogether) {
  for (const char* name : formats)
    for (uint32_t width : {301u, 16u, 7u})
      for (uint32_t bins : {256u, 100u, 1024u}) {
        Layout layout;
        layout.format = name;
        layout.width = width;
        layout.height = 75;
        layout.padding = 2;
        const Frame frame = make_frame(layout, Content::noise);
        if (bins > 1u << frame.view().format->depth)
          continue;
        const QuantityList channels = all_channels(*frame.view().format);
        Request request;
        request.channels = channels;
        request.bins = bins;
        request.projections.clear();
        std::vector<Positions> positions;
        for (double angle : {0.0, 180.0, 41.0, 90.0})
          for (Quantity channel : channels) {
            const PictureSize size = picture_size(frame.view(), channel);
            request.add_projection(channel,
                                   *direction_of_angle(angle, size.width, size.height, bins));
            positions.push_back(Positions::of_angle(angle, size.width, size.height));
          }
        const auto backend = create_cpu_backend(2, GetParam());
        Expected<JobPtr> job = reference::submit(*backend, frame.view(), request);
        ASSERT_TRUE(job.ok());
        std::vector<uint32_t> counts(request.total_counts());
        ASSERT_TRUE((*job)->wait(counts.data()).ok());
        EXPECT_TRUE(same_counts(reference::count(frame.view(), request), counts, request));
        for (size_t i = 0; i < request.projections.size(); i++) {
          const Quantity channel = request.projections[i].values.quantity;
          const std::vector<uint32_t> expected =
              count_along(frame.view(), channel, bins, request.luma, positions[i]);
          std::vector<uint32_t> matrix(expected.size(), 0xDEADBEEF);
          ASSERT_TRUE((*job)->matrix(i)->read(matrix.data()).ok());
          ASSERT_EQ(matrix, expected) << name << " " << width << " " << quantity_name(channel)
                                      << " in " << bins << " bins, projection " << i;
        }
      }
}

// Frames of more than 16 MiB have wide strips.
TEST_P(CpuTargetAlongADirection, CountsSamplesOfLargeFrames) {
  Layout layout;
  layout.format = "RGBA";
  layout.width = 4400;
  layout.height = 1000;
  const Frame frame = make_frame(layout, Content::noise);
  for (double angle : {0.0, 180.0})
    EXPECT_TRUE(counts_right(frame.view(), Quantity::g, angle, 256));
}

INSTANTIATE_TEST_SUITE_P(All, CpuTargetAlongADirection, testing::ValuesIn(all_targets()),
                         target_name);

constexpr cpu::CounterWidth wide = cpu::CounterWidth::wide, narrow = cpu::CounterWidth::narrow;

TEST(CpuMatrixPool, GivesTheMemoryOfAMatrixThatIsGoneToTheNextOne) {
  cpu::MatrixPool pool;
  pool.keep(2);
  auto matrix = pool.take(1000, wide);
  ASSERT_TRUE(matrix);
  const uint32_t* const memory = matrix->wide();
  matrix.reset();
  EXPECT_EQ(pool.take(900, wide)->wide(), memory);
}

TEST(CpuMatrixPool, GivesCountersOfEitherWidthInTheSameMemory) {
  cpu::MatrixPool pool;
  pool.keep(2);
  const void* const memory = pool.take(500, wide)->wide();
  const auto matrix = pool.take(1000, narrow);
  EXPECT_EQ(matrix->narrow(), memory);
  EXPECT_EQ(matrix->wide(), nullptr);
  EXPECT_EQ(matrix->host_counts().narrow, matrix->narrow());
  EXPECT_EQ(matrix->host_counts().wide, nullptr);
  std::vector<uint32_t> expected(1000), counts(1000);
  for (uint32_t i = 0; i < 1000; i++)
    expected[i] = matrix->narrow()[i] = static_cast<uint16_t>(65535 - i);
  EXPECT_TRUE(matrix->read(counts.data()).ok());
  EXPECT_EQ(counts, expected);
}

TEST(CpuMatrixPool, FindsAMatrixOfEachSizeAgain) {
  cpu::MatrixPool pool;
  pool.keep(3);
  const auto take = [&] {
    return std::vector{pool.take(1000, wide), pool.take(500, wide), pool.take(1000, wide)};
  };
  std::set<const uint32_t*> first, second;
  for (const auto& matrix : take())
    first.insert(matrix->wide());
  for (const auto& matrix : take())
    second.insert(matrix->wide());
  EXPECT_EQ(first, second);
}

TEST(CpuMatrixPool, FreesTheMemoryThatIsDropped) {
  cpu::MatrixPool pool;
  pool.keep(1);
  pool.take(1000, wide).reset();
  pool.drop();
  EXPECT_EQ(pool.take(600, wide)->capacity(), 2400u);
}

TEST(CpuMatrixPool, FreesMatricesThatWereHeldWhenTheOthersWereDropped) {
  cpu::MatrixPool pool;
  pool.keep(1);
  auto held = pool.take(1000, wide);
  pool.drop();
  pool.keep(1);
  held.reset();
  EXPECT_EQ(pool.take(600, wide)->capacity(), 2400u);
}

TEST(CpuMatrixPool, GivesNoMemoryToTwo) {
  cpu::MatrixPool pool;
  pool.keep(2);
  std::vector<std::shared_ptr<cpu::HostMatrix>> held;
  for (uint32_t i = 0; i < 5; i++) {
    held.push_back(pool.take(100, wide));
    std::fill_n(held[i]->wide(), 100, i);
  }
  held[1].reset();
  held.push_back(pool.take(100, wide));
  std::fill_n(held[5]->wide(), 100, 5);
  for (uint32_t i : {0u, 2u, 3u, 4u, 5u}) {
    std::vector<uint32_t> counts(100);
    EXPECT_TRUE(held[i]->read(counts.data()).ok());
    EXPECT_EQ(counts, std::vector<uint32_t>(100, i));
  }
}

TEST(CpuMatrixPool, DoesNotKeepSmallMatricesInLargeMemory) {
  cpu::MatrixPool pool;
  pool.keep(2);
  pool.take(1 << 20, wide).reset();
  EXPECT_LE(pool.take(100, wide)->capacity(), 400u);
}

TEST(CpuMatrixPool, IsOutlivedByItsMatrices) {
  std::shared_ptr<cpu::HostMatrix> matrix;
  {
    cpu::MatrixPool pool;
    pool.keep(2);
    matrix = pool.take(10, wide);
  }
  std::fill_n(matrix->wide(), 10, 7);
  std::vector<uint32_t> counts(10);
  EXPECT_TRUE(matrix->read(counts.data()).ok());
  EXPECT_EQ(counts, std::vector<uint32_t>(10, 7));
}

TEST(CpuMatrixPool, TakesMatricesBackFromAnyThread) {
  cpu::MatrixPool pool;
  pool.keep(2);
  for (uint32_t i = 0; i < 200; i++) {
    auto matrix = pool.take(64, wide);
    std::fill_n(matrix->wide(), 64, i);
    std::thread([taken = std::move(matrix), i] {
      std::vector<uint32_t> counts(64);
      EXPECT_TRUE(taken->read(counts.data()).ok());
      EXPECT_EQ(counts, std::vector<uint32_t>(64, i));
    }).join();
  }
}

} // namespace videohistogram
