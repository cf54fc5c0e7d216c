// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/frame_memory.h"

#include <gtest/gtest.h>

namespace videohistogram {

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

TEST(FrameMemory, MemoryThatAFrameDoesNotTakeSetsNoLimit) {
  EXPECT_EQ((FrameMemory{100, 0}.limit(399, 5)), (FrameLimit{3, UINT32_MAX}));
}

TEST(FrameMemory, AFrameThatEitherOfTwoBackendsCountsTakesTheLargerOfEach) {
  const FrameMemory one = {100, 200}, other = {300, 50};
  for (const FrameMemory& both : {one.with(other), other.with(one)}) {
    EXPECT_EQ(both.host, 300u);
    EXPECT_EQ(both.device, 200u);
  }
}

} // namespace videohistogram
