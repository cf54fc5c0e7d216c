// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Projections, together with histograms of the same frame: every pixel is counted once, at the
// position of the definition.
#include "tests/backend/backend_test.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

namespace videohistogram::test {

namespace {

constexpr double all_angles[] = {0,     90,   45, 1e6,  -30,  180, 270,
                                 359.9, 44.9, 60, 89.9, 90.1, 135, 200};
/// Under sanitizers one angle per code path, since other angles take the same paths.
const std::vector<double> angles(all_angles, all_angles + (sanitized ? 5 : std::size(all_angles)));

Layout layout_of(const char* format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format;
  layout.width = width;
  layout.height = height;
  return layout;
}

/// LUMA where that is computed, else the first channel.
Quantity main_channel(const FormatInfo& format) {
  return format.is_rgb() ? Quantity::luma : select_plane_quantities(format, ~QuantitySet{0})[0];
}

std::vector<Quantity> channels_of(const FormatInfo& format) {
  const QuantityList list = select_plane_quantities(format, ~QuantitySet{0});
  return {list.begin(), list.end()};
}

} // namespace

class DirectionsTest : public BackendTest {
protected:
  /// For all channels in that many bins, and `channel` along a direction.
  Request request_along(const Frame& frame, double angle, Quantity channel, uint32_t bins) {
    const PictureSize size = picture_size(frame.view(), channel);
    Expected<Direction> direction = direction_of_angle(angle, size.width, size.height, bins);
    Request request = request_all(frame.view(), bins);
    EXPECT_TRUE(direction.ok()) << angle;
    if (direction.ok())
      request.projections.clear();
    request.add_projection(channel, *direction);
    return request;
  }
  /// For all channels in 256 bins, and the main one along a direction.
  Request request_along(const Frame& frame, double angle) {
    return request_along(frame, angle, main_channel(*frame.view().format), 256);
  }

  std::vector<uint32_t> read(videohistogram::Matrix& matrix, const Request& request) {
    std::vector<uint32_t> counts =
        unwritten(size_t{request.projections[0].positions->positions} * request.bins);
    const Status status = matrix.read(counts.data());
    if (!status.ok())
      ADD_FAILURE() << error_kind_name(status.error().kind) << ": " << status.error().message;
    return counts;
  }

  /// The matrix of a frame whose counts are right; empty (and a failure) if there is none.
  std::vector<uint32_t> matrix_of(const Frame& frame, const Request& request) {
    Job* const job = submit_in_shared_job(frame.view(), request);
    if (!job)
      return {};
    std::vector<uint32_t> counts = wait(*job, request);
    EXPECT_TRUE(are_right(counts, frame.view(), request));
    recycle(std::move(counts));
    const std::shared_ptr<videohistogram::Matrix> matrix = job->matrix(0);
    EXPECT_TRUE(matrix);
    return matrix ? read(*matrix, request) : std::vector<uint32_t>();
  }

  testing::AssertionResult same_matrix(const std::vector<uint32_t>& expected,
                                       const std::vector<uint32_t>& actual,
                                       const Request& request) {
    if (expected.size() != actual.size())
      return testing::AssertionFailure()
             << actual.size() << " counts instead of " << expected.size();
    const auto [right, wrong] = std::mismatch(expected.begin(), expected.end(), actual.begin());
    if (right == expected.end())
      return testing::AssertionSuccess();
    const auto at = static_cast<size_t>(right - expected.begin());
    return testing::AssertionFailure() << *wrong << " instead of " << *right << " at position "
                                       << at / request.bins << ", bin " << at % request.bins;
  }

  testing::AssertionResult matrix_right(const Frame& frame, const Request& request,
                                        const Positions& positions) {
    const auto expect = [&] {
      return reference::count_along(frame.view(), request.projections[0].values.quantity,
                                    request.bins, request.luma, positions);
    };
    std::vector<uint32_t> matrix = matrix_of(frame, request);
    Key key(frame.view(), request);
    key.add(request.projections[0].values.quantity).add(positions.hash());
    const testing::AssertionResult result = is_expected(key, matrix, expect)
                                                ? testing::AssertionSuccess()
                                                : same_matrix(expect(), matrix, request);
    recycle(std::move(matrix));
    return result;
  }

