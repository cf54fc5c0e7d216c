// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pipeline.h"

#include "link.h"
#include "source.h"

#include <gst/videohistogram/videohistogram.h>

#include <algorithm>
#include <ctime>
#include <numeric>

namespace videohistogram::benchmark {

namespace {

constexpr GstClockTime patience = 60 * GST_SECOND;

double now_us(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> v) {
  if (v.empty())
    return 0;
  std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

/// A point in time, and the CPU time that the process has used until then.
struct Moment {
  double us = 0, process_cpu_us = 0;
  static Moment now() { return {now_us(CLOCK_MONOTONIC), now_us(CLOCK_PROCESS_CPUTIME_ID)}; }
};

/// One branch. While the pipeline runs, its fields belong to the streaming thread.
struct Branch {
  GstElement *source = nullptr, *element = nullptr, *sink = nullptr; // owned

  guint64 warm_up = 0;
  Moment begin, end;
  std::vector<double> arrivals; ///< times of arrival at the sink, us
  double enter_us = 0, enter_cpu_us = 0;
  std::vector<double> wall, cpu; ///< us between the element's pads, after the warm-up
  guint64 entered = 0;

  ~Branch() {
    for (GstElement* e : {source, element, sink})
      if (e)
        gst_object_unref(e);
  }
};

GstPadProbeReturn enter(GstPad*, GstPadProbeInfo*, gpointer data) {
  auto& branch = *static_cast<Branch*>(data);
  branch.entered++;
  // The CPU clock is a system call. It is read first, so that wall time does not include it.
  branch.enter_cpu_us = now_us(CLOCK_THREAD_CPUTIME_ID);
  branch.enter_us = now_us(CLOCK_MONOTONIC);
  return GST_PAD_PROBE_OK;
}

GstPadProbeReturn leave(GstPad*, GstPadProbeInfo*, gpointer data) {
  auto& branch = *static_cast<Branch*>(data);
  const double wall = now_us(CLOCK_MONOTONIC), cpu = now_us(CLOCK_THREAD_CPUTIME_ID);
  if (branch.entered > branch.warm_up) {
    branch.cpu.push_back(cpu - branch.enter_cpu_us);
    branch.wall.push_back(wall - branch.enter_us);
  }
  return GST_PAD_PROBE_OK;
}

GstPadProbeReturn arrive(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto& branch = *static_cast<Branch*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    if (branch.arrivals.size() == branch.warm_up)
      branch.begin = Moment::now();
    branch.arrivals.push_back(now_us(CLOCK_MONOTONIC));
    // As many frames are in flight at the last arrival as at the first one after the warm-up.
    branch.end = Moment::now();
  }
  return GST_PAD_PROBE_OK;
}

void probe(GstElement* element, const char* pad_name, int what, GstPadProbeCallback callback,
           Branch& branch) {
  GstPad* pad = gst_element_get_static_pad(element, pad_name);
  gst_pad_add_probe(pad, static_cast<GstPadProbeType>(what), callback, &branch, nullptr);
  gst_object_unref(pad);
}

/// Plays until the end of the stream. Returns why the pipeline did not reach it; empty: it did.
std::string play(GstElement* pipeline) {
  std::string why_not;
  GstBus* bus = gst_element_get_bus(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstMessage* message = gst_bus_timed_pop_filtered(
      bus, patience, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  if (!message) {
    why_not = "did not end in a minute";
  } else if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
    GError* error = nullptr;
    gchar* debug = nullptr;
    gst_message_parse_error(message, &error, &debug);
    why_not = error->message;
    if (g_error_matches(error, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED) && debug)
      why_not += std::string(" ") + debug; // the message alone is not specific
    g_clear_error(&error);
    g_free(debug);
  }
  g_clear_pointer(&message, gst_message_unref);
  gst_object_unref(bus);
  return why_not;
}

DeviceStats device_stats(const GstStructure* structure) {
  DeviceStats stats;
  guint64 busy = 0;
  gst_structure_get(structure, "index", G_TYPE_INT, &stats.index, "frames", G_TYPE_UINT64,
                    &stats.frames, "bytes", G_TYPE_UINT64, &stats.bytes, "busy-time", G_TYPE_UINT64,
                    &busy, nullptr);
  stats.busy = std::chrono::nanoseconds(busy);
  if (const char* name = gst_structure_get_string(structure, "name"))
    stats.name = name;
  return stats;
}

gboolean add_field(GQuark name, const GValue* value, gpointer data) {
  Stats& stats = *static_cast<Stats*>(data);
  if (G_VALUE_HOLDS_UINT64(value)) {
    stats.numbers[g_quark_to_string(name)] += g_value_get_uint64(value);
  } else if (GST_VALUE_HOLDS_ARRAY(value)) { // the only array, of structures: `devices`
    for (guint i = 0; i < gst_value_array_get_size(value); i++)
      stats.devices.push_back(
          device_stats(gst_value_get_structure(gst_value_array_get_value(value, i))));
  } else {
    gchar* text =
        G_VALUE_HOLDS_STRING(value) ? g_value_dup_string(value) : gst_value_serialize(value);
    stats.texts[g_quark_to_string(name)] = text ? text : "";
    g_free(text);
  }
  return TRUE;
}

void add_stats(GstElement* element, Stats& stats) {
  GstStructure* structure = nullptr;
  g_object_get(element, "stats", &structure, nullptr);
  if (structure)
    gst_structure_foreach(structure, add_field, &stats);
  g_clear_pointer(&structure, gst_structure_free);
}

/// Compares the counts of the sink's last frame with a plain loop's. Returns what is wrong; empty:
/// nothing.
std::string check_last_frame(GstElement* sink) {
  GstSample* sample = nullptr;
  g_object_get(sink, "last-sample", &sample, nullptr);
  if (!sample)
    return "the sink has no frame";
  std::string wrong;
  GstVideoInfo info;
  GstBuffer* const buffer = gst_sample_get_buffer(sample);
  const GstVideoHistogramMeta* const meta = gst_buffer_get_video_histogram_meta(buffer);
  if (!meta)
    wrong = "the last frame has no histogram";
  else if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample)))
    wrong = "the sink's caps are not video caps";
  if (wrong.empty()) {
    const std::vector<std::vector<guint64>> expected = count_frame(buffer, info);
    if (expected.empty() || expected.size() != gst_video_histogram_get_n_channels(meta->histogram))
      wrong = "the last frame's histogram has the wrong channels";
    for (guint c = 0; wrong.empty() && c < expected.size(); c++) {
      gsize bins = 0;
      const guint64* counts = gst_video_histogram_get_counts(meta->histogram, c, &bins);
      if (!counts || bins != expected[c].size() ||
          !std::equal(expected[c].begin(), expected[c].end(), counts))
        wrong = std::string("the last frame's counts of ") +
                gst_video_histogram_get_channel_name(meta->histogram, c) + " are wrong";
    }
  }
  gst_sample_unref(sample);
  return wrong;
}

