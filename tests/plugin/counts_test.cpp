// SPDX-License-Identifier: LGPL-2.1-or-later
// The counts on the buffers are those of the reference, however the frame lies in its buffer.
#include "tests/plugin/element_test.h"

#include <algorithm>
#include <random>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Layout;

namespace {

const char* const formats[] = {"RGBA", "RGBx", "BGRA", "BGRx", "ARGB", "xRGB",
                               "ABGR", "xBGR", "RGB",  "BGR",  "GRAY8"};

/// Pushes one buffer of that frame through `stream` and compares what comes out.
void count_one(Stream& stream, GstBuffer* buffer, const Frame& frame, const Request& request) {
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, request);
  gst_buffer_unref(out);
}

void count_frame(Stream& stream, const Frame& frame, const Request& request) {
  const Layout& layout = frame.layout();
  stream.set_caps(raw_caps(layout.format, layout.width, layout.height));
  count_one(stream, make_buffer(frame), frame, request);
}

} // namespace

GST_START_TEST(every_format_is_counted_exactly_with_its_own_channel_names) {
  Stream stream;
  for (const char* format : formats) {
    const Frame frame = make_plain_frame(format, 37, 23, Content::noise);
    stream.set_caps(raw_caps(format, 37, 23));
    count_one(stream, make_plain_buffer(frame), frame, default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(an_x_byte_is_never_reported_as_alpha) {
  Stream stream("channels=r+g+b+a");
  for (const char* format : {"RGBx", "BGRx", "xRGB", "xBGR"}) {
    const Frame frame = make_plain_frame(format, 8, 8, Content::white);
    stream.set_caps(raw_caps(format, 8, 8));
    fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(out)->histogram;
    fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), 3);
    fail_unless_equals_int(gst_video_histogram_find_channel(histogram, "A"), -1);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(every_content_is_counted_exactly) {
  Stream stream("channels=r+g+b+a+luma");
  for (Content content : reference::all_contents) {
    const Frame frame = make_plain_frame("RGBA", 385, 289, content, 7);
    count_frame(stream, frame, reference::request_all(frame.view()));
  }
}
GST_END_TEST

GST_START_TEST(every_size_is_counted_exactly) {
  struct Size {
    guint width, height;
  };
  constexpr Size sizes[] = {{1, 1},       {15, 1},    {1, 15},   {385, 289},
                            {1919, 1081}, {10000, 1}, {1, 10000}};
  Stream stream;
  for (const Size& size : sizes) {
    for (const char* format : {"RGBA", "RGB", "GRAY8"}) {
      const Frame frame = make_plain_frame(format, size.width, size.height, Content::runs);
      count_frame(stream, frame, default_request(frame));
    }
  }
}
GST_END_TEST

GST_START_TEST(a_flat_4k_frame_has_all_pixels_in_one_bin) {
  Stream stream;
  const Frame frame = make_plain_frame("RGBA", 3840, 2160, Content::constant);
  count_frame(stream, frame, default_request(frame));
}
GST_END_TEST

GST_START_TEST(row_padding_of_a_video_meta_is_not_counted) {
  Stream stream;
  for (const char* format : {"RGBA", "BGR", "GRAY8"}) {
    const size_t pixel = find_format(format)->row_bytes(0, 1);
    for (size_t padding : {size_t{0}, pixel, 13 * pixel, size_t{13}, size_t{4096}}) {
      Layout layout;
      layout.format = format;
      layout.width = 61;
      layout.height = 17;
      layout.padding = padding;
      const Frame frame = reference::make_frame(layout, Content::horizontal);
      count_frame(stream, frame, default_request(frame));
    }
  }
}
GST_END_TEST

GST_START_TEST(a_plane_offset_of_a_video_meta_is_followed) {
  Stream stream;
  for (size_t offset : {size_t{1}, size_t{64}, size_t{5000}}) {
    Layout layout;
    layout.width = 33;
    layout.height = 9;
    layout.offset = offset;
    const Frame frame = reference::make_frame(layout, Content::vertical);
    count_frame(stream, frame, default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(a_bottom_up_stride_is_counted_exactly) {
  Stream stream("channels=r+g+b+a+luma");
  Layout layout;
  layout.width = 31;
  layout.height = 19;
  layout.padding = 20;
  layout.bottom_up = true;
  const Frame frame = reference::make_frame(layout, Content::noise);
  Request request = reference::request_all(frame.view());
  // An upper half, so that rows counted in the wrong order show.
  request.regions = {{0, 0, 31, 9}};
  stream.set_caps(raw_caps("RGBA", 31, 19));
  GstBuffer* buffer = make_buffer(frame);
  gst_buffer_add_video_region_of_interest_meta(buffer, "upper", 0, 0, 31, 9);
  count_one(stream, buffer, frame, request);
}
GST_END_TEST

/// Splits the bytes of a frame into memories at `cuts` and counts the buffer.
static void count_in_memories(Stream& stream, const Frame& frame, std::vector<size_t> cuts,
                              bool video_meta) {
  const FrameView view = frame.view();
  GstBuffer* buffer = gst_buffer_new();
  cuts.push_back(view.planes[0].size);
  size_t begin = 0;
  for (size_t cut : cuts) {
    gpointer bytes = g_memdup2(view.planes[0].data + begin, cut - begin);
    gst_buffer_append_memory(buffer,
                             gst_memory_new_wrapped(static_cast<GstMemoryFlags>(0), bytes,
                                                    cut - begin, 0, cut - begin, bytes, g_free));
    begin = cut;
  }
  if (video_meta)
    add_video_meta(buffer, frame);

  const guint n = gst_buffer_n_memory(buffer);
  std::vector<GstMemory*> memories;
  for (guint i = 0; i < n; i++)
    memories.push_back(gst_buffer_peek_memory(buffer, i));
  stream.set_caps(raw_caps(frame.layout().format, frame.layout().width, frame.layout().height));
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, default_request(frame));
  fail_unless_equals_int(gst_buffer_n_memory(out), n);
  for (guint i = 0; i < n; i++)
    fail_unless(gst_buffer_peek_memory(out, i) == memories[i], "memory %u is another one", i);
  gst_buffer_unref(out);
}

GST_START_TEST(a_frame_may_span_memories_which_stay_as_they_are) {
  Stream stream;
  for (bool video_meta : {false, true}) {
    const Frame frame = make_plain_frame("RGBA", 40, 30, Content::noise);
    count_in_memories(stream, frame, {2000}, video_meta);
    count_in_memories(stream, frame, {1, 2, 1601, 4799}, video_meta);
  }
}
GST_END_TEST

GST_START_TEST(a_frame_may_lie_in_one_memory_of_several) {
  Stream stream;
  Layout layout;
  layout.width = 40;
  layout.height = 30;
  layout.offset = 512;
  const Frame frame = reference::make_frame(layout, Content::noise);
  count_in_memories(stream, frame, {512}, true);
  count_in_memories(stream, frame, {100, 700}, true);
}
GST_END_TEST

GST_START_TEST(a_larger_video_meta_is_counted_over_the_caps_rectangle) {
  Stream stream;
  const Frame large = make_plain_frame("RGBA", 64, 48, Content::noise);
  // The same pixels as a smaller frame: what the caps say.
  Layout layout;
  layout.width = 50;
  layout.height = 40;
  layout.padding = 14 * 4;
  Frame small(layout);
  for (uint32_t y = 0; y < 40; y++)
    std::copy_n(large.view().planes[0].row(y), 50 * 4, small.pixel(0, y));
  stream.set_caps(raw_caps("RGBA", 50, 40));
  count_one(stream, make_buffer(large), small, default_request(small));
}
GST_END_TEST

GST_START_TEST(bins_fold_the_values_by_their_definition) {
  for (guint bins : {1u, 2u, 3u, 7u, 16u, 100u, 255u, 256u}) {
    Stream stream("channels=r+g+b+a+luma bins=" + std::to_string(bins));
    const Frame frame = make_plain_frame("BGRA", 64, 32, Content::noise);
    Request request = reference::request_all(frame.view(), bins);
    count_frame(stream, frame, request);
  }
}
GST_END_TEST

GST_START_TEST(luma_follows_the_colour_primaries_of_the_caps) {
  struct Case {
    const char* colorimetry; // range:matrix:transfer:primaries, as numbers
    LumaWeights weights;
  };
  // Primaries: 1 bt709, 2 bt470m, 3 bt470bg, 4 smpte170m, 5 smpte240m, 7 bt2020, 0 unknown.
  const Case cases[] = {{"1:1:5:1", luma_bt709}, {"1:1:5:2", luma_bt601}, {"1:1:5:3", luma_bt601},
                        {"1:1:5:4", luma_bt601}, {"1:1:5:5", luma_bt709}, {"1:1:5:7", luma_bt2020},
                        {"1:1:5:0", luma_bt709}, {"sRGB", luma_bt709}};
  Stream stream("channels=luma");
  for (const Case& c : cases) {
    const Frame frame = make_plain_frame("RGB", 64, 64, Content::noise);
    Request request = reference::request_all(frame.view());
    request.channels = select_channels(*frame.view().format, channel_bit(Channel::luma));
    request.luma = c.weights;
    stream.set_caps(raw_caps("RGB", 64, 64, std::string(",colorimetry=(string)") + c.colorimetry));
    count_one(stream, make_plain_buffer(frame), frame, request);
  }
}
GST_END_TEST

GST_START_TEST(random_frames_are_counted_exactly) {
  std::mt19937 random(20240607);
  for (int i = 0; i < 150; i++) {
    reference::RandomCase c = reference::random_case(random, 90, false);
    // The element's weights come from the caps; those of BT.709 are the default.
    c.request.luma = luma_bt709;
    c.request.regions.clear();
    ChannelSet channels = 0;
    for (Channel channel : c.request.channels)
      channels |= channel_bit(channel);
    Stream stream;
    g_object_set(stream.element(), "bins", c.request.bins, "channels", channels, nullptr);
    count_frame(stream, c.frame, c.request);
  }
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_format_is_counted_exactly_with_its_own_channel_names);
  tcase_add_test(chain, an_x_byte_is_never_reported_as_alpha);
  tcase_add_test(chain, every_content_is_counted_exactly);
  tcase_add_test(chain, every_size_is_counted_exactly);
  tcase_add_test(chain, a_flat_4k_frame_has_all_pixels_in_one_bin);
  tcase_add_test(chain, row_padding_of_a_video_meta_is_not_counted);
  tcase_add_test(chain, a_plane_offset_of_a_video_meta_is_followed);
  tcase_add_test(chain, a_bottom_up_stride_is_counted_exactly);
  tcase_add_test(chain, a_frame_may_span_memories_which_stay_as_they_are);
  tcase_add_test(chain, a_frame_may_lie_in_one_memory_of_several);
  tcase_add_test(chain, a_larger_video_meta_is_counted_over_the_caps_rectangle);
  tcase_add_test(chain, bins_fold_the_values_by_their_definition);
  tcase_add_test(chain, luma_follows_the_colour_primaries_of_the_caps);
  tcase_add_test(chain, random_frames_are_counted_exactly);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "counts", add_tests);
}
