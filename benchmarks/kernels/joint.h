// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "core/plan.h"
#include "gpu.h"
#include "measurement.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// A frame, and the joint histogram that is counted in it.
struct JointCell {
  Cell frame;
  Quantity x, y; ///< stored, or SAT
  uint32_t bins; ///< per axis

  const FormatInfo& format() const { return *find_format(frame.format()); }
  /// The name of what is counted, such as "cb*cr".
  std::string what() const;
  /// The cell's name, such as "NV12/8K/photo/cb*cr/256".
  std::string name() const;
  /// The histograms of all stored quantities and the joint histogram.
  SharedPlan plan() const;
};

/// The counts of a frame that a counter delivers; empty: the counter has none of that kind.
struct JointCounts {
  std::vector<uint32_t> x, y; ///< the histograms of the two quantities
  std::vector<uint32_t> pairs;
};

/// Counts pairs on all CPUs, by the definitions in core/colour.h. The histograms are their sums,
/// or empty if samples of a quantity are not counted as often as pairs.
JointCounts count_joint_on_cpu(const JointCell& cell, const std::vector<uint8_t>& pixels);

/// Counts frames in device memory.
class JointCounter {
public:
  virtual ~JointCounter() = default;

  virtual std::string name() const = 0;
  virtual bool can_count(const JointCell& cell) const = 0;
  virtual void prepare(const JointCell& cell) = 0;
  /// Enqueues all work that brings a frame's counts into memory: histograms into the host's, a
  /// joint histogram into the device's.
  virtual cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) = 0;
  /// The counts of the last frame. The device must be idle.
  virtual JointCounts counts() = 0;
};

/// The project's kernels: for histograms alone, for the joint histogram alone, and for both.
std::vector<std::unique_ptr<JointCounter>> make_joint_counters(const Device& device);
/// A joint histogram alone, of two samples of packed pixels: by atomic additions in device memory,
/// and by CUB's histogram of indices that a kernel writes.
std::vector<std::unique_ptr<JointCounter>> make_joint_peers();

struct JointResult {
  JointCell cell;
  std::vector<Measurement> counters; ///< "read", then those of the project, then the others
};

/// Print to stdout: the meaning of the columns, and one block per cell.
void print_joint_header(const Device& device);
void print_joint(const JointResult& result);

/// Returns false, with a message on stderr, if the file cannot be written.
bool write_joint_json(const std::string& path, const Device& device,
                      const std::vector<JointResult>& results);

} // namespace videohistogram::benchmark
