// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/packing.h"
#include "core/quantity.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace videohistogram {

/// The values that a quantity can have: 0 to `n_values` - 1.
struct ValueRange {
  uint32_t depth;    ///< bits per value
  uint32_t n_values; ///< at most 2^depth

  /// The number of bins for a user's request of `bins`; 0 asks for one bin per value.
  uint32_t bins_for(uint32_t bins) const {
    return fixed_bins || bins == 0 || bins > n_values ? n_values : bins;
  }
  bool fixed_bins = false; ///< there is always one bin per value, see QuantityInfo
};

/// Where the value of a channel lies in a pixel of its sample plane:
/// value = (sample >> shift) & (2^bits - 1). The other bits of the sample may be anything. All
/// components of a sample plane have the same shift and bits.
struct Component {
  Quantity channel;
  uint8_t byte; ///< bytes from the start of the pixel to the sample, a multiple of the sample size
  uint8_t shift = 0;
  uint8_t bits = 8;
};

/// The samples of one resolution in one plane of a frame, as an image of packed pixels. Each pixel
/// has one sample per component. A sample that is no component (x of RGBx) is part of the pixel.
struct SamplePlane {
  uint8_t pixel_bytes; ///< bytes from one pixel to the next in a row
  uint8_t n_components;
  std::array<Component, 4> components; ///< in memory order
  uint8_t plane = 0;                   ///< index of the plane in the frame
  /// log2 of the horizontal and vertical subsampling.
  uint8_t x_sub = 0, y_sub = 0;

  /// Bits per value, and bits of a sample below its value.
  uint8_t depth() const { return components[0].bits; }
  uint8_t shift() const { return components[0].shift; }
  QuantitySet channels() const;
  /// Bytes from the start of a pixel to the sample of `channel`; -1 if this sample plane has none.
  int offset_of(Quantity channel) const;

  /// Pixels per row in a frame `width` pixels wide, including a pixel that the right edge cuts.
  uint32_t width_of(uint32_t width) const { return shrink(width, x_sub); }
  uint32_t height_of(uint32_t height) const { return shrink(height, y_sub); }

private:
  static uint32_t shrink(uint32_t length, uint8_t sub) {
    return static_cast<uint32_t>((uint64_t{length} + (1u << sub) - 1) >> sub);
  }
};

constexpr uint32_t max_planes = 4;
constexpr uint32_t max_sample_planes = 4;

/// The colours that the samples of a format code.
enum class Family : uint8_t { rgb, ycbcr, gray };

/// A pixel format. All samples of a frame have the same size. RGBA has one sample plane; NV12 has
/// two, Y and CbCr, each in its own plane; YUY2 has the same two in one plane.
///
/// Frames of a format with a packing are unpacked before they are counted. All columns but
/// `packing` and `n_planes` then describe the unpacked frame, so that plans are the same for both.
/// Only row_bytes() and rows() describe the frame in memory.
struct FormatInfo {
  const char* name; ///< GStreamer's name, "RGBA"
  Family family;
  uint8_t n_planes; ///< planes of the frame in memory
  uint8_t n_sample_planes;
  /// In the order of their channels: a QuantityList lists those of one sample plane in succession.
  std::array<SamplePlane, max_sample_planes> sample_planes;
  const char* ffmpeg_name; ///< of FFmpeg's pixel format with the same layout, "rgba"; null: none
  /// The format in which the same samples lie in planes of their own, one value per sample. Counts
  /// of both are equal. null: this one, or GStreamer has none.
  const char* canonical;
  uint8_t sample_bytes; ///< bytes per sample: 1 or 2
  /// Bits per value of the deepest channel, and of computed quantities: 8 to 16, less in 16-bit
  /// words of R, G and B. Each sample has a value of so many bits above `shift` other bits. Of a
  /// channel that has fewer, the sample's value repeats the channel's bits, highest first: computed
  /// quantities take it, and its high bits are the channel's value. For every component,
  /// Component::shift + bits is shift + depth. Samples of 1 byte have depth 8 and shift 0.
  uint8_t depth;
  uint8_t shift;
  Packing packing; ///< Packing::none: memory is as `sample_planes` say
  /// The same format without the packing, of which unpacked frames are. null: no packing.
  const FormatInfo* unpacked;

  /// Whether the format stores R, G and B, or Y, Cb and Cr.
  bool is_rgb() const { return family == Family::rgb; }
  bool is_ycbcr() const { return family == Family::ycbcr; }
  /// The stored quantities, without computed ones.
  QuantitySet channels() const;
  /// Whether all stored channels have `depth` bits.
  bool has_one_depth() const;
  bool stores(Quantity quantity) const { return (channels() & quantity_bit(quantity)) != 0; }
  /// How frames of this format have a quantity; Domain::none if they do not. If it needs samples of
  /// several sample planes, the domain is not Domain::plane.
  Origin origin_of(Quantity quantity) const;
  Domain domain_of(Quantity quantity) const { return origin_of(quantity).domain; }
  QuantitySet quantities_in(Domain domain) const;
  /// All stored and computed quantities that can be counted.
  QuantitySet countable_channels() const { return all_quantities & ~quantities_in(Domain::none); }
  /// The values of a quantity that can be counted.
  ValueRange values_of(Quantity quantity) const;
  /// Bytes per row of a plane, without padding, in a frame `width` pixels wide. May exceed a size_t
  /// of 32 bits before check_frame() has shown that they are mapped. A row of a tiled plane is a
  /// row of tiles.
  uint64_t row_bytes(uint32_t plane, uint32_t width) const;
  /// Rows of a plane in a frame of `height` rows.
  uint32_t rows(uint32_t plane, uint32_t height) const;
};

/// The format whose GStreamer name is `name`; nullptr if it cannot be counted.
const FormatInfo* find_format(std::string_view name);

/// All formats that can be counted; a nullptr ends the list.
const FormatInfo* const* all_formats();

/// The quantities of FormatInfo::countable_channels() that can be computed with the frames' matrix.
QuantitySet countable(const FormatInfo& format, const ColourSpec& colours);

/// The quantities of `wanted` that can be counted in `format`.
QuantityList select_quantities(const FormatInfo& format, QuantitySet wanted);

} // namespace videohistogram
