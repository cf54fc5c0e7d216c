// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Differences to the frame before: which frames have them, the counts, and the buffer that is held.
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/known_formats.h"
#include "tests/reference/colours.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

Frame frame_of(guint number, const char* format = "NV12") {
  return make_plain_frame(format, 37, 21, number % 3 == 2 ? Content::runs : Content::noise,
                          number + 1);
}

/// Pushes a frame and returns what comes out.
GstBuffer* pass(Stream& stream, const Frame& frame) {
  fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out != nullptr);
  return out;
}

/// Fails unless all differences of the buffer's histogram are those to `before`; nullptr: there are
/// none.
void expect_differences(GstBuffer* buffer, const Frame& frame, const Frame* before) {
  GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(buffer)->histogram;
  GError* error = nullptr;
  fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, &error), "not counted: %s",
              error ? error->message : "?");
  const FrameView view = frame.view();
  const QuantityList stored = select_quantities(*view.format, view.format->channels());
  for (Quantity quantity : stored) {
    const std::string name = std::string("DIFF-") + quantity_name(quantity);
    const gint channel = gst_video_histogram_find_channel(histogram, name.c_str());
    fail_unless(channel >= 0, "no channel %s", name.c_str());
    const auto c = static_cast<guint>(channel);
    gsize bins = 0;
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, &bins);
    if (!before) {
      fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, c), 0);
      continue;
    }
    const std::vector<uint32_t> expected =
        reference::count_difference(view, before->view(), quantity, static_cast<uint32_t>(bins),
                                    {0, 0, view.width, view.height});
    for (gsize i = 0; i < bins; i++)
      fail_unless(counts[i] == expected[i],
                  "%s of %s, bin %" G_GSIZE_FORMAT ": %" G_GUINT64_FORMAT " instead of %u",
                  name.c_str(), view.format->name, i, counts[i], expected[i]);
  }
}

/// Pushes a frame and compares its differences.
void expect_next(Stream& stream, const Frame& frame, const Frame* before) {
  GstBuffer* out = pass(stream, frame);
  expect_differences(out, frame, before);
  gst_buffer_unref(out);
}

} // namespace

GST_START_TEST(each_frame_is_compared_with_the_frame_before) {
  for (const FormatInfo* format : known_plain_formats()) {
    Stream stream("channels=diff");
    stream.set_caps(raw_caps(format->name, 37, 21));
    expect_next(stream, frame_of(0, format->name), nullptr);
    for (guint i = 1; i < 5; i++) {
      const Frame before = frame_of(i - 1, format->name);
      expect_next(stream, frame_of(i, format->name), &before);
    }
  }
}
GST_END_TEST

