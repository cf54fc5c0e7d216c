// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Detections in a GstAnalyticsRelationMeta are regions. The environment variable
// VIDEOHISTOGRAM_TEST_ANALYTICS names the library that attaches them: GStreamer's or a fake one.
#include "tests/plugin/support/regions_check.h"

#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

/// GstAnalyticsMtd.
struct Mtd {
  guint id;
  gpointer meta;
};

/// What an analysis calls.
struct Analytics {
  gpointer (*add_meta)(GstBuffer*) = nullptr;
  gboolean (*add_detection)(gpointer meta, GQuark label, gint x, gint y, gint w, gint h,
                            gfloat confidence, Mtd*) = nullptr;
  gboolean (*add_tracking)(gpointer meta, guint64 id, GstClockTime first_seen, Mtd*) = nullptr;
  gboolean (*relate)(gpointer meta, int type, guint first, guint second) = nullptr;
  /// Since GStreamer 1.26, else null.
  gboolean (*add_oriented)(gpointer meta, GQuark label, gint x, gint y, gint w, gint h,
                           gfloat rotation, gfloat confidence, Mtd*) = nullptr;
} analytics;

constexpr const char* installed = "libgstanalytics-1.0.so.0";

/// Exits with 77 if GStreamer's library is to be loaded and is not installed.
void load_analytics() {
  const char* const path = std::getenv("VIDEOHISTOGRAM_TEST_ANALYTICS");
  void* const library = path ? dlopen(path, RTLD_NOW) : nullptr;
  if (!library && !g_strcmp0(path, installed)) {
    std::printf("SKIP: no %s, which GStreamer has since 1.24\n", installed);
    std::exit(77);
  }
  if (!library) {
    std::fprintf(stderr, "VIDEOHISTOGRAM_TEST_ANALYTICS: %s\n", path ? dlerror() : "not set");
    std::exit(1);
  }
  const auto look_up = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
  };
  look_up(analytics.add_meta, "gst_buffer_add_analytics_relation_meta");
  look_up(analytics.add_detection, "gst_analytics_relation_meta_add_od_mtd");
  look_up(analytics.add_tracking, "gst_analytics_relation_meta_add_tracking_mtd");
  look_up(analytics.relate, "gst_analytics_relation_meta_set_relation");
  look_up(analytics.add_oriented, "gst_analytics_relation_meta_add_oriented_od_mtd");
}

constexpr int relates_to = 1 << 3; ///< GST_ANALYTICS_REL_TYPE_RELATE_TO
constexpr guint width = 97, height = 61;

/// A frame whose buffer gets a GstAnalyticsRelationMeta.
struct Analysed {
  Frame frame = make_plain_frame("RGBA", width, height, Content::noise);
  GstBuffer* buffer = make_plain_buffer(frame);
  gpointer meta = analytics.add_meta(buffer);

  guint add(const char* label, gint x, gint y, gint w, gint h, gfloat confidence = 0.5f) {
    Mtd mtd{};
    fail_unless(
        analytics.add_detection(meta, g_quark_from_string(label), x, y, w, h, confidence, &mtd));
    return mtd.id;
  }
  guint add_oriented(const char* label, gint x, gint y, gint w, gint h, gfloat rotation) {
    Mtd mtd{};
    fail_unless(
        analytics.add_oriented(meta, g_quark_from_string(label), x, y, w, h, rotation, 0.5f, &mtd));
    return mtd.id;
  }
  guint track(guint64 id) {
    Mtd mtd{};
    fail_unless(analytics.add_tracking(meta, id, 0, &mtd));
    return mtd.id;
  }
  void add_roi(const char* label, guint x, guint y, guint w, guint h, gint id) {
    auto* roi = gst_buffer_add_video_region_of_interest_meta(buffer, label, x, y, w, h);
    roi->id = id;
    roi->parent_id = 3;
  }

  /// Pushes the buffer. Fails unless the frame and `expected`, and no other regions, are counted.
  void expect(Stream& stream, std::vector<ExpectedRegion> expected) {
    expected.push_back({nullptr, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1, {0, 0, width, height}});
    stream.set_caps(raw_caps("RGBA", width, height));
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    expect_regions_of(out, frame, expected);
    gst_buffer_unref(out);
  }
};

} // namespace

GST_START_TEST(detections_are_regions_with_their_label) {
  Stream stream("regions=spot:1,2,3,4");
  Analysed analysed;
  const auto face = static_cast<gint>(analysed.add("face", 3, 5, 20, 10));
  const auto car = static_cast<gint>(analysed.add("car", 40, 30, 30, 20));
  analysed.add_roi("face", 8, 8, 4, 4, 70);
  analysed.expect(stream, {{"spot", -2, -1, {1, 2, 3, 4}},
                           {"face", 70, 3, {8, 8, 4, 4}},
                           {"face", face, -1, {3, 5, 20, 10}},
                           {"car", car, -1, {40, 30, 30, 20}}});
  Analysed().expect(stream, {{"spot", -2, -1, {1, 2, 3, 4}}}); // an empty meta
}
GST_END_TEST

