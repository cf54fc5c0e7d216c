// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums: whole numbers per frame, row, column, plane or cell that are no tables of counts. They are
// exact, in 64 bits, and equal on all backends. docs/sums.md lists them.
#pragma once

#include "core/error.h"
#include "core/format.h"
#include "core/host_device.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace videohistogram {

// In the definitions below, p[y][x] is the sample of Y (or GRAY) of n bits in row y and column x,
// w and h the size of Y, and q[y][x] the same sample of the frame before. |p| and n8(p) = p >> (n -
// 8) are whole numbers. Rows of a frame count from 0 at the top, whatever its fields.

/// What can be summed. Values of a sum are an array [planes][rows][columns], row-major.
enum class Sum : uint8_t {
  /// TOUT of FFmpeg's filter signalstats: per row, pixels that differ from the rows above and below
  /// while these are alike, and whose neighbours to the left and right do so as well. With
  ///   o(a, b, c) = (|a - b| + |c - b|) / 2 - |c - a| > 4   (integer division)
  ///   f(j, y, x) = o(p[y-j][k], p[y][k], p[y+j][k]) for k = x - 1, x and x + 1
  /// a pixel counts if 1 <= x <= w - 2 and, in rows 2 to h - 3, f(1) and f(2), or in rows 1 and h -
  /// 2, f(1). As FFmpeg does, only the low 8 bits of each sample are compared.
  tout,
  /// The same of n8(p): equal to TOUT for samples of 8 bits, and of use for deeper ones.
  speckle,
  /// Per row y, the sum over x of |p[y][x] - p[y-4][x]|; 0 in rows 0 to 3. Row y >= 4 repeats for
  /// VREP of signalstats if it is less than w.
  vrep,
  /// The same of n8(p).
  linerep,
  /// Per row, the pixels outside of broadcast range: see is_outside_broadcast_range(). The chroma
  /// of row y is row y >> y_sub also in interlaced frames, as in FFmpeg. GRAY: Y alone.
  brng,
  rows,     ///< per row, the sum of p over x
  columns,  ///< per column, the sum of p over y
  activity, ///< per row, the sum over x >= 1 of |p[y][x] - p[y][x-1]|
  /// Per plane, the sum of (t - b)^2 over the samples t of rows 0, 2, 4 ... and b of the row below
  /// each, for floor(rows / 2) pairs of rows: MSE of the fields, times their samples.
  msef,
  /// Per plane, SSIM of these two fields as FFmpeg's filter ssim has it: the sum over all windows
  /// of llrint(q * 2^32), where q is computed in IEEE doubles. See ssim_windows() and
  /// ssim_window().
  ssimf,
  /// Per plane, what FFmpeg's filter idet compares: eight sums, in the order of IdetSum.
  idet,
  /// Per cell of a grid, the sum of SumsSpec::light[p].
  light,
  /// Of R, G and B, per cell of the grid, the sum of SumsSpec::light_of_colours[colour]. The
  /// colours
  /// are those of ColourPlan::full. Of Y'CbCr frames with a matrix only.
  rgb,
  /// Four integers of IRIS (electronicarts/IRIS), in the order of IrisSum. Of Y'CbCr frames with a
  /// matrix only.
  iris,
  /// Per row two values, in the order of SobelSum: see sobel_bits(). 0 in the first and the last
  /// row; the first and the last column do not count.
  sobel,
  hstep, ///< per column, the sum over y of |p[y][x] - p[y][x-1]|; 0 in column 0
  vstep, ///< per row, the sum over x of |p[y][x] - p[y-1][x]|; 0 in row 0
};
constexpr uint32_t n_sums = static_cast<uint32_t>(Sum::vstep) + 1;

/// A set of sums: bit s is Sum(s).
using SumSet = uint32_t;
constexpr SumSet sum_bit(Sum sum) {
  return 1u << static_cast<uint32_t>(sum);
}
constexpr SumSet all_sums = (1u << n_sums) - 1;

/// The sums of a plane that idet consists of, for samples p of the frame and q of the frame before,
/// over rows y = 2 to rows - 3. `even` and `odd` are of y.
enum class IdetSum : uint8_t {
  present_even, ///< |p[y-1] + p[y+1] - 2 q[y]|: lines of the present frame around one before
  present_odd,
  before_even, ///< |q[y-1] + q[y+1] - 2 p[y]|: lines of the frame before around a present one
  before_odd,
  same_even, ///< |p[y-1] + p[y+1] - 2 p[y]|
  same_odd,
  change_even, ///< |2 p[y] - 2 q[y]|
  change_odd,
};
constexpr uint32_t n_idet_sums = 8;

