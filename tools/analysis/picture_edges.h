// SPDX-License-Identifier: LGPL-2.1-or-later
// Which rows and columns of a frame are not black.
#pragma once

#include <gst/videohistogram/videohistogram.h>

#include <vector>

namespace videohistogram::tools {

/// The share of samples of Y that are not black, in each column from left to right and in each row
/// from top to bottom.
struct PictureEdges {
  std::vector<double> columns, rows;
};

/// Reads the projections that CountedTables adds to some frames; waits for their counts. Returns
/// false if the histogram has none.
bool read_edges(GstVideoHistogram* histogram, PictureEdges& edges);

} // namespace videohistogram::tools
