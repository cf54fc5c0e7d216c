// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Histograms reach another process with their frames. This program is both: it starts itself a
// second time as the sender and counts by itself what it receives.
#include "tests/plugin/support/element_test.h"

#include <glib/gstdio.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

// Environment variables of the second process: the folder to meet in, the frames to send, and the
// regions per frame.
constexpr const char* folder_variable = "VIDEOHISTOGRAM_TEST_SEND_FOLDER";
constexpr const char* frames_variable = "VIDEOHISTOGRAM_TEST_SEND_FRAMES";
constexpr const char* regions_variable = "VIDEOHISTOGRAM_TEST_SEND_REGIONS";

std::string socket_in(const std::string& folder) {
  return folder + "/socket";
}
std::string ready_in(const std::string& folder) {
  return folder + "/ready";
}

/// All of them in a frame of 320x240.
GstVideoRectangle region(gint id) {
  return {id * 3 % 200, id * 7 % 150, 1 + id % 120, 1 + id % 90};
}

GstPadProbeReturn add_regions(GstPad*, GstPadProbeInfo* info, gpointer) {
  GstBuffer* buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
  const gint n = std::atoi(std::getenv(regions_variable));
  for (gint id = 0; id < n; id++) {
    const GstVideoRectangle r = region(id);
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", r.x, r.y, r.w, r.h)->id = id;
  }
  GST_PAD_PROBE_INFO_DATA(info) = buffer;
  return GST_PAD_PROBE_OK;
}

GstElement* parse(const std::string& line) {
  GError* error = nullptr;
  GstElement* pipeline = gst_parse_launch(line.c_str(), &error);
  fail_unless(pipeline && !error, "%s: %s", line.c_str(), error ? error->message : "?");
  return pipeline;
}

GstPad* pad_of(GstElement* pipeline, const char* element, const char* name) {
  GstElement* owner = gst_bin_get_by_name(GST_BIN(pipeline), element);
  GstPad* pad = gst_element_get_static_pad(owner, name);
  gst_object_unref(owner);
  return pad;
}

/// The other process, which the destructor ends if it still runs.
class Sender {
public:
  Sender(const std::string& frames, guint n_regions) {
    gchar* made = g_dir_make_tmp("videohistogram-XXXXXX", nullptr);
    fail_unless(made != nullptr);
    folder_ = made;
    g_free(made);

    gchar* self = g_file_read_link("/proc/self/exe", nullptr);
    fail_unless(self != nullptr);
    gchar* argv[] = {self, nullptr};
    gchar** environment = g_get_environ();
    environment = g_environ_setenv(environment, folder_variable, folder_.c_str(), TRUE);
    environment = g_environ_setenv(environment, frames_variable, frames.c_str(), TRUE);
    environment =
        g_environ_setenv(environment, regions_variable, std::to_string(n_regions).c_str(), TRUE);
    environment = g_environ_unsetenv(environment, "GST_CHECKS"); // the sender is no test
    GError* error = nullptr;
    fail_unless(g_spawn_async(nullptr, argv, environment, G_SPAWN_DO_NOT_REAP_CHILD, nullptr,
                              nullptr, &pid_, &error),
                "%s", error ? error->message : "?");
    g_strfreev(environment);
    g_free(self);

    const gint64 deadline = g_get_monotonic_time() + 30 * G_TIME_SPAN_SECOND;
    while (!g_file_test(ready_in(folder_).c_str(), G_FILE_TEST_EXISTS)) {
      fail_unless(waitpid(pid_, nullptr, WNOHANG) == 0, "the sender has ended");
      fail_unless(g_get_monotonic_time() < deadline, "the sender does not start");
      g_usleep(5000);
    }
  }
  ~Sender() {
    if (pid_ != 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    g_unlink(socket_in(folder_).c_str());
    g_unlink(ready_in(folder_).c_str());
    g_rmdir(folder_.c_str());
  }
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  std::string socket() const { return socket_in(folder_); }
  /// Waits for its end. Fails unless it has succeeded.
  void join() {
    int status = -1;
    fail_unless(waitpid(pid_, &status, 0) == pid_);
    pid_ = 0;
    fail_unless(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the sender failed");
  }

private:
  std::string folder_;
  GPid pid_ = 0;
};

guint component_of(const std::string& channel) {
  if (channel == "G" || channel == "Cb")
    return 1;
  if (channel == "B" || channel == "Cr")
    return 2;
  return channel == "A" ? 3 : 0;
}

/// Compares a histogram with the pixels, sample by sample.
void expect_counted(const GstVideoFrame& frame, const GstVideoHistogramMeta& meta, guint bins) {
  GstVideoHistogram* histogram = meta.histogram;
  GError* error = nullptr;
  fail_unless(gst_video_histogram_wait(histogram, 0, &error), "%s", error ? error->message : "?");
  fail_unless_equals_int(gst_video_histogram_get_format(histogram), GST_VIDEO_FRAME_FORMAT(&frame));
  fail_unless_equals_int(gst_video_histogram_get_width(histogram), GST_VIDEO_FRAME_WIDTH(&frame));
  fail_unless_equals_int(gst_video_histogram_get_height(histogram), GST_VIDEO_FRAME_HEIGHT(&frame));
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram),
                         GST_VIDEO_FRAME_N_COMPONENTS(&frame));
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  fail_unless(gst_video_colorimetry_is_equal(&colorimetry, &frame.info.colorimetry));

