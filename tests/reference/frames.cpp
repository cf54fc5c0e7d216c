// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/frames.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace videohistogram::reference {

namespace {

/// xorshift64*: an 8K frame of noise must not take longer to make than to count.
class Noise {
public:
  explicit Noise(uint32_t seed) : state_(0x9E3779B97F4A7C15u ^ (uint64_t{seed} << 17)) {}
  uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }

private:
  uint64_t state_;
};

using Pixel = std::array<uint8_t, 4>;

uint8_t never_canary(uint32_t value) {
  const uint8_t byte = static_cast<uint8_t>(value);
  return byte == canary ? byte - 1 : byte;
}

void fill_noise(Frame& frame, Noise& noise) {
  const size_t row_bytes = size_t{frame.layout().width} * frame.pixel_bytes();
  for (uint32_t y = 0; y < frame.layout().height; y++) {
    uint8_t* row = frame.pixel(0, y);
    for (size_t i = 0; i < row_bytes; i += 8) {
      const uint64_t bytes = noise.next();
      std::memcpy(row + i, &bytes, std::min<size_t>(8, row_bytes - i));
    }
  }
}

Pixel pixel_of(Content content, uint32_t x, uint32_t y, uint32_t seed, uint32_t pixel_bytes,
               Noise& noise) {
  Pixel pixel{};
  for (uint32_t k = 0; k < 4; k++) {
    switch (content) {
    case Content::white:
      pixel[k] = 255;
      break;
    case Content::constant:
      pixel[k] = static_cast<uint8_t>(17 + 40 * k);
      break;
    case Content::horizontal:
      pixel[k] = never_canary(x + 61 * k);
      break;
    case Content::vertical:
      pixel[k] = never_canary(y + 61 * k);
      break;
    case Content::channel_alone:
      pixel[k] = k == seed % pixel_bytes ? never_canary(x + 3 * y) : 0;
      break;
    case Content::values_x32:
      pixel[k] = static_cast<uint8_t>((noise.next() >> 60 & 7) * 32);
      break;
    default:
      break;
    }
  }
  if (content == Content::two_valued && noise.next() >> 63)
    pixel = {250, 128, 3, 255};
  return pixel;
}

void fill_runs(Frame& frame, Noise& noise) {
  Pixel pixel{};
  uint64_t left = 0;
  for (uint32_t y = 0; y < frame.layout().height; y++) {
    for (uint32_t x = 0; x < frame.layout().width; x++) {
      if (left == 0) {
        const uint64_t n = noise.next();
        left = 1 + (n >> 56) % 100;
        for (uint32_t k = 0; k < 4; k++)
          pixel[k] = never_canary(static_cast<uint32_t>(n >> (8 * k) & 255));
        if (n >> 48 & 7)
          pixel[3] = 255;
      }
      std::copy_n(pixel.begin(), frame.pixel_bytes(), frame.pixel(x, y));
      left--;
    }
  }
}

} // namespace

const char* content_name(Content content) {
  constexpr const char* names[] = {"black",      "white",      "constant", "two-valued",
                                   "hot pixel",  "horizontal", "vertical", "channel alone",
                                   "values x32", "runs",       "noise"};
  return names[static_cast<size_t>(content)];
}

Frame::Frame(const Layout& layout) : layout_(layout), format_(find_format(layout.format)) {
  if (!format_)
    std::abort(); // a test asked for a format that does not exist
  const size_t row_bytes = size_t{layout.width} * format_->pixel_bytes;
  const size_t pitch = row_bytes + layout.padding;
  const size_t last_row = (layout.height - 1) * pitch;
  bytes_.assign(layout.offset + last_row + row_bytes, canary);
  offset_ = layout.offset + (layout.bottom_up ? last_row : 0);
  stride_ = layout.bottom_up ? -static_cast<ptrdiff_t>(pitch) : static_cast<ptrdiff_t>(pitch);
}

FrameView Frame::view() const {
  FrameView view;
  view.format = format_;
  view.width = layout_.width;
  view.height = layout_.height;
  view.data = bytes_.data();
  view.size = bytes_.size();
  view.offset = offset_;
  view.stride = stride_;
  return view;
}

uint8_t* Frame::pixel(uint32_t x, uint32_t y) {
  return bytes_.data() + offset_ + static_cast<ptrdiff_t>(y) * stride_ +
         size_t{x} * format_->pixel_bytes;
}

Frame make_frame(const Layout& layout, Content content, uint32_t seed) {
  Frame frame(layout);
  Noise noise(seed);
  if (content == Content::noise) {
    fill_noise(frame, noise);
    return frame;
  }
  if (content == Content::runs) {
    fill_runs(frame, noise);
    return frame;
  }
  for (uint32_t y = 0; y < layout.height; y++)
    for (uint32_t x = 0; x < layout.width; x++) {
      const Pixel pixel = pixel_of(content, x, y, seed, frame.pixel_bytes(), noise);
      std::copy_n(pixel.begin(), frame.pixel_bytes(), frame.pixel(x, y));
    }
  if (content == Content::hot_pixel) {
    const uint64_t at = noise.next() % (uint64_t{layout.width} * layout.height);
    std::fill_n(frame.pixel(static_cast<uint32_t>(at % layout.width),
                            static_cast<uint32_t>(at / layout.width)),
                frame.pixel_bytes(), uint8_t{255});
  }
  return frame;
}

Request request_all(const FrameView& frame, uint32_t bins) {
  Request request;
  request.channels = select_channels(*frame.format, ~ChannelSet{0});
  request.bins = bins;
  return request;
}

RandomCase random_case(std::mt19937& random, uint32_t max_side) {
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };

  static constexpr const char* formats[] = {"RGBA", "RGBx", "BGRA", "BGRx", "ARGB", "xRGB",
                                            "ABGR", "xBGR", "RGB",  "BGR",  "GRAY8"};
  Layout layout;
  layout.format = formats[below(std::size(formats))];
  layout.width = 1 + below(max_side);
  layout.height = 1 + below(max_side);
  layout.padding = below(3) ? below(70) : 0;
  layout.bottom_up = below(4) == 0;
  layout.offset = below(2) ? below(40) : 0;
  const Content content = all_contents[below(std::size(all_contents))];

  RandomCase result;
  result.frame = make_frame(layout, content, static_cast<uint32_t>(random()));
  Request& request = result.request;
  const FormatInfo& format = *result.frame.view().format;
  while (request.channels.size == 0)
    request.channels = select_channels(format, below(2) ? ~ChannelSet{0} : below(512));
  request.bins = below(2) ? 256 : 1 + below(256);
  constexpr LumaWeights weights[] = {luma_bt601, luma_bt709, luma_bt2020};
  request.luma = weights[below(3)];
  for (uint32_t n = below(3) ? 0 : below(6); n > 0; n--) {
    Rect r;
    r.x = below(layout.width);
    r.y = below(layout.height);
    r.width = below(layout.width - r.x + 1);
    r.height = below(layout.height - r.y + 1);
    request.regions.push_back(r);
  }

  result.description =
      layout.format + " " + std::to_string(layout.width) + "x" + std::to_string(layout.height) +
      " padding " + std::to_string(layout.padding) + (layout.bottom_up ? " bottom-up" : "") +
      " offset " + std::to_string(layout.offset) + " " + content_name(content) + " channels " +
      std::to_string(request.channels.size) + " bins " + std::to_string(request.bins) +
      " regions " + std::to_string(request.regions.size());
  return result;
}

} // namespace videohistogram::reference
