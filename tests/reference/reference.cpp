// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/reference.h"

#include "tests/reference/frames.h"

#include <string>
#include <utility>

namespace videohistogram::reference {

namespace {

/// How the samples of a format lie. Of a format of GStreamer's that is read from its name; one that
/// a test made up is what the test says.
struct PixelFormat {
  size_t sample_bytes = 1;
  size_t pixel_bytes = 1;
  uint64_t depth = 8;
  uint64_t shift = 0;
  std::vector<std::pair<Channel, size_t>> bytes; ///< where each channel begins in a pixel
};

/// A letter of the name is a sample each: "RGBx" has four, and so has "RGBA64_LE".
PixelFormat format_of_letters(const std::string& letters, size_t sample_bytes) {
  PixelFormat format;
  format.sample_bytes = sample_bytes;
  format.pixel_bytes = letters.size() * sample_bytes;
  format.depth = 8 * sample_bytes;
  const std::pair<Channel, char> channels[] = {{Channel::r, 'R'},
                                               {Channel::g, 'G'},
                                               {Channel::b, 'B'},
                                               {Channel::a, 'A'},
                                               {Channel::gray, 'L'}};
  for (const auto& [channel, letter] : channels)
    if (letters.find(letter) != std::string::npos)
      format.bytes.emplace_back(channel, letters.find(letter) * sample_bytes);
  return format;
}

PixelFormat pixel_format_of(const FormatInfo& info) {
  const std::string name = info.name;
  for (const FormatInfo* const* made_up = made_up_formats(); *made_up; made_up++)
    if (name == (*made_up)->name) {
      PixelFormat format{info.sample_bytes, info.pixel_bytes, info.depth, info.shift, {}};
      for (uint32_t i = 0; i < info.n_components; i++)
        format.bytes.emplace_back(info.components[i].channel, info.components[i].offset);
      return format;
    }
  if (name == "GRAY8")
    return format_of_letters("L", 1);
  if (name == "GRAY16_LE")
    return format_of_letters("L", 2);
  const size_t letters = name.find("64_LE");
  return letters == std::string::npos ? format_of_letters(name, 1)
                                      : format_of_letters(name.substr(0, letters), 2);
}

/// How a channel's value is read from a pixel.
struct Sample {
  PixelFormat format;
  bool is_luma = false;
  size_t byte = 0;            ///< of a channel that lies in memory
  size_t r = 0, g = 0, b = 0; ///< the bytes that LUMA is computed from
  LumaWeights weights{};

  uint64_t value_at(const uint8_t* sample) const {
    uint64_t bits = sample[0];
    if (format.sample_bytes == 2)
      bits += uint64_t{256} * sample[1];
    return bits >> format.shift & ((uint64_t{1} << format.depth) - 1);
  }

  uint64_t value(const uint8_t* pixel) const {
    if (!is_luma)
      return value_at(pixel + byte);
    return (weights.r * value_at(pixel + r) + weights.g * value_at(pixel + g) +
            weights.b * value_at(pixel + b) + 32768) >>
           16;
  }
};

size_t byte_of(const PixelFormat& format, Channel wanted) {
  for (const auto& [channel, byte] : format.bytes)
    if (channel == wanted)
      return byte;
  return 0;
}

Sample sample_of(const PixelFormat& format, Channel channel, const LumaWeights& weights) {
  Sample sample;
  sample.format = format;
  if (channel == Channel::luma) {
    sample.is_luma = true;
    sample.r = byte_of(format, Channel::r);
    sample.g = byte_of(format, Channel::g);
    sample.b = byte_of(format, Channel::b);
    sample.weights = weights;
  } else {
    sample.byte = byte_of(format, channel);
  }
  return sample;
}

} // namespace

std::vector<uint32_t> count(const FrameView& frame, const Request& request) {
  const PixelFormat format = pixel_format_of(*frame.format);
  const uint64_t bins = request.bins;

  std::vector<Rect> rectangles = {{0, 0, frame.width, frame.height}};
  rectangles.insert(rectangles.end(), request.regions.begin(), request.regions.end());

  std::vector<uint32_t> counts(rectangles.size() * request.channels.size * bins, 0);
  uint32_t* histogram = counts.data();
  for (const Rect& rect : rectangles) {
    for (Channel channel : request.channels) {
      const Sample sample = sample_of(format, channel, request.luma);
      for (uint64_t y = rect.y; y < uint64_t{rect.y} + rect.height; y++) {
        const uint8_t* row = frame.data + frame.offset + static_cast<ptrdiff_t>(y) * frame.stride;
        const uint8_t* pixel = row + rect.x * format.pixel_bytes;
        for (uint32_t x = 0; x < rect.width; x++, pixel += format.pixel_bytes) {
          const uint64_t bin = (sample.value(pixel) * bins) >> format.depth;
          histogram[bin]++;
        }
      }
      histogram += bins;
    }
  }
  return counts;
}

} // namespace videohistogram::reference
