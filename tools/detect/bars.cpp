// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/bars.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

namespace {

constexpr double least_bar_share = 0.04, most_others = 0.15;
constexpr int64_t reach = 3; ///< bins of four codes beside that of a colour

/// Distances of Cb and Cr of yellow, cyan and green from gray, of bars of 100 %, in codes of 8
/// bits. Those of blue, red and magenta are the same with the other sign.
struct Colours {
  double cb[3], cr[3];
  double y[6]; ///< above black, of yellow, cyan, green, magenta, red and blue
};
constexpr Colours bt601{
    {-112, 37.8, -74.2}, {18.2, -112, -93.8}, {194, 153.5, 128.6, 90.4, 65.5, 25}},
    bt709{{-112, 25.7, -86.3}, {10.3, -112, -101.7}, {203.2, 172.4, 156.6, 62.4, 46.6, 15.8}};

/// The share of the samples around a value of 8 bits, whose bins it marks.
double share_around(const ColourHistogram& histogram, size_t channel, double value,
                    bool (&is_known)[ColourHistogram::bins]) {
  constexpr auto bins = static_cast<int64_t>(ColourHistogram::bins);
  const auto middle = static_cast<int64_t>(std::floor(value / 4));
  double share = 0;
  for (int64_t bin = std::max<int64_t>(middle - reach, 0);
       bin <= std::min(middle + reach, bins - 1); bin++) {
    share += histogram.at(channel, static_cast<size_t>(bin));
    is_known[bin] = true;
  }
  return share;
}

double share_of_others(const ColourHistogram& histogram, size_t channel,
                       const bool (&is_known)[ColourHistogram::bins]) {
  double others = 0;
  for (size_t bin = 0; bin < ColourHistogram::bins; bin++)
    others += is_known[bin] ? 0 : histogram.at(channel, bin);
  return others;
}

bool has_luma(const ColourHistogram& histogram, const Colours& colours, double amplitude) {
  bool is_known[ColourHistogram::bins] = {};
  for (const double gray : {16.0, 104.0, 180.0, 235.0}) // of bars that have such patches
    share_around(histogram, 0, gray, is_known);
  return std::all_of(std::begin(colours.y), std::end(colours.y),
                     [&](double y) {
                       return share_around(histogram, 0, 16 + amplitude * y, is_known) >=
                              least_bar_share;
                     }) &&
         share_of_others(histogram, 0, is_known) <= most_others;
}

bool has_colours(const ColourHistogram& histogram, size_t channel, const double (&distances)[3],
                 double amplitude) {
  bool is_known[ColourHistogram::bins] = {};
  share_around(histogram, channel, 128, is_known); // gray
  for (const double distance : distances) {
    for (const double sign : {1.0, -1.0})
      if (share_around(histogram, channel, 128 + sign * amplitude * distance, is_known) <
          least_bar_share)
        return false;
  }
  return share_of_others(histogram, channel, is_known) <= most_others;
}

} // namespace

bool shows_bars(const ColourHistogram& histogram) {
  for (const Colours& colours : {bt601, bt709}) {
    for (const double amplitude : {0.75, 1.0}) {
      if (has_luma(histogram, colours, amplitude) &&
          has_colours(histogram, 1, colours.cb, amplitude) &&
          has_colours(histogram, 2, colours.cr, amplitude))
        return true;
    }
  }
  return false;
}

} // namespace videohistogram::tools
