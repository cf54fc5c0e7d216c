// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/axis.h"

#include "plugin/scope/draw/decimal.h"

#include "core/light_curves.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace videohistogram::scope {

namespace {

constexpr double hlg_peak = 1000, hlg_gamma = 1.2; // ITU-R BT.2100
constexpr double white_nits = 203;                 // ITU-R BT.2408

std::string whole(double number) {
  return fixed_decimal(number, 0);
}

Units units_of(const Axis& axis, Transfer transfer, Units units) {
  const bool light = transfer != Transfer::sdr && !axis.difference;
  if (units == Units::automatic || (units == Units::nits && !light))
    return light ? Units::nits : Units::percent;
  const bool is_of_levels = units == Units::ire || units == Units::stops;
  return is_of_levels && axis.difference ? Units::percent : units;
}

/// Percent of the signal, in the smallest steps whose labels find room.
void add_percents(const Axis& axis, double labels, bool zoomed, std::vector<Mark>& marks) {
  const double share = axis.unit / axis.n_values(); // of the axis, from 0 to 100 %
  const int first = axis.difference ? -50 : 0, last = axis.difference ? 50 : 100;
  int step = last - first;
  for (int finer : {50, 25, 20, 10, 5, 2, 1})
    if (share * labels * finer >= 100 && (last - first) % finer == 0 && (finer >= 10 || zoomed))
      step = finer;
  // Between the labels, lines that divide a step into equal parts.
  const int part = step % 10 == 0 ? 10 : step == 5 ? 1 : step;
  for (int percent = first; percent <= last; percent += part)
    if ((percent - first) % step != 0)
      marks.push_back({axis.value_of(percent / 100.0), "", MarkKind::level, 9});
  for (int percent = first; percent <= last; percent += step) {
    const bool nominal = percent == 0 || percent == first || percent == last;
    marks.push_back({axis.value_of(percent / 100.0), std::to_string(percent),
                     nominal ? MarkKind::nominal : MarkKind::level, nominal ? 0 : 1});
  }
}

void add_codes(const Axis& axis, std::vector<Mark>& marks) {
  const double step = axis.n_values() / 256;
  const auto add = [&](double value, MarkKind kind, int rank) {
    marks.push_back({value, whole(value), kind, rank});
  };
  if (axis.narrow) {
    add(16 * step, MarkKind::nominal, 0);
    add((axis.difference ? 240 : 235) * step, MarkKind::nominal, 0);
  }
  add(0, axis.narrow ? MarkKind::level : MarkKind::nominal, axis.narrow ? 3 : 0);
  add(axis.n_values() - 1, axis.narrow ? MarkKind::level : MarkKind::nominal, axis.narrow ? 3 : 0);
  add(128 * step, axis.difference ? MarkKind::nominal : MarkKind::level, 1);
  for (double value : {64, 192})
    add(value * step, MarkKind::level, 2);
  for (double value : {32, 96, 160, 224})
    add(value * step, MarkKind::level, 4);
}

struct Light {
  double nits;
  int rank;
};

void add_nits(const Axis& axis, Transfer transfer, bool zoomed, std::vector<Mark>& marks) {
  // 100 nits give way to 203, the white of graphics.
  constexpr Light pq[] = {{0, 0},   {1, 4},    {10, 3},   {100, 2},
                          {203, 1}, {1000, 1}, {4000, 3}, {10000, 0}};
  constexpr Light hlg[] = {{0, 0},   {1, 4},   {10, 3},  {50, 3},
                           {100, 2}, {203, 1}, {400, 2}, {1000, 0}};
  constexpr Light between[] = {{0.01, 7}, {0.1, 6}, {0.5, 7}, {2, 6},   {5, 6},    {20, 6},
                               {50, 5},   {150, 7}, {300, 7}, {500, 6}, {2000, 6}, {7000, 7}};
  std::vector<Light> lights(std::begin(pq), std::end(pq));
  if (transfer == Transfer::hlg)
    lights.assign(std::begin(hlg), std::end(hlg));
  if (zoomed)
    for (const Light& light : between)
      if (light.nits < lights.back().nits &&
          std::none_of(lights.begin(), lights.end(),
                       [&](const Light& l) { return l.nits == light.nits; }))
        lights.insert(lights.end() - 1, light);
  for (const Light& light : lights) {
    const double signal = signal_of_light(transfer, light.nits);
    const bool nominal = signal == 0 || light.nits == (transfer == Transfer::pq ? 10000 : hlg_peak);
    const MarkKind kind = nominal                    ? MarkKind::nominal
                          : light.nits == white_nits ? MarkKind::white
                                                     : MarkKind::level;
    marks.push_back({axis.value_of(signal), short_decimal(light.nits), kind, light.rank});
  }
}

/// Stops of labels; black is none of them. The lines of 0 and 100 % have no labels.
constexpr int lowest_stop = -6, highest_stop = 9;

void add_stops(const Axis& axis, Transfer transfer, std::vector<Mark>& marks) {
  for (const double signal : {0.0, 1.0})
    marks.push_back({axis.value_of(signal), "", MarkKind::nominal, 9});
  for (int stop = lowest_stop; stop <= highest_stop; stop++) {
    const double signal = signal_of_stop(transfer, stop);
    if (signal > 1)
      break;
    marks.push_back({axis.value_of(signal), (stop > 0 ? "+" : "") + std::to_string(stop),
                     stop == 0 ? MarkKind::white : MarkKind::level, std::abs(stop)});
  }
}

/// Linear light of 18 % grey. In HLG that of a signal of 38 %, and in PQ nits: ITU-R BT.2408.
constexpr double grey = 0.18, hlg_grey_signal = 0.38, pq_grey = 26;
/// ITU-R BT.709, clause 1.2: a line below this light, above it a power.
constexpr double bt709_knee = 0.018, bt709_slope = 4.5, bt709_power = 0.45, bt709_offset = 0.099;
/// Stops below this one are not told apart.
constexpr double least_stop = -9;

} // namespace

