// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// videoscopeoverlay on an emulated device whose calls fail, one after the other. Each case is a
// process of its own, since a device that is lost stays lost.
#include "cuda/cuda_backend.h"
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/emulated_cuda/process.h"
#include "tests/plugin/scope/device/support.h"
#include "tests/reference/compare.h"

#include <gst/gst.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr int width = 64, height = 48;
constexpr const char* properties = "scopes=histogram+waveform+vectorscope width=0.8 height=0.8 ";
constexpr unsigned frames = 5;

/// What the element made of a stream of frames, of which each second one is shared.
struct Outcome {
  bool all_drawn = true;    ///< as the CPU draws them
  bool others_whole = true; ///< frames without scopes are as they were, unless a device was lost
  guint warnings = 0;
  bool leaks = false;
};

/// Frames, and what the CPU draws over them.
struct Frames {
  const GstVideoInfo info = frame_info("NV12", width, height);
  std::vector<std::vector<guint8>> pixels, drawn;

  Frames() {
    const std::string caps = video_caps("NV12", width, height);
    Stream host("videoscopeoverlay", std::string("backend=cpu ") + properties, caps, caps);
    for (unsigned i = 0; i < frames; i++) {
      pixels.push_back(pixels_of(info, i));
      drawn.push_back(output(host, host_buffer(info, pixels[i], i), info));
    }
  }
};

/// Made once, before the processes of the cases: they share it, and the fonts that were loaded for
/// it.
const Frames& all_frames() {
  static const Frames* const instance = new Frames;
  return *instance;
}

Outcome play(uint64_t call, cudaError_t code) {
  const auto& [info, all_pixels, all_drawn] = all_frames();
  const std::string caps = device_caps("NV12", width, height);
  Outcome outcome;
  {
    Stream stream("videoscopeoverlay", std::string("backend=cuda ") + properties, caps, caps);
    std::vector<GstBuffer*> buffers; // made before a call fails
    for (unsigned i = 0; i < frames; i++)
      buffers.push_back(device_buffer(info, all_pixels[i], i));
    for (unsigned i = 0; i < frames; i++) {
      const std::vector<guint8>&pixels = all_pixels[i], &expected = all_drawn[i];
      GstBuffer* const buffer = buffers[i];
      GstBuffer* shared = i % 2 ? gst_buffer_ref(buffer) : nullptr;
      if (i == (call % 2 ? 0 : 2))
        emulated::fail_call(emulated::calls() + call / 2, code);
      const bool was_lost = is_cuda_lost();
      const std::vector<guint8> out = output(stream, buffer, info);
      // Nobody knows when a device that is lost ends: it may still draw over a frame in its hands,
      // but not over one that it draws on a copy of.
      const bool in_hand = !was_lost && is_cuda_lost() && !shared;
      outcome.all_drawn &= out == expected;
      outcome.others_whole &= in_hand || out == expected || out == pixels;
      if (shared) {
        outcome.others_whole &= read_pixels(shared, info) == pixels;
        gst_buffer_unref(shared);
      }
    }
    outcome.warnings = stream.warnings();
  }
  outcome.leaks = !emulated::live().none();
  return outcome;
}

class DeviceOverlayFaults : public testing::Test {
protected:
  static void SetUpTestSuite() { all_frames(); }
};

} // namespace

TEST_F(DeviceOverlayFaults, AllIsFreedWhenNothingFails) {
  EXPECT_TRUE(emulated::in_a_process([] {
    const Outcome outcome = play(0, cudaSuccess);
    return outcome.all_drawn && outcome.warnings == 0 && !outcome.leaks;
  }));
}

TEST_F(DeviceOverlayFaults, WhereADeviceHasNoMemoryTheCpuDraws) {
  for (uint64_t call = 2; call < 200; call++)
    EXPECT_TRUE(emulated::in_a_process([call] {
      const Outcome outcome = play(call, cudaErrorMemoryAllocation);
      // A call that marks the end of the work has no successor: the device is then lost.
      const bool right = is_cuda_lost() ? outcome.others_whole
                                        : outcome.others_whole && !outcome.leaks &&
                                              (outcome.all_drawn || outcome.warnings > 0);
      if (!right)
        std::printf("lost %d, others whole %d, leaks %d, all drawn %d, %u warnings\n",
                    is_cuda_lost(), outcome.others_whole, outcome.leaks, outcome.all_drawn,
                    outcome.warnings);
      return right;
    })) << "call "
        << call / 2;
}

TEST_F(DeviceOverlayFaults, FramesPassWhenTheDeviceIsLost) {
  for (uint64_t call = 2; call < 200; call += reference::sanitized ? 7 : 1)
    EXPECT_TRUE(emulated::in_a_process([call] {
      const Outcome outcome = play(call, cudaErrorIllegalAddress);
      return emulated::calls_after_illegal_address() <= 1 &&
             (outcome.all_drawn || outcome.warnings > 0);
    })) << "call "
        << call / 2;
}
