// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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

constexpr Quantity red = Quantity::r, green = Quantity::g, blue = Quantity::b;
constexpr Quantity gray = Quantity::gray;

constexpr FormatInfo made_up_format(const char* name, uint8_t depth, uint8_t shift,
                                    const SamplePlane& sample_plane) {
  const Quantity first = sample_plane.components[0].channel;
  const Family family = first == gray           ? Family::gray
                        : first == Quantity::cb ? Family::ycbcr
                                                : Family::rgb;
  FormatInfo format{name,    family, 1,     1,     {{sample_plane}}, nullptr,
                    nullptr, 2,      depth, shift, Packing::none,    nullptr};
  for (uint32_t i = 0; i < sample_plane.n_components; i++) {
    format.sample_planes[0].components[i].shift = shift;
    format.sample_planes[0].components[i].bits = depth;
  }
  return format;
}

constexpr FormatInfo made_up[] = {
    made_up_format("10 bits, upper", 10, 6, {2, 1, {{{gray, 0}}}}),
    made_up_format("10 bits, lower", 10, 0, {2, 1, {{{gray, 0}}}}),
    made_up_format("12 bits, middle", 12, 1, {2, 1, {{{gray, 0}}}}),
    made_up_format("3 bits", 3, 5, {2, 1, {{{gray, 0}}}}),
    made_up_format("CbCr 10 bits", 10, 6, {4, 2, {{{Quantity::cb, 0}, {Quantity::cr, 2}}}}),
    made_up_format("RGB 12 bits", 12, 4, {6, 3, {{{red, 0}, {green, 2}, {blue, 4}}}}),
    made_up_format("BGR 16 bits", 16, 0, {6, 3, {{{blue, 0}, {green, 2}, {red, 4}}}}),
    made_up_format("xRGB 14 bits", 14, 0, {8, 3, {{{red, 2}, {green, 4}, {blue, 6}}}}),
    made_up_format("RGB 6 bits", 6, 0, {6, 3, {{{red, 0}, {green, 2}, {blue, 4}}}}),
    made_up_format("RGB 5 bits", 5, 0, {6, 3, {{{red, 0}, {green, 2}, {blue, 4}}}}),
};

constexpr const FormatInfo* made_up_list[] = {
    &made_up[0], &made_up[1], &made_up[2], &made_up[3], &made_up[4], &made_up[5],
    &made_up[6], &made_up[7], &made_up[8], &made_up[9], nullptr,
};

/// The samples of a pixel, in memory order.
using Pixel = std::array<uint32_t, 4>;

/// A plane of a frame, and how its pixels are made. Large frames are filled pixel by pixel.
struct Canvas {
  const FormatInfo& format;
  uint32_t width, height; ///< in pixels of the plane
  uint32_t pixel_bytes;

  uint8_t* first; ///< byte of the pixel (0, 0)
  ptrdiff_t stride;

  Canvas(Frame& f, uint32_t p)
      : format(*f.view().format), width(f.sample_plane(p).width_of(f.layout().width)),
        height(f.sample_plane(p).height_of(f.layout().height)),
        pixel_bytes(f.sample_plane(p).pixel_bytes), first(f.pixel(0, 0, p)),
        stride(f.view().planes[p].stride) {}

  uint8_t* at(uint32_t x, uint32_t y) const {
    return first + static_cast<ptrdiff_t>(y) * stride + size_t{x} * pixel_bytes;
  }

  void put(uint32_t x, uint32_t y, const Pixel& pixel) const {
    uint8_t* bytes = at(x, y);
    for (uint32_t k = 0; k < pixel_bytes / format.sample_bytes; k++)
      for (uint32_t byte = 0; byte < format.sample_bytes; byte++)
        *bytes++ = static_cast<uint8_t>(
            pixel[k] >>
            (8 * (format.packing == Packing::big_endian ? format.sample_bytes - 1 - byte : byte)));
  }
};

/// A value that wraps around as a sample does and is not made of canaries.
uint32_t never_canary(const FormatInfo& format, uint32_t value) {
  const uint32_t mask = format.sample_bytes == 2 ? 0xFFFF : 0xFF;
  const uint32_t canaries = (canary << 8 | canary) & mask;
  return (value & mask) == canaries ? canaries - 1 : value & mask;
}

void fill_noise(const Canvas& canvas, Noise& noise) {
  const size_t row_bytes = size_t{canvas.width} * canvas.pixel_bytes;
  for (uint32_t y = 0; y < canvas.height; y++) {
    uint8_t* row = canvas.at(0, y);
    for (size_t i = 0; i < row_bytes; i += 8) {
      const uint64_t bytes = noise.next();
      std::memcpy(row + i, &bytes, std::min<size_t>(8, row_bytes - i));
    }
  }
}

