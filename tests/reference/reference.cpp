// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/reference.h"

#include "tests/reference/frames.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace videohistogram::reference {

namespace {

/// Where the samples of a channel lie.
struct Place {
  Quantity channel;
  size_t plane = 0;
  size_t first = 0;              ///< byte of a row at which they begin
  size_t step = 1;               ///< bytes from one to the next
  uint64_t across = 1, down = 1; ///< columns and rows of the frame that share one
};

/// How a sample is read.
struct SampleBits {
  size_t sample_bytes = 1;
  uint64_t depth = 8;
  uint64_t shift = 0;
  bool high_byte_first = false;
};

/// How the samples of a format lie. Of a format of GStreamer's that is read from its name or
/// written down here; one that a test made up is what the test says.
struct SampleFormat : SampleBits {
  std::vector<Place> places;
};

/// A letter of the name is a sample each: "RGBx" has four, and so has "RGBA64_LE".
SampleFormat format_of_letters(const std::string& letters, size_t sample_bytes) {
  SampleFormat format{{sample_bytes, 8 * sample_bytes, 0}, {}};
  const std::pair<Quantity, char> channels[] = {{Quantity::r, 'R'},
                                                {Quantity::g, 'G'},
                                                {Quantity::b, 'B'},
                                                {Quantity::a, 'A'},
                                                {Quantity::gray, 'L'}};
  for (const auto& [channel, letter] : channels)
    if (letters.find(letter) != std::string::npos)
      format.places.push_back(
          {channel, 0, letters.find(letter) * sample_bytes, letters.size() * sample_bytes});
  return format;
}

SampleFormat yuv(size_t sample_bytes, uint64_t depth, uint64_t shift, const Place& y,
                 const Place& cb, const Place& cr) {
  return {{sample_bytes, depth, shift}, {y, cb, cr}};
}
/// Whether the CPU stores the high byte of a word first.
bool is_high_byte_first() {
  const uint16_t one = 1;
  return *reinterpret_cast<const uint8_t*>(&one) == 0;
}

SampleFormat yuva(size_t sample_bytes, uint64_t depth, uint64_t shift, const Place& y,
                  const Place& cb, const Place& cr, const Place& a) {
  return {{sample_bytes, depth, shift}, {y, cb, cr, a}};
}

SampleFormat sample_format_of(const FormatInfo& info) {
  constexpr Quantity R = Quantity::r, G = Quantity::g, B = Quantity::b, A = Quantity::a;
  constexpr Quantity Y = Quantity::y, Cb = Quantity::cb, Cr = Quantity::cr;
  const std::string name = info.name;
  for (const FormatInfo* const* made_up = made_up_formats(); *made_up; made_up++)
    if (name == (*made_up)->name) {
      SampleFormat format{{info.sample_bytes, info.depth, info.shift}, {}};
      for (uint32_t i = 0; i < info.sample_planes[0].n_components; i++)
        format.places.push_back({info.sample_planes[0].components[i].channel, 0,
                                 info.sample_planes[0].components[i].byte,
                                 info.sample_planes[0].pixel_bytes});
      return format;
    }
  if (name == "NV12")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 2, 2, 2}, {Cr, 1, 1, 2, 2, 2});
  if (name == "NV21")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 1, 2, 2, 2}, {Cr, 1, 0, 2, 2, 2});
  if (name == "I420")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 1, 2, 2}, {Cr, 2, 0, 1, 2, 2});
  if (name == "YV12")
    return yuv(1, 8, 0, {Y}, {Cb, 2, 0, 1, 2, 2}, {Cr, 1, 0, 1, 2, 2});
  if (name == "Y42B")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 1, 2, 1}, {Cr, 2, 0, 1, 2, 1});
  if (name == "NV16")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 2, 2, 1}, {Cr, 1, 1, 2, 2, 1});
  if (name == "NV61")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 1, 2, 2, 1}, {Cr, 1, 0, 2, 2, 1});
  if (name == "Y444")
    return yuv(1, 8, 0, {Y}, {Cb, 1}, {Cr, 2});
  if (name == "NV24")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 2}, {Cr, 1, 1, 2});
  if (name == "YUY2")
    return yuv(1, 8, 0, {Y, 0, 0, 2}, {Cb, 0, 1, 4, 2, 1}, {Cr, 0, 3, 4, 2, 1});
  if (name == "UYVY")
    return yuv(1, 8, 0, {Y, 0, 1, 2}, {Cb, 0, 0, 4, 2, 1}, {Cr, 0, 2, 4, 2, 1});
  if (name == "P010_10LE")
    return yuv(2, 10, 6, {Y, 0, 0, 2}, {Cb, 1, 0, 4, 2, 2}, {Cr, 1, 2, 4, 2, 2});
  if (name == "I420_10LE")
    return yuv(2, 10, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, 2, 2}, {Cr, 2, 0, 2, 2, 2});
  if (name == "I422_10LE")
    return yuv(2, 10, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, 2, 1}, {Cr, 2, 0, 2, 2, 1});
  if (name == "Y444_10LE")
    return yuv(2, 10, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2}, {Cr, 2, 0, 2});
  if (name == "P012_LE")
    return yuv(2, 12, 4, {Y, 0, 0, 2}, {Cb, 1, 0, 4, 2, 2}, {Cr, 1, 2, 4, 2, 2});
  if (name == "I420_12LE")
    return yuv(2, 12, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, 2, 2}, {Cr, 2, 0, 2, 2, 2});
  if (name == "I422_12LE")
    return yuv(2, 12, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, 2, 1}, {Cr, 2, 0, 2, 2, 1});
  if (name == "Y444_12LE")
    return yuv(2, 12, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2}, {Cr, 2, 0, 2});
  if (name == "P016_LE")
    return yuv(2, 16, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 4, 2, 2}, {Cr, 1, 2, 4, 2, 2});
  if (name == "Y41B")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 1, 4, 1}, {Cr, 2, 0, 1, 4, 1});
  if (name == "YUV9")
    return yuv(1, 8, 0, {Y}, {Cb, 1, 0, 1, 4, 4}, {Cr, 2, 0, 1, 4, 4});
  if (name == "A420")
    return yuva(1, 8, 0, {Y}, {Cb, 1, 0, 1, 2, 2}, {Cr, 2, 0, 1, 2, 2}, {A, 3});
  if (name == "AYUV")
    return yuva(1, 8, 0, {Y, 0, 1, 4}, {Cb, 0, 2, 4}, {Cr, 0, 3, 4}, {A, 0, 0, 4});
  if (name == "VUYA")
    return yuva(1, 8, 0, {Y, 0, 2, 4}, {Cb, 0, 1, 4}, {Cr, 0, 0, 4}, {A, 0, 3, 4});
  if (name == "v308")
    return yuv(1, 8, 0, {Y, 0, 0, 3}, {Cb, 0, 1, 3}, {Cr, 0, 2, 3});
  if (name == "Y444_16LE")
    return yuv(2, 16, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2}, {Cr, 2, 0, 2});
  if (name == "Y412_LE") // U Y V A
    return yuva(2, 12, 4, {Y, 0, 2, 8}, {Cb, 0, 0, 8}, {Cr, 0, 4, 8}, {A, 0, 6, 8});
  if (name == "Y212_LE") // Y U Y V
    return yuv(2, 12, 4, {Y, 0, 0, 4}, {Cb, 0, 2, 8, 2, 1}, {Cr, 0, 6, 8, 2, 1});
  if (name == "v216") // U Y V Y
    return yuv(2, 16, 0, {Y, 0, 2, 4}, {Cb, 0, 0, 8, 2, 1}, {Cr, 0, 4, 8, 2, 1});
  if (name == "YVYU")
    return yuv(1, 8, 0, {Y, 0, 0, 2}, {Cb, 0, 3, 4, 2, 1}, {Cr, 0, 1, 4, 2, 1});
  if (name == "VYUY")
    return yuv(1, 8, 0, {Y, 0, 1, 2}, {Cb, 0, 2, 4, 2, 1}, {Cr, 0, 0, 4, 2, 1});
  if (name == "Y210")
    return yuv(2, 10, 6, {Y, 0, 0, 4}, {Cb, 0, 2, 8, 2, 1}, {Cr, 0, 6, 8, 2, 1});
  if (name == "IYU2") // U Y V
    return yuv(1, 8, 0, {Y, 0, 1, 3}, {Cb, 0, 0, 3}, {Cr, 0, 2, 3});
  if (name == "AYUV64") { // words of the CPU
    SampleFormat format = yuva(2, 16, 0, {Y, 0, 2, 8}, {Cb, 0, 4, 8}, {Cr, 0, 6, 8}, {A, 0, 0, 8});
    format.high_byte_first = is_high_byte_first();
    return format;
  }
  if (name == "YVU9")
    return yuv(1, 8, 0, {Y}, {Cb, 2, 0, 1, 4, 4}, {Cr, 1, 0, 1, 4, 4});
  if (name == "AV12")
    return yuva(1, 8, 0, {Y}, {Cb, 1, 0, 2, 2, 2}, {Cr, 1, 1, 2, 2, 2}, {A, 2});
  if (name == "A420_10LE")
    return yuva(2, 10, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, 2, 2}, {Cr, 2, 0, 2, 2, 2}, {A, 3, 0, 2});
  if (name == "A422_10LE")
    return yuva(2, 10, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, 2, 1}, {Cr, 2, 0, 2, 2, 1}, {A, 3, 0, 2});
  if (name == "A444_10LE")
    return yuva(2, 10, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2}, {Cr, 2, 0, 2}, {A, 3, 0, 2});
  if (name == "A422")
    return yuva(1, 8, 0, {Y}, {Cb, 1, 0, 1, 2, 1}, {Cr, 2, 0, 1, 2, 1}, {A, 3});
  if (name == "A444")
    return yuva(1, 8, 0, {Y}, {Cb, 1}, {Cr, 2}, {A, 3});
  if (name.substr(0, 2) == "A4") { // A420_12LE and the like
    const uint64_t depth = name.substr(5) == "12LE" ? 12 : 16;
    const uint64_t across = name[2] == '4' ? 1 : 2, down = name[3] == '0' ? 2 : 1;
    return yuva(2, depth, 0, {Y, 0, 0, 2}, {Cb, 1, 0, 2, across, down}, {Cr, 2, 0, 2, across, down},
                {A, 3, 0, 2});
  }
  if (name == "Y216_LE") // Y U Y V
    return yuv(2, 16, 0, {Y, 0, 0, 4}, {Cb, 0, 2, 8, 2, 1}, {Cr, 0, 6, 8, 2, 1});
  if (name == "Y416_LE") // U Y V A
    return yuva(2, 16, 0, {Y, 0, 2, 8}, {Cb, 0, 0, 8}, {Cr, 0, 4, 8}, {A, 0, 6, 8});
  if (name == "GRAY10_LE16")
    return {{2, 10, 0}, {{Quantity::gray, 0, 0, 2}}};
  if (name == "GBR_16LE")
    return {{2, 16, 0}, {{R, 2, 0, 2}, {G, 0, 0, 2}, {B, 1, 0, 2}}};
  if (name == "RGBP")
    return {{1, 8, 0}, {{R, 0}, {G, 1}, {B, 2}}};
  if (name == "BGRP")
    return {{1, 8, 0}, {{R, 2}, {G, 1}, {B, 0}}};
  if (name == "GBRA_10LE")
    return {{2, 10, 0}, {{R, 2, 0, 2}, {G, 0, 0, 2}, {B, 1, 0, 2}, {A, 3, 0, 2}}};
  if (name == "GBR_12LE")
    return {{2, 12, 0}, {{R, 2, 0, 2}, {G, 0, 0, 2}, {B, 1, 0, 2}}};
  if (name == "GBRA_12LE")
    return {{2, 12, 0}, {{R, 2, 0, 2}, {G, 0, 0, 2}, {B, 1, 0, 2}, {A, 3, 0, 2}}};
  if (name == "GBR")
    return {{1, 8, 0}, {{R, 2}, {G, 0}, {B, 1}}};
  if (name == "GBRA")
    return {{1, 8, 0}, {{R, 2}, {G, 0}, {B, 1}, {A, 3}}};
  if (name == "GBR_10LE")
    return {{2, 10, 0}, {{R, 2, 0, 2}, {G, 0, 0, 2}, {B, 1, 0, 2}}};
  if (name == "GRAY8")
    return format_of_letters("L", 1);
  if (name == "GRAY16_LE")
    return format_of_letters("L", 2);
  const size_t deep = name.find("64");
  if (deep == std::string::npos)
    return format_of_letters(name, 1);
  SampleFormat format = format_of_letters(name.substr(0, deep), 2);
  // Without _LE or _BE: as the CPU stores a word.
  format.high_byte_first = deep + 2 == name.size() && is_high_byte_first();
  return format;
}

