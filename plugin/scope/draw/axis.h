// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/format.h"
#include "core/quantity.h"

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// The television system whose composite signal frames may come from.
enum class Composite {
  none,
  lines_525, ///< of 480 or 486 rows, in IRE
  lines_625, ///< of 576 rows, in mV
};
constexpr Composite composite_of_rows(uint32_t rows) {
  return rows == 480 || rows == 486 ? Composite::lines_525
         : rows == 576              ? Composite::lines_625
                                    : Composite::none;
}

/// The unit of the labels of levels.
enum class Units {
  automatic, ///< nits for PQ and HLG, else percent
  percent,
  ire, ///< the numbers of percent, under the name of analogue engineering
  code,
  nits,  ///< percent if the transfer function is neither PQ nor HLG
  stops, ///< doublings of light, from 18 % grey on; see signal_of_stop()
};

/// The frames that the tables are of.
struct Source {
  const FormatInfo* format = nullptr;
  uint32_t width = 0, height = 0;
  ColourSpec colours;                    ///< matrix, range, transfer and primaries
  LumaWeights luma = luma_bt709;         ///< of RGB frames
  Composite composite = Composite::none; ///< of whole frames, also if a region is shown
  std::string description;               ///< for the title: "BT.709 limited"
  std::string region;                    ///< for the title: what is shown of the frames; empty: all
};

/// Whether samples of both frames stand for the same colours.
bool have_same_colours(const Source& a, const Source& b);

/// The codes of a quantity, and the signal that they stand for.
struct Axis {
  uint32_t depth = 8;      ///< bits per code: those of the frames' samples
  double zero = 0;         ///< code of the signal 0: black, or no colour difference
  double unit = 255;       ///< codes from signal 0 to signal 1
  bool difference = false; ///< Cb or Cr, whose signal runs from -0.5 to 0.5
  bool narrow = false;     ///< there are codes below the signal's minimum and above its maximum

  double n_values() const { return static_cast<double>(uint64_t{1} << depth); }
  double value_of(double signal) const { return zero + unit * signal; }
  /// Where the centre of a code lies on the axis, from 0 for the lowest code to 1.
  double position_of(double value) const { return (value + 0.5) / n_values(); }
};

/// The axis of a quantity of frames of `source`. R, G and B of limited-range Y'CbCr are expected
/// with ColourSpec::narrow_rgb, in full range otherwise. R, G and B may be computed with more bits
/// than the samples have, such as 12 for samples of 10. Their axis has the samples' codes as well:
/// each code then stands for several successive values.
Axis axis_of(const Source& source, Quantity quantity);

/// The meaning of a line across an axis.
enum class MarkKind {
  level,   ///< a level of the scale
  nominal, ///< the limits of the legal range, or no colour difference
  white,   ///< the white of graphics in PQ and HLG, 203 nits: 58 % or 75 % (ITU-R BT.2408); of an
           ///< axis in stops 18 % grey
  r103,    ///< a limit of EBU R 103
  guide,   ///< a level that the user asked for
};

struct Mark {
  double value;      ///< a code of the axis; need not be whole
  std::string label; ///< may be empty
  MarkKind kind;
  int rank; ///< where not all labels find room, those of lower ranks are written
};

/// The marks of an axis. `labels`: the number of labels that find room along the axis. `zoomed`:
/// only a part of the axis is shown, which needs finer steps.
std::vector<Mark> marks_of(const Axis& axis, Transfer transfer, Units units, double labels,
                           bool zoomed = false);

/// Percent of the signal beside marks in nits or stops; none if marks_of() has other units.
std::vector<Mark> percents_beside(const Axis& axis, Transfer transfer, Units units);

/// The unit in which marks_of() labels an axis, for a title: "%", "IRE", "nits", for HLG
/// "nits at peak 1000", "code" or "stops".
const char* unit_name(const Axis& axis, Transfer transfer, Units units);

/// A code, which need not be whole, in the unit in which marks_of() labels an axis: "43".
std::string number_of(const Axis& axis, Transfer transfer, Units units, double value);
/// The text after such a number: " %", or nothing after a code.
const char* unit_suffix(const Axis& axis, Transfer transfer, Units units);

/// The matrices that lines of vectorscopes follow; bt709 stands for all others, too.
enum class MatrixFamily { bt601, bt709, bt2020 };
MatrixFamily matrix_family(const ColourSpec& colours);

/// Where skin lies in a vectorscope, degrees counter-clockwise from +Cb: the mean of the light and
/// the dark skin of a ColorChecker, rounded.
double skin_tone_of(const Source& source);

/// The signal, 0 to 1, of a light: of 0 to 10000 nits in PQ; of 0 to 1000 nits in HLG, with which a
/// display of a nominal peak of 1000 nits shows a neutral pixel. `transfer` is one of these.
double signal_of_light(Transfer transfer, double nits);
/// The signal of a level as users write it: nits in PQ and HLG, else percent.
double signal_of_level(Transfer transfer, double level);
/// The signal of a light that is 2^stop times that of 18 % grey: of the scene by the inverse OETF
/// of BT.709, in HLG by that of BT.2100, where grey has 38 %; in PQ of the display, where it has 26
/// nits (ITU-R BT.2408). Above 1 where no signal stands for the light.
double signal_of_stop(Transfer transfer, double stop);
/// The inverse function; minus infinity of black.
double stop_of_signal(Transfer transfer, double signal);
/// The inverse function of signal_of_light(). Signals below 0 are black, signals above 1 as bright
/// as 1.
double light_of_signal(Transfer transfer, double signal);

} // namespace videohistogram::scope
