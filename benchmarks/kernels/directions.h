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

/// A frame whose LUMA, or only channel, is counted along a direction.
struct DirectionCell {
  Cell frame;
  int angle;
  Direction direction;

  size_t counters() const { return size_t{direction.positions} * direction_bins; }
  size_t matrix_bytes() const { return counters() * sizeof(uint32_t); }
  /// "RGBA/8K/photo/45"
  std::string name() const;
};

/// Somebody who counts frames in device memory along a direction, or does a part of that.
/// Thread-safety: none.
class DirectionCounter {
public:
  virtual ~DirectionCounter() = default;

  virtual std::string name() const = 0;
  virtual bool can_count(const DirectionCell&) const { return true; }
  /// Makes ready for the frames of a cell.
  virtual void prepare(const DirectionCell& cell) = 0;
  /// Puts all that delivers a frame's counts in device memory into the stream.
  virtual cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) = 0;
  /// Of the last frame, once the stream is done.
  virtual std::vector<uint32_t> counts() = 0;
  /// What the counts have to be, `values` being those of the frame's pixels.
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

/// To stdout: what the columns mean, then a block for each cell.
void print_directions_header(const Device& device);
void print_direction(const DirectionResult& result);

/// False, with a message on stderr, if the file cannot be written.
bool write_directions_json(const std::string& path, const Device& device,
                           const std::vector<DirectionResult>& results);

} // namespace videohistogram::benchmark
