// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/reference.h"

#include <string>

namespace videohistogram::reference {

namespace {

/// The bytes of a pixel: a letter of the name each ("RGBx" has four), one in GRAY8.
size_t bytes_per_pixel(const std::string& format) {
  return format == "GRAY8" ? 1 : format.size();
}

/// Where a channel's byte lies in a pixel: where its letter stands in the name.
size_t byte_of(const std::string& format, char letter) {
  return format == "GRAY8" ? 0 : format.find(letter);
}

/// How a channel's value is read from a pixel.
struct Sample {
  bool is_luma = false;
  size_t byte = 0;            ///< of a channel that lies in memory
  size_t r = 0, g = 0, b = 0; ///< the bytes that LUMA is computed from
  LumaWeights weights{};

  uint64_t value(const uint8_t* pixel) const {
    if (!is_luma)
      return pixel[byte];
    return (uint64_t{weights.r} * pixel[r] + uint64_t{weights.g} * pixel[g] +
            uint64_t{weights.b} * pixel[b] + 32768) >>
           16;
  }
};

Sample sample_of(const std::string& format, Channel channel, const LumaWeights& weights) {
  Sample sample;
  switch (channel) {
  case Channel::r:
    sample.byte = byte_of(format, 'R');
    break;
  case Channel::g:
    sample.byte = byte_of(format, 'G');
    break;
  case Channel::b:
    sample.byte = byte_of(format, 'B');
    break;
  case Channel::a:
    sample.byte = byte_of(format, 'A');
    break;
  case Channel::luma:
    sample.is_luma = true;
    sample.r = byte_of(format, 'R');
    sample.g = byte_of(format, 'G');
    sample.b = byte_of(format, 'B');
    sample.weights = weights;
    break;
  default:
    break;
  }
  return sample;
}

} // namespace

std::vector<uint32_t> count(const FrameView& frame, const Request& request) {
  const std::string format = frame.format->name;
  const size_t pixel_bytes = bytes_per_pixel(format);
  const uint64_t depth = 8;
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
        const uint8_t* pixel = row + rect.x * pixel_bytes;
        for (uint32_t x = 0; x < rect.width; x++, pixel += pixel_bytes) {
          const uint64_t bin = (sample.value(pixel) * bins) >> depth;
          histogram[bin]++;
        }
      }
      histogram += bins;
    }
  }
  return counts;
}

} // namespace videohistogram::reference