/// IRIS converts each of R, G and B, of 8 bits, by iris_light() to linear light, in units of 2^-24.
/// Deeper colours lose their low bits. With linear r, g and b, a pixel has
///   luminance 722 b + 7152 g + 2126 r, in units of 10^-4 * 2^-24, and
///   red       max(0, r - g - b) if r >= 4 (g + b), else 0, in units of 2^-24.
enum class IrisSum : uint8_t {
  luminance,         ///< the sum of the luminance
  luminance_changed, ///< pixels whose luminance differs from that of the frame before
  red,               ///< the sum of red
  red_changed,       ///< pixels whose red differs from that of the frame before
};
constexpr uint32_t n_iris_sums = 4;

/// With gx and gy of the operator of Sobel in the 3 x 3 samples around p[y][x], the magnitude is
///   m = floor(2^sobel_bits(n) sqrt(gx^2 + gy^2)),
/// in units of 2^-8 of a code of 8 bits at all depths, and below 2^19. Magnitudes and their squares
/// are both sums of whole numbers, so that the variance of a picture without contrast is 0.
enum class SobelSum : uint8_t {
  magnitudes, ///< the sum of m
  squares,    ///< the sum of m^2
};
constexpr uint32_t n_sobel_sums = 2;
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t sobel_bits(uint32_t depth) {
  return 16 - depth;
}

/// Cells of the grid. Cell (i, j) has columns i * w / 64 to (i + 1) * w / 64 - 1 and rows j * h /
/// 36 to (j + 1) * h / 36 - 1, rounded down: small frames have empty cells.
constexpr uint32_t grid_columns = 64, grid_rows = 36;

/// The first column or row of cell `i` of `cells`, in a frame of so many columns or rows.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t first_of_cell(uint32_t i, uint32_t cells,
                                                            uint32_t length) {
  return static_cast<uint32_t>(uint64_t{i} * length / cells);
}

/// What the values of a sum are of.
enum class SumExtent : uint8_t {
  one,     ///< the frame
  rows,    ///< each row of Y
  columns, ///< each column of Y
  planes,  ///< each of Y, Cb and Cr, or GRAY
  grid,    ///< each cell of the grid
};

/// The properties of a sum.
struct SumInfo {
  const char* name; ///< "TOUT"; lists of figures take it in upper or lower case
  SumExtent extent;
  uint32_t
      values; ///< per element of the extent: 8 of IDET, 4 of IRIS, 3 of RGB, 2 of SOBEL, else 1
  const char* unit;   ///< "pixels"
  bool of_two_frames; ///< some values are 0 without a frame before: see Sums::has_before
  bool of_colours;    ///< needs R, G and B, so a matrix
};

/// In the order of Sum.
constexpr SumInfo sum_table[n_sums] = {
    {"TOUT", SumExtent::rows, 1, "pixels", false, false},
    {"SPECKLE", SumExtent::rows, 1, "pixels", false, false},
    {"VREP", SumExtent::rows, 1, "codes", false, false},
    {"LINEREP", SumExtent::rows, 1, "codes of 8 bits", false, false},
    {"BRNG", SumExtent::rows, 1, "pixels", false, false},
    {"ROWS", SumExtent::rows, 1, "codes", false, false},
    {"COLUMNS", SumExtent::columns, 1, "codes", false, false},
    {"ACTIVITY", SumExtent::rows, 1, "codes", false, false},
    {"MSEF", SumExtent::planes, 1, "squared codes", false, false},
    {"SSIMF", SumExtent::planes, 1, "2^-32", false, false},
    {"IDET", SumExtent::planes, n_idet_sums, "codes", true, false},
    {"LIGHT", SumExtent::grid, 1, "0.001 cd/m2", false, false},
    {"RGB", SumExtent::grid, 3, "0.001 cd/m2", false, true},
    {"IRIS", SumExtent::one, n_iris_sums, "2^-24", true, true},
    {"SOBEL", SumExtent::rows, n_sobel_sums, "2^-8 codes of 8 bits, and their squares", false,
     false},
    {"HSTEP", SumExtent::columns, 1, "codes", false, false},
    {"VSTEP", SumExtent::rows, 1, "codes", false, false},
};
constexpr const SumInfo& info_of(Sum sum) {
  return sum_table[static_cast<uint32_t>(sum)];
}

