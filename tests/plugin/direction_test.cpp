// SPDX-License-Identifier: LGPL-2.1-or-later
// The histogram along a direction, as the element has it counted: exact, in messages and sums, and
// whatever becomes of the device.
#include "plugin/channel_list.h"
#include "tests/plugin/direction_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Positions;

namespace {

/// What is counted along a direction where nobody has chosen.
Quantity default_channel(const FormatInfo& format) {
  return format.is_rgb()                                 ? Quantity::luma
         : format.channels() & quantity_bit(Quantity::y) ? Quantity::y
                                                         : Quantity::gray;
}

/// Fails unless the message has the direction with these counts.
void expect_direction(const GstStructure* report, const Matrix32& expected, guint bins, gint line) {
  const GValue* all = gst_structure_get_value(report, "projections");
  fail_unless(all && GST_VALUE_HOLDS_ARRAY(all));
  fail_unless_equals_int(gst_value_array_get_size(all), 1);
  const GValue* value = gst_value_array_get_value(all, 0);
  fail_unless(GST_VALUE_HOLDS_STRUCTURE(value));
  const GstStructure* direction = gst_value_get_structure(value);
  fail_unless_equals_string(gst_structure_get_string(direction, "channel"), "LUMA");
  gdouble angle = -1;
  fail_unless(gst_structure_get_double(direction, "angle", &angle) && angle >= 0 && angle < 360);
  guint number = 0;
  fail_unless(gst_structure_get_uint(direction, "bins", &number) && number == bins);
  fail_unless_equals_int(gst_structure_get_uint(direction, "line", &number), line >= 0);
  fail_unless(line < 0 || number == static_cast<guint>(line));
  guint positions = 0;
  fail_unless(gst_structure_get_uint(direction, "positions", &positions));
  fail_unless_equals_uint64(positions * bins, expected.size());
  const GValue* matrix = gst_structure_get_value(direction, "counts");
  fail_unless(matrix && GST_VALUE_HOLDS_ARRAY(matrix));
  fail_unless_equals_int(gst_value_array_get_size(matrix), positions);
  for (guint p = 0; p < positions; p++) {
    const GValue* row = gst_value_array_get_value(matrix, p);
    fail_unless_equals_int(gst_value_array_get_size(row), bins);
    for (guint b = 0; b < bins; b++)
      fail_unless_equals_int(g_value_get_uint(gst_value_array_get_value(row, b)),
                             expected[p * bins + b]);
  }
}

} // namespace

