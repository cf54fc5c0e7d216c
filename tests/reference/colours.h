// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "tests/reference/reference.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::reference {

/// Quantities that are computed from Y'CbCr, one pixel at a time, in integers that hold every
/// intermediate value. Nothing here is taken from the code under test but the plain structs.
/// Thread-safety of all of it: values and pure functions.

/// Sources of Kr and Kb: ITU-R BT.601, BT.709 and BT.2020 (non-constant luminance), SMPTE 240M, and
/// the FCC's rules for NTSC of 1953 (47 CFR 73.682).
enum class Matrix { bt601, bt709, bt2020, smpte240m, fcc };
constexpr Matrix all_matrices[] = {Matrix::bt601, Matrix::bt709, Matrix::bt2020, Matrix::smpte240m,
                                   Matrix::fcc};
/// Kr and Kb of a matrix in units of 1/10000.
struct LumaShares {
  int64_t kr, kb;
};
LumaShares luma_shares(Matrix matrix);

/// How signals become light: ITU-R BT.1886 with the exponent 2.4, SMPTE ST 2084, and the inverse
/// OETF of HLG in ITU-R BT.2100.
enum class Curve { sdr, pq, hlg };
/// Primaries of ITU-R BT.709, BT.601 of 525 and of 625 lines, BT.2020, and SMPTE EG 432-1 (P3 with
/// the white D65).
enum class Gamut { bt709, bt601_525, bt601_625, bt2020, p3 };
/// x and y of R, G, B and white.
using GamutPoints = std::array<std::array<double, 2>, 4>;
GamutPoints points_of(Gamut gamut);

/// How the samples of a frame are to be read, and what its colours are.
struct ColourSpec {
  Matrix matrix = Matrix::bt709;
  bool limited = true; ///< range of Y, Cb and Cr
  bool narrow = false; ///< codes of R, G and B: black 16 and white 235 of 8 bits, not 0 and all
  Curve curve = Curve::sdr;
  Gamut gamut = Gamut::bt709;
};

/// Bits of R, G and B computed from Y'CbCr samples of `depth` bits.
uint32_t colour_depth(uint32_t depth);

/// R, G and B of Y'CbCr.
class Colours {
public:
  enum Colour { r, g, b };

  Colours(const ColourSpec& spec, uint32_t depth);

  uint32_t depth() const { return depth_; }                     ///< bits of a colour
  uint32_t last() const { return static_cast<uint32_t>(max_); } ///< highest code of a colour
  uint32_t shift() const { return shift_; }
  /// Factor of Y, Cb or Cr (0 to 2) in a colour, times 2^shift, rounded half up.
  int64_t coefficient(Colour colour, int sample) const { return rows_[colour].fixed[sample]; }
  /// Offset that is subtracted from Y, Cb and Cr.
  int64_t zero(int sample) const { return sample == 0 ? y_zero_ : c_zero_; }

  /// The definition, which products must match bit for bit.
  uint32_t value(Colour colour, int64_t y, int64_t cb, int64_t cr) const {
    const auto& k = rows_[colour].fixed;
    const int64_t sum = k[0] * (y - y_zero_) + k[1] * (cb - c_zero_) + k[2] * (cr - c_zero_);
    return clamped(((sum + (int64_t{1} << (shift_ - 1))) >> shift_) + offset_); // >> rounds down
  }
  /// A colour from the real factors, rounded half up once.
  uint32_t exact(Colour colour, int64_t y, int64_t cb, int64_t cr) const;
  /// Whether exact() is `value`, without a division. `Int` holds the products: 64 bits are enough
  /// for samples of 8 bits.
  template <typename Int>
  bool is_exact(uint32_t value, Colour colour, int64_t y, int64_t cb, int64_t cr) const {
    const Int n = numerator<Int>(colour, y, cb, cr), code = Int{value} - offset_;
    const Int d = 2 * Int{rows_[colour].denominator};
    return (value == 0 || n >= code * d) && (value == max_ || n < (code + 1) * d);
  }

  /// The largest of R, G and B.
  uint32_t maximum(int64_t y, int64_t cb, int64_t cr) const;

private:
  /// A colour without its offset is (exact[0] (Y - Y0) + exact[1] (Cb - C0) + exact[2] (Cr - C0))
  /// / denominator.
  struct Row {
    std::array<int64_t, 3> exact{};
    int64_t denominator = 1;
    std::array<int64_t, 3> fixed{};
  };

  /// (The colour without its offset + 1/2) * 2 * denominator.
  template <typename Int>
  Int numerator(Colour colour, int64_t y, int64_t cb, int64_t cr) const {
    const Row& row = rows_[colour];
    return 2 * (Int{row.exact[0]} * (y - y_zero_) + Int{row.exact[1]} * (cb - c_zero_) +
                Int{row.exact[2]} * (cr - c_zero_)) +
           row.denominator;
  }
  uint32_t clamped(int64_t value) const {
    return static_cast<uint32_t>(value < 0 ? 0 : value > max_ ? max_ : value);
  }

  uint32_t depth_, shift_;
  int64_t max_, offset_, y_zero_, c_zero_;
  std::array<Row, 3> rows_;
};

/// floor(sqrt(square)) of less than 2^62.
int64_t root_of(int64_t square);
/// floor(sqrt(cb^2 + cr^2)) with cb and cr relative to the middle of the codes.
uint32_t saturation(uint32_t cb, uint32_t cr, uint32_t depth);
/// 0 to 359, by the expression of FFmpeg's signalstats filter, of the 12 high bits of deeper
/// samples. FFmpeg rounds the angle to a float before it rounds down to a degree; otherwise -45
/// degrees would be in bin 134.
uint32_t hue(uint32_t cb, uint32_t cr, uint32_t depth);

