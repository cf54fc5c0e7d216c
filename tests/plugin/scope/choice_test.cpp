// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Requested GPUs that are not used or fail: the elements post an ERROR if the start fails, else a
// WARNING, and the other GPUs or the CPU count. Fake devices take the place of CUDA.
#include "cpu/cpu_backend.h"
#include "plugin/counting/backends.h"
#include "tests/fake/fake_backend.h"
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::test {

namespace {

/// Devices from 0 on, of which the second one cannot be used.
size_t n_devices = 0;
std::vector<std::shared_ptr<FakeLog>> logs;
/// The fault of each device in its first frame; none: they work.
std::optional<ErrorKind> first_fault;

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
  fake.name = "cuda";
  if (first_fault)
    fake.faults = {{1, 1, FaultStage::wait, *first_fault}};
  return create_fake_backend(fake);
}

class ScopeChoice : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override {
    set_backend_source({[] { return create_cpu_backend(); }, create_device, list_devices});
    first_fault.reset();
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
  void stop() {
    GstElement* const element = harness_->element;
    gst_element_set_bus(element, nullptr);
    gst_harness_teardown(harness_);
    gst_object_unref(element);
  }
  void TearDown() override {
    stop();
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

  std::string reason() {
    GstStructure* stats = nullptr;
    g_object_get(harness_->element, "stats", &stats, nullptr);
    const std::string reason = gst_structure_get_string(stats, "reason");
    gst_structure_free(stats);
    return reason;
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

TEST_P(ScopeChoice, AGpuThatFailsIsNamedWithWhatFollows) {
  const struct {
    ErrorKind kind;
    size_t devices;
    const char *properties, *warning, *reason;
  } cases[] = {
      {ErrorKind::transient, 1, "backend=cuda",
       "Counting on the CPU until the GPU can be used again: ", "backend=cuda"},
      {ErrorKind::bug, 1, "backend=cuda",
       "Counting on the CPU from now on: ", "no GPU can be used any more"},
      {ErrorKind::device_lost, 1, "backend=cuda",
       "Counting on the CPU until this process is restarted: ", "no GPU can be used any more"},
      {ErrorKind::transient, 3, "backend=cuda devices=0,2", "Counting without GPU ",
       "backend=cuda"},
  };
  for (const auto& c : cases) {
    first_fault = c.kind;
    start(c.devices, c.properties);
    EXPECT_TRUE(draws_a_frame());
    gst_harness_push_event(harness_, gst_event_new_eos()); // no frame is in flight any more
    const std::vector<std::string> texts = warnings();
    ASSERT_EQ(texts.size(), 1u) << c.warning;
    EXPECT_EQ(texts[0].find(c.warning), 0u) << texts[0];
    EXPECT_EQ(reason(), c.reason) << c.warning;
    if (&c != std::end(cases) - 1)
      stop();
  }
}

TEST_P(ScopeChoice, TheReasonForTheCpuIsThatFramesAreSmall) {
  start(1, "backend=auto");
  EXPECT_TRUE(draws_a_frame());
  EXPECT_EQ(logs[0]->submits, 0u);
  EXPECT_EQ(reason(), "frames in system memory of fewer than 262144 bytes take less CPU time "
                      "without a GPU");
}

constexpr auto elements = {"videohistogram", "videoscope", "videoscopeoverlay"};

INSTANTIATE_TEST_SUITE_P(Elements, ScopeChoice, testing::ValuesIn(elements),
                         [](const auto& info) { return std::string(info.param); });

namespace {

std::optional<Error> start_error; ///< none: memory runs out

Expected<std::unique_ptr<Backend>> fail_to_create(const CudaConfig&) {
  if (!start_error)
    throw std::bad_alloc();
  return *start_error;
}

} // namespace

/// The code says what an application can do, so it is the same in all elements.
TEST(StartErrors, HaveTheCodeOfTheirKindInEachElement) {
  n_devices = 1;
  set_backend_source({[] { return create_cpu_backend(); }, fail_to_create, list_devices});
  const struct {
    std::optional<ErrorKind> kind;
    GstResourceError code;
    const char* properties = "";
  } cases[] = {{ErrorKind::no_device, GST_RESOURCE_ERROR_NOT_FOUND},
               {ErrorKind::device_unusable, GST_RESOURCE_ERROR_FAILED},
               {ErrorKind::transient, GST_RESOURCE_ERROR_BUSY},
               {ErrorKind::device_lost, GST_RESOURCE_ERROR_FAILED},
               {ErrorKind::bug, GST_RESOURCE_ERROR_FAILED},
               {std::nullopt, GST_RESOURCE_ERROR_BUSY},
               {ErrorKind::bug, GST_RESOURCE_ERROR_SETTINGS, "devices=x"}};
  for (const char* name : elements)
    for (const auto& c : cases) {
      start_error.reset();
      if (c.kind)
        start_error = Error{*c.kind, "it does not work", ""};
      GstElement* const element =
          gst_parse_launch((name + std::string(" backend=cuda ") + c.properties).c_str(), nullptr);
      GstBus* const bus = gst_bus_new();
      gst_element_set_bus(element, bus);
      EXPECT_EQ(gst_element_set_state(element, GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
      GstMessage* const message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR);
      ASSERT_NE(message, nullptr) << name;
      GError* error = nullptr;
      gst_message_parse_error(message, &error, nullptr);
      EXPECT_TRUE(g_error_matches(error, GST_RESOURCE_ERROR, c.code))
          << name << ": " << error->code << ", not " << c.code << ": " << error->message;
      EXPECT_EQ(g_str_has_prefix(error->message, "There are not enough threads or memory to "),
                !c.kind)
          << error->message;
      g_error_free(error);
      gst_message_unref(message);
      EXPECT_EQ(gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR), nullptr);
      gst_element_set_state(element, GST_STATE_NULL);
      gst_element_set_bus(element, nullptr);
      gst_object_unref(element);
      gst_object_unref(bus);
    }
}

} // namespace videohistogram::test