Place place_of(const SampleFormat& format, Quantity wanted) {
  for (const Place& place : format.places)
    if (place.channel == wanted)
      return place;
  return {};
}

/// How a channel's value is read.
class Sample {
public:
  SampleBits format;
  Place place;                     ///< of a channel that lies in memory, or of R
  Quantity computed = Quantity::r; ///< if it is LUMA or MAXRGB
  size_t r = 0, g = 0, b = 0;      ///< bytes from a pixel's start on that it is computed from
  LumaWeights weights{};
  Place green{}, blue{}; ///< of G and B, for which a computed quantity is read from planes

  /// Values of a row from column `x` on.
  void read(const FrameView& frame, uint64_t x, uint64_t y, size_t n, uint32_t* values) const {
    if (computed != Quantity::r && green.plane != place.plane)
      return read_planes(frame, x, y, n, values);
    const PlaneView& plane = frame.planes[place.plane];
    const uint8_t* const first =
        plane.data + plane.offset + static_cast<ptrdiff_t>(y) * plane.stride + x * place.step;
    const uint64_t shift = format.shift;
    const uint32_t mask = (1u << format.depth) - 1;
    // A loop per kind of sample and of value: what is chosen for each sample takes longer to choose
    // than to read.
    if (format.sample_bytes == 2 && format.high_byte_first)
      read_values(first, n, values, [shift, mask](const uint8_t* sample) {
        return (256u * sample[0] + sample[1]) >> shift & mask;
      });
    else if (format.sample_bytes == 2)
      read_values(first, n, values, [shift, mask](const uint8_t* sample) {
        return (sample[0] + 256u * sample[1]) >> shift & mask;
      });
    else
      read_values(first, n, values,
                  [shift, mask](const uint8_t* sample) { return sample[0] >> shift & mask; });
  }

private:
  /// The same of R, G and B in planes of their own.
  void read_planes(const FrameView& frame, uint64_t x, uint64_t y, size_t n,
                   uint32_t* values) const {
    std::vector<uint32_t> rgb[3];
    const Place places[] = {place, green, blue};
    for (size_t i = 0; i < 3; i++) {
      rgb[i].resize(n);
      Sample{format, places[i]}.read(frame, x, y, n, rgb[i].data());
    }
    for (size_t i = 0; i < n; i++)
      values[i] = computed == Quantity::maxrgb
                      ? std::max({rgb[0][i], rgb[1][i], rgb[2][i]})
                      : static_cast<uint32_t>((uint64_t{weights.r} * rgb[0][i] +
                                               uint64_t{weights.g} * rgb[1][i] +
                                               uint64_t{weights.b} * rgb[2][i] + 32768) >>
                                              16);
  }
  /// `value_at`: the value of a sample.
  template <typename ValueAt>
  void read_values(const uint8_t* first, size_t n, uint32_t* values, ValueAt value_at) const {
    const Sample sample = *this; // nothing that `values` could point into
    const auto each = [&](auto value_of) {
      for (size_t i = 0; i < n; i++)
        values[i] = value_of(first + i * sample.place.step);
    };
    if (computed == Quantity::maxrgb)
      each([sample, value_at](const uint8_t* pixel) {
        return std::max(
            {value_at(pixel + sample.r), value_at(pixel + sample.g), value_at(pixel + sample.b)});
      });
    else if (computed == Quantity::luma)
      each([sample, value_at](const uint8_t* pixel) {
        return static_cast<uint32_t>((uint64_t{sample.weights.r} * value_at(pixel + sample.r) +
                                      uint64_t{sample.weights.g} * value_at(pixel + sample.g) +
                                      uint64_t{sample.weights.b} * value_at(pixel + sample.b) +
                                      32768) >>
                                     16);
      });
    else
      each([sample, value_at](const uint8_t* pixel) {
        return value_at(pixel + sample.place.first);
      });
  }
};