/// Lowest and highest legal code.
struct Limits {
  uint32_t low, high;
};
Limits r103_limits(uint32_t depth);  ///< EBU R 103: 5 to 246 of 8 bits
Limits legal_limits(uint32_t depth); ///< 16 to 235 of 8 bits

/// Bits 0 to 3: R, G, B, Y below the limits. Bits 4 to 7: R, G, B, Y above them. A pixel of stored
/// RGB has no Y: pass a legal code for it.
uint32_t range_mask(const std::array<uint32_t, 4>& rgby, const Limits& limits);
/// RANGE of Y'CbCr pixels. R, G, B and Y are narrow codes of the depth of the colours; Y is the
/// colour of a pixel without chroma. Not all of `spec` matters: `narrow` is always true.
class Ranges {
public:
  Ranges(const ColourSpec& spec, uint32_t depth, bool legal);

  uint32_t value(int64_t y, int64_t cb, int64_t cr) const;

private:
  Colours colours_;
  Limits limits_;
};
/// 1 if Y is outside of 16 to 235 of 8 bits, or Cb or Cr of 16 to 240; else 0.
uint32_t brng(uint32_t depth, uint32_t y, uint32_t cb, uint32_t cr);
/// R-G or G-B: half of a difference of codes of `depth` bits, rounded down, plus 2^(depth - 1).
uint32_t colour_difference(int64_t minuend, int64_t subtrahend, uint32_t depth);
/// CHROMA: the amplitude of the subcarrier of a composite signal in codes of R, G and B.
class Subcarrier {
public:
  Subcarrier(const ColourSpec& spec, uint32_t depth);

  /// The definition, which products must match bit for bit.
  uint32_t value(int64_t cb, int64_t cr) const;
  /// The amplitude by the formula, not rounded.
  double exact(int64_t cb, int64_t cr) const;

private:
  double exact_u_, exact_v_; ///< codes per code of Cb and Cr
  int64_t u_, v_, zero_, last_;
};
/// CIE-X, CIE-Y, CIE-U and CIE-V of R, G and B.
class Chromaticities {
public:
  enum Axis { x, y, u, v };

  /// Of codes of `depth` bits, the last of which is white, or with `narrow` that of 235 of 8 bits.
  /// `step`: codes from black to the first one that has a chromaticity.
  Chromaticities(const ColourSpec& spec, bool narrow, uint32_t depth, uint32_t step);

  /// The definition, which products must match bit for bit.
  uint32_t value(Axis axis, uint32_t r, uint32_t g, uint32_t b) const;
  /// x, y, u' or v' in units of a value, by the formulas; not rounded.
  double exact(Axis axis, uint32_t r, uint32_t g, uint32_t b) const;

private:
  using Row = std::array<double, 3>;
  /// A table of light, and factors of light in the two numbers of a ratio.
  struct Ratios {
    const std::vector<double>* light;
    std::array<Row, 4> over, under;

    double sum(const Row& row, uint32_t r, uint32_t g, uint32_t b) const {
      return row[0] * light->at(r) + row[1] * light->at(g) + row[2] * light->at(b);
    }
  };

  Ratios exact_{}, rounded_{};
  uint32_t first_; ///< the least code with a chromaticity
};
uint32_t range_of(const ColourSpec& spec, uint32_t depth, bool legal, int64_t y, int64_t cb,
                  int64_t cr);

/// Quantities of a Y'CbCr frame beside its samples. RGB frames have R-G, G-B, chromaticities and
/// RANGE, too: for RANGE their samples are compared with the limits if `limited`, else no pixel is
/// outside.
enum class Computed {
  r,
  g,
  b,
  maxrgb,
  sat,
  hue,
  range_r103,
  range_legal,
  brng,
  r_minus_g,
  g_minus_b,
  chroma,
  cie_x,
  cie_y,
  cie_u,
  cie_v
};
/// The reference's name of a quantity; none if frames of the format store it or have it of R, G and
/// B that they store. `legal`: the limits of RANGE.
std::optional<Computed> computed_of(const FormatInfo& format, Quantity quantity, bool legal);
/// Values that it can have in frames with samples of `depth` bits.
uint32_t n_values(Computed quantity, uint32_t depth);
/// A frame and its samples, read once for any number of counts.
struct ReadFrame {
  explicit ReadFrame(const FrameView& frame);

  FrameView frame;
  bool rgb;
  std::array<StoredSamples, 3> samples; ///< R, G and B, or Y, Cb and Cr
};
/// Counts of a rectangle of the frame in `bins` bins. A pixel of the frame has the chroma sample of
/// the cell that it lies in; in an interlaced frame with half as many chroma rows, that of the rows
/// of its own field. SAT and HUE are counted per chroma sample that the rectangle touches.
std::vector<uint32_t> count_computed(const FrameView& frame, Computed quantity,
                                     const ColourSpec& spec, uint32_t bins, const Rect& rect);
std::vector<uint32_t> count_computed(const ReadFrame& read, Computed quantity,
                                     const ColourSpec& spec, uint32_t bins, const Rect& rect);
/// The chroma samples of the first `columns` pixels of a row of the frame, by the rule above.
std::vector<uint32_t> chroma_of_row(const FrameView& frame, const StoredSamples& chroma, uint32_t y,
                                    uint32_t columns);
/// Counts of |value - value in `before`| of the samples of a channel that the rectangle touches.
std::vector<uint32_t> count_difference(const FrameView& frame, const FrameView& before,
                                       Quantity channel, uint32_t bins, const Rect& rect);

} // namespace videohistogram::reference
