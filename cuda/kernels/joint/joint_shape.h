// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/device/device_properties.h"

#include <cstdint>

namespace videohistogram::cuda {

/// Maximum threads per block.
constexpr uint32_t joint_threads = 1024;

/// Maximum number of parts. A table with more parts is counted in device memory.
constexpr uint32_t max_joint_parts = 24;

/// The work of a launch.
struct JointWork {
  uint32_t counters;
  uint64_t items;       ///< pixels or chroma samples, at least one
  uint32_t group_items; ///< items that a thread loads together
};

/// The launch shape for a rectangle. The counters are cut into `parts` ranges, each of which fits a
/// block's shared memory. The items are cut into `portions`. A block reads all items of one portion
/// and counts those of one part.
struct JointShape {
  bool direct;            ///< blocks count in the matrix, and not in shared memory
  uint32_t threads;       ///< per block
  uint32_t parts;         ///< ranges of counters; 1 if direct
  uint32_t part_counters; ///< counters per part, a multiple of 32; the last part may need fewer
  uint32_t portions;      ///< blocks per part
  uint32_t shared_bytes;  ///< dynamic shared memory per block, a multiple of 16
  bool overlap;           ///< the launch may begin while the one before it ends

  uint32_t blocks() const { return parts * portions; }
};

/// Chooses the shape for a launch. Correct on every device that CUDA supports, tuned for some.
/// Pure: the same arguments give the same shape.
JointShape choose_joint_shape(const DeviceProperties& device, const JointWork& work);

} // namespace videohistogram::cuda
