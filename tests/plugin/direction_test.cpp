// SPDX-License-Identifier: LGPL-2.1-or-later
// The histogram along a direction, as the element has it counted: exact, in messages and sums,
// changed while frames flow, refused where it cannot be had.
#include "tests/plugin/report_check.h"

#include <cmath>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::Positions;

namespace {

constexpr guint width = 37, height = 23;
using Matrix32 = std::vector<uint32_t>;

void set(Stream& stream, const char* name, const std::string& value) {
  gst_util_set_object_arg(G_OBJECT(stream.element()), name, value.c_str());
}

/// Where the pixels of a channel of the frame are at an angle.
Positions at_angle(const Frame& frame, double angle, Channel channel = Channel::luma) {
  const reference::PictureSize size = reference::picture_size(frame.view(), channel);
  return Positions::of_angle(angle, size.width, size.height);
}

Matrix32 matrix_of(const Frame& frame, const Positions& positions, Channel channel = Channel::luma,
                   guint bins = 256) {
  return reference::count_along(frame.view(), channel, bins, luma_bt709, positions);
}

GstVideoHistogram* histogram_of(GstBuffer* buffer) {
  fail_unless(buffer != nullptr);
  return gst_buffer_get_video_histogram_meta(buffer)->histogram;
}

void expect_matrix(GstVideoHistogram* histogram, const Matrix32& expected) {
  gsize n = 0;
  const guint32* counts = gst_video_histogram_get_direction_counts(histogram, &n);
  fail_unless(counts != nullptr);
  fail_unless_equals_uint64(n, expected.size());
  for (gsize i = 0; i < n; i++)
    fail_unless(counts[i] == expected[i], "count %" G_GSIZE_FORMAT ": %u instead of %u", i,
                counts[i], expected[i]);
}

/// Pushes the frame and returns what comes out, without waiting for its count.
GstBuffer* pass(Stream& stream, const Frame& frame) {
  fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out != nullptr);
  return out;
}

/// Pushes the frame and fails unless its histogram has that matrix, of that channel.
void expect_along(Stream& stream, const Frame& frame, const Positions& positions,
                  Channel channel = Channel::luma, guint bins = 256) {
  GstBuffer* out = pass(stream, frame);
  GstVideoHistogram* histogram = histogram_of(out);
  fail_unless(gst_video_histogram_has_direction(histogram));
  fail_unless_equals_string(gst_video_histogram_get_direction_channel(histogram),
                            channel_name(channel));
  fail_unless_equals_uint64(gst_video_histogram_get_direction_positions(histogram),
                            positions.count());
  fail_unless_equals_int(gst_video_histogram_get_direction_bins(histogram), bins);
  expect_matrix(histogram, matrix_of(frame, positions, channel, bins));
  gst_buffer_unref(out);
}

Frame numbered(guint number) {
  return make_plain_frame("RGBA", width, height, Content::noise, number + 1);
}

std::string text_of(GstMessage* message, GError** error) {
  gchar* debug = nullptr;
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR)
    gst_message_parse_error(message, error, &debug);
  else
    gst_message_parse_warning(message, error, &debug);
  g_free(debug);
  return (*error)->message;
}

/// Fails unless exactly one message of that type is there, of that code, with `word` in its text.
void expect_one_message(Stream& stream, GstMessageType type, GQuark domain, gint code,
                        const std::string& word) {
  GstMessage* message = stream.message(type);
  fail_unless(message != nullptr, "nothing said of '%s'", word.c_str());
  GError* error = nullptr;
  const std::string text = text_of(message, &error);
  fail_unless(g_error_matches(error, domain, code), "%s", text.c_str());
  fail_unless(text.find(word) != text.npos, "no '%s' in: %s", word.c_str(), text.c_str());
  g_error_free(error);
  gst_message_unref(message);
  fail_unless_equals_int(stream.count_messages(type), 0);
}

void expect_settings_warning(Stream& stream, const std::string& word) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     word);
}

} // namespace