  testing::AssertionResult right_at(double angle, const Frame& frame, Quantity channel,
                                    uint32_t bins) {
    const PictureSize size = picture_size(frame.view(), channel);
    return matrix_right(frame, request_along(frame, angle, channel, bins),
                        Positions::of_angle(angle, size.width, size.height))
           << " (" << frame.layout().format << " " << frame.layout().width << "x"
           << frame.layout().height << " " << quantity_name(channel) << " at " << angle << " in "
           << bins << " bins)";
  }
  /// The main channel in 256 bins.
  testing::AssertionResult right_at(double angle, const Frame& frame) {
    return right_at(angle, frame, main_channel(*frame.view().format), 256);
  }
};

TEST_P(DirectionsTest, CountEveryContentAtEveryAngle) {
  for (Content content : all_contents) {
    const Frame& frame = frame_of(layout_of("RGBA", 201, 123), content);
    for (double angle : angles)
      EXPECT_TRUE(right_at(angle, frame)) << content_name(content);
  }
}

TEST_P(DirectionsTest, CountAtRandomAngles) {
  const Frame& frame = frame_of(layout_of("BGRx", 300, 200), Content::noise);
  std::mt19937 random(1);
  for (int i = 0; i < (sanitized ? 30 : 120); i++)
    EXPECT_TRUE(right_at(random() / 4294967296.0 * 720 - 360, frame));
}

TEST_P(DirectionsTest, CountJustBesideTheAxesAndDiagonals) {
  const Frame& frame = frame_of(layout_of("RGBA", 350, 250), Content::runs);
  for (double axis = 0; axis < 360; axis += 45)
    for (double beside : {1e-9, 1e-7, 1e-4, 0.05, 1.0})
      for (double angle : {axis - beside, axis + beside})
        if (!sanitized || axis < 90) {
          EXPECT_TRUE(right_at(angle, frame));
        }
}

TEST_P(DirectionsTest, CountPicturesOfEverySize) {
  const PictureSize sizes[] = {{1, 1},     {2, 1},    {1, 2},     {15, 1},    {1, 15},   {16, 16},
                               {17, 33},   {63, 65},  {64, 64},   {65, 63},   {128, 1},  {1, 129},
                               {1919, 37}, {37, 911}, {10000, 1}, {1, 10000}, {320, 240}};
  for (const PictureSize& size : sizes) {
    // Matrices of large frames take long: one format at all angles, others in each way to count.
    const bool small = size.width < 500 && size.height < 500;
    for (const char* format : {"RGBA", "BGR", "GRAY8"}) {
      const Frame& frame = frame_of(layout_of(format, size.width, size.height), Content::noise);
      for (double angle : angles) {
        const bool one_of_its_way = angle == 0 || angle == 90 || angle == 45 || angle == -30;
        if (small || format == std::string_view("GRAY8") || (!sanitized && one_of_its_way)) {
          EXPECT_TRUE(right_at(angle, frame));
        }
      }
    }
  }
}

TEST_P(DirectionsTest, Count4096x2160) {
  for (Content content : {Content::noise, Content::constant}) {
    const Frame& frame = frame_of(layout_of("RGBA", large(4096), large(2160)), content);
    for (double angle : {0.0, 30.0, 90.0, -60.5})
      EXPECT_TRUE(right_at(angle, frame)) << content_name(content);
  }
}

TEST_P(DirectionsTest, CountMoreOfOneValueAtOnePositionThan16Bits) {
  for (const auto& [size, angle] : {std::pair{PictureSize{70001, 3}, 90.0},
                                    {PictureSize{3, 140001}, 0.0},
                                    {PictureSize{140001, 2}, 270.0}}) {
    const Frame& frame = frame_of(layout_of("GRAY8", size.width, size.height), Content::white);
    EXPECT_TRUE(right_at(angle, frame));
  }
  // Slanted, such positions take a picture larger than is worth its time: nearly slanted does.
  const uint32_t width = sanitized ? 40 : 200;
  const Frame& frame = frame_of(layout_of("GRAY8", width, 99999), Content::constant);
  for (double angle : {0.05, 179.9})
    EXPECT_TRUE(right_at(angle, frame));
}

TEST_P(DirectionsTest, CountEveryChannelOfEveryFormat) {
  for (const FormatInfo* const* list : {plain_formats(), made_up_formats()})
    for (; *list; list++)
      for (Quantity channel : channels_of(**list)) {
        const Frame& frame = frame_of(layout_of((*list)->name, 43, 29), Content::noise, 9);
        // Fewer bins than 16 bits have, since that matrix is large.
        const uint32_t max_bins = 1u << std::min<uint32_t>((*list)->depth, sanitized ? 10 : 12);
        for (double angle : {0.0, 90.0, 211.0})
          for (uint32_t bins : {max_bins, std::min(max_bins, 256u), 7u})
            EXPECT_TRUE(right_at(angle, frame, channel, bins));
      }
}

TEST_P(DirectionsTest, CountInAnyNumberOfBins) {
  const Frame& frame = frame_of(layout_of("RGBA", 97, 61), Content::noise);
  for (uint32_t bins = 1; bins <= 256; bins += sanitized ? 15 : 1)
    EXPECT_TRUE(right_at(10, frame, Quantity::luma, bins));
  const Frame& deep = frame_of(layout_of("RGBA64_LE", 41, 23), Content::noise);
  for (uint32_t bins : {1u, 255u, 1000u, 1024u, 4096u, 5000u, 16384u, 65535u, 65536u})
    for (double angle : {0.0, 100.0})
      for (Quantity channel : {Quantity::luma, Quantity::g})
        if (!sanitized || bins < 16384 || channel == Quantity::luma) {
          EXPECT_TRUE(right_at(angle, deep, channel, bins));
        }
}

TEST_P(DirectionsTest, CountFramesOfAnyLayout) {
  for (const char* format : {"RGBA", "RGB", "NV12", "YUY2", "GRAY16_LE", "ARGB64_LE"})
    for (bool bottom_up : {false, true})
      for (size_t padding : {0, 1, 13, 64})
        for (double angle : {0.0, 90.0, 33.0}) {
          Layout layout = layout_of(format, 203, 51);
          layout.bottom_up = bottom_up;
          layout.padding = padding;
          layout.offset = padding % 7;
          const Frame& frame = frame_of(layout, Content::vertical);
          for (Quantity channel : channels_of(*frame.view().format))
            EXPECT_TRUE(right_at(angle, frame, channel, 256)) << padding << bottom_up;
        }
}

TEST_P(DirectionsTest, ComputeLumaWithEachSetOfWeights) {
  for (const char* format : {"ABGR", "BGR", "BGRA64_LE"})
    for (const LumaWeights& weights : {luma_bt601, luma_bt2020}) {
      const Frame& frame = frame_of(layout_of(format, 300, 90), Content::noise);
      Request request = request_along(frame, 77);
      request.luma = weights;
      EXPECT_TRUE(matrix_right(frame, request, Positions::of_angle(77, 300, 90))) << format;
    }
}

TEST_P(DirectionsTest, CountTheChannelAlongThemThatIsNotCountedOtherwise) {
  const Frame& frame = frame_of(layout_of("RGBA", 300, 90), Content::noise);
  Request request = request_along(frame, 20, Quantity::luma, 256);
  request.channels = select_plane_quantities(*frame.view().format, quantity_bit(Quantity::a));
  EXPECT_TRUE(matrix_right(frame, request, Positions::of_angle(20, 300, 90)));
}

TEST_P(DirectionsTest, CountBesideRegions) {
  const Frame& frame = frame_of(layout_of("RGBA", 300, 190), Content::noise);
  Request request = request_along(frame, 20);
  request.regions = {{0, 0, 300, 190}, {7, 9, 100, 20}, {299, 189, 1, 1}};
  EXPECT_TRUE(matrix_right(frame, request, Positions::of_angle(20, 300, 190)));
}

TEST_P(DirectionsTest, CountAlongLines) {
  std::mt19937 random(2);
  for (const auto& [width, height] : {PictureSize{5, 5}, {201, 83}, {640, 480}, {64, 700}})
    for (int i = 0; i < (sanitized ? 8 : 25); i++) {
      const Line line{static_cast<uint32_t>(random() % width),
                      static_cast<uint32_t>(random() % height), width - 1,
                      static_cast<uint32_t>(random() % (height - 1))};
      Expected<Direction> direction = direction_of_line(line, width, height, 256);
      if (!direction.ok())
        continue; // equal points
      const Frame& frame = frame_of(layout_of("RGBx", width, height), Content::noise);
      Request request = request_all(frame.view());
      request.projections.clear();
      request.add_projection(Quantity::luma, *direction);
      EXPECT_TRUE(matrix_right(
          frame, request, Positions::of_line(line.x1, line.y1, line.x2, line.y2, width, height)));
    }
}

TEST_P(DirectionsTest, CountEveryPixelOnce) {
  const Frame& frame = frame_of(layout_of("RGBA", 333, 222), Content::runs);
  for (double angle : angles) {
    const std::vector<uint32_t> matrix = matrix_of(frame, request_along(frame, angle));
    EXPECT_EQ(std::accumulate(matrix.begin(), matrix.end(), uint64_t{0}), 333u * 222u) << angle;
  }
}

TEST_P(DirectionsTest, SumToTheHistogramOfTheirChannel) {
  const Frame& frame = frame_of(layout_of("RGBA", 333, 222), Content::noise);
  for (double angle : angles) {
    const Request request = request_along(frame, angle);
    const JobPtr job = submit(frame.view(), request);
    ASSERT_TRUE(job);
    const std::vector<uint32_t> counts = wait(*job, request);
    ASSERT_EQ(request.channels[4], Quantity::luma);
    const std::shared_ptr<videohistogram::Matrix> matrix = job->matrix(0);
    ASSERT_TRUE(matrix);
    const std::vector<uint32_t> along = read(*matrix, request);
    std::vector<uint32_t> sums(256, 0);
    for (size_t i = 0; i < along.size(); i++)
      sums[i % 256] += along[i];
    EXPECT_EQ(sums, std::vector<uint32_t>(counts.begin() + 4 * 256, counts.begin() + 5 * 256))
        << angle;
  }
}

TEST_P(DirectionsTest, AreColumnsAt0AndRowsAt90) {
  const uint32_t width = 90, height = 70;
  const Frame& frame = frame_of(layout_of("BGRA", width, height), Content::noise);
  const std::vector<uint32_t> at_0 = matrix_of(frame, request_along(frame, 0));
  const std::vector<uint32_t> at_90 = matrix_of(frame, request_along(frame, 90));
  Request request = request_all(frame.view());
  request.channels = select_plane_quantities(*frame.view().format, quantity_bit(Quantity::luma));
  for (uint32_t x = 0; x < width; x++)
    request.regions.push_back({x, 0, 1, height});
  for (uint32_t y = height; y-- > 0;)
    request.regions.push_back({0, y, width, 1});
  std::vector<uint32_t> lines = count(frame.view(), request);
  lines.erase(lines.begin(), lines.begin() + 256); // the whole frame
  std::vector<uint32_t> both = at_0;
  both.insert(both.end(), at_90.begin(), at_90.end());
  EXPECT_EQ(both, lines);
}

TEST_P(DirectionsTest, AreCountedOnlyWhereTheyAreAskedFor) {
  const Frame& frame = frame_of(layout_of("RGBA", 64, 48), Content::noise);
  for (bool wanted : {false, true, false}) {
    Request request = request_along(frame, 15);
    if (!wanted)
      request.projections.clear();
    const JobPtr job = submit(frame.view(), request);
    ASSERT_TRUE(job);
    wait(*job, request);
    EXPECT_EQ(job->matrix(0) != nullptr, wanted);
  }
}

TEST_P(DirectionsTest, KeepTheirMatrixWhenTheJobAndTheBackendAreGone) {
  std::vector<Frame> frames;
  std::vector<Request> requests;
  std::vector<std::shared_ptr<videohistogram::Matrix>> matrices;
  for (uint32_t i = 0; i < 8; i++) {
    frames.push_back(make_frame(layout_of("RGBA", 320 + i % 3, 200), Content::noise, i + 1));
    requests.push_back(request_along(frames[i], 40.0 * (i / 2)));
    const JobPtr job = submit(frames[i].view(), requests[i]);
    ASSERT_TRUE(job);
    wait(*job, requests[i]);
    matrices.push_back(job->matrix(0));
    ASSERT_TRUE(matrices[i]);
    if (i == 3)
      matrices[2].reset(); // released without being read
  }
  backend_.reset();
  for (uint32_t i = 0; i < 8; i++) {
    if (!matrices[i])
      continue;
    const Layout& layout = frames[i].layout();
    const std::vector<uint32_t> expected =
        reference::count_along(frames[i].view(), Quantity::luma, 256, requests[i].luma,
                               Positions::of_angle(40.0 * (i / 2), layout.width, layout.height));
    for (int time = 0; time < 2; time++)
      EXPECT_TRUE(same_matrix(expected, read(*matrices[i], requests[i]), requests[i])) << i;
  }
}

TEST_P(DirectionsTest, OfFramesInFlightAreKeptApart) {
  std::vector<Frame> frames;
  std::vector<Request> requests;
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < backend_->depth(); i++) {
    frames.push_back(make_frame(layout_of("RGBA", 300 + i, 100), Content::noise, i + 1));
    requests.push_back(request_along(frames[i], 25.0 * i));
    jobs.push_back(submit(frames[i].view(), requests[i]));
    ASSERT_TRUE(jobs[i]);
  }
  for (uint32_t i = 0; i < backend_->depth(); i++) {
    wait(*jobs[i], requests[i]);
    const std::shared_ptr<videohistogram::Matrix> matrix = jobs[i]->matrix(0);
    ASSERT_TRUE(matrix);
    EXPECT_TRUE(
        same_matrix(reference::count_along(frames[i].view(), Quantity::luma, 256, requests[i].luma,
                                           Positions::of_angle(25.0 * i, 300 + i, 100)),
                    read(*matrix, requests[i]), requests[i]));
  }
}