GST_START_TEST(every_format_is_counted_exactly_at_every_angle) {
  Stream stream("directional=true");
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const Frame frame = make_plain_frame((*format)->name, width, height, Content::noise);
    const Quantity channel = default_channel(**format);
    stream.set_caps(raw_caps((*format)->name, width, height));
    for (double angle : {0.0, 90.0, 180.0, 270.0, 45.0, 17.25, -30.0, 1e6 + 0.5, 359.999}) {
      g_object_set(stream.element(), "angle", angle, nullptr);
      expect_along(stream, frame, at_angle(frame, angle, channel), channel);
    }
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(it_comes_beside_the_counts_of_the_channels) {
  for (const char* channels : {"r+g+b+a", "r+luma", "luma"}) {
    Stream stream(std::string("directional=true angle=30 channels=") + channels);
    stream.set_caps(raw_caps("RGBA", width, height));
    const Frame frame = numbered(0);
    Request request = default_request(frame);
    request.channels = select_quantities(*frame.view().format, *parse_channel_list(channels));
    GstBuffer* out = pass(stream, frame);
    expect_histograms(out, frame, request);
    expect_matrix(histogram_of(out), matrix_of(frame, at_angle(frame, 30)));
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(the_pixels_of_a_line_have_one_position) {
  struct Case {
    const char* format;
    const char* line;
    int64_t x1, y1, x2, y2;
  };
  const Case cases[] = {
      {"RGBA", "0,0,36,22", 0, 0, 36, 22},    {"RGBA", "36,0,0,22", 36, 0, 0, 22},
      {"BGR", " 5 , 3, 5 ,20 ", 5, 3, 5, 20}, {"GRAY8", "30,7,2,7", 30, 7, 2, 7},
      {"NV12", "11,2,12,2", 11, 2, 12, 2},    {"P010_10LE", "1,22,35,0", 1, 22, 35, 0}};
  Stream stream("directional=true angle=77");
  for (const Case& c : cases) {
    const Frame frame = make_plain_frame(c.format, width, height, Content::noise);
    const Positions positions = Positions::of_line(c.x1, c.y1, c.x2, c.y2, width, height);
    stream.set_caps(raw_caps(c.format, width, height));
    set(stream, "line", c.line);
    GstBuffer* out = pass(stream, frame);
    GstVideoHistogram* histogram = histogram_of(out);
    const auto line =
        static_cast<guint>(gst_video_histogram_projection_get_line(projection_of(histogram)));
    fail_unless_equals_uint64(line, positions.at(c.x1, c.y1));
    fail_unless_equals_uint64(line, positions.at(c.x2, c.y2));
    for (guint y = 0; y < height; y++)
      for (guint x = 0; x < width; x++) {
        guint position = 0;
        fail_unless(
            gst_video_histogram_projection_get_position(projection_of(histogram), x, y, &position));
        fail_unless_equals_uint64(position, positions.at(x, y));
      }
    expect_matrix(histogram, matrix_of(frame, positions, default_channel(*frame.view().format)));
    gst_buffer_unref(out);
  }
  // Without a line the angle counts again.
  set(stream, "line", "");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Frame frame = numbered(3);
  GstBuffer* out = pass(stream, frame);
  fail_unless_equals_int(gst_video_histogram_projection_get_line(projection_of(histogram_of(out))),
                         -1);
  expect_matrix(histogram_of(out), matrix_of(frame, at_angle(frame, 77)));
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_single_channel_is_the_one_that_is_counted_along) {
  struct Case {
    const char* format;
    const char* channels;
    Quantity expected;
  };
  const Case cases[] = {{"RGBA", "g", Quantity::g},       {"RGBA", "a+cb", Quantity::a},
                        {"RGBA", "r+g", Quantity::luma},  {"RGBx", "b+a", Quantity::b},
                        {"NV12", "cb", Quantity::cb},     {"NV12", "cr+luma", Quantity::cr},
                        {"NV12", "cb+cr", Quantity::y},   {"YUY2", "cr", Quantity::cr},
                        {"I420_10LE", "cb", Quantity::cb}};
  Stream stream("directional=true angle=33 bins=100");
  for (const Case& c : cases) {
    const Frame frame = make_plain_frame(c.format, width, height, Content::noise);
    set(stream, "channels", c.channels);
    stream.set_caps(raw_caps(c.format, width, height));
    expect_along(stream, frame, at_angle(frame, 33, c.expected), c.expected, 100);
  }
}
GST_END_TEST

GST_START_TEST(a_line_in_a_subsampled_channel_goes_through_its_samples) {
  Stream stream("directional=true channels=cb line=3,1,36,22");
  stream.set_caps(raw_caps("NV12", width, height));
  const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
  const Positions positions = Positions::of_line(1, 0, 18, 11, 19, 12);
  expect_along(stream, frame, positions, Quantity::cb);
  // Two pixels of one sample give no line.
  set(stream, "line", "2,2,3,3");
  expect_along(stream, frame, positions, Quantity::cb);
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     "impossible: in Cb");
}
GST_END_TEST

GST_START_TEST(regions_have_no_direction) {
  Stream stream("directional=true angle=10");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Frame frame = numbered(0);
  GstBuffer* buffer = make_plain_buffer(frame);
  gst_buffer_add_video_region_of_interest_meta(buffer, "thing", 3, 4, 10, 10)->id = 7;
  stream.push(buffer);
  GstBuffer* out = stream.pull();
  expect_matrix(histogram_of(out), matrix_of(frame, at_angle(frame, 10)));
  GstVideoHistogram* region = gst_buffer_get_video_histogram_meta_id(out, 7)->histogram;
  fail_unless_equals_int(gst_video_histogram_get_n_projections(region), 0);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(region, 0), 100);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_held_histogram_is_read_when_the_pipeline_is_gone) {
  std::vector<GstVideoHistogram*> held;
  {
    Stream stream("directional=true angle=123");
    stream.set_caps(raw_caps("RGBA", width, height));
    for (guint i = 0; i < 7; i++) {
      GstBuffer* out = pass(stream, numbered(i));
      held.push_back(gst_video_histogram_ref(histogram_of(out)));
      gst_buffer_unref(out);
    }
  }
  for (guint i = 0; i < held.size(); i++) {
    const Frame frame = numbered(i);
    if (i != 3) // one is let go unread
      expect_matrix(held[i], matrix_of(frame, at_angle(frame, 123)));
    gst_video_histogram_unref(held[i]);
  }
}
GST_END_TEST

GST_START_TEST(a_message_has_the_matrix_only_if_that_is_asked_for) {
  Stream stream("directional=true line=3,4,9,20 bins=16 post-messages=true");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Positions positions = Positions::of_line(3, 4, 9, 20, width, height);
  for (bool wanted : {false, true, false}) {
    g_object_set(stream.element(), "message-matrix", wanted, nullptr);
    gst_buffer_unref(pass(stream, numbered(0)));
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    fail_unless(gst_structure_has_field(reports[0], "counts"));
    fail_unless_equals_int(gst_structure_has_field(reports[0], "projections"), wanted);
    const Matrix32 expected = matrix_of(numbered(0), positions, Quantity::luma, 16);
    if (wanted)
      expect_direction(reports[0], expected, 16, static_cast<gint>(positions.at(3, 4)));
    // The histogram itself has it all the same.
    auto* histogram = static_cast<GstVideoHistogram*>(
        g_value_get_boxed(gst_structure_get_value(reports[0], "histogram")));
    expect_matrix(histogram, expected);
  }
  g_object_set(stream.element(), "message-matrix", TRUE, "message-counts", FALSE, "directional",
               FALSE, nullptr);
  gst_buffer_unref(pass(stream, numbered(0)));
  stream.drain();
  const auto& reports = stream.reports();
  fail_if(gst_structure_has_field(reports[0], "counts"));
  fail_if(gst_structure_has_field(reports[0], "projections"));
}
GST_END_TEST

GST_START_TEST(an_interval_sums_matrices_and_ends_when_the_direction_changes) {
  Stream stream("directional=true angle=40 bins=32 post-messages=true message-matrix=true "
                "interval=18446744073709551615");
  stream.set_caps(raw_caps("RGBA", width, height));
  const auto sum = [](double angle, guint first, guint end) {
    Matrix32 total;
    for (guint i = first; i < end; i++) {
      const Frame frame = numbered(i);
      const Matrix32 one = matrix_of(frame, at_angle(frame, angle), Quantity::luma, 32);
      total.resize(one.size());
      for (gsize k = 0; k < one.size(); k++)
        total[k] += one[k];
    }
    return total;
  };
  const auto pass_some = [&stream](guint first, guint end) {
    for (guint i = first; i < end; i++)
      gst_buffer_unref(pass(stream, numbered(i)));
  };
  pass_some(0, 3);
  set(stream, "line", "0,0,0,23"); // not possible: changes nothing
  pass_some(3, 5);
  set(stream, "line", "");
  pass_some(5, 6);
  set(stream, "angle", "41");
  pass_some(6, 8);
  set(stream, "directional", "false");
  set(stream, "angle", "1");
  pass_some(8, 9);
  set(stream, "angle", "2"); // of no meaning without a direction
  pass_some(9, 11);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 6);
  expect_direction(reports[0], sum(40, 0, 6), 32, -1);
  fail_unless_equals_uint64(uint64_field(reports[1], "frames"), 2);
  expect_direction(reports[1], sum(41, 6, 8), 32, -1);
  fail_unless_equals_uint64(uint64_field(reports[2], "frames"), 3);
  fail_if(gst_structure_has_field(reports[2], "projections"));
}
GST_END_TEST

