// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties: defaults, ranges, when a change takes effect, what happens to impossible values.
#include "tests/plugin/support/report_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

const char* active_name() {
  return who() == Who::cpu ? "cpu" : "cuda";
}

GstElement* make_element() {
  GstElement* element = gst_parse_launch("videohistogram", nullptr);
  fail_unless(element != nullptr);
  return GST_ELEMENT(gst_object_ref_sink(element));
}

} // namespace

GST_START_TEST(defaults_are_as_documented) {
  GstElement* element = make_element();
  gint backend = -1, split = -1;
  guint bins = 0, in_flight = 99;
  guint64 interval = 1, max_memory = 1;
  gboolean attach = FALSE, post = TRUE, counts = FALSE, projected = TRUE;
  gboolean regions_only = TRUE;
  gchar *devices = nullptr, *projections = nullptr, *channels = nullptr, *regions = nullptr;
  gchar* percentiles = nullptr;
  g_object_get(element, "backend", &backend, "devices", &devices, "split", &split, "bins", &bins,
               "channels", &channels, "attach-meta", &attach, "post-messages", &post, "interval",
               &interval, "message-counts", &counts, "max-in-flight", &in_flight,
               "message-projections", &projected, "projections", &projections, "regions", &regions,
               "regions-only", &regions_only, "message-percentiles", &percentiles, "max-memory",
               &max_memory, nullptr);
  fail_unless_equals_int(backend, 0);
  fail_unless_equals_string(devices, "0");
  fail_unless_equals_int(split, static_cast<gint>(Split::automatic));
  fail_unless_equals_int(bins, 256);
  fail_unless(attach && !post && counts && !projected && !regions_only);
  for (gchar* text : {projections, channels, regions, percentiles}) {
    fail_unless_equals_string(text, "");
    g_free(text);
  }
  fail_unless_equals_uint64(interval, 0);
  fail_unless_equals_int(in_flight, 0);
  fail_unless_equals_uint64(max_memory, 512 * 1024 * 1024);
  expect_active_backend(element, nullptr);
  g_free(devices);
  gst_object_unref(element);
}
GST_END_TEST

GST_START_TEST(elements_are_named_after_the_factory) {
  GstElement *first = make_element(), *second = make_element();
  fail_unless(g_str_has_prefix(GST_OBJECT_NAME(first), "videohistogram"), "%s",
              GST_OBJECT_NAME(first));
  const guint64 number =
      g_ascii_strtoull(GST_OBJECT_NAME(first) + strlen("videohistogram"), nullptr, 10);
  gchar* next = g_strdup_printf("videohistogram%" G_GUINT64_FORMAT, number + 1);
  fail_unless_equals_string(GST_OBJECT_NAME(second), next);
  g_free(next);
  gst_object_unref(first);
  gst_object_unref(second);
}
GST_END_TEST

GST_START_TEST(ranges_and_the_moment_of_effect_are_as_documented) {
  GstElement* element = make_element();
  GObjectClass* klass = G_OBJECT_GET_CLASS(element);
  const auto spec = [klass](const char* name) { return g_object_class_find_property(klass, name); };
  fail_unless_equals_int(G_PARAM_SPEC_UINT(spec("bins"))->minimum, 0);
  fail_unless_equals_int(G_PARAM_SPEC_UINT(spec("bins"))->maximum, 65536);
  fail_unless_equals_uint64(G_PARAM_SPEC_UINT64(spec("interval"))->maximum, G_MAXUINT64);
  fail_unless_equals_uint64(G_PARAM_SPEC_UINT64(spec("max-memory"))->minimum, 0);
  fail_unless_equals_uint64(G_PARAM_SPEC_UINT64(spec("max-memory"))->maximum, G_MAXUINT64);
  for (const char* name : {"backend", "devices", "split", "max-in-flight", "max-memory"})
    fail_unless(spec(name)->flags & GST_PARAM_MUTABLE_READY, "%s", name);
  for (const char* name :
       {"bins", "channels", "attach-meta", "post-messages", "interval", "message-counts",
        "message-projections", "projections", "regions", "regions-only", "message-percentiles"})
    fail_unless(spec(name)->flags & GST_PARAM_MUTABLE_PLAYING, "%s", name);
  for (const char* name : {"active-backend", "stats"})
    fail_if(spec(name)->flags & G_PARAM_WRITABLE, "%s", name);
  gst_object_unref(element);
}
GST_END_TEST

