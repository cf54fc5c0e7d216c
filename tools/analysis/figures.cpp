// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace videohistogram::tools {

namespace {

/// Figures of one channel that signalstats does not have.
double outside_legal(GstVideoHistogram* histogram, const char* name) {
  const gint channel = gst_video_histogram_find_channel(histogram, name);
  return channel < 0 ? NAN
                     : gst_video_histogram_get_fraction_outside_legal(histogram,
                                                                      static_cast<guint>(channel));
}

/// The share of pixels of which at least one component is outside of the limits: RANGE is a mask of
/// components, and 0 for a pixel that is inside.
double outside_limits(GstVideoHistogram* histogram) {
  const gint channel = gst_video_histogram_find_channel(histogram, "RANGE");
  return channel < 0
             ? NAN
             : gst_video_histogram_get_fraction_above(histogram, static_cast<guint>(channel), 0);
}

double zero_if_none(double difference) {
  return std::isnan(difference) ? 0 : difference;
}

} // namespace

bool read_figures(GstVideoHistogram* histogram, FrameRecord& frame, GError** error) {
  GstVideoHistogramSignalStats s;
  if (!gst_video_histogram_get_signalstats(histogram, &s, error))
    return false;
  gint y = gst_video_histogram_find_channel(histogram, "Y");
  const bool gray = y < 0;
  if (gray)
    y = gst_video_histogram_find_channel(histogram, "GRAY");
  double low = NAN, high = NAN, deviation = NAN, entropy = NAN;
  if (y >= 0) {
    const guint channel = static_cast<guint>(y);
    low = gst_video_histogram_get_percentile(histogram, channel, 1);
    high = gst_video_histogram_get_percentile(histogram, channel, 99);
    deviation = std::sqrt(gst_video_histogram_get_variance(histogram, channel));
    entropy = gst_video_histogram_get_entropy(histogram, channel);
  }
  frame.figures.fill(NAN);
  // In the order of frame_columns.
  const double figures[] = {
      s.y_min,
      s.y_low,
      s.y_average,
      s.y_high,
      s.y_max, // Y
      s.u_min,
      s.u_low,
      s.u_average,
      s.u_high,
      s.u_max, // Cb
      s.v_min,
      s.v_low,
      s.v_average,
      s.v_high,
      s.v_max, // Cr
      s.sat_min,
      s.sat_low,
      s.sat_average,
      s.sat_high,
      s.sat_max, // saturation
      s.hue_median,
      s.hue_average,
      zero_if_none(s.y_difference),              //
      gray ? NAN : zero_if_none(s.u_difference), //
      gray ? NAN : zero_if_none(s.v_difference), //
      s.y_bit_depth,
      s.u_bit_depth,
      s.v_bit_depth, //
      low,
      high,
      deviation,
      entropy,                                                                 //
      gray ? outside_legal(histogram, "GRAY") : outside_legal(histogram, "Y"), //
      outside_legal(histogram, "Cb"),
      outside_legal(histogram, "Cr"),
      outside_limits(histogram),
  };
  std::copy(std::begin(figures), std::end(figures), frame.figures.begin());
  return true;
}

} // namespace videohistogram::tools
