// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of the frames over which videoscopeoverlay blends: shared, padded, mapped, several
// memories.
#include "tests/plugin/scope/overlay_frames.h"

#include <gst/allocators/gstdmabuf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

TEST(OverlayMemory, IsBlendedIntoMemoryThatIsMapped) {
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  const std::string caps = video_caps("NV12", width, height);
  Stream system("videoscopeoverlay", placed, caps, caps);
  const std::vector<guint8> blended = system.output(buffer_of(frame));
  EXPECT_NE(blended, frame);
  for (const char* memory : {"(memory:DMABuf)", "(memory:VAMemory)"}) {
    std::string mapped = caps;
    mapped.insert(mapped.find(','), memory);
    Stream stream("videoscopeoverlay", placed, mapped, mapped);
    const int file = memfd_create("frame", MFD_CLOEXEC);
    ASSERT_EQ(write(file, frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
    GstAllocator* const allocator = gst_dmabuf_allocator_new();
    GstBuffer* const buffer = gst_buffer_new();
    gst_buffer_append_memory(buffer, gst_dmabuf_allocator_alloc(allocator, file, frame.size()));
    gst_object_unref(allocator);
    EXPECT_EQ(stream.output(buffer), blended) << memory;
    EXPECT_EQ(stream.stat("blended"), 1u);
    EXPECT_EQ(stream.stat("copied"), 0u);
  }
}

TEST(OverlayMemory, FramesThatOthersReadAreCopiedOnce) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", placed, caps, caps);
  GstBuffer* buffer = buffer_of(frame);
  GstMemory* memory = gst_buffer_peek_memory(buffer, 0);
  ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
  GstBuffer* out = gst_harness_pull(*stream);
  EXPECT_EQ(gst_buffer_peek_memory(out, 0), memory);
  EXPECT_EQ(stream.stat("copied"), 0u);
  const std::vector<guint8> expected = bytes_of(out);
  EXPECT_NE(expected, frame);
  gst_buffer_unref(out);

  buffer = buffer_of(frame, 1);
  GstBuffer* const shares_memory = gst_buffer_copy(buffer);
  for (GstBuffer* pushed : {buffer, gst_buffer_ref(shares_memory)}) {
    EXPECT_EQ(stream.output(pushed), expected);
    EXPECT_EQ(bytes_of(shares_memory), frame);
  }
  EXPECT_EQ(stream.stat("copied"), 2u);
  EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(shares_memory), 1);
  gst_buffer_unref(shares_memory);

  buffer = buffer_of(frame, 2);
  memory = gst_buffer_peek_memory(buffer, 0);
  GST_MINI_OBJECT_FLAG_SET(memory, GST_MEMORY_FLAG_READONLY);
  gst_memory_ref(memory);
  EXPECT_EQ(stream.output(buffer), expected);
  EXPECT_EQ(stream.stat("copied"), 3u);
  GstMapInfo map;
  ASSERT_TRUE(gst_memory_map(memory, &map, GST_MAP_READ));
  EXPECT_TRUE(std::equal(frame.begin(), frame.end(), map.data));
  gst_memory_unmap(memory, &map);
  gst_memory_unref(memory);
}

TEST(OverlayMemory, PaddedRowsAndPlanesElsewhereAreBlended) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> frame = random_frame(info);
  const std::string caps = video_caps("NV12", width, height);
  Stream stream("videoscopeoverlay", placed, caps, caps);
  const std::vector<guint8> expected = stream.output(buffer_of(frame));
  constexpr gint stride = width + 13;
  gsize offsets[GST_VIDEO_MAX_PLANES] = {5, gsize{stride} * (height + 3)};
  gint strides[GST_VIDEO_MAX_PLANES] = {stride, stride};
  std::vector<guint8> padded(offsets[1] + gsize{stride} * height / 2, 201);
  std::vector<guint8> padded_expected = padded;
  for (const auto& [from, to] : {std::pair(&frame, &padded), {&expected, &padded_expected}})
    for (guint plane = 0; plane < 2; plane++)
      for (int y = 0; y < height >> plane; y++)
        std::copy_n(from->begin() + static_cast<ptrdiff_t>(info.offset[plane]) +
                        y * info.stride[plane],
                    width, to->begin() + static_cast<ptrdiff_t>(offsets[plane]) + y * stride);
  // A meta may describe a frame that is larger than the caps.
  for (const guint larger : {0u, 2u}) {
    GstBuffer* const buffer = buffer_of(padded);
    gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_NV12,
                                   width + larger, height, 2, offsets, strides);
    EXPECT_EQ(stream.output(buffer), padded_expected);
  }
  EXPECT_EQ(stream.warnings(), 0u);
}

TEST(OverlayMemory, PlanesInSeveralMemoriesAreBlendedOrPassAsTheyAre) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> frame = random_frame(info);
  const std::string caps = video_caps("NV12", width, height);
  Stream stream("videoscopeoverlay", placed, caps, caps);
  const std::vector<guint8> expected = stream.output(buffer_of(frame));
  // One memory per plane; a plane in two memories, without a meta and with one.
  for (const auto& [split, meta] :
       {std::pair(info.offset[1], true), {gsize{width} * 30, false}, {gsize{width} * 30, true}}) {
    const auto middle = frame.begin() + static_cast<ptrdiff_t>(split);
    GstBuffer* const buffer = buffer_of({frame.begin(), middle});
    GstBuffer* const rest = buffer_of({middle, frame.end()});
    gst_buffer_append_memory(buffer, gst_buffer_get_memory(rest, 0));
    gst_buffer_unref(rest);
    if (meta) {
      GstVideoInfo layout = info;
      gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_NV12,
                                     width, height, 2, layout.offset, layout.stride);
    }
    const bool spans = meta && split != info.offset[1]; // GStreamer maps but the first memory
    EXPECT_EQ(stream.output(buffer), spans ? frame : expected);
    EXPECT_EQ(stream.warnings(), spans ? 1u : 0u);
  }
  EXPECT_EQ(stream.stat("counted"), 4u);
}
