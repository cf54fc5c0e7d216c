// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Caps that change, that are refused, that leave things open.
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/known_formats.h"

#include <mutex>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

struct Shape {
  const char* format;
  guint width, height;
};

constexpr Shape shapes[] = {{"RGBA", 16, 16},     {"RGBA", 1280, 720}, {"RGBA", 16, 16},
                            {"NV12", 1280, 720},  {"I420", 333, 111},  {"P010_10LE", 640, 480},
                            {"GRAY8", 333, 111},  {"BGR", 640, 480},   {"YUY2", 3, 3},
                            {"RGBA64_LE", 64, 9}, {"xRGB", 1, 1},      {"RGBA", 1280, 720}};

} // namespace

GST_START_TEST(every_frame_is_exact_while_caps_change_with_jobs_in_flight) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(5);
  set_fake(config);
  Stream stream;
  std::vector<std::pair<GstBuffer*, Frame>> out;
  guint seed = 0;
  for (const Shape& shape : shapes) {
    stream.set_caps(raw_caps(shape.format, shape.width, shape.height));
    for (int i = 0; i < 3; i++) {
      Frame frame =
          make_plain_frame(shape.format, shape.width, shape.height, Content::noise, ++seed);
      fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
      out.emplace_back(stream.pull(), std::move(frame));
    }
  }
  for (auto& [buffer, frame] : out) {
    expect_histograms(buffer, frame, default_request(frame));
    gst_buffer_unref(buffer);
  }
  fail_unless_equals_uint64(stream.stat("counted"), 3 * G_N_ELEMENTS(shapes));
}
GST_END_TEST

GST_START_TEST(all_of_the_old_caps_is_finished_when_the_new_caps_pass) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(50);
  config.log = std::make_shared<FakeLog>();
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (int i = 0; i < 3; i++)
    stream.push(make_plain_buffer(make_plain_frame("RGBA", 32, 32, Content::noise)));
  fail_unless(config.log->pending > 0);
  stream.set_caps(raw_caps("RGBA", 64, 64));
  fail_unless_equals_uint64(config.log->pending, 0);
}
GST_END_TEST

GST_START_TEST(downstream_that_refuses_the_caps_stops_the_stream_cleanly) {
  const std::string line = "videotestsrc num-buffers=3 ! " + raw_caps("RGBA", 32, 24) + " ! " +
                           element_line("name=it") + " ! capsfilter name=after ! fakesink";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  GstElement* after = gst_bin_get_by_name(GST_BIN(pipeline), "after");
  gst_util_set_object_arg(G_OBJECT(after), "caps", "video/x-raw,format=GRAY8");
  for (bool refused : {true, false}) {
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstBus* bus = GST_ELEMENT_BUS(pipeline);
    GstMessage* end = gst_bus_timed_pop_filtered(
        bus, 30 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_ERROR | GST_MESSAGE_EOS));
    fail_unless(end != nullptr);
    fail_unless_equals_int(GST_MESSAGE_TYPE(end), refused ? GST_MESSAGE_ERROR : GST_MESSAGE_EOS);
    gst_message_unref(end);
    gst_element_get_state(pipeline, nullptr, nullptr, GST_SECOND / 5);
    guint more = 0;
    while (GstMessage* message = gst_bus_pop(bus)) {
      more += GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
      gst_message_unref(message);
    }
    fail_unless_equals_int(more, 0);
    fail_unless_equals_int(gst_element_set_state(pipeline, GST_STATE_NULL),
                           GST_STATE_CHANGE_SUCCESS);
    gst_util_set_object_arg(G_OBJECT(after), "caps", "video/x-raw,format=RGBA");
  }
  gst_object_unref(after);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(open_caps_are_fixed_by_negotiation) {
  play("videotestsrc num-buffers=3 ! video/x-raw,format={RGBA,BGR,NV12},width=[1,128] ! " +
       element_line() + " ! fakesink");
  for (const char* format : {"GRAY8", "NV12", "I420_10LE", "{GRAY16_LE,Y444}"})
    play("videotestsrc num-buffers=3 ! " + element_line() + " ! video/x-raw,format=" + format +
         ",width=64 ! fakesink");
}
GST_END_TEST

