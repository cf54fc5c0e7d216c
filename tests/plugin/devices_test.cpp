// SPDX-License-Identifier: LGPL-2.1-or-later
// Several GPUs in one element: which are used, how they share frames, what happens if some fail.
// On as many fake ones as a test wants; some tests run over all real GPUs too.
#include "tests/plugin/report_check.h"

#include <algorithm>
#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr guint width = 40, height = 31;
constexpr const char* splits[] = {"auto", "rows", "frames", "channels"};

Frame frame_number(guint i) {
  return make_plain_frame("RGBA", width, height, Content::noise, i);
}

/// Fake GPUs and what they were asked to do.
struct Fakes {
  explicit Fakes(guint n) : configs(n) {
    for (FakeConfig& config : configs)
      config.log = std::make_shared<FakeLog>();
  }
  void use() const { set_fakes(configs); }
  std::vector<guint64> submits() const {
    std::vector<guint64> numbers;
    for (const FakeConfig& config : configs)
      numbers.push_back(config.log->submits);
    return numbers;
  }
  const FakeLog& log(guint i) const { return *configs[i].log; }

  std::vector<FakeConfig> configs;
};

Fault fault(uint64_t frame, FaultStage stage, ErrorKind kind, uint64_t frames = 1) {
  return {frame, frames, stage, kind};
}

void push_exact(Stream& stream, guint first, guint n) {
  expect_exact(push_frames(stream, frame_number, first, n), frame_number, first);
}

void push_one_exact(Stream& stream, const Frame& frame) {
  expect_counted(stream, make_plain_buffer(frame), frame, default_request(frame));
}

/// What the field `devices` of the stats says.
struct DeviceFields {
  gint index = -1;
  std::string name;
  guint64 frames = 0, bytes = 0, busy_time = 0;
};

std::vector<DeviceFields> devices_of(Stream& stream) {
  GstStructure* stats = nullptr;
  g_object_get(stream.element(), "stats", &stats, nullptr);
  const GValue* array = gst_structure_get_value(stats, "devices");
  fail_unless(array && GST_VALUE_HOLDS_ARRAY(array));
  std::vector<DeviceFields> devices(gst_value_array_get_size(array));
  for (guint i = 0; i < devices.size(); i++) {
    const GValue* value = gst_value_array_get_value(array, i);
    fail_unless(GST_VALUE_HOLDS_STRUCTURE(value));
    const GstStructure* device = gst_value_get_structure(value);
    DeviceFields& fields = devices[i];
    fail_unless(gst_structure_get_int(device, "index", &fields.index));
    fields.name = gst_structure_get_string(device, "name");
    fields.frames = uint64_field(device, "frames");
    fields.bytes = uint64_field(device, "bytes");
    fields.busy_time = uint64_field(device, "busy-time");
    fail_unless_equals_int(gst_structure_n_fields(device), 5);
  }
  gst_structure_free(stats);
  return devices;
}

std::string all_split(const char* split) {
  return std::string("devices=all split=") + split;
}

void expect_reports_in_order(Stream& stream, guint n) {
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), n);
  for (guint i = 0; i < n; i++) {
    const Frame frame = frame_number(i);
    fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
    const GValue* histogram = gst_structure_get_value(reports[i], "histogram");
    expect_counts(static_cast<GstVideoHistogram*>(g_value_get_boxed(histogram)),
                  default_request(frame),
                  reference::count(frame.view(), default_request(frame)).data());
  }
}

} // namespace

// Over fake and real GPUs:

