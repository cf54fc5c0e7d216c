// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/joint/joint_shape.h"

#include "cuda/kernels/common/counter_parts.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::cuda {

namespace {

// The constants below are for an H200.

// A table that has more counters than there are items takes longer to clear and to merge than the
// items take to be counted in device memory.
constexpr uint32_t direct_items_per_counter = 1;
constexpr uint32_t direct_threads = 256, direct_blocks_per_multiprocessor = 8;

// A block with fewer items takes longer to start and end than to count.
constexpr uint32_t min_joint_block_items = 4 * 1024;

// In the time in which one block counts an item, the device merges so many counters. More portions
// shorten the count and lengthen the merge. A 4K frame of NV12 with 256 x 256 bins took 9.8, 7.1
// and 7.9 us more than its histograms with 40 (random, constant, natural), and 9.9, 6.4 and 7.1
// with 90.
constexpr double merged_counters_per_item = 60;

void shape_direct(const DeviceProperties& device, const JointWork& work, JointShape& shape) {
  shape.direct = true;
  shape.threads = direct_threads;
  shape.parts = 1;
  shape.part_counters = round_up(work.counters, 32u);
  shape.shared_bytes = 0;
  const uint64_t groups = divide_up(work.items, work.group_items);
  const uint64_t most =
      uint64_t{std::max(device.multiprocessors, 1u)} * direct_blocks_per_multiprocessor;
  shape.portions =
      static_cast<uint32_t>(std::clamp<uint64_t>(divide_up(groups, direct_threads), 1, most));
}

void choose_portions(const DeviceProperties& device, const JointWork& work, JointShape& shape) {
  const double ratio = static_cast<double>(work.items) / work.counters;
  const auto best = static_cast<uint64_t>(std::sqrt(ratio * merged_counters_per_item));
  const uint64_t most = std::min<uint64_t>(work.items / min_joint_block_items,
                                           std::max(device.multiprocessors, 1u) / shape.parts);
  shape.portions = static_cast<uint32_t>(std::max<uint64_t>(std::min(best, most), 1));
}

} // namespace

JointShape choose_joint_shape(const DeviceProperties& device, const JointWork& work) {
  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  JointShape shape{};
  shape.overlap = device.overlap;
  shape.parts = divide_up(work.counters, max_part_counters(shared_bytes));
  if (shape.parts > max_joint_parts ||
      work.items <= uint64_t{work.counters} * direct_items_per_counter) {
    shape_direct(device, work, shape);
    return shape;
  }
  shape.threads = joint_threads;
  shape.part_counters = round_up(divide_up(work.counters, shape.parts), 32u);
  shape.shared_bytes = part_table_bytes(shape.part_counters, 1);
  choose_portions(device, work, shape);
  return shape;
}

} // namespace videohistogram::cuda
