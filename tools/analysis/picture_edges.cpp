// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/picture_edges.h"

#include "tools/analysis/levels.h"
#include "tools/read/gst_pointers.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// Samples up to this share of the range above black belong to a bar: 24 in 8 bits and limited
/// range, as FFmpeg's cropdetect has it.
constexpr double bar_range = 0.04;

/// A projection keeps its histogram alive.
using ProjectionPtr =
    std::unique_ptr<GstVideoHistogramProjection, Releaser<gst_video_histogram_projection_unref>>;

/// The shares of samples that are not black, by position; empty without counts.
std::vector<double> read_shares(GstVideoHistogram* histogram, guint index) {
  const ProjectionPtr owned(gst_video_histogram_get_projection(histogram, index));
  GstVideoHistogramProjection* projection = owned.get();
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

/// The depth of the formats whose samples are read.
constexpr guint depth_of_samples = 16;

/// Counts the samples of Y that are not black.
bool read_samples(GstVideoHistogram* histogram, GstBuffer* buffer, const GstVideoInfo& info,
                  PictureEdges& edges) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ))
    return false;
  const guint black = black_value(histogram, depth_of_samples, bar_range);
  const auto width = static_cast<size_t>(GST_VIDEO_FRAME_COMP_WIDTH(&frame, 0));
  const auto height = static_cast<size_t>(GST_VIDEO_FRAME_COMP_HEIGHT(&frame, 0));
  const auto step = static_cast<size_t>(GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, 0));
  const auto stride = static_cast<size_t>(GST_VIDEO_FRAME_COMP_STRIDE(&frame, 0));
  const auto* row = static_cast<const guint8*>(GST_VIDEO_FRAME_COMP_DATA(&frame, 0));
  std::vector<guint> columns(width);
  for (size_t y = 0; y < height; y++, row += stride) {
    size_t others = 0;
    for (size_t x = 0; x < width; x++) {
      const bool is_black = GST_READ_UINT16_LE(row + step * x) <= black;
      columns[x] += !is_black;
      others += !is_black;
    }
    edges.rows.push_back(static_cast<double>(others) / static_cast<double>(width));
  }
  for (guint others : columns)
    edges.columns.push_back(others / static_cast<double>(height));
  gst_video_frame_unmap(&frame);
  return true;
}

} // namespace

bool read_edges(GstBuffer* buffer, const GstVideoInfo& info, PictureEdges& edges) {
  // One that is made of several has no projections.
  GstVideoHistogram* const histogram = gst_buffer_get_video_histogram_meta(buffer)->histogram;
  if (GST_VIDEO_INFO_COMP_DEPTH(&info, 0) == depth_of_samples)
    return read_samples(histogram, buffer, info, edges);
  if (gst_video_histogram_get_n_projections(histogram) != 2)
    return false;
  edges.columns = read_shares(histogram, 0);
  edges.rows = read_shares(histogram, 1);
  // At 90 degrees, positions run from the bottom to the top.
  std::reverse(edges.rows.begin(), edges.rows.end());
  return !edges.columns.empty() && !edges.rows.empty();
}

} // namespace videohistogram::tools
