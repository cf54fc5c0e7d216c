// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "gpu.h"

#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// One way to count frames in device memory. The whole cost of a frame is in enqueue(), including
/// zeroing counters and merging partial counts.
class Counter {
public:
  virtual ~Counter() = default;

  virtual std::string name() const = 0;
  /// Whether this counter is to be measured in the cell.
  virtual bool has(const Cell& cell) const = 0;
  /// Why this counter cannot be measured in the cell; empty if it can.
  virtual std::string why_not(const Cell&) const { return ""; }
  /// Prepares for a cell that this counter can count: allocates memory and loads kernels.
  virtual void prepare(const Cell& cell) = 0;
  /// Enqueues counting one frame in `stream`, without waiting. `frame` is the address of the first
  /// pixel in device memory. If an error occurs while the stream is captured, the graph is not
  /// measured; otherwise the program ends.
  virtual cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) = 0;
  /// The counts of the last frame, in the layout of count_on_cpu(). The device must be idle.
  virtual std::vector<uint32_t> counts() = 0;
};

/// Reads every byte of a plain frame without counting: the lower bound of a counter's time.
class Reader {
public:
  /// A launch shape of the read-only kernel; the device and the size decide which is fastest.
  struct Shape {
    int threads, vectors_ahead;
    int blocks_per_multiprocessor; ///< 0: one block per piece of work, without a loop
    bool early;                    ///< launched before the preceding frame's kernel has completed
    std::string name() const;
  };

  explicit Reader(const Device& device);
  /// The shapes to try; none if `early` and the device does not support early launches.
  std::vector<Shape> shapes(bool early) const;
  /// `deliver`: adds the sum of all words to result(), which proves that every word was read.
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
/// The project's kernel for samples of more than 8 bits.
std::unique_ptr<Counter> make_ours_deep(const Device& device);
std::unique_ptr<Counter> make_cub();
/// Sets `version` to NPP's version. If NPP cannot be used, `version` stays empty and why_not()
/// gives the reason for every cell.
std::unique_ptr<Counter> make_npp(const Device& device, std::string& version);
/// The algorithms of the literature.
std::vector<std::unique_ptr<Counter>> make_literature(const Device& device);

/// CUB's version, such as "3.0.1".
std::string cub_version();

} // namespace videohistogram::benchmark
