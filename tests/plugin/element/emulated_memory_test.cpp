// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Allocations of elements with a `max-memory`, on emulated GPUs and in pinned memory.
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/plugin/support/projection_check.h"

#include <algorithm>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

/// The most bytes that were allocated at a time.
struct Most {
  guint64 device = 0; ///< of either device
  guint64 pinned = 0;

  void look() {
    const emulated::Live live = emulated::live();
    device = std::max({device, live.device_bytes[0], live.device_bytes[1]});
    pinned = std::max(pinned, live.pinned_bytes);
  }
};

struct Step {
  const char *format, *channel, *bins;
  guint width, height;
};

/// Sizes and bins that grow and shrink, so that earlier memory must be freed. A frame takes up to
/// 11 MB.
constexpr Step steps[] = {{"RGBA", "luma", "256", 640, 360},    {"RGBA", "g", "256", 600, 352},
                          {"GRAY16_LE", "gray", "0", 12, 9},    {"NV12", "cb", "256", 1280, 720},
                          {"P010_10LE", "y", "1024", 640, 360}, {"ARGB64", "luma", "4096", 40, 30},
                          {"RGBA", "luma", "16", 1280, 720}};

/// Plays all steps, without and with several projections, while the last histograms are held.
/// `more` follows in the caps.
Most allocated_by(const std::string& properties, const std::string& more = "") {
  Most most;
  Stream stream(properties + " regions=a:1,1,5,5;b:3,0,4,9");
  std::vector<GstBuffer*> held;
  for (const Step& step : steps) {
    set(stream, "bins", step.bins);
    const std::string channel = step.channel;
    set(stream, "projections", ""); // several devices may share a frame then
    stream.set_caps(raw_caps(step.format, step.width, step.height, more));
    for (guint number = 0; number < 12; number++) {
      if (number == 5)
        set(stream, "projections",
            channel + "@0;" + channel + "@90;" + channel + "@30;" + channel + "@180");
      if (number == 9)
        set(stream, "projections", channel + "@90;" + channel + "@0;" + channel + "@45");
      const Frame frame =
          make_plain_frame(step.format, step.width, step.height, Content::constant, number);
      fail_unless_equals_int(stream.push(make_plain_buffer(frame, more)), GST_FLOW_OK);
      held.push_back(stream.pull());
      most.look();
      if (held.size() > 4) {
        gst_buffer_unref(held.front());
        held.erase(held.begin());
      }
    }
  }
  stream.drain();
  most.look();
  fail_unless_equals_uint64(stream.stat("counted"), std::size(steps) * 12);
  fail_unless_equals_uint64(stream.stat("counted-cpu"), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  for (GstBuffer* buffer : held)
    gst_buffer_unref(buffer);
  return most;
}

} // namespace

GST_START_TEST(no_more_memory_is_allocated_than_the_bound) {
  for (const char* split : {"", " devices=0,1 split=frames", " devices=0,1 split=rows"}) {
    const Most unbounded = allocated_by(std::string("max-memory=0 max-in-flight=6") + split);
    for (const guint64 bound : {22'000'000, 40'000'000}) {
      const Most most = allocated_by("max-in-flight=6 max-memory=" + std::to_string(bound) + split);
      fail_unless(most.device <= bound, "%s: %" G_GUINT64_FORMAT " on a device", split,
                  most.device);
      fail_unless(most.pinned <= bound, "%s: %" G_GUINT64_FORMAT " pinned", split, most.pinned);
    }
    fail_unless(unbounded.device > 22'000'000, "%s: %" G_GUINT64_FORMAT " unbounded", split,
                unbounded.device);
  }
}
GST_END_TEST

GST_START_TEST(no_more_memory_is_allocated_with_fields_than_the_bound) {
  const std::string interleaved = ",interlace-mode=(string)interleaved";
  for (const char* split : {"", " devices=0,1 split=frames", " devices=0,1 split=rows"})
    for (const guint64 bound : {22'000'000, 40'000'000}) {
      const Most most = allocated_by(
          "fields=apart max-in-flight=6 max-memory=" + std::to_string(bound) + split, interleaved);
      fail_unless(most.device <= bound, "%s: %" G_GUINT64_FORMAT " on a device", split,
                  most.device);
      fail_unless(most.pinned <= bound, "%s: %" G_GUINT64_FORMAT " pinned", split, most.pinned);
    }
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, no_more_memory_is_allocated_than_the_bound);
  tcase_add_test(chain, no_more_memory_is_allocated_with_fields_than_the_bound);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "emulated-memory", add_tests);
}
