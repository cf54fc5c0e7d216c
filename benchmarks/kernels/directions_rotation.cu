// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The literature's algorithms for a histogram along a direction, reimplemented: the luminance is
// rotated into an image large enough for it, by the nearest pixel and with a black border; then
// each column is counted.
//
//  rotation, global  one atomic on the matrix in global memory per pixel of the image
//  rotation, shared  a block counts 32 columns in a table in shared memory
//
// MatrixWriter measures the other unavoidable work besides reading the frame: writing the matrix.
#include "directions.h"

#include "tests/reference/request.h"

#include <cmath>

namespace videohistogram::benchmark {

namespace {

constexpr uint32_t bins = direction_bins;
constexpr uint32_t block_width = 32, block_height = 8;

/// Maps pixels of the rotated image to those of the frame, in units of 2^-17 pixels.
struct Turn {
  int32_t cosine, sine; ///< times 2^16
  int32_t width, height, turned_width, turned_height;

  /// Sets `from_x`, `from_y` to the source of pixel (x, y); returns whether that is in the frame.
  __host__ __device__ bool source(int32_t x, int32_t y, int32_t& from_x, int32_t& from_y) const {
    const int32_t u = 2 * x + 1 - turned_width, v = 2 * y + 1 - turned_height;
    from_x = (u * cosine + v * sine + width * 65536) >> 17;
    from_y = (v * cosine - u * sine + height * 65536) >> 17;
    return from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
  }
};

__global__ void rotate_kernel(const uchar4* source, Turn turn, LumaWeights weights,
                              uint8_t* image) {
  const int32_t x = static_cast<int32_t>(blockIdx.x * block_width + threadIdx.x);
  const int32_t y = static_cast<int32_t>(blockIdx.y * block_height + threadIdx.y);
  if (x >= turn.turned_width || y >= turn.turned_height)
    return;
  int32_t from_x, from_y;
  uint32_t luma = 0;
  if (turn.source(x, y, from_x, from_y)) {
    const uchar4 pixel = source[static_cast<size_t>(from_y) * turn.width + from_x];
    luma = (weights.r * pixel.x + weights.g * pixel.y + weights.b * pixel.z + 32768) >> 16;
  }
  image[static_cast<size_t>(y) * turn.turned_width + x] = static_cast<uint8_t>(luma);
}

__global__ void global_columns_kernel(const uint8_t* image, uint32_t width, uint32_t height,
                                      uint32_t* matrix) {
  const uint32_t x = blockIdx.x * block_width + threadIdx.x;
  const uint32_t y = blockIdx.y * block_height + threadIdx.y;
  if (x < width && y < height)
    atomicAdd(&matrix[x * bins + image[size_t{y} * width + x]], 1u);
}

constexpr uint32_t shared_columns = 32;

__global__ void shared_columns_kernel(const uint8_t* image, uint32_t width, uint32_t height,
                                      uint32_t* matrix) {
  __shared__ uint32_t table[shared_columns * bins];
  const uint32_t thread = threadIdx.y * block_width + threadIdx.x;
  constexpr uint32_t threads = block_width * block_height;
  for (uint32_t i = thread; i < shared_columns * bins; i += threads)
    table[i] = 0;
  __syncthreads();
  const uint32_t first = blockIdx.x * shared_columns, x = first + threadIdx.x;
  if (x < width)
    for (uint32_t y = threadIdx.y; y < height; y += block_height)
      atomicAdd(&table[threadIdx.x * bins + image[size_t{y} * width + x]], 1u);
  __syncthreads();
  const uint32_t counters = min(shared_columns, width - first) * bins;
  for (uint32_t i = thread; i < counters; i += threads)
    matrix[first * bins + i] = table[i];
}

class Rotation final : public DirectionCounter {
public:
  explicit Rotation(bool shared) : shared_(shared) {}

  std::string name() const override { return shared_ ? "rotation, shared" : "rotation, global"; }
  bool can_count(const DirectionCell& cell) const override { return cell.frame.channels == 4; }