GST_START_TEST(every_split_counts_every_frame_as_one_gpu_does) {
  Fakes(3).use();
  for (const char* split : splits) {
    Stream stream(all_split(split) + " post-messages=true");
    guint n = 0;
    for (const char* format : {"RGBA", "NV12", "I420", "YUY2", "P010_10LE", "GRAY8"})
      for (const auto& [w, h] : {std::pair<guint, guint>{640, 361}, {33, 7}, {5, 2}, {1, 1}}) {
        stream.set_caps(raw_caps(format, w, h));
        for (guint i = 0; i < 3; i++, n++) {
          const Frame frame = make_plain_frame(format, w, h, Content::noise, n);
          GstBuffer* buffer = make_plain_buffer(frame);
          Request request = default_request(frame);
          request.regions = {{w / 3, h / 3, w - w / 3, (h + 1) / 2}, {0, 0, w, h}};
          for (const Rect& r : request.regions)
            gst_buffer_add_video_region_of_interest_meta(buffer, "r", r.x, r.y, r.width, r.height);
          expect_counted(stream, buffer, frame, request);
        }
      }
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted"), n);
    fail_unless_equals_uint64(stream.stat("counted-cuda"), n);
    fail_unless_equals_uint64(stream.stat("failed"), 0);
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), n);
    for (guint i = 0; i < n; i++)
      fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
}
GST_END_TEST

GST_START_TEST(large_and_small_frames_follow_each_other_with_nothing_lost) {
  Fakes(2).use();
  Stream stream(all_split("auto") + " post-messages=true");
  guint n = 0;
  for (int round = 0; round < 2; round++) {
    for (guint side : {5120u, 64u, 5121u}) { // of more than 24 MiB: by rows, three in flight
      stream.set_caps(raw_caps("GRAY8", side, side));
      const Frame frame = make_plain_frame("GRAY8", side, side, Content::runs, side);
      std::vector<GstBuffer*> out;
      for (guint i = 0; i < 4; i++, n++) {
        fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
        out.push_back(stream.pull());
      }
      const Request request = default_request(frame);
      const std::vector<uint32_t> expected = reference::count(frame.view(), request);
      for (GstBuffer* buffer : out) {
        expect_counts(gst_buffer_get_video_histogram_meta(buffer)->histogram, request,
                      expected.data());
        gst_buffer_unref(buffer);
      }
    }
  }
  stream.drain();
  fail_unless_equals_uint64(stream.stat("counted"), n);
  fail_unless_equals_int(stream.reports().size(), n);
}
GST_END_TEST

GST_START_TEST(max_in_flight_of_one_counts_before_the_buffer_is_pushed) {
  Fakes(2).use();
  for (const char* split : splits) {
    Stream stream(all_split(split) + " max-in-flight=1");
    stream.set_caps(raw_caps("RGBA", width, height));
    for (guint i = 0; i < 5; i++) {
      stream.push(make_plain_buffer(frame_number(i)));
      GstBuffer* out = stream.pull();
      fail_unless(
          gst_video_histogram_is_ready(gst_buffer_get_video_histogram_meta(out)->histogram));
      expect_histograms(out, frame_number(i), default_request(frame_number(i)));
      gst_buffer_unref(out);
    }
  }
}
GST_END_TEST

GST_START_TEST(stats_tell_what_each_gpu_has_done_and_stay_after_a_stop) {
  Fakes fakes(2);
  for (FakeConfig& config : fakes.configs)
    config.bytes_per_ns = 4;
  fakes.use();
  for (const char* split : {"rows", "frames"}) {
    Stream stream(all_split(split));
    stream.set_caps(raw_caps("RGBA", width, 32));
    for (guint i = 0; i < 6; i++)
      push_one_exact(stream, make_plain_frame("RGBA", width, 32, Content::noise, i));
    stream.drain();
    for (int stopped = 0; stopped < 2; stopped++) {
      const std::vector<DeviceFields> devices = devices_of(stream);
      guint64 frames = 0, bytes = 0;
      for (guint i = 0; i < devices.size(); i++) {
        fail_unless_equals_int(devices[i].index, i);
        fail_if(devices[i].name.empty());
        fail_unless(devices[i].busy_time > 0);
        frames += devices[i].frames;
        bytes += devices[i].bytes;
      }
      fail_unless(bytes >= 6u * width * 32 * 4);
      fail_unless_equals_uint64(bytes, stream.stat("bytes-uploaded"));
      const guint64 parts = !strcmp(split, "rows") ? devices.size() : 1;
      fail_unless_equals_uint64(frames, 6 * parts);
      if (who() == Who::fake) {
        fail_unless_equals_int(devices.size(), 2);
        fail_unless_equals_string(devices[1].name.c_str(), fake_device_name);
        for (const DeviceFields& device : devices) {
          fail_unless_equals_uint64(device.frames, 3 * parts);
          fail_unless_equals_uint64(device.bytes, 3u * width * 32 * 4);
          fail_unless_equals_uint64(device.busy_time, 3u * width * 32);
        }
      }
      gst_element_set_state(stream.element(), GST_STATE_READY);
    }
  }
}
GST_END_TEST

