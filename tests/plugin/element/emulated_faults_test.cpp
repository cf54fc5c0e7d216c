// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element on an emulated GPU of which any call fails: every table of every frame is right, or,
// of frames in the GPU's memory, announced as missing. Each case is a process of its own, since a
// GPU that is lost stays lost.
#include "cuda/cuda_backend.h"
#include "plugin/element/gstvideohistogramelement.h"
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/emulated_cuda/process.h"
#include "tests/plugin/scope/device/device_buffers.h"
#include "tests/plugin/support/frame_tables.h"
#include "tests/reference/compare.h"

#include <gst/check/gstharness.h>
#include <gst/gst.h>
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::test;
using emulated::in_a_process;
using reference::Frame, reference::sanitized;

namespace {

/// Where frames lie.
enum class Memory { pageable, pinned, device };
/// How their tables are read: from messages, from messages of intervals, or from metas after the
/// last frame was counted.
enum class Readout { messages, intervals, metas };

constexpr guint n_frames = 8;
constexpr guint per_interval = 4;

/// Frames, and what is right. Made once, before the processes of the cases.
struct Frames {
  std::vector<Frame> frames;
  std::vector<FrameTables> expected, sums;

  Frames() {
    for (guint i = 0; i < n_frames; i++)
      frames.push_back(table_frame(i));
    for (guint i = 0; i < n_frames; i++)
      expected.push_back(expected_tables(frames[i], i == 0 ? nullptr : &frames[i - 1]));
    for (guint i = 0; i < n_frames; i += per_interval)
      sums.push_back(sum(i));
  }

private:
  /// The sum of an interval's frames; regions are not summed.
  FrameTables sum(guint first) const {
    FrameTables tables;
    for (guint i = first; i < first + per_interval; i++)
      for (const auto& [name, table] : expected[i]) {
        if (name.find('/') != std::string::npos)
          continue;
        std::vector<guint64>& counts = tables[name].counts;
        counts.resize(table.counts.size());
        for (size_t b = 0; b < counts.size(); b++)
          counts[b] += table.counts[b];
      }
    return tables;
  }
};

const Frames& all_frames() {
  static const Frames* const instance = new Frames;
  return *instance;
}

bool check(bool condition, const std::string& what) {
  if (!condition)
    std::fprintf(stderr, "it is not so that %s\n", what.c_str());
  return condition;
}

GstBuffer* buffer_in(Memory memory, guint number) {
  const std::vector<guint8> pixels = pixels_of(all_frames().frames[number]);
  GstBuffer* buffer = nullptr;
  if (memory == Memory::device) {
    GstVideoInfo info;
    gst_video_info_set_format(&info, GST_VIDEO_FORMAT_NV12, table_width, table_height);
    buffer = scope::new_device_buffer(info);
    scope::write_pixels(buffer, info, pixels);
  } else {
    void* block = nullptr; // never freed if it is pinned
    if (memory == Memory::pageable)
      block = g_malloc(pixels.size());
    else if (cudaHostAlloc(&block, pixels.size(), cudaHostAllocDefault) != cudaSuccess)
      return nullptr;
    std::memcpy(block, pixels.data(), pixels.size());
    buffer =
        gst_buffer_new_wrapped_full(static_cast<GstMemoryFlags>(0), block, pixels.size(), 0,
                                    pixels.size(), memory == Memory::pageable ? block : nullptr,
                                    memory == Memory::pageable ? g_free : nullptr);
  }
  GST_BUFFER_PTS(buffer) = number * 40 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
  return buffer;
}

/// The element between pads of the test's own, and what it says on the bus.
class Element {
public:
  explicit Element(const std::string& properties) : bus_(gst_bus_new()) {
    GError* error = nullptr;
    GstElement* const element =
        gst_parse_launch_full(("videohistogram backend=cuda " + properties).c_str(), nullptr,
                              GST_PARSE_FLAG_FATAL_ERRORS, &error);
    gst_element_set_bus(element, bus_);
    if (gst_element_set_state(element, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE)
      harness_ = gst_harness_new_with_element(element, "sink", "src");
    else
      gst_element_set_state(element, GST_STATE_NULL);
    gst_object_unref(element);
  }
  ~Element() {
    if (harness_)
      gst_harness_teardown(harness_);
    for (GstMessage* message : reports)
      gst_message_unref(message);
    gst_object_unref(bus_);
  }

  bool started() const { return harness_ != nullptr; }
  void set_caps(const std::string& caps) { gst_harness_set_src_caps_str(harness_, caps.c_str()); }
  bool push(GstBuffer* buffer) { return gst_harness_push(harness_, buffer) == GST_FLOW_OK; }
  GstBuffer* pull() { return gst_harness_try_pull(harness_); }
  void end() { gst_harness_push_event(harness_, gst_event_new_eos()); }
  guint64 stat(const char* name) {
    GstStructure* stats = nullptr;
    guint64 number = 0;
    g_object_get(harness_->element, "stats", &stats, nullptr);
    gst_structure_get_uint64(stats, name, &number);
    gst_structure_free(stats);
    return number;
  }
  /// Takes all messages off the bus.
  void collect() {
    while (GstMessage* const message = gst_bus_pop(bus_)) {
      if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ELEMENT) {
        reports.push_back(message);
        continue;
      }
      GError* error = nullptr;
      if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING) {
        gst_message_parse_warning(message, &error, nullptr);
        warnings.push_back(error->message);
      }
      g_clear_error(&error);
      gst_message_unref(message);
    }
  }