TEST_P(DirectionsTest, CountRandomFrames) {
  struct Case {
    RandomCase of;
    double angle;
    Positions positions;
  };
  static const std::vector<Case> cases = [] { // the same for all backends
    std::vector<Case> made;
    std::mt19937 random(5);
    for (int i = 0; i < (sanitized ? 25 : 200); i++) {
      RandomCase of = random_case(random, 200);
      Request& request = of.request;
      if (i % 8 != 0) // a matrix of more takes long
        request.bins = std::min(request.bins, 4096u);
      const std::vector<Quantity> channels = channels_of(*of.frame.view().format);
      const Quantity channel = channels[random() % channels.size()];
      const PictureSize size = picture_size(of.frame.view(), channel);
      const double angle = random() % 3 ? random() / 4294967296.0 * 360 : random() % 8 * 45.0;
      request.projections.clear();
      request.add_projection(channel,
                             *direction_of_angle(angle, size.width, size.height, request.bins));
      made.push_back({std::move(of), angle, Positions::of_angle(angle, size.width, size.height)});
    }
    return made;
  }();
  for (const auto& [of, angle, positions] : cases)
    EXPECT_TRUE(matrix_right(of.frame, of.request, positions))
        << of.description << " " << quantity_name(of.request.projections[0].values.quantity)
        << " at " << angle;
}

INSTANTIATE_TEST_SUITE_P(Backends, DirectionsTest, testing::ValuesIn(chosen_backends()),
                         test_name_of);

} // namespace videohistogram::test