GST_START_TEST(a_gpu_that_is_not_there_is_an_error_that_lists_those_that_are) {
  Fakes(2).use();
  for (const char* devices : {"99", "0,99", "99,0"})
    expect_start_error(std::string("backend=cuda devices=") + devices, GST_RESOURCE_ERROR_NOT_FOUND,
                       {"no CUDA device 99", "this machine has 0 ("});
}
GST_END_TEST

// Over fake GPUs alone:

GST_START_TEST(the_gpus_that_are_named_are_used_and_no_others) {
  const std::pair<const char*, std::vector<guint64>> cases[] = {
      {"0", {6, 0, 0}},   {"2", {0, 0, 6}},       {"0,2", {3, 0, 3}},   {"2,0", {3, 0, 3}},
      {"all", {2, 2, 2}}, {" 1 , 2 ", {0, 3, 3}}, {"2,1,0", {2, 2, 2}},
  };
  for (const auto& [devices, submits] : cases) {
    const Fakes fakes(3);
    fakes.use();
    Stream stream(std::string("split=frames devices=\"") + devices + "\"");
    stream.set_caps(raw_caps("RGBA", width, height));
    for (guint i = 0; i < 6; i++)
      push_exact(stream, i, 1);
    stream.drain();
    fail_unless(fakes.submits() == submits, "devices=%s", devices);
    fail_unless_equals_int(devices_of(stream).size(),
                           6 / *std::max_element(submits.begin(), submits.end()));
  }
}
GST_END_TEST

GST_START_TEST(errors_of_devices_list_what_the_machine_has) {
  const std::vector<std::string> there = {"0 (Fake GPU), 1 (Fake GPU)"};
  const auto expect = [&](const char* devices, gint code, const char* word) {
    std::vector<std::string> words = there;
    words.push_back(word);
    expect_start_error(std::string("backend=cuda devices=\"") + devices + "\"", code, words);
    if (code == GST_RESOURCE_ERROR_SETTINGS) // a mistake whoever is to count
      expect_start_error(std::string("backend=auto devices=\"") + devices + "\"", code, words);
  };
  Fakes(2).use();
  expect("2", GST_RESOURCE_ERROR_NOT_FOUND, "no CUDA device 2");
  expect("1,2", GST_RESOURCE_ERROR_NOT_FOUND, "no CUDA device 2");
  expect("1,1", GST_RESOURCE_ERROR_SETTINGS, "names GPU 1 twice");
  expect("0,1,00", GST_RESOURCE_ERROR_SETTINGS, "names GPU 0 twice");
  expect("", GST_RESOURCE_ERROR_SETTINGS, "give an index such as 0");
  expect("gpu", GST_RESOURCE_ERROR_SETTINGS, "devices=\"gpu\"");
  expect("all,1", GST_RESOURCE_ERROR_SETTINGS, "or all");
  expect("0,-1", GST_RESOURCE_ERROR_SETTINGS, "0,2");
  expect("-0", GST_RESOURCE_ERROR_SETTINGS, "devices=\"-0\"");
  set_no_fake({ErrorKind::no_device, "there is no driver", ""});
  expect_start_error("backend=cuda devices=x", GST_RESOURCE_ERROR_SETTINGS,
                     {"this machine has none: there is no driver"});
  expect_start_error("backend=cuda devices=all", GST_RESOURCE_ERROR_NOT_FOUND,
                     {"there is no driver"});
  expect_start_error("backend=cpu devices=x", GST_RESOURCE_ERROR_SETTINGS, {"devices=\"x\""});
}
GST_END_TEST

