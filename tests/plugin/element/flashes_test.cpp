// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The field `flashes` of messages: of frames of black and white, whose changes are known.
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/fake_gpus.h"

#include <cmath>
#include <cstring>
#include <string>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

constexpr guint frame_width = 128, frame_height = 72, rate = 25;
constexpr GstClockTime frame_time = GST_SECOND / rate;

/// A stream of I420 frames, of the given properties as well.
struct FlashStream : Stream {
  explicit FlashStream(const std::string& properties)
      : Stream("channels=y message-counts=false post-messages=true " + properties) {
    set_caps(raw_caps("I420", frame_width, frame_height, ",framerate=25/1,colorimetry=bt709"));
  }

  /// Pushes a frame whose upper rows have the value, and the others that of black.
  void push_rows(guint number, guint8 y, guint rows = frame_height, guint8 cb = 128,
                 guint8 cr = 128) {
    constexpr gsize luma = frame_width * frame_height, chroma = luma / 4;
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, luma + 2 * chroma, nullptr);
    gst_buffer_memset(buffer, 0, 16, luma);
    gst_buffer_memset(buffer, 0, y, gsize{frame_width} * rows);
    gst_buffer_memset(buffer, luma, cb, chroma);
    gst_buffer_memset(buffer, luma + chroma, cr, chroma);
    GST_BUFFER_PTS(buffer) = number * frame_time;
    GST_BUFFER_DURATION(buffer) = frame_time;
    fail_unless_equals_int(push(buffer), GST_FLOW_OK);
  }
  /// Black and white in turn, for three frames each.
  void push_flashes(guint first, guint end, guint rows = frame_height) {
    for (guint number = first; number < end; number++)
      push_rows(number, number / 3 % 2 == 0 ? 16 : 235, rows);
    drain();
  }
};

/// The field `flashes`; nullptr: there is none.
const GstStructure* flashes_of(const GstStructure* report) {
  const GValue* const value = gst_structure_get_value(report, "flashes");
  if (!value)
    return nullptr;
  fail_unless(GST_VALUE_HOLDS_STRUCTURE(value));
  return gst_value_get_structure(value);
}

struct Expected {
  const char* profile;
  double area;
  guint changes, red_changes;
  bool exceeded, extended;
};

void expect_flashes(const GstStructure* report, const Expected& expected) {
  const GstStructure* const flashes = flashes_of(report);
  fail_unless(flashes != nullptr);
  double area = NAN;
  guint changes = 99, red_changes = 99;
  gboolean exceeded = 9, extended = 9;
  fail_unless(gst_structure_has_name(flashes, "flashes"));
  fail_unless(gst_structure_get(flashes, "area", G_TYPE_DOUBLE, &area, "changes", G_TYPE_UINT,
                                &changes, "red-changes", G_TYPE_UINT, &red_changes, "exceeded",
                                G_TYPE_BOOLEAN, &exceeded, "extended", G_TYPE_BOOLEAN, &extended,
                                nullptr));
  fail_unless_equals_string(gst_structure_get_string(flashes, "profile"), expected.profile);
  fail_unless(std::abs(area - expected.area) < 1e-9, "area %g", area);
  fail_unless_equals_int(changes, expected.changes);
  fail_unless_equals_int(red_changes, expected.red_changes);
  fail_unless_equals_int(exceeded, expected.exceeded);
  fail_unless_equals_int(extended, expected.extended);
}

void flush(Stream& stream) {
  fail_unless(stream.push_event(gst_event_new_flush_start()));
  fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  fail_unless(stream.push_event(gst_event_new_segment(&segment)));
}

} // namespace

GST_START_TEST(the_seventh_change_in_a_second_exceeds_the_limit) {
  FlashStream stream("flashes=bt1702");
  stream.push_flashes(0, 50);
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 50);
  expect_flashes(reports[0], {"bt1702", 0, 0, 0, false, false});
  expect_flashes(reports[20], {"bt1702", 0, 6, 0, false, false});
  expect_flashes(reports[21], {"bt1702", 1, 7, 0, true, false});
}
GST_END_TEST

GST_START_TEST(flashes_that_go_on_are_extended) {
  FlashStream stream("flashes=bt1702");
  stream.push_flashes(0, 150);
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 150);
  expect_flashes(reports[70], {"bt1702", 1, 8, 0, true, false});
  expect_flashes(reports[149], {"bt1702", 1, 8, 0, true, true});
}
GST_END_TEST

GST_START_TEST(red_is_counted_by_itself) {
  FlashStream stream("flashes=bt1702");
  for (guint number = 0; number < 30; number++) { // red and blue of the same luma
    const bool red = number / 3 % 2 == 0;
    stream.push_rows(number, 63, frame_height, red ? 102 : 240, red ? 240 : 102);
  }
  stream.drain();
  const auto& reports = stream.reports();
  expect_flashes(reports[20], {"bt1702", 0, 0, 6, false, false});
  expect_flashes(reports[21], {"bt1702", 0, 0, 7, true, false});
}
GST_END_TEST

