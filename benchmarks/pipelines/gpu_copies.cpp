// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_copies.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace videohistogram::benchmark {

GpuCopies::GpuCopies(unsigned gpu, size_t max_bytes) : max_bytes_(max_bytes) {
  check(cudaSetDevice(static_cast<int>(gpu)), "opening a GPU");
  target_ = Buffer<uint8_t>::device(in_flight * max_bytes);
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
  for (cudaEvent_t& event : events_)
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
}

GpuCopies::~GpuCopies() {
  check(cudaStreamDestroy(stream_), "ending a stream");
  for (cudaEvent_t event : events_)
    check(cudaEventDestroy(event), "ending an event");
}

size_t GpuCopies::wait_for_room() {
  const size_t place = next_ % in_flight;
  check(cudaEventSynchronize(events_[place]), "waiting for a copy");
  return place;
}

void GpuCopies::copy(const uint8_t* from, size_t size) {
  const size_t place = next_++ % in_flight;
  check(cudaMemcpyAsync(target_.data() + place * max_bytes_, from, size, cudaMemcpyHostToDevice,
                        stream_),
        "copying to a GPU");
  check(cudaEventRecord(events_[place], stream_), "marking a copy");
}

void GpuCopies::finish() {
  check(cudaStreamSynchronize(stream_), "waiting for the last copy");
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double seconds_together(unsigned threads,
                        const std::function<std::function<void()>(unsigned i)>& prepare) {
  std::atomic<unsigned> ready{0}, done{0};
  std::atomic<bool> go{false};
  std::vector<double> ends(threads);
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; i++)
    all.emplace_back([&, i] {
      const std::function<void()> work = prepare(i);
      ready++;
      while (!go)
        std::this_thread::yield();
      work();
      ends[i] = seconds();
      // Freeing memory waits for the device and would delay threads that still copy.
      done++;
      while (done < threads)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    });
  while (ready < threads)
    std::this_thread::yield();
  const double begin = seconds();
  go = true;
  for (std::thread& thread : all)
    thread.join();
  return *std::max_element(ends.begin(), ends.end()) - begin;
}

} // namespace videohistogram::benchmark