/// The sum named `name`, in upper or lower case; n_sums if there is none.
uint32_t find_sum(std::string_view name);

/// A table of light: entry c is 1000 times the light in cd/m2 of a neutral pixel of code c,
/// rounded.
/// Entries are at most most_light, which PQ does not reach.
constexpr uint32_t most_light = 1u << 24;
using LightTable = std::shared_ptr<const std::vector<uint32_t>>;

/// What to sum in frames of one format and size.
struct SumsSpec {
  SumSet sums = 0;
  LightTable light;            ///< of codes of Y of FormatInfo::depth bits; for Sum::light
  LightTable light_of_colours; ///< of codes of colour_depth() bits, full range; for Sum::rgb
};

/// Frames of more pixels have no IRIS, since its luminance might not fit 64 bits.
constexpr uint64_t most_iris_pixels = INT64_MAX / (int64_t{10000} << 24);

/// The sums that frames of a format have: none for RGB. `has_matrix`: see ColourSpec. `pixels`: of
/// a frame.
SumSet countable_sums(const FormatInfo& format, bool has_matrix, uint64_t pixels);

/// Where the values of the sums of a plan lie. Thread-safety: immutable.
struct SumsPlan {
  /// One sum: `values()` numbers from `first` on, [planes][rows][columns].
  struct Place {
    size_t first = 0;
    uint32_t planes = 0, rows = 0, columns = 0;

    size_t values() const { return size_t{planes} * rows * columns; }
  };

  SumsSpec spec;
  uint32_t n_planes = 0; ///< of Y, Cb and Cr; 1 for GRAY
  std::array<Place, n_sums> places;
  size_t size = 0; ///< values of all sums together

  bool empty() const { return spec.sums == 0; }
  bool has(Sum sum) const { return (spec.sums & sum_bit(sum)) != 0; }
  const Place& place(Sum sum) const { return places[static_cast<uint32_t>(sum)]; }
  /// Whether the frame before is needed.
  bool of_two_frames() const;
};

/// Refuses sums that frames of the format do not have, and tables of light of another size.
Expected<SumsPlan> plan_sums(const FormatInfo& format, uint32_t width, uint32_t height,
                             bool has_matrix, const SumsSpec& spec);

/// The sums of one frame.
struct Sums {
  std::vector<int64_t> values; ///< SumsPlan::size numbers; empty: there are none
  /// Whether sums of two frames had a frame before. Without it, the sums of IDET and IRIS that
  /// compare with it are 0.
  bool has_before = false;

  const int64_t* of(const SumsPlan& plan, Sum sum) const {
    return values.data() + plan.place(sum).first;
  }
};

/// SSIM of fields. Of a plane, the fields are cut into blocks of 4 x 4 samples, from the top left
/// corner on; a rest is left out. A window is 2 x 2 blocks: there is one per block that has blocks
/// to its right and below.
struct SsimWindows {
  uint32_t columns, rows; ///< 0 if the fields have less than 2 x 2 blocks
  uint64_t count() const { return uint64_t{columns} * rows; }
};
/// `rows` of the plane, not of a field.
VIDEOHISTOGRAM_HOST_DEVICE constexpr SsimWindows ssim_windows(uint32_t width, uint32_t rows) {
  const uint32_t across = width / 4, down = rows / 2 / 4;
  return across < 2 || down < 2 ? SsimWindows{0, 0} : SsimWindows{across - 1, down - 1};
}

/// Sums over the samples t and b of a block or a window.
struct SsimSums {
  int64_t t, b;    ///< of t and of b
  int64_t squares; ///< of t^2 + b^2
  int64_t product; ///< of t b
};

/// The constants of SSIM for samples of `depth` bits.
struct SsimConstants {
  int64_t c1, c2;
};
SsimConstants ssim_constants(uint32_t depth);

/// llrint(q * 2^32) of one window: q = a c / (b d) with whole numbers below 2^53 and three
/// roundings of IEEE doubles, two of the products and one of the quotient.
int64_t ssim_window(const SsimSums& sums, const SsimConstants& constants);

/// 2^24 times the linear light of codes of sRGB of 8 bits, rounded.
const std::array<uint32_t, 256>& iris_light();

} // namespace videohistogram