/// Checks the frames and counts of a finished branch, and adds its element's stats to `stats`.
/// Returns what is wrong; empty: nothing.
std::string check_branch(const Pipeline& pipeline, const Branch& branch, Stats& stats) {
  const guint64 arrived = branch.arrivals.size();
  if (branch.source && pushed_frames(branch.source) != arrived)
    return std::to_string(pushed_frames(branch.source)) + " frames were pushed, " +
           std::to_string(arrived) + " arrived";
  if (pipeline.counted_by.empty())
    return {};
  Stats own;
  add_stats(branch.element, own);
  add_stats(branch.element, stats);
  if (own.number("counted") != arrived || branch.entered != arrived)
    return std::to_string(arrived) + " frames arrived, " + std::to_string(own.number("counted")) +
           " were counted";
  return pipeline.counts_stored ? check_last_frame(branch.sink) : "";
}

void measure(const Pipeline& pipeline, const std::vector<Branch>& branches, Run& run) {
  Moment begin = branches[0].begin, end = branches[0].end;
  run.frames = branches[0].arrivals.size();
  for (const Branch& branch : branches) {
    if (branch.arrivals.size() < branch.warm_up + 2) {
      run.why_not = "too few frames";
      return;
    }
    if (branch.begin.us > begin.us)
      begin = branch.begin;
    if (branch.end.us < end.us)
      end = branch.end;
  }
  double frames = 0;
  std::vector<double> wall, cpu;
  for (const Branch& branch : branches) {
    for (guint64 i = branch.warm_up + 1; i < branch.arrivals.size(); i++)
      frames += branch.arrivals[i] > begin.us && branch.arrivals[i] <= end.us;
    wall.insert(wall.end(), branch.wall.begin(), branch.wall.end());
    cpu.insert(cpu.end(), branch.cpu.begin(), branch.cpu.end());
  }
  if (frames < 1) {
    run.why_not = "the branches did not run at the same time";
    return;
  }
  run.frames_per_second = 1e6 * frames / (end.us - begin.us);
  run.process_cpu_us = (end.process_cpu_us - begin.process_cpu_us) / frames;
  run.element_mean_us = wall.empty() ? 0
                                     : std::accumulate(wall.begin(), wall.end(), 0.0) /
                                           static_cast<double>(wall.size());
  run.element_us = median(std::move(wall));
  run.element_cpu_us = median(std::move(cpu));
  const guint64 by_gpu = run.stats.number("counted-cuda"), all = run.stats.number("counted");
  if (pipeline.counted_by == "cuda" && by_gpu != all)
    run.why_not = "the CPU counted " + std::to_string(all - by_gpu) + " of " + std::to_string(all) +
                  " frames";
}

} // namespace

