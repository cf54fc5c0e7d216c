// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures over video: the backing of a picture is translucent, its lines, text and traces are not.
// Host and devices compute the same pixels.
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// Most pixels that share a chroma sample.
constexpr uint32_t max_cell_pixels = 16;

/// The alpha, 0 to 255, of a pixel whose largest component is `light`, over a backing of the alpha
/// `backing`. A pixel is a backing and light on it, so that a black pixel has the alpha of the
/// backing, and none less than it needs to be as bright as in the opaque picture.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t alpha_over(uint32_t backing, uint32_t light) {
  return backing + ((255 - backing) * light + 254) / 255;
}

/// A component of the opaque picture as that of a pixel of this alpha, which is at least
/// alpha_over() its backing: blended over black, it is as bright as before.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t component_over(uint32_t component, uint32_t alpha) {
  if (alpha == 255 || alpha == 0) // 0: all components are 0
    return component;
  const uint32_t scaled = (component * 255 + alpha / 2) / alpha;
  return scaled < 255 ? scaled : 255;
}

/// The chroma of several pixels that share a sample: a mean weighted by light, since the chroma of
/// a thin line would otherwise be that of the dark pixels beside it.
class SharedChroma {
public:
  /// Adds a pixel, whose largest component is `light`.
  VIDEOHISTOGRAM_HOST_DEVICE void add(uint32_t chroma, uint32_t light) {
    // Black pixels count, too, so that the mean of these alone is defined.
    sum_ += chroma * (light + 1);
    weights_ += light + 1;
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t mean() const { return (sum_ + weights_ / 2) / weights_; }

private:
  uint32_t sum_ = 0, weights_ = 0;
};

} // namespace videohistogram
