// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "benchmarks/overlay/film.h"

#include "benchmarks/json.h"
#include "benchmarks/overlay/timing.h"

#include <gst/gst.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace videohistogram::benchmark {

namespace {

constexpr uint64_t first_measured = 30; ///< frames before this one warm up

/// One video that is decoded.
struct Video {
  GstElement* pipeline = nullptr;
  uint64_t frames = 0;
  Clock::time_point began, ended, entered;
  std::vector<double> streaming; ///< microseconds per frame in the element

  Video() = default;
  ~Video() {
    if (!pipeline)
      return;
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
  }
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;
};

GstPadProbeReturn note_entry(GstPad*, GstPadProbeInfo*, gpointer data) {
  static_cast<Video*>(data)->entered = Clock::now();
  return GST_PAD_PROBE_OK;
}

GstPadProbeReturn note_exit(GstPad*, GstPadProbeInfo*, gpointer data) {
  auto* const video = static_cast<Video*>(data);
  if (video->frames >= first_measured)
    video->streaming.push_back(1e6 * seconds(video->entered, Clock::now()));
  return GST_PAD_PROBE_OK;
}

GstPadProbeReturn note_frame(GstPad*, GstPadProbeInfo*, gpointer data) {
  auto* const video = static_cast<Video*>(data);
  video->ended = Clock::now();
  if (video->frames++ == first_measured)
    video->began = video->ended;
  return GST_PAD_PROBE_OK;
}

void add_probe(GstElement* bin, const char* name, const char* pad_name, GstPadProbeCallback call,
               Video& video) {
  GstElement* const element = gst_bin_get_by_name(GST_BIN(bin), name);
  if (!element)
    return;
  GstPad* const pad = gst_element_get_static_pad(element, pad_name);
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, call, &video, nullptr);
  gst_object_unref(pad);
  gst_object_unref(element);
}

/// What follows the decoder.
struct Stage {
  const char* name;
  const char* settings; ///< of videoscopeoverlay; nullptr: the decoder is alone
};
constexpr Stage stages[] = {{"nvh264dec alone", nullptr},
                            {"with scopes", ""},
                            {"with scopes and false colour", "marks=false-color"},
                            {"with scopes and zebra", "marks=zebra"}};

bool make_pipeline(const std::string& path, const Stage& stage, Video& video) {
  std::string text = "filesrc name=file ! parsebin ! nvh264dec ! video/x-raw(memory:CUDAMemory) ! ";
  if (stage.settings)
    text += "videoscopeoverlay name=overlay backend=cuda " + std::string(stage.settings) + " ! ";
  text += "fakesink name=end sync=false";
  GError* error = nullptr;
  video.pipeline = gst_parse_launch(text.c_str(), &error);
  if (error) {
    std::fprintf(stderr, "%s\n", error->message);
    g_clear_error(&error);
    return false;
  }
  GstElement* const file = gst_bin_get_by_name(GST_BIN(video.pipeline), "file");
  g_object_set(file, "location", path.c_str(), nullptr);
  gst_object_unref(file);
  add_probe(video.pipeline, "overlay", "sink", note_entry, video);
  add_probe(video.pipeline, "overlay", "src", note_exit, video);
  add_probe(video.pipeline, "end", "sink", note_frame, video);
  return true;
}

bool wait_for_end(Video& video) {
  GstBus* const bus = gst_element_get_bus(video.pipeline);
  GstMessage* const message = gst_bus_timed_pop_filtered(
      bus, 300 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  const bool ended = message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS;
  if (message && !ended) {
    GError* error = nullptr;
    gst_message_parse_error(message, &error, nullptr);
    std::fprintf(stderr, "%s\n", error->message);
    g_clear_error(&error);
  }
  if (message)
    gst_message_unref(message);
  gst_object_unref(bus);
  return ended;
}

uint64_t stat_of(const Video& video, const char* name) {
  GstElement* const overlay = gst_bin_get_by_name(GST_BIN(video.pipeline), "overlay");
  GstStructure* stats = nullptr;
  guint64 value = 0;
  g_object_get(overlay, "stats", &stats, nullptr);
  gst_structure_get_uint64(stats, name, &value);
  gst_structure_free(stats);
  gst_object_unref(overlay);
  return value;
}

/// One cell: `videos` at the same time.
std::string measure(const std::string& path, const Stage& stage, int videos) {
  const bool overlay = stage.settings;
  std::vector<std::unique_ptr<Video>> all;
  bool good = true;
  for (int i = 0; i < videos && good; i++) {
    all.push_back(std::make_unique<Video>());
    good = make_pipeline(path, stage, *all.back());
  }
  for (const auto& video : all)
    if (good)
      gst_element_set_state(video->pipeline, GST_STATE_PLAYING);
  for (const auto& video : all)
    good = good && wait_for_end(*video) && video->frames > first_measured + 1;
  std::string cell =
      "    {\"pipeline\": " + quoted(stage.name) + ", \"videos\": " + std::to_string(videos);
  if (!good) {
    std::printf("%-28s %3d  failed\n", stage.name, videos);
    return cell + ", \"not_measured\": \"the pipeline failed\"}";
  }
  Clock::time_point began = all[0]->began, ended = all[0]->ended;
  uint64_t frames = 0, blended = 0, copied = 0;
  std::vector<double> streaming;
  for (const auto& video : all) {
    began = std::min(began, video->began);
    ended = std::max(ended, video->ended);
    frames += video->frames - first_measured - 1;
    streaming.insert(streaming.end(), video->streaming.begin(), video->streaming.end());
    if (overlay) {
      blended += stat_of(*video, "blended");
      copied += stat_of(*video, "copied");
    }
  }
  const double rate = static_cast<double>(frames) / seconds(began, ended);
  std::printf("%-28s %3d %9.1f frames/s", stage.name, videos, rate);
  cell += ", \"frames_per_second\": " + number(rate, 1);
  if (overlay) {
    const double median = percentile(streaming, 50), late = percentile(streaming, 99);
    std::printf(", streaming thread %.1f us, 99 %%: %.1f us; %llu blended, %llu copied", median,
                late, static_cast<unsigned long long>(blended),
                static_cast<unsigned long long>(copied));
    cell += ", \"streaming_us\": " + number(median, 1) +
            ", \"streaming_99_us\": " + number(late, 1) +
            ", \"blended\": " + std::to_string(blended) + ", \"copied\": " + std::to_string(copied);
  }
  std::printf("\n");
  std::fflush(stdout);
  return cell + "}";
}

} // namespace

std::string measure_film(const std::string& path, int videos) {
  std::string cells;
  for (const int n : {1, videos})
    for (int round = 0; round < 2; round++)
      for (const Stage& stage : stages)
        cells += (cells.empty() ? "" : ",\n") + measure(path, stage, n);
  return cells;
}

} // namespace videohistogram::benchmark
