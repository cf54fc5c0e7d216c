// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Every region of interest on a buffer gets a histogram of its own.
#include "tests/plugin/support/known_formats.h"
#include "tests/plugin/support/regions_check.h"
#include "tests/plugin/support/report_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

struct Region {
  guint x, y, w, h;
};

/// The part of a region inside the frame, computed in 64 bits.
Rect clipped(const Region& r, guint width, guint height) {
  const guint64 right = std::min<guint64>(guint64{r.x} + r.w, width);
  const guint64 bottom = std::min<guint64>(guint64{r.y} + r.h, height);
  if (r.x >= right || r.y >= bottom)
    return {};
  return {r.x, r.y, static_cast<guint>(right - r.x), static_cast<guint>(bottom - r.y)};
}

/// Pushes a frame with these regions and compares all histograms.
void count_regions(Stream& stream, const std::vector<Region>& regions,
                   const char* format = "RGBA") {
  const Frame frame = make_plain_frame(format, 97, 61, Content::noise);
  Request request = default_request(frame);
  GstBuffer* buffer = make_plain_buffer(frame);
  for (const Region& r : regions)
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", r.x, r.y, r.w, r.h);
  // The histograms are compared in the order in which the metas are met.
  gpointer state = nullptr;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    auto* roi = reinterpret_cast<GstVideoRegionOfInterestMeta*>(meta);
    if (request.regions.size() < max_regions)
      request.regions.push_back(clipped({roi->x, roi->y, roi->w, roi->h}, 97, 61));
  }
  stream.set_caps(raw_caps(format, 97, 61));
  expect_counted(stream, buffer, frame, request);
}

std::vector<Region> many(guint n) {
  std::vector<Region> regions;
  for (guint i = 0; i < n; i++)
    regions.push_back({i % 90, i % 50, 1 + i % 7, 1 + i % 11});
  return regions;
}

} // namespace

GST_START_TEST(any_number_of_regions_up_to_256_is_counted) {
  Stream stream;
  for (guint n : {0u, 1u, 2u, 64u, 256u})
    count_regions(stream, many(n));
  fail_unless_equals_uint64(stream.stat("regions-ignored"), 0);
}
GST_END_TEST

GST_START_TEST(regions_beyond_256_are_ignored_and_said_to_be) {
  Stream stream;
  count_regions(stream, many(300));
  fail_unless_equals_uint64(stream.stat("regions-ignored"), 44);
  fail_unless_equals_uint64(stream.stat("counted"), 1);
}
GST_END_TEST

GST_START_TEST(regions_are_clipped_to_the_frame) {
  Stream stream;
  count_regions(stream, {{90, 55, 100, 100}, {0, 0, 97, 61}, {0, 0, 10000, 10000}, {96, 60, 1, 1}});
}
GST_END_TEST

GST_START_TEST(empty_regions_have_no_counts) {
  Stream stream;
  count_regions(stream, {{5, 5, 0, 10}, {5, 5, 10, 0}, {97, 0, 5, 5}, {0, 61, 5, 5}, {7, 7, 3, 3}});
}
GST_END_TEST

GST_START_TEST(huge_coordinates_do_not_wrap) {
  Stream stream;
  constexpr guint most = G_MAXUINT;
  count_regions(stream, {{most, most, most, most},
                         {1, 1, most, most},
                         {most, 0, 2, 2},
                         {50, 50, most - 49, most - 49},
                         {0x80000000u, 0x80000000u, 0x80000000u, 0x80000000u}});
}
GST_END_TEST

GST_START_TEST(regions_of_every_format_are_counted_exactly) {
  Stream stream;
  const std::vector<Region> odd = {{1, 1, 1, 1},    {1, 1, 2, 2},   {0, 0, 1, 1},   {3, 5, 7, 9},
                                   {2, 4, 6, 8},    {96, 60, 1, 1}, {95, 59, 9, 9}, {5, 0, 1, 61},
                                   {0, 7, 97, 1},   {31, 31, 0, 5}, {200, 3, 4, 4}, {0, 0, 97, 61},
                                   {47, 13, 50, 48}};
  for (const FormatInfo* format : known_plain_formats()) {
    count_regions(stream, odd, format->name);
    count_regions(stream, many(30), format->name);
  }
}
GST_END_TEST

