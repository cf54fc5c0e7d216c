// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/launch_shape.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

struct Tuning {
  int capability;                     ///< for this one and later ones, up to the next row
  uint32_t copies;                    ///< wanted; fewer where the table does not fit
  uint32_t single_copies;             ///< the same of a single pair, but for small frames
  uint32_t blocks_per_multiprocessor; ///< for a large frame
  uint32_t vectors_per_thread;        ///< at least; a smaller frame gets fewer blocks
  uint32_t small_rounds;              ///< vectors a thread of a small block counts at most
};

// 32 copies, one per lane, take one bank wavefront whatever the picture shows. Measured on an H200
// (sm_90), 8K RGBA, random / values x32, in the first version of the kernel: 32 copies in 16+16
// bits 40 / 41 us, 16 copies 48 / 51, one table a block 64 / 140; reading alone took 32-35. Two
// blocks a multiprocessor took 36.5 us where one took 33.0. Small frames, 1080p: 4.75 us in blocks
// of 512 threads, 4.95 in blocks of 1024; 4K: 12.1 and 10.7. docs/performance.md has what else was
// tried. A single pair gets 64, so that a value's row is 256 bytes as that of two pairs: then a
// byte becomes an address in one instruction (count_layout.h); but to clear and sum that takes a
// small frame longer (NV12 1080p: 6.6 us, and 6.4 with 32). The other rows are not measured: they
// are sm_90's, and what does not fit is halved below.
constexpr Tuning tunings[] = {
    {0, 32, 64, 1, 2, 10},   // unknown and older
    {75, 32, 64, 1, 2, 10},  // 64 KiB a block
    {80, 32, 64, 1, 2, 10},  // 163 KiB
    {86, 32, 64, 1, 2, 10},  // 99 KiB
    {89, 32, 64, 1, 2, 10},  // 99 KiB
    {90, 32, 64, 1, 2, 10},  // 227 KiB
    {100, 32, 64, 1, 2, 10}, // 227 KiB
    {120, 32, 64, 1, 2, 10}, // 99 KiB
};

// What every device has without opting in.
constexpr uint32_t shared_bytes_everywhere = 48 * 1024;
constexpr uint32_t fewest_copies = 16;
static_assert(table_bytes(5, fewest_copies) <= shared_bytes_everywhere);

const Tuning& tuning_for(int capability) {
  const Tuning* best = &tunings[0];
  for (const Tuning& tuning : tunings)
    if (tuning.capability <= capability)
      best = &tuning;
  return *best;
}

constexpr uint64_t divide_up(uint64_t a, uint64_t b) {
  return (a + b - 1) / b;
}

/// Shares out `blocks` blocks, or as many as there are grids: one each, and every further one to
/// the grid of which a block has the most bytes.
std::array<uint32_t, max_grids> share_blocks(const std::array<uint64_t, max_grids>& bytes,
                                             uint32_t blocks) {
  std::array<uint32_t, max_grids> shares{};
  uint32_t used = 0;
  for (uint32_t g = 0; g < max_grids; g++)
    used += shares[g] = bytes[g] > 0 ? 1 : 0;
  for (; used < blocks; used++) {
    uint32_t next = 0;
    for (uint32_t g = 1; g < max_grids; g++)
      if (bytes[g] * shares[next] > bytes[next] * shares[g])
        next = g;
    shares[next]++;
  }
  return shares;
}

} // namespace

LaunchShape choose_launch_shape(const DeviceProperties& device, const LaunchWork& work) {
  const Tuning& tuning = tuning_for(device.capability);
  LaunchShape shape;

  uint64_t vectors = 0;
  for (uint64_t bytes : work.grid_bytes)
    vectors += divide_up(bytes, 16);
  const uint64_t most = std::min<uint64_t>(uint64_t{std::max(device.multiprocessors, 1u)} *
                                               tuning.blocks_per_multiprocessor,
                                           max_rectangle_blocks);
  shape.grid_blocks = share_blocks(
      work.grid_bytes,
      static_cast<uint32_t>(std::clamp<uint64_t>(
          divide_up(vectors, uint64_t{block_threads} * tuning.vectors_per_thread), 1, most)));

  shape.frame_blocks = 0;
  shape.small = true;
  for (uint32_t g = 0; g < max_grids && work.grid_bytes[g] > 0; g++) {
    shape.frame_blocks += shape.grid_blocks[g];
    // A thread takes as many vectors as any other, and one block the rest of less than a vector.
    const uint64_t rounds = divide_up(divide_up(work.grid_bytes[g], 16),
                                      uint64_t{shape.grid_blocks[g]} * small_block_threads);
    shape.small =
        shape.small && rounds <= tuning.small_rounds &&
        (rounds * small_block_threads + 1) * divide_up(16, work.pixel_bytes) <= max_small_pixels;
  }

  const uint32_t shared_bytes = std::max(device.shared_bytes, shared_bytes_everywhere);
  shape.copies =
      counter_pairs(work.counters) > 1 || shape.small ? tuning.copies : tuning.single_copies;
  while (shape.copies > fewest_copies && table_bytes(work.counters, shape.copies) > shared_bytes)
    shape.copies /= 2;
  shape.shared_bytes = table_bytes(work.counters, shape.copies);
  shape.overlap = device.overlap;
  return shape;
}

} // namespace videohistogram::cuda
