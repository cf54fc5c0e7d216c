// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/videohistogram/videohistogram.h>

#include <string>
#include <vector>

/// Whether the height of a curve is the share of samples in a bin or its logarithm.
enum class PlotScale { linear, log };

/// An image to show above a plot, and the pixels that the plot counts.
struct PlotPicture {
  struct Pixel {
    int x, y;
  };

  const unsigned char* pixels; ///< format BGRx, or xRGB on a big-endian machine
  int width, height, stride;
  std::vector<Pixel> marked; ///< pixels to paint magenta
};

/// Draws all channels of a histogram, with axes and a legend, into a PNG of 1000x560 pixels. With a
/// picture the PNG is higher and shows the picture above the plot. Returns the error, empty on
/// success.
std::string write_plot(GstVideoHistogram* histogram, const std::string& title,
                       const std::string& subtitle, PlotScale scale, const std::string& path,
                       const PlotPicture* picture = nullptr);
