// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The light of traces and curves, pixel by pixel.
#pragma once

#include "core/host_device.h"

#include <cstdint>
#include <cstring>

namespace videohistogram {

// The kernels of the host compute brightness in vectors, and share only these numbers.

/// The largest brightness.
constexpr float full_brightness = 255;

/// Brightness of a curve: where it is filled, and what its outline adds.
constexpr float curve_fill = 76, curve_outline = 150;

/// The bits of 1.0f.
constexpr int32_t bits_of_one = 0x3f800000;

/// The pixel of a colour at full brightness, byte by byte. Brightness b, 0 to 255, gives each byte
/// (colour * (b + b / 128) + white * b^4 / 255^3) / 256, in integers: see light_of().
struct LightColour {
  uint32_t colour = 0;
  uint32_t white = 0; ///< makes bright pixels whiter: its part grows faster than that of `colour`
};

/// The light of a brightness, 0 to 255.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t light_of(const LightColour& light, uint32_t brightness) {
  const uint32_t square = brightness * brightness >> 8, fourth = square * square >> 8;
  const uint32_t full = brightness + (brightness >> 7);
  uint32_t pixel = 0;
  for (uint32_t shift = 0; shift < 32; shift += 8) {
    const uint32_t colour = light.colour >> shift & 255, white = light.white >> shift & 255;
    pixel |= (full * colour + fourth * white) >> 8 << shift;
  }
  return pixel;
}

/// The sum of each byte of two pixels, at most 255.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_saturated(uint32_t a, uint32_t b) {
  constexpr uint32_t low = 0x7f7f7f7f, high = 0x80808080;
  const uint32_t sum = (a & low) + (b & low);
  const uint32_t carry = ((a & b) | ((a | b) & sum)) & high; // out of each byte
  return (sum ^ ((a ^ b) & high)) | ((carry >> 7) * 255);
}

/// How samples become brightness: at least what makes a single sample visible, and above that the
/// power `gamma` of their density. So a density that is much below the densest one is still told
/// from others.
struct Response {
  float scale = 0;    ///< from samples per pixel to a density of which 1 is full brightness
  float gamma = 1;    ///< exponent of the density
  float specimen = 0; ///< brightness per samples of a pixel, where these are few
  float least = 0;    ///< brightness, 0 to 1, of a single sample
  float rest = 1;     ///< what the power adds at full density: 1 - least
};

/// The brightness of a pixel, 0 to 255, with samples of a trace, 0 or more: more for more samples.
/// The power is that of a piecewise linear approximation of the logarithm, the bits of a float:
/// monotonic, and at most 6 % off.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t brightness_of(float samples, const Response& response) {
  if (!(samples > 0))
    return 0;
  const float density = samples * response.scale;
  int32_t bits;
  std::memcpy(&bits, &density, sizeof bits);
  const float scaled = static_cast<float>(bits - bits_of_one) * response.gamma;
  bits = static_cast<int32_t>(scaled) + bits_of_one;
  float power;
  std::memcpy(&power, &bits, sizeof power);
  const float limited = power < 1 ? power : 1;
  const float few = samples * response.specimen;
  const float floor = few < response.least ? few : response.least;
  const float brightness = floor + limited * response.rest;
  return static_cast<uint32_t>(static_cast<int32_t>(brightness * full_brightness + 0.5f));
}

/// How much brighter than others the dark colours of a trace are drawn that has a colour per pixel.
struct ColourLift {
  uint32_t share = 0;          ///< of 256, of the luminance that a colour lacks; 0: no lift
  uint32_t rise = 0, fall = 0; ///< see lifted_brightness()
  uint32_t shifts[3] = {};     ///< of the bytes of R, G and B in a pixel
};

/// Colours below this luminance, of 255, are drawn brighter. Parts of R, G and B in it, of 256.
constexpr uint32_t dark_luminance = 112;
constexpr uint32_t red_part = 54, green_part = 183, blue_part = 19;

/// The brightness, 0 to 255, at which a colour is drawn whose trace has `brightness`: a single
/// sample of each hue is seen, although red and blue are darker than others. Most is added at the
/// brightness of a single sample, and nothing at 0 and 255: what is dark stays so, and more samples
/// are brighter.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t lifted_brightness(const ColourLift& lift,
                                                             uint32_t colour, uint32_t brightness) {
  const uint32_t r = colour >> lift.shifts[0] & 255, g = colour >> lift.shifts[1] & 255,
                 b = colour >> lift.shifts[2] & 255;
  // Light grows with about the square of a code.
  const uint32_t luminance = (red_part * r * r + green_part * g * g + blue_part * b * b) >> 16;
  const uint32_t lack = luminance < dark_luminance ? dark_luminance - luminance : 0;
  const uint32_t up = brightness * lift.rise, down = (255 - brightness) * lift.fall;
  const uint32_t part = (up < down ? up : down) >> 8; // of 256
  return brightness + ((lack * lift.share >> 8) * part >> 8);
}

/// The least brightness of a held trace, which has a contrast of 3:1, and the part of its own
/// brightness that is added: a held trace is seen, but less than the dense parts of the live one.
constexpr uint32_t least_held_brightness = 128, held_part = 8;

/// The brightness of a held trace, which is shown where the live one has none, so that it does not
/// change the colours of that.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t held_brightness(uint32_t held, uint32_t live) {
  if (held == 0 || live > 0)
    return 0;
  return least_held_brightness + held / held_part;
}

/// `value` limited to 0 .. 1.
VIDEOHISTOGRAM_HOST_DEVICE inline float clamp_to_one(float value) {
  const float positive = value > 0 ? value : 0;
  return positive < 1 ? positive : 1;
}

/// The brightness of a pixel of a histogram's curve. `height` and `step` are rows from the bottom
/// of the plot: rows below `height` are filled, rows above `step` are outline. `bottom` is the
/// lower edge of the pixel's row.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t curve_brightness(float height, float step,
                                                            float bottom) {
  const float covered = clamp_to_one(height - bottom);
  const float of_outline = clamp_to_one(bottom + 1 - step);
  return static_cast<uint32_t>(
      static_cast<int32_t>(covered * (curve_fill + curve_outline * of_outline)));
}

/// The brightness of a pixel of a held curve: an outline where it is higher than the live one, of
/// `live` rows.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t held_curve_brightness(float height, float step,
                                                                 float bottom, float live) {
  if (bottom < live)
    return 0;
  const float covered = clamp_to_one(height - bottom);
  const float of_outline = clamp_to_one(bottom + 1 - step);
  return static_cast<uint32_t>(
      static_cast<int32_t>(covered * (of_outline * (curve_fill + curve_outline))));
}

} // namespace videohistogram
