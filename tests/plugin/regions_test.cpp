// SPDX-License-Identifier: LGPL-2.1-or-later
// Every region of interest on a buffer gets a histogram of its own.
#include "tests/plugin/report_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

struct Region {
  guint x, y, w, h;
};

/// The part of a region inside the frame, by way of 64 bits.
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
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    count_regions(stream, odd, (*format)->name);
    count_regions(stream, many(30), (*format)->name);
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
                        {"NV21", {0, 0, 97, 61}, 97 * 61, 49 * 31}};
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
    // What is asked for is told, not what was rounded to chroma samples.
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

static void add_tests(TCase* chain) {
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
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "regions", add_tests);
}