  std::vector<GstMessage*> reports;
  std::vector<std::string> warnings;

private:
  GstBus* bus_;
  GstHarness* harness_ = nullptr; ///< null: the element did not start
};

/// What was not right, and what was announced.
struct Outcome {
  bool good = true;
  guint failed_frames = 0, failed_tables = 0;
};

void compare(Outcome& outcome, const FrameTables& expected, const FrameTables& found,
             const std::string& what) {
  for (const std::string& name : lost_tables(expected, found, outcome.failed_tables))
    outcome.good &= check(false, what + " has its " + name);
}

void read_reports(Outcome& outcome, Element& element, const std::vector<FrameTables>& expected) {
  outcome.good &= check(element.reports.size() == expected.size(), "each frame has its message");
  for (size_t i = 0; outcome.good && i < expected.size(); i++) {
    GError* failure = nullptr;
    guint64 failed = 0;
    if (gst_message_parse_video_histogram_failure(element.reports[i], &failure, nullptr, nullptr,
                                                  &failed)) {
      outcome.failed_frames += static_cast<guint>(failed);
      g_error_free(failure);
      continue;
    }
    const GstStructure* const report = gst_message_get_structure(element.reports[i]);
    gst_structure_get_uint64(report, "failed", &failed);
    outcome.failed_frames += static_cast<guint>(failed);
    if (failed == 0) // else it is the sum of the others
      compare(outcome, expected[i], tables_in(report), "message " + std::to_string(i));
  }
}

void read_metas(Outcome& outcome, std::vector<GstBuffer*>& buffers) {
  for (size_t i = 0; i < buffers.size(); i++) {
    GPtrArray* const metas = gst_buffer_get_video_histogram_metas(buffers[i]);
    outcome.good &= check(metas->len == 3, "a frame and its regions have metas");
    FrameTables found;
    guint failed = 0;
    for (guint m = 0; m < metas->len; m++) {
      auto* const meta = static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, m));
      const gchar* const type = gst_video_histogram_meta_get_roi_type(meta);
      if (gst_video_histogram_wait(meta->histogram, 0, nullptr))
        add_tables(meta->histogram, type ? std::string(type) + "/" : "", found);
      else
        failed++;
    }
    g_ptr_array_unref(metas);
    outcome.failed_frames += failed > 0 ? 1 : 0;
    if (failed == 0)
      compare(outcome, all_frames().expected[i], found, "frame " + std::to_string(i));
  }
}

/// Counts all frames. Calls `arm` when they are made, before the element is. Returns whether every
/// table is right, or announced if the GPU is lost and the host cannot read the frame.
bool play(Memory memory, Readout readout, const std::function<void()>& arm) {
  std::vector<GstBuffer*> in, out;
  for (guint i = 0; i < n_frames; i++)
    in.push_back(buffer_in(memory, i));
  arm();
  std::string properties = table_properties;
  if (readout != Readout::metas)
    properties +=
        "attach-meta=false post-messages=true message-projections=true message-joint=true ";
  if (readout == Readout::intervals)
    properties += "interval=" + std::to_string(per_interval * 40 * GST_MSECOND);
  Outcome outcome;
  Element element(properties);
  if (!element.started()) { // with backend=auto it would take the CPU
    element.collect();
    return true;
  }
  std::string caps = table_caps;
  if (memory == Memory::device)
    caps.insert(caps.find(','), "(memory:CUDAMemory)");
  element.set_caps(caps);
  for (GstBuffer* buffer : in) {
    outcome.good &= check(element.push(buffer), "frames pass");
    out.push_back(element.pull());
  }
  element.end();
  element.collect();
  if (readout == Readout::metas)
    read_metas(outcome, out);
  else
    read_reports(outcome, element,
                 readout == Readout::messages ? all_frames().expected : all_frames().sums);
  element.collect();
  const guint64 counted = element.stat("counted"), failed = element.stat("failed");
  outcome.good &= check(counted + failed == n_frames, "the statistics add up");
  outcome.good &= check(failed == outcome.failed_frames, "failed frames are announced");
  if (readout == Readout::messages)
    outcome.good &=
        check(element.stat("failed-tables") == outcome.failed_tables, "failed tables are counted");
  guint about_frames = 0, about_tables = 0;
  for (const std::string& warning : element.warnings) {
    about_frames += warning.find("could not be counted") != std::string::npos;
    about_tables += warning.find("could not be read") != std::string::npos;
  }
  outcome.good &= check(about_frames == (failed > 0 ? 1 : 0), "lost frames are told of once");
  if (readout == Readout::messages)
    outcome.good &=
        check(about_tables == (outcome.failed_tables > 0 ? 1 : 0), "lost tables are told of once");
  if (memory != Memory::device || !is_cuda_lost())
    outcome.good &= check(outcome.failed_frames + outcome.failed_tables == 0, "nothing is lost");
  for (GstBuffer* buffer : out)
    gst_buffer_unref(buffer);
  return outcome.good;
}

