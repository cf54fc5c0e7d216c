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
void count_regions(Stream& stream, const std::vector<Region>& regions) {
  const Frame frame = make_plain_frame("RGBA", 97, 61, Content::noise);
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
  stream.set_caps(raw_caps("RGBA", 97, 61));
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, request);
  gst_buffer_unref(out);
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

GST_START_TEST(messages_list_regions_with_their_counts) {
  for (bool counts : {true, false}) {
    Stream stream(std::string("post-messages=true bins=32 message-counts=") +
                  (counts ? "true" : "false"));
    const Frame frame = make_plain_frame("RGB", 64, 48, Content::noise);
    Request request = default_request(frame, 32);
    request.regions = {{3, 5, 20, 10}};
    GstBuffer* buffer = make_plain_buffer(frame);
    gst_buffer_add_video_region_of_interest_meta(buffer, "a", 3, 5, 20, 10);
    stream.set_caps(raw_caps("RGB", 64, 48));
    stream.push(buffer);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    ExpectedReport expected;
    expected.counts = counts;
    expect_report(reports[0], expected, frame, request, count64(frame, request));
  }
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
  tcase_add_test(chain, metas_carry_id_and_clipped_rectangle);
  tcase_add_test(chain, messages_list_regions_with_their_counts);
  tcase_add_test(chain, every_frame_has_its_own_regions);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "regions", add_tests);
}