Sample sample_of(const SampleFormat& format, Quantity channel, const LumaWeights& weights) {
  if (channel != Quantity::luma && channel != Quantity::maxrgb)
    return {format, place_of(format, channel)};
  const Place r = place_of(format, Quantity::r), g = place_of(format, Quantity::g),
              b = place_of(format, Quantity::b);
  return {format, r, channel, r.first, g.first, b.first, weights, g, b};
}

/// Cosine and sine.
struct Turn {
  long double c, s;
};

Turn turn_of(double degrees) {
  const double rest = std::fmod(degrees, 360.0);
  if (rest == 0)
    return {1, 0};
  if (rest == 90 || rest == -270)
    return {0, 1};
  if (rest == 180 || rest == -180)
    return {-1, 0};
  if (rest == 270 || rest == -90)
    return {0, -1};
  const long double radians = rest * std::acos(-1.0L) / 180;
  return {std::cos(radians), std::sin(radians)};
}

Turn turn_of(int64_t right, int64_t down) {
  if (right == 0)
    return {down > 0 ? 1.0L : -1.0L, 0};
  if (down == 0)
    return {0, right > 0 ? 1.0L : -1.0L};
  const long double angle =
      std::atan2(static_cast<long double>(right), static_cast<long double>(down));
  return {std::cos(angle), std::sin(angle)};
}

} // namespace

