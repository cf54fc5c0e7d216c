// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which rows and columns of a frame are not black.
#pragma once

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <vector>

namespace videohistogram::tools {

/// The share of samples of Y that are not black, in each column from left to right and in each row
/// from top to bottom.
struct PictureEdges {
  std::vector<double> columns, rows;
};

/// Reads the projections that CountedTables adds to some frames; waits for their counts.
/// Projections of samples of 16 bits would exceed the limit of counts: the samples of the frame
/// itself are read. Returns false if there are neither.
bool read_edges(GstBuffer* buffer, const GstVideoInfo& info, PictureEdges& edges);

} // namespace videohistogram::tools
