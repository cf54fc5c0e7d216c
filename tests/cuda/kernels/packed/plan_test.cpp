// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which frames are counted where their packed samples lie, in which shapes, and which samples.
#include "cuda/kernels/packed/packed_plan.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/packed/walk.h"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace videohistogram::cuda {

namespace {

SharedPlan plan_of(const char* name, uint32_t width, uint32_t height,
                   std::vector<Table> more = {}) {
  const FormatInfo& format = *find_format(name);
  PlanSpec spec;
  for (Quantity quantity : select_quantities(format, format.channels()))
    spec.tables.push_back({{quantity, format.values_of(quantity).bins_for(256)}, {}});
  spec.tables.insert(spec.tables.end(), more.begin(), more.end());
  Expected<SharedPlan> plan = compile_plan(format, width, height, spec);
  EXPECT_TRUE(plan.ok()) << name << ": " << (plan.ok() ? "" : plan.error().message);
  return plan.ok() ? *plan : nullptr;
}

/// The plan's launch for a rectangle of a frame at `memory`, whose rows are `stride` bytes apart.
PackedLaunch launch_of(const Plan& plan, const uint8_t* memory, ptrdiff_t stride,
                       const Rect& rect) {
  FrameView frame;
  frame.format = &plan.format;
  frame.width = plan.width;
  frame.height = plan.height;
  frame.planes[0] = {memory, static_cast<size_t>(stride) * plan.height, 0, stride};
  const std::vector<Rect> regions{rect};
  const CountMemory none{};
  return plan_packed_launches({h200, plan, frame, regions, none})[1];
}

/// How often each sample (plane, column, row) is counted by the groups and single units of a
/// launch.
template <Packing packing>
std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int> walk(const PackedLaunch& launch) {
  const PackedParameters& p = launch.parameters;
  const RowUnits<packing> row(p);
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int> counted;
  const auto visit = [&](uint32_t y, uint32_t unit, bool whole) {
    EXPECT_LT(unit, p.units);
    const uint8_t none[16] = {};
    each_sample(packing, MemoryUnit{none, 16}, unit, [&](uint32_t to, uint32_t column, uint32_t) {
      const PackedChannel& channel = p.channels[to];
      if (channel.bins > 0 && (whole || (column >= channel.begin && column < channel.end)))
        counted[{to, column, y}]++;
    });
  };
  for (uint32_t y = 0; y < p.rows; y++) {
    for (uint32_t i = 0; i < row.groups * UnitGroup<packing>::units; i++)
      visit(y, row.begin + i, true);
    for (uint32_t i = 0; i < row.edges; i++)
      visit(y, row.edge(i), false);
  }
  return counted;
}

std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int> walk(const PackedLaunch& launch) {
  switch (launch.parameters.packing) {
  case Packing::v210:
    return walk<Packing::v210>(launch);
  case Packing::uyvp:
    return walk<Packing::uyvp>(launch);
  case Packing::word_le32:
    return walk<Packing::word_le32>(launch);
  default:
    return walk<Packing::word_be32>(launch);
  }
}

} // namespace

TEST(PackedPlan, plans_of_stored_channels_alone_are_counted_packed) {
  for (const char* name : {"v210", "UYVP", "Y410", "r210", "RGB10A2_LE", "BGR10x2_LE"}) {
    const SharedPlan plan = plan_of(name, 64, 32);
    EXPECT_TRUE(counts_packed(*plan)) << name;
    EXPECT_FALSE(is_unpacked(*plan)) << name;
    const bool rgb = plan->format.is_rgb();
    const ValueAxis first{rgb ? Quantity::g : Quantity::y, 256},
        second{rgb ? Quantity::b : Quantity::cr, 256};
    const std::vector<std::vector<Table>> others = {
        {{first, *direction_of_angle(0, 64, 32, 256)}},
        {{first, {}, second}},
        {{{Quantity::maxrgb, 1024}, {}}},
    };
    for (const std::vector<Table>& more : others) {
      EXPECT_FALSE(counts_packed(*plan_of(name, 64, 32, more))) << name;
      EXPECT_TRUE(is_unpacked(*plan_of(name, 64, 32, more))) << name;
    }
  }
  for (const char* name : {"I422_10LE", "NV12_4L4", "RGBA"}) {
    EXPECT_FALSE(counts_packed(*plan_of(name, 64, 32))) << name;
    EXPECT_FALSE(is_unpacked(*plan_of(name, 64, 32))) << name;
  }
  EXPECT_TRUE(is_unpacked(*plan_of("NV12_10LE32", 64, 32)));
}