GST_START_TEST(every_format_is_counted_exactly_at_every_angle) {
  Stream stream("directional=true");
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const Frame frame = make_plain_frame((*format)->name, width, height, Content::noise);
    const Channel channel = (*format)->is_rgb()                               ? Channel::luma
                            : (*format)->channels() & channel_bit(Channel::y) ? Channel::y
                                                                              : Channel::gray;
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
    guint flags = 0;
    g_object_get(stream.element(), "channels", &flags, nullptr);
    request.channels = select_channels(*frame.view().format, flags);
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
    const auto line = static_cast<guint>(gst_video_histogram_get_direction_line(histogram));
    fail_unless_equals_uint64(line, positions.at(c.x1, c.y1));
    fail_unless_equals_uint64(line, positions.at(c.x2, c.y2));
    for (guint y = 0; y < height; y++)
      for (guint x = 0; x < width; x++) {
        guint position = 0;
        fail_unless(gst_video_histogram_position(histogram, x, y, &position));
        fail_unless_equals_uint64(position, positions.at(x, y));
      }
    const FormatInfo& format = *frame.view().format;
    const Channel channel = format.is_rgb()                               ? Channel::luma
                            : format.channels() & channel_bit(Channel::y) ? Channel::y
                                                                          : Channel::gray;
    expect_matrix(histogram, matrix_of(frame, positions, channel));
    gst_buffer_unref(out);
  }
  // Without a line the angle counts again.
  set(stream, "line", "");
  stream.set_caps(raw_caps("RGBA", width, height));
  const Frame frame = numbered(3);
  GstBuffer* out = pass(stream, frame);
  fail_unless_equals_int(gst_video_histogram_get_direction_line(histogram_of(out)), -1);
  expect_matrix(histogram_of(out), matrix_of(frame, at_angle(frame, 77)));
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_single_channel_is_the_one_that_is_counted_along) {
  struct Case {
    const char* format;
    const char* channels;
    Channel expected;
  };
  const Case cases[] = {{"RGBA", "g", Channel::g},       {"RGBA", "a+cb", Channel::a},
                        {"RGBA", "r+g", Channel::luma},  {"RGBx", "b+a", Channel::b},
                        {"NV12", "cb", Channel::cb},     {"NV12", "cr+luma", Channel::cr},
                        {"NV12", "cb+cr", Channel::y},   {"YUY2", "cr", Channel::cr},
                        {"I420_10LE", "cb", Channel::cb}};
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
  expect_along(stream, frame, positions, Channel::cb);
  // Two pixels of one sample give no line.
  set(stream, "line", "2,2,3,3");
  expect_along(stream, frame, positions, Channel::cb);
  expect_settings_warning(stream, "impossible: in Cb");
}
GST_END_TEST

