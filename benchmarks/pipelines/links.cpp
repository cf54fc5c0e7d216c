// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "links.h"

#include "cuda/cuda_backend.h"
#include "gpu_copies.h"

#include <algorithm>
#include <atomic>
#include <memory>

namespace videohistogram::benchmark {

namespace {

/// The bytes of a frame that one GPU gets.
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
  for (unsigned gpu = gpus; gpu-- > 0;) { // downwards, so that GPU 0 is current at the end
    check(cudaSetDevice(static_cast<int>(gpu)), "opening a GPU");
    check(cudaFree(nullptr), "opening a GPU");
  }
}

double shared_copy_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                        unsigned gpus, Sharing sharing) {
  std::atomic<int> next{0}; // next whole frame
  const double taken = seconds_together(gpus, [&](unsigned gpu) -> std::function<void()> {
    const Part part = sharing == Sharing::rows ? band(bytes, gpu, gpus) : Part{0, bytes};
    const auto copies = std::make_shared<GpuCopies>(gpu, part.size);
    const auto copy = [&, part, copies](int i) {
      copies->copy(frames[static_cast<size_t>(i) % frames.size()] + part.begin, part.size);
    };
    for (int i = 0; i < static_cast<int>(GpuCopies::in_flight); i++)
      copy(i);
    copies->finish();
    return [&, copies, copy] {
      if (sharing == Sharing::frames) {
        copies->wait_for_room();
        for (int i; (i = next++) < count; copies->wait_for_room())
          copy(i);
      } else {
        for (int i = 0; i < count; i++) {
          copies->wait_for_room();
          copy(i);
        }
      }
      copies->finish();
    };
  });
  return count / taken;
}

double single_copy_us(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                      unsigned gpus) {
  std::vector<std::unique_ptr<GpuCopies>> links;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    links.push_back(std::make_unique<GpuCopies>(gpu, band(bytes, gpu, gpus).size));
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
