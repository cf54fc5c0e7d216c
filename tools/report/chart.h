// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Drawings over the frames of a video, as SVG in HTML. The drawing stretches to the width of the
// page; text stands beside it in HTML, so that it keeps its size.
#pragma once

#include "tools/record/video.h"
#include "tools/report/timeline.h"
#include "tools/report/value_range.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// The columns of all charts.
std::vector<size_t> chart_columns();

/// The charts for which the video has figures: all, or those whose line is one of `lines`.
std::string draw_charts(const Timeline& timeline, const ValueRange& range,
                        const std::vector<Shot>& shots, const std::vector<size_t>& lines = {});

/// All points of the charts in JSON, as video_script reads them.
std::string make_chart_data(const Timeline& timeline);

/// A small chart for a line of text: the average of Y, and from the 10th to the 90th percentile.
/// Nothing for one frame. `timeline` needs YLOW, YAVG and YHIGH.
std::string draw_sparkline(const Timeline& timeline, double max_value);

} // namespace videohistogram::tools