GST_START_TEST(bins_and_channels_change_with_the_next_frame) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 16, 16));
  fail_unless(shape_of_next(stream) == std::make_pair(4u, 256u));
  g_object_set(stream.element(), "bins", 16, nullptr);
  fail_unless(shape_of_next(stream) == std::make_pair(4u, 16u));
  g_object_set(stream.element(), "channels", "g+luma", nullptr);
  fail_unless(shape_of_next(stream) == std::make_pair(2u, 16u));
  g_object_set(stream.element(), "bins", 0, "channels", nullptr, nullptr);
  fail_unless(shape_of_next(stream) == std::make_pair(4u, 256u));
}
GST_END_TEST

GST_START_TEST(channels_are_spelled_in_either_case_with_commas_or_pluses) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 16, 16));
  const Frame frame = make_plain_frame("RGBA", 16, 16, Content::noise);
  for (const char* text : {"r+luma", "R,LUMA", "luma, r", " Luma + R ", "r+LUMA,r", "R+Cb+luma"}) {
    g_object_set(stream.element(), "channels", text, nullptr);
    Request request = default_request(frame);
    request.channels = select_plane_quantities(
        *frame.view().format, quantity_bit(Quantity::r) | quantity_bit(Quantity::luma));
    expect_counted(stream, make_plain_buffer(frame), frame, request);
    gchar* told = nullptr;
    g_object_get(stream.element(), "channels", &told, nullptr);
    fail_unless_equals_string(told, text);
    g_free(told);
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(meta_and_messages_change_with_the_next_frame) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 16, 16));
  const Frame frame = make_plain_frame("RGBA", 16, 16, Content::noise);
  for (bool on : {false, true, false}) {
    g_object_set(stream.element(), "attach-meta", on, "post-messages", on, nullptr);
    stream.push(make_plain_buffer(frame));
    GstBuffer* out = stream.pull();
    fail_unless_equals_int(count_metas(out), on);
    gst_buffer_unref(out);
    stream.drain();
    fail_unless_equals_int(stream.reports().size(), on);
  }
}
GST_END_TEST

GST_START_TEST(backend_and_devices_change_with_the_next_start) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 16, 16));
  expect_active_backend(stream.element(), active_name());
  g_object_set(stream.element(), "backend", 1, "devices", "none", "max-in-flight", 1, nullptr);
  fail_unless(shape_of_next(stream) == std::make_pair(4u, 256u));
  expect_active_backend(stream.element(), active_name());
  // The next start meets the impossible device.
  gst_element_set_state(stream.element(), GST_STATE_READY);
  expect_active_backend(stream.element(), nullptr);
  fail_unless_equals_int(gst_element_set_state(stream.element(), GST_STATE_PAUSED),
                         GST_STATE_CHANGE_FAILURE);
  g_object_set(stream.element(), "devices", "0", nullptr);
  gst_element_set_state(stream.element(), GST_STATE_READY);
  fail_if(gst_element_set_state(stream.element(), GST_STATE_PAUSED) == GST_STATE_CHANGE_FAILURE);
  expect_active_backend(stream.element(), "cpu");
}
GST_END_TEST

GST_START_TEST(max_in_flight_of_one_counts_before_the_buffer_is_pushed) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(50);
  set_fake(config);
  Stream stream("max-in-flight=1");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  for (int i = 0; i < 3; i++) {
    stream.push(make_plain_buffer(make_plain_frame("RGBA", 16, 16, Content::noise)));
    GstBuffer* out = stream.pull();
    fail_unless(gst_video_histogram_is_ready(gst_buffer_get_video_histogram_meta(out)->histogram));
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(max_in_flight_bounds_the_jobs_that_are_pending) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(20);
  config.log = std::make_shared<FakeLog>();
  set_fake(config);
  Stream stream("max-in-flight=2");
  stream.set_caps(raw_caps("RGBA", 16, 16));
  for (int i = 0; i < 6; i++)
    stream.push(make_plain_buffer(make_plain_frame("RGBA", 16, 16, Content::noise)));
  stream.drain();
  fail_unless_equals_uint64(config.log->max_pending, 2);
}
GST_END_TEST

