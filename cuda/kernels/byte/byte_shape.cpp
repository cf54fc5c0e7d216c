// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/byte_shape.h"

#include "cuda/kernels/common/arithmetic.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

struct Tuning {
  uint32_t copies;        ///< preferred copies, halved until the table fits
  uint32_t single_copies; ///< the same for a single pair of counters, except in small frames
  uint32_t blocks_per_multiprocessor; ///< for a large frame
  uint32_t vectors_per_thread;        ///< minimum; a smaller frame gets fewer blocks
  uint32_t small_rounds;              ///< maximum vectors per thread of a small block
};

// Measured on an H200 (sm_90), the only device measured. All devices take the same values, and the
// copies are halved until they fit. 32 copies, one per lane, take one bank wavefront whatever the
// image shows. 8K RGBA, random / values x32, in the first version of the kernel: 32 copies in 16+16
// bits took 40 / 41 us, 16 copies 48 / 51, one table per block 64 / 140; reading alone took 32-35.
// Two blocks per multiprocessor took 36.5 us, one took 33.0. Small frames in blocks of 512 / 1024
// threads: 1080p took 4.75 / 4.95 us, 4K 12.1 / 10.7. docs/performance.md has the other
// experiments. A single pair gets 64 copies, so that a value's row has 256 bytes, like the row of
// two pairs: a byte then becomes an address in one instruction (layout.h). But clearing and summing
// 64 copies slows a small frame down (NV12 1080p: 6.6 us, and 6.4 with 32).
constexpr Tuning tuning{32, 64, 1, 2, 10};

constexpr uint32_t min_copies = 16;
static_assert(byte_table_bytes(max_channels, min_copies) <= shared_bytes_everywhere);

/// Distributes `blocks` blocks, or one per plane if that is more. Every plane gets one block; each
/// further block goes to the plane with the most bytes per block.
std::array<uint32_t, max_sample_planes>
share_blocks(const std::array<uint64_t, max_sample_planes>& bytes, uint32_t blocks) {
  std::array<uint32_t, max_sample_planes> shares{};
  uint32_t used = 0;
  for (uint32_t g = 0; g < max_sample_planes; g++)
    used += shares[g] = bytes[g] > 0 ? 1 : 0;
  for (; used < blocks; used++) {
    uint32_t next = 0;
    for (uint32_t g = 1; g < max_sample_planes; g++)
      if (bytes[g] * shares[next] > bytes[next] * shares[g])
        next = g;
    shares[next]++;
  }
  return shares;
}

} // namespace

ByteShape choose_byte_shape(const DeviceProperties& device, const ByteWork& work) {
  ByteShape shape;

  uint64_t vectors = 0;
  for (uint64_t bytes : work.plane_bytes)
    vectors += divide_up(bytes, 16u);
  const uint64_t most = std::min<uint64_t>(uint64_t{std::max(device.multiprocessors, 1u)} *
                                               tuning.blocks_per_multiprocessor,
                                           max_rectangle_blocks);
  shape.plane_blocks = share_blocks(
      work.plane_bytes,
      static_cast<uint32_t>(std::clamp<uint64_t>(
          divide_up(vectors, uint64_t{byte_threads} * tuning.vectors_per_thread), 1, most)));

  shape.frame_blocks = 0;
  shape.small = true;
  for (uint32_t g = 0; g < max_sample_planes && work.plane_bytes[g] > 0; g++) {
    shape.frame_blocks += shape.plane_blocks[g];
    // A thread takes at most `rounds` vectors. One block also takes the rest of less than a vector.
    const uint64_t rounds = divide_up(divide_up(work.plane_bytes[g], 16u),
                                      uint64_t{shape.plane_blocks[g]} * small_byte_threads);
    shape.small =
        shape.small && rounds <= tuning.small_rounds &&
        (rounds * small_byte_threads + 1) * divide_up(16u, work.pixel_bytes) <= max_small_pixels;
  }

  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  shape.copies =
      counter_pairs(work.counters) > 1 || shape.small ? tuning.copies : tuning.single_copies;
  while (shape.copies > min_copies && byte_table_bytes(work.counters, shape.copies) > shared_bytes)
    shape.copies /= 2;
  shape.shared_bytes = byte_table_bytes(work.counters, shape.copies);
  shape.overlap = device.overlap;
  return shape;
}

} // namespace videohistogram::cuda