GST_START_TEST(detections_are_in_the_message) {
  Stream stream("post-messages=true regions-only=true");
  Analysed analysed;
  analysed.add("face", 3, 5, 20, 10);
  stream.set_caps(raw_caps("RGBA", width, height));
  stream.push(analysed.buffer);
  gst_buffer_unref(stream.pull());
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  const GValue* regions = gst_structure_get_value(reports[0], "regions");
  fail_unless_equals_int(gst_value_array_get_size(regions), 1);
  const GstStructure* region = gst_value_get_structure(gst_value_array_get_value(regions, 0));
  fail_unless_equals_string(gst_structure_get_string(region, "roi-type"), "face");
}
GST_END_TEST

GST_START_TEST(an_object_that_both_kinds_of_meta_describe_is_counted_once) {
  Stream stream;
  Analysed analysed;
  analysed.add("face", 3, 5, 20, 10);
  const guint tracked = analysed.add("car", 40, 30, 300, 20);
  analytics.relate(analysed.meta, relates_to, tracked, analysed.track(12));
  const auto other_label = static_cast<gint>(analysed.add("hat", 3, 5, 20, 10));
  const auto other_place = static_cast<gint>(analysed.add("face", 3, 5, 20, 11));
  const auto second = static_cast<gint>(analysed.add("face", 3, 5, 20, 10));
  analysed.add_roi("face", 3, 5, 20, 10, 70);
  analysed.add_roi("car", 40, 30, 300, 20, 71);
  analysed.expect(stream, {{"face", 70, 3, {3, 5, 20, 10}},
                           {"car", 12, 3, {40, 30, 57, 20}},
                           {"hat", other_label, -1, {3, 5, 20, 10}},
                           {"face", other_place, -1, {3, 5, 20, 11}},
                           {"face", second, -1, {3, 5, 20, 10}}});
}
GST_END_TEST

GST_START_TEST(ids_are_those_of_the_tracking) {
  Stream stream;
  Analysed analysed;
  const guint first = analysed.add("car", 0, 0, 5, 5), second = analysed.add("car", 9, 9, 5, 5);
  const guint third = analysed.add("car", 20, 9, 5, 5), alone = analysed.add("car", 30, 9, 5, 5);
  const guint tracking = analysed.track(1234), large = analysed.track((guint64{7} << 40) + 99);
  const guint greatest = analysed.track(G_MAXUINT64);
  analysed.track(5); // of nothing
  analytics.relate(analysed.meta, relates_to, second, tracking);
  analytics.relate(analysed.meta, relates_to, large, first); // in the other direction
  analytics.relate(analysed.meta, relates_to, third, greatest);
  analytics.relate(analysed.meta, relates_to, third, first); // of two detections
  analysed.expect(stream, {{"car", 99, -1, {0, 0, 5, 5}},
                           {"car", 1234, -1, {9, 9, 5, 5}},
                           {"car", G_MAXINT, -1, {20, 9, 5, 5}},
                           {"car", static_cast<gint>(alone), -1, {30, 9, 5, 5}}});
}
GST_END_TEST

GST_START_TEST(detections_are_clipped_to_the_frame_and_any_number_is_accepted) {
  Stream stream;
  Analysed analysed;
  constexpr gint most = G_MAXINT, least = G_MININT;
  constexpr gfloat no_number = std::numeric_limits<gfloat>::quiet_NaN();
  const Rect none = {}, all = {0, 0, width, height};
  struct Case {
    gint x, y, w, h;
    Rect rect;
  };
  const std::vector<Case> cases = {{-5, -7, 20, 10, {0, 0, 15, 3}},
                                   {90, 55, 100, 100, {90, 55, 7, 6}},
                                   {-5, 0, 5, 5, none},
                                   {97, 0, 5, 5, none},
                                   {0, 61, 5, 5, none},
                                   {5, 5, 0, 5, none},
                                   {5, 5, 5, -5, none},
                                   {50, 50, -10, -10, none},
                                   {least, least, most, most, none},
                                   {least, least, least, least, none},
                                   {most, most, most, most, none},
                                   {-1, -1, most, most, all},
                                   {96, 60, most, most, {96, 60, 1, 1}}};
  std::vector<ExpectedRegion> expected;
  for (const Case& c : cases) {
    const auto id = static_cast<gint>(analysed.add("it", c.x, c.y, c.w, c.h, no_number));
    expected.push_back({"it", id, -1, c.rect});
  }
  analysed.expect(stream, expected);
}
GST_END_TEST

