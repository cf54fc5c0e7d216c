// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the sums of the CPU backend on one thread, one by one and all together.
//
//   bench_cpu_sums [WIDTH HEIGHT [TARGET]]
//
// TARGET is a set of instructions: generic, avx2 or avx512. A time is the best of many runs, less
// that of the histogram of Y, which every plan has; the times of a format are interleaved.
#include "core/plan.h"
#include "core/sums.h"
#include "cpu/cpu_backend.h"
#include "cpu/target.h"
#include "sums_frame.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <time.h>
#include <vector>

namespace {

using namespace videohistogram;
using benchmark::light_table;
using benchmark::SumsFrame;

constexpr int runs = 40;

/// CPU time of the process, to which other processes add little.
double cpu_microseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

/// Frames of which one set of sums is added up.
class Contestant {
public:
  Contestant(std::string name, const FrameView& frame, SumSet sums, const cpu::Target* target)
      : name_(std::move(name)), frame_(frame), backend_(create_cpu_backend(1, target)),
        job_(backend_->make_job()) {
    PlanSpec spec;
    spec.tables = {{{Quantity::y, 256}, {}}};
    spec.sums.sums = sums;
    spec.sums.light = light_table(frame.format->depth);
    spec.sums.light_of_colours = light_table(colour_depth(frame.format->depth));
    plan_ = *compile_plan(*frame.format, frame.width, frame.height, spec);
    counts_.resize(plan_->total_counts(0));
  }

  void run() {
    const double begin = cpu_microseconds();
    Status status = backend_->submit(*job_, frame_, plan_, {});
    if (status.ok())
      status = job_->wait(counts_.data());
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      std::exit(1);
    }
    job_->release();
    best_ = std::min(best_, cpu_microseconds() - begin);
  }
  const std::string& name() const { return name_; }
  double microseconds() const { return best_; }

private:
  std::string name_;
  FrameView frame_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Job> job_;
  SharedPlan plan_;
  std::vector<uint32_t> counts_;
  double best_ = std::numeric_limits<double>::max();
};

void measure(const FormatInfo& format, uint32_t width, uint32_t height, const cpu::Target* target) {
  const SumsFrame now(format, width, height, 1), before(format, width, height, 2);
  FrameView frame = now.view();
  frame.before = std::make_shared<const FrameView>(before.view());
  std::vector<Contestant> contestants;
  contestants.emplace_back("histogram of Y", frame, 0, target);
  for (uint32_t s = 0; s < n_sums; s++)
    contestants.emplace_back(sum_table[s].name, frame, 1u << s, target);
  contestants.emplace_back("all but IRIS", frame, all_sums & ~sum_bit(Sum::iris), target);
  contestants.emplace_back("all", frame, all_sums, target);
  for (int i = 0; i < runs; i++)
    for (Contestant& contestant : contestants)
      contestant.run();
  std::printf("%s %ux%u, %s\n", format.name, width, height,
              (target ? *target : cpu::best_target()).name);
  const double histogram = contestants[0].microseconds();
  for (const Contestant& contestant : contestants)
    std::printf("  %-16s %8.0f us\n", contestant.name().c_str(),
                contestant.microseconds() - (&contestant == contestants.data() ? 0 : histogram));
  std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
  const auto width = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[1]) : 1920),
             height = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 1080);
  const cpu::Target* const target = argc > 3 ? cpu::find_target(argv[3]) : nullptr;
  if (argc > 3 && !target) {
    std::fprintf(stderr, "this build has no target %s\n", argv[3]);
    return 1;
  }
  for (const char* name : {"I420", "NV12", "I420_10LE"})
    measure(*find_format(name), width, height, target);
  return 0;
}