GST_START_TEST(auto_without_one_of_the_gpus_counts_on_the_cpu_and_warns_once) {
  const Fakes fakes(2);
  fakes.use();
  Stream stream("backend=auto devices=0,7");
  expect_active_backend(stream.element(), "cpu");
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 2);
  expect_one_warning(stream, "no CUDA device 7; this machine has 0 (Fake GPU), 1 (Fake GPU)");
  fail_unless(fakes.submits() == std::vector<guint64>(2));
}
GST_END_TEST

GST_START_TEST(auto_takes_all_gpus_or_the_cpu_where_there_are_none_without_a_warning) {
  set_no_fake({ErrorKind::no_device, "there is no GPU", ""});
  Stream stream("backend=auto devices=all");
  expect_active_backend(stream.element(), "cpu");
  gst_element_set_state(stream.element(), GST_STATE_READY);
  Fakes(2).use();
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  expect_active_backend(stream.element(), "cuda");
  fail_unless_equals_int(devices_of(stream).size(), 2);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(all_leaves_out_a_gpu_that_cannot_be_used_and_says_so_once) {
  for (guint n : {2u, 3u}) {
    const Fakes fakes(n);
    fakes.use();
    set_unusable_fake(1, {ErrorKind::device_unusable, "no code for GPU 1", ""});
    Stream stream("devices=all split=frames");
    stream.set_caps(raw_caps("RGBA", width, height));
    push_exact(stream, 0, 12);
    expect_one_warning(stream, "no code for GPU 1");
    fail_unless_equals_uint64(fakes.log(1).submits, 0);
    fail_unless_equals_uint64(fakes.log(0).submits, n == 2 ? 12 : 6);
    fail_unless_equals_int(devices_of(stream).size(), n - 1);
    // By name it is an error.
    expect_start_error("backend=cuda devices=0,1", GST_RESOURCE_ERROR_FAILED,
                       {"no code for GPU 1"});
  }
}
GST_END_TEST

GST_START_TEST(the_only_gpu_that_can_be_used_is_spoken_of_as_the_only_one) {
  Fakes fakes(2);
  fakes.configs[0].faults = {fault(1, FaultStage::wait, ErrorKind::transient)};
  fakes.use();
  set_unusable_fake(1, {ErrorKind::device_unusable, "no code for GPU 1", ""});
  Stream stream("devices=all");
  expect_one_warning(stream, "no code for GPU 1");
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 3);
  expect_one_warning(stream, "Counting on the CPU until the GPU can be used again");
}
GST_END_TEST

GST_START_TEST(messages_are_in_stream_order_however_fast_each_gpu_is) {
  for (const char* split : splits) {
    Fakes fakes(3);
    fakes.configs[0].delay = std::chrono::milliseconds(12);
    fakes.configs[2].delay = std::chrono::milliseconds(4);
    fakes.use();
    Stream stream(all_split(split) + " post-messages=true");
    stream.set_caps(raw_caps("RGBA", width, height));
    std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 24);
    stream.push_event(gst_event_new_eos());
    expect_reports_in_order(stream, 24); // all before the event has passed
    expect_exact(out, frame_number, 0);
  }
}
GST_END_TEST

