// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The GPUs that an element uses, and what it says of them.
#include "tests/plugin/support/fake_gpus.h"

#include <algorithm>
#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;

// Over fake and real GPUs:

GST_START_TEST(a_gpu_that_is_not_there_is_an_error_that_lists_those_that_are) {
  Fakes(2).use();
  for (const char* devices : {"99", "0,99", "99,0"})
    expect_start_error(std::string("backend=cuda devices=") + devices, GST_RESOURCE_ERROR_NOT_FOUND,
                       {"no CUDA device 99", "this machine has 0 ("});
}
GST_END_TEST

GST_START_TEST(stats_tell_what_each_gpu_has_done_and_stay_after_a_stop) {
  Fakes fakes(2);
  for (FakeConfig& config : fakes.configs)
    config.bytes_per_ns = 4;
  fakes.use();
  for (const char* split : {"rows", "frames"}) {
    Stream stream(std::string("devices=all split=") + split);
    stream.set_caps(raw_caps("RGBA", width, 32));
    for (guint i = 0; i < 6; i++)
      expect_counted(stream, make_plain_frame("RGBA", width, 32, Content::noise, i));
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
    for (const char* backend : {"cuda", "auto"})
      expect_start_error(std::string("backend=") + backend + " devices=\"" + devices + "\"", code,
                         words);
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

GST_START_TEST(auto_with_gpus_named_counts_on_the_cpu_where_there_are_none_and_warns_once) {
  set_no_fake({ErrorKind::no_device, "there is no driver", ""});
  Stream stream("backend=auto devices=0,7");
  expect_active_backend(stream.element(), "cpu");
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 2);
  expect_one_warning(stream, "there is no driver");
}
GST_END_TEST

GST_START_TEST(auto_takes_all_gpus_or_the_cpu_with_a_warning_where_there_are_none) {
  set_no_fake({ErrorKind::no_device, "there is no GPU", ""});
  Stream stream("backend=auto devices=all");
  expect_active_backend(stream.element(), "cpu");
  expect_one_warning(stream, "there is no GPU");
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
    // A GPU that is named is an error.
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

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_gpu_that_is_not_there_is_an_error_that_lists_those_that_are);
  tcase_add_test(chain, stats_tell_what_each_gpu_has_done_and_stay_after_a_stop);
  if (who() != Who::fake)
    return;
  tcase_add_test(chain, the_gpus_that_are_named_are_used_and_no_others);
  tcase_add_test(chain, errors_of_devices_list_what_the_machine_has);
  tcase_add_test(chain, auto_with_gpus_named_counts_on_the_cpu_where_there_are_none_and_warns_once);
  tcase_add_test(chain, auto_takes_all_gpus_or_the_cpu_with_a_warning_where_there_are_none);
  tcase_add_test(chain, all_leaves_out_a_gpu_that_cannot_be_used_and_says_so_once);
  tcase_add_test(chain, the_only_gpu_that_can_be_used_is_spoken_of_as_the_only_one);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "devices", add_tests);
}
