// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The property `projections`: changed while frames flow, and refused where it cannot be had.
#include "tests/plugin/support/projection_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Positions;

namespace {

void expect_settings_warning(Stream& stream, const std::string& word) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     word);
}

/// Sets the caps and fails unless their first frame is counted without a projection, with one
/// WARNING that has `word` in its text.
void expect_refusal(Stream& stream, const char* format, guint w, guint h, const std::string& word) {
  stream.set_caps(raw_caps(format, w, h));
  expect_no_projection(stream, make_plain_frame(format, w, h, Content::noise));
  expect_settings_warning(stream, word);
}

/// Fails unless the projections of the frame are these, listed as "R 90 23, G 0 38 5": channel,
/// angle, positions, and of a line its position.
void expect_list(Stream& stream, const Frame& frame, const char* expected) {
  GstBuffer* out = pass(stream, frame);
  std::string list;
  for (guint i = 0; i < gst_video_histogram_get_n_projections(histogram_of(out)); i++) {
    GstVideoHistogramProjection* p = projection_of(histogram_of(out), i);
    const gint line = gst_video_histogram_projection_get_line(p);
    char angle[G_ASCII_DTOSTR_BUF_SIZE];
    list += std::string(i > 0 ? ", " : "") + gst_video_histogram_projection_get_channel(p) + " " +
            g_ascii_dtostr(angle, sizeof angle, gst_video_histogram_projection_get_angle(p)) + " " +
            std::to_string(gst_video_histogram_projection_get_positions(p)) +
            (line >= 0 ? " " + std::to_string(line) : "");
  }
  gst_buffer_unref(out);
  fail_unless_equals_string(list.c_str(), expected);
}

} // namespace

GST_START_TEST(every_name_gives_a_projection_in_the_order_of_the_text) {
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {" ; ;", ""},
      {"g@0", "G 0 37"},
      {"b+r@0; luma@90", "B 0 37, R 0 37, LUMA 90 23"},
      {" B , r @ -270 ;;LUMA@1.8e2; ", "B 90 23, R 90 23, LUMA 180 37"},
      {"a@line(5,3,5,20);r@+360", "A 0 38 5, R 0 37"},
      {"r@Line ( 0 , 7,36 ,7 )", "R 90 24 15"},
      {"r+R@0;r@0", "R 0 37, R 0 37, R 0 37"},
  };
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  for (const auto& [text, expected] : cases) {
    set(stream, "projections", text);
    expect_list(stream, numbered(0), expected);
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(a_change_holds_from_the_next_frame_on) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  expect_no_projection(stream, numbered(0));
  set(stream, "projections", "luma@60");
  expect_projection(stream, numbered(1), at_angle(numbered(1), 60));
  set(stream, "projections", "g@-60");
  expect_projection(stream, numbered(2), at_angle(numbered(2), -60, Quantity::g), Quantity::g);
  set(stream, "projections", "luma@line(1,2,30,4)");
  expect_projection(stream, numbered(3), Positions::of_line(1, 2, 30, 4, width, height));
  set(stream, "bins", "7");
  expect_projection(stream, numbered(4), Positions::of_line(1, 2, 30, 4, width, height),
                    Quantity::luma, 7);
  set(stream, "projections", "");
  expect_no_projection(stream, numbered(5));
}
GST_END_TEST

