// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether a pipeline goes on: one whose frames the test lets through one by one.
#include "tools/decode/standstill.h"
#include "tools/read/gst_pointers.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

using namespace videohistogram::tools;

namespace {

constexpr int idle_limit = 100;  ///< looks in 5 s
constexpr int same_limit = 6000; ///< looks in 300 s

/// Holds the thread of the source in front of the sink until it is let through.
class Gate {
public:
  void let_through() {
    const std::lock_guard<std::mutex> lock(mutex_);
    allowed_++;
    changed_.notify_all();
  }
  void open() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  /// Until this number of frames has come.
  void wait_for(int frames) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return come_ >= frames; });
  }
  static GstPadProbeReturn pass(GstPad*, GstPadProbeInfo*, gpointer data) {
    auto* const self = static_cast<Gate*>(data);
    std::unique_lock<std::mutex> lock(self->mutex_);
    self->come_++;
    self->changed_.notify_all();
    self->changed_.wait(lock, [&] { return self->is_open_ || self->allowed_ >= self->come_; });
    return GST_PAD_PROBE_OK;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int come_ = 0, allowed_ = 0;
  bool is_open_ = false;
};

class StandstillTest : public testing::Test {
protected:
  StandstillTest() {
    GstElement *const source = gst_element_factory_make("fakesrc", nullptr),
                      *const sink = gst_element_factory_make("fakesink", nullptr);
    gst_bin_add_many(GST_BIN(pipeline_.get()), source, sink, nullptr);
    gst_element_link(source, sink);
    const PadPtr pad(gst_element_get_static_pad(sink, "sink"));
    gst_pad_add_probe(pad.get(), GST_PAD_PROBE_TYPE_BUFFER, Gate::pass, &gate_, nullptr);
  }
  ~StandstillTest() override {
    gate_.open();
    gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  }

  void play() {
    gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING);
    gate_.wait_for(1);
  }

  /// Looks until one finds something, at most `most` times. Returns what was found.
  Standstill::Finding look(int most, int64_t waiting = 0) {
    auto found = Standstill::Finding::none;
    for (looks_ = 0; looks_ < most && found == Standstill::Finding::none; looks_++)
      found = standstill_.look(waiting);
    return found;
  }

  static void SetUpTestSuite() { gst_init(nullptr, nullptr); }

  ElementPtr pipeline_{gst_pipeline_new(nullptr)};
  Gate gate_;
  Standstill standstill_{pipeline_.get()};
  int looks_ = 0;
};

} // namespace

TEST_F(StandstillTest, IsFoundWithoutRunningTask) {
  EXPECT_EQ(look(2 * idle_limit), Standstill::Finding::stopped);
  EXPECT_EQ(looks_, idle_limit);
}

TEST_F(StandstillTest, IsNotFoundAroundAMessage) {
  EXPECT_EQ(look(idle_limit - 1), Standstill::Finding::none);
  standstill_.note_message();
  EXPECT_EQ(look(idle_limit - 1), Standstill::Finding::none);
  EXPECT_EQ(look(1), Standstill::Finding::stopped);
}

TEST_F(StandstillTest, IsFoundWhereNothingIsReadOrDecoded) {
  play();
  EXPECT_EQ(look(1), Standstill::Finding::none);
  EXPECT_EQ(look(2 * same_limit), Standstill::Finding::hung);
  EXPECT_EQ(looks_, same_limit);
}

TEST_F(StandstillTest, IsNotFoundWhileFramesCome) {
  play();
  for (int frame = 1; frame < 4; frame++) {
    EXPECT_EQ(look(same_limit), Standstill::Finding::none);
    gate_.let_through();
    gate_.wait_for(frame + 1);
  }
}

TEST_F(StandstillTest, IsNotFoundWhileOthersKeepItWaiting) {
  play();
  for (int64_t waiting = 1; waiting < 4; waiting++)
    EXPECT_EQ(look(same_limit, waiting), Standstill::Finding::none);
}
