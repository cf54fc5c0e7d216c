// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"

#include <gtest/gtest.h>

#include <utility>

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

FrameMemory memory_of(const SharedPlan& plan, size_t regions = 0,
                      MemoryKind memory = MemoryKind::host) {
  return cuda_frame_memory(*plan, regions, memory);
}

} // namespace

TEST(CudaFrameMemory, PixelsOfFramesFromTheHostAreThereAndOnTheDevice) {
  constexpr uint64_t pixels = uint64_t{1920} * 1080 * 4;
  const SharedPlan plan = plan_of("RGBA", 1920, 1080);
  const FrameMemory host = memory_of(plan), device = memory_of(plan, 0, MemoryKind::device);
  for (const uint64_t more : {host.host - device.host, host.device - device.device}) {
    EXPECT_GE(more, pixels);
    EXPECT_LT(more, pixels + pixels / 32);
  }
  EXPECT_LT(host.larger(), pixels + 3'000'000);
}

TEST(CudaFrameMemory, FramesThatGoThroughTheRingTakeNoStagingBlocks) {
  constexpr uint64_t pixels = uint64_t{7680} * 4320 * 4;
  const FrameMemory frame = memory_of(plan_of("RGBA", 7680, 4320));
  EXPECT_GE(frame.device, pixels);
  EXPECT_LT(frame.host, pixels / 3);
}

TEST(CudaFrameMemory, EachProjectionTakesItsCountersOnBoth) {
  const FrameMemory one = memory_of(plan_of("P010_10LE", 1920, 1080, 1024, 1)),
                    three = memory_of(plan_of("P010_10LE", 1920, 1080, 1024, 3));
  constexpr uint64_t counters = uint64_t{1080 + 1920} * 1024;
  for (const uint64_t more : {three.host - one.host, three.device - one.device}) {
    EXPECT_GE(more, counters * 4);
    EXPECT_LT(more, counters * 4 + 4096);
  }
}

TEST(CudaFrameMemory, PackedFramesTakeMemoryForUnpackedOnesOnlyIfTheyAreUnpacked) {
  constexpr uint64_t unpacked = uint64_t{1920} * 1080 * 4;
  const auto device = [](const SharedPlan& plan) {
    return memory_of(plan, 0, MemoryKind::device).device;
  };
  const uint64_t plain = device(plan_of("I422_10LE", 1920, 1080));
  EXPECT_EQ(device(plan_of("v210", 1920, 1080)), plain);
  EXPECT_GE(device(plan_of("NV16_10LE32", 1920, 1080)), plain + unpacked);
  EXPECT_GE(device(plan_of("v210", 1920, 1080, 256, 1)),
            device(plan_of("I422_10LE", 1920, 1080, 256, 1)) + unpacked);
}

TEST(CudaFrameMemory, EachRectangleTakesTheCountersOfItsJointHistogramOnBoth) {
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

TEST(CudaFrameMemory, RegionsTakeTheirCountsOnTheHost) {
  const SharedPlan plan = plan_of("GRAY16_LE", 640, 480, 65536);
  const FrameMemory ten = memory_of(plan, 10), eleven = memory_of(plan, 11);
  EXPECT_EQ(eleven.host - ten.host, 2u * 65536 * 4) << "where they are counted, and for delivery";
  EXPECT_EQ(eleven.device, ten.device);
}

TEST(CudaFrameMemory, TheDefaultBoundsNoFrameOfUpTo8KWithAWaveformOfEachChannel) {
  for (const char* format : {"RGBA", "NV12", "P010_10LE", "I420_10LE"}) {
    const FrameMemory frame = memory_of(plan_of(format, 7680, 4320, 256, 3));
    EXPECT_EQ(frame.limit(512 << 20, 3), FrameLimit()) << format;
  }
}

TEST(CudaFrameMemory, TilesAreUnpackedOnTheHost) {
  for (const char* name : {"NV12_32L32", "NV12_64Z32"}) {
    const FrameMemory tiled = memory_of(plan_of(name, 1920, 1080)),
                      plain = memory_of(plan_of("NV12", 1920, 1080));
    EXPECT_EQ(tiled.device, plain.device);
    const uint64_t pixels = uint64_t{1920} * 1080 * 3 / 2, more = tiled.host - plain.host;
    EXPECT_GE(more, pixels);
    EXPECT_LT(more, pixels + pixels / 8);
  }
}

TEST(CudaFrameMemory, TheCpuNeedsNoMore) {
  for (const char* format : {"GRAY8", "NV12", "RGBA", "P010_10LE", "GRAY16_LE"})
    for (const auto& [width, height] : {std::pair{2u, 2u}, {64u, 32u}, {1920u, 1080u}})
      for (const uint32_t bins : {16u, 256u})
        for (const uint32_t projections : {0u, 2u})
          for (const size_t regions : {0, 1, 32})
            for (const MemoryKind memory : {MemoryKind::host, MemoryKind::device}) {
              const SharedPlan plan = plan_of(format, width, height, bins, projections);
              const FrameMemory cpu = cpu_frame_memory(*plan, regions);
              EXPECT_GE(cpu.host, plan->total_counts(regions) * sizeof(uint32_t));
              EXPECT_LE(cpu.host, memory_of(plan, regions, memory).host)
                  << format << " " << width << "x" << height;
              EXPECT_EQ(cpu.device, 0u);
            }
}

} // namespace videohistogram