Positions::Positions(long double cosine, long double sine, uint32_t width, uint32_t height,
                     uint64_t one_more)
    : c_(std::llround(std::ldexp(cosine, 30))), s_(std::llround(std::ldexp(sine, 30))) {
  const Wide one = Wide{1} << 30;
  const Wide length = width * (c_ < 0 ? -c_ : c_) + height * (s_ < 0 ? -s_ : s_);
  Wide positions = length / one + one_more;
  if (length % one != 0)
    positions += 1;
  count_ = static_cast<uint64_t>(positions);
  first_ = (1 - Wide{width}) * c_ - (1 - Wide{height}) * s_ + positions * one;
}

Positions Positions::of_angle(double degrees, uint32_t width, uint32_t height) {
  const Turn turn = turn_of(degrees);
  return {turn.c, turn.s, width, height, 0};
}

Positions Positions::of_line(int64_t x1, int64_t y1, int64_t x2, int64_t y2, uint32_t width,
                             uint32_t height) {
  const Turn turn = turn_of(x2 - x1, y2 - y1);
  Positions positions(turn.c, turn.s, width, height, 1);
  const Wide one = Wide{1} << 30;
  const Wide off = positions.first_ + 2 * (x1 * positions.c_ - y1 * positions.s_) - one;
  // The one of all numbers that are `off` modulo 2^31 which is in (-2^30, 2^30].
  Wide residue = (off % (2 * one) + 2 * one) % (2 * one);
  if (residue > one)
    residue -= 2 * one;
  positions.first_ -= residue;
  return positions;
}

