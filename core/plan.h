// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/direction.h"
#include "core/error.h"
#include "core/format.h"
#include "core/frame.h"
#include "core/low_pass.h"
#include "core/quantity.h"
#include "core/sums.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram {

/// The values of a quantity, in bins: see bin_of().
struct ValueAxis {
  Quantity quantity;
  uint32_t bins; ///< number of bins, 1 to the number of values; see ValueRange::bins_for()
};

/// Counts over one or two axes: a histogram [value] of the frame and of each of its regions, a
/// projection [position][value] of the whole frame, or a joint histogram [value][second value] of
/// the frame and of each of its regions. At most one of the two options is set.
struct Table {
  ValueAxis values;
  /// Positions across the quantity's sample plane: the table is a projection.
  std::optional<Direction> positions;
  /// The values of a second quantity: the table is a joint histogram.
  std::optional<ValueAxis> second = {};
  /// Of a projection: it is a WeightedProjection with these weights, at most max_weights. The
  /// projection of the same values is a table of its own.
  QuantityList weights = {};
  /// Of a projection: what is done to its values before they are counted. The weights of a weighted
  /// one are not filtered.
  Filter filter = Filter::none;
};

/// The tables to count in frames of one format and size.
struct PlanSpec {
  /// At least one histogram: in the order of Quantity, at most one per quantity. Those of
  /// Domain::plane and the same depth all have the same number of bins, those with fixed bins one
  /// per value. Any
  /// number of projections of quantities that are not differences, in any order, of joint
  /// histograms of two different ones, and of weighted projections.
  std::vector<Table> tables;
  LumaWeights luma = luma_bt709; ///< used only if LUMA is counted
  ColourSpec colours;            ///< used only for other computed quantities
  bool whole_frame = true; ///< false: the counts of the whole frame's histograms are undefined
  SumsSpec sums;           ///< of the whole frame
};

/// A histogram of a plan.
struct Histogram {
  Quantity quantity;
  Domain domain;
  uint32_t bins;
  uint32_t depth; ///< bits of a value
  size_t first;   ///< index of its first count among the counts of a rectangle
};

/// The histograms of a plan in one sample plane of the frame.
struct PlaneHistograms {
  uint32_t sample_plane; ///< index into FormatInfo::sample_planes
  QuantityList stored;   ///< quantities whose samples lie in the sample plane
  QuantityList computed; ///< quantities computed from its samples
  uint32_t bins;         ///< bins per histogram
  uint32_t first; ///< index of the first of these histograms among those of all planes; the others
                  ///< follow, stored quantities first
  size_t first_count; ///< index of its first count among the counts of all planes

  uint32_t size() const { return stored.size + computed.size; }
};

/// A projection of a plan. Its values are an image: one per pixel of the frame, with the chroma
/// sample of the cell that the pixel lies in, or one per chroma sample for CB, CR, SAT and HUE.
struct Projection {
  Quantity quantity;
  Domain domain;
  uint32_t sample_plane; ///< index of a sample plane that has a sample per value
  uint32_t bins;
  uint32_t depth;      ///< bits of a value
  Direction direction; ///< across the image of the values
  Filter filter;       ///< of the rows of this image

  bool is_filtered() const { return filter != Filter::none; }
  uint64_t counters() const { return uint64_t{direction.positions} * bins; }
};

/// Maximum number of weights, and of bits of a weight. So 32 bits hold the sum of 2^22 pixels.
constexpr uint32_t max_weights = 3, weight_bits = 10;

/// A weighted projection of a plan: as a projection of the same values, but with a matrix per
/// weight, whose counters are not numbers of pixels but the sums of the weight over these pixels.
/// A sum divided by the number is thus a component of the mean colour of the pixels. The weight
/// of a pixel is its value of a stored quantity, without weight_shift() low bits; that of Cb or Cr
/// is of the chroma sample of the cell that the pixel lies in.
struct WeightedProjection {
  Quantity quantity; ///< Y or LUMA
  uint32_t bins;
  uint32_t depth;       ///< bits of a value
  Direction direction;  ///< of 0 or 90 degrees: positions are columns, or rows from the last one
  QuantityList weights; ///< of Cb and Cr, or of R, G and B
  Filter filter;        ///< of the values, but not of the weights
  size_t first_matrix;  ///< of the first weight; those of the others follow

  bool is_filtered() const { return filter != Filter::none; }
  bool on_rows() const { return direction.c == 0; }
  uint64_t counters() const { return uint64_t{direction.positions} * bins; }
};

/// A joint histogram of a plan. A pair of values is counted per pixel of the frame, or per chroma
/// sample if both quantities are of chroma. A pixel has the chroma sample of the cell it lies in.
struct Joint {
  /// One of the two axes.
  struct Axis {
    Quantity quantity;
    uint32_t bins;
    uint32_t depth; ///< bits of a value
  };
  Axis x, y;
  Domain domain; ///< Domain::chroma: counted per chroma sample; Domain::pixel: per pixel

  uint64_t counters() const { return uint64_t{x.bins} * y.bins; }
};

