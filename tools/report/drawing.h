// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The space in which timelines and charts are drawn.
#pragma once

#include "tools/report/timeline.h"
#include "tools/text/format.h"

#include <string>

namespace videohistogram::tools {

/// Units of a drawing, which the page stretches.
constexpr double drawing_width = 1000, drawing_height = 100;

/// A length or a place in these units.
std::string coordinate(double value);

/// The place of a frame. That of a video with one frame lies in the middle.
double x_of(const Timeline& timeline, double frame);

/// The times under a drawing.
std::string draw_ticks(const Timeline& timeline);

} // namespace videohistogram::tools
