// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which samples marks read: the memory after these is inaccessible.
#include "plugin/scope/draw/marks/frame_marker.h"
#include "plugin/scope/draw/marks/make_marks.h"
#include "plugin/scope/overlay/blender.h"

#include <gst/video/video.h>
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

using namespace videohistogram;
using namespace videohistogram::scope;

TEST(Marks, PeakingReadsOneColumnRightOfThoseWithMarks) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* const memory =
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ASSERT_EQ(mprotect(static_cast<uint8_t*>(memory) + page, page, PROT_NONE), 0);
  for (const uint32_t width : {2000u, 2002u, 2014u}) {
    GstVideoInfo info;
    gst_video_info_set_format(&info, GST_VIDEO_FORMAT_GRAY8, width, 1);
    Source source;
    source.format = find_format("GRAY8");
    source.width = width;
    source.height = 1;
    source.colours.full_range = true;
    MarkOptions options;
    options.peaking = true;
    options.split = 0.5;
    options.legend = false;
    const auto marks = std::move(*make_marks(
        source, options, *picture_colours(info, source.colours, source.colours.transfer), false,
        nullptr));
    // Black, and white from two columns before the divider on: the last samples of the page.
    uint8_t* const row = static_cast<uint8_t*>(memory) + page - width / 2 - 1;
    std::fill(row, row + width / 2 + 1, uint8_t{0});
    std::fill(row + width / 2 - 4, row + width / 2 + 1, uint8_t{255});
    FrameMarker marker;
    WritablePixels pixels{};
    pixels.format = source.format;
    pixels.planes[0] = row;
    pixels.strides[0] = static_cast<ptrdiff_t>(width);
    marker.mark(*marks, pixels, 0);
    EXPECT_EQ(row[width / 2 - 6], 0);
    EXPECT_NE(row[width / 2 - 5], 0); // the edge
    EXPECT_NE(row[width / 2 - 4], 255);
    EXPECT_EQ(row[width / 2 - 3], 255);
    EXPECT_EQ(row[width / 2], 255);
  }
  munmap(memory, 2 * page);
}
