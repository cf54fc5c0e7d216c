// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Projections that the element has counted are exact: on buffers, in messages and in sums, also if
// the device fails.
#include "plugin/settings/channel_list.h"
#include "tests/plugin/support/known_formats.h"
#include "tests/plugin/support/projection_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Positions;

namespace {

/// A channel that the format has: LUMA, or what it has in its place.
Quantity main_channel(const FormatInfo& format) {
  return format.is_rgb()                                 ? Quantity::luma
         : format.channels() & quantity_bit(Quantity::y) ? Quantity::y
                                                         : Quantity::gray;
}

std::string lower_name(Quantity channel) {
  std::string name = quantity_name(channel);
  for (char& letter : name)
    letter = g_ascii_tolower(letter);
  return name;
}

/// Fails unless the message has `n` projections, of which that one is of LUMA with these counts.
void expect_projection(const GstStructure* report, const Matrix32& expected, guint bins, gint line,
                       guint index = 0, guint n = 1) {
  const GValue* all = gst_structure_get_value(report, "projections");
  fail_unless(all && GST_VALUE_HOLDS_ARRAY(all));
  fail_unless_equals_int(gst_value_array_get_size(all), n);
  const GValue* value = gst_value_array_get_value(all, index);
  fail_unless(GST_VALUE_HOLDS_STRUCTURE(value));
  const GstStructure* projection = gst_value_get_structure(value);
  fail_unless(gst_structure_has_name(projection, "projection"));
  fail_unless_equals_string(gst_structure_get_string(projection, "channel"), "LUMA");
  gdouble angle = -1;
  fail_unless(gst_structure_get_double(projection, "angle", &angle) && angle >= 0 && angle < 360);
  guint number = 0;
  fail_unless(gst_structure_get_uint(projection, "bins", &number) && number == bins);
  fail_unless_equals_int(gst_structure_get_uint(projection, "line", &number), line >= 0);
  fail_unless(line < 0 || number == static_cast<guint>(line));
  guint positions = 0;
  fail_unless(gst_structure_get_uint(projection, "positions", &positions));
  fail_unless_equals_uint64(positions * bins, expected.size());
  const GValue* matrix = gst_structure_get_value(projection, "counts");
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
  Stream stream;
  for (const FormatInfo* format : known_plain_formats()) {
    const Frame frame = make_plain_frame(format->name, width, height, Content::noise);
    const Quantity channel = main_channel(*format);
    stream.set_caps(raw_caps(format->name, width, height));
    for (double angle : {0.0, 90.0, 180.0, 270.0, 45.0, 17.25, -30.0, 1e6 + 0.5, 359.999}) {
      set(stream, "projections", lower_name(channel) + "@" + std::to_string(angle));
      expect_projection(stream, frame, at_angle(frame, angle, channel), channel);
    }
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

/// A projection of a channel, as the property takes it and as the reference counts it.
struct Case {
  std::string across; ///< "@" and what follows it
  Quantity channel;
  Positions positions;
};

/// Projections at angles and along lines, of that frame and of every channel that is named.
static std::vector<Case> several(const Frame& frame, const std::vector<Quantity>& channels) {
  std::vector<Case> cases;
  for (const Quantity channel : channels) {
    const reference::PictureSize size = reference::picture_size(frame.view(), channel);
    for (const double angle : {0.0, 90.0, 212.5})
      cases.push_back({"@" + std::to_string(angle), channel, at_angle(frame, angle, channel)});
    const guint x = width > size.width ? 1 : 0, y = height > size.height ? 1 : 0;
    cases.push_back(
        {"@line(4,20,33,2)", channel,
         Positions::of_line(4 >> x, 20 >> y, 33 >> x, 2 >> y, size.width, size.height)});
  }
  return cases;
}

GST_START_TEST(any_number_of_projections_is_counted_in_every_frame) {
  const std::pair<const char*, std::vector<Quantity>> formats[] = {
      {"RGBA", {Quantity::luma, Quantity::g, Quantity::r, Quantity::a}},
      {"BGR", {Quantity::b, Quantity::luma}},
      {"NV12", {Quantity::cr, Quantity::y, Quantity::cb}},
      {"I420_10LE", {Quantity::y, Quantity::cb}},
      {"ARGB64", {Quantity::luma, Quantity::b}},
      {"GRAY16_LE", {Quantity::gray}}};
  for (const char* settings : {"", "bins=33", "bins=0 channels=luma+y+gray"}) {
    Stream stream(settings);
    for (const auto& [format, channels] : formats) {
      stream.set_caps(raw_caps(format, width, height));
      for (guint number = 0; number < 4; number++) {
        const Frame frame = make_plain_frame(format, width, height, Content::noise, number + 1);
        const std::vector<Case> cases = several(frame, channels);
        std::string text;
        for (const Case& c : cases)
          text += lower_name(c.channel) + c.across + ";";
        set(stream, "projections", text);
        GstBuffer* out = pass(stream, frame);
        GstVideoHistogram* histogram = histogram_of(out);
        fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), cases.size());
        for (guint i = 0; i < cases.size(); i++) {
          GstVideoHistogramProjection* projection = projection_of(histogram, i);
          fail_unless_equals_string(gst_video_histogram_projection_get_channel(projection),
                                    quantity_name(cases[i].channel));
          expect_matrix(projection, matrix_of(frame, cases[i].positions, cases[i].channel,
                                              gst_video_histogram_get_bins(histogram, 0)));
        }
        gst_buffer_unref(out);
      }
    }
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
}
GST_END_TEST

GST_START_TEST(projections_of_many_frames_are_read_in_any_order) {
  std::vector<GstVideoHistogram*> held;
  Stream stream("bins=16");
  set(stream, "projections", "r+g+b@0; luma@90; g@line(3,4,9,20)");
  stream.set_caps(raw_caps("RGBA", width, height));
  for (guint i = 0; i < 9; i++) {
    GstBuffer* out = pass(stream, numbered(i));
    held.push_back(gst_video_histogram_ref(histogram_of(out)));
    gst_buffer_unref(out);
  }
  for (guint i = held.size(); i-- > 0;) {
    const Frame frame = numbered(i);
    const Positions line = Positions::of_line(3, 4, 9, 20, width, height);
    expect_matrix(projection_of(held[i], 4), matrix_of(frame, line, Quantity::g, 16));
    expect_matrix(projection_of(held[i], 3),
                  matrix_of(frame, at_angle(frame, 90), Quantity::luma, 16));
    if (i % 2 == 0) // the others are let go unread
      for (const Quantity q : {Quantity::b, Quantity::g, Quantity::r})
        expect_matrix(projection_of(held[i], static_cast<guint>(q)),
                      matrix_of(frame, at_angle(frame, 0, q), q, 16));
    gst_video_histogram_unref(held[i]);
  }
}
GST_END_TEST

GST_START_TEST(it_comes_beside_the_counts_of_the_channels) {
  for (const char* channels : {"r+g+b+a", "r+luma", "luma"}) {
    Stream stream(std::string("projections=luma@30 channels=") + channels);
    stream.set_caps(raw_caps("RGBA", width, height));
    const Frame frame = numbered(0);
    Request request = default_request(frame);
    request.channels =
        select_plane_quantities(*frame.view().format, **parse_channel_list(channels));
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
  Stream stream;
  for (const Case& c : cases) {
    const Frame frame = make_plain_frame(c.format, width, height, Content::noise);
    const Positions positions = Positions::of_line(c.x1, c.y1, c.x2, c.y2, width, height);
    const Quantity channel = main_channel(*frame.view().format);
    stream.set_caps(raw_caps(c.format, width, height));
    set(stream, "projections", lower_name(channel) + "@line(" + c.line + ")");
    GstBuffer* out = pass(stream, frame);
    GstVideoHistogramProjection* projection = projection_of(histogram_of(out));
    const auto line = static_cast<guint>(gst_video_histogram_projection_get_line(projection));
    fail_unless_equals_uint64(line, positions.at(c.x1, c.y1));
    fail_unless_equals_uint64(line, positions.at(c.x2, c.y2));
    for (guint y = 0; y < height; y++)
      for (guint x = 0; x < width; x++) {
        guint position = 0;
        fail_unless(gst_video_histogram_projection_get_position(projection, x, y, &position));
        fail_unless_equals_uint64(position, positions.at(x, y));
      }
    expect_matrix(projection, matrix_of(frame, positions, channel));
    gst_buffer_unref(out);
  }
  // With an angle there is no line.
  set(stream, "projections", "y@77");
  GstBuffer* out = pass(stream, make_plain_frame("P010_10LE", width, height, Content::noise));
  fail_unless_equals_int(gst_video_histogram_projection_get_line(projection_of(histogram_of(out))),
                         -1);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(every_channel_of_a_format_can_be_projected) {
  const std::pair<const char*, std::vector<Quantity>> cases[] = {
      {"RGBA", {Quantity::r, Quantity::g, Quantity::b, Quantity::a, Quantity::luma}},
      {"NV12", {Quantity::y, Quantity::cb, Quantity::cr}},
      {"YUY2", {Quantity::cr}},
      {"I420_10LE", {Quantity::cb}},
      {"GRAY16_LE", {Quantity::gray}}};
  Stream stream("bins=100");
  for (const auto& [format, channels] : cases) {
    const Frame frame = make_plain_frame(format, width, height, Content::noise);
    stream.set_caps(raw_caps(format, width, height));
    for (Quantity channel : channels) {
      set(stream, "projections", lower_name(channel) + "@33");
      expect_projection(stream, frame, at_angle(frame, 33, channel), channel, 100);
    }
  }
}
GST_END_TEST

GST_START_TEST(a_line_in_a_subsampled_channel_goes_through_its_samples) {
  Stream stream("projections=cb@line(3,1,36,22)");
  stream.set_caps(raw_caps("NV12", width, height));
  const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
  const Positions positions = Positions::of_line(1, 0, 18, 11, 19, 12);
  expect_projection(stream, frame, positions, Quantity::cb);
  // Two pixels of one sample give no line.
  set(stream, "projections", "cb@line(2,2,3,3)");
  expect_projection(stream, frame, positions, Quantity::cb);
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     "cb@line(2,2,3,3) is impossible");
}
GST_END_TEST

GST_START_TEST(regions_have_no_projections) {
  Stream stream("projections=luma@10");
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
    Stream stream("projections=luma@123");
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

GST_START_TEST(a_message_has_the_projections_only_if_that_is_asked_for) {
  Stream stream("projections=luma@line(3,4,9,20) bins=16 post-messages=true");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Positions positions = Positions::of_line(3, 4, 9, 20, width, height);
  for (bool wanted : {false, true, false}) {
    g_object_set(stream.element(), "message-projections", wanted, nullptr);
    gst_buffer_unref(pass(stream, numbered(0)));
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    fail_unless(gst_structure_has_field(reports[0], "counts"));
    fail_unless_equals_int(gst_structure_has_field(reports[0], "projections"), wanted);
    const Matrix32 expected = matrix_of(numbered(0), positions, Quantity::luma, 16);
    if (wanted)
      expect_projection(reports[0], expected, 16, static_cast<gint>(positions.at(3, 4)));
    // The histogram itself has it all the same.
    auto* histogram = static_cast<GstVideoHistogram*>(
        g_value_get_boxed(gst_structure_get_value(reports[0], "histogram")));
    expect_matrix(histogram, expected);
  }
  g_object_set(stream.element(), "message-projections", TRUE, "message-counts", FALSE,
               "projections", "", nullptr);
  gst_buffer_unref(pass(stream, numbered(0)));
  stream.drain();
  const auto& reports = stream.reports();
  fail_if(gst_structure_has_field(reports[0], "counts"));
  fail_if(gst_structure_has_field(reports[0], "projections"));
}
GST_END_TEST

GST_START_TEST(an_interval_sums_matrices_and_ends_when_the_projections_change) {
  Stream stream("projections=luma@40 bins=32 post-messages=true message-projections=true "
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
  set(stream, "projections", "luma@line(0,0,0,23)"); // not possible: changes nothing
  pass_some(3, 5);
  set(stream, "projections", " LUMA @ 40.0 ; "); // the same
  pass_some(5, 6);
  set(stream, "projections", "luma@41");
  pass_some(6, 8);
  set(stream, "projections", "");
  pass_some(8, 9);
  set(stream, "projections", " ; ;"); // the same
  pass_some(9, 11);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 6);
  expect_projection(reports[0], sum(40, 0, 6), 32, -1);
  fail_unless_equals_uint64(uint64_field(reports[1], "frames"), 2);
  expect_projection(reports[1], sum(41, 6, 8), 32, -1);
  fail_unless_equals_uint64(uint64_field(reports[2], "frames"), 3);
  fail_if(gst_structure_has_field(reports[2], "projections"));
}
GST_END_TEST

GST_START_TEST(a_message_and_an_interval_have_all_projections) {
  Stream stream("bins=8 post-messages=true message-projections=true interval=18446744073709551615");
  set(stream, "projections", "luma@0; luma@line(3,4,9,20); luma@90");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Frame any = numbered(0);
  const Positions positions[] = {at_angle(any, 0), Positions::of_line(3, 4, 9, 20, width, height),
                                 at_angle(any, 90)};
  Matrix32 sums[3];
  for (guint f = 0; f < 5; f++) {
    const Frame frame = numbered(f);
    gst_buffer_unref(pass(stream, frame));
    for (guint i = 0; i < 3; i++) {
      const Matrix32 one = matrix_of(frame, positions[i], Quantity::luma, 8);
      sums[i].resize(one.size());
      for (gsize k = 0; k < one.size(); k++)
        sums[i][k] += one[k];
    }
  }
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 5);
  for (guint i = 0; i < 3; i++)
    expect_projection(reports[0], sums[i], 8,
                      i == 1 ? static_cast<gint>(positions[1].at(3, 4)) : -1, i, 3);
}
GST_END_TEST

GST_START_TEST(a_failing_device_costs_no_matrix) {
  FakeConfig config;
  config.faults = {{2, 1, FaultStage::wait, ErrorKind::transient},
                   {5, 1, FaultStage::submit, ErrorKind::transient},
                   {8, 1, FaultStage::wait, ErrorKind::device_lost}};
  set_fake(config);
  Stream stream("projections=luma@200");
  stream.set_caps(raw_caps("RGBA", width, height));
  for (guint i = 0; i < 16; i++)
    expect_projection(stream, numbered(i), at_angle(numbered(i), 200));
  fail_unless_equals_uint64(stream.stat("counted"), 16);
  fail_unless(stream.stat("counted-cpu") >= 3);
}
GST_END_TEST

GST_START_TEST(a_frame_that_fails_says_so_of_its_matrix) {
  FakeConfig config;
  config.host_pixels = false; // the CPU cannot count the frame either
  config.faults = {{2, 1, FaultStage::wait, ErrorKind::transient}};
  set_fake(config);
  Stream stream("projections=luma@0");
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
  tcase_add_test(chain, any_number_of_projections_is_counted_in_every_frame);
  tcase_add_test(chain, projections_of_many_frames_are_read_in_any_order);
  tcase_add_test(chain, it_comes_beside_the_counts_of_the_channels);
  tcase_add_test(chain, the_pixels_of_a_line_have_one_position);
  tcase_add_test(chain, every_channel_of_a_format_can_be_projected);
  tcase_add_test(chain, a_line_in_a_subsampled_channel_goes_through_its_samples);
  tcase_add_test(chain, regions_have_no_projections);
  tcase_add_test(chain, a_held_histogram_is_read_when_the_pipeline_is_gone);
  tcase_add_test(chain, a_message_has_the_projections_only_if_that_is_asked_for);
  tcase_add_test(chain, an_interval_sums_matrices_and_ends_when_the_projections_change);
  tcase_add_test(chain, a_message_and_an_interval_have_all_projections);
  if (who() == Who::fake) {
    tcase_add_test(chain, a_failing_device_costs_no_matrix);
    tcase_add_test(chain, a_frame_that_fails_says_so_of_its_matrix);
  }
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "projections", add_tests);
}
