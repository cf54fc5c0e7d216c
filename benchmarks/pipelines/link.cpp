// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "link.h"

#include "cuda/cuda_backend.h"
#include "gpu_copies.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>

namespace videohistogram::benchmark {

namespace {

/// One thread's share of the staging: pinned pieces, and their copies to GPU 0.
class Stager {
public:
  explicit Stager(size_t piece_bytes)
      : copies_(0, piece_bytes), piece_bytes_(piece_bytes),
        pinned_(Buffer<uint8_t>::mapped(GpuCopies::in_flight * piece_bytes)) {}

  void copy(const uint8_t* from, size_t size) {
    uint8_t* const piece = pinned_.data() + copies_.wait_for_room() * piece_bytes_;
    std::memcpy(piece, from, size);
    copies_.copy(piece, size);
  }
  void finish() { copies_.finish(); }

private:
  GpuCopies copies_;
  const size_t piece_bytes_;
  Buffer<uint8_t> pinned_;
};

} // namespace

std::string why_no_gpu() {
  // Asked only once: the answer does not change, and a failing call is not repeated.
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
  const double taken = seconds_together(shape.threads, [&](unsigned) -> std::function<void()> {
    const auto stager = std::make_shared<Stager>(shape.piece_bytes);
    return [&, stager] {
      for (size_t piece; (piece = next++) < pieces;) {
        const size_t at = piece % pieces_a_frame * shape.piece_bytes;
        stager->copy(frames[piece / pieces_a_frame % frames.size()] + at,
                     std::min(shape.piece_bytes, bytes - at));
      }
      stager->finish();
    };
  });
  return count / taken;
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
