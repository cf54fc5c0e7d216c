// SPDX-License-Identifier: LGPL-2.1-or-later
#include "link.h"

#include "benchmarks/kernels/gpu.h"
#include "cuda/copy_pool.h"
#include "cuda/cuda_backend.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace videohistogram::benchmark {

namespace {

constexpr size_t slots = 4; ///< pieces that a thread has on the link

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One thread's share of the staging: its own pinned pieces, stream and events.
class Stager {
public:
  explicit Stager(size_t piece_bytes)
      : piece_bytes_(piece_bytes), pinned_(Buffer<uint8_t>::mapped(slots * piece_bytes)),
        target_(Buffer<uint8_t>::device(slots * piece_bytes)) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
    for (cudaEvent_t& event : events_)
      check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
  }
  ~Stager() {
    check(cudaStreamDestroy(stream_), "ending a stream");
    for (cudaEvent_t event : events_)
      check(cudaEventDestroy(event), "ending an event");
  }
  Stager(const Stager&) = delete;
  Stager& operator=(const Stager&) = delete;

  void copy(const uint8_t* from, size_t size) {
    const size_t slot = next_++ % slots;
    uint8_t* const piece = pinned_.data() + slot * piece_bytes_;
    check(cudaEventSynchronize(events_[slot]), "waiting for a piece");
    std::memcpy(piece, from, size);
    check(cudaMemcpyAsync(target_.data() + slot * piece_bytes_, piece, size, cudaMemcpyHostToDevice,
                          stream_),
          "sending a piece");
    check(cudaEventRecord(events_[slot], stream_), "marking a piece");
  }
  void finish() { check(cudaStreamSynchronize(stream_), "waiting for the last piece"); }

private:
  const size_t piece_bytes_;
  Buffer<uint8_t> pinned_, target_;
  cudaStream_t stream_;
  cudaEvent_t events_[slots];
  size_t next_ = 0;
};

} // namespace

std::string why_no_gpu() {
  // Once: the answer does not change, and an error is not to be met twice.
  static const std::string why = []() -> std::string {
    const Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
    if (!devices.ok())
      return devices.error().message;
    cudaError_t code = cudaSetDevice(0);
    if (code == cudaSuccess)
      code = cudaFree(nullptr);
    return code == cudaSuccess ? "" : cudaGetErrorString(code);
  }();
  return why;
}

uint8_t* allocate_pinned(size_t size) {
  void* data = nullptr;
  check(cudaHostAlloc(&data, size, cudaHostAllocPortable), "allocating pinned memory");
  return static_cast<uint8_t*>(data);
}

void free_pinned(void* data) {
  check(cudaFreeHost(data), "freeing pinned memory");
}

bool is_pinned(const void* data) {
  if (!why_no_gpu().empty())
    return false;
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, data), "asking what an address is");
  return attributes.type == cudaMemoryTypeHost;
}

size_t gpu_bytes_in_use() {
  size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the GPU's memory");
  return total - free;
}

double copy_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count) {
  constexpr size_t targets = 2;
  const Buffer<uint8_t> target = Buffer<uint8_t>::device(targets * bytes);
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  const auto copy = [&](size_t i) {
    check(cudaMemcpyAsync(target.data() + i % targets * bytes, frames[i % frames.size()], bytes,
                          cudaMemcpyHostToDevice, stream),
          "copying a frame");
  };
  for (size_t i = 0; i < frames.size(); i++)
    copy(i);
  check(cudaStreamSynchronize(stream), "warming up");
  const double begin = seconds();
  for (int i = 0; i < count; i++)
    copy(static_cast<size_t>(i));
  check(cudaStreamSynchronize(stream), "waiting for copies");
  const double end = seconds();
  check(cudaStreamDestroy(stream), "ending a stream");
  return count / (end - begin);
}

double staging_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                    const StagingShape& shape) {
  const size_t pieces_a_frame = (bytes + shape.piece_bytes - 1) / shape.piece_bytes;
  const size_t pieces = pieces_a_frame * static_cast<size_t>(count);
  std::atomic<size_t> next{0};
  std::atomic<unsigned> ready{0};
  std::atomic<bool> go{false};
  std::vector<double> ends(shape.threads);
  std::vector<std::thread> threads;
  for (double& end : ends)
    threads.emplace_back([&] {
      check(cudaSetDevice(0), "opening the GPU");
      Stager stager(shape.piece_bytes);
      ready++;
      while (!go)
        std::this_thread::yield();
      for (size_t piece; (piece = next++) < pieces;) {
        const size_t at = piece % pieces_a_frame * shape.piece_bytes;
        stager.copy(frames[piece / pieces_a_frame % frames.size()] + at,
                    std::min(shape.piece_bytes, bytes - at));
      }
      stager.finish();
      end = seconds();
      // Freeing memory waits for the device, which is not to hold up those that still copy.
      ready--;
      while (ready > 0)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    });
  while (ready < shape.threads)
    std::this_thread::yield();
  const double begin = seconds();
  go = true;
  for (std::thread& thread : threads)
    thread.join();
  return count / (*std::max_element(ends.begin(), ends.end()) - begin);
}

StagingShape best_staging(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                          std::string& rates) {
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  StagingShape best{};
  double best_rate = 0;
  for (unsigned threads = 1; threads <= cores; threads++) {
    double rate_of_threads = 0;
    for (size_t piece_bytes : {size_t{256} << 10, size_t{1} << 20}) {
      const StagingShape shape{threads, piece_bytes};
      const double rate = staging_rate(frames, bytes, count, shape);
      rate_of_threads = std::max(rate_of_threads, rate);
      if (rate > best_rate) {
        best_rate = rate;
        best = shape;
      }
    }
    char text[48];
    std::snprintf(text, sizeof text, "%s%u: %.1f", threads == 1 ? "" : ", ", threads,
                  rate_of_threads * static_cast<double>(bytes) / 1e9);
    rates += text;
  }
  return best;
}

} // namespace videohistogram::benchmark
