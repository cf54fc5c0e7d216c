// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/frames.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>

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

constexpr Channel R = Channel::r, G = Channel::g, B = Channel::b;
constexpr Channel gray = Channel::gray;

constexpr FormatInfo made_up[] = {
    {"10 bits, upper", 10, 2, 1, {{{gray, 0}}}, 2, 6},
    {"10 bits, lower", 10, 2, 1, {{{gray, 0}}}, 2, 0},
    {"12 bits, middle", 12, 2, 1, {{{gray, 0}}}, 2, 1},
    {"3 bits", 3, 2, 1, {{{gray, 0}}}, 2, 5},
    {"CbCr 10 bits", 10, 4, 2, {{{Channel::cb, 0}, {Channel::cr, 2}}}, 2, 6},
    {"RGB 12 bits", 12, 6, 3, {{{R, 0}, {G, 2}, {B, 4}}}, 2, 4},
    {"BGR 16 bits", 16, 6, 3, {{{B, 0}, {G, 2}, {R, 4}}}, 2, 0},
    {"xRGB 14 bits", 14, 8, 3, {{{R, 2}, {G, 4}, {B, 6}}}, 2, 0},
};

constexpr const FormatInfo* made_up_list[] = {
    &made_up[0], &made_up[1], &made_up[2], &made_up[3], &made_up[4],
    &made_up[5], &made_up[6], &made_up[7], nullptr,
};

/// The samples of a pixel, in memory order.
using Pixel = std::array<uint32_t, 4>;

uint32_t samples_in_pixel(const FormatInfo& format) {
  return format.pixel_bytes / format.sample_bytes;
}

void put(const FormatInfo& format, const Pixel& pixel, uint8_t* bytes) {
  for (uint32_t k = 0; k < samples_in_pixel(format); k++)
    for (uint32_t byte = 0; byte < format.sample_bytes; byte++)
      *bytes++ = static_cast<uint8_t>(pixel[k] >> (8 * byte));
}

/// A value that wraps around as a sample does and is not made of canaries.
uint32_t never_canary(const FormatInfo& format, uint32_t value) {
  const uint32_t mask = format.sample_bytes == 2 ? 0xFFFF : 0xFF;
  const uint32_t canaries = (canary << 8 | canary) & mask;
  return (value & mask) == canaries ? canaries - 1 : value & mask;
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

Pixel pixel_of(Content content, uint32_t x, uint32_t y, uint32_t seed, const FormatInfo& format,
               Noise& noise) {
  const bool deep = format.sample_bytes == 2;
  const uint32_t full = deep ? 0xFFFF : 0xFF;
  // Neighbouring values, and values that meet in the lower byte, have different bins.
  const uint32_t step = deep ? 259 : 1;
  Pixel pixel{};
  for (uint32_t k = 0; k < 4; k++) {
    switch (content) {
    case Content::white:
      pixel[k] = full;
      break;
    case Content::constant:
      pixel[k] = deep ? 4369 + 10007 * k : 17 + 40 * k;
      break;
    case Content::horizontal:
      pixel[k] = never_canary(format, step * (x + 61 * k));
      break;
    case Content::vertical:
      pixel[k] = never_canary(format, step * (y + 61 * k));
      break;
    case Content::channel_alone:
      pixel[k] = k == seed % format.pixel_bytes / format.sample_bytes
                     ? never_canary(format, step * (x + 3 * y))
                     : 0;
      break;
    case Content::values_x32:
      pixel[k] = static_cast<uint32_t>(noise.next() >> 53) * 32 & full;
      break;
    default:
      break;
    }
  }
  if (content == Content::two_valued && noise.next() >> 63)
    pixel = deep ? Pixel{64250, 32768, 3, 65535} : Pixel{250, 128, 3, 255};
  return pixel;
}

void fill_runs(Frame& frame, Noise& noise) {
  const FormatInfo& format = *frame.view().format;
  const bool deep = format.sample_bytes == 2;
  Pixel pixel{};
  uint64_t left = 0;
  for (uint32_t y = 0; y < frame.layout().height; y++) {
    for (uint32_t x = 0; x < frame.layout().width; x++) {
      if (left == 0) {
        const uint64_t n = noise.next();
        left = 1 + (n >> 56) % 100;
        for (uint32_t k = 0; k < 4; k++)
          pixel[k] = never_canary(format, static_cast<uint32_t>(n >> (deep ? 13 : 8) * k));
        if (n >> 48 & 7)
          pixel[3] = deep ? 0xFFFF : 0xFF;
      }
      put(format, pixel, frame.pixel(x, y));
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

const FormatInfo* const* made_up_formats() {
  return made_up_list;
}

const FormatInfo& format_named(const char* name) {
  if (const FormatInfo* format = find_format(name))
    return *format;
  for (const FormatInfo& format : made_up)
    if (std::string_view(name) == format.name)
      return format;
  std::abort(); // a test asked for a format that does not exist
}

Frame::Frame(const Layout& layout)
    : layout_(layout), format_(&format_named(layout.format.c_str())) {
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
  const FormatInfo& format = *frame.view().format;
  for (uint32_t y = 0; y < layout.height; y++)
    for (uint32_t x = 0; x < layout.width; x++)
      put(format, pixel_of(content, x, y, seed, format, noise), frame.pixel(x, y));
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

RandomCase random_case(std::mt19937& random, uint32_t max_side, bool deep) {
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };

  static constexpr const char* formats[] = {
      "RGBA",           "RGBx",        "BGRA",        "BGRx",      "ARGB",
      "xRGB",           "ABGR",        "xBGR",        "RGB",       "BGR",
      "GRAY8",          "GRAY16_LE",   "RGBA64_LE",   "ARGB64_LE", "BGRA64_LE",
      "10 bits, upper", "RGB 12 bits", "xRGB 14 bits"};
  Layout layout;
  constexpr size_t deep_formats = 7; // the last ones
  layout.format = formats[below(std::size(formats) - (deep ? 0 : deep_formats))];
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
  const uint32_t most_bins = 1u << format.depth;
  request.bins = below(2) ? most_bins : 1 + below(below(2) ? most_bins : std::min(most_bins, 256u));
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
