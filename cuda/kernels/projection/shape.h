// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/direction.h"
#include "cuda/device/device_properties.h"

#include <cstdint>

namespace videohistogram::cuda {

/// Threads of a block that counts along a direction, and how many such blocks a multiprocessor
/// should have at once.
constexpr uint32_t projection_threads = 768;
constexpr uint32_t projection_blocks_per_multiprocessor = 2;

/// Pixels that a thread loads at once: neighbours in a row, the first one at a multiple of so many.
constexpr uint32_t group_pixels(uint32_t pixel_bytes) {
  return pixel_bytes <= 2 ? 8 : 4;
}

/// Counters of a position where samples are bytes: one for each value. They become bins when the
/// matrix is written.
constexpr uint32_t byte_values = 256;

/// Words of a position in the table: more than its counters, and so many that neighbours have
/// counters of the same value in different banks, and so have a few next ones with the values of a
/// slight gradient.
constexpr uint32_t table_row(uint32_t counters) {
  return counters + 1 + (10 - counters) % 32;
}

/// Positions of a table, on either side of the strip's, that pixels of its outermost groups have.
/// Tables of 16-bit samples have one, behind the strip's, for all of them.
constexpr uint32_t guard_positions(uint32_t pixel_bytes) {
  return group_pixels(pixel_bytes) - 1;
}

/// The unit of Direction::c and s.
constexpr int64_t whole_position = int64_t{1} << 30;

/// The samples that are counted along a direction.
struct ProjectionWork {
  Direction direction;
  uint32_t width, height;
  uint32_t bins;
  uint32_t pixel_bytes;
  bool bytes; ///< samples are bytes
};

/// How samples are counted along a direction. The positions are cut into strips, and where a
/// position's bins are too many for a block's shared memory, these into parts. A block counts a
/// part of a strip: it goes over all pixels that lie there, and writes its piece of the matrix
/// once.
struct ProjectionShape {
  uint32_t strip_positions; ///< of each strip but the last, which has what is left
  uint32_t strips;
  uint32_t part_bins; ///< of each part but the last
  uint32_t parts;
  /// Groups of a row, from the first that may have pixels of a strip.
  uint32_t row_groups;
  bool whole_rows; ///< that is the first one of the row
  /// The threads take so many groups of so many rows at once, then of the next rows; and in the end
  /// the next groups of all rows.
  uint32_t tile_groups, tile_rows;
  /// Blocks that divide a strip's rows; if more than one, the matrix is cleared before the launch.
  uint32_t shares;
  uint32_t table_row;    ///< words from a position's counters in shared memory to the next one's
  uint32_t shared_bytes; ///< dynamic shared memory of a block
  bool overlap;          ///< the launch may begin while the one before it ends

  uint32_t blocks() const { return strips * parts; }
};

/// 2^32 times how many groups further left a strip may begin than computed, or further right.
int64_t strip_slack(const ProjectionWork& work);

/// How positions are cut into strips on a device. Right on every device that CUDA knows (48 KiB of
/// shared memory), tuned for some. Pure: the same arguments give the same shape.
ProjectionShape choose_projection_shape(const DeviceProperties& device, const ProjectionWork& work);

} // namespace videohistogram::cuda
