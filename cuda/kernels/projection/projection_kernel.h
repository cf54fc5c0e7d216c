// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/quantity.h"
#include "cuda/kernels/projection/projection_shape.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace videohistogram::cuda {

/// The number of projections that one launch counts, if it counts several. They are of stored
/// samples of the same pixels, or of R, G and B of Y'CbCr pixels.
constexpr uint32_t max_projection_tables = 3;

/// The pixels of a kernel whose lanes have columns of their own: words of four samples, or Y with
/// Cb and Cr for two columns and two rows, as pairs or in planes of their own. None: lanes share
/// the columns of a strip.
enum class ColumnPixels { none, words, chroma_pairs, chroma_planes };

/// Selects a kernel.
struct ProjectionVariant {
  uint32_t tables;      ///< projections that are counted together: 1 or max_projection_tables
  uint32_t pixel_bytes; ///< 1 to 4 if samples are bytes; 2, 4, 6 or 8 if they have 16 bits
  /// The computed quantity, of pixels with 3 samples or more; 0 if a stored sample is counted.
  QuantitySet computed;
  bool bytes;   ///< samples are bytes
  bool aligned; ///< every row consists of whole groups, aligned for the vectors that load them
  /// R, G and B are computed from Y, which the pixels are, and chroma: see ProjectionColours.
  bool colours = false;
  ColumnPixels columns = ColumnPixels::none;

  bool counts(const ProjectionVariant& wanted) const {
    return tables == wanted.tables && pixel_bytes == wanted.pixel_bytes &&
           computed == wanted.computed && bytes == wanted.bytes && aligned == wanted.aligned &&
           colours == wanted.colours && columns == wanted.columns;
  }
};

/// How R, G and B are computed from samples of 8 bits, two columns of which share chroma. A colour
/// is byte 2 of y * Y + first * C1 + second * C2 + constant, clamped to 0 .. 2^24 - 1. C1 and C2
/// are Cb and Cr in the order of their pairs.
struct ProjectionColours {
  const uint8_t* chroma; ///< Cb, or pairs of Cb and Cr in either order; the top row's first one
  const uint8_t* cr;     ///< Cr, if chroma is Cb; else null
  int64_t stride;        ///< bytes from a row of chroma to the one below it
  int64_t step;          ///< bytes of chroma from a tile to the one below it, as byte_step
  uint32_t y_sub;        ///< log2 of the rows that share chroma
  bool interlaced;       ///< see FrameView::chroma_row()
  uint32_t last_row;     ///< the last row of chroma
  int32_t y;
  int32_t first[3], second[3], constants[3];
};

/// The arguments of a kernel. Pointers are device pointers.
struct ProjectionParameters {
  const uint8_t* pixels; ///< first pixel of the top row
  int64_t stride;        ///< bytes from a row to the one below it, of either sign
  uint32_t width, height;
  const uint8_t *begin, *end; ///< no byte outside [begin, end) is read

  /// Of each projection of byte samples: 4 in the byte of the sample, so that the dot product with
  /// the bytes of a pixel is the value's distance in a table.
  uint32_t multipliers[max_projection_tables];
  /// A selector per projection moves a sample into the upper half of a word, where `mask` is
  /// applied. The upper half of the product with `scale` is then the bin, (value * bins) >> depth.
  uint32_t selectors[max_projection_tables];
  uint32_t mask;
  uint32_t scale;
  uint32_t byte_weights[2];  ///< LUMA weights of a pixel's first two bytes, 16 bits each, then of
                             ///< the others
  uint32_t rgb_selectors[3]; ///< selectors of R, G and B, for a computed quantity
  uint32_t rgb_mask;         ///< mask after rgb_selectors, for 16-bit samples
  uint32_t rgb_shift;        ///< right shift from the masked word to the value
  LumaWeights weights;       ///< for 16-bit samples

  int32_t c, s;   ///< Direction::c and s
  int64_t origin; ///< position of pixel (0, 0), in units of 2^-30 positions, rounded down
  double inverse_c, inverse_s; ///< 1 / c and 1 / s; 0 if c or s is 0
  uint32_t positions, bins;
  uint32_t groups;        ///< groups per row
  int64_t place_more;     ///< a place is 2^30 times a position plus this, see count_group()
  uint32_t fraction_more; ///< added to the place's fraction in count_group()
  uint32_t before;        ///< positions that place_more and fraction_more add together
  int64_t slack;          ///< strip_slack()
  int64_t start_slope; ///< groups by which a strip begins further right per row, in units of 2^-32
  /// Differences of Walk::start, Walk::place and Walk::row from a tile to the one below it.
  int64_t start_step, place_step, byte_step;
  ProjectionColours colours;
  uint32_t multiprocessors;
  ProjectionShape shape;
  /// Of each projection: positions x bins, row-major; all of it is written.
  uint32_t* matrices[max_projection_tables];
};

/// Everything that a launch needs.
struct ProjectionLaunch {
  ProjectionVariant variant;
  ProjectionParameters parameters;
  /// Of each projection: counters from the frame's first matrix to its matrix.
  size_t first[max_projection_tables];
  /// The pixels are those of this one of value_images() or, counted on from these, of
  /// filtered_images().
  std::optional<size_t> image;
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_projection_kernels(DeviceProperties& device);

/// Counts projections in one launch. If blocks share strips, the matrices are cleared before it.
/// Does not wait. The launch may begin while the one before it in the stream ends, and accesses
/// only shared memory until that one is complete.
cudaError_t launch_projection_kernel(const ProjectionLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
