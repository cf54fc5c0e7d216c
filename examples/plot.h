// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/videohistogram/videohistogram.h>

#include <string>
#include <vector>

/// Whether the height of a curve is the count of a bin or its logarithm.
enum class PlotScale { linear, log };

/// A picture to be shown above a plot, and those of its pixels that are counted there.
struct PlotPicture {
  struct Pixel {
    int x, y;
  };

  const unsigned char* pixels; ///< BGRx, or xRGB on a big-endian machine
  int width, height, stride;
  std::vector<Pixel> marked; ///< painted over in magenta
};

/// Draws all channels of a histogram, with axes and a legend, into a PNG of 1000x560 pixels, which
/// is higher where it has a picture above. Returns what went wrong, empty if nothing did.
std::string write_plot(GstVideoHistogram* histogram, const std::string& title,
                       const std::string& subtitle, PlotScale scale, const std::string& path,
                       const PlotPicture* picture = nullptr);