/// Maximum number of regions per frame.
constexpr uint32_t max_regions = 256;

/// The tables to count in every frame of a stream, compiled once for its caps and settings.
/// Thread-safety: immutable.
struct Plan {
  const FormatInfo& format;
  const uint32_t width, height; ///< size of the frames in pixels
  const LumaWeights luma;
  const bool whole_frame; ///< false: the counts of the whole frame's histograms are undefined

  QuantityList quantities;           ///< quantities of the histograms, at least one
  std::vector<Histogram> histograms; ///< in the order of `quantities`

  /// The sample planes with at least one histogram, in the order of FormatInfo::sample_planes.
  std::vector<PlaneHistograms> planes;
  uint32_t plane_tables = 0; ///< number of these histograms; their counts lie in succession
  size_t plane_counts = 0;   ///< number of these counts
  size_t plane_first = 0;    ///< index of their first count among the counts of a rectangle

  /// The histograms of a domain, as indices into `histograms`. Those of Domain::frames are of the
  /// whole frame: those of regions, and of frames without FrameView::before, have no counts.
  const std::vector<uint32_t>& histograms_in(Domain domain) const {
    return by_domain[static_cast<size_t>(domain)];
  }
  std::array<std::vector<uint32_t>, n_domains> by_domain;
  ColourPlan colours; ///< how quantities that need several sample planes are computed

  std::vector<Projection> projections;
  std::vector<WeightedProjection> weighted;
  std::vector<Joint> joints;
  SumsPlan sums;

  /// The quantities of all tables.
  QuantitySet all_quantities() const;

  /// Whether the plan has tables with two axes. Their counts are matrices: those of the
  /// projections, of the weighted ones, then the joint histograms of the whole frame, then those of
  /// each region.
  bool has_matrices() const { return !projections.empty() || !weighted.empty() || !joints.empty(); }
  /// Whether rows are not counted independently, so that bands of a frame cannot be counted apart.
  bool needs_whole_frames() const { return has_matrices() || !sums.empty(); }
  /// Whether some tables or sums compare a frame with the frame before.
  bool of_two_frames() const {
    return !histograms_in(Domain::frames).empty() || sums.of_two_frames();
  }
  /// Number of matrices of a frame with so many regions. Joint histograms are counted for the first
  /// joint_regions() regions only.
  size_t n_matrices(size_t regions) const {
    return first_joint() + joints.size() * (1 + joint_regions(regions));
  }
  /// The index of the first joint histogram's matrix.
  size_t first_joint() const {
    return weighted.empty() ? projections.size()
                            : weighted.back().first_matrix + weighted.back().weights.size;
  }
  /// The index of a joint histogram's matrix. `rectangle`: 0 for the frame, i + 1 for region i.
  size_t matrix_of_joint(size_t joint, size_t rectangle) const {
    return first_joint() + rectangle * joints.size() + joint;
  }
  /// The number of regions, at most `regions`, whose joint histograms fit into max_frame_counters
  /// together with all other tables.
  size_t joint_regions(size_t regions) const;
  /// The counters of matrix `index`.
  size_t matrix_counters(size_t index) const;

  /// Counts per rectangle, in all of its histograms.
  size_t rectangle_counts() const { return histograms.back().first + histograms.back().bins; }
  /// Counts of all histograms of a frame: those of the whole frame, then those of each region.
  size_t total_counts(size_t regions) const { return (1 + regions) * rectangle_counts(); }
};
using SharedPlan = std::shared_ptr<const Plan>;

/// The plan for frames of this format and size. Errors: invalid_argument, with a message that names
/// what is possible, if `format` lacks a quantity or the bins, if a direction does not fit the
/// size, if values are to be filtered that are no levels, if a weighted projection is none that
/// WeightedProjection describes or 32 bits do not hold its sums, or if a frame with matrices has
/// more than max_frame_counters counters without its regions.
Expected<SharedPlan> compile_plan(const FormatInfo& format, uint32_t width, uint32_t height,
                                  const PlanSpec& spec);

/// Whether the plan was made for frames such as `frame`, which has passed check_frame(), and
/// `regions` lie inside the frame, which may be unpacked already. Unless the plan
/// needs_whole_frames(), it also allows a band: fewer rows.
Status check_plan(const Plan& plan, const FrameView& frame, const std::vector<Rect>& regions);

/// The index of a sample plane with one sample per value of the quantity. For Domain::plane it is
/// the plane of the samples, for colours of Y'CbCr that of Y, for SAT and HUE that of Cb.
uint32_t sample_plane_of(const FormatInfo& format, Quantity quantity);

/// The number of low bits of FormatInfo::depth bits that a weight leaves out, so that it has at
/// most weight_bits. All weights of a format have equally many bits.
constexpr uint32_t weight_shift(const FormatInfo& format) {
  return format.depth > weight_bits ? format.depth - weight_bits : 0;
}

/// The part of a rectangle inside a frame; 0x0 if the rectangle lies outside.
Rect clip(uint64_t x, uint64_t y, uint64_t width, uint64_t height, uint32_t frame_width,
          uint32_t frame_height);

} // namespace videohistogram
