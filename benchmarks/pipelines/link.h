// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The GPU's link without any pipeline. The time of bare copies is the lower bound for everything
// that brings frames to the GPU. All functions use GPU 0 and its primary context. Call them only if
// why_no_gpu() returns an empty text, unless noted; a build without CUDA has no GPU. A CUDA error
// ends the program.

namespace videohistogram::benchmark {

/// Why the GPU cannot be used; empty if it can, and then it has a context. Always callable.
std::string why_no_gpu();

/// Allocates page-locked memory, to be freed by free_pinned().
uint8_t* allocate_pinned(size_t size);
void free_pinned(void* data);
/// Whether memory is page-locked; false without a GPU. Always callable.
bool is_pinned(const void* data);

/// Bytes of the GPU's memory that are allocated, by all processes.
size_t gpu_bytes_in_use();

/// Frames of `bytes` bytes per second when `count` of them are copied back to back from pinned
/// memory.
double copy_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count);

/// How pageable frames are staged.
struct StagingShape {
  unsigned threads;
  size_t piece_bytes;
  std::string name() const {
    return std::to_string(threads) + " threads, pieces of " + std::to_string(piece_bytes / 1024) +
           " KiB";
  }
};

/// The same for pageable frames: threads copy pieces into pinned memory while earlier pieces are on
/// the link, also across the borders of frames.
double staging_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                    const StagingShape& shape);

/// The fastest shape, by one measurement of each. `rates` gets the best GB/s per number of threads.
StagingShape best_staging(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                          std::string& rates);

} // namespace videohistogram::benchmark