Positions Positions::of(const Direction& direction) {
  Positions positions(0, 0, 0, 0, direction.positions);
  positions.c_ = direction.c;
  positions.s_ = direction.s;
  positions.first_ = direction.origin;
  return positions;
}

uint64_t Positions::hash() const {
  uint64_t hash = count_;
  for (Wide number : {c_, s_, first_, first_ >> 64})
    hash = (hash ^ static_cast<uint64_t>(number)) * 0x9E3779B97F4A7C15u;
  return hash;
}

PictureSize picture_size(const FrameView& frame, Quantity channel) {
  const SampleFormat format = sample_format_of(*frame.format);
  const bool computed = channel == Quantity::luma || channel == Quantity::maxrgb;
  const Place place = place_of(format, computed ? Quantity::r : channel);
  return {static_cast<uint32_t>((frame.width + place.across - 1) / place.across),
          static_cast<uint32_t>((frame.height + place.down - 1) / place.down)};
}

StoredSamples stored_samples(const FrameView& frame, Quantity channel) {
  const SampleFormat format = sample_format_of(*frame.format);
  const Sample sample = sample_of(format, channel, {});
  StoredSamples stored{picture_size(frame, channel),
                       static_cast<uint32_t>(sample.place.across),
                       static_cast<uint32_t>(sample.place.down),
                       {}};
  const size_t width = stored.size.width;
  stored.samples.resize(width * stored.size.height);
  for (uint32_t y = 0; y < stored.size.height; y++)
    sample.read(frame, 0, y, width, stored.samples.data() + y * width);
  return stored;
}

