// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The GPU's link without any pipeline: what bare copies take, the floor of everything that brings
// frames to it. Of GPU 0 and its primary context. In a build without CUDA there is no GPU. Except
// for why_no_gpu(), only where there is one; an error of CUDA's ends the program.

namespace videohistogram::benchmark {

/// Empty if the GPU can be used; it has a context from then on.
std::string why_no_gpu();

/// Page-locked memory.
uint8_t* allocate_pinned(size_t size);
void free_pinned(void* data);
/// Also where there is no GPU: no then.
bool is_pinned(const void* data);

/// Memory of the GPU that is taken, by anyone.
size_t gpu_bytes_in_use();

/// Frames of `bytes` a second from pinned memory, `count` of them one behind the other.
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

/// The same for pageable frames: threads copy pieces into pinned memory while earlier ones are on
/// the link, across the borders of frames.
double staging_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                    const StagingShape& shape);

/// The fastest of all shapes, by one measurement of each. `rates` tells what each number of threads
/// reached.
StagingShape best_staging(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                          std::string& rates);

} // namespace videohistogram::benchmark
