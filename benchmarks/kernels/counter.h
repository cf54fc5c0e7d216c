// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "gpu.h"

#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// One way to count frames in device memory. Everything a frame costs is in enqueue(): zeroing its
/// counters and merging partial counts too.
class Counter {
public:
  virtual ~Counter() = default;

  virtual std::string name() const = 0;
  /// Whether it is to be measured in such a cell.
  virtual bool has(const Cell& cell) const = 0;
  /// Why it cannot be measured there; empty if it can.
  virtual std::string why_not(const Cell&) const { return ""; }
  /// Gets ready for a cell that it can count: allocates, and loads its kernels.
  virtual void prepare(const Cell& cell) = 0;
  /// Counts one frame in `stream` and does not wait. `frame` is the first pixel, in device memory.
  /// An error matters only while the stream is captured: then there is no graph.
  virtual cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) = 0;
  /// The counts of the last frame, as count_on_cpu() has them. The device must be idle.
  virtual std::vector<uint32_t> counts() = 0;
};

/// Reads every byte of a plain frame and does nothing with them: the floor.
class Reader {
public:
  /// A way to read: which one is fastest depends on the device and the size.
  struct Shape {
    int threads, vectors_ahead;
    int blocks_per_multiprocessor; ///< 0: as many blocks as there is work for, each reading once
    bool early; ///< launched while the frame before is read, to begin as soon as that is done
    std::string name() const;
  };

  explicit Reader(const Device& device);
  /// The ways to try; none that are early where the device cannot.
  std::vector<Shape> shapes(bool early) const;
  /// `deliver`: adds all words to result(), to show that they are read.
  cudaError_t enqueue(const Shape& shape, const uint8_t* frame, size_t bytes, bool deliver,
                      cudaStream_t stream);
  /// Sets result() to 0.
  void clear();
  uint32_t result() const;

private:
  const Device& device_;
  Buffer<uint32_t> result_;
};

std::unique_ptr<Counter> make_ours(const Device& device);
/// Its kernel for deep samples.
std::unique_ptr<Counter> make_ours_deep(const Device& device);
std::unique_ptr<Counter> make_cub();
/// `version` becomes NPP's version; it stays empty where NPP cannot be used, and every cell says
/// why.
std::unique_ptr<Counter> make_npp(const Device& device, std::string& version);
/// The algorithms of the literature.
std::vector<std::unique_ptr<Counter>> make_literature(const Device& device);

/// CUB's version, "3.0.1".
std::string cub_version();

} // namespace videohistogram::benchmark