GST_START_TEST(the_pads_offer_every_format_that_can_be_counted_and_no_other) {
  GstElement* element = gst_parse_launch("videohistogram", nullptr);
  gst_object_ref_sink(element);
  for (const char* name : {"sink", "src"}) {
    GstPad* pad = gst_element_get_static_pad(element, name);
    for (const char* features : {"", "(memory:CUDAMemory)", "(memory:VAMemory)", "(memory:DMABuf)",
                                 "(memory:SystemMemory, meta:GstVideoOverlayComposition)",
                                 "(memory:CUDAMemory, meta:GstVideoOverlayComposition)"}) {
      guint offered = 0;
      guint known = 0;
      const GstVideoFormat* all = gst_video_formats_raw(&known);
      for (guint f = 0; f < known; f++) {
        const gchar* format = gst_video_format_to_string(all[f]);
        GstCaps* caps =
            gst_caps_from_string((std::string("video/x-raw") + features + ",format=(string)" +
                                  format + ",width=8,height=8,framerate=1/1")
                                     .c_str());
        const bool accepted = gst_pad_query_accept_caps(pad, caps);
        fail_unless(accepted == (find_format(format) != nullptr), "%s%s", format, features);
        offered += accepted;
        gst_caps_unref(caps);
      }
      fail_unless_equals_int(offered, known_formats().size());
    }
    gst_object_unref(pad);
  }
  gst_object_unref(element);
}
GST_END_TEST

/// The format of the frames that reach the end of a line.
std::string format_at_end(const std::string& line) {
  GError* error = nullptr; // without it, a line whose elements are missing would be made in part
  GstElement* const pipeline = gst_parse_launch((line + " ! fakesink name=end").c_str(), &error);
  fail_unless(pipeline && !error, "%s: %s", line.c_str(), error ? error->message : "");
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  fail_unless_equals_int(gst_element_get_state(pipeline, nullptr, nullptr, 30 * GST_SECOND),
                         GST_STATE_CHANGE_SUCCESS);
  GstElement* const end = gst_bin_get_by_name(GST_BIN(pipeline), "end");
  GstPad* const pad = gst_element_get_static_pad(end, "sink");
  GstCaps* const caps = gst_pad_get_current_caps(pad);
  const std::string format = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format");
  gst_caps_unref(caps);
  gst_object_unref(pad);
  gst_object_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  return format;
}

// Formats that came later stand after the first 37. So lines which do not name a format have the
// one that they had, unless their source prefers a later one: NEWS.md lists these.
GST_START_TEST(lines_without_a_format_have_that_of_the_first_formats) {
  std::string first;
  for (const FormatInfo* const* format = all_formats(); format != all_formats() + 37; format++)
    first += (first.empty() ? "" : ",") + std::string((*format)->name);
  fail_unless(g_str_has_suffix(first.c_str(), ",ARGB64"));
  struct Line {
    const char* rest;
    const char* now = nullptr;       ///< the format where it is another one
    const char* now_later = nullptr; ///< from GStreamer 1.24 on
  };
  const bool later = gst_video_format_from_string("A444_16LE") != GST_VIDEO_FORMAT_UNKNOWN;
  for (const Line& line : {Line{"", nullptr, "A444_16LE"},
                           {"! videoconvert", nullptr, "A444_16LE"},
                           {"! videoconvert dither=none", nullptr, "A444_16LE"},
                           {"! videoscale", nullptr, "A444_16LE"},
                           {"! videoconvert ! videoscale ! videoconvert", nullptr, "A444_16LE"},
                           {"! videorate", nullptr, "A444_16LE"},
                           {"! videocrop left=2", "GBRA_12LE", "GBRA_12LE"},
                           {"! videoflip method=clockwise", nullptr, "AYUV"},
                           {"! videobalance", nullptr, "AYUV"},
                           {"! gamma", nullptr, "AYUV"},
                           {"! alpha", "AYUV", "AYUV"},
                           {"! compositor", nullptr, "A444_16LE"},
                           {"! videobox border-alpha=0", nullptr, "AYUV"},
                           {"! deinterlace", nullptr, "AYUV"},
                           {"! identity", nullptr, "A444_16LE"},
                           {"! pngenc ! pngdec"},
                           {"! pngenc ! pngdec ! videoconvert"},
                           {"! jpegenc ! jpegdec"},
                           {"! jpegenc ! jpegdec ! queue"},
                           {"! jpegenc ! decodebin"},
                           {"! pngenc ! decodebin ! videoconvert"},
                           {"! queue ! tee ! queue", nullptr, "A444_16LE"},
                           {"! video/x-raw,format=RGB8P ! videoconvert", "GBRA", "GBRA"}}) {
    const std::string start = "videotestsrc num-buffers=2 " + std::string(line.rest) + " ! ";
    const std::string before = format_at_end(start + "video/x-raw,format={" + first + "}");
    const std::string now = format_at_end(start + element_line());
    const char* const expected = later ? line.now_later : line.now;
    fail_unless(now == (expected ? expected : before), "%s%s, before %s", start.c_str(),
                now.c_str(), before.c_str());
    fail_if(expected && before == expected, "%s", start.c_str());
  }
  for (const char* format : {"v210", "UYVP", "Y410", "NV12_64Z32", "GRAY16_BE"})
    fail_unless(
        format_at_end("videotestsrc num-buffers=2 ! video/x-raw,format=" + std::string(format) +
                      " ! videoconvert ! " + element_line()) == format,
        "%s", format);
}
GST_END_TEST