GST_START_TEST(differences_have_the_bins_of_samples_and_stand_behind_other_channels) {
  Stream stream("channels=diff+y+r bins=0");
  stream.set_caps(raw_caps("P010_10LE", 37, 21));
  const Frame first = frame_of(0, "P010_10LE"), second = frame_of(1, "P010_10LE");
  expect_next(stream, first, nullptr);
  GstBuffer* out = pass(stream, second);
  GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(out)->histogram;
  const std::pair<const char*, guint> expected[] = {
      {"R", 4096}, {"Y", 1024}, {"DIFF-Y", 1024}, {"DIFF-Cb", 1024}, {"DIFF-Cr", 1024}};
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), G_N_ELEMENTS(expected));
  for (guint c = 0; c < G_N_ELEMENTS(expected); c++) {
    fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, c),
                              expected[c].first);
    fail_unless_equals_int(gst_video_histogram_get_bins(histogram, c), expected[c].second);
  }
  expect_differences(out, second, &first);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(regions_have_no_differences) {
  Stream stream("channels=diff+y regions=a:1,1,9,9");
  stream.set_caps(raw_caps("NV12", 37, 21));
  const Frame first = frame_of(0), second = frame_of(1);
  expect_next(stream, first, nullptr);
  GstBuffer* out = pass(stream, second);
  gpointer state = nullptr;
  gst_buffer_iterate_meta_filtered(out, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE);
  GstMeta* meta = gst_buffer_iterate_meta_filtered(out, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE);
  fail_unless(meta != nullptr);
  GstVideoHistogram* region = reinterpret_cast<GstVideoHistogramMeta*>(meta)->histogram;
  fail_unless_equals_uint64(gst_video_histogram_get_samples(region, 0), 81);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(region, 1), 0);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(what_interrupts_the_stream_leaves_the_next_frame_without_differences) {
  Stream stream("channels=diff");
  stream.set_caps(raw_caps("NV12", 37, 21));
  const Frame first = frame_of(0), second = frame_of(1), third = frame_of(2);
  const auto expect_new_start = [&](const char* what) {
    GST_INFO("after %s", what);
    expect_next(stream, first, nullptr);
    expect_next(stream, second, &first);
  };
  expect_new_start("the first frame");

  stream.push_event(gst_event_new_flush_start());
  stream.push_event(gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  stream.push_event(gst_event_new_segment(&segment));
  expect_new_start("a flush");

  segment.start = segment.position = GST_SECOND;
  stream.push_event(gst_event_new_segment(&segment));
  expect_new_start("a segment");

  stream.push_event(gst_event_new_gap(0, GST_SECOND));
  expect_new_start("a GAP event");

  GstBuffer* gap = make_plain_buffer(third);
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  fail_unless_equals_int(stream.push(gap), GST_FLOW_OK);
  gst_buffer_unref(stream.pull());
  expect_new_start("a buffer with the GAP flag");

  fail_unless_equals_int(stream.push(gst_buffer_new_allocate(nullptr, 3, nullptr)), GST_FLOW_OK);
  gst_buffer_unref(stream.pull());
  expect_new_start("a buffer that could not be counted");

  stream.set_caps(raw_caps("NV12", 37, 21, ",pixel-aspect-ratio=2/1"));
  expect_new_start("new caps");

  stream.drain();
  expect_new_start("a DRAIN query, which asks for all buffers");

  g_object_set(stream.element(), "channels", "y", nullptr);
  gst_buffer_unref(pass(stream, third));
  g_object_set(stream.element(), "channels", "diff", nullptr);
  expect_new_start("frames of which no differences were counted");
}
GST_END_TEST

GST_START_TEST(settings_that_change_keep_the_frame_before) {
  Stream stream("channels=diff");
  stream.set_caps(raw_caps("NV12", 37, 21));
  expect_next(stream, frame_of(0), nullptr);
  const std::pair<const char*, const char*> changes[] = {
      {"projections", "y@0;y@90"}, {"projections", ""}, {"joint", "cb*cr"}, {"channels", "y+diff"}};
  guint number = 0;
  for (const auto& [property, value] : changes) {
    g_object_set(stream.element(), property, value, nullptr);
    const Frame before = frame_of(number);
    expect_next(stream, frame_of(++number), &before);
  }
}
GST_END_TEST

GST_START_TEST(one_buffer_is_held_and_released) {
  Stream stream("channels=diff max-in-flight=1");
  stream.set_caps(raw_caps("NV12", 37, 21));
  GstBuffer* first = pass(stream, frame_of(0));
  ASSERT_BUFFER_REFCOUNT(first, "the frame before", 2);
  GstBuffer* second = pass(stream, frame_of(1));
  ASSERT_BUFFER_REFCOUNT(first, "the frame before that", 1);
  ASSERT_BUFFER_REFCOUNT(second, "the frame before", 2);
  fail_unless(stream.push_event(gst_event_new_eos()));
  ASSERT_BUFFER_REFCOUNT(second, "the last frame", 1);
  gst_buffer_unref(first);
  gst_buffer_unref(second);
}
GST_END_TEST

GST_START_TEST(upstreams_pool_gets_a_buffer_for_the_frame_before) {
  guint buffers[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    Stream stream(i == 0 ? "channels=y" : "channels=y+diff");
    stream.set_caps(raw_caps("NV12", 37, 21));
    gst_harness_set_propose_allocator(stream.harness(), nullptr, nullptr);
    GstCaps* caps = gst_caps_from_string(raw_caps("NV12", 37, 21).c_str());
    GstQuery* query = gst_query_new_allocation(caps, TRUE);
    GstPad* pad = gst_element_get_static_pad(stream.element(), "sink");
    gst_pad_query(pad, query);
    if (gst_query_get_n_allocation_pools(query) > 0)
      gst_query_parse_nth_allocation_pool(query, 0, nullptr, nullptr, &buffers[i], nullptr);
    gst_object_unref(pad);
    gst_query_unref(query);
    gst_caps_unref(caps);
  }
  fail_unless_equals_int(buffers[1], buffers[0] + 1);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, each_frame_is_compared_with_the_frame_before);
  tcase_add_test(chain, differences_have_the_bins_of_samples_and_stand_behind_other_channels);
  tcase_add_test(chain, regions_have_no_differences);
  tcase_add_test(chain, what_interrupts_the_stream_leaves_the_next_frame_without_differences);
  tcase_add_test(chain, settings_that_change_keep_the_frame_before);
  tcase_add_test(chain, one_buffer_is_held_and_released);
  tcase_add_test(chain, upstreams_pool_gets_a_buffer_for_the_frame_before);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "differences", add_tests);
}