GST_START_TEST(stats_tell_what_happened_and_stay_after_a_stop) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 16, 16));
  for (int i = 0; i < 5; i++)
    shape_of_next(stream);
  stream.drain();
  for (int stopped = 0; stopped < 2; stopped++) {
    fail_unless_equals_uint64(stream.stat("frames"), 5);
    fail_unless_equals_uint64(stream.stat("counted"), 5);
    const bool cpu = who() == Who::cpu;
    fail_unless_equals_uint64(stream.stat("counted-cpu"), cpu ? 5 : 0);
    fail_unless_equals_uint64(stream.stat("counted-cuda"), cpu ? 0 : 5);
    for (const char* field : {"failed", "skipped-gap", "skipped-invalid", "skipped-unplanned",
                              "corrupted", "regions-ignored"})
      fail_unless_equals_uint64(stream.stat(field), 0);
    fail_unless_equals_uint64(stream.stat("bytes-uploaded"), cpu ? 0 : 5 * 16 * 16 * 4);
    GstStructure* stats = nullptr;
    g_object_get(stream.element(), "stats", &stats, nullptr);
    fail_unless_equals_string(gst_structure_get_string(stats, "backend"), active_name());
    fail_unless(gst_structure_get_string(stats, "device") != nullptr);
    gst_structure_free(stats);
    gst_element_set_state(stream.element(), GST_STATE_READY);
  }
  // The next run begins at 0.
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  fail_unless_equals_uint64(stream.stat("frames"), 0);
}
GST_END_TEST

/// Plays `properties` on a format and fails unless the element posts exactly one ERROR, of that
/// code and with `word` in its text, and stops cleanly; then plays the same pipeline with `repair`.
static void expect_one_error(const std::string& properties, GQuark domain, gint code,
                             const char* word, const char* name, const char* repair,
                             const char* format = "RGBA") {
  const std::string line = "videotestsrc num-buffers=3 ! " + raw_caps(format, 32, 24) + " ! " +
                           element_line("name=it " + properties) + " ! fakesink";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  fail_unless(pipeline != nullptr, "%s", line.c_str());
  GstElement* element = gst_bin_get_by_name(GST_BIN(pipeline), "it");
  GstBus* bus = GST_ELEMENT_BUS(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstMessage* first = gst_bus_timed_pop_filtered(
      bus, 30 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_ERROR | GST_MESSAGE_EOS));
  fail_unless(first && GST_MESSAGE_TYPE(first) == GST_MESSAGE_ERROR, "%s", properties.c_str());
  fail_unless(GST_MESSAGE_SRC(first) == GST_OBJECT(element));
  GError* error = nullptr;
  gst_message_parse_error(first, &error, nullptr);
  fail_unless(g_error_matches(error, domain, code), "%s: %s %d", error->message,
              g_quark_to_string(error->domain), error->code);
  fail_unless(strstr(error->message, word) != nullptr, "no '%s' in: %s", word, error->message);
  g_error_free(error);
  gst_message_unref(first);
  gst_element_get_state(pipeline, nullptr, nullptr, GST_SECOND / 5);
  while (GstMessage* message = gst_bus_pop(bus)) {
    // The source also tells that its stream has ended.
    fail_if(GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR &&
                GST_MESSAGE_SRC(message) == GST_OBJECT(element),
            "%s: a second error", properties.c_str());
    gst_message_unref(message);
  }
  fail_unless_equals_int(gst_element_set_state(pipeline, GST_STATE_NULL), GST_STATE_CHANGE_SUCCESS);

  gst_util_set_object_arg(G_OBJECT(element), name, repair);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline, properties + ", used again", 30 * GST_SECOND);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  fail_unless_equals_uint64(Stream::stat_of(element, "counted"), 3);
  gst_object_unref(element);
  gst_object_unref(pipeline);
}