GST_START_TEST(memory_that_the_host_cannot_read_is_not_negotiated) {
  GstElement* element = gst_parse_launch("videohistogram", nullptr);
  gst_object_ref_sink(element);
  for (const char* name : {"sink", "src"}) {
    GstPad* pad = gst_element_get_static_pad(element, name);
    for (const char* features :
         {"memory:GLMemory", "memory:NVMM", "memory:GLMemory,format:Interlaced"}) {
      GstCaps* caps = gst_caps_from_string((std::string("video/x-raw(") + features +
                                            "),format=NV12,width=8,height=8,framerate=1/1,"
                                            "interlace-mode=(string)alternate")
                                               .c_str());
      fail_if(gst_pad_query_accept_caps(pad, caps), "%s", features);
      GstCaps* possible = gst_pad_query_caps(pad, caps);
      fail_unless(gst_caps_is_empty(possible), "%s", features);
      gst_caps_unref(possible);
      gst_caps_unref(caps);
    }
    gst_object_unref(pad);
  }
  gst_object_unref(element);
}
GST_END_TEST

GST_START_TEST(single_fields_are_negotiated_in_memory_that_is_counted) {
  GstElement* element = gst_parse_launch("videohistogram", nullptr);
  gst_object_ref_sink(element);
  for (const char* name : {"sink", "src"}) {
    GstPad* pad = gst_element_get_static_pad(element, name);
    for (const char* features : {"format:Interlaced", "memory:SystemMemory,format:Interlaced",
                                 "memory:CUDAMemory,format:Interlaced"})
      for (const char* mode : {"alternate", "interleaved"}) {
        GstCaps* caps = gst_caps_from_string((std::string("video/x-raw(") + features +
                                              "),format=NV12,width=8,height=8,framerate=1/1,"
                                              "interlace-mode=(string)" +
                                              mode)
                                                 .c_str());
        fail_unless_equals_int(gst_pad_query_accept_caps(pad, caps),
                               std::string(mode) == "alternate");
        gst_caps_unref(caps);
      }
    gst_object_unref(pad);
  }
  gst_object_unref(element);
}
GST_END_TEST

GST_START_TEST(caps_of_single_fields_without_their_feature_are_refused) {
  Stream stream;
  stream.set_caps(raw_caps("NV12", 32, 16, ",interlace-mode=(string)alternate"));
  const Frame frame = make_plain_frame("NV12", 32, 16, Content::noise);
  fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_NOT_NEGOTIATED);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 1);
  stream.set_caps(raw_caps("NV12", 32, 16));
  expect_counted(stream, frame);
}
GST_END_TEST

GST_START_TEST(caps_on_both_sides_are_the_same) {
  Stream stream;
  stream.set_caps(raw_caps("BGRx", 20, 10, ",colorimetry=(string)bt601,foo=(string)bar"));
  stream.push(make_plain_buffer(make_plain_frame("BGRx", 20, 10, Content::noise)));
  GstCaps* out = gst_pad_get_current_caps(stream.harness()->sinkpad);
  GstCaps* in = gst_pad_get_current_caps(stream.harness()->srcpad);
  fail_unless(out && in && gst_caps_is_strictly_equal(out, in));
  gst_caps_unref(out);
  gst_caps_unref(in);
}
GST_END_TEST

GST_START_TEST(a_framerate_of_zero_is_counted) {
  Stream stream;
  const Frame frame = make_plain_frame("RGBA", 20, 10, Content::noise);
  for (const char* caps : {"video/x-raw,format=RGBA,width=20,height=10,framerate=0/1",
                           "video/x-raw,format=RGBA,width=20,height=10,framerate=30/1,"
                           "interlace-mode=interleaved",
                           "video/x-raw,format=RGBA,width=20,height=10,framerate=1/1,"
                           "pixel-aspect-ratio=7/3"}) {
    stream.set_caps(caps);
    expect_counted(stream, frame);
  }
}
GST_END_TEST