  for (guint c = 0; c < gst_video_histogram_get_n_channels(histogram); c++) {
    const char* name = gst_video_histogram_get_channel_name(histogram, c);
    const guint component = component_of(name);
    const guint depth = GST_VIDEO_FRAME_COMP_DEPTH(&frame, component);
    std::vector<guint64> expected(bins);
    for (gint y = meta.roi.y; y < meta.roi.y + meta.roi.h; y++) {
      const guint8* sample =
          static_cast<const guint8*>(GST_VIDEO_FRAME_COMP_DATA(&frame, component)) +
          y * GST_VIDEO_FRAME_COMP_STRIDE(&frame, component) +
          meta.roi.x * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, component);
      for (gint x = 0; x < meta.roi.w; x++) {
        const guint64 value = depth > 8 ? sample[0] | sample[1] << 8 : sample[0];
        expected[value * bins >> depth]++;
        sample += GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, component);
      }
    }
    gsize n = 0;
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, &n);
    fail_unless(counts && n == bins);
    for (guint b = 0; b < bins; b++)
      fail_unless(counts[b] == expected[b],
                  "channel %s bin %u: %" G_GUINT64_FORMAT " instead of %" G_GUINT64_FORMAT, name, b,
                  counts[b], expected[b]);
  }
}

GstPadProbeReturn keep(GstPad*, GstPadProbeInfo* info, gpointer frames) {
  static_cast<std::vector<GstBuffer*>*>(frames)->push_back(
      gst_buffer_ref(GST_PAD_PROBE_INFO_BUFFER(info)));
  return GST_PAD_PROBE_OK;
}

