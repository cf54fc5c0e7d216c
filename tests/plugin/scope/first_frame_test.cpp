// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory that the elements of scopes write to in advance, so that the first frame is not late:
// when, and how much. The test counts memory and not time, which depends on the machine.
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

/// The sizes of memories that GStreamer's allocator has handed out.
std::vector<gsize> allocated;

GstMemory* allocate(GstAllocator*, gsize size, GstAllocationParams* params) {
  allocated.push_back(size);
  GstAllocator* const system = gst_allocator_find(GST_ALLOCATOR_SYSMEM);
  GstMemory* const memory = gst_allocator_alloc(system, size, params);
  gst_object_unref(system);
  return memory;
}

void init_class(gpointer klass, gpointer) {
  GST_ALLOCATOR_CLASS(klass)->alloc = allocate;
}

/// Has GStreamer's default allocator note sizes.
void watch_allocations() {
  const GType type = g_type_register_static_simple(GST_TYPE_ALLOCATOR, "WatchedAllocator",
                                                   sizeof(GstAllocatorClass), init_class,
                                                   sizeof(GstAllocator), nullptr, G_TYPE_FLAG_NONE);
  auto* const allocator = GST_ALLOCATOR(g_object_new(type, nullptr));
  gst_object_ref_sink(allocator);
  gst_allocator_set_default(allocator);
}

class FirstFrame : public testing::Test {
protected:
  static void SetUpTestSuite() { watch_allocations(); }
};

constexpr int width = 320, height = 240;
constexpr gsize frame_bytes = gsize{width} * height * 3 / 2;
constexpr const char* pictures = "video/x-raw,format=BGRx,width=640,height=480";
constexpr gsize picture_bytes = gsize{640} * 480 * 4;

GstBuffer* frame(gsize bytes = frame_bytes) {
  return buffer_of(std::vector<guint8>(bytes, 90));
}

/// Memories of that size, or of more.
size_t n_allocated(gsize least) {
  size_t n = 0;
  for (const gsize size : allocated)
    n += size >= least ? 1 : 0;
  return n;
}

} // namespace

TEST_F(FirstFrame, MemoryIsUsedInAdvance) {
  allocated.clear();
  Stream scopes("videoscope", "backend=cpu", video_caps("I420", width, height), pictures);
  EXPECT_EQ(n_allocated(picture_bytes), 2u);
  EXPECT_EQ(n_allocated(frame_bytes), 3u); // a frame, too
  EXPECT_EQ(scopes.output(frame()).size(), picture_bytes);
  EXPECT_EQ(n_allocated(picture_bytes), 2u); // the picture was there
  const std::string caps = video_caps("I420", width, height);
  allocated.clear();
  const Stream overlay("videoscopeoverlay", "backend=cpu", caps, caps);
  EXPECT_EQ(n_allocated(frame_bytes), 1u);
}

TEST_F(FirstFrame, NewCapsInTheStreamUseNoMemoryInAdvance) {
  for (const char* element : {"videoscope", "videoscopeoverlay"}) {
    SCOPED_TRACE(element);
    Stream stream(element, "backend=cpu", video_caps("I420", width, height),
                  element == std::string("videoscope") ? pictures : "video/x-raw");
    EXPECT_FALSE(stream.output(frame()).empty());
    allocated.clear();
    gst_harness_set_src_caps_str(*stream, video_caps("I420", width, 2 * height).c_str());
    EXPECT_EQ(n_allocated(frame_bytes), 0u);
    EXPECT_FALSE(stream.output(frame(2 * frame_bytes)).empty());
    EXPECT_EQ(stream.stat("drawn"), 2u);
    // A new start is followed by a first frame.
    gst_element_set_state(stream.element(), GST_STATE_READY);
    gst_element_set_state(stream.element(), GST_STATE_PLAYING);
    allocated.clear();
    gst_harness_set_src_caps_str(*stream, video_caps("I420", width, height).c_str());
    EXPECT_GT(n_allocated(frame_bytes), 0u);
  }
}

TEST_F(FirstFrame, OfALargePictureNoMemoryIsUsedInAdvance) {
  const int lines = 4100; // of 4096 pixels of 4 bytes, more than 64 MiB
  allocated.clear();
  Stream scopes("videoscope", "backend=cpu scopes=waveform", video_caps("I420", width, height),
                "video/x-raw,format=BGRx,width=4096,height=" + std::to_string(lines));
  EXPECT_EQ(n_allocated(frame_bytes), 0u);
  EXPECT_EQ(scopes.output(frame()).size(), size_t{4} * 4096 * lines);
}
