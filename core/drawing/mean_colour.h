// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The colour of a pixel of a trace that shows the picture's own colours: the hue of the mean colour
// of the samples that the pixel shows, as light as any other trace.
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// Maximum number of components of a mean colour.
constexpr uint32_t max_mean_components = 3;

/// How sums of components over samples become a colour. The largest of R, G and B is always
/// mean_brightness, and the differences between them keep their proportions, so that the hue stays.
/// Their largest difference d, of full scale, becomes mean_saturation * d / (d + mean_knee), so
/// that the faint hues of dark parts are seen as well.
struct MeanColours {
  uint32_t components = 0; ///< 0: traces have no mean colours
  /// parts[c][i]: what a unit of component i adds to R, G or B of a sample, whose full scale is 1.
  float parts[3][max_mean_components] = {};
  float constants[3] = {}; ///< added to R, G and B of each sample
  uint32_t shifts[3] = {}; ///< of the bytes of R, G and B in a pixel
};

// The kernels of the host compute colours in vectors, and share only these numbers.

/// The largest component of each colour.
constexpr float mean_brightness = 255;
/// The part of mean_brightness by which the least component of the purest colours is less: a pure
/// blue would be too dark to be read. The difference of which half of that part remains.
constexpr float mean_saturation = 0.75f, mean_knee = 0.08f;
/// Keeps a divisor from 0.
constexpr float least_divisor = 1e-20f;

/// The colour of `samples` samples, above 0, with these sums of their components.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t mean_colour(const MeanColours& of, float samples,
                                                       const float* sums) {
  float colour[3];
  for (uint32_t c = 0; c < 3; c++) {
    colour[c] = of.constants[c] * samples;
    for (uint32_t i = 0; i < of.components; i++)
      colour[c] = colour[c] + of.parts[c][i] * sums[i];
  }
  const float rg_most = colour[0] > colour[1] ? colour[0] : colour[1],
              rg_least = colour[0] < colour[1] ? colour[0] : colour[1];
  const float most = rg_most > colour[2] ? rg_most : colour[2],
              least = rg_least < colour[2] ? rg_least : colour[2];
  const float factor =
      mean_brightness * mean_saturation / ((most - least) + (mean_knee * samples + least_divisor));
  uint32_t pixel = 0;
  for (uint32_t c = 0; c < 3; c++) {
    const float code = mean_brightness - (most - colour[c]) * factor;
    pixel |= static_cast<uint32_t>(static_cast<int32_t>(code + 0.5f)) << of.shifts[c];
  }
  return pixel;
}

} // namespace videohistogram