GST_START_TEST(a_channel_has_at_most_a_bin_per_value) {
  for (const auto& [format, values] :
       {std::pair("RGBA", 256u), std::pair("NV12", 256u), std::pair("P010_10LE", 1024u),
        std::pair("I420_10LE", 1024u), std::pair("GRAY16_LE", 65536u)}) {
    Stream stream;
    stream.set_caps(raw_caps(format, 16, 16));
    const Frame frame = make_plain_frame(format, 16, 16, Content::noise);
    for (guint bins : {0u, values, values - 1, std::min(values + 1, 65536u), 65536u}) {
      g_object_set(stream.element(), "bins", bins, nullptr);
      expect_counted(stream, make_plain_buffer(frame), frame,
                     default_request(frame, bins == 0 ? values : std::min(bins, values)));
    }
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
  }
}
GST_END_TEST

GST_START_TEST(channels_that_the_first_frame_does_not_have_are_refused_with_those_it_has) {
  expect_one_error("channels=y+cb+cr", GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
                   "r+g+b+a+luma+maxrgb+range+r-g+g-b+cie-x+cie-y+cie-u+cie-v", "channels", "luma");
  for (const char* format : {"NV12", "YUY2", "I420_10LE"})
    for (const char* channels : {"a", "luma", "gray+a"})
      expect_one_error(std::string("channels=") + channels, GST_STREAM_ERROR,
                       GST_STREAM_ERROR_FORMAT, "set channels to some of r+g+b+y+cb+cr+maxrgb+sat",
                       "channels", "y", format);
  expect_one_error("channels=y", GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, "gray", "channels",
                   "gray", "GRAY16_LE");
}
GST_END_TEST

GST_START_TEST(text_that_names_no_channels_is_refused_with_the_names_that_there_are) {
  for (const char* text : {"red", "r+", "+", "r;g", "r g", "luma,", "0", "y+cb+cr+x"})
    expect_one_error(std::string("channels=\"") + text + "\"", GST_STREAM_ERROR,
                     GST_STREAM_ERROR_FORMAT, "some of r+g+b+a+y+cb+cr+gray+luma+maxrgb",
                     "channels", "r");
}
GST_END_TEST

GST_START_TEST(split_takes_the_names_of_the_splits) {
  GstElement* element = make_element();
  const std::pair<const char*, Split> names[] = {
      {"rows", Split::rows}, {"frames", Split::frames}, {"auto", Split::automatic}};
  for (const auto& [name, value] : names) {
    gst_util_set_object_arg(G_OBJECT(element), "split", name);
    gint split = -1;
    g_object_get(element, "split", &split, nullptr);
    fail_unless_equals_int(split, static_cast<gint>(value));
    fail_unless_equals_string(split_name(value), name);
  }
  gst_object_unref(element);
}
GST_END_TEST

GST_START_TEST(devices_that_are_none_are_refused) {
  for (const char* devices : {"x", "", " ", "-1", "+1", "0x0", "99999999999999999999", "1e3", ",",
                              "0,", "0,,1", "0;1", "0,0", "all,0", "ALL", "0 1"})
    expect_one_error(std::string("devices=\"") + devices + "\"", GST_RESOURCE_ERROR,
                     GST_RESOURCE_ERROR_SETTINGS, "devices", "devices", "0");
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, defaults_are_as_documented);
  tcase_add_test(chain, elements_are_named_after_the_factory);
  tcase_add_test(chain, ranges_and_the_moment_of_effect_are_as_documented);
  tcase_add_test(chain, bins_and_channels_change_with_the_next_frame);
  tcase_add_test(chain, meta_and_messages_change_with_the_next_frame);
  tcase_add_test(chain, backend_and_devices_change_with_the_next_start);
  tcase_add_test(chain, max_in_flight_of_one_counts_before_the_buffer_is_pushed);
  if (who() == Who::fake)
    tcase_add_test(chain, max_in_flight_bounds_the_jobs_that_are_pending);
  tcase_add_test(chain, stats_tell_what_happened_and_stay_after_a_stop);
  tcase_add_test(chain, channels_are_spelled_in_either_case_with_commas_or_pluses);
  tcase_add_test(chain, a_channel_has_at_most_a_bin_per_value);
  tcase_add_test(chain, channels_that_the_first_frame_does_not_have_are_refused_with_those_it_has);
  tcase_add_test(chain, text_that_names_no_channels_is_refused_with_the_names_that_there_are);
  tcase_add_test(chain, split_takes_the_names_of_the_splits);
  tcase_add_test(chain, devices_that_are_none_are_refused);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "properties", add_tests);
}
