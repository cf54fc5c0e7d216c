// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames and their fields come in turn.
#include "cuda/cuda_backend.h"
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/emulated_cuda/process.h"
#include "tests/reference/frames.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace videohistogram {

using namespace reference;
using emulated::in_a_process;

TEST(EmulatedCuda, fields_in_turn_with_frames_take_no_memory_anew) {
  EXPECT_TRUE(in_a_process([] {
    const Frame frame = make_frame({"NV12", 640, 480, 0, false, 0}, Content::noise);
    const FrameView whole = frame.view(), field = whole.top_field();
    PlanSpec spec;
    spec.tables.push_back({{Quantity::y, 256}, {}});
    const SharedPlan plan = *compile_plan(*whole.format, whole.width, whole.height, spec);
    CudaConfig config;
    config.depth = 1;
    const std::unique_ptr<Backend> cuda = std::move(*create_cuda_backend(config));
    const std::unique_ptr<Job> job = cuda->make_job();
    std::vector<uint32_t> counts(plan->total_counts(0));
    const auto memory_after = [&](const FrameView& view) {
      EXPECT_TRUE(cuda->submit(*job, view, plan, {}).ok());
      EXPECT_TRUE(job->wait(counts.data()).ok());
      job->release();
      return emulated::live().device_bytes[0];
    };
    const uint64_t of_whole = memory_after(whole);
    for (int i = 0; i < 3; i++) {
      EXPECT_EQ(memory_after(field), of_whole);
      EXPECT_EQ(memory_after(whole), of_whole);
    }
    // Smaller frames, and no fields, follow: the second one frees memory.
    EXPECT_EQ(memory_after(field), of_whole);
    EXPECT_LT(memory_after(field), of_whole);
    return !testing::Test::HasFailure();
  }));
}

} // namespace videohistogram
