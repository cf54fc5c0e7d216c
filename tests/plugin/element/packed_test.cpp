// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames whose samples are packed: metas that describe them otherwise than the caps, or wrongly.
#include "plugin/counting/frame_layout.h"
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/known_formats.h"
#include "tests/reference/packed.h"

#include <functional>
#include <random>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

constexpr guint width = 94, height = 70;

/// The formats that stand for a packing: one each.
std::vector<const FormatInfo*> formats_of_packings() {
  std::vector<const FormatInfo*> formats;
  std::vector<Packing> seen = {Packing::none};
  for (const FormatInfo* format : known_formats())
    if (std::find(seen.begin(), seen.end(), format->packing) == seen.end()) {
      seen.push_back(format->packing);
      formats.push_back(format);
    }
  return formats;
}

GstVideoInfo info_of(const FormatInfo& format) {
  GstVideoInfo info;
  gst_video_info_init(&info);
  fail_unless(
      gst_video_info_set_format(&info, gst_video_format_from_string(format.name), width, height));
  return info;
}

/// Random bytes, allocated to the byte, with the meta that GStreamer adds to such frames.
GstBuffer* random_buffer(const GstVideoInfo& info, gsize size) {
  std::mt19937 random(7);
  auto* const bytes = static_cast<guint8*>(g_malloc(size));
  for (gsize i = 0; i < size; i++)
    bytes[i] = static_cast<guint8>(random());
  GstBuffer* const buffer = gst_buffer_new_wrapped(bytes, size);
  gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info),
                                 width, height, GST_VIDEO_INFO_N_PLANES(&info),
                                 const_cast<gsize*>(info.offset), const_cast<gint*>(info.stride));
  return buffer;
}

/// Checks the histograms of Y or G in a buffer that the element passed on. Takes the buffer.
void expect_counts_of(GstBuffer* buffer, const FormatInfo& format) {
  fail_unless(buffer != nullptr);
  const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  GstMapInfo map;
  fail_unless(gst_buffer_map(buffer, &map, GST_MAP_READ));
  FrameView view;
  view.format = &format;
  view.width = width;
  view.height = height;
  for (guint p = 0; p < meta->n_planes; p++)
    view.planes[p] = plane_view(format, p, map.data, map.size, meta->offset[p], meta->stride[p]);
  const reference::Frame plain = reference::plain_frame(view);
  const GstVideoHistogramMeta* const counted = gst_buffer_get_video_histogram_meta(buffer);
  fail_unless(counted != nullptr, "%s", format.name);
  for (Quantity quantity : select_quantities(format, ycbcr_set | rgb_set)) {
    if (!format.stores(quantity))
      continue;
    const uint32_t bins = format.values_of(quantity).n_values;
    PlanSpec spec;
    spec.tables = {{{quantity, bins}, {}}};
    const std::vector<uint32_t> expected = reference::count(plain.view(), spec, {}).histograms;
    const gint channel =
        gst_video_histogram_find_channel(counted->histogram, quantity_name(quantity));
    fail_unless(channel >= 0);
    gsize n = 0;
    const guint64* const counts =
        gst_video_histogram_get_counts(counted->histogram, static_cast<guint>(channel), &n);
    fail_unless(n == bins && std::equal(expected.begin(), expected.end(), counts), "%s %s",
                format.name, quantity_name(quantity));
  }
  gst_buffer_unmap(buffer, &map);
  gst_buffer_unref(buffer);
}

using Lie = std::function<void(GstVideoMeta*, guint plane)>;

void expect_refused(const FormatInfo& format, gsize size, guint plane, const Lie& lie) {
  Stream stream;
  stream.set_caps(raw_caps(format.name, width, height));
  GstBuffer* const buffer = random_buffer(info_of(format), size);
  lie(gst_buffer_get_video_meta(buffer), plane);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  fail_unless(!gst_buffer_get_video_histogram_meta(out), "%s plane %u", format.name, plane);
  gst_buffer_unref(out);
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 1);
}

} // namespace

GST_START_TEST(frames_are_counted_where_their_meta_says) {
  for (const FormatInfo* format : formats_of_packings()) {
    Stream stream("bins=0");
    stream.set_caps(raw_caps(format->name, width, height));
    const GstVideoInfo info = info_of(*format);
    GstBuffer* buffer = random_buffer(info, info.size);
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    expect_counts_of(stream.pull(), *format);
    // Each plane begins 1000 bytes later and has larger strides, or more columns and rows of tiles.
    buffer = random_buffer(info, 4 * info.size + 100000);
    GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
    gsize end = 1000;
    for (guint p = 0; p < meta->n_planes; p++) {
      meta->offset[p] = end;
      if (is_tiled(format->packing)) {
        const guint columns = GST_VIDEO_TILE_X_TILES(info.stride[p]) + 2,
                    rows = GST_VIDEO_TILE_Y_TILES(info.stride[p]) + 1;
        meta->stride[p] = static_cast<gint>(GST_VIDEO_TILE_MAKE_STRIDE(columns, rows));
        end += gsize{columns} * rows * tile_shape(format->packing).bytes(p);
      } else {
        meta->stride[p] += 36;
        end += static_cast<gsize>(meta->stride[p]) * format->rows(p, height) + 1000;
      }
    }
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    expect_counts_of(stream.pull(), *format);
  }
}
GST_END_TEST

GST_START_TEST(fewer_rows_of_tiles_than_the_frame_has_are_refused) {
  const FormatInfo& format = *find_format("NV12_64Z32");
  const GstVideoInfo info = info_of(format);
  for (guint plane = 0; plane < 2; plane++)
    expect_refused(format, info.size, plane, [](GstVideoMeta* meta, guint p) {
      const guint columns = GST_VIDEO_TILE_X_TILES(meta->stride[p]),
                  rows = GST_VIDEO_TILE_Y_TILES(meta->stride[p]);
      meta->stride[p] = static_cast<gint>(GST_VIDEO_TILE_MAKE_STRIDE(columns, rows - 1));
    });
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, frames_are_counted_where_their_meta_says);
  tcase_add_test(chain, fewer_rows_of_tiles_than_the_frame_has_are_refused);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "packed", add_tests);
}
