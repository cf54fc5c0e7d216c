// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The field `light` of messages. Frames are black and white, so that the average light of a frame
// in PQ is 10000 nits times the share of white.
#include "tests/plugin/support/report_check.h"

#include <cmath>
#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

constexpr guint size = 16;
constexpr GstClockTime frame_time = 40 * GST_MSECOND;
constexpr const char* pq = ",colorimetry=1:1:14:7";
constexpr const char* hlg = ",colorimetry=1:1:15:7";
constexpr const char* sdr = ",colorimetry=1:1:7:1";
constexpr const char* properties = "channels=maxrgb bins=0 post-messages=true message-counts=false";

/// A stream of RGBA frames in PQ, of the given properties as well.
struct LightStream : Stream {
  explicit LightStream(const std::string& more = "")
      : Stream(std::string(properties) + " " + more) {
    set_colours(pq);
  }
  void set_colours(const std::string& more) { set_caps(raw_caps("RGBA", size, size, more)); }

  /// Pushes a frame whose upper rows are white.
  void push_rows(guint number, guint white_rows) {
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, size * size * 4, nullptr);
    gst_buffer_memset(buffer, 0, 0, size * size * 4);
    gst_buffer_memset(buffer, 0, 0xff, white_rows * size * 4);
    GST_BUFFER_PTS(buffer) = number * frame_time;
    GST_BUFFER_DURATION(buffer) = frame_time;
    fail_unless_equals_int(push(buffer), GST_FLOW_OK);
  }
  void begin_segment(GstClockTime stop) {
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.stop = stop;
    fail_unless(push_event(gst_event_new_segment(&segment)));
  }
  void flush() {
    drain();
    fail_unless(push_event(gst_event_new_flush_start()));
    fail_unless(push_event(gst_event_new_flush_stop(TRUE)));
    begin_segment(GST_CLOCK_TIME_NONE);
  }
};

/// The field `light`; nullptr: there is none.
const GstStructure* light_of(const GstStructure* report) {
  const GValue* const value = gst_structure_get_value(report, "light");
  if (!value)
    return nullptr;
  fail_unless(GST_VALUE_HOLDS_STRUCTURE(value));
  const GstStructure* const light = gst_value_get_structure(value);
  fail_unless(gst_structure_has_name(light, "light"));
  return light;
}

void expect_number(const GstStructure* light, const char* field, double expected) {
  double found = NAN;
  fail_unless(light && gst_structure_get_double(light, field, &found), "no %s", field);
  fail_unless(std::abs(found - expected) < 1e-6, "%s is %.9g instead of %.9g", field, found,
              expected);
}

void expect_uint(const GstStructure* light, const char* field, guint expected) {
  guint found = 0;
  fail_unless(light && gst_structure_get_uint(light, field, &found), "no %s", field);
  fail_unless(found == expected, "%s is %u instead of %u", field, found, expected);
}

void expect_fields(const GstStructure* light, const std::vector<const char*>& fields) {
  for (const char* field : fields)
    fail_unless(gst_structure_has_field(light, field), "no %s", field);
  fail_unless_equals_int(gst_structure_n_fields(light), fields.size());
}

/// The light of a message: its average, and the levels of the video, in rows of white.
struct Expected {
  double average, max_cll, max_fall;
};

void expect_lights(Stream& stream, const std::vector<Expected>& expected) {
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), expected.size());
  for (size_t i = 0; i < expected.size(); i++) {
    const GstStructure* const light = light_of(reports[i]);
    expect_number(light, "average", 10000 * expected[i].average / size);
    expect_number(light, "max-cll", expected[i].max_cll);
    expect_number(light, "max-fall", 10000 * expected[i].max_fall / size);
  }
}

} // namespace

GST_START_TEST(a_frame_in_pq_has_its_light_and_that_of_the_video_so_far) {
  LightStream stream;
  stream.push_rows(0, 0);
  stream.push_rows(1, 8);
  stream.push_rows(2, 4);
  expect_lights(stream, {{0, 0, 0}, {8, 10000, 8}, {4, 10000, 8}});

  stream.push_rows(3, 4);
  stream.drain();
  const GstStructure* const light = light_of(stream.reports().at(0));
  expect_fields(light, {"transfer", "bound", "peak", "average", "percents", "percentiles", "pq-min",
                        "pq-avg", "pq-max", "max-cll", "max-fall"});
  fail_unless_equals_string(gst_structure_get_string(light, "transfer"), "pq");
  gboolean bound = TRUE;
  fail_unless(gst_structure_get_boolean(light, "bound", &bound) && !bound);
  expect_number(light, "peak", 10000);
  expect_uint(light, "pq-min", 0);
  expect_uint(light, "pq-avg", 1024); // 4095 / 4
  expect_uint(light, "pq-max", 4095);
  // A quarter is white: the 75th percentile is black, the 90th white.
  const double percents[] = {1, 5, 10, 25, 50, 75, 90, 95, 98, 99};
  const GValue* const listed = gst_structure_get_value(light, "percents");
  const GValue* const found = gst_structure_get_value(light, "percentiles");
  fail_unless_equals_int(gst_value_array_get_size(listed), G_N_ELEMENTS(percents));
  fail_unless_equals_int(gst_value_array_get_size(found), G_N_ELEMENTS(percents));
  for (guint i = 0; i < G_N_ELEMENTS(percents); i++) {
    fail_unless_equals_float(g_value_get_double(gst_value_array_get_value(listed, i)), percents[i]);
    const double nits = g_value_get_double(gst_value_array_get_value(found, i));
    fail_unless(std::abs(nits - (percents[i] > 75 ? 10000 : 0)) < 1e-6);
  }
}
GST_END_TEST;