Pixel pixel_of(Content content, uint32_t x, uint32_t y, uint32_t seed, const Canvas& canvas,
               Noise& noise) {
  const FormatInfo& format = canvas.format;
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
      pixel[k] = k == seed % canvas.pixel_bytes / format.sample_bytes
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

void fill_runs(const Canvas& canvas, Noise& noise) {
  const FormatInfo& format = canvas.format;
  const bool deep = format.sample_bytes == 2;
  Pixel pixel{};
  uint64_t left = 0;
  for (uint32_t y = 0; y < canvas.height; y++) {
    for (uint32_t x = 0; x < canvas.width; x++) {
      if (left == 0) {
        const uint64_t n = noise.next();
        left = 1 + (n >> 56) % 100;
        for (uint32_t k = 0; k < 4; k++)
          pixel[k] = never_canary(format, static_cast<uint32_t>(n >> (deep ? 13 : 8) * k));
        if (n >> 48 & 7)
          pixel[3] = deep ? 0xFFFF : 0xFF;
      }
      canvas.put(x, y, pixel);
      left--;
    }
  }
}

/// Whether all rows of a content are equal.
bool has_one_row(Content content) {
  return content == Content::black || content == Content::hot_pixel || content == Content::white ||
         content == Content::constant || content == Content::horizontal;
}

void fill(const Canvas& canvas, Content content, uint32_t seed, Noise& noise) {
  if (content == Content::noise)
    return fill_noise(canvas, noise);
  if (content == Content::runs)
    return fill_runs(canvas, noise);
  for (uint32_t y = 0; y < canvas.height; y++)
    if (y > 0 && has_one_row(content))
      std::memcpy(canvas.at(0, y), canvas.at(0, 0), size_t{canvas.width} * canvas.pixel_bytes);
    else
      for (uint32_t x = 0; x < canvas.width; x++)
        canvas.put(x, y, pixel_of(content, x, y, seed, canvas, noise));
  if (content == Content::hot_pixel) {
    const uint64_t at = noise.next() % (uint64_t{canvas.width} * canvas.height);
    std::fill_n(canvas.at(static_cast<uint32_t>(at % canvas.width),
                          static_cast<uint32_t>(at / canvas.width)),
                canvas.pixel_bytes, uint8_t{255});
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

const FormatInfo* const* plain_formats() {
  static const std::vector<const FormatInfo*> formats = [] {
    std::vector<const FormatInfo*> plain;
    for (const FormatInfo* const* format = all_formats(); *format; format++)
      if ((*format)->packing == Packing::none)
        plain.push_back(*format);
    plain.push_back(nullptr);
    return plain;
  }();
  return formats.data();
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
  size_t end = 0;
  for (uint32_t plane = 0; plane < format_->n_planes; plane++) {
    const size_t row_bytes = format_->row_bytes(plane, layout.width);
    const size_t pitch = row_bytes + layout.padding;
    const size_t last_row = (format_->rows(plane, layout.height) - 1) * pitch;
    offsets_[plane] = end + layout.offset + (layout.bottom_up ? last_row : 0);
    strides_[plane] =
        layout.bottom_up ? -static_cast<ptrdiff_t>(pitch) : static_cast<ptrdiff_t>(pitch);
    end += layout.offset + last_row + row_bytes;
  }
  bytes_.assign(end, canary);
}

FrameView Frame::view() const {
  FrameView view;
  view.format = format_;
  view.width = layout_.width;
  view.height = layout_.height;
  for (uint32_t plane = 0; plane < format_->n_planes; plane++)
    view.planes[plane] = {bytes_.data(), bytes_.size(), offsets_[plane], strides_[plane]};
  return view;
}

const SamplePlane& Frame::sample_plane(uint32_t plane) const {
  uint32_t last = 0;
  for (uint32_t g = 0; g < format_->n_sample_planes; g++)
    if (format_->sample_planes[g].plane == plane)
      last = g;
  return format_->sample_planes[last];
}

uint8_t* Frame::pixel(uint32_t x, uint32_t y, uint32_t plane) {
  return bytes_.data() + offsets_[plane] + static_cast<ptrdiff_t>(y) * strides_[plane] +
         size_t{x} * pixel_bytes(plane);
}

uint8_t* Frame::row(uint32_t y, uint32_t plane) {
  return bytes_.data() + offsets_[plane] + static_cast<ptrdiff_t>(y) * strides_[plane];
}

Frame make_frame(const Layout& layout, Content content, uint32_t seed) {
  Frame frame(layout);
  Noise noise(seed);
  for (uint32_t plane = 0; plane < frame.view().format->n_planes; plane++)
    fill(Canvas(frame, plane), content, seed, noise);
  return frame;
}

Request request_all(const FrameView& frame, uint32_t bins) {
  Request request;
  request.channels = select_plane_quantities(*frame.format, ~QuantitySet{0});
  request.bins = bins;
  return request;
}

RandomCase random_case(std::mt19937& random, uint32_t max_side, bool deep) {
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };

  static constexpr const char* formats[] = {
      "RGBA",        "RGBx",      "BGRA",      "BGRx",      "ARGB",           "xRGB",
      "ABGR",        "xBGR",      "RGB",       "BGR",       "GRAY8",          "NV12",
      "NV21",        "I420",      "YV12",      "Y42B",      "NV16",           "NV61",
      "Y444",        "NV24",      "YUY2",      "UYVY",      "A420",           "AYUV",
      "VUYA",        "v308",      "GBR",       "GBRA",      "Y41B",           "YUV9",
      "YVYU",        "VYUY",      "IYU2",      "YVU9",      "RGBP",           "BGRP",
      "AV12",        "P010_10LE", "I420_10LE", "I422_10LE", "Y444_10LE",      "P012_LE",
      "I420_12LE",   "I422_12LE", "Y444_12LE", "P016_LE",   "GRAY16_LE",      "RGBA64_LE",
      "ARGB64_LE",   "BGRA64_LE", "ARGB64",    "Y444_16LE", "GBR_10LE",       "Y412_LE",
      "Y212_LE",     "v216",      "Y210",      "AYUV64",    "A420_10LE",      "A422_10LE",
      "A444_10LE",   "GBRA_10LE", "GBR_12LE",  "GBRA_12LE", "10 bits, upper", "RGB 12 bits",
      "xRGB 14 bits"};
  Layout layout;
  constexpr size_t deep_formats = 30; // the last ones
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
    request.channels = select_plane_quantities(format, below(2) ? ~QuantitySet{0} : below(1024));
  const uint32_t max_bins = 1u << format.depth;
  request.bins = below(2) ? max_bins : 1 + below(below(2) ? max_bins : std::min(max_bins, 256u));
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