GST_START_TEST(each_gpu_has_up_to_three_frames_or_parts_in_flight) {
  const std::pair<const char*, guint64> cases[] = {{"rows", 3}, {"channels", 3}, {"frames", 3}};
  for (const auto& [split, most] : cases) {
    Fakes fakes(3);
    for (FakeConfig& config : fakes.configs)
      config.delay = std::chrono::milliseconds(10);
    fakes.use();
    Stream stream(all_split(split));
    stream.set_caps(raw_caps("RGBA", width, height));
    std::vector<GstBuffer*> out;
    guint64 pending = 0;
    for (guint i = 0; i < 18; i++) {
      stream.push(make_plain_buffer(frame_number(i)));
      out.push_back(stream.pull());
      guint64 now = 0;
      for (guint d = 0; d < 3; d++)
        now += fakes.log(d).pending;
      pending = std::max(pending, now);
    }
    for (guint d = 0; d < 3; d++)
      fail_unless(fakes.log(d).most_pending <= most, "%s: %" G_GUINT64_FORMAT, split,
                  fakes.log(d).most_pending.load());
    // Nine frames, or parts of three.
    fail_unless(pending > 6 && pending <= 9, "%s: %" G_GUINT64_FORMAT " pending", split, pending);
    expect_exact(out, frame_number, 0);
  }
}
GST_END_TEST

GST_START_TEST(a_gpu_that_fails_is_named_and_costs_no_frame) {
  for (const char* split : splits)
    for (FaultStage stage : {FaultStage::submit, FaultStage::wait})
      for (ErrorKind kind : {ErrorKind::transient, ErrorKind::bug}) {
        Fakes fakes(3);
        fakes.configs[1].faults = {fault(2, stage, kind)};
        fakes.use();
        Stream stream(all_split(split) + " post-messages=true");
        stream.set_caps(raw_caps("RGBA", width, height));
        std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 20);
        stream.drain();
        expect_exact(out, frame_number, 0);
        expect_reports_in_order(stream, 20);
        expect_one_warning(stream, kind == ErrorKind::bug
                                       ? "Counting without GPU 1 from now on"
                                       : "Counting without GPU 1 until it can be used again");
        fail_unless_equals_uint64(stream.stat("counted"), 20);
        fail_unless_equals_uint64(stream.stat("failed"), 0);
        fail_unless(stream.stat("counted-cpu") >= 1 && stream.stat("counted-cpu") <= 6);
        expect_active_backend(stream.element(), "cuda");
        fail_unless(fakes.log(0).submits > 3 && fakes.log(2).submits > 3);
      }
}
GST_END_TEST

GST_START_TEST(the_warning_of_the_last_gpu_says_that_the_cpu_counts) {
  Fakes fakes(2);
  for (guint d = 0; d < 2; d++)
    fakes.configs[d].faults = {fault(1 + 5 * d, FaultStage::wait, ErrorKind::bug)};
  fakes.use();
  Stream stream(all_split("rows"));
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 3);
  stream.drain();
  expect_one_warning(stream, "Counting without GPU 0 from now on: ");
  push_exact(stream, 3, 3);
  stream.drain();
  expect_one_warning(stream,
                     "Counting without GPU 1 from now on, and on the CPU since no GPU is left: ");
  expect_active_backend(stream.element(), "cpu");
}
GST_END_TEST

GST_START_TEST(all_gpus_lost_are_one_warning_and_cost_no_frame) {
  for (const char* split : splits)
    for (bool holds_frame : {true, false}) {
      Fakes fakes(3);
      for (FakeConfig& config : fakes.configs) {
        config.faults = {fault(3, FaultStage::wait, ErrorKind::device_lost)};
        config.delay = std::chrono::milliseconds(2);
        config.holds_frame = holds_frame;
      }
      fakes.use();
      Stream stream(all_split(split));
      stream.set_caps(raw_caps("RGBA", width, height));
      std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 30);
      stream.drain();
      expect_exact(out, frame_number, 0);
      expect_one_warning(stream, "restart");
      expect_active_backend(stream.element(), "cpu");
      fail_unless_equals_uint64(stream.stat("counted"), 30);
      fail_unless_equals_uint64(stream.stat("failed"), 0);
      // One call may begin while another thread is being told of the loss.
      for (guint d = 0; d < 3; d++)
        fail_unless(fakes.log(d).calls_after_lost <= 1);
      stream.set_caps(raw_caps("RGBA", 2 * width, height));
      push_one_exact(stream, make_plain_frame("RGBA", 2 * width, height, Content::runs));
    }
}
GST_END_TEST