  void prepare(const DirectionCell& cell) override {
    turn_ = turn_of(cell);
    image_.reset();
    image_ = Buffer<uint8_t>::device(static_cast<size_t>(turn_.turned_width) *
                                     static_cast<size_t>(turn_.turned_height));
    matrix_.reset();
    matrix_ = Buffer<uint32_t>::device(static_cast<size_t>(turn_.turned_width) * bins);
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    const auto width = static_cast<uint32_t>(turn_.turned_width);
    const auto height = static_cast<uint32_t>(turn_.turned_height);
    const dim3 threads(block_width, block_height);
    const dim3 blocks((width + block_width - 1) / block_width,
                      (height + block_height - 1) / block_height);
    rotate_kernel<<<blocks, threads, 0, stream>>>(reinterpret_cast<const uchar4*>(frame), turn_,
                                                  luma_bt709, image_.data());
    if (shared_) {
      const uint32_t column_blocks = (width + shared_columns - 1) / shared_columns;
      shared_columns_kernel<<<column_blocks, threads, 0, stream>>>(image_.data(), width, height,
                                                                   matrix_.data());
    } else {
      check(cudaMemsetAsync(matrix_.data(), 0, matrix_.size() * sizeof(uint32_t), stream),
            "clearing the matrix");
      global_columns_kernel<<<blocks, threads, 0, stream>>>(image_.data(), width, height,
                                                            matrix_.data());
    }
    return cudaGetLastError();
  }

  std::vector<uint32_t> counts() override { return read_counts(matrix_); }

  std::vector<uint32_t> expected(const DirectionCell& cell,
                                 const std::vector<uint8_t>& luma) override {
    const Turn turn = turn_of(cell);
    std::vector<uint32_t> counts(static_cast<size_t>(turn.turned_width) * bins);
    for (int32_t y = 0; y < turn.turned_height; y++)
      for (int32_t x = 0; x < turn.turned_width; x++) {
        int32_t from_x, from_y;
        const uint8_t value =
            turn.source(x, y, from_x, from_y)
                ? luma[static_cast<size_t>(from_y) * cell.frame.width + static_cast<size_t>(from_x)]
                : uint8_t{0};
        counts[static_cast<size_t>(x) * bins + value]++;
      }
    return counts;
  }

private:
  static Turn turn_of(const DirectionCell& cell) {
    constexpr double whole = 1 << 30;
    const double c = std::abs(static_cast<double>(cell.direction.c)) / whole;
    const double s = std::abs(static_cast<double>(cell.direction.s)) / whole;
    const auto rounded = [](double value) { return static_cast<int32_t>(std::lround(value)); };
    return {rounded(static_cast<double>(cell.direction.c) / 16384),
            rounded(static_cast<double>(cell.direction.s) / 16384),
            static_cast<int32_t>(cell.frame.width),
            static_cast<int32_t>(cell.frame.height),
            static_cast<int32_t>(cell.direction.positions),
            static_cast<int32_t>(std::ceil(cell.frame.width * s + cell.frame.height * c))};
  }

  const bool shared_;
  Turn turn_{};
  Buffer<uint8_t> image_;
  Buffer<uint32_t> matrix_; ///< [column][bin], in device memory
};

constexpr uint32_t store_threads = 512, store_blocks_per_multiprocessor = 2;

__global__ void store_kernel(uint4* matrix, uint32_t vectors) {
  for (uint32_t i = blockIdx.x * store_threads + threadIdx.x; i < vectors;
       i += gridDim.x * store_threads)
    matrix[i] = make_uint4(i, i, i, i);
}

class MatrixWriter final : public DirectionCounter {
public:
  explicit MatrixWriter(const Device& device)
      : blocks_(static_cast<uint32_t>(device.multiprocessors) * store_blocks_per_multiprocessor) {}

  std::string name() const override { return "write"; }

  void prepare(const DirectionCell& cell) override {
    matrix_.reset();
    matrix_ = Buffer<uint32_t>::device(cell.counters());
  }

  cudaError_t enqueue(const uint8_t*, cudaStream_t stream) override {
    store_kernel<<<blocks_, store_threads, 0, stream>>>(reinterpret_cast<uint4*>(matrix_.data()),
                                                        static_cast<uint32_t>(matrix_.size() / 4));
    return cudaGetLastError();
  }

  std::vector<uint32_t> counts() override { return read_counts(matrix_); }

  std::vector<uint32_t> expected(const DirectionCell& cell, const std::vector<uint8_t>&) override {
    std::vector<uint32_t> stored(cell.counters());
    for (size_t i = 0; i < stored.size(); i++)
      stored[i] = static_cast<uint32_t>(i / 4);
    return stored;
  }

private:
  const uint32_t blocks_;
  Buffer<uint32_t> matrix_;
};

} // namespace

std::vector<std::unique_ptr<DirectionCounter>> make_rotations() {
  std::vector<std::unique_ptr<DirectionCounter>> counters;
  for (bool shared : {false, true})
    counters.push_back(std::make_unique<Rotation>(shared));
  return counters;
}

std::unique_ptr<DirectionCounter> make_matrix_writer(const Device& device) {
  return std::make_unique<MatrixWriter>(device);
}

} // namespace videohistogram::benchmark