GST_START_TEST(an_interval_has_the_light_of_its_sum_and_levels_of_single_frames) {
  LightStream stream("interval=80000000");
  const guint rows[] = {8, 4, 0, 6, 2, 16, 1};
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    stream.push_rows(i, rows[i]);
  stream.push_event(gst_event_new_eos());
  expect_lights(stream, {{6, 10000, 8}, {3, 10000, 8}, {9, 10000, 16}, {1, 10000, 16}});
}
GST_END_TEST;

GST_START_TEST(a_flush_and_another_stream_begin_anew) {
  LightStream stream;
  stream.push_rows(0, 8);
  stream.flush();
  stream.push_rows(0, 2);
  expect_lights(stream, {{8, 10000, 8}, {2, 10000, 2}});

  for (const char* id : {"one", "one", "two"}) {
    fail_unless(stream.push_event(gst_event_new_stream_start(id)));
    stream.push_rows(1, std::strcmp(id, "one") ? 0 : 4);
    stream.push_rows(2, 1);
  }
  expect_lights(
      stream,
      {{4, 10000, 4}, {1, 10000, 4}, {4, 10000, 4}, {1, 10000, 4}, {0, 0, 0}, {1, 10000, 1}});
}
GST_END_TEST;

GST_START_TEST(another_stream_ends_an_interval) {
  LightStream stream("interval=3600000000000");
  fail_unless(stream.push_event(gst_event_new_stream_start("one")));
  stream.push_rows(0, 8);
  fail_unless(stream.push_event(gst_event_new_stream_start("one")));
  stream.push_rows(1, 4);
  fail_unless(stream.push_event(gst_event_new_stream_start("two")));
  stream.push_rows(2, 2);
  stream.push_event(gst_event_new_eos());
  expect_lights(stream, {{6, 10000, 8}, {2, 10000, 2}});
}
GST_END_TEST;

GST_START_TEST(a_restart_begins_anew) {
  LightStream stream;
  stream.push_rows(0, 8);
  expect_lights(stream, {{8, 10000, 8}});
  gst_element_set_state(stream.element(), GST_STATE_READY);
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  stream.set_colours(sdr);
  stream.set_colours(pq);
  stream.begin_segment(GST_CLOCK_TIME_NONE);
  stream.push_rows(1, 2);
  expect_lights(stream, {{2, 10000, 2}});
}
GST_END_TEST;

GST_START_TEST(new_caps_go_on_with_the_video) {
  LightStream stream;
  stream.push_rows(0, 8);
  stream.set_caps(raw_caps("BGRA", size, size, pq));
  stream.push_rows(1, 2);
  expect_lights(stream, {{8, 10000, 8}, {2, 10000, 8}});

  for (const char* other : {sdr, hlg}) {
    stream.set_colours(other);
    stream.push_rows(2, 16);
  }
  stream.set_colours(pq);
  stream.push_rows(3, 1);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  fail_unless(light_of(reports[0]) == nullptr);
  fail_if(gst_structure_has_field(light_of(reports[1]), "max-fall"));
  expect_number(light_of(reports[2]), "max-fall", 10000 * 8.0 / size);
}
GST_END_TEST;

GST_START_TEST(frames_that_are_not_shown_or_not_reported_are_not_measured) {
  LightStream stream;
  stream.begin_segment(2 * frame_time);
  stream.push_rows(0, 1);
  stream.push_rows(5, 16);
  g_object_set(stream.element(), "post-messages", FALSE, nullptr);
  stream.push_rows(1, 8);
  g_object_set(stream.element(), "post-messages", TRUE, nullptr);
  stream.push_rows(1, 2);
  expect_lights(stream, {{1, 10000, 1}, {16, 10000, 1}, {2, 10000, 2}});
}
GST_END_TEST;

