// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace videohistogram {

/// One component of a picture, as its format names it. The values are the order in which results
/// list channels.
enum class Channel : uint8_t { r, g, b, a, y, cb, cr, gray, luma };

/// "R", "G", "B", "A", "Y", "Cb", "Cr", "GRAY", "LUMA".
const char* channel_name(Channel channel);

/// A set of channels, one bit each: bit c is Channel(c).
using ChannelSet = uint32_t;
constexpr ChannelSet channel_bit(Channel channel) {
  return 1u << static_cast<uint32_t>(channel);
}

/// The most channels that one histogram has: R G B A and LUMA.
constexpr uint32_t max_channels = 5;

/// The channels that are counted, in the order in which results list them.
struct ChannelList {
  std::array<Channel, max_channels> channels{};
  uint32_t size = 0;

  const Channel* begin() const { return channels.data(); }
  const Channel* end() const { return channels.data() + size; }
  Channel operator[](uint32_t i) const { return channels[i]; }
};

/// Where a channel's sample lies in a packed pixel.
struct Component {
  Channel channel;
  uint8_t offset; ///< bytes from the start of the pixel, a multiple of the sample's
};

/// A packed format whose samples all have the same size. A sample that is no component (the x byte
/// of RGBx) is part of the pixel.
struct FormatInfo {
  const char* name; ///< GStreamer's name, "RGBA"
  uint8_t depth;    ///< bits of a value, 1 to 16
  uint8_t pixel_bytes;
  uint8_t n_components;
  std::array<Component, 4> components; ///< in memory order
  uint8_t sample_bytes = 1;            ///< 1, or 2 with the low byte first
  /// Bits below the value in its sample: value = (sample >> shift) & (2^depth - 1). The other bits
  /// may be anything. Bytes are all value: depth 8, shift 0.
  uint8_t shift = 0;

  /// R, G and B are there, so that LUMA can be computed.
  bool is_rgb() const { return n_components >= 3; }
  /// The channels that lie in memory, without LUMA.
  ChannelSet channels() const;
  /// Bytes from the start of a pixel to `channel`; -1 if it is not in this format.
  int offset_of(Channel channel) const;
};

/// The format that GStreamer calls `name`, or nullptr if it cannot be counted.
const FormatInfo* find_format(std::string_view name);

/// All formats that can be counted, ended by a nullptr.
const FormatInfo* const* all_formats();

/// The channels of `wanted` that `format` has, LUMA included where it can be computed.
ChannelList select_channels(const FormatInfo& format, ChannelSet wanted);

} // namespace videohistogram
