// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/picture_edges.h"

#include "tools/analysis/levels.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// Up to this share of the range above black a sample is that of a bar: 24 in 8 bits and limited
/// range, as FFmpeg's cropdetect has it.
constexpr double bar_range = 0.04;

/// The shares of samples that are not black, by position; empty without counts.
std::vector<double> read_shares(GstVideoHistogram* histogram, guint index) {
  GstVideoHistogramProjection* projection = gst_video_histogram_get_projection(histogram, index);
  gsize size = 0;
  const guint32* counts = gst_video_histogram_projection_get_counts(projection, &size);
  if (!counts)
    return {};
  const gsize bins = gst_video_histogram_projection_get_bins(projection);
  const guint depth = gst_video_histogram_projection_get_depth(projection);
  const gsize first = std::min<gsize>(black_value(histogram, depth, bar_range) + 1, bins);
  std::vector<double> shares;
  for (gsize start = 0; start < size; start += bins) {
    guint64 black = 0, others = 0;
    for (gsize bin = 0; bin < bins; bin++)
      (bin < first ? black : others) += counts[start + bin];
    shares.push_back(static_cast<double>(others) / static_cast<double>(black + others));
  }
  return shares;
}

} // namespace

bool read_edges(GstVideoHistogram* histogram, PictureEdges& edges) {
  if (gst_video_histogram_get_n_projections(histogram) != 2)
    return false;
  edges.columns = read_shares(histogram, 0);
  edges.rows = read_shares(histogram, 1);
  // At 90 degrees, positions run from the bottom to the top.
  std::reverse(edges.rows.begin(), edges.rows.end());
  return !edges.columns.empty() && !edges.rows.empty();
}

} // namespace videohistogram::tools
