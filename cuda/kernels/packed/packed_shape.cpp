// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/packed/packed_shape.h"

#include "cuda/kernels/common/arithmetic.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t max_table_bytes = 128 * 1024;
constexpr uint32_t max_copies = 32;
// A block with fewer samples takes longer to start and end than to count.
constexpr uint64_t min_block_samples = 16 * 1024;

uint32_t table_bytes(uint32_t counters, uint32_t copies) {
  return round_up(counters * copies * 4, 16u);
}

} // namespace

PackedShape choose_packed_shape(const DeviceProperties& device, uint32_t counters,
                                uint64_t samples) {
  const uint32_t most =
      std::min(std::max(device.shared_bytes, shared_bytes_everywhere), max_table_bytes);
  PackedShape shape{};
  shape.copies = max_copies;
  while (shape.copies > 1 && table_bytes(counters, shape.copies) > most)
    shape.copies /= 2;
  shape.shared_bytes = table_bytes(counters, shape.copies);
  shape.portions = static_cast<uint32_t>(
      std::clamp<uint64_t>(samples / std::max<uint64_t>(counters, min_block_samples), 1,
                           std::clamp(device.multiprocessors, 1u, max_rectangle_blocks)));
  shape.overlap = device.overlap;
  return shape;
}

} // namespace videohistogram::cuda