bool have_same_colours(const Source& a, const Source& b) {
  return a.colours == b.colours && a.luma.r == b.luma.r && a.luma.g == b.luma.g &&
         a.luma.b == b.luma.b;
}

Axis axis_of(const Source& source, Quantity quantity) {
  const FormatInfo& format = *source.format;
  Axis axis;
  axis.depth = format.depth;
  const double step = axis.n_values() / 256, last = axis.n_values() - 1;
  // GRAY has no range of its own in GStreamer's caps but that of RGB.
  axis.narrow = !source.colours.full_range;
  axis.difference = quantity == Quantity::cb || quantity == Quantity::cr;
  if (axis.difference) {
    axis.zero = 128 * step;
    axis.unit = axis.narrow ? 224 * step : last;
  } else {
    axis.zero = axis.narrow ? 16 * step : 0;
    axis.unit = axis.narrow ? 219 * step : last;
  }
  return axis;
}

std::vector<Mark> marks_of(const Axis& axis, Transfer transfer, Units units, double labels,
                           bool zoomed) {
  std::vector<Mark> marks;
  switch (units_of(axis, transfer, units)) {
  case Units::code:
    add_codes(axis, marks);
    break;
  case Units::nits:
    add_nits(axis, transfer, zoomed, marks);
    break;
  case Units::stops:
    add_stops(axis, transfer, marks);
    break;
  default:
    add_percents(axis, labels, zoomed, marks);
    break;
  }
  if (axis.narrow && !axis.difference) {
    const CodeLimits limits = code_limits(RangeLimits::r103, axis.depth);
    marks.push_back({static_cast<double>(limits.low), "", MarkKind::r103, 9});
    marks.push_back({static_cast<double>(limits.high), "", MarkKind::r103, 9});
  }
  return marks;
}

std::vector<Mark> percents_beside(const Axis& axis, Transfer transfer, Units units) {
  std::vector<Mark> marks;
  const Units of_marks = units_of(axis, transfer, units);
  if (of_marks != Units::nits && of_marks != Units::stops)
    return marks;
  const int white = transfer == Transfer::pq ? 58 : transfer == Transfer::hlg ? 75 : 100;
  for (const int percent : {white, 0, 25, 50, 75, 100})
    if (percent != white || marks.empty())
      marks.push_back({axis.value_of(percent / 100.0), std::to_string(percent) + " %",
                       MarkKind::level, percent == white ? 0 : 1});
  return marks;
}

