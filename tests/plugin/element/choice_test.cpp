// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The choice of a backend, and the messages where there is no device.
#include "tests/plugin/support/element_test.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;

namespace {

void count_one(Stream& stream) {
  stream.set_caps(raw_caps("RGBA", 20, 10));
  expect_counted(stream, make_plain_frame("RGBA", 20, 10, Content::noise));
}

} // namespace

GST_START_TEST(auto_takes_a_device_that_is_there) {
  Stream stream("backend=auto");
  expect_active_backend(stream.element(), "cuda");
  count_one(stream);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(auto_counts_small_frames_of_the_host_on_the_cpu) {
  const struct {
    const char *backend, *format;
    gint width, height;
    const char* active;
  } cases[] = {{"auto", "RGBA", 256, 255, "cpu"},  {"auto", "RGBA", 256, 256, "cuda"},
               {"cuda", "RGBA", 20, 10, "cuda"},   {"auto", "GRAY8", 511, 512, "cpu"},
               {"auto", "NV12", 512, 512, "cuda"}, {"cpu", "RGBA", 512, 512, "cpu"}};
  for (const auto& c : cases) {
    FakeConfig config;
    config.log = std::make_shared<FakeLog>();
    set_fake(config);
    Stream stream(std::string("backend=") + c.backend);
    stream.set_caps(raw_caps(c.format, c.width, c.height));
    expect_active_backend(stream.element(), c.active);
    for (int i = 0; i < 5; i++)
      expect_counted(stream, make_plain_frame(c.format, c.width, c.height, Content::noise));
    stream.drain();
    const bool on_cpu = !strcmp(c.active, "cpu");
    fail_unless_equals_uint64(config.log->submits, on_cpu ? 0 : 5);
    fail_unless_equals_uint64(stream.stat("counted-cpu"), on_cpu ? 5 : 0);
    fail_unless_equals_uint64(stream.stat("failed"), 0);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
    fail_unless(stream.stat_text("reason") ==
                    (strcmp(c.backend, "auto") ? std::string("backend=") + c.backend
                     : on_cpu ? "frames in system memory of fewer than 262144 bytes take less CPU "
                                "time without a GPU"
                              : "there is a usable GPU"),
                "%s", stream.stat_text("reason").c_str());
  }
}
GST_END_TEST

GST_START_TEST(auto_chooses_anew_with_the_caps) {
  set_fake({});
  Stream stream("backend=auto projections=r@0");
  for (const gint size : {20, 300, 16, 640}) {
    stream.set_caps(raw_caps("RGBA", size, size));
    expect_active_backend(stream.element(), size < 256 ? "cpu" : "cuda");
    for (int i = 0; i < 4; i++)
      expect_counted(stream, make_plain_frame("RGBA", size, size, Content::noise, i));
  }
  stream.drain();
  fail_unless_equals_uint64(stream.stat("counted-cpu"), 8);
  fail_unless_equals_uint64(stream.stat("counted-cuda"), 8);
}
GST_END_TEST

GST_START_TEST(auto_counts_on_the_cpu_and_warns_once_unless_there_simply_is_no_device) {
  const struct {
    const char* settings;
    Error error;
    const char* warning; ///< a part of it; null: there is none
  } cases[] = {
      {"", {ErrorKind::no_device, "there is no GPU", ""}, nullptr},
      {"devices=7",
       {ErrorKind::no_device, "no CUDA device 7; this machine has 0 (a GPU)", ""},
       "no CUDA device 7"},
      {"devices=all", {ErrorKind::no_device, "there is no GPU", ""}, "there is no GPU"},
      {"", {ErrorKind::device_unusable, "the driver is too old", ""}, "the driver is too old"},
  };
  for (const auto& c : cases) {
    set_no_fake(c.error);
    Stream stream(std::string("backend=auto ") + c.settings);
    expect_active_backend(stream.element(), "cpu");
    count_one(stream);
    if (c.warning)
      expect_one_warning(stream, c.warning);
    else
      fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
}
GST_END_TEST

GST_START_TEST(cpu_by_name_never_asks_for_a_device) {
  FakeConfig config;
  config.log = std::make_shared<FakeLog>();
  set_fake(config);
  Stream stream("backend=cpu");
  expect_active_backend(stream.element(), "cpu");
  count_one(stream);
  fail_unless_equals_uint64(config.log->prepares + config.log->submits, 0);
}
GST_END_TEST

GST_START_TEST(cuda_by_name_without_a_device_is_an_error_that_says_why) {
  set_no_fake({ErrorKind::no_device, "no device 7; there is 0 (H200)", ""});
  expect_start_error("backend=cuda", GST_RESOURCE_ERROR_NOT_FOUND, {"there is 0 (H200)"});
  set_no_fake({ErrorKind::device_unusable, "the driver is too old", ""});
  expect_start_error("backend=cuda", GST_RESOURCE_ERROR_FAILED, {"too old"});
  set_no_fake({ErrorKind::transient, "the device is busy", ""});
  expect_start_error("backend=cuda", GST_RESOURCE_ERROR_BUSY, {"busy"});
  set_no_fake({ErrorKind::device_lost, "it failed; restart", ""});
  expect_start_error("backend=cuda", GST_RESOURCE_ERROR_FAILED, {"restart"});
}
GST_END_TEST

GST_START_TEST(every_start_chooses_anew) {
  set_no_fake({ErrorKind::no_device, "there is no GPU", ""});
  Stream stream("backend=auto");
  expect_active_backend(stream.element(), "cpu");
  gst_element_set_state(stream.element(), GST_STATE_READY);
  set_fake({});
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  expect_active_backend(stream.element(), "cuda");
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, auto_takes_a_device_that_is_there);
  tcase_add_test(chain, auto_counts_small_frames_of_the_host_on_the_cpu);
  tcase_add_test(chain, auto_chooses_anew_with_the_caps);
  tcase_add_test(chain, auto_counts_on_the_cpu_and_warns_once_unless_there_simply_is_no_device);
  tcase_add_test(chain, cpu_by_name_never_asks_for_a_device);
  tcase_add_test(chain, cuda_by_name_without_a_device_is_an_error_that_says_why);
  tcase_add_test(chain, every_start_chooses_anew);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "choice", add_tests);
}
