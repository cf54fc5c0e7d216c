// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "timing.h"

#include "hold.h"

#include <algorithm>

namespace videohistogram::benchmark {

namespace {

constexpr size_t alignment = 256;
constexpr int rounds_of_l2 = 4;

// Long enough for the host to enqueue all launches of a frame.
constexpr unsigned submission_us = 60;
constexpr int frames_in_a_row = 20;
constexpr int launches_alone = 40, repetitions_in_a_row = 15;
// Time limit per number; slow work is repeated less often.
constexpr double budget_us = 60e3;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

int within_budget(double one_us, int fewest, int wanted) {
  return std::clamp(static_cast<int>(budget_us / one_us), fewest, wanted);
}

} // namespace

void Frames::fill(const std::vector<uint8_t>& pixels, size_t l2_bytes, size_t base_offset) {
  const size_t distance = (base_offset + pixels.size() + alignment - 1) / alignment * alignment;
  const int count =
      std::max(2, static_cast<int>((rounds_of_l2 * l2_bytes + pixels.size() - 1) / pixels.size()));
  if (memory_.size() < distance * static_cast<size_t>(count)) {
    memory_.reset();
    memory_ = Buffer<uint8_t>::device(distance * static_cast<size_t>(count));
  }
  base_ = base_offset;
  distance_ = distance;
  count_ = count;
  for (int i = 0; i < count; i++) {
    uint8_t* const to = memory_.data() + base_ + static_cast<size_t>(i) * distance;
    check(i == 0 ? cudaMemcpy(to, pixels.data(), pixels.size(), cudaMemcpyHostToDevice)
                 : cudaMemcpy(to, at(0), pixels.size(), cudaMemcpyDeviceToDevice),
          "copying a frame");
  }
  check(cudaDeviceSynchronize(), "copying frames");
}

Timer::Timer() {
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
  check(cudaEventCreate(&begin_), "creating an event");
  check(cudaEventCreate(&end_), "creating an event");
}

Timer::~Timer() {
  cudaEventDestroy(begin_);
  cudaEventDestroy(end_);
  cudaStreamDestroy(stream_);
}

double Timer::elapsed_us() {
  check(cudaEventSynchronize(end_), "waiting for a measured frame");
  float ms = 0;
  check(cudaEventElapsedTime(&ms, begin_, end_), "reading a time");
  return 1e3 * ms;
}

double Timer::alone(const Enqueue& enqueue, int repetitions) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; i++) {
    check(cudaStreamSynchronize(stream_), "waiting for the device");
    check(hold(stream_, submission_us), "holding the stream");
    check(cudaEventRecord(begin_, stream_), "recording an event");
    check(enqueue(next_++, stream_), "counting a frame");
    check(cudaEventRecord(end_, stream_), "recording an event");
    times.push_back(elapsed_us());
  }
  return median(std::move(times));
}

double Timer::back_to_back(const Enqueue& enqueue, int frames, int repetitions) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; i++) {
    check(cudaEventRecord(begin_, stream_), "recording an event");
    for (int frame = 0; frame < frames; frame++)
      check(enqueue(next_++, stream_), "counting a frame");
    check(cudaEventRecord(end_, stream_), "recording an event");
    times.push_back(elapsed_us() / frames);
  }
  return median(std::move(times));
}

double Timer::graph(const Enqueue& enqueue, int frames, int repetitions, std::string& why_not) {
  check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "starting a capture");
  cudaError_t code = cudaSuccess;
  for (int frame = 0; frame < frames && code == cudaSuccess; frame++)
    code = enqueue(frame, stream_);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  const cudaError_t end = cudaStreamEndCapture(stream_, &graph);
  if (end != cudaSuccess)
    code = end; // more specific than the enqueueing call's error
  if (code == cudaSuccess)
    code = cudaGraphInstantiate(&executable, graph, 0);
  if (graph)
    cudaGraphDestroy(graph);
  if (code != cudaSuccess) {
    why_not = cudaGetErrorString(code);
    cudaGetLastError();
    return 0;
  }
  std::vector<double> times;
  for (int i = -1; i < repetitions; i++) {
    check(cudaEventRecord(begin_, stream_), "recording an event");
    check(cudaGraphLaunch(executable, stream_), "launching a graph");
    check(cudaEventRecord(end_, stream_), "recording an event");
    const double us = elapsed_us() / frames;
    if (i >= 0) // the first launch also uploads the graph
      times.push_back(us);
  }
  check(cudaGraphExecDestroy(executable), "destroying a graph");
  return median(std::move(times));
}

Times Timer::all(const Enqueue& enqueue, int buffers, double estimate_us) {
  // One graph uses all buffers, so that its replay does not find its input in the cache.
  const int frames = within_budget(estimate_us, 2, std::max(frames_in_a_row, buffers));
  Times times;
  times.alone_us = alone(enqueue, within_budget(estimate_us, 3, launches_alone));
  const int repetitions = within_budget(estimate_us * frames, 1, repetitions_in_a_row);
  times.stream_us = back_to_back(enqueue, frames, repetitions);
  times.graph_us = graph(enqueue, frames, repetitions, times.no_graph);
  return times;
}

} // namespace videohistogram::benchmark
