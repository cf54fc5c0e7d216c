// SPDX-License-Identifier: LGPL-2.1-or-later
#include "links.h"

#include "benchmarks/kernels/gpu.h"
#include "cuda/cuda_backend.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace videohistogram::benchmark {

namespace {

constexpr size_t in_flight = 4; ///< copies that a GPU has

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One GPU's link, with room for copies of `part_bytes`. Belongs to the thread whose current device
/// that GPU is.
class Link {
public:
  Link(unsigned gpu, size_t part_bytes) : part_bytes_(part_bytes) {
    check(cudaSetDevice(static_cast<int>(gpu)), "opening a GPU");
    target_ = Buffer<uint8_t>::device(in_flight * part_bytes);
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
    for (cudaEvent_t& event : events_)
      check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
  }
  ~Link() {
    check(cudaStreamDestroy(stream_), "ending a stream");
    for (cudaEvent_t event : events_)
      check(cudaEventDestroy(event), "ending an event");
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// Waits until there is room for one more copy.
  void wait_for_room() {
    check(cudaEventSynchronize(events_[next_ % in_flight]), "waiting for a copy");
  }
  void copy(const uint8_t* from, size_t size) {
    const size_t slot = next_++ % in_flight;
    check(cudaMemcpyAsync(target_.data() + slot * part_bytes_, from, size, cudaMemcpyHostToDevice,
                          stream_),
          "copying a part of a frame");
    check(cudaEventRecord(events_[slot], stream_), "marking a copy");
  }
  void finish() { check(cudaStreamSynchronize(stream_), "waiting for the last copy"); }

private:
  const size_t part_bytes_;
  Buffer<uint8_t> target_;
  cudaStream_t stream_;
  cudaEvent_t events_[in_flight];
  size_t next_ = 0;
};

/// Bytes from `begin` on that one GPU gets.
struct Part {
  size_t begin, size;
};

Part band(size_t bytes, unsigned gpu, unsigned gpus) {
  const size_t begin = bytes * gpu / gpus;
  return {begin, bytes * (gpu + 1) / gpus - begin};
}

} // namespace

unsigned gpu_count() {
  Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
  return devices.ok() ? static_cast<unsigned>(devices->size()) : 0;
}

void open_gpus(unsigned gpus) {
  for (unsigned gpu = gpus; gpu-- > 0;) { // in the end GPU 0 is the current one
    check(cudaSetDevice(static_cast<int>(gpu)), "opening a GPU");
    check(cudaFree(nullptr), "opening a GPU");
  }
}

double shared_copy_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                        unsigned gpus, Sharing sharing) {
  std::atomic<int> next{0}; // of whole frames
  std::atomic<unsigned> ready{0}, done{0};
  std::atomic<bool> go{false};
  std::vector<double> ends(gpus);
  std::vector<std::thread> threads;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    threads.emplace_back([&, gpu] {
      const Part part = sharing == Sharing::rows ? band(bytes, gpu, gpus) : Part{0, bytes};
      Link link(gpu, part.size);
      const auto copy = [&](int i) {
        link.copy(frames[static_cast<size_t>(i) % frames.size()] + part.begin, part.size);
      };
      for (int i = 0; i < static_cast<int>(in_flight); i++)
        copy(i);
      link.finish();
      ready++;
      while (!go)
        std::this_thread::yield();
      if (sharing == Sharing::frames) {
        link.wait_for_room();
        for (int i; (i = next++) < count; link.wait_for_room())
          copy(i);
      } else {
        for (int i = 0; i < count; i++) {
          link.wait_for_room();
          copy(i);
        }
      }
      link.finish();
      ends[gpu] = seconds();
      // Freeing memory is not to hold up those that still copy.
      done++;
      while (done < gpus)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    });
  while (ready < gpus)
    std::this_thread::yield();
  const double begin = seconds();
  go = true;
  for (std::thread& thread : threads)
    thread.join();
  return count / (*std::max_element(ends.begin(), ends.end()) - begin);
}

double single_copy_us(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                      unsigned gpus) {
  std::vector<std::unique_ptr<Link>> links;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    links.push_back(std::make_unique<Link>(gpu, band(bytes, gpu, gpus).size));
  std::vector<double> times;
  for (int i = -4; i < count; i++) { // the first ones warm up
    const double begin = seconds();
    for (unsigned gpu = 0; gpu < gpus; gpu++) {
      const Part part = band(bytes, gpu, gpus);
      links[gpu]->copy(frames[static_cast<size_t>(i + 4) % frames.size()] + part.begin, part.size);
    }
    for (const auto& link : links)
      link->finish();
    if (i >= 0)
      times.push_back(1e6 * (seconds() - begin));
  }
  links.clear();
  check(cudaSetDevice(0), "opening a GPU");
  std::nth_element(times.begin(), times.begin() + count / 2, times.end());
  return times[static_cast<size_t>(count / 2)];
}

} // namespace videohistogram::benchmark