GST_START_TEST(hlg_has_a_bound_and_no_content_light_level) {
  LightStream stream;
  stream.set_colours(hlg);
  stream.push_rows(0, 4);
  stream.drain();
  const GstStructure* const light = light_of(stream.reports().at(0));
  expect_fields(light,
                {"transfer", "bound", "peak", "average", "hlg-peak", "percents", "percentiles"});
  fail_unless_equals_string(gst_structure_get_string(light, "transfer"), "hlg");
  gboolean bound = FALSE;
  fail_unless(gst_structure_get_boolean(light, "bound", &bound) && bound);
  expect_number(light, "hlg-peak", 1000);
  expect_number(light, "peak", 1000);
  expect_number(light, "average", 250);
}
GST_END_TEST;

GST_START_TEST(without_maxrgb_or_hdr_there_is_no_light) {
  for (const char* colours : {sdr, ""}) {
    LightStream stream;
    stream.set_colours(colours);
    stream.push_rows(0, 4);
    stream.drain();
    fail_unless(light_of(stream.reports().at(0)) == nullptr, "%s", colours);
  }
  LightStream stream("channels=r+luma regions=\"a:0,0,4,4\"");
  stream.push_rows(0, 4);
  stream.drain();
  const GstStructure* const report = stream.reports().at(0);
  fail_unless(light_of(report) == nullptr);
  const GValue* const regions = gst_structure_get_value(report, "regions");
  fail_unless(light_of(gst_value_get_structure(gst_value_array_get_value(regions, 0))) == nullptr);
}
GST_END_TEST;

GST_START_TEST(declared_levels_are_those_of_the_caps) {
  LightStream stream;
  for (const char* colours : {pq, hlg}) {
    stream.set_colours(std::string(colours) + ",content-light-level=(string)1000:400");
    stream.push_rows(0, 4);
    stream.drain();
    const GstStructure* const light = light_of(stream.reports().at(0));
    expect_uint(light, "declared-max-cll", 1000);
    expect_uint(light, "declared-max-fall", 400);
  }
  stream.set_colours(pq);
  stream.push_rows(1, 4);
  stream.drain();
  const GstStructure* const light = light_of(stream.reports().at(0));
  fail_if(gst_structure_has_field(light, "declared-max-cll"));
  fail_if(gst_structure_has_field(light, "declared-max-fall"));
}
GST_END_TEST;

/// Fails unless the regions of the message have these averages, in rows of white; -1: no light.
void expect_region_averages(const GstStructure* report, const std::vector<int>& averages) {
  const GValue* const regions = gst_structure_get_value(report, "regions");
  fail_unless_equals_int(gst_value_array_get_size(regions), averages.size());
  for (guint i = 0; i < averages.size(); i++) {
    const GstStructure* const light =
        light_of(gst_value_get_structure(gst_value_array_get_value(regions, i)));
    fail_unless((light != nullptr) == (averages[i] >= 0));
    if (!light)
      continue;
    expect_fields(light, {"transfer", "bound", "peak", "average"});
    expect_number(light, "average", 10000.0 * averages[i] / size);
    expect_number(light, "peak", averages[i] > 0 ? 10000 : 0);
  }
}

GST_START_TEST(each_region_has_its_light) {
  const std::string regions = "regions=\"top:0,0,16,8;bottom:0,8,16,8;none:16,0,4,4\"";
  LightStream stream(regions);
  stream.push_rows(0, 4);
  stream.drain();
  const GstStructure* const report = stream.reports().at(0);
  expect_number(light_of(report), "average", 2500);
  expect_region_averages(report, {8, 0, -1});

  LightStream regions_only(regions + " regions-only=true");
  regions_only.push_rows(0, 4);
  regions_only.drain();
  fail_unless(light_of(regions_only.reports().at(0)) == nullptr);
}
GST_END_TEST;

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_frame_in_pq_has_its_light_and_that_of_the_video_so_far);
  tcase_add_test(chain, an_interval_has_the_light_of_its_sum_and_levels_of_single_frames);
  tcase_add_test(chain, a_flush_and_another_stream_begin_anew);
  tcase_add_test(chain, another_stream_ends_an_interval);
  tcase_add_test(chain, a_restart_begins_anew);
  tcase_add_test(chain, new_caps_go_on_with_the_video);
  tcase_add_test(chain, frames_that_are_not_shown_or_not_reported_are_not_measured);
  tcase_add_test(chain, hlg_has_a_bound_and_no_content_light_level);
  tcase_add_test(chain, without_maxrgb_or_hdr_there_is_no_light);
  tcase_add_test(chain, declared_levels_are_those_of_the_caps);
  tcase_add_test(chain, each_region_has_its_light);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "light", add_tests);
}
