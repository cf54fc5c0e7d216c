// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// GPUs that the scope elements were asked for and do not use: a WARNING names each of them, and the
// others or the CPU count. Fake devices take the place of CUDA.
#include "cpu/cpu_backend.h"
#include "plugin/counting/backends.h"
#include "tests/fake/fake_backend.h"
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace videohistogram::test {

namespace {

/// Devices from 0 on, of which the second one cannot be used.
size_t n_devices = 0;
std::vector<std::shared_ptr<FakeLog>> logs;

Expected<std::vector<CudaDeviceInfo>> list_devices() {
  if (n_devices == 0)
    return Error{ErrorKind::no_device, "there is no GPU", ""};
  std::vector<CudaDeviceInfo> devices;
  for (size_t i = 0; i < n_devices; i++)
    devices.push_back({static_cast<int>(i), "a GPU"});
  return devices;
}

Expected<std::unique_ptr<Backend>> create_device(const CudaConfig& config) {
  if (n_devices == 0)
    return Error{ErrorKind::no_device, "there is no GPU", ""};
  if (config.device == 1)
    return Error{ErrorKind::device_unusable, "no code for GPU 1", ""};
  FakeConfig fake;
  fake.index = config.device;
  fake.log = logs.at(static_cast<size_t>(config.device));
  return create_fake_backend(fake);
}

class ScopeChoice : public testing::TestWithParam<const char*> {
protected:
  static void SetUpTestSuite() {
    set_backend_source({[] { return create_cpu_backend(); }, create_device, list_devices});
  }
  void start(size_t devices, const char* properties) {
    n_devices = devices;
    logs.clear();
    for (size_t i = 0; i < devices; i++)
      logs.push_back(std::make_shared<FakeLog>());
    GstElement* const element =
        gst_parse_launch((GetParam() + std::string(" ") + properties).c_str(), nullptr);
    ASSERT_NE(element, nullptr);
    gst_element_set_bus(element, bus_);
    harness_ = gst_harness_new_with_element(element, "sink", "src");
    gst_harness_set_src_caps_str(harness_, video_caps("I420", width_, height_).c_str());
  }
  void TearDown() override {
    gst_element_set_bus(harness_->element, nullptr);
    GstElement* const element = harness_->element;
    gst_harness_teardown(harness_);
    gst_object_unref(element);
    gst_object_unref(bus_);
  }

  /// The texts of the WARNINGs on the bus.
  std::vector<std::string> warnings() {
    std::vector<std::string> texts;
    while (GstMessage* message = gst_bus_pop_filtered(bus_, GST_MESSAGE_WARNING)) {
      GError* error = nullptr;
      gst_message_parse_warning(message, &error, nullptr);
      texts.push_back(error->message);
      g_error_free(error);
      gst_message_unref(message);
    }
    return texts;
  }
  bool draws_a_frame() {
    const std::vector<guint8> gray(static_cast<size_t>(width_ * height_ * 3 / 2), 128);
    if (gst_harness_push(harness_, buffer_of(gray)) != GST_FLOW_OK)
      return false;
    GstBuffer* const out = gst_harness_try_pull(harness_);
    if (out)
      gst_buffer_unref(out);
    return out != nullptr;
  }

  int width_ = 64, height_ = 48;
  GstBus* bus_ = gst_bus_new();
  GstHarness* harness_ = nullptr;
};

} // namespace

TEST_P(ScopeChoice, AllLeavesOutAGpuThatCannotBeUsedAndSaysSo) {
  start(3, "backend=cuda devices=all");
  EXPECT_EQ(warnings(), std::vector<std::string>{"Counting on the other GPUs: no code for GPU 1"});
  EXPECT_TRUE(draws_a_frame());
  EXPECT_EQ(logs[0]->submits + logs[2]->submits, 1u);
  EXPECT_EQ(logs[1]->submits, 0u);
  EXPECT_TRUE(warnings().empty());
}

TEST_P(ScopeChoice, TwoGpusThatAreNamedCountAndNothingIsSaid) {
  start(3, "backend=cuda devices=0,2");
  EXPECT_TRUE(draws_a_frame());
  EXPECT_EQ(logs[0]->submits + logs[2]->submits, 1u);
  EXPECT_EQ(logs[1]->submits, 0u);
  EXPECT_TRUE(warnings().empty());
}

TEST_P(ScopeChoice, TheCpuCountsWhereOneOfTwoGpusThatAreNamedCannotBeUsed) {
  width_ = 1280, height_ = 720; // auto counts small frames on the CPU
  start(3, "backend=auto devices=0,1");
  EXPECT_EQ(warnings(),
            std::vector<std::string>{
                "Counting on the CPU until the element starts again: no code for GPU 1"});
  EXPECT_TRUE(draws_a_frame());
  EXPECT_EQ(logs[0]->submits, 0u);
  EXPECT_TRUE(warnings().empty());
}

TEST_P(ScopeChoice, TheCpuCountsWhereThereIsNoGpuOfThoseNamed) {
  start(0, "backend=auto devices=0,7");
  EXPECT_EQ(warnings(), std::vector<std::string>{
                            "Counting on the CPU until the element starts again: there is no GPU"});
  EXPECT_TRUE(draws_a_frame());
}

TEST_P(ScopeChoice, WithoutAGpuNothingIsSaidUnlessOneWasNamed) {
  start(0, "backend=auto");
  EXPECT_TRUE(draws_a_frame());
  EXPECT_TRUE(warnings().empty());
}

INSTANTIATE_TEST_SUITE_P(Elements, ScopeChoice, testing::Values("videoscope", "videoscopeoverlay"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace videohistogram::test