GST_START_TEST(a_failing_device_costs_no_matrix) {
  FakeConfig config;
  config.faults = {{2, 1, FaultStage::wait, ErrorKind::transient},
                   {5, 1, FaultStage::submit, ErrorKind::transient},
                   {8, 1, FaultStage::wait, ErrorKind::device_lost}};
  set_fake(config);
  Stream stream("directional=true angle=200");
  stream.set_caps(raw_caps("RGBA", width, height));
  for (guint i = 0; i < 16; i++)
    expect_along(stream, numbered(i), at_angle(numbered(i), 200));
  fail_unless_equals_uint64(stream.stat("counted"), 16);
  fail_unless(stream.stat("counted-cpu") >= 3);
}
GST_END_TEST

GST_START_TEST(a_frame_that_fails_says_so_of_its_matrix) {
  FakeConfig config;
  config.host_pixels = false; // so that nobody else can count it
  config.faults = {{2, 1, FaultStage::wait, ErrorKind::transient}};
  set_fake(config);
  Stream stream("directional=true");
  stream.set_caps(raw_caps("RGBA", width, height));
  gst_buffer_unref(pass(stream, numbered(0)));
  GstBuffer* out = pass(stream, numbered(1));
  GError* error = nullptr;
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 1);
  fail_if(gst_video_histogram_projection_wait(projection_of(histogram_of(out)), 30 * GST_SECOND,
                                              &error));
  fail_unless(
      g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES));
  g_error_free(error);
  gst_buffer_unref(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_format_is_counted_exactly_at_every_angle);
  tcase_add_test(chain, it_comes_beside_the_counts_of_the_channels);
  tcase_add_test(chain, the_pixels_of_a_line_have_one_position);
  tcase_add_test(chain, a_single_channel_is_the_one_that_is_counted_along);
  tcase_add_test(chain, a_line_in_a_subsampled_channel_goes_through_its_samples);
  tcase_add_test(chain, regions_have_no_direction);
  tcase_add_test(chain, a_held_histogram_is_read_when_the_pipeline_is_gone);
  tcase_add_test(chain, a_message_has_the_matrix_only_if_that_is_asked_for);
  tcase_add_test(chain, an_interval_sums_matrices_and_ends_when_the_direction_changes);
  if (who() == Who::fake) {
    tcase_add_test(chain, a_failing_device_costs_no_matrix);
    tcase_add_test(chain, a_frame_that_fails_says_so_of_its_matrix);
  }
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "direction", add_tests);
}
