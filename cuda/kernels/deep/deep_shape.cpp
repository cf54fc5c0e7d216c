// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/deep/deep_shape.h"

#include "cuda/kernels/common/counter_parts.h"
#include "cuda/kernels/common/meeting.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// On an H200: P010, 4K, random: 1024 bins took 14.9 us in 64 KiB and 14.6 in 128; 256 bins
// took 15.3 us with 8 copies, 14.1 with 16, 13.7 with 32. With four groups loaded ahead instead of
// two: 15.1 and 14.6.
constexpr uint32_t max_bytes_of_fields = 128 * 1024;
constexpr uint32_t max_copies_of_fields = 32;
constexpr uint32_t min_copies_of_fields = 4;

// A block with fewer pixels takes longer to start and end than to count.
constexpr uint32_t min_block_pixels = 16 * 1024;

/// Whether bins can be fields. If so, sets the shape except its portions.
bool fields_fit(uint32_t shared_bytes, const DeepWork& work, DeepShape& shape) {
  if (work.computed || !is_power_of_two(work.bins) || work.counters() > max_field_counters)
    return false;
  shape.fields = true;
  shape.parts = 1;
  shape.part_counters = work.counters();
  shape.copies = max_copies_of_fields;
  const uint32_t max_bytes = std::min(shared_bytes, max_bytes_of_fields);
  while (shape.copies > min_copies_of_fields &&
         deep_field_table_bytes(work.counters(), shape.copies) > max_bytes)
    shape.copies /= 2;
  shape.shared_bytes = deep_field_table_bytes(work.counters(), shape.copies);
  return shape.shared_bytes <= max_bytes;
}

/// Whether counters can be halves. If so, sets the shape except its portions. Two counts of a frame
/// share a word when blocks merge.
bool halves_fit(uint32_t shared_bytes, const DeepWork& work, DeepShape& shape) {
  const uint32_t most = std::min(shared_bytes, max_bytes_of_fields),
                 channels = most / deep_half_bytes(work.bins, 1);
  if (work.computed || !is_power_of_two(work.bins) || work.bins < 2 || channels == 0 ||
      !fits_narrow(work.pixels))
    return false;
  shape.halves = true;
  shape.parts = divide_up(work.channels, channels);
  shape.part_counters = divide_up(work.channels, shape.parts) * work.bins;
  shape.copies = max_copies_of_fields;
  while (deep_half_bytes(shape.part_counters, shape.copies) > most)
    shape.copies /= 2;
  shape.shared_bytes = round_up(deep_half_bytes(shape.part_counters, shape.copies), 16u);
  return true;
}

/// Bytes that all blocks of a plane read.
uint64_t bytes_read(const DeepWork& work, const DeepShape& shape) {
  return work.pixels * work.pixel_bytes * shape.parts;
}

/// Distributes the blocks among the planes.
void share_blocks(uint32_t multiprocessors, const DeepWork* work, uint32_t n_planes,
                  DeepShape* shapes) {
  uint64_t useful = 0, bytes = 0;
  uint32_t parts = 0;
  for (uint32_t i = 0; i < n_planes; i++) {
    // Each block adds all counters of its part to those of the other blocks.
    const uint64_t block_pixels = std::max(shapes[i].part_counters, min_block_pixels);
    useful += std::max<uint64_t>(work[i].pixels / block_pixels, 1) * shapes[i].parts;
    bytes += bytes_read(work[i], shapes[i]);
    parts += shapes[i].parts;
  }
  // Blocks that are left for the remaining planes.
  auto left = static_cast<uint32_t>(std::min<uint64_t>(multiprocessors, useful));
  for (uint32_t i = 0; i < n_planes; i++) {
    DeepShape& shape = shapes[i];
    const uint64_t plane_bytes = work[i].pixels * work[i].pixel_bytes;
    parts -= shape.parts;
    const uint32_t most = left > parts ? (left - parts) / shape.parts : 0;
    const uint64_t share = bytes > 0 ? (left * plane_bytes + bytes / 2) / bytes : 0;
    shape.portions = static_cast<uint32_t>(
        std::clamp<uint64_t>(share, 1, std::clamp(most, 1u, max_rectangle_blocks)));
    left -= std::min(left, shape.blocks());
    bytes -= bytes_read(work[i], shape);
  }
}

} // namespace

void choose_deep_shapes(const DeviceProperties& device, const DeepWork* work, uint32_t n_planes,
                        DeepShape* shapes) {
  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  const auto all = [&](const auto& fit) {
    bool fits = true;
    for (uint32_t i = 0; i < n_planes && fits; i++) {
      shapes[i] = {};
      fits = fit(shared_bytes, work[i], shapes[i]);
    }
    return fits;
  };
  const bool parts = std::any_of(work, work + n_planes, [&](const DeepWork& plane) {
    return plane.counters() > max_part_counters(shared_bytes);
  });
  if (!all(fields_fit) && !(parts && all(halves_fit)))
    for (uint32_t i = 0; i < n_planes; i++) {
      shapes[i] = {};
      cut_into_parts(shared_bytes, work[i].counters(), shapes[i]);
    }
  share_blocks(device.multiprocessors, work, n_planes, shapes);
}

} // namespace videohistogram::cuda
