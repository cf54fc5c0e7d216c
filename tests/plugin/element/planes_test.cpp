// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Planes at any place of a buffer and of its memories are counted without a copy.
#include "plugin/counting/mapped_frame.h"
#include "plugin/settings/channel_list.h"
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/known_formats.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Layout;

namespace {

/// One of every way in which planes are subsampled and samples are packed.
const char* const formats[] = {"RGBA",      "BGR",       "GRAY8",     "NV12", "I420", "Y42B",
                               "YUY2",      "P010_10LE", "YV12",      "Y444", "NV21", "I420_10LE",
                               "GRAY16_LE", "UYVY",      "RGBA64_LE", "NV16", "NV61", "I422_10LE",
                               "P012_LE",   "Y444_12LE", "P016_LE",   "NV24"};
const char* const planar_formats[] = {"NV12", "I420",      "YV12",      "Y42B",
                                      "Y444", "P010_10LE", "I420_10LE", "Y444_10LE",
                                      "NV16", "I422_10LE", "P016_LE",   "NV24"};

std::string caps_of(const Frame& frame) {
  return raw_caps(frame.layout().format, frame.layout().width, frame.layout().height);
}

void count_frame(Stream& stream, const Frame& frame) {
  stream.set_caps(caps_of(frame));
  expect_counted(stream, make_buffer(frame), frame, default_request(frame));
}

/// Counts a buffer of several memories, which must come out as they went in.
void count_memories(Stream& stream, GstBuffer* buffer, const Frame& frame, const Request& request) {
  const guint n = gst_buffer_n_memory(buffer);
  std::vector<GstMemory*> memories;
  for (guint i = 0; i < n; i++)
    memories.push_back(gst_buffer_peek_memory(buffer, i));
  stream.set_caps(caps_of(frame));
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, request);
  fail_unless_equals_int(gst_buffer_n_memory(out), n);
  for (guint i = 0; i < n; i++)
    fail_unless(gst_buffer_peek_memory(out, i) == memories[i], "memory %u is another one", i);
  gst_buffer_unref(out);
}

/// The buffers of a frame with and without a GstVideoMeta, cut into memories; the cuts come from
/// the layout.
template <class MakeCuts>
void count_cut(Stream& stream, const Frame& frame, const MakeCuts& make_cuts) {
  const PlaneLayout plain = default_layout(caps_of(frame));
  count_memories(stream, cut_into_memories(make_plain_buffer(frame), make_cuts(plain)), frame,
                 default_request(frame));
  const PlaneLayout own = layout_of(frame);
  count_memories(stream, cut_into_memories(make_buffer(frame), make_cuts(own)), frame,
                 default_request(frame));
}

guint n_planes(const Frame& frame) {
  return frame.view().format->n_planes;
}

} // namespace

/// Fails unless all planes of a buffer are mapped at the addresses at which GStreamer maps them: of
/// the buffer's own memory, not of a copy.
static void expect_mapped_in_place(GstBuffer* buffer, const FormatInfo& format,
                                   const std::string& caps) {
  GstCaps* parsed = gst_caps_from_string(caps.c_str());
  GstVideoInfo info;
  fail_unless(gst_video_info_from_caps(&info, parsed));
  gst_caps_unref(parsed);
  MappedFrame mapped;
  fail_unless(mapped.map(buffer, info, format, MemoryKind::host).ok());
  GstVideoFrame expected;
  fail_unless(gst_video_frame_map(&expected, &info, buffer, GST_MAP_READ));
  for (guint p = 0; p < GST_VIDEO_FRAME_N_PLANES(&expected); p++) {
    const PlaneView& plane = mapped.view().planes[p];
    fail_unless(plane.row(0) == GST_VIDEO_FRAME_PLANE_DATA(&expected, p), "%s plane %u",
                caps.c_str(), p);
    fail_unless(plane.stride == GST_VIDEO_FRAME_PLANE_STRIDE(&expected, p), "%s plane %u",
                caps.c_str(), p);
  }
  gst_video_frame_unmap(&expected);
  mapped.reset();
  gst_buffer_unref(buffer);
}

