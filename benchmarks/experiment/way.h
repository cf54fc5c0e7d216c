// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// One way from a frame on the host to its counts on the host.
/// Thread-safety: one thread for all ways of the program.
class Way {
public:
  virtual ~Way() = default;

  /// Makes ready for frames like this one.
  virtual void prepare(const FrameView& frame) = 0;
  /// Counts every channel that lies in memory, in 256 bins each, in a frame like that of prepare().
  virtual Status count(const FrameView& frame, uint32_t* counts) = 0;

  std::string counter;  ///< "cpu", "cuda", "CUB", "NPP"
  uint32_t threads = 0; ///< of the CPU, where that counts
  uint32_t gpus = 0;
  std::string split; ///< how several GPUs share the frames
  /// "cuda, 2 rows"
  std::string name() const;
};

struct Ways {
  std::vector<std::unique_ptr<Way>> all;
  std::map<std::string, std::string> not_measured; ///< counter: why this machine has none
  std::vector<std::string> devices;                ///< names of the GPUs
  std::map<std::string, std::string> versions;     ///< counter: its version
  /// Page-locked memory; null where there is no GPU.
  std::shared_ptr<HostMemorySource> pinned;
};

/// This project's backends: the CPU with one thread and all of them, 1, 2, 4 ... and all GPUs,
/// several with each split.
void add_backends(Ways& ways);

/// CUB and NPP on GPU 0 behind a plain cudaMemcpy of the frame, and in front of one of the counts.
void add_libraries(Ways& ways);

} // namespace videohistogram::benchmark