GST_START_TEST(a_change_holds_from_the_next_frame_on) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  GstBuffer* out = pass(stream, numbered(0));
  fail_if(gst_video_histogram_has_direction(histogram_of(out)));
  gst_buffer_unref(out);
  set(stream, "angle", "60");
  set(stream, "directional", "true");
  expect_along(stream, numbered(1), at_angle(numbered(1), 60));
  set(stream, "angle", "-60");
  expect_along(stream, numbered(2), at_angle(numbered(2), -60));
  set(stream, "line", "1,2,30,4");
  expect_along(stream, numbered(3), Positions::of_line(1, 2, 30, 4, width, height));
  set(stream, "bins", "7");
  expect_along(stream, numbered(4), Positions::of_line(1, 2, 30, 4, width, height), Channel::luma,
               7);
  set(stream, "directional", "false");
  out = pass(stream, numbered(5));
  fail_if(gst_video_histogram_has_direction(histogram_of(out)));
  fail_unless(gst_video_histogram_get_direction_counts(histogram_of(out), nullptr) == nullptr);
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
  ASSERT_WARNING(g_object_set(stream.element(), "angle", std::nan(""), nullptr));
  ASSERT_WARNING(g_object_set(stream.element(), "angle", HUGE_VAL, nullptr));
  ASSERT_WARNING(g_object_set(stream.element(), "angle", -HUGE_VAL, nullptr));
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
  expect_along(stream, numbered(4), at_angle(numbered(4), 20), Channel::luma, 16);
  expect_settings_warning(stream, "37x23");
  set(stream, "line", "0,0,36,0");
  expect_along(stream, numbered(5), Positions::of_line(0, 0, 36, 0, width, height), Channel::luma,
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
  fail_unless_equals_int(gst_video_histogram_get_direction_positions(histogram_of(out)), 2);
  gst_buffer_unref(out);
  set(stream, "angle", "0");
  expect_along(stream, frame, at_angle(frame, 90, Channel::gray), Channel::gray, 65536);
  expect_settings_warning(stream, "more than 67108864 counters");
  // What asks for fewer bins gets what was asked for.
  set(stream, "bins", "4096");
  expect_along(stream, frame, at_angle(frame, 0, Channel::gray), Channel::gray, 4096);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(what_frames_cannot_have_is_an_error_at_negotiation) {
  const std::pair<const char*, const char*> cases[] = {{"line=x", "give two pixels as x1,y1,x2,y2"},
                                                       {"line=5,5,5,5", "ends where it begins"},
                                                       {"line=0,0,37,0", "frames are 37x23"},
                                                       {"line=0,23,0,0", "frames are 37x23"},
                                                       {"channels=cb line=0,0,1,1", "in Cb"}};
  for (const auto& [properties, word] : cases) {
    Stream stream(std::string("directional=true ") + properties);
    stream.set_caps(raw_caps("NV12", width, height));
    const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
    fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_NOT_NEGOTIATED);
    expect_one_message(stream, GST_MESSAGE_ERROR, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, word);
  }
  Stream stream("directional=true bins=65536");
  stream.set_caps(raw_caps("GRAY16_LE", 1025, 2));
  const Frame frame = make_plain_frame("GRAY16_LE", 1025, 2, Content::noise);
  fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_NOT_NEGOTIATED);
  expect_one_message(stream, GST_MESSAGE_ERROR, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
                     "ask for fewer bins");
}
GST_END_TEST

GST_START_TEST(what_is_not_asked_for_is_not_refused) {
  Stream stream("line=x");
  stream.set_caps(raw_caps("RGBA", width, height));
  gst_buffer_unref(pass(stream, numbered(0)));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
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
  stream.set_caps(raw_caps("RGBA", 30, 100));
  const Frame frame = make_plain_frame("RGBA", 30, 100, Content::noise);
  fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_NOT_NEGOTIATED);
  expect_one_message(stream, GST_MESSAGE_ERROR, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
                     "frames are 30x100");
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
  fail_if(gst_video_histogram_has_direction(region));
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

/// Fails unless the message has the direction with these counts.
static void expect_direction(const GstStructure* report, const Matrix32& expected, guint bins,
                             gint line) {
  const GValue* value = gst_structure_get_value(report, "direction");
  fail_unless(value && GST_VALUE_HOLDS_STRUCTURE(value));
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
    fail_unless_equals_int(gst_structure_has_field(reports[0], "direction"), wanted);
    const Matrix32 expected = matrix_of(numbered(0), positions, Channel::luma, 16);
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
  fail_if(gst_structure_has_field(reports[0], "direction"));
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
      const Matrix32 one = matrix_of(frame, at_angle(frame, angle), Channel::luma, 32);
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
  fail_if(gst_structure_has_field(reports[2], "direction"));
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
  fail_unless(gst_video_histogram_has_direction(histogram_of(out)));
  fail_if(gst_video_histogram_wait_direction(histogram_of(out), 30 * GST_SECOND, &error));
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
  tcase_add_test(chain, a_change_holds_from_the_next_frame_on);
  tcase_add_test(chain, a_value_that_is_none_is_refused_while_running_and_the_old_one_stays);
  tcase_add_test(chain,
                 a_line_that_leaves_the_frames_is_one_warning_and_the_direction_before_stays);
  tcase_add_test(chain, too_many_counters_are_refused);
  tcase_add_test(chain, what_frames_cannot_have_is_an_error_at_negotiation);
  tcase_add_test(chain, what_is_not_asked_for_is_not_refused);
  tcase_add_test(chain, a_caps_change_gives_positions_of_the_new_size);
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