guint64 Stats::number(const char* name) const {
  const auto found = numbers.find(name);
  return found == numbers.end() ? 0 : found->second;
}

Run run_pipeline(const Pipeline& pipeline) {
  Run run;
  for (const std::shared_ptr<FrameSet>& frames : pipeline.frames)
    if (!frames->make()) {
      run.why_not = frames->why_not();
      return run;
    }
  GError* error = nullptr;
  GstElement* bin =
      gst_parse_launch_full(pipeline.line.c_str(), nullptr, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (error) {
    run.why_not = error->message;
    g_clear_error(&error);
    return run;
  }

  std::vector<Branch> branches(pipeline.branches);
  for (unsigned i = 0; i < pipeline.branches; i++) {
    Branch& branch = branches[i];
    const auto find = [&](const char* name) {
      return gst_bin_get_by_name(GST_BIN(bin), (name + std::to_string(i)).c_str());
    };
    branch.element = find("element");
    branch.sink = find("sink");
    branch.warm_up = pipeline.warm_up;
    if (!pipeline.frames.empty()) {
      branch.source = find("source");
      set_up_source(branch.source, *pipeline.frames[i], pipeline.count);
    }
    // Reserved so that no vector grows while frames flow.
    for (std::vector<double>* times : {&branch.arrivals, &branch.wall, &branch.cpu})
      times->reserve(65536);
    if (branch.element) {
      probe(branch.element, "sink", GST_PAD_PROBE_TYPE_BUFFER, enter, branch);
      probe(branch.element, "src", GST_PAD_PROBE_TYPE_BUFFER, leave, branch);
    }
    probe(branch.sink, "sink", GST_PAD_PROBE_TYPE_BUFFER, arrive, branch);
  }

  run.why_not = play(bin);
  if (run.why_not.empty()) {
    if (pipeline.asks_gpu_memory)
      run.gpu_bytes = gpu_bytes_in_use();
    for (const Branch& branch : branches)
      if (run.why_not.empty())
        run.why_not = check_branch(pipeline, branch, run.stats);
    run.wrong = !run.why_not.empty();
    if (!run.wrong)
      measure(pipeline, branches, run);
  }
  gst_element_set_state(bin, GST_STATE_NULL);
  if (!pipeline.frames.empty() && !pipeline.frames[0]->pool())
    run.detail = "offered memory: " + offered_memory(branches[0].source);
  branches.clear();
  gst_object_unref(bin);
  return run;
}

} // namespace videohistogram::benchmark
