// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables and frames that a failed device does not deliver: the CPU counts them again, or their loss
// is announced. The fake device fails on command.
#include "tests/plugin/support/fake_gpus.h"
#include "tests/plugin/support/frame_tables.h"

#include <chrono>

using namespace videohistogram;
using namespace videohistogram::test;
using Clock = std::chrono::steady_clock;

/// An element that posts all tables.
const std::string all_tables = std::string(table_properties) +
                               "attach-meta=false post-messages=true message-projections=true "
                               "message-joint=true ";

/// Pushes table_frame() `first` to `first + n - 1`, and returns what comes out.
static std::vector<GstBuffer*> push_table_frames(Stream& stream, guint first, guint n) {
  std::vector<GstBuffer*> out;
  for (guint i = first; i < first + n; i++) {
    const std::vector<guint8> pixels = pixels_of(table_frame(i));
    GstBuffer* buffer = gst_buffer_new_memdup(pixels.data(), pixels.size());
    GST_BUFFER_PTS(buffer) = i * 40 * GST_MSECOND;
    GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    out.push_back(stream.pull());
  }
  return out;
}

static void unref_all(std::vector<GstBuffer*>& buffers) {
  for (GstBuffer* buffer : buffers)
    gst_buffer_unref(buffer);
  buffers.clear();
}

/// Compares the tables of frame `number`. Returns how many have an error instead of counts.
static guint expect_tables(const FrameTables& found, guint number) {
  const reference::Frame frame = table_frame(number), before = table_frame(number - 1);
  guint announced = 0;
  for (const std::string& lost :
       lost_tables(expected_tables(frame, number == 0 ? nullptr : &before), found, announced))
    fail("frame %u has not its %s", number, lost.c_str());
  return announced;
}

GST_START_TEST(a_frame_whose_tables_the_device_does_not_deliver_is_counted_again) {
  for (const ErrorKind kind : {ErrorKind::transient, ErrorKind::device_lost, ErrorKind::bug})
    for (const FaultStage stage : {FaultStage::read, FaultStage::absent})
      for (const bool holds_frame : {true, false}) {
        FakeConfig config = failing({fault(2, stage, kind)});
        config.holds_frame = holds_frame;
        set_fake(config);
        Stream stream(all_tables);
        stream.set_caps(table_caps);
        std::vector<GstBuffer*> out = push_table_frames(stream, 0, 8);
        stream.drain();
        const auto& reports = stream.reports();
        fail_unless_equals_int(reports.size(), 8);
        for (guint i = 0; i < 8; i++)
          fail_unless_equals_int(expect_tables(tables_in(reports[i]), i), 0);
        fail_unless_equals_uint64(stream.stat("counted"), 8);
        fail_unless_equals_uint64(stream.stat("failed-tables"), 0);
        fail_unless(stream.stat("counted-cpu") > 0);
        expect_warnings(stream, {"Counting on the CPU"});
        unref_all(out);
      }
}
GST_END_TEST

GST_START_TEST(metas_that_are_read_after_the_device_was_lost_have_all_tables) {
  for (const bool holds_frame : {true, false}) {
    FakeConfig config = failing({});
    config.holds_frame = holds_frame;
    set_fake(config);
    Stream stream(table_properties);
    stream.set_caps(table_caps);
    std::vector<GstBuffer*> out = push_table_frames(stream, 0, 5);
    stream.drain();
    config.log->lost = true;
    for (guint i = 0; i < 5; i++) {
      FrameTables found;
      GPtrArray* metas = gst_buffer_get_video_histogram_metas(out[i]);
      for (guint m = 0; m < metas->len; m++) {
        auto* meta = static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, m));
        const gchar* type = gst_video_histogram_meta_get_roi_type(meta);
        add_tables(meta->histogram, type ? std::string(type) + "/" : "", found);
      }
      g_ptr_array_unref(metas);
      fail_unless_equals_int(expect_tables(found, i), 0);
    }
    unref_all(out);
  }
}
GST_END_TEST

GST_START_TEST(no_table_is_read_that_nobody_can_ask_for) {
  FakeConfig config = failing({});
  config.delay = std::chrono::milliseconds(20);
  set_fake(config);
  Stream stream("projections=y@0 joint=cb*cr");
  stream.set_caps(table_caps);
  config.log->matrices_held = true; // a read would wait for 5 s
  const auto begin = Clock::now();
  for (guint i = 0; i < 8; i++) {
    std::vector<GstBuffer*> out = push_table_frames(stream, i, 1);
    unref_all(out); // while the frame is being counted
  }
  stream.drain();
  fail_unless(Clock::now() - begin < std::chrono::seconds(4));
  fail_unless_equals_uint64(stream.stat("counted"), 8);
  config.log->matrices_held = false;
}
GST_END_TEST

