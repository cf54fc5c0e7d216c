// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/colour/colour_shape.h"

#include "cuda/kernels/common/counter_parts.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// A block of wide counters with fewer items takes longer to start and end than to count.
constexpr uint32_t min_colour_block_items = 4 * 1024;

/// As many blocks as give each thread a group. Blocks are halved if not all multiprocessors would
/// have one.
void shape_bytes(const DeviceProperties& device, const ColourWork& work, ColourShape& shape) {
  shape.packed = true;
  shape.parts = 1;
  shape.part_counters = work.counters;
  const uint64_t groups = divide_up(work.items, work.group_items);
  const uint64_t most =
      std::clamp<uint64_t>(device.multiprocessors, 1, uint64_t{max_rectangle_blocks});
  shape.threads = groups > most * (colour_threads / 2) ? colour_threads : colour_threads / 2;
  shape.portions =
      static_cast<uint32_t>(std::clamp<uint64_t>(divide_up(groups, shape.threads), 1, most));
  const uint32_t direct_bytes = direct_arrays(work.operation) * lane_array_bytes;
  // A thread has one group and one item more at most than its share.
  const uint64_t counts =
      divide_up(work.items, uint64_t{shape.portions} * shape.threads) + work.group_items + 1;
  if (direct_bytes > 0 && device.shared_bytes >= direct_bytes &&
      (work.operation != DirectOperation::rgb_and_maximum ||
       counts <= max_halves_counts(shape.threads))) {
    shape.operation = work.operation;
    shape.copies = lane_copies;
    shape.shared_bytes = direct_bytes;
  } else {
    shape.copies = work.tables > 2 ? 32 : 64;
    shape.shared_bytes = packed_table_bytes;
  }
}

void shape_wide(const DeviceProperties& device, const ColourWork& work, ColourShape& shape) {
  shape.packed = false;
  shape.threads = colour_threads;
  cut_into_parts(std::max(device.shared_bytes, shared_bytes_everywhere), work.counters, shape);
  if (shape.parts == 1 && direct_arrays(work.operation) == 0)
    shape.operation = work.operation; // on chroma
  const uint64_t useful = work.items / std::max(shape.part_counters, min_colour_block_items);
  shape.portions = static_cast<uint32_t>(
      std::clamp<uint64_t>(device.multiprocessors / shape.parts, 1,
                           std::clamp<uint64_t>(useful, 1, max_rectangle_blocks)));
}

} // namespace

size_t colour_scratch_bytes(uint32_t counters, uint64_t items) {
  const size_t pairs = (size_t{counters} + 1) / 2;
  const size_t spread = divide_up(std::min(counters, max_spread_counters), 8u) * sector_words;
  const size_t words = fits_narrow(items) ? std::max({size_t{packed_words}, pairs, spread})
                                          : 2 * std::max(size_t{packed_words}, pairs);
  return words * sizeof(uint64_t);
}

ColourShape choose_colour_shape(const DeviceProperties& device, const ColourWork& work) {
  ColourShape shape{};
  if (work.packable && work.tables <= max_packed_tables &&
      device.shared_bytes >= packed_table_bytes)
    shape_bytes(device, work, shape);
  else
    shape_wide(device, work, shape);
  shape.overlap = device.overlap;
  return shape;
}

} // namespace videohistogram::cuda
