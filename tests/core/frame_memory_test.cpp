// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/frame_memory.h"

#include <gtest/gtest.h>

namespace videohistogram {

namespace {

SharedPlan plan_of(const char* name, uint32_t width, uint32_t height, uint32_t bins = 256,
                   uint32_t projections = 0) {
  const FormatInfo& format = *find_format(name);
  PlanSpec spec;
  for (Quantity quantity : select_quantities(format, format.channels()))
    spec.tables.push_back({{quantity, bins}, {}});
  for (uint32_t i = 0; i < projections; i++)
    spec.tables.push_back(
        {spec.tables[0].values, *direction_of_angle(90.0 * i, width, height, bins)});
  return *compile_plan(format, width, height, spec);
}

FrameMemory memory_of(const SharedPlan& plan, size_t regions = 0, bool on_device = false) {
  return frame_memory(*plan, regions, on_device);
}

} // namespace

TEST(FrameMemory, AsManyFramesAsFitButAtLeastOneMayBeInFlight) {
  const FrameMemory frame = {100, 200};
  EXPECT_EQ(frame.larger(), 200u);
  EXPECT_EQ(frame.limit(0, 5), FrameLimit());
  EXPECT_EQ(frame.limit(1, 5), (FrameLimit{1, 1}));
  EXPECT_EQ(frame.limit(399, 5), (FrameLimit{3, 1}));
  EXPECT_EQ(frame.limit(400, 5), (FrameLimit{4, 2}));
  EXPECT_EQ(frame.limit(500, 5), (FrameLimit{UINT32_MAX, 2}));
  EXPECT_EQ(frame.limit(1000, 5), FrameLimit());
  EXPECT_EQ(frame.limit(UINT64_MAX, 5), FrameLimit());
}

TEST(FrameMemory, PixelsOfFramesFromTheHostAreThereAndOnTheDevice) {
  constexpr uint64_t pixels = uint64_t{1920} * 1080 * 4;
  const SharedPlan plan = plan_of("RGBA", 1920, 1080);
  const FrameMemory host = memory_of(plan), device = memory_of(plan, 0, true);
  for (const uint64_t more : {host.host - device.host, host.device - device.device}) {
    EXPECT_GE(more, pixels);
    EXPECT_LT(more, pixels + pixels / 32);
  }
  EXPECT_LT(host.larger(), pixels + 3'000'000);
}

TEST(FrameMemory, FramesThatGoThroughTheRingTakeNoStagingBlocks) {
  constexpr uint64_t pixels = uint64_t{7680} * 4320 * 4;
  const FrameMemory frame = memory_of(plan_of("RGBA", 7680, 4320));
  EXPECT_GE(frame.device, pixels);
  EXPECT_LT(frame.host, pixels / 3);
}

TEST(FrameMemory, EachProjectionTakesItsCountersOnBoth) {
  const FrameMemory one = memory_of(plan_of("P010_10LE", 1920, 1080, 1024, 1)),
                    three = memory_of(plan_of("P010_10LE", 1920, 1080, 1024, 3));
  constexpr uint64_t counters = uint64_t{1080 + 1920} * 1024;
  for (const uint64_t more : {three.host - one.host, three.device - one.device}) {
    EXPECT_GE(more, counters * 4);
    EXPECT_LT(more, counters * 4 + 4096);
  }
}

TEST(FrameMemory, EachRectangleTakesTheCountersOfItsJointHistogramOnBoth) {
  const FormatInfo& format = *find_format("NV12");
  PlanSpec spec;
  spec.tables = {{{Quantity::y, 256}, {}}};
  const SharedPlan plain = *compile_plan(format, 640, 480, spec);
  spec.tables.push_back({{Quantity::cb, 256}, {}, ValueAxis{Quantity::cr, 256}});
  const SharedPlan joint = *compile_plan(format, 640, 480, spec);
  for (size_t regions : {0, 7}) {
    const FrameMemory more = memory_of(joint, regions), less = memory_of(plain, regions);
    EXPECT_GE(more.device - less.device, (1 + regions) * 65536 * 4);
    EXPECT_LT(more.device - less.device, (1 + regions) * 65536 * 4 + 4096);
    EXPECT_GE(more.host - less.host, (1 + regions) * 65536 * 4);
  }
}

TEST(FrameMemory, RegionsTakeTheirCountsOnTheHost) {
  const SharedPlan plan = plan_of("GRAY16_LE", 640, 480, 65536);
  const FrameMemory ten = memory_of(plan, 10), eleven = memory_of(plan, 11);
  EXPECT_EQ(eleven.host - ten.host, 2u * 65536 * 4) << "where they are counted, and for delivery";
  EXPECT_EQ(eleven.device, ten.device);
}

TEST(FrameMemory, TheDefaultBoundsNoFrameOfUpTo8KWithAWaveformOfEachChannel) {
  for (const char* format : {"RGBA", "NV12", "P010_10LE", "I420_10LE"}) {
    const FrameMemory frame = memory_of(plan_of(format, 7680, 4320, 256, 3));
    EXPECT_EQ(frame.limit(512 << 20, 3), FrameLimit()) << format;
  }
}

} // namespace videohistogram
