// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/difference/difference_shape.h"

#include "core/format.h"
#include "cuda/kernels/common/counter_parts.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// A block that reads fewer bytes of a plane takes longer to start and end than to count.
constexpr uint64_t min_difference_block_bytes = 16 * 1024;

void shape_lanes(const DifferenceWork& work, DifferenceShape& shape) {
  shape.parts = 1;
  shape.part_counters = work.counters;
  shape.copies = lane_copies;
  shape.shared_bytes = work.counters / 256 * lane_array_bytes;
}

} // namespace

size_t difference_scratch_bytes(size_t counters, bool lane_tables, uint64_t pixels) {
  const size_t dense =
      (max_sample_planes * size_t{max_difference_parts} + counters) * sizeof(uint32_t);
  const size_t spread =
      max_sample_planes * size_t{lane_words} * (fits_narrow(pixels) ? 1 : 2) * sizeof(uint64_t);
  return lane_tables ? std::max(dense, spread) : dense;
}

bool choose_difference_shapes(const DeviceProperties& device, const DifferenceWork* work,
                              uint32_t n_planes, bool lane_tables, DifferenceShape* shapes) {
  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  for (uint32_t i = 0; i < n_planes; i++)
    lane_tables = lane_tables && work[i].counters / 256 * lane_array_bytes <= shared_bytes;
  uint64_t read = 0; // bytes that all blocks read of the frame
  for (uint32_t i = 0; i < n_planes; i++) {
    if (lane_tables)
      shape_lanes(work[i], shapes[i]);
    else
      cut_into_parts(shared_bytes, work[i].counters, shapes[i]);
    read += work[i].bytes * shapes[i].parts;
  }
  uint32_t first = 0;
  for (uint32_t i = 0; i < n_planes; i++) {
    DifferenceShape& shape = shapes[i];
    const uint64_t share = read > 0 ? device.multiprocessors * work[i].bytes / read : 0;
    const uint64_t useful = work[i].bytes / min_difference_block_bytes;
    const uint64_t most = lane_tables ? max_rectangle_blocks : UINT32_MAX;
    shape.portions = static_cast<uint32_t>(std::clamp<uint64_t>(std::min(share, useful), 1, most));
    shape.first_block = first;
    first += shape.blocks();
  }
  return lane_tables;
}

} // namespace videohistogram::cuda
