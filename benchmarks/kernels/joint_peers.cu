// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Joint histograms as one would count them first: by atomic additions in device memory, or by
// CUB's DeviceHistogram of indices that a kernel writes.
#include "joint.h"

#include <cub/device/device_histogram.cuh>

namespace videohistogram::benchmark {

namespace {

/// The first two samples of a packed pixel, and the index of their pair.
struct Index {
  uint32_t bins, sample_shift, depth;

  template <class Pixel>
  __device__ uint32_t operator()(const Pixel& pixel) const {
    const uint32_t x = uint32_t{pixel.x} >> sample_shift, y = uint32_t{pixel.y} >> sample_shift;
    return (x * bins >> depth) * bins + (y * bins >> depth);
  }
};

/// 16 bytes of pixels.
template <class Pixel>
struct alignas(16) Pixels {
  Pixel at[16 / sizeof(Pixel)];
};

template <class Pixel>
__global__ void add_pairs(const Pixels<Pixel>* frame, uint32_t vectors, Index index,
                          uint32_t* matrix) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= vectors)
    return;
  const Pixels<Pixel> pixels = frame[i];
#pragma unroll
  for (const Pixel& pixel : pixels.at)
    atomicAdd(matrix + index(pixel), 1);
}

template <class Pixel, class Result>
__global__ void write_indices(const Pixels<Pixel>* frame, uint32_t vectors, Index index,
                              Result* indices) {
  constexpr uint32_t n = 16 / sizeof(Pixel);
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= vectors)
    return;
  struct alignas(n * sizeof(Result) < 16 ? n * sizeof(Result) : 16) Results {
    Result at[n];
  } results;
  const Pixels<Pixel> pixels = frame[i];
#pragma unroll
  for (uint32_t k = 0; k < n; k++)
    results.at[k] = static_cast<Result>(index(pixels.at[k]));
  reinterpret_cast<Results*>(indices)[i] = results;
}

/// The part that both peers share.
class Peer : public JointCounter {
public:
  bool can_count(const JointCell& cell) const override {
    return cell.x == Quantity::r ? cell.y == Quantity::g
                                 : cell.x == Quantity::cb && cell.y == Quantity::cr;
  }

  void prepare(const JointCell& cell) override {
    const Cell& frame = cell.frame;
    const bool chroma = cell.x == Quantity::cb;
    deep_ = frame.sample_bytes == 2;
    rgba_ = !chroma;
    first_ = chroma ? size_t{frame.width} * frame.height * frame.sample_bytes : 0;
    items_ = frame.width * frame.height / (chroma ? 4 : 1);
    vectors_ = items_ * (chroma ? 2 * frame.sample_bytes : 4) / 16;
    index_ = {cell.bins, cell.format().shift, cell.format().depth};
    counters_ = cell.bins * cell.bins;
    matrix_ = Buffer<uint32_t>::device(counters_);
  }

  JointCounts counts() override { return {{}, {}, read_counts(matrix_)}; }

protected:
  static constexpr uint32_t threads = 256;

  uint32_t blocks() const { return (vectors_ + threads - 1) / threads; }

  bool deep_ = false, rgba_ = false;
  size_t first_ = 0;
  uint32_t items_ = 0, vectors_ = 0, counters_ = 0;
  Index index_{};
  Buffer<uint32_t> matrix_;
};

class GlobalAtomics final : public Peer {
public:
  std::string name() const override { return "global atomics"; }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    const cudaError_t code =
        cudaMemsetAsync(matrix_.data(), 0, matrix_.size() * sizeof(uint32_t), stream);
    if (code != cudaSuccess)
      return code;
    if (rgba_)
      launch<uchar4>(frame, stream);
    else if (deep_)
      launch<ushort2>(frame, stream);
    else
      launch<uchar2>(frame, stream);
    return cudaGetLastError();
  }

private:
  template <class Pixel>
  void launch(const uint8_t* frame, cudaStream_t stream) {
    add_pairs<Pixel><<<blocks(), threads, 0, stream>>>(
        reinterpret_cast<const Pixels<Pixel>*>(frame + first_), vectors_, index_, matrix_.data());
  }
};

class IndicesAndCub final : public Peer {
public:
  std::string name() const override { return "indices, CUB"; }

  void prepare(const JointCell& cell) override {
    Peer::prepare(cell);
    wide_ = counters_ > 65536;
    indices_ = Buffer<uint32_t>::device(items_);
    temporary_bytes_ = 0;
    check(histogram(nullptr, nullptr), "asking CUB for its temporary storage");
    temporary_ = Buffer<uint8_t>::device(temporary_bytes_);
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    if (rgba_)
      launch<uchar4, uint16_t>(frame, stream);
    else if (!deep_)
      launch<uchar2, uint16_t>(frame, stream);
    else if (wide_)
      launch<ushort2, uint32_t>(frame, stream);
    else
      launch<ushort2, uint16_t>(frame, stream);
    return histogram(temporary_.data(), stream);
  }

private:
  template <class Pixel, class Result>
  void launch(const uint8_t* frame, cudaStream_t stream) {
    write_indices<Pixel, Result><<<blocks(), threads, 0, stream>>>(
        reinterpret_cast<const Pixels<Pixel>*>(frame + first_), vectors_, index_,
        reinterpret_cast<Result*>(indices_.data()));
  }

  cudaError_t histogram(void* temporary, cudaStream_t stream) {
    auto* const counts = reinterpret_cast<int*>(matrix_.data());
    const int levels = static_cast<int>(counters_) + 1, last = static_cast<int>(counters_);
    const int items = static_cast<int>(items_);
    if (wide_)
      return cub::DeviceHistogram::HistogramEven(temporary, temporary_bytes_, indices_.data(),
                                                 counts, levels, 0u, static_cast<uint32_t>(last),
                                                 items, stream);
    return cub::DeviceHistogram::HistogramEven(temporary, temporary_bytes_,
                                               reinterpret_cast<const uint16_t*>(indices_.data()),
                                               counts, levels, 0, last, items, stream);
  }

  bool wide_ = false;
  Buffer<uint32_t> indices_;
  Buffer<uint8_t> temporary_;
  size_t temporary_bytes_ = 0;
};

} // namespace

std::vector<std::unique_ptr<JointCounter>> make_joint_peers() {
  std::vector<std::unique_ptr<JointCounter>> peers;
  peers.push_back(std::make_unique<GlobalAtomics>());
  peers.push_back(std::make_unique<IndicesAndCub>());
  return peers;
}

} // namespace videohistogram::benchmark