GST_START_TEST(profiles_have_their_own_limits) {
  constexpr guint rows = 16; // of 72, 22 %
  for (const char* profile : {"bt1702", "strict"}) {
    FlashStream stream(std::string("flashes=") + profile);
    stream.push_flashes(0, 30, rows);
    gboolean exceeded = 9;
    fail_unless(gst_structure_get_boolean(flashes_of(stream.reports()[25]), "exceeded", &exceeded));
    fail_unless_equals_int(exceeded, strcmp(profile, "strict") == 0);
  }
}
GST_END_TEST

GST_START_TEST(iris_has_the_means_of_frames) {
  FlashStream stream("flashes=iris");
  stream.push_flashes(0, 30);
  const auto& reports = stream.reports();
  expect_flashes(reports[20], {"iris", 0, 6, 0, false, false});
  expect_flashes(reports[21], {"iris", 1, 7, 0, true, false});
}
GST_END_TEST

GST_START_TEST(an_interval_has_the_largest_figures_of_its_frames) {
  FlashStream stream("flashes=bt1702 interval=2000000000");
  stream.push_flashes(0, 50);
  for (guint number = 50; number < 101; number++)
    stream.push_rows(number, 16);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  expect_flashes(reports[0], {"bt1702", 1, 9, 0, true, false});
  expect_flashes(reports[1], {"bt1702", 1, 8, 0, true, false}); // the last second of the first one
}
GST_END_TEST

GST_START_TEST(a_flush_begins_anew) {
  FlashStream stream("flashes=bt1702");
  stream.push_flashes(0, 20);
  flush(stream);
  stream.push_flashes(20, 30);
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 30);
  expect_flashes(reports[20], {"bt1702", 0, 0, 0, false, false});
  expect_flashes(reports[29], {"bt1702", 0, 3, 0, false, false});
}
GST_END_TEST

GST_START_TEST(nothing_is_told_that_was_not_asked_for) {
  FlashStream stream("");
  stream.push_flashes(0, 2);
  fail_unless(!gst_structure_has_field(stream.reports().back(), "flashes"));
  g_object_set(stream.element(), "flashes", "Ofcom", nullptr);
  stream.push_flashes(2, 3);
  expect_flashes(stream.reports().back(), {"ofcom", 0, 0, 0, false, false});
}
GST_END_TEST

GST_START_TEST(frames_without_sums_of_light_have_a_warning) {
  FlashStream stream("flashes=bt1702");
  g_object_set(stream.element(), "channels", "r", nullptr);
  stream.set_caps(raw_caps("RGBA", 16, 16));
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, 16 * 16 * 4, nullptr);
  gst_buffer_memset(buffer, 0, 0, 16 * 16 * 4);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  stream.drain();
  expect_warnings(stream,
                  {"flashes=\"bt1702\" has no effect on RGBA frames; convert them to Y'CbCr"});
  fail_unless(!gst_structure_has_field(stream.reports().back(), "flashes"));
}
GST_END_TEST

GST_START_TEST(frames_whose_luminance_would_not_fit_64_bits_have_no_iris) {
  // One row of pixels more than 2^63 / (10^4 2^24).
  const gsize width = 8192, height = 6712, size = width * height * 3 / 2;
  FlashStream stream("flashes=iris figures=iris+tout backend=cpu");
  stream.set_caps(raw_caps("I420", width, height));
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, size, nullptr);
  gst_buffer_memset(buffer, 0, 128, size);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  stream.drain();
  expect_warnings(stream, {"flashes=\"iris\" has no effect on I420 frames of more than 54975581 "
                           "pixels",
                           "figures=\"iris+tout\": I420 frames of more than 54975581 pixels have "
                           "no iris. Counted are tout"});
  fail_unless(!gst_structure_has_field(stream.reports().back(), "flashes"));
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, frames_whose_luminance_would_not_fit_64_bits_have_no_iris);
  tcase_add_test(chain, the_seventh_change_in_a_second_exceeds_the_limit);
  tcase_add_test(chain, flashes_that_go_on_are_extended);
  tcase_add_test(chain, red_is_counted_by_itself);
  tcase_add_test(chain, profiles_have_their_own_limits);
  tcase_add_test(chain, iris_has_the_means_of_frames);
  tcase_add_test(chain, an_interval_has_the_largest_figures_of_its_frames);
  tcase_add_test(chain, a_flush_begins_anew);
  tcase_add_test(chain, nothing_is_told_that_was_not_asked_for);
  tcase_add_test(chain, frames_without_sums_of_light_have_a_warning);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "flashes", add_tests);
}