const char* unit_name(const Axis& axis, Transfer transfer, Units units) {
  switch (units_of(axis, transfer, units)) {
  case Units::code:
    return "code";
  case Units::nits:
    // The light of HLG depends on the peak of the display.
    return transfer == Transfer::hlg ? "nits at peak 1000" : "nits";
  case Units::ire:
    return "IRE";
  case Units::stops:
    return "stops";
  default:
    return "%";
  }
}

std::string number_of(const Axis& axis, Transfer transfer, Units units, double value) {
  const double signal = (value - axis.zero) / axis.unit;
  switch (units_of(axis, transfer, units)) {
  case Units::code:
    return whole(value);
  case Units::nits: {
    const double nits = light_of_signal(transfer, signal);
    return nits < 0.005 ? "0" : fixed_decimal(nits, nits < 1 ? 2 : nits < 10 ? 1 : 0);
  }
  case Units::stops: {
    const double stop = std::round(10 * stop_of_signal(transfer, signal)) / 10 + 0.0;
    if (stop < least_stop)
      return "<" + whole(least_stop);
    return (stop > 0 ? "+" : "") + fixed_decimal(stop, 1);
  }
  default:
    return whole(std::round(100 * signal) + 0.0); // no negative zero
  }
}

const char* unit_suffix(const Axis& axis, Transfer transfer, Units units) {
  switch (units_of(axis, transfer, units)) {
  case Units::code:
    return "";
  case Units::nits:
    return " nits";
  case Units::ire:
    return " IRE";
  case Units::stops:
    return " stops";
  default:
    return " %";
  }
}

MatrixFamily matrix_family(const ColourSpec& colours) {
  const auto is = [&](double kr, double kb) {
    return std::fabs(colours.kr - kr) < 1e-6 && std::fabs(colours.kb - kb) < 1e-6;
  };
  return is(0.299, 0.114)     ? MatrixFamily::bt601
         : is(0.2627, 0.0593) ? MatrixFamily::bt2020
                              : MatrixFamily::bt709;
}

double skin_tone_of(const Source& source) {
  switch (matrix_family(source.colours)) {
  case MatrixFamily::bt601:
    return 126;
  case MatrixFamily::bt2020:
    return source.colours.transfer == Transfer::pq    ? 137
           : source.colours.transfer == Transfer::hlg ? 136
                                                      : 135;
  default:
    return 123;
  }
}

double signal_of_light(Transfer transfer, double nits) {
  if (transfer == Transfer::hlg)
    return hlg_oetf(std::pow(nits / hlg_peak, 1 / hlg_gamma));
  return nits <= 0 ? 0 : pq_inverse_eotf(nits);
}

double signal_of_stop(Transfer transfer, double stop) {
  const double factor = std::exp2(stop);
  if (transfer == Transfer::pq)
    return pq_grey * factor > 10000 ? 2 : pq_inverse_eotf(pq_grey * factor);
  if (transfer == Transfer::hlg) {
    const double scene = hlg_scene_light(hlg_grey_signal) * factor;
    return scene > 1 ? 2 : hlg_oetf(scene);
  }
  const double light = grey * factor;
  return light < bt709_knee ? bt709_slope * light
                            : (1 + bt709_offset) * std::pow(light, bt709_power) - bt709_offset;
}

double stop_of_signal(Transfer transfer, double signal) {
  if (signal <= 0)
    return -INFINITY;
  if (transfer == Transfer::pq)
    return std::log2(pq_eotf(std::min(signal, 1.0)) / pq_grey);
  if (transfer == Transfer::hlg)
    return std::log2(hlg_scene_light(signal) / hlg_scene_light(hlg_grey_signal));
  const double light =
      signal < bt709_slope * bt709_knee
          ? signal / bt709_slope
          : std::pow((signal + bt709_offset) / (1 + bt709_offset), 1 / bt709_power);
  return std::log2(light / grey);
}

double signal_of_level(Transfer transfer, double level) {
  return transfer == Transfer::sdr ? level / 100 : signal_of_light(transfer, level);
}

double light_of_signal(Transfer transfer, double signal) {
  const double limited = std::clamp(signal, 0.0, 1.0);
  return transfer == Transfer::hlg ? hlg_peak * std::pow(hlg_scene_light(limited), hlg_gamma)
                                   : pq_eotf(limited);
}

} // namespace videohistogram::scope