GST_START_TEST(a_flush_lets_go_of_the_frames_on_all_gpus_and_reports_none) {
  for (const char* split : splits) {
    Fakes fakes(2);
    for (FakeConfig& config : fakes.configs)
      config.delay = std::chrono::milliseconds(20);
    fakes.use();
    Stream stream(all_split(split) + " post-messages=true");
    stream.set_caps(raw_caps("RGBA", width, height));
    std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 3);
    stream.push_event(gst_event_new_flush_start());
    const size_t before = stream.reports().size(); // those that were finished already
    stream.push_event(gst_event_new_flush_stop(TRUE));
    for (guint d = 0; d < 2; d++)
      fail_unless_equals_uint64(fakes.log(d).pending, 0);
    expect_exact(out, frame_number, 0);
    fail_unless(before < 3);
    fail_unless_equals_int(stream.reports().size(), 0);
  }
}
GST_END_TEST

GST_START_TEST(frames_of_many_elements_are_spread_evenly) {
  constexpr guint elements = 16, gpus = 4;
  const Fakes fakes(gpus);
  fakes.use();
  std::vector<std::unique_ptr<Stream>> streams;
  for (guint i = 0; i < elements; i++) {
    streams.push_back(std::make_unique<Stream>("devices=all split=frames"));
    streams.back()->set_caps(raw_caps("RGBA", width, height));
  }
  for (guint n = 0; n < 3; n++) { // not a multiple of the GPUs
    for (auto& stream : streams)
      push_exact(*stream, n, 1);
  }
  for (auto& stream : streams)
    stream->drain();
  fail_unless(fakes.submits() == std::vector<guint64>(gpus, elements * 3 / gpus));
  // Each GPU is made ready for one frame of each element; more come with the frames that need them.
  for (guint d = 0; d < gpus; d++)
    fail_unless_equals_int(fakes.log(d).prepared_frames, 1);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_split_counts_every_frame_as_one_gpu_does);
  tcase_add_test(chain, large_and_small_frames_follow_each_other_with_nothing_lost);
  tcase_add_test(chain, max_in_flight_of_one_counts_before_the_buffer_is_pushed);
  tcase_add_test(chain, stats_tell_what_each_gpu_has_done_and_stay_after_a_stop);
  tcase_add_test(chain, a_gpu_that_is_not_there_is_an_error_that_lists_those_that_are);
  if (who() != Who::fake)
    return;
  tcase_add_test(chain, the_gpus_that_are_named_are_used_and_no_others);
  tcase_add_test(chain, errors_of_devices_list_what_the_machine_has);
  tcase_add_test(chain, auto_without_one_of_the_gpus_counts_on_the_cpu_and_warns_once);
  tcase_add_test(chain, auto_takes_all_gpus_or_the_cpu_where_there_are_none_without_a_warning);
  tcase_add_test(chain, all_leaves_out_a_gpu_that_cannot_be_used_and_says_so_once);
  tcase_add_test(chain, the_only_gpu_that_can_be_used_is_spoken_of_as_the_only_one);
  tcase_add_test(chain, messages_are_in_stream_order_however_fast_each_gpu_is);
  tcase_add_test(chain, each_gpu_has_up_to_three_frames_or_parts_in_flight);
  tcase_add_test(chain, a_gpu_that_fails_is_named_and_costs_no_frame);
  tcase_add_test(chain, the_warning_of_the_last_gpu_says_that_the_cpu_counts);
  tcase_add_test(chain, all_gpus_lost_are_one_warning_and_cost_no_frame);
  tcase_add_test(chain, a_flush_lets_go_of_the_frames_on_all_gpus_and_reports_none);
  tcase_add_test(chain, frames_of_many_elements_are_spread_evenly);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "devices", add_tests);
}