GST_START_TEST(a_frame_is_mapped_where_gstreamer_maps_it) {
  for (const FormatInfo* format : known_plain_formats())
    for (const char* mode : {"progressive", "interleaved"}) {
      const Frame frame = make_plain_frame(format->name, 37, 23, Content::noise);
      const std::string more = std::string(",interlace-mode=(string)") + mode;
      expect_mapped_in_place(make_plain_buffer(frame, more), *format, caps_of(frame) + more);
      const PlaneLayout layout = layout_of(frame);
      const std::vector<gsize> cuts(layout.offset + 1, layout.offset + n_planes(frame));
      expect_mapped_in_place(cut_into_memories(make_buffer(frame), cuts), *format,
                             caps_of(frame) + more);
    }
}
GST_END_TEST

GST_START_TEST(row_padding_of_a_video_meta_is_not_counted) {
  Stream stream;
  for (const char* format : formats) {
    const size_t pixel = find_format(format)->row_bytes(0, 1);
    for (size_t padding : {size_t{0}, pixel, 13 * pixel, size_t{13}, size_t{4096}}) {
      Layout layout;
      layout.format = format;
      layout.width = 61;
      layout.height = 17;
      layout.padding = padding;
      count_frame(stream, reference::make_frame(layout, Content::horizontal));
    }
  }
}
GST_END_TEST

GST_START_TEST(gaps_between_the_planes_of_a_video_meta_are_not_counted) {
  Stream stream;
  for (const char* format : formats)
    for (size_t offset : {size_t{1}, size_t{64}, size_t{5000}}) {
      Layout layout;
      layout.format = format;
      layout.width = 33;
      layout.height = 9;
      layout.offset = offset;
      count_frame(stream, reference::make_frame(layout, Content::vertical));
    }
}
GST_END_TEST

GST_START_TEST(a_bottom_up_stride_is_counted_exactly) {
  for (const char* format : formats) {
    Stream stream("channels=" +
                  describe_channels(reference::format_named(format).quantities_in(Domain::plane)));
    Layout layout;
    layout.format = format;
    layout.width = 31;
    layout.height = 19;
    layout.padding = 20;
    layout.bottom_up = true;
    const Frame frame = reference::make_frame(layout, Content::noise);
    Request request = reference::request_all(frame.view());
    // An upper half, so that rows counted in the wrong order show.
    request.regions = {{0, 0, 31, 9}};
    stream.set_caps(caps_of(frame));
    GstBuffer* buffer = make_buffer(frame);
    gst_buffer_add_video_region_of_interest_meta(buffer, "upper", 0, 0, 31, 9);
    expect_counted(stream, buffer, frame, request);
  }
}
GST_END_TEST

