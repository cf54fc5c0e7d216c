// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The algorithms of books and papers, reimplemented from their descriptions:
//
//  global table     one table in global memory and an atomic per sample, as in tutorials
//  block partials   16x16 blocks of 32x4 threads with a table each in global memory, merged by a
//                   second kernel
//  shared + global  a table in shared memory per block, merged by atomics into global memory;
//                   2 blocks per SM. Sanders, Kandrot: CUDA by Example, 2010
//  warp tables      a table in shared memory for each of a block's 6 warps, block partials merged
//                   by a second kernel; 8 blocks per SM. Podlozhnyuk: Histogram calculation in
//                   CUDA, 2007. Shared atomics replace the paper's tagged writes, a substitute for
//                   atomics on older GPUs
//  byte counters    64 bins: a table of bytes in shared memory for each of a block's 64 threads,
//                   block partials merged by a second kernel. The same paper
//
// All of them read 4 or 16 bytes at once, which favours the older ones.
#include "counter.h"

#include <algorithm>

namespace videohistogram::benchmark {

namespace {

constexpr uint32_t values = 256;

/// Counts the four samples of a word: four channels, or four pixels of one.
template <int Channels>
__device__ __forceinline__ void count_word(uint32_t* tables, uint32_t word) {
#pragma unroll
  for (int byte = 0; byte < 4; byte++)
    atomicAdd(&tables[(Channels == 4 ? byte * values : 0) + (word >> 8 * byte & 0xff)], 1u);
}

template <int Channels>
__global__ void global_table_kernel(const uint32_t* source, uint32_t words, uint32_t* result) {
  const uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < words)
    count_word<Channels>(result, source[at]);
}

constexpr uint32_t partials_side = 16, partials_block_width = 32, partials_block_height = 4;

template <int Channels>
__global__ void block_partials_kernel(const uint32_t* source, uint32_t row_words, uint32_t rows,
                                      uint32_t* partials) {
  const uint32_t block = blockIdx.y * gridDim.x + blockIdx.x;
  uint32_t* const own = partials + block * Channels * values;
  for (uint32_t y = blockIdx.y * blockDim.y + threadIdx.y; y < rows; y += gridDim.y * blockDim.y)
    for (uint32_t x = blockIdx.x * blockDim.x + threadIdx.x; x < row_words;
         x += gridDim.x * blockDim.x)
      count_word<Channels>(own, source[size_t{y} * row_words + x]);
}

constexpr uint32_t shared_table_threads = 256, shared_table_blocks = 2;

template <int Channels>
__global__ void shared_table_kernel(const uint32_t* source, uint32_t words, uint32_t* result) {
  __shared__ uint32_t table[Channels * values];
  for (uint32_t i = threadIdx.x; i < Channels * values; i += blockDim.x)
    table[i] = 0;
  __syncthreads();
  for (uint32_t at = blockIdx.x * blockDim.x + threadIdx.x; at < words;
       at += gridDim.x * blockDim.x)
    count_word<Channels>(table, source[at]);
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < Channels * values; i += blockDim.x)
    atomicAdd(&result[i], table[i]);
}

constexpr uint32_t block_warps = 6, warp_tables_blocks = 8;

template <int Channels>
__global__ void warp_tables_kernel(const uint32_t* source, uint32_t words, uint32_t* partials) {
  constexpr uint32_t counters = Channels * values;
  __shared__ uint32_t tables[block_warps * counters];
  for (uint32_t i = threadIdx.x; i < block_warps * counters; i += blockDim.x)
    tables[i] = 0;
  __syncthreads();
  uint32_t* const own = tables + threadIdx.x / 32 * counters;
  for (uint32_t at = blockIdx.x * blockDim.x + threadIdx.x; at < words;
       at += gridDim.x * blockDim.x)
    count_word<Channels>(own, source[at]);
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < counters; i += blockDim.x) {
    uint32_t sum = 0;
    for (uint32_t warp = 0; warp < block_warps; warp++)
      sum += tables[warp * counters + i];
    partials[blockIdx.x * counters + i] = sum;
  }
}