GST_START_TEST(a_label_may_be_missing_or_none_of_this_process) {
  for (GQuark label : {GQuark{0}, GQuark{G_MAXUINT32}}) {
    Stream stream("post-messages=true");
    Analysed analysed;
    Mtd mtd{};
    fail_unless(analytics.add_detection(analysed.meta, label, 1, 2, 3, 4, 1.0f, &mtd));
    auto* roi = gst_buffer_add_video_region_of_interest_meta_id(analysed.buffer, label, 2, 2, 3, 4);
    roi->id = 60;
    roi->parent_id = -1;
    analysed.expect(stream, {{nullptr, 60, -1, {2, 2, 3, 4}},
                             {nullptr, static_cast<gint>(mtd.id), -1, {1, 2, 3, 4}}});
    stream.drain();
    fail_unless_equals_int(stream.reports().size(), 1);
  }
}
GST_END_TEST

GST_START_TEST(detections_beyond_256_regions_are_ignored_and_said_to_be) {
  Stream stream;
  Analysed analysed;
  for (guint i = 0; i < 200; i++)
    analysed.add_roi("thing", i % 90, i % 50, 3, 3, static_cast<gint>(i));
  for (gint i = 0; i < 200; i++) // the first 150 are regions already
    analysed.add(i < 150 ? "thing" : "new", i % 90, i % 50, 3, 3);
  for (gint i = 0; i < 20; i++)
    analysed.add("new", i, i, 3, 3);
  stream.set_caps(raw_caps("RGBA", width, height));
  stream.push(analysed.buffer);
  GstBuffer* out = stream.pull();
  fail_unless_equals_int(count_metas(out), 1 + 256);
  fail_unless_equals_uint64(stream.stat("regions-ignored"), 200 + 50 + 20 - 256);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_rotated_detection_is_its_bounding_box) {
  if (!analytics.add_oriented)
    return;
  Stream stream;
  Analysed analysed;
  std::vector<ExpectedRegion> expected;
  const auto add = [&](gint x, gint y, gint w, gint h, gfloat rotation, const Rect& rect) {
    const guint id = analysed.add_oriented("it", x, y, w, h, rotation);
    expected.push_back({"it", static_cast<gint>(id), -1, rect});
  };
  // By right angles, about the centre (40, 25): no pixel more than in the turned rectangle.
  constexpr double right_angle = 1.5707963267948966;
  for (int turns = -5; turns <= 5; turns++)
    add(30, 20, 20, 10, static_cast<gfloat>(turns * right_angle),
        turns % 2 ? Rect{35, 15, 10, 20} : Rect{30, 20, 20, 10});
  add(30, 20, 21, 10, static_cast<gfloat>(right_angle), {35, 14, 11, 22}); // 35.5..45.5, 14.5..35.5
  // By the corners of the turned rectangle.
  for (int tenths = 1; tenths < 70; tenths += 3) {
    const auto rotation = static_cast<gfloat>(tenths / 10.0);
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (const double across : {-10.0, 10.0})
      for (const double down : {-5.0, 5.0}) {
        const double cosine = std::cos(double{rotation}), sine = std::sin(double{rotation});
        left = std::min(left, 40 + across * cosine - down * sine);
        right = std::max(right, 40 + across * cosine - down * sine);
        top = std::min(top, 25 + across * sine + down * cosine);
        bottom = std::max(bottom, 25 + across * sine + down * cosine);
      }
    const auto first_x = static_cast<guint>(std::floor(left));
    const auto first_y = static_cast<guint>(std::floor(top));
    add(30, 20, 20, 10, rotation,
        {first_x, first_y, static_cast<guint>(std::ceil(right)) - first_x,
         static_cast<guint>(std::ceil(bottom)) - first_y});
  }
  // What is no number turns nothing, and nothing overflows.
  for (const gfloat rotation :
       {std::numeric_limits<gfloat>::quiet_NaN(), std::numeric_limits<gfloat>::infinity(),
        -std::numeric_limits<gfloat>::infinity()})
    add(30, 20, 20, 10, rotation, {30, 20, 20, 10});
  for (const gfloat rotation : {0.5f, 1e30f, std::numeric_limits<gfloat>::denorm_min()}) {
    add(G_MAXINT, G_MAXINT, G_MAXINT, G_MAXINT, rotation, {});
    add(G_MININT, G_MININT, 5, 5, rotation, {});
    add(5, 5, G_MININT, 5, rotation, {});
  }
  add(-G_MAXINT / 2, -G_MAXINT / 2, G_MAXINT, G_MAXINT, 0.5f, {0, 0, width, height});
  analysed.expect(stream, expected);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, detections_are_regions_with_their_label);
  tcase_add_test(chain, detections_are_in_the_message);
  tcase_add_test(chain, an_object_that_both_kinds_of_meta_describe_is_counted_once);
  tcase_add_test(chain, ids_are_those_of_the_tracking);
  tcase_add_test(chain, detections_are_clipped_to_the_frame_and_any_number_is_accepted);
  tcase_add_test(chain, a_label_may_be_missing_or_none_of_this_process);
  tcase_add_test(chain, detections_beyond_256_regions_are_ignored_and_said_to_be);
  tcase_add_test(chain, a_rotated_detection_is_its_bounding_box);
}

int main(int argc, char** argv) {
  load_analytics();
  return run_tests(argc, argv, "detections", add_tests);
}
