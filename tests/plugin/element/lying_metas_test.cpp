// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Metas that lie about frames of every format, in buffers that were allocated to the byte.
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/known_formats.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

// No multiples of any block or tile. Each plane has several rows of tiles.
constexpr guint width = 50, height = 261;

/// How GStreamer lays out a frame.
struct Right {
  PlaneLayout layout;
  gsize needed = 0; ///< bytes up to the last one of any plane's last row
};

/// Bytes from a row to the next. Of tiled planes GStreamer's stride is numbers of tiles.
gsize row_distance(const FormatInfo& format, const PlaneLayout& layout, guint plane) {
  const gint stride = layout.stride[plane];
  return is_tiled(format.packing) ? gsize{static_cast<guint>(GST_VIDEO_TILE_X_TILES(stride))} *
                                        tile_shape(format.packing).bytes(plane)
                                  : static_cast<gsize>(stride);
}

Right right_layout(const FormatInfo& format, const std::string& caps) {
  Right right;
  right.layout = default_layout(caps);
  for (guint p = 0; p < format.n_planes; p++) {
    // Rows of Z-shaped tiles are as many as GStreamer has.
    const gsize rows = format.packing == Packing::tiles_64x32_z
                           ? static_cast<gsize>(GST_VIDEO_TILE_Y_TILES(right.layout.stride[p]))
                           : format.rows(p, height);
    right.needed = std::max(right.needed, right.layout.offset[p] +
                                              (rows - 1) * row_distance(format, right.layout, p) +
                                              format.row_bytes(p, width));
  }
  return right;
}

/// A buffer whose meta is right until `lie` has changed it. `own_memories`: one per plane.
GstBuffer* make(const FormatInfo& format, const Right& right, gsize size, bool own_memories,
                const std::function<void(GstVideoMeta*)>& lie = nullptr) {
  GstBuffer* buffer = gst_buffer_new_wrapped(g_malloc0(size), size);
  if (own_memories) {
    std::vector<gsize> cuts(right.layout.offset, right.layout.offset + format.n_planes);
    std::sort(cuts.begin(), cuts.end());
    buffer = cut_into_memories(buffer, {cuts.begin() + 1, cuts.end()});
  }
  PlaneLayout layout = right.layout; // the function takes no constants
  GstVideoMeta* const meta = gst_buffer_add_video_meta_full(
      buffer, GST_VIDEO_FRAME_FLAG_NONE, gst_video_format_from_string(format.name), width, height,
      format.n_planes, layout.offset, layout.stride);
  if (lie)
    lie(meta);
  return buffer;
}

/// Pushes a buffer, and fails unless it passes with a histogram or without one.
void push(Stream& stream, GstBuffer* buffer, bool is_counted, const FormatInfo& format,
          const std::string& what) {
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  fail_unless(out == buffer);
  fail_unless((count_metas(out) == 1) == is_counted, "%s: %s", format.name, what.c_str());
  gst_buffer_unref(out);
}

void push_lies(Stream& stream, const FormatInfo& format, const Right& right, bool own_memories) {
  const gsize size = right.layout.size;
  const auto expect_refused = [&](const std::function<void(GstVideoMeta*)>& lie,
                                  const std::string& what) {
    push(stream, make(format, right, size, own_memories, lie), false, format, what);
  };
  for (guint p = 0; p < format.n_planes; p++) {
    const std::string of_plane = " of plane " + std::to_string(p);
    for (gsize offset : {size - 1, size, size + 1, G_MAXSIZE - 1, G_MAXSIZE})
      expect_refused([&](GstVideoMeta* meta) { meta->offset[p] = offset; },
                     "offset " + std::to_string(offset) + of_plane);
    const gint shortest = is_tiled(format.packing) ? right.layout.stride[p] - 1
                                                   : static_cast<gint>(format.row_bytes(p, width)) -
                                                         1; // rows may be padded
    for (gint stride : {shortest, -shortest, 0, 1, -1, 1 << 20, G_MAXINT, G_MININT})
      expect_refused([&](GstVideoMeta* meta) { meta->stride[p] = stride; },
                     "stride " + std::to_string(stride) + of_plane);
  }
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = -meta->stride[0]; }, "bottom-up");
  for (guint n_planes : {0u, format.n_planes - 1u, format.n_planes + 1u, 5u, G_MAXUINT})
    expect_refused([&](GstVideoMeta* meta) { meta->n_planes = n_planes; }, "planes");
  for (guint of : {0u, width - 1, 4 * width, G_MAXUINT})
    expect_refused([&](GstVideoMeta* meta) { meta->width = of; }, "width");
  for (guint of : {0u, height - 1, 4 * height, G_MAXUINT})
    expect_refused([&](GstVideoMeta* meta) { meta->height = of; }, "height");
  expect_refused([](GstVideoMeta* meta) { meta->format = GST_VIDEO_FORMAT_RGB8P; }, "format");
  for (gsize less : {size / 2, gsize{1}})
    push(stream, make(format, right, less, false), false, format, "memory that ends early");
}

} // namespace

GST_START_TEST(metas_that_lie_about_a_frame_of_any_format_are_refused) {
  for (const FormatInfo* format : known_formats()) {
    const std::string caps = raw_caps(format->name, width, height);
    const Right right = right_layout(*format, caps);
    Stream stream;
    stream.set_caps(caps);
    for (bool own_memories : {false, true})
      push_lies(stream, *format, right, own_memories);
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted"), 0);
    fail_unless_equals_uint64(stream.stat("skipped-invalid"), stream.stat("frames"));
    expect_one_message(stream, GST_MESSAGE_WARNING, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
                       "buffer");
    push(stream, make(*format, right, right.layout.size, false), true, *format, "right");
  }
}
GST_END_TEST

GST_START_TEST(the_last_byte_of_the_last_row_decides_in_any_format) {
  for (const FormatInfo* format : known_formats()) {
    const std::string caps = raw_caps(format->name, width, height);
    const Right right = right_layout(*format, caps);
    fail_unless(right.needed <= right.layout.size, "%s", format->name);
    Stream stream;
    stream.set_caps(caps);
    push(stream, make(*format, right, right.needed, false), true, *format, "to the byte");
    push(stream, make(*format, right, right.needed - 1, false), false, *format, "cut");
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted"), 1);
  }
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, metas_that_lie_about_a_frame_of_any_format_are_refused);
  tcase_add_test(chain, the_last_byte_of_the_last_row_decides_in_any_format);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "lying_metas", add_tests);
}