GST_START_TEST(a_table_that_nobody_can_count_again_is_named_counted_and_told_of_once) {
  for (const FaultStage stage : {FaultStage::read, FaultStage::absent}) {
    FakeConfig config = failing({fault(3, stage, ErrorKind::transient, 4)});
    config.host_pixels = false;
    set_fake(config);
    Stream stream(all_tables);
    stream.set_caps(table_caps);
    std::vector<GstBuffer*> out = push_table_frames(stream, 0, 8);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 8);
    for (guint i = 0; i < 8; i++) {
      // Two projections, and a joint histogram of the frame and of each of two regions.
      fail_unless_equals_int(expect_tables(tables_in(reports[i]), i), i >= 2 && i < 6 ? 5 : 0);
      fail_if(gst_structure_has_field(reports[i], "error"));
      fail_unless_equals_uint64(uint64_field(reports[i], "failed"), 0);
    }
    fail_unless_equals_uint64(stream.stat("counted"), 8);
    fail_unless_equals_uint64(stream.stat("failed"), 0);
    fail_unless_equals_uint64(stream.stat("failed-tables"), 4 * 5);
    expect_warnings(stream, {"A projection or joint histogram could not be read"});
    unref_all(out);
  }
}
GST_END_TEST

GST_START_TEST(each_lost_frame_has_its_message_and_their_loss_is_told_of_once) {
  for (const FaultStage stage : {FaultStage::wait, FaultStage::memory}) {
    FakeConfig config = failing({fault(2, stage, ErrorKind::transient, 1)});
    config.host_pixels = false;
    set_fake(config);
    Stream stream(all_tables);
    stream.set_caps(table_caps);
    std::vector<GstBuffer*> out = push_table_frames(stream, 0, 4);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 4);
    for (guint i = 0; i < 4; i++) {
      fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
      fail_unless_equals_uint64(uint64_field(reports[i], "timestamp"), i * 40 * GST_MSECOND);
      fail_unless_equals_uint64(uint64_field(reports[i], "failed"), i == 1 ? 1 : 0);
      fail_unless_equals_int(gst_structure_has_field(reports[i], "counts"), i != 1);
    }
    fail_unless_equals_string(gst_structure_get_string(reports[1], "error-kind"), "no-resources");
    fail_unless_equals_uint64(stream.stat("failed"), 1);
    unref_all(out);
  }
  FakeConfig config = failing({fault(2, FaultStage::wait, ErrorKind::bug, 100)});
  config.host_pixels = false;
  config.depth = 8;
  config.delay = std::chrono::milliseconds(10);
  set_fake(config);
  Stream stream("post-messages=true max-in-flight=8");
  stream.set_caps(raw_caps("RGBA", width, height));
  std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 6); // all in flight
  stream.drain();
  const guint64 failed = stream.stat("failed");
  fail_unless(failed > 1);
  fail_unless_equals_int(stream.reports().size(), 6);
  expect_warnings(stream, {"Counting on the CPU", "A frame could not be counted"});
  unref_all(out);
}
GST_END_TEST

GST_START_TEST(an_interval_says_how_many_of_its_frames_failed) {
  // Two frames per interval: of the first one fails, of the second both.
  FakeConfig config = failing({fault(2, FaultStage::wait, ErrorKind::bug, 3)});
  config.host_pixels = false;
  config.delay = std::chrono::milliseconds(10);
  set_fake(config);
  Stream stream(all_tables + "interval=80000000 max-in-flight=8");
  stream.set_caps(table_caps);
  std::vector<GstBuffer*> out = push_table_frames(stream, 0, 6);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  const guint64 frames[] = {1, 0, 2}, failed[] = {1, 2, 0};
  for (guint i = 0; i < 3; i++) {
    fail_unless_equals_uint64(uint64_field(reports[i], "frame"), 2 * i);
    fail_unless_equals_uint64(uint64_field(reports[i], "frames"), frames[i]);
    fail_unless_equals_uint64(uint64_field(reports[i], "failed"), failed[i]);
    fail_unless_equals_int(gst_structure_has_field(reports[i], "error"), i == 1);
    fail_unless_equals_int(gst_structure_has_field(reports[i], "histogram"), i != 1);
  }
  fail_unless_equals_uint64(stream.stat("failed"), 3);
  unref_all(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_frame_whose_tables_the_device_does_not_deliver_is_counted_again);
  tcase_add_test(chain, metas_that_are_read_after_the_device_was_lost_have_all_tables);
  tcase_add_test(chain, no_table_is_read_that_nobody_can_ask_for);
  tcase_add_test(chain, a_table_that_nobody_can_count_again_is_named_counted_and_told_of_once);
  tcase_add_test(chain, each_lost_frame_has_its_message_and_their_loss_is_told_of_once);
  tcase_add_test(chain, an_interval_says_how_many_of_its_frames_failed);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "lost_tables", add_tests);
}
