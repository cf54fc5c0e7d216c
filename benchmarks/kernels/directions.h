// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "benchmarks/direction_reference.h"
#include "cells.h"
#include "core/direction.h"
#include "gpu.h"
#include "measurement.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// A frame whose LUMA, or whose only channel, is counted along a direction.
struct DirectionCell {
  Cell frame;
  int angle;
  Direction direction;

  size_t counters() const { return size_t{direction.positions} * direction_bins; }
  size_t matrix_bytes() const { return counters() * sizeof(uint32_t); }
  /// The cell's name, such as "RGBA/8K/photo/45".
  std::string name() const;
};

/// Counts frames in device memory along a direction, or does a part of that work.
class DirectionCounter {
public:
  virtual ~DirectionCounter() = default;

  virtual std::string name() const = 0;
  virtual bool can_count(const DirectionCell&) const { return true; }
  /// Prepares for the frames of a cell.
  virtual void prepare(const DirectionCell& cell) = 0;
  /// Enqueues all work that brings a frame's counts into device memory.
  virtual cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) = 0;
  /// The counts of the last frame. The stream must have completed.
  virtual std::vector<uint32_t> counts() = 0;
  /// The counts to expect; `values` are those of the frame's pixels.
  virtual std::vector<uint32_t> expected(const DirectionCell& cell,
                                         const std::vector<uint8_t>& values) = 0;
};

/// The project's kernel.
std::unique_ptr<DirectionCounter> make_direction(const Device& device);
/// A kernel that stores the whole matrix and does nothing else.
std::unique_ptr<DirectionCounter> make_matrix_writer(const Device& device);
/// The algorithms of the literature.
std::vector<std::unique_ptr<DirectionCounter>> make_rotations();

struct DirectionResult {
  DirectionCell cell;
  std::vector<Measurement> counters; ///< "read", "write", "ours", then the others
};

/// Print to stdout: the meaning of the columns, and one block per cell.
void print_directions_header(const Device& device);
void print_direction(const DirectionResult& result);

/// Returns false, with a message on stderr, if the file cannot be written.
bool write_directions_json(const std::string& path, const Device& device,
                           const std::vector<DirectionResult>& results);

} // namespace videohistogram::benchmark
