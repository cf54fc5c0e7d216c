// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/device/device_properties.h"
#include "cuda/kernels/common/lane_table.h"
#include "cuda/kernels/common/meeting.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads per block.
constexpr uint32_t difference_threads = 1024;

/// Maximum number of parts per plane: four histograms of 65536 bins in 48 KiB per block.
constexpr uint32_t max_difference_parts = 32;

/// Whether kernels count in the arrays of lane_table.h: one per histogram, if differences are bytes
/// that are counted as they are.
constexpr bool has_lane_tables(uint32_t sample_bytes, uint32_t bins) {
  return sample_bytes == 1 && bins == 256;
}

/// The launch shape for a plane. The counters, [histograms][bins], are cut into `parts` ranges,
/// each of which fits a block's shared memory. The samples are cut into `portions`. A block counts
/// one part of one portion.
struct DifferenceShape {
  uint32_t copies;        ///< copies of each counter in shared memory: a power of two up to 32
  uint32_t parts;         ///< ranges of counters
  uint32_t part_counters; ///< counters per part; the last part may need fewer
  uint32_t portions;      ///< blocks that count the same part
  uint32_t shared_bytes;  ///< dynamic shared memory per block, a multiple of 16
  uint32_t first_block;   ///< number of the plane's first block in the launch

  uint32_t blocks() const { return parts * portions; }
};

/// Bytes of device memory in which the blocks of a launch merge: for each plane, tickets and then
/// one word per counter; or words of lane_table.h.
size_t difference_scratch_bytes(size_t counters, bool lane_tables, uint64_t pixels);

/// The work in one plane.
struct DifferenceWork {
  uint32_t counters; ///< of all histograms of the plane
  uint64_t bytes;    ///< of the plane's pixels
};

/// Chooses the shapes of the planes of a launch, which share the device's multiprocessors so that
/// all planes end together. Correct on every device that CUDA supports, tuned for some. Pure: the
/// same arguments give the same shapes. `lane_tables`: has_lane_tables(). Returns whether the
/// shapes are those of lane tables, which need more shared memory than some devices have.
bool choose_difference_shapes(const DeviceProperties& device, const DifferenceWork* work,
                              uint32_t n_planes, bool lane_tables, DifferenceShape* shapes);

} // namespace videohistogram::cuda
