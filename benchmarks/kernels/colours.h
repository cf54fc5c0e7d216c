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

/// A Y'CbCr frame, and what is counted in it.
struct ColourCell {
  Cell frame;
  const char* what; ///< "r+g+b"
  QuantitySet quantities;
  uint32_t bins;

  const FormatInfo& format() const { return *find_format(frame.format()); }
  /// The cell's name, such as "NV12/8K/photo/r+g+b/256".
  std::string name() const;
  SharedPlan plan() const;
};

/// The bytes of the frame before, for differences: those of the frame 64 bytes further on, as of a
/// camera that pans.
std::vector<uint8_t> pixels_before(const std::vector<uint8_t>& pixels);

/// The counts of every value of every quantity of a frame.
class ColourCounts {
public:
  /// Counts on all CPUs, by the definitions in core/colour.h.
  ColourCounts(const Cell& cell, const std::vector<uint8_t>& pixels);
  /// The counts that every counter must deliver.
  std::vector<uint32_t> of(const Plan& plan) const;

private:
  std::vector<std::vector<uint32_t>> values_; ///< by Quantity
};

/// Counts frames in device memory.
class ColourCounter {
public:
  virtual ~ColourCounter() = default;

  virtual std::string name() const = 0;
  virtual bool can_count(const ColourCell& cell) const = 0;
  /// Why the counter cannot be measured in a cell that it could count; empty: it can.
  virtual std::string why_not() const { return ""; }
  /// Whether the counts must equal the CPU's; others have another conversion.
  virtual bool exact() const { return true; }
  virtual void prepare(const ColourCell& cell) = 0;
  /// Enqueues all work that brings a frame's counts into memory.
  virtual cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) = 0;
  /// The counts of the last frame, as of Plan. The device must be idle.
  virtual std::vector<uint32_t> counts() = 0;
};

/// The project's kernels.
std::unique_ptr<ColourCounter> make_colours(const Device& device);
/// A conversion to packed RGB in device memory, then CUB's histograms of it: by a kernel that
/// converts as this project defines it, and by NPP.
std::unique_ptr<ColourCounter> make_conversion_and_cub();
std::unique_ptr<ColourCounter> make_npp_and_cub(const Device& device);

struct ColourResult {
  ColourCell cell;
  std::vector<Measurement> counters; ///< "read", "ours", then the others
};

/// Print to stdout: the meaning of the columns, and one block per cell.
void print_colours_header(const Device& device);
void print_colours(const ColourResult& result);

/// Returns false, with a message on stderr, if the file cannot be written.
bool write_colours_json(const std::string& path, const Device& device,
                        const std::vector<ColourResult>& results);

} // namespace videohistogram::benchmark
