// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/deep_shape.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// What every device has without opting in.
constexpr uint32_t shared_bytes_everywhere = 48 * 1024;

// The tables of a block are cleared and summed: the larger they are, the longer that takes.
constexpr uint32_t most_bytes_of_copies = 128 * 1024;
constexpr uint32_t most_copies = 32;

// What a block of fewer pixels would count in no more time than it needs to begin and end.
constexpr uint32_t fewest_block_pixels = 16 * 1024;

constexpr uint32_t divide_up(uint32_t value, uint32_t by) {
  return (value + by - 1) / by;
}

} // namespace

DeepShape choose_deep_shape(const DeviceProperties& device, uint32_t counters, uint64_t pixels) {
  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  const uint32_t most_counters = shared_bytes / 4 / 32 * 32 - deep_spare_counters;

  DeepShape shape;
  shape.parts = divide_up(counters, most_counters);
  shape.part_counters = divide_up(divide_up(counters, shape.parts), 32) * 32;
  shape.copies = 1;
  const uint32_t copies_bytes = std::min(shared_bytes, most_bytes_of_copies);
  while (shape.copies < most_copies &&
         deep_table_bytes(shape.part_counters, 2 * shape.copies) <= copies_bytes)
    shape.copies *= 2;
  shape.shared_bytes = deep_table_bytes(shape.part_counters, shape.copies);

  // Every block of a part adds as many counters to the others' as a part has.
  const uint64_t block_pixels = std::max(shape.part_counters, fewest_block_pixels);
  const uint64_t most_portions = std::max(device.multiprocessors / shape.parts, 1u);
  shape.portions =
      static_cast<uint32_t>(std::clamp<uint64_t>(pixels / block_pixels, 1, most_portions));
  return shape;
}

} // namespace videohistogram::cuda