GST_START_TEST(a_text_that_is_none_is_refused_while_running_and_the_old_one_stays) {
  Stream stream("projections=luma@line(1,2,30,4)");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Positions positions = Positions::of_line(1, 2, 30, 4, width, height);
  guint number = 0;
  const std::pair<const char*, const char*> cases[] = {
      {"x", "is no projection"},
      {"luma", "give names@angle in degrees"},
      {"@0", "there is no channel \"\""},
      {"luma@", "is no projection"},
      {"luma@0;x@0", "there is no channel \"x\"; give some of r+g+b+a+y+cb+cr+gray+luma+maxrgb"},
      {"r+@0", "there is no channel \"\""},
      {"r g@0", "there is no channel \"r g\""},
      {"r@0@1", "is no projection"},
      {"r@nan", "is no projection"},
      {"r@inf", "is no projection"},
      {"r@1e999", "is no projection"},
      {"r@0x1", "is no projection"},
      {"r@1,5", "is no projection"},
      {"r@1 2", "is no projection"},
      {"r@1e", "is no projection"},
      {"r@line", "is no projection"},
      {"r@line()", "is no projection"},
      {"r@line(1,2,3)", "is no projection"},
      {"r@line(1,2,3,4,5)", "is no projection"},
      {"r@line(1,2,3,-4)", "is no projection"},
      {"r@line(1.5,2,3,4)", "is no projection"},
      {"r@line(4294967296,2,3,4)", "is no projection"},
      {"r@line(1,2,3,4", "is no projection"},
      {"r@line(1,2,3,4))", "is no projection"},
      {"r@line 1,2,3,4", "is no projection"},
      {"r@(1,2,3,4)", "is no projection"},
      {"r@line(7,7,7,7)", "ends where it begins; give two different pixels"},
      {"0,0,1,1", "is no projection"},
  };
  for (const auto& [text, word] : cases) {
    set(stream, "projections", text);
    GstMessage* message = stream.message(GST_MESSAGE_WARNING);
    fail_unless(message != nullptr, "%s", text);
    GError* error = nullptr;
    gst_message_parse_warning(message, &error, nullptr);
    fail_unless(
        g_str_has_prefix(error->message,
                         (std::string("projections=\"") + text + "\" is impossible: ").c_str()) &&
            strstr(error->message, word) != nullptr,
        "%s: %s", text, error->message);
    g_error_free(error);
    gst_message_unref(message);
    gchar* kept = nullptr;
    g_object_get(stream.element(), "projections", &kept, nullptr);
    fail_unless_equals_string(kept, "luma@line(1,2,30,4)");
    g_free(kept);
    expect_projection(stream, numbered(number), positions);
    number++;
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(a_line_that_leaves_the_frames_is_one_warning_and_the_projections_before_stay) {
  Stream stream("projections=luma@20");
  stream.set_caps(raw_caps("RGBA", width, height));
  expect_projection(stream, numbered(0), at_angle(numbered(0), 20));
  for (const char* line : {"0,0,37,0", "0,23,1,1", "4294967295,0,0,0"}) {
    set(stream, "projections", std::string("luma@line(") + line + ")");
    for (guint i = 1; i < 4; i++)
      expect_projection(stream, numbered(i), at_angle(numbered(i), 20));
    expect_settings_warning(stream, std::string("the projection luma@line(") + line +
                                        ") is impossible: frames are 37x23, so the line leaves "
                                        "them; give two pixels inside. The projections stay");
  }
  // Other settings take effect meanwhile, and the line is tried again.
  set(stream, "bins", "16");
  expect_projection(stream, numbered(4), at_angle(numbered(4), 20), Quantity::luma, 16);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0); // no second warning
  set(stream, "projections", "luma@line(0,0,36,0)");
  expect_projection(stream, numbered(5), Positions::of_line(0, 0, 36, 0, width, height),
                    Quantity::luma, 16);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(what_frames_cannot_have_is_left_out_of_what_they_can) {
  Stream stream;
  set(stream, "projections", "r+y@0; luma@line(0,0,40,0); cb@90; luma@90");
  stream.set_caps(raw_caps("RGBA", width, height));
  expect_list(stream, numbered(0), "R 0 37, LUMA 90 23");
  expect_settings_warning(
      stream,
      "the projection y@0 is impossible: RGBA frames have no Y; give "
      "some of r+g+b+a+luma+maxrgb+range+r-g+g-b+cie-x+cie-y+cie-u+cie-v. 2 of 5 projections are "
      "counted");
  // Other caps leave out other projections.
  stream.set_caps(raw_caps("NV12", width, height));
  const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
  expect_list(stream, frame, "R 0 37, Y 0 37, Cb 90 12");
  expect_settings_warning(stream,
                          "NV12 frames have no LUMA; give some of r+g+b+y+cb+cr+maxrgb+sat+hue+"
                          "range+brng+r-g+g-b+chroma+cie-x+cie-y+cie-u+cie-v. 3 of 5");
  // Differences have none.
  set(stream, "projections", "y@0;diff@90");
  expect_list(stream, frame, "Y 0 37");
  expect_settings_warning(
      stream,
      "NV12 frames have no projections of DIFF-R; give some of "
      "r+g+b+y+cb+cr+maxrgb+sat+hue+range+brng+r-g+g-b+chroma+cie-x+cie-y+cie-u+cie-v. 1 of 9");
  // If nothing is left, what was asked for before is.
  set(stream, "projections", "gray@0");
  expect_list(stream, frame, "Y 0 37");
  expect_settings_warning(
      stream,
      "NV12 frames have no GRAY; give some of r+g+b+y+cb+cr+maxrgb+sat+"
      "hue+range+brng+r-g+g-b+chroma+cie-x+cie-y+cie-u+cie-v. The projections stay as they were");
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(too_many_counters_are_refused) {
  // 2^26 counters are the frame's 65536 and 1023 positions of 65536 bins.
  Stream stream("projections=gray@90 bins=65536");
  stream.set_caps(raw_caps("GRAY16_LE", 1024, 2));
  const Frame frame = make_plain_frame("GRAY16_LE", 1024, 2, Content::noise);
  expect_list(stream, frame, "GRAY 90 2");
  set(stream, "projections", "gray@0");
  expect_projection(stream, frame, at_angle(frame, 90, Quantity::gray), Quantity::gray, 65536);
  expect_settings_warning(stream, "more than 67108864 counters");
  // Fewer bins make the refused projection possible.
  set(stream, "bins", "4096");
  expect_projection(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4096);
  // All of them count, not each alone.
  set(stream, "bins", "65536");
  set(stream, "projections", "gray+gray@90; gray@line(0,0,1,0); gray@0; gray@90");
  expect_list(stream, frame, "GRAY 90 2, GRAY 90 2, GRAY 90 3 1, GRAY 90 2");
  expect_settings_warning(stream, "ask for fewer bins or tables. 4 of 5 projections");
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  stream.set_caps(raw_caps("GRAY16_LE", 1023, 1));
  set(stream, "projections", "gray@0");
  const Frame most = make_plain_frame("GRAY16_LE", 1023, 1, Content::noise);
  expect_projection(stream, most, at_angle(most, 0, Quantity::gray), Quantity::gray, 65536);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(a_projection_that_other_settings_make_impossible_is_left_out_until_it_is_possible) {
  Stream stream("projections=gray@0 bins=4096");
  stream.set_caps(raw_caps("GRAY16_LE", 1025, 2));
  const Frame frame = make_plain_frame("GRAY16_LE", 1025, 2, Content::noise);
  expect_projection(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4096);
  set(stream, "bins", "65536");
  for (int i = 0; i < 3; i++) {
    GstBuffer* out = pass(stream, frame);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
    fail_unless_equals_int(gst_video_histogram_get_bins(histogram_of(out), 0), 65536);
    gst_buffer_unref(out);
  }
  expect_settings_warning(stream, "No projection is counted until one is possible");
  // The projection is tried again with other caps, and with other bins.
  stream.set_caps(raw_caps("GRAY16_LE", 1023, 2));
  expect_list(stream, make_plain_frame("GRAY16_LE", 1023, 2, Content::noise), "GRAY 0 1023");
  set(stream, "bins", "4096");
  stream.set_caps(raw_caps("GRAY16_LE", 1025, 2));
  expect_projection(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4096);
  set(stream, "bins", "65536");
  expect_no_projection(stream, frame);
  expect_settings_warning(stream, "No projection is counted until one is possible");
  set(stream, "bins", "4095");
  expect_projection(stream, frame, at_angle(frame, 0, Quantity::gray), Quantity::gray, 4095);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(a_projection_that_was_refused_is_tried_again_with_the_next_caps) {
  Stream stream("projections=luma@20");
  stream.set_caps(raw_caps("RGBA", width, height));
  expect_projection(stream, numbered(0), at_angle(numbered(0), 20));
  set(stream, "projections", "luma@line(0,0,37,0)");
  expect_projection(stream, numbered(1), at_angle(numbered(1), 20));
  expect_settings_warning(stream, "37x23");
  stream.set_caps(raw_caps("RGBA", width, height) + ",framerate=7/1");
  expect_projection(stream, numbered(2), at_angle(numbered(2), 20));
  expect_settings_warning(stream, "37x23");
  const Frame wider = make_plain_frame("RGBA", 38, height, Content::noise);
  stream.set_caps(raw_caps("RGBA", 38, height));
  expect_projection(stream, wider, Positions::of_line(0, 0, 37, 0, 38, height));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
  // When the element starts again there are no projections of before.
  gst_element_set_state(stream.element(), GST_STATE_READY);
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  expect_refusal(stream, "RGBA", width, height, "37x23");
}
GST_END_TEST

GST_START_TEST(a_projection_that_the_first_frame_cannot_have_warns_and_the_rest_is_counted) {
  const std::pair<const char*, const char*> cases[] = {
      {"y@x", "is no projection; give names@angle"},
      {"y@line(5,5,5,5)", "ends where it begins"},
      {"y@line(0,0,37,0)", "frames are 37x23"},
      {"y@line(0,23,0,0)", "frames are 37x23"},
      {"luma@0", "NV12 frames have no LUMA; give some of r+g+b+y+cb+cr"},
      {"cb@line(0,0,1,1)", "the projection cb@line(0,0,1,1) is impossible: the line"}};
  for (const auto& [text, word] : cases) {
    Stream stream(std::string("projections=") + text);
    expect_refusal(stream, "NV12", width, height, word);
  }
  Stream stream("projections=gray@0 bins=65536");
  expect_refusal(stream, "GRAY16_LE", 1025, 2, "ask for fewer bins");
}
GST_END_TEST

GST_START_TEST(a_caps_change_gives_positions_of_the_new_size) {
  Stream stream("projections=luma@line(0,0,30,20)");
  for (const auto& [w, h] : {std::pair(37u, 23u), std::pair(31u, 21u), std::pair(200u, 100u)}) {
    stream.set_caps(raw_caps("RGBA", w, h));
    const Frame frame = make_plain_frame("RGBA", w, h, Content::noise);
    expect_projection(stream, frame, Positions::of_line(0, 0, 30, 20, w, h));
  }
  expect_refusal(stream, "RGBA", 30, 100, "frames are 30x100");
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_name_gives_a_projection_in_the_order_of_the_text);
  tcase_add_test(chain, a_change_holds_from_the_next_frame_on);
  tcase_add_test(chain, a_text_that_is_none_is_refused_while_running_and_the_old_one_stays);
  tcase_add_test(chain,
                 a_line_that_leaves_the_frames_is_one_warning_and_the_projections_before_stay);
  tcase_add_test(chain, what_frames_cannot_have_is_left_out_of_what_they_can);
  tcase_add_test(chain, too_many_counters_are_refused);
  tcase_add_test(chain,
                 a_projection_that_other_settings_make_impossible_is_left_out_until_it_is_possible);
  tcase_add_test(chain, a_projection_that_was_refused_is_tried_again_with_the_next_caps);
  tcase_add_test(chain,
                 a_projection_that_the_first_frame_cannot_have_warns_and_the_rest_is_counted);
  tcase_add_test(chain, a_caps_change_gives_positions_of_the_new_size);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "projection_settings", add_tests);
}
