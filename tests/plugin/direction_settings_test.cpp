// SPDX-License-Identifier: LGPL-2.1-or-later
// The settings of a direction: changed while frames flow, and refused where it cannot be had.
#include "tests/plugin/direction_check.h"

#include <cmath>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Positions;

// How GObject complains of a value that a property cannot have. Drop with GLib 2.74.
#if GLIB_CHECK_VERSION(2, 75, 0)
#define ASSERT_REFUSED ASSERT_CRITICAL
#else
#define ASSERT_REFUSED ASSERT_WARNING
#endif

namespace {

void expect_settings_warning(Stream& stream, const std::string& word) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     word);
}

/// Sets the caps and fails unless their first frame is counted without a direction, with one
/// WARNING that has `word` in its text.
void expect_no_direction(Stream& stream, const char* format, guint w, guint h,
                         const std::string& word) {
  stream.set_caps(raw_caps(format, w, h));
  GstBuffer* out = pass(stream, make_plain_frame(format, w, h, Content::noise));
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
  gst_buffer_unref(out);
  expect_settings_warning(stream, word);
}

} // namespace

GST_START_TEST(a_change_holds_from_the_next_frame_on) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  GstBuffer* out = pass(stream, numbered(0));
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
  gst_buffer_unref(out);
  set(stream, "angle", "60");
  set(stream, "directional", "true");
  expect_along(stream, numbered(1), at_angle(numbered(1), 60));
  set(stream, "angle", "-60");
  expect_along(stream, numbered(2), at_angle(numbered(2), -60));
  set(stream, "line", "1,2,30,4");
  expect_along(stream, numbered(3), Positions::of_line(1, 2, 30, 4, width, height));
  set(stream, "bins", "7");
  expect_along(stream, numbered(4), Positions::of_line(1, 2, 30, 4, width, height), Quantity::luma,
               7);
  set(stream, "directional", "false");
  out = pass(stream, numbered(5));
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_value_that_is_none_is_refused_while_running_and_the_old_one_stays) {
  Stream stream("directional=true angle=12.5 line=1,2,30,4");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Positions positions = Positions::of_line(1, 2, 30, 4, width, height);
  guint number = 0;
  for (const char* line : {"x", "1,2,3", "1,2,3,4,5", "1,2,3,", ",1,2,3", "1,2,3,-4", "1,2,3,+4",
                           "1.5,2,3,4", "1 2,3,4", "1;2;3;4", "4294967296,2,3,4", "1e1,2,3,4",
                           "0x1,2,3,4", " ", ",,,", "7,7,7,7", "1,2,3,4 5", "nan,0,0,0"}) {
    set(stream, "line", line);
    expect_settings_warning(stream, std::string("line=\"") + line + "\" is impossible");
    gchar* kept = nullptr;
    g_object_get(stream.element(), "line", &kept, nullptr);
    fail_unless_equals_string(kept, "1,2,30,4");
    g_free(kept);
    expect_along(stream, numbered(number), positions);
    number++;
  }
  // GObject itself keeps away what is no number of degrees.
  ASSERT_REFUSED(g_object_set(stream.element(), "angle", std::nan(""), nullptr));
  ASSERT_REFUSED(g_object_set(stream.element(), "angle", HUGE_VAL, nullptr));
  ASSERT_REFUSED(g_object_set(stream.element(), "angle", -HUGE_VAL, nullptr));
  gdouble angle = 0;
  g_object_get(stream.element(), "angle", &angle, nullptr);
  fail_unless_equals_float(angle, 12.5);
  set(stream, "line", "");
  expect_along(stream, numbered(number), at_angle(numbered(number), 12.5));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(a_line_that_leaves_the_frames_is_one_warning_and_the_direction_before_stays) {
  Stream stream("directional=true angle=20");
  stream.set_caps(raw_caps("RGBA", width, height));
  expect_along(stream, numbered(0), at_angle(numbered(0), 20));
  for (const char* line : {"0,0,37,0", "0,23,1,1", "4294967295,0,0,0"}) {
    set(stream, "line", line);
    for (guint i = 1; i < 4; i++)
      expect_along(stream, numbered(i), at_angle(numbered(i), 20));
    expect_settings_warning(stream, "37x23");
  }
  // What else is changed takes effect meanwhile, and that line is tried again.
  set(stream, "bins", "16");
  expect_along(stream, numbered(4), at_angle(numbered(4), 20), Quantity::luma, 16);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0); // it was said
  set(stream, "line", "0,0,36,0");
  expect_along(stream, numbered(5), Positions::of_line(0, 0, 36, 0, width, height), Quantity::luma,
               16);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(too_many_counters_are_refused) {
  // 2^26 counters are 1024 positions of 65536 bins.
  Stream stream("directional=true bins=65536 angle=90");
  stream.set_caps(raw_caps("GRAY16_LE", 1025, 2));
  const Frame frame = make_plain_frame("GRAY16_LE", 1025, 2, Content::noise);
  GstBuffer* out = pass(stream, frame);
  fail_unless_equals_int(
      gst_video_histogram_projection_get_positions(projection_of(histogram_of(out))), 2);
  gst_buffer_unref(out);
  set(stream, "angle", "0");
  expect_along(stream, frame, at_angle(frame, 90, Quantity::gray), Quantity::gray, 65536);
  expect_settings_warning(stream, "more than 67108864 counters");
  // What asks for fewer bins gets what was asked for.
  set(stream, "bins", "4096");
  expect_along(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4096);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(a_direction_that_other_settings_make_impossible_is_left_out_until_it_is_possible) {
  Stream stream("directional=true bins=4096");
  stream.set_caps(raw_caps("GRAY16_LE", 1025, 2));
  const Frame frame = make_plain_frame("GRAY16_LE", 1025, 2, Content::noise);
  expect_along(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4096);
  set(stream, "bins", "65536");
  for (int i = 0; i < 3; i++) {
    GstBuffer* out = pass(stream, frame);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
    fail_unless_equals_int(gst_video_histogram_get_bins(histogram_of(out)), 65536);
    gst_buffer_unref(out);
  }
  expect_settings_warning(stream, "Nothing is counted along a direction until it is possible");
  // It is tried again with other caps, and with other bins.
  stream.set_caps(raw_caps("GRAY16_LE", 1024, 2));
  GstBuffer* out = pass(stream, make_plain_frame("GRAY16_LE", 1024, 2, Content::noise));
  fail_unless_equals_int(
      gst_video_histogram_projection_get_positions(projection_of(histogram_of(out))), 1024);
  gst_buffer_unref(out);
  set(stream, "bins", "4096");
  stream.set_caps(raw_caps("GRAY16_LE", 1025, 2));
  expect_along(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4096);
  set(stream, "bins", "65536");
  gst_buffer_unref(pass(stream, frame));
  expect_settings_warning(stream, "Nothing is counted along a direction until it is possible");
  set(stream, "bins", "4095");
  expect_along(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4095);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(a_direction_that_was_refused_is_tried_again_with_the_next_caps) {
  Stream stream("directional=true angle=20");
  stream.set_caps(raw_caps("RGBA", width, height));
  expect_along(stream, numbered(0), at_angle(numbered(0), 20));
  set(stream, "line", "0,0,37,0");
  expect_along(stream, numbered(1), at_angle(numbered(1), 20));
  expect_settings_warning(stream, "37x23");
  stream.set_caps(raw_caps("RGBA", width, height) + ",framerate=7/1");
  expect_along(stream, numbered(2), at_angle(numbered(2), 20));
  expect_settings_warning(stream, "37x23");
  const Frame wider = make_plain_frame("RGBA", 38, height, Content::noise);
  stream.set_caps(raw_caps("RGBA", 38, height));
  expect_along(stream, wider, Positions::of_line(0, 0, 37, 0, 38, height));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
  // When the element starts again there is no direction of before.
  gst_element_set_state(stream.element(), GST_STATE_READY);
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  expect_no_direction(stream, "RGBA", width, height, "37x23");
}
GST_END_TEST

GST_START_TEST(a_direction_that_the_first_frame_cannot_have_warns_and_counts_the_rest) {
  const std::pair<const char*, const char*> cases[] = {{"line=x", "give two pixels as x1,y1,x2,y2"},
                                                       {"line=5,5,5,5", "ends where it begins"},
                                                       {"line=0,0,37,0", "frames are 37x23"},
                                                       {"line=0,23,0,0", "frames are 37x23"},
                                                       {"channels=cb line=0,0,1,1", "in Cb"}};
  for (const auto& [properties, word] : cases) {
    Stream stream(std::string("directional=true ") + properties);
    expect_no_direction(stream, "NV12", width, height, word);
  }
  Stream stream("directional=true bins=65536");
  expect_no_direction(stream, "GRAY16_LE", 1025, 2, "ask for fewer bins");
}
GST_END_TEST

GST_START_TEST(a_line_without_directional_warns_and_is_not_used) {
  Stream stream("line=x");
  expect_no_direction(stream, "RGBA", width, height, "set directional=true");
  set(stream, "line", "0,0,1,0");
  set(stream, "directional", "true");
  expect_along(stream, numbered(1), Positions::of_line(0, 0, 1, 0, width, height));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(a_caps_change_gives_positions_of_the_new_size) {
  Stream stream("directional=true line=0,0,30,20");
  for (const auto& [w, h] : {std::pair(37u, 23u), std::pair(31u, 21u), std::pair(200u, 100u)}) {
    stream.set_caps(raw_caps("RGBA", w, h));
    const Frame frame = make_plain_frame("RGBA", w, h, Content::noise);
    expect_along(stream, frame, Positions::of_line(0, 0, 30, 20, w, h));
  }
  expect_no_direction(stream, "RGBA", 30, 100, "frames are 30x100");
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_change_holds_from_the_next_frame_on);
  tcase_add_test(chain, a_value_that_is_none_is_refused_while_running_and_the_old_one_stays);
  tcase_add_test(chain,
                 a_line_that_leaves_the_frames_is_one_warning_and_the_direction_before_stays);
  tcase_add_test(chain, too_many_counters_are_refused);
  tcase_add_test(chain,
                 a_direction_that_other_settings_make_impossible_is_left_out_until_it_is_possible);
  tcase_add_test(chain, a_direction_that_was_refused_is_tried_again_with_the_next_caps);
  tcase_add_test(chain, a_direction_that_the_first_frame_cannot_have_warns_and_counts_the_rest);
  tcase_add_test(chain, a_line_without_directional_warns_and_is_not_used);
  tcase_add_test(chain, a_caps_change_gives_positions_of_the_new_size);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "direction_settings", add_tests);
}