std::vector<uint32_t> StoredSamples::of_columns(uint32_t row, uint32_t columns) const {
  std::vector<uint32_t> values(columns);
  for (uint32_t x = 0; x < columns; x += across)
    std::fill_n(values.begin() + x, std::min(across, columns - x),
                samples.at(size_t{row} * size.width + x / across));
  return values;
}

std::vector<uint32_t> count_along(const FrameView& frame, Quantity channel, uint32_t bins,
                                  const LumaWeights& luma, const Positions& positions) {
  const SampleFormat format = sample_format_of(*frame.format);
  const Sample sample = sample_of(format, channel, luma);
  const PictureSize size = picture_size(frame, channel);
  std::vector<uint32_t> counts(positions.count() * bins, 0), values(size.width);
  for (uint64_t y = 0; y < size.height; y++) {
    sample.read(frame, 0, y, size.width, values.data());
    for (uint64_t x = 0; x < size.width; x++)
      counts.at(positions.at(x, y) * bins + (uint64_t{values[x]} * bins >> format.depth))++;
  }
  return counts;
}

namespace {

/// Counts `rect` of the frame.
void count_rect(const FrameView& frame, const Sample& sample, const Rect& rect, uint64_t bins,
                uint32_t* histogram) {
  if (rect.width == 0 || rect.height == 0)
    return;
  // A sample that several columns share belongs to the rectangle if one of them does.
  const uint64_t across = sample.place.across, down = sample.place.down;
  const uint64_t right = uint64_t{rect.x} + rect.width, bottom = uint64_t{rect.y} + rect.height;
  const uint64_t first = rect.x / across;
  std::vector<uint32_t> values((right + across - 1) / across - first);
  for (uint64_t y = rect.y / down; y * down < bottom; y++) {
    sample.read(frame, first, y, values.size(), values.data());
    for (uint64_t value : values)
      histogram[value * bins >> sample.format.depth]++;
  }
}

} // namespace

PlanCounts count(const FrameView& frame, const PlanSpec& spec, const std::vector<Rect>& regions) {
  const SampleFormat format = sample_format_of(*frame.format);
  std::vector<Rect> rectangles = {{0, 0, frame.width, frame.height}};
  rectangles.insert(rectangles.end(), regions.begin(), regions.end());

  PlanCounts counts;
  for (const Rect& rect : rectangles)
    for (const Table& table : spec.tables)
      if (!table.positions) {
        const size_t begin = counts.histograms.size();
        counts.histograms.resize(begin + table.values.bins, 0);
        count_rect(frame, sample_of(format, table.values.quantity, spec.luma), rect,
                   table.values.bins, counts.histograms.data() + begin);
      }
  for (const Table& table : spec.tables)
    if (table.positions)
      counts.projections.push_back(count_along(frame, table.values.quantity, table.values.bins,
                                               spec.luma, Positions::of(*table.positions)));
  return counts;
}

std::vector<uint32_t> count(const FrameView& frame, const Request& request) {
  PlanSpec spec;
  for (Quantity quantity : request.channels)
    spec.tables.push_back({{quantity, request.bins}, {}});
  spec.luma = request.luma;
  return count(frame, spec, request.regions).histograms;
}

} // namespace videohistogram::reference