/// The numbers of the calls that play() makes after arm(), from 1, by the place that they come
/// from.
std::vector<std::vector<uint64_t>> places_of(Memory memory, Readout readout) {
  std::vector<std::vector<uint64_t>> places;
  std::FILE* const file = std::tmpfile();
  EXPECT_TRUE(in_a_process([&] {
    uint64_t first = 0;
    const bool good = play(memory, readout, [&] {
      first = emulated::calls();
      emulated::note_places();
    });
    for (const std::vector<uint64_t>& place : emulated::noted_places()) {
      std::fprintf(file, "%zu", place.size());
      for (const uint64_t call : place)
        std::fprintf(file, " %" PRIu64, call - first);
      std::fprintf(file, "\n");
    }
    std::fflush(file);
    return good;
  }));
  std::rewind(file);
  for (size_t size = 0; std::fscanf(file, "%zu", &size) == 1;) {
    std::vector<uint64_t>& place = places.emplace_back(size);
    for (uint64_t& call : place)
      if (std::fscanf(file, "%" SCNu64, &call) != 1)
        call = 0;
  }
  std::fclose(file);
  return places;
}

void fail_each_place(Memory memory, Readout readout) {
  all_frames();
  const auto places = places_of(memory, readout);
  ASSERT_GT(places.size(), 40u);
  for (size_t place = 0; place < places.size(); place += sanitized ? 11 : 1)
    for (size_t i = 0; i < 2; i++) {
      const cudaError_t code = i == 0           ? cudaErrorIllegalAddress
                               : place % 2 == 0 ? cudaErrorDevicesUnavailable
                                                : cudaErrorInvalidValue;
      // The first, the middle or the last call from there.
      const uint64_t call = places[place][(places[place].size() - 1) * ((place + i) % 3) / 2];
      EXPECT_TRUE(in_a_process([&] {
        return play(memory, readout, [&] { emulated::fail_call(emulated::calls() + call, code); });
      })) << "call "
          << call << " failed with " << code;
    }
}

} // namespace

TEST(EmulatedFaults, MessagesOfPageableFramesHaveAllTables) {
  fail_each_place(Memory::pageable, Readout::messages);
}

TEST(EmulatedFaults, MessagesOfPinnedFramesHaveAllTables) {
  fail_each_place(Memory::pinned, Readout::messages);
}

TEST(EmulatedFaults, MessagesOfFramesOnTheDeviceHaveAllTablesOrSayWhichNot) {
  fail_each_place(Memory::device, Readout::messages);
}

TEST(EmulatedFaults, IntervalsOfPinnedFramesHaveAllTables) {
  fail_each_place(Memory::pinned, Readout::intervals);
}

TEST(EmulatedFaults, MetasOfPageableFramesThatAreReadLaterHaveAllTables) {
  fail_each_place(Memory::pageable, Readout::metas);
}

TEST(EmulatedFaults, MetasOfPinnedFramesThatAreReadLaterHaveAllTables) {
  fail_each_place(Memory::pinned, Readout::metas);
}

TEST(EmulatedFaults, MetasOfFramesOnTheDeviceHaveAllTablesOrSayWhichNot) {
  fail_each_place(Memory::device, Readout::metas);
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  gst_init(&argc, &argv);
  GST_ELEMENT_REGISTER(videohistogram, nullptr);
  return RUN_ALL_TESTS();
}
