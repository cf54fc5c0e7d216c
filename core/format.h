// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/quantity.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace videohistogram {

/// Where a channel's sample lies in a pixel of its sample plane.
struct Component {
  Quantity channel;
  uint8_t offset; ///< bytes from the start of the pixel, a multiple of the sample's
};

/// Samples of a frame that have one resolution and lie in one plane: a picture of packed pixels,
/// each with a sample of every component. A sample that is no component (the x byte of RGBx) is
/// part of the pixel.
struct SamplePlane {
  uint8_t pixel_bytes; ///< from a pixel to the next one in a row
  uint8_t n_components;
  std::array<Component, 4> components; ///< in memory order
  uint8_t plane = 0;                   ///< of the frame's
  /// log2 of how many of the frame's columns and rows share a pixel of the sample plane.
  uint8_t x_sub = 0, y_sub = 0;

  QuantitySet channels() const;
  /// Bytes from the start of a pixel to `channel`; -1 if it is not in this sample plane.
  int offset_of(Quantity channel) const;

  /// Pixels in a row of a frame that is `width` wide, the one at the right edge included whose
  /// columns are not all there.
  uint32_t width_of(uint32_t width) const { return shrink(width, x_sub); }
  uint32_t height_of(uint32_t height) const { return shrink(height, y_sub); }

private:
  static uint32_t shrink(uint32_t length, uint8_t sub) {
    return static_cast<uint32_t>((uint64_t{length} + (1u << sub) - 1) >> sub);
  }
};

constexpr uint32_t max_planes = 3;
constexpr uint32_t max_sample_planes = 3;

/// A format whose samples all have the same size. Its pixels are what its sample planes have: RGBA
/// has one sample plane; NV12 two, of Y and of CbCr, in a plane each; YUY2 the same two in one
/// plane.
struct FormatInfo {
  const char* name; ///< GStreamer's name, "RGBA"
  uint8_t depth;    ///< bits of a value, 1 to 16
  uint8_t n_planes;
  uint8_t n_sample_planes;
  /// In the order of their channels: of a list of channels, those of a sample plane follow each
  /// other.
  std::array<SamplePlane, max_sample_planes> sample_planes;
  uint8_t sample_bytes = 1; ///< 1, or 2 with the low byte first
  /// Bits below the value in its sample: value = (sample >> shift) & (2^depth - 1). The other bits
  /// may be anything. Bytes are all value: depth 8, shift 0.
  uint8_t shift = 0;

  /// R, G and B are there, for LUMA and MAXRGB. They are in the first sample plane, the only one.
  bool is_rgb() const { return sample_planes[0].n_components >= 3; }
  /// The channels that lie in memory, without computed ones.
  QuantitySet channels() const;
  /// The channels that can be counted.
  QuantitySet countable_channels() const;
  /// Bytes that the pixels of a row of a plane take, without padding, in a frame `width` wide.
  size_t row_bytes(uint32_t plane, uint32_t width) const;
  /// Rows of a plane in a frame `height` high.
  uint32_t rows(uint32_t plane, uint32_t height) const;
};

/// The format that GStreamer calls `name`, or nullptr if it cannot be counted.
const FormatInfo* find_format(std::string_view name);

/// All formats that can be counted, ended by a nullptr.
const FormatInfo* const* all_formats();

/// The channels of `wanted` that can be counted in `format`.
QuantityList select_quantities(const FormatInfo& format, QuantitySet wanted);

} // namespace videohistogram
