// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Settings that frames cannot have: what is said, what is counted instead, and for how long.
#include "tests/plugin/support/element_test.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;

namespace {

/// Pushes a frame of the caps that are set; returns how many histograms it comes out with.
guint metas_of_next(Stream& stream, const char* format) {
  fail_unless_equals_int(
      stream.push(make_plain_buffer(make_plain_frame(format, 16, 16, Content::noise))),
      GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out != nullptr);
  const guint n = count_metas(out);
  gst_buffer_unref(out);
  return n;
}

void expect_settings_warning(Stream& stream, const std::string& word) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     word);
}

} // namespace

GST_START_TEST(channels_that_frames_in_flow_do_not_have_warn_and_leave_what_was_there) {
  Stream stream("channels=r");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless(shape_of_next(stream) == std::make_pair(1u, 256u));
  g_object_set(stream.element(), "channels", "y+cb", nullptr);
  for (int i = 0; i < 3; i++)
    fail_unless(shape_of_next(stream) == std::make_pair(1u, 256u));
  expect_settings_warning(stream, "The channels stay as they were");
  // The channels are tried again with other caps.
  stream.set_caps(raw_caps("NV12", 16, 16));
  stream.push(make_plain_buffer(make_plain_frame("NV12", 16, 16, Content::noise)));
  GstBuffer* out = stream.pull();
  fail_unless_equals_int(
      gst_video_histogram_get_n_channels(gst_buffer_get_video_histogram_meta(out)->histogram), 2);
  gst_buffer_unref(out);
  // Text that names none is refused at once.
  g_object_set(stream.element(), "channels", "red", nullptr);
  expect_settings_warning(stream, "there is no channel \"red\"");
  gchar* kept = nullptr;
  g_object_get(stream.element(), "channels", &kept, nullptr);
  fail_unless_equals_string(kept, "y+cb");
  g_free(kept);
  fail_unless_equals_int(metas_of_next(stream, "NV12"), 1);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(frames_of_later_caps_that_have_none_of_the_channels_pass_uncounted) {
  Stream stream("channels=luma");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  for (const char* format : {"NV12", "GRAY8"}) { // one warning for each caps
    stream.set_caps(raw_caps(format, 16, 16));
    for (int i = 0; i < 3; i++)
      fail_unless_equals_int(metas_of_next(stream, format), 0);
    expect_settings_warning(stream, format);
  }
  fail_unless_equals_uint64(stream.stat("skipped-unplanned"), 6);
  g_object_set(stream.element(), "channels", "gray", nullptr);
  fail_unless_equals_int(metas_of_next(stream, "GRAY8"), 1);
  stream.set_caps(raw_caps("RGBA", 16, 16));
  g_object_set(stream.element(), "channels", "luma", nullptr);
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  stream.drain();
  fail_unless_equals_uint64(stream.stat("frames"), 9);
  fail_unless_equals_uint64(stream.stat("counted"), 3);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(caps_that_no_frame_follows_never_matter) {
  Stream stream("channels=luma bins=1024 projections=luma@line(0,0,15,15)");
  // A decoder offers provisional caps first.
  stream.set_caps(raw_caps("I420", 8, 8));
  stream.set_caps(raw_caps("I420_10LE", 4, 4));
  stream.set_caps(raw_caps("RGBA", 65536, 65536));
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless(shape_of_next(stream) == std::make_pair(1u, 256u));
  stream.set_caps(raw_caps("NV12", 8, 8));
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless(shape_of_next(stream) == std::make_pair(1u, 256u));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

GST_START_TEST(a_setting_without_effect_says_so) {
  Stream stream("projections=luma@0 regions=all:0,0,16,16");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 2);
  g_object_set(stream.element(), "regions-only", TRUE, nullptr);
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  expect_settings_warning(stream, "set regions-only=false");
  g_object_set(stream.element(), "projections", "", "interval", GST_SECOND, nullptr);
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  expect_settings_warning(stream, "interval has no effect");
}
GST_END_TEST

GST_START_TEST(a_warning_is_posted_once_for_as_long_as_it_holds) {
  Stream stream("channels=r message-percentiles=abc projections=y@0");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  for (int i = 0; i < 5; i++) {
    // Settings that have nothing to do with those that are wrong.
    const std::string regions = "spot:" + std::to_string(i) + ",0,2,2";
    g_object_set(stream.element(), "regions", regions.c_str(), "bins", 10 + i, nullptr);
    fail_unless_equals_int(metas_of_next(stream, "RGBA"), 2);
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 2);
  // A setting that is wrong again has another warning.
  for (int i = 0; i < 2; i++) {
    g_object_set(stream.element(), "channels", "cb", nullptr);
    metas_of_next(stream, "RGBA");
    g_object_set(stream.element(), "channels", "r", nullptr);
    metas_of_next(stream, "RGBA");
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 2);
}
GST_END_TEST

GST_START_TEST(caps_that_no_frame_follows_leave_what_was_there) {
  Stream stream("channels=y projections=y@line(0,0,15,15)");
  stream.set_caps(raw_caps("NV12", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "NV12"), 1);
  g_object_set(stream.element(), "channels", "luma", "projections", "y@line(0,0,40,40)", nullptr);
  fail_unless_equals_int(metas_of_next(stream, "NV12"), 1);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 2);
  stream.set_caps(raw_caps("GRAY8", 8, 8));
  stream.set_caps(raw_caps("NV12", 16, 16));
  stream.push(make_plain_buffer(make_plain_frame("NV12", 16, 16, Content::noise)));
  GstBuffer* out = stream.pull();
  GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(out);
  fail_unless(meta != nullptr);
  fail_unless_equals_string(gst_video_histogram_get_channel_name(meta->histogram, 0), "Y");
  fail_unless_equals_int(gst_video_histogram_get_n_projections(meta->histogram), 1);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(what_stays_is_what_was_asked_for_last) {
  Stream stream("channels=a,y");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  g_object_set(stream.element(), "channels", "a", nullptr);
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  stream.set_caps(raw_caps("NV12", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "NV12"), 0);
  expect_settings_warning(stream, "channels=\"a\" is impossible");
}
GST_END_TEST

GST_START_TEST(warnings_survive_an_error_and_changes_before_the_first_frame) {
  Stream stream("channels=y regions=nonsense");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless_equals_int(
      stream.push(make_plain_buffer(make_plain_frame("RGBA", 16, 16, Content::noise))),
      GST_FLOW_NOT_NEGOTIATED);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 1);
  g_object_set(stream.element(), "channels", "r", nullptr);
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  expect_settings_warning(stream, "regions=\"nonsense\" is impossible");
  // Caps set, then a setting that has nothing to do with what is wrong, then the frame.
  Stream second("regions=nonsense");
  second.set_caps(raw_caps("RGBA", 16, 16));
  g_object_set(second.element(), "bins", 7, nullptr);
  fail_unless_equals_int(metas_of_next(second, "RGBA"), 1);
  expect_settings_warning(second, "regions=\"nonsense\" is impossible");
}
GST_END_TEST

GST_START_TEST(a_plan_that_no_frame_came_with_is_forgotten) {
  Stream stream("channels=r");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "RGBA"), 1);
  stream.set_caps(raw_caps("RGBA", 8, 8)); // could be counted
  stream.set_caps(raw_caps("GRAY8", 16, 16));
  fail_unless_equals_int(metas_of_next(stream, "GRAY8"), 0);
  expect_settings_warning(stream, "GRAY8");
  stream.set_caps(raw_caps("BGR", 16, 16));
  g_object_set(stream.element(), "channels", "y", nullptr);
  fail_unless_equals_int(metas_of_next(stream, "BGR"), 1); // R stays
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, channels_that_frames_in_flow_do_not_have_warn_and_leave_what_was_there);
  tcase_add_test(chain, frames_of_later_caps_that_have_none_of_the_channels_pass_uncounted);
  tcase_add_test(chain, caps_that_no_frame_follows_never_matter);
  tcase_add_test(chain, a_setting_without_effect_says_so);
  tcase_add_test(chain, a_warning_is_posted_once_for_as_long_as_it_holds);
  tcase_add_test(chain, caps_that_no_frame_follows_leave_what_was_there);
  tcase_add_test(chain, what_stays_is_what_was_asked_for_last);
  tcase_add_test(chain, warnings_survive_an_error_and_changes_before_the_first_frame);
  tcase_add_test(chain, a_plan_that_no_frame_came_with_is_forgotten);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "settings", add_tests);
}
