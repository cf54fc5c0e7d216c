// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/direction.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/common/arithmetic.h"

#include <cstdint>
#include <optional>

namespace videohistogram::cuda {

/// Threads per block, and the number of blocks that a multiprocessor should have at once.
constexpr uint32_t projection_threads = 768;
constexpr uint32_t projection_blocks_per_multiprocessor = 2;

/// Pixels per group, which a thread loads at once. A group's first column is a multiple of it.
constexpr uint32_t group_pixels(uint32_t pixel_bytes) {
  return pixel_bytes <= 2 ? 8 : 4;
}

/// Words per position in the table. A position of byte samples has a counter per value; writing the
/// matrix folds them into bins. Beyond the counters there is padding, so that neighbouring
/// positions have the counters of the same value in different banks. The same holds for a few
/// further positions with the values of a slight gradient.
constexpr uint32_t table_row(uint32_t counters) {
  return counters + 1 + (10 - counters) % 32;
}

/// Positions of a table on either side of the strip's, for pixels of the outermost groups outside
/// the strip. Tables of 16-bit samples have one such position, after the strip's.
constexpr uint32_t guard_positions(uint32_t pixel_bytes) {
  return group_pixels(pixel_bytes) - 1;
}

/// One position, in the unit of Direction::c and s.
constexpr int64_t whole_position = int64_t{1} << 30;

/// Lanes of a warp, each with counters of its own if positions are columns.
constexpr uint32_t column_lanes = 32;

/// Threads per block that counts them: a warp for each 32 values of three tables, which it writes.
constexpr uint32_t column_threads = 768;

/// Rows that one of these threads counts together; each two of them share chroma.
constexpr uint32_t column_rows = 4;

/// The samples and the direction of the projections of a launch.
struct ProjectionWork {
  Direction direction;
  uint32_t width, height;
  uint32_t bins;
  uint32_t pixel_bytes;
  bool bytes;          ///< samples are bytes
  uint32_t tables = 1; ///< projections that are counted together
};

/// The launch shape for projections that are counted together. The positions are cut into strips.
/// If a position's bins are too many for a block's shared memory, the bins are cut into parts. A
/// block counts one part of one strip, of all projections: it reads all pixels of the strip, and
/// writes its piece of each matrix once.
struct ProjectionShape {
  uint32_t strip_positions; ///< positions per strip; the last strip has the rest
  uint32_t strips;
  uint32_t part_bins; ///< bins per part; the last part has the rest
  uint32_t parts;
  /// Groups per row, from the first one that may have pixels of a strip.
  uint32_t row_groups;
  bool whole_rows; ///< that group is the first one of the row
  /// The threads take tile_groups groups of tile_rows rows at once, then the same groups of the
  /// next rows. After the last row they take the next groups of all rows. If lanes have columns of
  /// their own, tile_rows are the rows that a block counts at once.
  uint32_t tile_groups, tile_rows;
  /// Blocks that divide the rows of a strip; if more than one, the matrix is cleared first.
  uint32_t shares;
  /// Words of a position's counters of one projection in shared memory; those of the other
  /// projections follow.
  uint32_t table_row;
  uint32_t shared_bytes; ///< dynamic shared memory per block
  bool overlap;          ///< the launch may begin while the one before it ends

  uint32_t blocks() const { return strips * parts; }
};

/// Maximum distance between a strip's first group and the computed one, in units of 2^-32 groups.
int64_t strip_slack(const ProjectionWork& work);

/// Whether a block has room for the tables of all projections of a strip of one group. Without it
/// the projections cannot be counted together.
bool has_room(const DeviceProperties& device, const ProjectionWork& work);

/// Chooses how positions are cut into strips on a device. Correct on every device that CUDA
/// supports (48 KiB of shared memory), tuned for some. The projections must have room.
/// Pure: the same arguments give the same shape.
ProjectionShape choose_projection_shape(const DeviceProperties& device, const ProjectionWork& work);

/// The shape for a kernel whose lanes have columns of their own: strips of 32 positions, or of 16
/// or 8 in narrower frames, that whole blocks count. None if positions are not columns, if samples
/// are not bytes, if a block has no room for the tables, or if strips are too few to occupy half of
/// the multiprocessors.
std::optional<ProjectionShape> choose_column_shape(const DeviceProperties& device,
                                                   const ProjectionWork& work);

} // namespace videohistogram::cuda
