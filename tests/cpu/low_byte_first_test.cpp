// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames whose samples have the high byte first have the same counts as frames of the same numbers
// with the low byte first.
#include "cpu/cpu_backend.h"
#include "tests/reference/colours.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace videohistogram {

namespace {

using namespace reference;

/// A format of the core with the bytes of each sample exchanged.
FormatInfo high_byte_first(const char* name) {
  FormatInfo format = *find_format(name);
  format.big_endian = !format.big_endian;
  return format;
}

/// A frame with the bytes of each sample exchanged.
class Exchanged {
public:
  Exchanged(const Frame& frame, const FormatInfo& format) : view_(frame.view()) {
    const FrameView& from = view_;
    bytes_.assign(from.planes[0].data, from.planes[0].data + from.planes[0].size);
    for (uint32_t plane = 0; plane < format.n_planes; plane++)
      for (uint32_t y = 0; y < from.rows(plane); y++) {
        uint8_t* const row = bytes_.data() + (from.planes[plane].row(y) - from.planes[0].data);
        for (size_t i = 0; i < from.row_bytes(plane); i += 2)
          std::swap(row[i], row[i + 1]);
      }
    for (PlaneView& plane : view_.planes)
      plane.data = bytes_.data();
    view_.format = &format;
  }
  const FrameView& view() const { return view_; }

private:
  FrameView view_;
  std::vector<uint8_t> bytes_;
};

std::vector<Layout> layouts(const char* format) {
  return {{format, 1, 1, 0, false, 0},
          {format, 37, 19, 0, false, 0},
          {format, 130, 61, 26, true, 3},
          {format, 700, 300, 5, false, 1}};
}

} // namespace

TEST(LowByteFirst, FramesWithTheHighByteFirstHaveTheSameCounts) {
  const auto cpu = create_cpu_backend(2);
  for (const char* name : {"ARGB64_LE", "P010_10LE", "GRAY16_LE"}) {
    const FormatInfo format = high_byte_first(name);
    for (const Layout& layout : layouts(name)) {
      SCOPED_TRACE(layout.format + " " + std::to_string(layout.width));
      const Frame frame = make_frame(layout, Content::noise, layout.width);
      const Exchanged exchanged(frame, format);
      ASSERT_TRUE(check_frame(exchanged.view()).ok());
      Request request = request_all(frame.view(), 1000);
      request.regions = {{0, 0, layout.width / 2, layout.height}, {0, layout.height / 2, 1, 1}};
      const Quantity first = request.channels[0];
      const auto [width, height] = picture_size(frame.view(), first);
      Expected<Direction> direction = direction_of_angle(30, width, height, 256);
      ASSERT_TRUE(direction.ok());
      request.add_projection(first, *direction);
      Expected<JobPtr> job = submit(*cpu, exchanged.view(), request);
      ASSERT_TRUE(job.ok()) << job.error().message;
      std::vector<uint32_t> counts(request.total_counts());
      ASSERT_TRUE((*job)->wait(counts.data()).ok());
      EXPECT_TRUE(same_counts(reference::count(frame.view(), request), counts, request));
      std::vector<uint32_t> matrix(size_t{direction->positions} * request.bins);
      ASSERT_TRUE((*job)->matrix(0)->read(matrix.data()).ok());
      EXPECT_EQ(matrix, count_along(frame.view(), first, request.bins, request.luma,
                                    Positions::of_angle(30, width, height)));
    }
  }
}

TEST(LowByteFirst, DifferencesAreThoseToTheFrameBefore) {
  const auto cpu = create_cpu_backend(1);
  const FormatInfo format = high_byte_first("ARGB64_LE");
  for (const Layout& layout : layouts("ARGB64_LE")) {
    const Frame now = make_frame(layout, Content::noise, 1),
                then = make_frame(layout, Content::runs);
    const Exchanged exchanged(now, format), before(then, format);
    FrameView view = exchanged.view();
    view.before = std::make_shared<const FrameView>(before.view());
    PlanSpec spec;
    for (Quantity quantity : select_quantities(format, all_differences))
      spec.tables.push_back({{quantity, 4096}, {}});
    Expected<SharedPlan> plan = compile_plan(format, view.width, view.height, spec);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    const JobPtr job = cpu->make_job();
    std::vector<uint32_t> counts((*plan)->total_counts(0)), expected;
    ASSERT_TRUE(cpu->submit(*job, view, *plan, {}).ok());
    ASSERT_TRUE(job->wait(counts.data()).ok());
    for (const Table& table : spec.tables) {
      const std::vector<uint32_t> of_channel =
          count_difference(now.view(), then.view(), source_of_difference(table.values.quantity),
                           4096, {0, 0, view.width, view.height});
      expected.insert(expected.end(), of_channel.begin(), of_channel.end());
    }
    EXPECT_EQ(counts, expected);
  }
}

} // namespace videohistogram
