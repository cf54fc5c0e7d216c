// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The counts on the buffers are those of the reference.
#include "plugin/settings/channel_list.h"
#include "tests/plugin/support/element_test.h"

#include <random>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

void count_frame(Stream& stream, const Frame& frame, const Request& request) {
  const reference::Layout& layout = frame.layout();
  stream.set_caps(raw_caps(layout.format, layout.width, layout.height));
  expect_counted(stream, make_buffer(frame), frame, request);
}

} // namespace

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
  Stream stream;
  for (Content content : reference::all_contents)
    for (const char* format : {"RGBA", "NV12", "YUY2", "P010_10LE"}) {
      const QuantitySet channels = reference::format_named(format).quantities_in(Domain::plane);
      g_object_set(stream.element(), "channels", describe_channels(channels).c_str(), nullptr);
      const Frame frame = make_plain_frame(format, 385, 289, content, 7);
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
    for (const char* format : {"RGBA", "RGB", "GRAY8", "NV12", "I420_10LE", "RGBA64_LE"}) {
      const Frame frame = make_plain_frame(format, size.width, size.height, Content::runs);
      count_frame(stream, frame, default_request(frame));
    }
  }
}
GST_END_TEST

GST_START_TEST(a_flat_4k_frame_has_all_pixels_in_one_bin) {
  Stream stream;
  for (const char* format : {"RGBA", "NV12"}) {
    const Frame frame = make_plain_frame(format, 3840, 2160, Content::constant);
    count_frame(stream, frame, default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(bins_fold_the_values_by_their_definition) {
  for (guint bins : {1u, 2u, 3u, 7u, 16u, 100u, 255u, 256u}) {
    Stream stream("channels=r+g+b+a+luma+maxrgb bins=" + std::to_string(bins));
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
    request.channels = select_plane_quantities(*frame.view().format, quantity_bit(Quantity::luma));
    request.luma = c.weights;
    stream.set_caps(raw_caps("RGB", 64, 64, std::string(",colorimetry=(string)") + c.colorimetry));
    expect_counted(stream, make_plain_buffer(frame), frame, request);
  }
}
GST_END_TEST

GST_START_TEST(random_frames_are_counted_exactly) {
  std::mt19937 random(20240607);
  for (int i = 0; i < 150; i++) {
    reference::RandomCase c = reference::random_case(random, 90);
    if (!find_format(c.frame.layout().format))
      continue; // one that GStreamer does not know
    // The element's weights come from the caps; those of BT.709 are the default.
    c.request.luma = luma_bt709;
    c.request.regions.clear();
    QuantitySet channels = 0;
    for (Quantity channel : c.request.channels)
      channels |= quantity_bit(channel);
    Stream stream;
    g_object_set(stream.element(), "bins", c.request.bins, "channels",
                 describe_channels(channels).c_str(), nullptr);
    count_frame(stream, c.frame, c.request);
  }
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, an_x_byte_is_never_reported_as_alpha);
  tcase_add_test(chain, every_content_is_counted_exactly);
  tcase_add_test(chain, every_size_is_counted_exactly);
  tcase_add_test(chain, a_flat_4k_frame_has_all_pixels_in_one_bin);
  tcase_add_test(chain, bins_fold_the_values_by_their_definition);
  tcase_add_test(chain, luma_follows_the_colour_primaries_of_the_caps);
  tcase_add_test(chain, random_frames_are_counted_exactly);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "counts", add_tests);
}