constexpr uint32_t byte_bins = 64, byte_threads = 64;
/// 16-byte vectors that a thread may count before a byte could overflow.
template <int Channels>
constexpr uint32_t byte_vectors = 255 / (Channels == 4 ? 4 : 16);

template <int Channels>
__global__ void byte_counters_kernel(const uint4* source, uint32_t vectors, uint32_t* partials) {
  __shared__ uint32_t words[Channels * byte_bins * byte_threads / 4];
  for (uint32_t i = threadIdx.x; i < Channels * byte_bins * byte_threads / 4; i += blockDim.x)
    words[i] = 0;
  __syncthreads();
  // [channel][bin][thread], in an order of threads that puts neighbours into different words.
  uint8_t* const own =
      reinterpret_cast<uint8_t*>(words) + (threadIdx.x % 16 * 4 + threadIdx.x / 16);
  const uint32_t first = blockIdx.x * blockDim.x * byte_vectors<Channels> + threadIdx.x;
  for (uint32_t i = 0; i < byte_vectors<Channels>; i++) {
    const uint32_t at = first + i * blockDim.x;
    if (at >= vectors)
      break;
    const uint4 vector = source[at];
    for (uint32_t word : {vector.x, vector.y, vector.z, vector.w}) {
#pragma unroll
      for (int byte = 0; byte < 4; byte++) {
        const uint32_t bin = word >> (8 * byte + 2) & (byte_bins - 1);
        own[((Channels == 4 ? byte * byte_bins : 0) + bin) * byte_threads]++;
      }
    }
  }
  __syncthreads();
  // A thread sums a bin over all threads' counters. Neighbouring threads begin at different words.
  constexpr uint32_t row_words = byte_threads / 4;
  for (uint32_t row = threadIdx.x; row < Channels * byte_bins; row += blockDim.x) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < row_words; i++) {
      const uint32_t four = words[row * row_words + (i + row / 2) % row_words];
      sum += (four & 0xff) + (four >> 8 & 0xff) + (four >> 16 & 0xff) + (four >> 24);
    }
    partials[blockIdx.x * Channels * byte_bins + row] = sum;
  }
}

constexpr uint32_t merge_threads = 256;