GST_START_TEST(a_region_has_every_chroma_sample_that_it_touches) {
  // By hand: width x height of the region, and how many samples of Y and of Cb it has.
  struct Case {
    const char* format;
    Region region;
    guint64 luma, chroma;
  };
  const Case cases[] = {{"NV12", {0, 0, 1, 1}, 1, 1},
                        {"NV12", {1, 1, 1, 1}, 1, 1},
                        {"NV12", {1, 1, 2, 2}, 4, 4},
                        {"NV12", {2, 2, 2, 2}, 4, 1},
                        {"I420", {1, 0, 4, 3}, 12, 3 * 2},
                        {"I420", {96, 60, 5, 5}, 1, 1},
                        {"YV12", {95, 59, 5, 5}, 4, 4},
                        {"Y42B", {1, 1, 2, 2}, 4, 2 * 2},
                        {"Y444", {1, 1, 2, 2}, 4, 4},
                        {"YUY2", {1, 1, 2, 2}, 4, 2 * 2},
                        {"UYVY", {3, 0, 1, 61}, 61, 61},
                        {"P010_10LE", {1, 1, 2, 3}, 6, 2 * 2},
                        {"NV21", {0, 0, 97, 61}, 97 * 61, 49 * 31},
                        {"NV16", {1, 1, 2, 3}, 6, 2 * 3},
                        {"NV24", {1, 1, 2, 3}, 6, 6},
                        {"I422_12LE", {0, 0, 97, 61}, 97 * 61, 49 * 61},
                        {"P012_LE", {1, 1, 2, 3}, 6, 2 * 2}};
  Stream stream;
  for (const Case& c : cases) {
    stream.set_caps(raw_caps(c.format, 97, 61));
    GstBuffer* buffer = make_plain_buffer(make_plain_frame(c.format, 97, 61, Content::noise));
    const Region& r = c.region;
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", r.x, r.y, r.w, r.h)->id = 5;
    stream.push(buffer);
    GstBuffer* out = stream.pull();
    const GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta_id(out, 5);
    fail_unless(meta != nullptr);
    // The meta has the region that was asked for, not the one rounded to chroma samples.
    fail_unless(meta->roi.x == static_cast<gint>(r.x) && meta->roi.y == static_cast<gint>(r.y));
    fail_unless_equals_uint64(gst_video_histogram_get_samples(meta->histogram, 0), c.luma);
    fail_unless_equals_uint64(gst_video_histogram_get_samples(meta->histogram, 1), c.chroma);
    fail_unless_equals_uint64(gst_video_histogram_get_samples(meta->histogram, 2), c.chroma);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(metas_carry_id_and_clipped_rectangle) {
  Stream stream;
  const Frame frame = make_plain_frame("RGBA", 32, 24, Content::noise);
  GstBuffer* buffer = make_plain_buffer(frame);
  gst_buffer_add_video_region_of_interest_meta(buffer, "a", 30, 20, 8, 8)->id = 7;
  gst_buffer_add_video_region_of_interest_meta(buffer, "b", 0, 0, 4, 4)->id = 9;
  stream.set_caps(raw_caps("RGBA", 32, 24));
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  const GstVideoHistogramMeta* whole = gst_buffer_get_video_histogram_meta(out);
  fail_unless_equals_int(whole->id, GST_VIDEO_HISTOGRAM_META_FRAME_ID);
  fail_unless(whole->roi.x == 0 && whole->roi.y == 0 && whole->roi.w == 32 && whole->roi.h == 24);
  const GstVideoHistogramMeta* a = gst_buffer_get_video_histogram_meta_id(out, 7);
  fail_unless(a && a->roi.x == 30 && a->roi.y == 20 && a->roi.w == 2 && a->roi.h == 4);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(a->histogram, 0), 8);
  const GstVideoHistogramMeta* b = gst_buffer_get_video_histogram_meta_id(out, 9);
  fail_unless(b && b->roi.x == 0 && b->roi.w == 4);
  // The regions themselves are still there.
  fail_unless_equals_int(gst_buffer_get_n_meta(out, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE), 2);
  gst_buffer_unref(out);
}
GST_END_TEST

static void expect_region_in_message(const char* format) {
  for (bool counts : {true, false}) {
    Stream stream(std::string("post-messages=true bins=32 message-counts=") +
                  (counts ? "true" : "false"));
    const Frame frame = make_plain_frame(format, 64, 48, Content::noise);
    Request request = default_request(frame, 32);
    request.regions = {{3, 5, 20, 10}};
    GstBuffer* buffer = make_plain_buffer(frame);
    gst_buffer_add_video_region_of_interest_meta(buffer, "a", 3, 5, 20, 10);
    stream.set_caps(raw_caps(format, 64, 48));
    stream.push(buffer);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    ExpectedReport expected;
    expected.counts = counts;
    expect_report(reports[0], expected, frame, request, count64(frame, request));
  }
}

GST_START_TEST(messages_list_regions_with_their_counts) {
  for (const char* format : {"RGB", "NV12", "GRAY16_LE"})
    expect_region_in_message(format);
}
GST_END_TEST

GST_START_TEST(every_frame_has_its_own_regions) {
  Stream stream;
  count_regions(stream, many(5));
  count_regions(stream, {});
  count_regions(stream, many(9));
}
GST_END_TEST

GST_START_TEST(regions_of_the_property_are_counted_beside_those_of_the_buffer) {
  Stream stream("regions=face:3,5,20,10;sky:0,0,32,8");
  const Frame frame = make_plain_frame("RGBA", 32, 24, Content::noise);
  stream.set_caps(raw_caps("RGBA", 32, 24));
  GstBuffer* buffer = make_plain_buffer(frame);
  auto* roi = gst_buffer_add_video_region_of_interest_meta(buffer, "face", 8, 8, 4, 4);
  roi->id = 7;
  roi->parent_id = 3;
  stream.push(buffer);
  GstBuffer* out = stream.pull();
  expect_regions_of(out, frame,
                    {{nullptr, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, {0, 0, 32, 24}},
                     {"face", -2, -1, {3, 5, 20, 10}},
                     {"sky", -3, -1, {0, 0, 32, 8}},
                     {"face", 7, 3, {8, 8, 4, 4}}});
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(regions_move_with_the_next_frame_and_an_interval_goes_on) {
  Stream stream("post-messages=true interval=18446744073709551615");
  const Frame frame = make_plain_frame("RGBA", 32, 24, Content::noise);
  stream.set_caps(raw_caps("RGBA", 32, 24));
  for (guint x = 0; x < 40; x += 5) {
    const std::string text = "spot:" + std::to_string(x) + ",2,6,7;";
    g_object_set(stream.element(), "regions", text.c_str(), nullptr);
    stream.push(make_plain_buffer(frame));
    GstBuffer* out = stream.pull();
    expect_regions_of(out, frame,
                      {{nullptr, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, {0, 0, 32, 24}},
                       {"spot", -2, -1, clipped({x, 2, 6, 7}, 32, 24)}});
    gst_buffer_unref(out);
  }
  g_object_set(stream.element(), "regions", "", nullptr);
  stream.push(make_plain_buffer(frame));
  GstBuffer* out = stream.pull();
  fail_unless_equals_int(count_metas(out), 1);
  gst_buffer_unref(out);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 9);
}
GST_END_TEST

GST_START_TEST(text_that_is_no_regions_is_refused_and_the_regions_stay) {
  std::string long_name(64, 'x'), many_regions;
  for (guint i = 0; i <= max_regions; i++)
    many_regions += "r:0,0,1,1;";
  Stream stream("regions=spot:1,2,3,4");
  const Frame frame = make_plain_frame("RGBA", 32, 24, Content::noise);
  stream.set_caps(raw_caps("RGBA", 32, 24));
  for (const std::string& text :
       {std::string("1,2,3,4"), std::string("a:1,2,3"), std::string("a:1,2,3,4,5"),
        std::string("a:1,2,-3,4"), std::string(":1,2,3,4"), std::string("a:1,2,0,4"),
        std::string("a:1,2,3,0"), std::string("a:x"), std::string("a"),
        std::string("a:4294967296,0,1,1"), std::string("\xff\xfe:1,2,3,4"), long_name + ":1,2,3,4",
        many_regions}) {
    g_object_set(stream.element(), "regions", text.c_str(), nullptr);
    expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                       "The property regions stays as it was");
    stream.push(make_plain_buffer(frame));
    GstBuffer* out = stream.pull();
    expect_regions_of(out, frame,
                      {{nullptr, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, {0, 0, 32, 24}},
                       {"spot", -2, -1, {1, 2, 3, 4}}});
    gst_buffer_unref(out);
  }
  // Before the start the application may not watch the bus, so the first frame posts the warning.
  Stream second("regions=nonsense");
  second.set_caps(raw_caps("RGBA", 32, 24));
  second.push(make_plain_buffer(frame));
  expect_one_message(second, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     "give name:x,y,w,h");
  // A name is any text, and may have a colon.
  g_object_set(second.element(), "regions", "left: \u00e4 :1,2,3,4", nullptr);
  gst_buffer_unref(second.pull());
  second.push(make_plain_buffer(frame));
  GstBuffer* out = second.pull();
  expect_regions_of(out, frame,
                    {{nullptr, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, {0, 0, 32, 24}},
                     {"left: \u00e4", -2, -1, {1, 2, 3, 4}}});
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(regions_beyond_256_of_both_kinds_are_ignored) {
  std::string regions;
  for (guint i = 0; i < 200; i++)
    regions += "r:" + std::to_string(i % 90) + ",0,3,3;";
  Stream stream;
  g_object_set(stream.element(), "regions", regions.c_str(), nullptr);
  stream.set_caps(raw_caps("RGBA", 97, 61));
  GstBuffer* buffer = make_plain_buffer(make_plain_frame("RGBA", 97, 61, Content::noise));
  for (guint i = 0; i < 60; i++)
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", i, i, 2, 2);
  stream.push(buffer);
  GstBuffer* out = stream.pull();
  fail_unless_equals_int(count_metas(out), 1 + 256);
  fail_unless_equals_uint64(stream.stat("regions-ignored"), 4);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(regions_alone_are_counted_without_the_frame) {
  for (const char* format : {"RGBA", "NV12", "P010_10LE", "GRAY16_LE"}) {
    Stream stream(
        "regions-only=true post-messages=true regions=spot:3,5,20,10 interval=1000000000");
    const Frame frame = make_plain_frame(format, 32, 24, Content::noise);
    stream.set_caps(raw_caps(format, 32, 24));
    for (int i = 0; i < 2; i++) {
      stream.push(make_plain_buffer(frame));
      GstBuffer* out = stream.pull();
      expect_regions_of(out, frame, {{"spot", -2, -1, {3, 5, 20, 10}}});
      gst_buffer_unref(out);
    }
    stream.drain();
    {
      const auto& reports = stream.reports(); // one per frame, whatever the interval
      fail_unless_equals_int(reports.size(), 2);
      for (const char* field : {"histogram", "counts", "mean", "samples", "channels"})
        fail_if(gst_structure_has_field(reports[0], field), "%s", field);
      fail_unless_equals_string(gst_structure_get_string(reports[0], "format"), format);
      GstMessage* message = gst_message_new_element(nullptr, gst_structure_copy(reports[0]));
      GstVideoHistogram* histogram = nullptr;
      guint64 frames = 0;
      fail_unless(gst_message_parse_video_histogram(message, &histogram, nullptr, nullptr, nullptr,
                                                    &frames));
      fail_unless(histogram == nullptr && frames == 1);
      gchar* type = nullptr;
      fail_unless_equals_int(gst_message_video_histogram_get_n_regions(message), 1);
      fail_unless(gst_message_parse_video_histogram_region(message, 0, &histogram, nullptr, nullptr,
                                                           &type, nullptr));
      fail_unless_equals_string(type, "spot");
      fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 200);
      gst_video_histogram_unref(histogram);
      g_free(type);
      gst_message_unref(message);
      const GValue* regions = gst_structure_get_value(reports[0], "regions");
      const GstStructure* region = gst_value_get_structure(gst_value_array_get_value(regions, 0));
      fail_unless_equals_string(gst_structure_get_string(region, "roi-type"), "spot");
    }
    // A frame without regions has nothing to count.
    g_object_set(stream.element(), "regions", "", nullptr);
    stream.push(make_plain_buffer(frame));
    GstBuffer* out = stream.pull();
    fail_unless_equals_int(count_metas(out), 0);
    gst_buffer_unref(out);
    stream.drain();
    fail_unless_equals_int(stream.reports().size(), 0);
    fail_unless_equals_uint64(stream.stat("skipped-unplanned"), 1);
    g_object_set(stream.element(), "regions-only", FALSE, "interval", guint64{0}, nullptr);
    expect_counted(stream, make_plain_buffer(frame), frame, default_request(frame));
  }
}
GST_END_TEST

GST_START_TEST(two_elements_in_series_are_told_apart_by_their_names) {
  const std::string line = "videotestsrc num-buffers=2 ! " + raw_caps("RGBA", 32, 24) + " ! " +
                           element_line("name=first bins=4 post-messages=true") + " ! " +
                           element_line("name=second bins=8 post-messages=true") +
                           " ! fakesink name=sink";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  GstElement* sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  guint messages[2] = {};
  for (bool end = false; !end;) {
    GstMessage* message = gst_bus_timed_pop(GST_ELEMENT_BUS(pipeline), 30 * GST_SECOND);
    fail_unless(message != nullptr);
    fail_if(GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR);
    end = GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS;
    if (gst_message_has_name(message, "videohistogram")) {
      const GstStructure* structure = gst_message_get_structure(message);
      const bool behind = !g_strcmp0(gst_structure_get_string(structure, "element"), "second");
      const GValue* bins = gst_structure_get_value(structure, "bins");
      fail_unless_equals_int(g_value_get_uint(gst_value_array_get_value(bins, 0)), behind ? 8 : 4);
      messages[behind]++;
    }
    gst_message_unref(message);
  }
  fail_unless(messages[0] == 2 && messages[1] == 2);
  GstSample* sample = nullptr;
  g_object_get(sink, "last-sample", &sample, nullptr);
  GPtrArray* metas = gst_buffer_get_video_histogram_metas(gst_sample_get_buffer(sample));
  fail_unless_equals_int(metas->len, 2);
  for (guint i = 0; i < 2; i++) {
    auto* meta = static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, i));
    const bool behind = !g_strcmp0(gst_video_histogram_meta_get_element_name(meta), "second");
    fail_unless(behind || !g_strcmp0(gst_video_histogram_meta_get_element_name(meta), "first"));
    fail_unless_equals_int(gst_video_histogram_get_bins(meta->histogram, 0), behind ? 8 : 4);
  }
  g_ptr_array_unref(metas);
  gst_sample_unref(sample);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(sink);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(a_type_that_is_no_text_is_made_text_in_messages) {
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 32, 24));
  GstBuffer* buffer = make_plain_buffer(make_plain_frame("RGBA", 32, 24, Content::noise));
  gst_buffer_add_video_region_of_interest_meta(buffer, "\xff\xfe", 1, 2, 3, 4);
  gst_buffer_add_video_region_of_interest_meta_id(buffer, 0, 1, 2, 3, 4);
  stream.push(buffer);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  const GValue* regions = gst_structure_get_value(reports[0], "regions");
  guint named = 0;
  for (guint i = 0; i < 2; i++) {
    const GstStructure* region = gst_value_get_structure(gst_value_array_get_value(regions, i));
    const gchar* type = gst_structure_get_string(region, "roi-type");
    fail_unless(!type || g_utf8_validate(type, -1, nullptr));
    named += type != nullptr;
  }
  fail_unless_equals_int(named, 1);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_type_that_is_no_text_is_made_text_in_messages);
  tcase_add_test(chain, any_number_of_regions_up_to_256_is_counted);
  tcase_add_test(chain, regions_beyond_256_are_ignored_and_said_to_be);
  tcase_add_test(chain, regions_are_clipped_to_the_frame);
  tcase_add_test(chain, empty_regions_have_no_counts);
  tcase_add_test(chain, huge_coordinates_do_not_wrap);
  tcase_add_test(chain, regions_of_every_format_are_counted_exactly);
  tcase_add_test(chain, a_region_has_every_chroma_sample_that_it_touches);
  tcase_add_test(chain, metas_carry_id_and_clipped_rectangle);
  tcase_add_test(chain, messages_list_regions_with_their_counts);
  tcase_add_test(chain, every_frame_has_its_own_regions);
  tcase_add_test(chain, regions_of_the_property_are_counted_beside_those_of_the_buffer);
  tcase_add_test(chain, regions_move_with_the_next_frame_and_an_interval_goes_on);
  tcase_add_test(chain, text_that_is_no_regions_is_refused_and_the_regions_stay);
  tcase_add_test(chain, regions_beyond_256_of_both_kinds_are_ignored);
  tcase_add_test(chain, regions_alone_are_counted_without_the_frame);
  tcase_add_test(chain, two_elements_in_series_are_told_apart_by_their_names);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "regions", add_tests);
}