GST_START_TEST(the_histogram_knows_format_size_and_colorimetry) {
  Stream stream;
  for (const char* format : {"RGB", "NV12", "P010_10LE"}) {
    stream.set_caps(raw_caps(format, 20, 10, ",colorimetry=(string)1:4:5:7"));
    stream.push(make_plain_buffer(make_plain_frame(format, 20, 10, Content::noise)));
    GstBuffer* out = stream.pull();
    GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(out)->histogram;
    fail_unless_equals_int(gst_video_histogram_get_format(histogram),
                           gst_video_format_from_string(format));
    GstVideoColorimetry colorimetry;
    gst_video_histogram_get_colorimetry(histogram, &colorimetry);
    fail_unless_equals_int(colorimetry.primaries, GST_VIDEO_COLOR_PRIMARIES_BT2020);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(a_buffer_without_caps_is_not_negotiated) {
  Stream stream;
  gst_pad_push_event(stream.harness()->srcpad, gst_event_new_stream_start("test"));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_pad_push_event(stream.harness()->srcpad, gst_event_new_segment(&segment));
  fail_unless_equals_int(
      gst_pad_push(stream.harness()->srcpad, gst_buffer_new_allocate(nullptr, 64, nullptr)),
      GST_FLOW_NOT_NEGOTIATED);
}
GST_END_TEST

/// Log of the element.
struct Log {
  std::mutex mutex;
  std::vector<std::pair<GstDebugLevel, std::string>> lines;

  guint count(GstDebugLevel level, const char* word) {
    std::lock_guard lock(mutex);
    guint n = 0;
    for (const auto& [line_level, text] : lines)
      n += line_level == level && text.find(word) != text.npos;
    return n;
  }
};

static void keep_line(GstDebugCategory* category, GstDebugLevel level, const gchar*, const gchar*,
                      gint, GObject*, GstDebugMessage* message, gpointer data) {
  if (g_strcmp0(gst_debug_category_get_name(category), "videohistogram"))
    return;
  auto& log = *static_cast<Log*>(data);
  std::lock_guard lock(log.mutex);
  log.lines.emplace_back(level, gst_debug_message_get(message));
}

GST_START_TEST(the_debug_log_tells_caps_the_plan_and_every_frame) {
  Log log;
  gst_debug_add_log_function(keep_line, &log, nullptr);
  gst_debug_set_threshold_for_name("videohistogram", GST_LEVEL_LOG);
  {
    Stream stream("channels=r+luma bins=16");
    stream.set_caps(raw_caps("RGBA", 20, 10));
    for (int i = 0; i < 5; i++)
      stream.push(make_plain_buffer(make_plain_frame("RGBA", 20, 10, Content::noise)));
    stream.push(gst_buffer_new_allocate(nullptr, 3, nullptr)); // invalid
    g_object_set(stream.element(), "regions-only", TRUE, nullptr);
    stream.push(make_plain_buffer(make_plain_frame("RGBA", 20, 10, Content::noise)));
    stream.drain();
    stream.push_event(gst_event_new_flush_start());
    stream.push_event(gst_event_new_flush_stop(TRUE));
  }
  gst_debug_set_threshold_for_name("videohistogram", GST_LEVEL_NONE);
  gst_debug_remove_log_function_by_data(&log);
  fail_unless_equals_int(log.count(GST_LEVEL_INFO, "counting on"), 1);
  fail_unless_equals_int(log.count(GST_LEVEL_DEBUG, "caps video/x-raw"), 1);
  fail_unless_equals_int(log.count(GST_LEVEL_DEBUG, "counting R LUMA, 32 counts"), 2);
  fail_unless_equals_int(log.count(GST_LEVEL_DEBUG, "flush"), 2);
  fail_unless_equals_int(log.count(GST_LEVEL_LOG, "frame "), 7);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_frame_is_exact_while_caps_change_with_jobs_in_flight);
  if (who() == Who::fake)
    tcase_add_test(chain, all_of_the_old_caps_is_finished_when_the_new_caps_pass);
  tcase_add_test(chain, downstream_that_refuses_the_caps_stops_the_stream_cleanly);
  tcase_add_test(chain, open_caps_are_fixed_by_negotiation);
  tcase_add_test(chain, the_pads_offer_every_format_that_can_be_counted_and_no_other);
  tcase_add_test(chain, lines_without_a_format_have_that_of_the_first_formats);
  tcase_add_test(chain, memory_that_the_host_cannot_read_is_not_negotiated);
  tcase_add_test(chain, single_fields_are_negotiated_in_memory_that_is_counted);
  tcase_add_test(chain, caps_of_single_fields_without_their_feature_are_refused);
  tcase_add_test(chain, caps_on_both_sides_are_the_same);
  tcase_add_test(chain, a_framerate_of_zero_is_counted);
  tcase_add_test(chain, the_histogram_knows_format_size_and_colorimetry);
  tcase_add_test(chain, a_buffer_without_caps_is_not_negotiated);
  tcase_add_test(chain, the_debug_log_tells_caps_the_plan_and_every_frame);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "negotiation", add_tests);
}