TEST(PackedWalk, every_sample_of_a_rectangle_is_counted_once) {
  for (const char* name : {"v210", "UYVP", "Y410", "r210"})
    for (uint32_t width : {1u, 2u, 7u, 53u, 96u})
      for (size_t offset : {0, 4, 1})
        for (size_t padding : {0, 3, 16}) {
          const SharedPlan plan = plan_of(name, width, 3);
          const ptrdiff_t stride =
              static_cast<ptrdiff_t>(plan->format.row_bytes(0, width) + padding);
          const auto* const memory = reinterpret_cast<const uint8_t*>(uintptr_t{4096} + offset);
          for (uint32_t x = 0; x < std::min(width, 8u); x++)
            for (uint32_t right = 0; right < std::min(width - x, 8u); right++) {
              const Rect rect{x, 1, width - x - right, 2};
              const PackedLaunch launch = launch_of(*plan, memory, stride, rect);
              const auto counted = walk(launch);
              size_t samples = 0;
              for (const PlaneHistograms& plane : plan->planes) {
                const SamplePlane& info = plan->format.sample_planes[plane.sample_plane];
                const Rect r = sample_plane_rect(info, rect);
                samples += size_t{r.width} * r.height;
                const PackedChannel& channel = launch.parameters.channels[info.plane];
                EXPECT_EQ(channel.end - channel.begin, r.width);
              }
              ASSERT_EQ(counted.size(), samples)
                  << name << " " << width << ", from " << x << " to " << width - right;
              ASSERT_TRUE(std::all_of(counted.begin(), counted.end(),
                                      [](const auto& sample) { return sample.second == 1; }));
            }
        }
}

TEST(PackedWalk, aligned_rows_have_groups) {
  const SharedPlan v210 = plan_of("v210", 96, 2), uyvp = plan_of("UYVP", 96, 2);
  const auto* const memory = reinterpret_cast<const uint8_t*>(uintptr_t{4096});
  const RowUnits<Packing::v210> a(launch_of(*v210, memory, 256, {0, 0, 96, 2}).parameters);
  EXPECT_EQ(a.alignment, 16u);
  EXPECT_EQ(a.groups, 16u);
  EXPECT_EQ(a.edges, 0u);
  const RowUnits<Packing::uyvp> b(launch_of(*uyvp, memory, 240, {0, 0, 96, 2}).parameters);
  EXPECT_EQ(b.groups, 12u);
  const RowUnits<Packing::uyvp> c(launch_of(*uyvp, memory + 1, 240, {0, 0, 96, 2}).parameters);
  EXPECT_EQ(c.groups, 0u);
  EXPECT_EQ(c.edges, 48u);
}

TEST(PackedShape, tables_fit_every_device) {
  for (uint32_t shared_bytes : {0u, 49152u, 101376u, 166912u, 232448u})
    for (uint32_t counters : {1u, 4u, 257u, 3072u, 3076u, 4096u})
      for (uint64_t samples : {uint64_t{1}, uint64_t{1000000}, uint64_t{4} * 0xffffffff}) {
        const PackedShape shape = choose_packed_shape({90, 132, shared_bytes}, counters, samples);
        EXPECT_GE(shape.shared_bytes, counters * shape.copies * 4);
        EXPECT_LE(shape.shared_bytes, std::max(shared_bytes, shared_bytes_everywhere));
        EXPECT_EQ(shape.shared_bytes % 16, 0u);
        EXPECT_GE(shape.copies, 1u);
        EXPECT_LE(shape.copies, 32u);
        EXPECT_EQ(shape.copies & (shape.copies - 1), 0u);
        EXPECT_GE(shape.portions, 1u);
        EXPECT_LE(shape.portions, 132u);
      }
  EXPECT_EQ(choose_packed_shape({90, 132, 232448}, 3072, uint64_t{1} << 26).portions, 132u);
  EXPECT_EQ(choose_packed_shape({90, 132, 232448}, 3072, 1000).portions, 1u);
}

} // namespace videohistogram::cuda