GST_START_TEST(planes_may_come_in_any_order_and_between_each_others_rows) {
  Stream stream;
  for (const char* format : {"I420", "YV12", "I420_10LE"}) {
    const gint row = find_format(format)->sample_bytes * 20;
    const Frame frame = make_plain_frame(format, 40, 30, Content::noise);
    stream.set_caps(caps_of(frame));
    // Chroma rows side by side in front of Y.
    PlaneLayout layout;
    layout.size = static_cast<gsize>(row) * (2 * 15 + 2 * 30);
    layout.offset[0] = static_cast<gsize>(row) * 2 * 15;
    layout.stride[0] = 2 * row;
    layout.offset[1] = 0;
    layout.offset[2] = static_cast<gsize>(row);
    layout.stride[1] = layout.stride[2] = 2 * row;
    GstBuffer* buffer = lay_out(frame, layout);
    add_video_meta(buffer, frame, layout);
    expect_counted(stream, buffer, frame, default_request(frame));
    // Y top-down, one chroma plane bottom-up.
    layout.offset[2] = static_cast<gsize>(row) * (2 * 14 + 1);
    layout.stride[2] = -2 * row;
    buffer = lay_out(frame, layout);
    add_video_meta(buffer, frame, layout);
    expect_counted(stream, buffer, frame, default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(planes_that_share_bytes_are_counted_each) {
  // The meta may be wrong, but all of its frame is inside the buffer.
  Stream stream;
  const Frame frame = make_plain_frame("I420", 40, 30, Content::noise);
  stream.set_caps(caps_of(frame));
  PlaneLayout layout = layout_of(frame);
  layout.offset[1] = 7;
  layout.offset[2] = 7;
  GstBuffer* buffer = make_plain_buffer(frame); // nothing is padded at this width
  add_video_meta(buffer, frame, layout);
  FrameView view = frame.view();
  view.planes[1].offset = view.planes[2].offset = 7;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, view, default_request(frame));
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_buffer_may_end_with_the_last_pixel) {
  // GStreamer's default layout pads the last row, too. Not every writer does.
  Stream stream;
  for (const char* format : formats) {
    const Frame frame = make_plain_frame(format, 37, 22, Content::noise);
    PlaneLayout layout = default_layout(caps_of(frame));
    const guint last = n_planes(frame) - 1;
    layout.size = layout.offset[last] +
                  static_cast<gsize>(layout.stride[last]) * (frame.view().rows(last) - 1) +
                  frame.view().row_bytes(last);
    stream.set_caps(caps_of(frame));
    expect_counted(stream, lay_out(frame, layout), frame, default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(a_frame_may_span_memories_which_stay_as_they_are) {
  Stream stream;
  for (const char* format : formats) {
    const Frame frame = make_plain_frame(format, 40, 30, Content::noise);
    count_cut(stream, frame, [](const PlaneLayout&) { return std::vector<gsize>{997}; });
    count_cut(stream, frame, [](const PlaneLayout& layout) {
      return std::vector<gsize>{1, 2, 601, layout.size - 1};
    });
  }
}
GST_END_TEST

GST_START_TEST(a_plane_may_lie_in_a_memory_of_its_own) {
  Stream stream;
  for (const char* format : planar_formats) {
    for (size_t gap : {0, 24}) {
      Layout own;
      own.format = format;
      own.width = 41;
      own.height = 29;
      own.padding = 7;
      own.offset = gap;
      const Frame frame = reference::make_frame(own, Content::noise);
      const guint planes = n_planes(frame);
      // Each plane begins its memory, or lies after the gap in it.
      for (size_t before : {size_t{0}, gap})
        count_cut(stream, frame, [&](const PlaneLayout& layout) {
          std::vector<gsize> cuts;
          for (guint p = 1; p < planes; p++)
            cuts.push_back(layout.offset[p] - before);
          return cuts;
        });
    }
  }
}
GST_END_TEST

GST_START_TEST(a_plane_may_span_memories_that_others_lie_in) {
  Stream stream;
  for (const char* format : planar_formats) {
    const Frame frame = make_plain_frame(format, 40, 30, Content::noise);
    for (guint p = 0; p < n_planes(frame); p++)
      count_cut(stream, frame, [p](const PlaneLayout& layout) {
        return std::vector<gsize>{layout.offset[p] + 101};
      });
    // Cb in three memories, the first with the end of Y in it, the last with the begin of Cr.
    count_cut(stream, frame, [](const PlaneLayout& layout) {
      return std::vector<gsize>{layout.offset[1] - 50, layout.offset[1] + 50,
                                layout.offset[1] + 99};
    });
  }
}
GST_END_TEST

GST_START_TEST(a_frame_may_lie_in_one_memory_of_several) {
  Stream stream;
  for (const char* format : formats) {
    Layout layout;
    layout.format = format;
    layout.width = 40;
    layout.height = 30;
    layout.offset = 512;
    const Frame frame = reference::make_frame(layout, Content::noise);
    for (const std::vector<gsize>& cuts : {std::vector<gsize>{512}, std::vector<gsize>{100, 700}})
      count_memories(stream, cut_into_memories(make_buffer(frame), cuts), frame,
                     default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(a_shared_buffer_of_several_memories_shares_them_all) {
  Stream stream;
  const Frame frame = make_plain_frame("I420", 48, 32, Content::noise);
  const PlaneLayout layout = layout_of(frame);
  stream.set_caps(caps_of(frame));
  GstBuffer* in = cut_into_memories(make_buffer(frame), {layout.offset[1], layout.offset[2] + 9});
  fail_unless_equals_int(stream.push(gst_buffer_ref(in)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_if(out == in);
  fail_unless_equals_int(count_metas(in), 0);
  fail_unless_equals_int(gst_buffer_n_memory(in), 3);
  fail_unless_equals_int(gst_buffer_n_memory(out), 3);
  for (guint i = 0; i < 3; i++)
    fail_unless(gst_buffer_peek_memory(out, i) == gst_buffer_peek_memory(in, i));
  expect_histograms(out, frame, default_request(frame));
  gst_buffer_unref(out);
  gst_buffer_unref(in);
}
GST_END_TEST

GST_START_TEST(a_larger_video_meta_is_counted_over_the_caps_rectangle) {
  Stream stream;
  for (const char* format : formats) {
    const Frame large = make_plain_frame(format, 64, 48, Content::noise);
    // The same pixels as a smaller frame: what the caps say. Its last column and row share their
    // chroma with what is not in it.
    for (guint trim : {14u, 15u}) {
      Frame small = make_plain_frame(format, 64 - trim, 48 - trim, Content::black);
      const FrameView view = small.view();
      for (guint p = 0; p < n_planes(small); p++)
        for (guint y = 0; y < view.rows(p); y++)
          std::copy_n(large.view().planes[p].row(y), view.row_bytes(p), small.pixel(0, y, p));
      stream.set_caps(caps_of(small));
      expect_counted(stream, make_buffer(large), small, default_request(small));
    }
  }
}
GST_END_TEST

/// Planes in any order, apart by any gap, with any strides of either sign.
static PlaneLayout random_layout(const Frame& frame, std::mt19937& random) {
  const auto below = [&](guint n) { return static_cast<guint>(random() % n); };
  const FrameView view = frame.view();
  std::vector<guint> order(view.format->n_planes);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), random);
  PlaneLayout layout;
  for (guint p : order) {
    const gsize row = view.row_bytes(p), pitch = row + (below(2) ? below(50) : 0);
    const gsize last = (view.rows(p) - 1) * pitch;
    const bool bottom_up = below(3) == 0;
    layout.size += below(2) ? below(90) : 0;
    layout.offset[p] = layout.size + (bottom_up ? last : 0);
    layout.stride[p] = bottom_up ? -static_cast<gint>(pitch) : static_cast<gint>(pitch);
    layout.size += last + row;
  }
  return layout;
}

GST_START_TEST(random_layouts_in_random_memories_are_counted_exactly) {
  std::mt19937 random(20250131);
  for (int i = 0; i < 200; i++) {
    reference::RandomCase c = reference::random_case(random, 60);
    const FormatInfo* format = find_format(c.frame.layout().format);
    if (!format)
      continue; // one that GStreamer does not know
    QuantitySet channels = 0;
    for (Quantity channel : c.request.channels)
      channels |= quantity_bit(channel);
    // The element's weights come from the caps; regions are tested elsewhere.
    c.request.luma = luma_bt709;
    c.request.regions.clear();
    const PlaneLayout layout = random_layout(c.frame, random);
    std::vector<gsize> cuts;
    for (guint n = random() % 5; n > 0 && layout.size > 1; n--)
      cuts.push_back(1 + random() % (layout.size - 1));
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

    Stream stream;
    g_object_set(stream.element(), "bins", c.request.bins, "channels",
                 describe_channels(channels).c_str(), nullptr);
    GstBuffer* buffer = lay_out(c.frame, layout);
    add_video_meta(buffer, c.frame, layout);
    count_memories(stream, cut_into_memories(buffer, cuts), c.frame, c.request);
  }
}
GST_END_TEST

/// The planes of a buffer whose meta maps them by itself.
struct OwnPlanes {
  const Frame* frame = nullptr;
  bool fails = false, without_size = false, elsewhere = false;
  gint stride_factor = 1;
  guint mapped = 0, unmapped = 0;
};
static OwnPlanes own_planes; ///< of the test that runs: a GstVideoMeta has no room for a pointer

static gboolean map_own_plane(GstVideoMeta*, guint plane, GstMapInfo* info, gpointer* data,
                              gint* stride, GstMapFlags) {
  if (own_planes.fails && plane > 0)
    return FALSE;
  const PlaneView view = own_planes.frame->view().planes[plane];
  info->data = const_cast<guint8*>(view.data);
  info->size = own_planes.without_size ? 0 : view.size;
  *data = const_cast<guint8*>(own_planes.elsewhere ? view.data - 1 : view.data + view.offset);
  *stride = own_planes.stride_factor * static_cast<gint>(view.stride);
  own_planes.mapped++;
  return TRUE;
}

static gboolean unmap_own_plane(GstVideoMeta*, guint, GstMapInfo*) {
  own_planes.unmapped++;
  return TRUE;
}

/// A buffer full of 255 whose meta maps the planes of `frame` instead.
static GstBuffer* make_buffer_with_own_map(const Frame& frame) {
  GstBuffer* buffer = make_plain_buffer(frame);
  gst_buffer_memset(buffer, 0, 255, gst_buffer_get_size(buffer));
  add_video_meta(buffer, frame, default_layout(caps_of(frame)));
  GstVideoMeta* meta = gst_buffer_get_video_meta(buffer);
  meta->map = map_own_plane;
  meta->unmap = unmap_own_plane;
  own_planes.frame = &frame;
  return buffer;
}

GST_START_TEST(a_meta_that_maps_its_planes_by_itself_is_mapped_by_that) {
  Stream stream;
  for (const char* format : formats) {
    const Frame frame = make_plain_frame(format, 35, 21, Content::noise);
    own_planes = {};
    stream.set_caps(caps_of(frame));
    expect_counted(stream, make_buffer_with_own_map(frame), frame, default_request(frame));
    stream.drain();
    fail_unless_equals_int(own_planes.mapped, n_planes(frame));
    fail_unless_equals_int(own_planes.unmapped, own_planes.mapped);
  }
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 0);
}
GST_END_TEST

GST_START_TEST(what_such_a_meta_maps_is_checked) {
  const Frame frame = make_plain_frame("I420", 35, 21, Content::noise);
  Stream stream;
  stream.set_caps(caps_of(frame));
  guint refused = 0;
  const auto expect_refused = [&](auto spoil) {
    own_planes = {};
    GstBuffer* buffer = make_buffer_with_own_map(frame);
    spoil(gst_buffer_get_video_meta(buffer));
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    fail_unless_equals_int(count_metas(out), 0);
    fail_unless_equals_int(own_planes.unmapped, own_planes.mapped);
    gst_buffer_unref(out);
    fail_unless_equals_uint64(stream.stat("skipped-invalid"), ++refused);
  };
  expect_refused([](GstVideoMeta*) { own_planes.fails = true; });
  expect_refused([](GstVideoMeta*) { own_planes.without_size = true; });
  expect_refused([](GstVideoMeta*) { own_planes.elsewhere = true; });
  expect_refused([](GstVideoMeta*) { own_planes.stride_factor = 1000; });
  expect_refused([](GstVideoMeta*) { own_planes.stride_factor = -1; });
  expect_refused([](GstVideoMeta* meta) { meta->map = nullptr; });
  expect_refused([](GstVideoMeta* meta) { meta->unmap = nullptr; });
  expect_refused([](GstVideoMeta* meta) { meta->width = 7; });
  expect_refused([](GstVideoMeta* meta) { meta->format = GST_VIDEO_FORMAT_NV12; });
  expect_refused([](GstVideoMeta* meta) { meta->n_planes = 2; });
  own_planes = {};
  expect_counted(stream, make_buffer_with_own_map(frame), frame, default_request(frame));
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_meta_that_maps_its_planes_by_itself_is_mapped_by_that);
  tcase_add_test(chain, what_such_a_meta_maps_is_checked);
  tcase_add_test(chain, a_frame_is_mapped_where_gstreamer_maps_it);
  tcase_add_test(chain, row_padding_of_a_video_meta_is_not_counted);
  tcase_add_test(chain, gaps_between_the_planes_of_a_video_meta_are_not_counted);
  tcase_add_test(chain, a_bottom_up_stride_is_counted_exactly);
  tcase_add_test(chain, planes_may_come_in_any_order_and_between_each_others_rows);
  tcase_add_test(chain, planes_that_share_bytes_are_counted_each);
  tcase_add_test(chain, a_buffer_may_end_with_the_last_pixel);
  tcase_add_test(chain, a_frame_may_span_memories_which_stay_as_they_are);
  tcase_add_test(chain, a_plane_may_lie_in_a_memory_of_its_own);
  tcase_add_test(chain, a_plane_may_span_memories_that_others_lie_in);
  tcase_add_test(chain, a_frame_may_lie_in_one_memory_of_several);
  tcase_add_test(chain, a_shared_buffer_of_several_memories_shares_them_all);
  tcase_add_test(chain, a_larger_video_meta_is_counted_over_the_caps_rectangle);
  tcase_add_test(chain, random_layouts_in_random_memories_are_counted_exactly);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "planes", add_tests);
}