/// Receives `n` frames of the line and checks each with its histograms.
void receive(guint n, const std::string& caps, const std::string& properties, guint bins,
             guint n_regions) {
  Sender sender("videotestsrc pattern=snow num-buffers=" + std::to_string(n) + " ! " + caps +
                    " ! identity name=in ! " + element_line(properties),
                n_regions);
  gst_video_histogram_meta_get_info();
  GstElement* pipeline =
      parse("unixfdsrc socket-path=" + sender.socket() + " ! fakesink name=out sync=false");
  std::vector<GstBuffer*> frames;
  GstPad* pad = pad_of(pipeline, "out", "sink");
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, keep, &frames, nullptr);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline, "the receiver");

  GstCaps* received = gst_pad_get_current_caps(pad);
  GstVideoInfo info;
  fail_unless(received && gst_video_info_from_caps(&info, received));
  fail_unless(gst_video_histogram_colorimetry_from_caps(received, nullptr, &info.colorimetry,
                                                        nullptr)); // what histograms have
  gst_caps_unref(received);
  fail_unless_equals_int(frames.size(), n);
  for (GstBuffer* buffer : frames) {
    GstVideoFrame frame;
    fail_unless(gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ));
    fail_unless_equals_int(count_metas(buffer), 1 + n_regions);
    const GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(buffer);
    fail_unless(meta && meta->roi.x == 0 && meta->roi.y == 0 && meta->roi.w == info.width &&
                meta->roi.h == info.height);
    expect_counted(frame, *meta, bins);
    for (guint id = 0; id < n_regions; id++) {
      const GstVideoRectangle r = region(static_cast<gint>(id));
      meta = gst_buffer_get_video_histogram_meta_id(buffer, static_cast<gint>(id));
      fail_unless(meta && meta->roi.x == r.x && meta->roi.y == r.y && meta->roi.w == r.w &&
                  meta->roi.h == r.h);
      expect_counted(frame, *meta, bins);
    }
    gst_video_frame_unmap(&frame);
    gst_buffer_unref(buffer);
  }
  gst_object_unref(pad);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  sender.join();
}

} // namespace

// The second process: not a test by itself.
GST_START_TEST(send) {
  const std::string folder = std::getenv(folder_variable);
  GstElement* pipeline =
      parse(std::string(std::getenv(frames_variable)) +
            " ! unixfdsink sync=false wait-for-connection=true socket-path=" + socket_in(folder));
  GstPad* pad = pad_of(pipeline, "in", "src");
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, add_regions, nullptr, nullptr);
  gst_object_unref(pad);
  // The socket exists when this returns. The first frame waits until the receiver connects.
  fail_if(gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE);
  fail_unless(g_file_set_contents(ready_in(folder).c_str(), "", 0, nullptr));
  expect_end(pipeline, "the sender");
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(every_frame_arrives_with_its_histogram) {
  receive(30, raw_caps("RGBA", 641, 359), "", 256, 0);
}
GST_END_TEST

GST_START_TEST(histograms_of_regions_arrive_too) {
  receive(10, raw_caps("BGRx", 320, 240), "bins=64", 64, 3);
}
GST_END_TEST

GST_START_TEST(frames_counted_before_they_are_pushed_arrive_too) {
  receive(5, raw_caps("GRAY8", 64, 48), "max-in-flight=1 bins=7", 7, 0);
}
GST_END_TEST

// 24 kB. More than 32 KiB on a buffer make unixfdsrc of GStreamer 1.26 fail now and then.
GST_START_TEST(a_frame_with_many_histograms_arrives) {
  receive(5, raw_caps("RGBA", 320, 240), "", 256, 20);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  if (std::getenv(folder_variable)) {
    tcase_add_test(chain, send);
    return;
  }
  tcase_add_test(chain, every_frame_arrives_with_its_histogram);
  tcase_add_test(chain, histograms_of_regions_arrive_too);
  tcase_add_test(chain, frames_counted_before_they_are_pushed_arrive_too);
  tcase_add_test(chain, a_frame_with_many_histograms_arrives);
}

/// Why this cannot run here; nullptr if it can.
static const char* lack() {
  if (!GST_CHECK_VERSION(1, 24, 0))
    return "built with a GStreamer before 1.24, which serialises no metas";
  GstElement* sink = gst_element_factory_make("unixfdsink", nullptr);
  if (!sink)
    return "no unixfdsink and unixfdsrc (Debian: gstreamer1.0-plugins-bad)";
  const bool waits = g_object_class_find_property(G_OBJECT_GET_CLASS(sink), "wait-for-connection");
  gst_object_unref(sink);
  return waits ? nullptr : "unixfdsink does not wait for a connection before GStreamer 1.26";
}

int main(int argc, char** argv) {
  gst_init(&argc, &argv);
  if (const char* reason = lack()) {
    std::printf("SKIP: %s\n", reason);
    return 77;
  }
  return run_tests(argc, argv, "processes", add_tests);
}
