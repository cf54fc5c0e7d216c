// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A film decoded on a GPU has the histograms that it has when decoded in software: both decoders
// are exact, and so is the count. Run with the path of an H.264 film.
#include "tests/plugin/support/element_test.h"

#include <cstdio>
#include <map>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

std::string film;

using Counts = std::vector<guint64>; // [Y Cb Cr][256]

struct Played {
  std::map<GstClockTime, Counts> frames; ///< by time stamp
  guint64 counted = 0, zero_copy = 0, uploaded = 0, staged = 0, metas = 0;
};

void note_frame(GstElement*, GstBuffer* buffer, GstPad*, gpointer user_data) {
  auto& played = *static_cast<Played*>(user_data);
  auto* meta = gst_buffer_get_video_histogram_meta(buffer);
  if (!meta)
    return;
  played.metas++;
  GError* error = nullptr;
  fail_unless(gst_video_histogram_wait(meta->histogram, 10 * GST_SECOND, &error));
  fail_unless_equals_int(gst_video_histogram_get_n_channels(meta->histogram), 3);
  Counts counts;
  for (guint c = 0; c < 3; c++) {
    gsize n = 0;
    const guint64* channel = gst_video_histogram_get_counts(meta->histogram, c, &n);
    counts.insert(counts.end(), channel, channel + n);
  }
  const bool is_new = played.frames.emplace(GST_BUFFER_PTS(buffer), std::move(counts)).second;
  fail_unless(is_new);
}

Played play_film(const std::string& decoder) {
  const std::string line = "filesrc location=\"" + film + "\" ! qtdemux ! h264parse ! " + decoder +
                           " ! " + element_line("name=histogram") +
                           " ! fakesink name=sink sync=false signal-handoffs=true";
  GError* error = nullptr;
  GstElement* pipeline = gst_parse_launch(line.c_str(), &error);
  fail_unless(pipeline && !error, "%s: %s", line.c_str(), error ? error->message : "?");
  GstElement* sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  GstElement* histogram = gst_bin_get_by_name(GST_BIN(pipeline), "histogram");
  Played played;
  g_signal_connect(sink, "handoff", G_CALLBACK(note_frame), &played);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline, line, 100 * GST_SECOND);
  played.counted = Stream::stat_of(histogram, "counted");
  played.zero_copy = Stream::stat_of(histogram, "zero-copy-frames");
  played.uploaded = Stream::stat_of(histogram, "bytes-uploaded");
  played.staged = Stream::stat_of(histogram, "bytes-staged");
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(sink);
  gst_object_unref(histogram);
  gst_object_unref(pipeline);
  return played;
}

bool has_element(const char* name) {
  GstElementFactory* factory = gst_element_factory_find(name);
  const bool has = factory != nullptr;
  gst_clear_object(&factory);
  return has;
}

void expect_same(const Played& a, const Played& b) {
  fail_unless(a.frames.size() > 50);
  fail_unless_equals_uint64(a.frames.size(), b.frames.size());
  fail_unless_equals_uint64(a.counted, a.metas);
  fail_unless_equals_uint64(b.counted, b.metas);
  for (const auto& [time, counts] : a.frames) {
    const auto found = b.frames.find(time);
    fail_unless(found != b.frames.end());
    fail_unless(counts == found->second, "the frame at %" GST_TIME_FORMAT " differs",
                GST_TIME_ARGS(time));
  }
}

} // namespace

GST_START_TEST(a_film_counts_the_same_in_planes_and_interleaved) {
  const Played planes = play_film("avdec_h264");
  const Played interleaved = play_film("avdec_h264 ! videoconvert ! video/x-raw,format=NV12");
  expect_same(planes, interleaved);
}
GST_END_TEST

GST_START_TEST(a_film_decoded_on_a_gpu_counts_as_decoded_in_software_and_is_not_copied) {
  const Played software = play_film("avdec_h264");
  const Played device = play_film("nvh264dec ! video/x-raw(memory:CUDAMemory)");
  expect_same(software, device);
  fail_unless_equals_uint64(device.zero_copy, device.frames.size());
  fail_unless_equals_uint64(device.uploaded, 0);
  fail_unless_equals_uint64(device.staged, 0);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_film_counts_the_same_in_planes_and_interleaved);
  if (who() == Who::cuda && has_element("nvh264dec"))
    tcase_add_test(chain, a_film_decoded_on_a_gpu_counts_as_decoded_in_software_and_is_not_copied);
}

int main(int argc, char** argv) {
  if (argc > 1)
    film = argv[1];
  gst_init(nullptr, nullptr);
  // openh264dec would not do: it is not exact.
  for (const char* element : {"qtdemux", "h264parse", "videoconvert", "avdec_h264"})
    if (!has_element(element)) {
      std::printf("SKIP: no %s (Debian: gstreamer1.0-plugins-bad gstreamer1.0-libav)\n", element);
      return 77;
    }
  if (film.empty()) {
    std::printf("usage: %s FILM\n", argv[0]);
    return 2;
  }
  return run_tests(argc, argv, "film", add_tests);
}
