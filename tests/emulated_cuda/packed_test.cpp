// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What the CUDA backend leaves to the CPU of frames whose samples are packed.
#include "core/backends/fallback_backend.h"
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "tests/emulated_cuda/process.h"
#include "tests/reference/packed.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace videohistogram {

using namespace reference;
using emulated::in_a_process;

TEST(EmulatedCuda, some_tables_of_channels_with_fewer_bits_are_counted_by_the_cpu) {
  EXPECT_TRUE(in_a_process([] {
    const Frame frame = noise_of_packed({"RGB10A2_LE", 37, 19, 0, false, 0}, 1);
    const FrameView view = frame.view();
    PlanSpec spec;
    spec.tables.push_back({{Quantity::g, 1024}, {}});
    spec.tables.push_back({{Quantity::g, 16}, {}, ValueAxis{Quantity::a, 3}});
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    const auto count = [&](Backend& backend) {
      const std::unique_ptr<Job> job = backend.make_job();
      std::vector<uint32_t> counts(plan->total_counts(0));
      Status status = backend.submit(*job, view, plan, {});
      if (status.ok())
        status = job->wait(counts.data());
      return status.ok() ? Expected(counts) : Expected<std::vector<uint32_t>>(status.error());
    };
    std::unique_ptr<Backend> cuda = std::move(*create_cuda_backend({}));
    const Expected<std::vector<uint32_t>> refused = count(*cuda);
    EXPECT_TRUE(!refused.ok() && refused.error().kind == ErrorKind::invalid_argument);

    const auto cpu = std::make_shared<FallbackCpu>(create_cpu_backend(1));
    FallbackBackend both(std::move(cuda), cpu, [](const Error&) { ADD_FAILURE(); });
    EXPECT_EQ(*count(both), *count(*create_cpu_backend(1)));
    EXPECT_EQ(both.fallback_jobs(), 1u);
    return !testing::Test::HasFailure();
  }));
}

} // namespace videohistogram
