// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// A way to count a frame, from host memory to counts in host memory.
/// Thread-safety: one thread for all ways of the program.
class Way {
public:
  virtual ~Way() = default;

  /// Prepares for frames of the size and format of `frame`.
  virtual void prepare(const FrameView& frame) = 0;
  /// Counts every stored channel in 256 bins, in a frame like the one given to prepare().
  virtual Status count(const FrameView& frame, uint32_t* counts) = 0;

  std::string counter;  ///< "cpu", "cuda", "CUB", "NPP"
  uint32_t threads = 0; ///< number of CPU threads; 0 for GPUs
  uint32_t gpus = 0;
  std::string split; ///< how several GPUs share frames
  /// The way's name, such as "cuda, 2 rows".
  std::string name() const;
};

struct Ways {
  std::vector<std::unique_ptr<Way>> all;
  std::map<std::string, std::string> not_measured; ///< counter: why it cannot run here
  std::vector<std::string> devices;                ///< names of the GPUs
  std::map<std::string, std::string> versions;     ///< counter: its version
  /// Source of page-locked memory; null without a GPU.
  std::shared_ptr<HostMemorySource> pinned;
};

/// Adds this project's backends: the CPU with one thread and with all; 1, 2, 4 ... and all GPUs,
/// several of them with each split.
void add_backends(Ways& ways);

/// Adds CUB and NPP on GPU 0, with a cudaMemcpy of the frame before them and one of the counts
/// after them.
void add_libraries(Ways& ways);

} // namespace videohistogram::benchmark
