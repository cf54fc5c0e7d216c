// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/launch_shape.h"
#include "histogram/direction.h"
#include "histogram/quantity.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

/// Threads of a block that counts along a direction, and how many such blocks a multiprocessor
/// should have at once.
constexpr uint32_t direction_threads = 768;
constexpr uint32_t direction_blocks_per_multiprocessor = 2;

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

/// How a picture is counted. Its positions are cut into strips, and where a position's bins are too
/// many for a block's shared memory, these into parts. A block counts a part of a strip: it goes
/// over all pixels that lie there, and writes its piece of the matrix once.
struct DirectionShape {
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
  uint32_t shares;    ///< blocks that divide a strip's rows, if more than one: see launch_direction
  uint32_t table_row; ///< words from a position's counters in shared memory to the next one's
  uint32_t shared_bytes; ///< dynamic shared memory of a block
  bool overlap;          ///< the launch may begin while the one before it ends

  uint32_t blocks() const { return strips * parts; }
};

/// Which kernel.
struct DirectionVariant {
  uint32_t pixel_bytes; ///< 1, 2, 3, 4, 6 or 8; LUMA of 3, 4 (bytes), 6 and 8 (16-bit samples)
  bool luma;            ///< LUMA is counted, else a sample that lies in memory
  bool bytes;           ///< samples are bytes
  bool aligned;         ///< every row has whole groups, each aligned to the vectors it is loaded in
};

/// A kernel's arguments. Pointers are device pointers.
struct DirectionParameters {
  const uint8_t* pixels; ///< of the top row
  int64_t stride;        ///< bytes from a row to the one below it, of either sign
  uint32_t width, height;
  const uint8_t *begin, *end; ///< no byte outside of these is read

  /// In a pixel's words these bytes are masked. The upper half of the product with `scale` is then
  /// the bin, (value * bins) >> depth.
  uint32_t selector;
  uint32_t mask;
  uint32_t scale;
  uint32_t byte_weights[2];   ///< of a pixel's first two bytes, 16 bits each, and of the others
  uint32_t luma_selectors[3]; ///< of 16-bit samples: those of R, G and B
  uint32_t luma_mask;         ///< for them
  uint32_t luma_shift;        ///< to the value
  LumaWeights weights;        ///< of 16-bit samples

  int32_t c, s;
  int64_t origin;              ///< of pixel (0, 0), in units of 2^-30 positions, rounded down
  double inverse_c, inverse_s; ///< 0 where there is none
  uint32_t positions, bins;
  uint32_t groups;        ///< of a row
  int64_t place_more;     ///< than 2^30 times a position: see count_group
  uint32_t fraction_more; ///< than the place's
  uint32_t before;        ///< positions more, both together
  int64_t slack;       ///< 2^32 times how many groups further left a strip may begin than computed
  int64_t start_slope; ///< 2^32 times how many groups further right it begins in the next row
  /// From a tile to the one below it.
  int64_t start_step, place_step, byte_step;
  uint32_t multiprocessors;
  DirectionShape shape;
  uint32_t* matrix; ///< positions x bins, row-major; all of it is written
};

/// All that a launch is.
struct DirectionLaunch {
  DirectionVariant variant;
  DirectionParameters parameters;
};

/// Loads every kernel into the current context and allows it the shared memory that it can use
/// there. Loading at a launch would wait for the device instead, and could run out of memory.
/// Takes back DeviceProperties::overlap where these kernels do not wait.
cudaError_t prepare_direction_kernels(DeviceProperties& device);

/// Counts along a direction in one launch, after the matrix is cleared where blocks share strips.
/// Does not wait. The launch may begin while the one before
/// it in the stream ends, and touches no memory before that is done.
cudaError_t launch_direction(const DirectionLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