/// A block sums one counter over all partials.
__global__ void merge_kernel(const uint32_t* partials, uint32_t count, uint32_t* result) {
  __shared__ uint32_t sums[merge_threads];
  uint32_t sum = 0;
#pragma unroll 4
  for (uint32_t i = threadIdx.x; i < count; i += merge_threads)
    sum += partials[size_t{i} * gridDim.x + blockIdx.x];
  sums[threadIdx.x] = sum;
  for (uint32_t half = merge_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    result[blockIdx.x] = sums[0];
}

enum class Algorithm { global_table, block_partials, shared_table, warp_tables, byte_counters };

class Literature final : public Counter {
public:
  Literature(Algorithm algorithm, const Device& device)
      : algorithm_(algorithm), multiprocessors_(static_cast<uint32_t>(device.multiprocessors)) {}

  std::string name() const override {
    constexpr const char* names[] = {"global table", "block partials", "shared + global",
                                     "warp tables", "byte counters"};
    return names[static_cast<int>(algorithm_)];
  }

  bool has(const Cell& cell) const override {
    return cell.plain() && cell.sample_bytes == 1 && cell.bins == bins() && cell.channels != 3 &&
           cell.row_bytes() % 4 == 0 && cell.bytes() % 16 == 0;
  }

  void prepare(const Cell& cell) override {
    channels_ = cell.channels;
    row_words_ = static_cast<uint32_t>(cell.row_bytes() / 4);
    rows_ = cell.height;
    words_ = row_words_ * rows_;
    partials_.reset();
    if (partial_tables() > 0)
      partials_ = Buffer<uint32_t>::device(size_t{partial_tables()} * counters());
    result_ = Buffer<uint32_t>::device(counters());
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    return channels_ == 4 ? launch<4>(frame, stream) : launch<1>(frame, stream);
  }

  std::vector<uint32_t> counts() override {
    std::vector<uint32_t> counts(counters());
    check(cudaMemcpy(counts.data(), result_.data(), counts.size() * sizeof(uint32_t),
                     cudaMemcpyDeviceToHost),
          "copying counts");
    return counts;
  }

private:
  uint32_t bins() const { return algorithm_ == Algorithm::byte_counters ? byte_bins : values; }
  uint32_t counters() const { return channels_ * bins(); }

  /// Number of tables that a second kernel merges; 0 without a second kernel.
  uint32_t partial_tables() const {
    switch (algorithm_) {
    case Algorithm::block_partials:
      return partials_side * partials_side;
    case Algorithm::warp_tables:
      return multiprocessors_ * warp_tables_blocks;
    case Algorithm::byte_counters: {
      const uint32_t block_words =
          byte_threads * 4 * (channels_ == 4 ? byte_vectors<4> : byte_vectors<1>);
      return (words_ + block_words - 1) / block_words;
    }
    default:
      return 0;
    }
  }

  template <int Channels>
  cudaError_t launch(const uint8_t* frame, cudaStream_t stream) {
    const uint32_t* const source = reinterpret_cast<const uint32_t*>(frame);
    const uint32_t tables = partial_tables();
    switch (algorithm_) {
    case Algorithm::global_table: {
      constexpr uint32_t threads = 256;
      clear(result_, stream);
      global_table_kernel<Channels><<<(words_ + threads - 1) / threads, threads, 0, stream>>>(
          source, words_, result_.data());
      break;
    }
    case Algorithm::block_partials:
      clear(partials_, stream);
      block_partials_kernel<Channels>
          <<<dim3(partials_side, partials_side), dim3(partials_block_width, partials_block_height),
             0, stream>>>(source, row_words_, rows_, partials_.data());
      break;
    case Algorithm::shared_table:
      clear(result_, stream);
      shared_table_kernel<Channels>
          <<<multiprocessors_ * shared_table_blocks, shared_table_threads, 0, stream>>>(
              source, words_, result_.data());
      break;
    case Algorithm::warp_tables:
      warp_tables_kernel<Channels>
          <<<tables, block_warps * 32, 0, stream>>>(source, words_, partials_.data());
      break;
    case Algorithm::byte_counters:
      byte_counters_kernel<Channels><<<tables, byte_threads, 0, stream>>>(
          reinterpret_cast<const uint4*>(frame), words_ / 4, partials_.data());
      break;
    }
    if (tables > 0)
      merge_kernel<<<counters(), merge_threads, 0, stream>>>(partials_.data(), tables,
                                                             result_.data());
    return cudaGetLastError();
  }

  static void clear(const Buffer<uint32_t>& buffer, cudaStream_t stream) {
    check(cudaMemsetAsync(buffer.data(), 0, buffer.size() * sizeof(uint32_t), stream),
          "clearing counters");
  }

  const Algorithm algorithm_;
  const uint32_t multiprocessors_;
  uint32_t channels_ = 0, row_words_ = 0, rows_ = 0, words_ = 0;
  Buffer<uint32_t> partials_; ///< [table][channel][bin]
  Buffer<uint32_t> result_;   ///< [channel][bin], in device memory
};

} // namespace

std::vector<std::unique_ptr<Counter>> make_literature(const Device& device) {
  std::vector<std::unique_ptr<Counter>> counters;
  for (Algorithm algorithm :
       {Algorithm::global_table, Algorithm::block_partials, Algorithm::shared_table,
        Algorithm::warp_tables, Algorithm::byte_counters})
    counters.push_back(std::make_unique<Literature>(algorithm, device));
  return counters;
}

} // namespace videohistogram::benchmark
