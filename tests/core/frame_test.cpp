// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// check_frame(), which checks the input of every backend, with values that only a hostile producer
// sends. The views point to no memory: the check must read no pixel.
#include "core/frame.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

namespace videohistogram {

namespace {

const uint8_t* const nowhere = reinterpret_cast<const uint8_t*>(uintptr_t{4096});
constexpr size_t huge = std::numeric_limits<size_t>::max();
constexpr ptrdiff_t max_negative = std::numeric_limits<ptrdiff_t>::min();
constexpr ptrdiff_t max_positive = std::numeric_limits<ptrdiff_t>::max();

FrameView view(const char* format, uint32_t width, uint32_t height, size_t size, size_t offset,
               ptrdiff_t stride) {
  FrameView frame;
  frame.format = find_format(format);
  frame.width = width;
  frame.height = height;
  for (PlaneView& plane : frame.planes)
    plane = {nowhere, size, offset, stride};
  return frame;
}

bool good(const FrameView& frame) {
  const Status status = check_frame(frame);
  if (!status.ok()) {
    EXPECT_EQ(status.error().kind, ErrorKind::invalid_argument);
    EXPECT_FALSE(status.error().message.empty());
  }
  return status.ok();
}

} // namespace

TEST(CheckFrame, TakesAFrameThatFillsItsMemory) {
  EXPECT_TRUE(good(view("RGBA", 16, 9, 16 * 9 * 4, 0, 64)));
  EXPECT_TRUE(good(view("RGB", 5, 3, 45, 0, 15)));
  EXPECT_TRUE(good(view("GRAY8", 1, 1, 1, 0, 1)));
  EXPECT_TRUE(good(view("RGBA64_LE", 16, 9, 16 * 9 * 8, 0, 128)));
  EXPECT_FALSE(good(view("RGBA64_LE", 16, 9, 16 * 9 * 8 - 1, 0, 128)));
}

TEST(CheckFrame, TakesTheLastRowWithoutItsPadding) {
  EXPECT_TRUE(good(view("RGBA", 16, 3, 2 * 100 + 64, 0, 100)));
  EXPECT_FALSE(good(view("RGBA", 16, 3, 2 * 100 + 63, 0, 100)));
}

TEST(CheckFrame, TakesAnOffsetThatLeavesRoom) {
  EXPECT_TRUE(good(view("RGBA", 16, 3, 200 + 64 + 7, 7, 100)));
  EXPECT_FALSE(good(view("RGBA", 16, 3, 200 + 64 + 7, 8, 100)));
}

TEST(CheckFrame, TakesABottomUpFrame) {
  EXPECT_TRUE(good(view("RGBA", 16, 3, 264, 200, -100)));
  EXPECT_FALSE(good(view("RGBA", 16, 3, 264, 199, -100)));
  EXPECT_FALSE(good(view("RGBA", 16, 3, 263, 200, -100)));
  EXPECT_FALSE(good(view("RGBA", 16, 3, 264, 0, -100)));
}

TEST(CheckFrame, RefusesAFrameWithoutFormatOrPixels) {
  FrameView frame = view("RGBA", 1, 1, 4, 0, 4);
  frame.format = nullptr;
  EXPECT_FALSE(good(frame));
  EXPECT_FALSE(good(view("RGBA", 0, 1, 100, 0, 4)));
  EXPECT_FALSE(good(view("RGBA", 1, 0, 100, 0, 4)));
  EXPECT_FALSE(good(view("RGBA", 1, 1, 0, 0, 4)));
}

TEST(CheckFrame, RefusesAStrideShorterThanARow) {
  for (ptrdiff_t stride : {ptrdiff_t{63}, ptrdiff_t{1}, ptrdiff_t{0}, ptrdiff_t{-63}})
    EXPECT_FALSE(good(view("RGBA", 16, 2, 1000, 500, stride))) << stride;
}

TEST(CheckFrame, DoesNotMindTheStrideOfASingleRow) {
  for (ptrdiff_t stride : {ptrdiff_t{0}, ptrdiff_t{1}, max_negative, max_positive})
    EXPECT_TRUE(good(view("RGBA", 16, 1, 64, 0, stride))) << stride;
}

TEST(CheckFrame, RefusesAStrideOf1MiBOver16KiB) {
  EXPECT_FALSE(good(view("RGBA", 64, 64, 16384, 0, 1 << 20)));
  EXPECT_FALSE(good(view("RGBA", 64, 64, 16384, 0, -(1 << 20))));
  EXPECT_FALSE(good(view("RGBA", 64, 64, 16384, 16383, -(1 << 20))));
}

TEST(CheckFrame, RefusesAnOffsetAtOrBehindTheEnd) {
  for (size_t offset : {size_t{16383}, size_t{16384}, size_t{16385}, huge, huge - 63, huge - 16383})
    for (ptrdiff_t stride : {ptrdiff_t{256}, ptrdiff_t{-256}})
      EXPECT_FALSE(good(view("RGBA", 64, 64, 16384, offset, stride))) << offset << " " << stride;
}

TEST(CheckFrame, RefusesStridesAtTheEndsOfTheirType) {
  for (size_t size : {size_t{16384}, huge / 3, huge})
    for (size_t offset : {size_t{0}, size_t{8192}})
      for (ptrdiff_t stride : {max_negative, max_negative + 1, max_positive, max_positive - 1})
        for (uint32_t height : {3u, 64u, 65537u})
          EXPECT_FALSE(good(view("RGBA", 64, height, size, offset, stride)))
              << size << " " << offset << " " << stride << " " << height;
}

TEST(CheckFrame, RefusesMorePixelsThanA32BitCountHolds) {
  EXPECT_TRUE(good(view("GRAY8", 65535, 65537, 0xffffffffu, 0, 65535)));
  EXPECT_FALSE(good(view("GRAY8", 65536, 65536, huge, 0, 65536)));
  EXPECT_FALSE(good(view("RGBA", 0xffffffffu, 0xffffffffu, huge, 0, max_positive)));
  EXPECT_FALSE(good(view("RGBA", 0xffffffffu, 2, huge, 0, max_positive)));
}

TEST(CheckFrame, RefusesLargeSizesInALittleMemory) {
  EXPECT_FALSE(good(view("RGBA", 0xffffffffu, 1, 16384, 0, 0)));
  EXPECT_FALSE(good(view("RGBA", 1, 0xffffffffu, 16384, 0, 4)));
  EXPECT_FALSE(good(view("RGBA", 32767, 32767, 16384, 0, 32767 * 4)));
  EXPECT_FALSE(good(view("RGB", 1073741696, 1, 16384, 0, 0)));
  // 2^32 + 8 bytes per row: 8 in 32 bits.
  EXPECT_FALSE(good(view("ARGB64_LE", 0x20000001, 1, 16384, 0, 0)));
  EXPECT_FALSE(good(view("ARGB64_LE", 0x20000001, 7, 16384, 0, 8)));
}

TEST(CheckFrame, AgreesWithTheBytesOfEachRowForAnyFrame) {
  std::mt19937 random(1);
  int taken = 0;
  for (int i = 0; i < 20000; i++) {
    const uint32_t width = 1 + random() % 6, height = 1 + random() % 6;
    const size_t size = random() % 130, offset = random() % 130;
    const ptrdiff_t stride = static_cast<ptrdiff_t>(random() % 80) - 40;
    const char* const formats[] = {"RGBA", "RGB", "GRAY8"};
    const FrameView frame = view(formats[random() % 3], width, height, size, offset, stride);

    const auto row_bytes = static_cast<int64_t>(frame.row_bytes(0));
    bool inside = height == 1 || std::abs(stride) >= row_bytes;
    for (uint32_t y = 0; y < height; y++) {
      const int64_t begin = static_cast<int64_t>(offset) + int64_t{y} * stride;
      inside = inside && begin >= 0 && begin + row_bytes <= static_cast<int64_t>(size);
    }
    ASSERT_EQ(good(frame), inside) << width << "x" << height << " size " << size << " offset "
                                   << offset << " stride " << stride;
    taken += inside;
  }
  EXPECT_GT(taken, 1000);
}

} // namespace videohistogram
