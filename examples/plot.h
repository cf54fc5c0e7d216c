// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/videohistogram/videohistogram.h>

#include <string>

/// Whether the height of a curve is the count of a bin or its logarithm.
enum class PlotScale { linear, log };

/// Draws all channels of a histogram, with axes and a legend, into a PNG of 1000x560 pixels.
/// Returns what went wrong, empty if nothing did.
std::string write_plot(GstVideoHistogram* histogram, const std::string& title,
                       const std::string& subtitle, PlotScale scale, const std::string& path);
