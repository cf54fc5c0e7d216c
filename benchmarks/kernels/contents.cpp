// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "contents.h"

#include <algorithm>
#include <cstring>

namespace videohistogram::benchmark {

namespace {

/// xorshift64*: fast, and with the same sequence on every machine.
class Random {
public:
  uint8_t byte() {
    if (left_ == 0) {
      state_ ^= state_ >> 12;
      state_ ^= state_ << 25;
      state_ ^= state_ >> 27;
      bits_ = state_ * 0x2545f4914f6cdd1du;
      left_ = 8;
    }
    const uint8_t value = static_cast<uint8_t>(bits_);
    bits_ >>= 8;
    left_--;
    return value;
  }

private:
  uint64_t state_ = 0x9e3779b97f4a7c15u, bits_ = 0;
  int left_ = 0;
};

/// A sample of a pixel of the photo; two channels are approximately Cb and Cr.
uint8_t photo_sample(const unsigned char* rgb, uint32_t channels, uint32_t c) {
  if (channels == 1)
    return rgb[1];
  if (channels == 2)
    return static_cast<uint8_t>(128 + (rgb[c == 0 ? 2 : 0] - rgb[1]) / 2);
  return rgb[c];
}

void fill_row(const Cell& cell, uint32_t y, Random& random, uint8_t* row) {
  const uint32_t colours = std::min(cell.channels, 3u);
  constexpr uint8_t one_colour[] = {200, 90, 30};
  const unsigned char* const picture =
      picture_rgb + size_t{3} * picture_width * (y % picture_height);
  for (uint32_t x = 0; x < cell.width; x++, row += cell.channels) {
    const uint8_t two_valued = cell.content == Content::two_valued && random.byte() & 1 ? 235 : 16;
    for (uint32_t c = 0; c < colours; c++) {
      switch (cell.content) {
      case Content::random:
        row[c] = random.byte();
        break;
      case Content::constant:
        row[c] = one_colour[c];
        break;
      case Content::two_valued:
        row[c] = two_valued;
        break;
      case Content::values_x32:
        row[c] = static_cast<uint8_t>(random.byte() % 8 * 32);
        break;
      case Content::gradient:
        row[c] = static_cast<uint8_t>(c == 0   ? x * 256 / cell.width
                                      : c == 1 ? y * 256 / cell.height
                                               : (x + y) * 256 / (cell.width + cell.height));
        break;
      case Content::photo:
        row[c] = photo_sample(picture + 3 * (x % picture_width), cell.channels, c);
        break;
      }
    }
    if (cell.channels == 4)
      row[3] = cell.alpha == Alpha::opaque ? 255 : random.byte();
  }
}

/// Fills a row with 16-bit little-endian samples: 8-bit ones in the high byte, with random low
/// bytes for Content::random, else with the same low byte.
void fill_deep_row(const Cell& cell, uint32_t y, Random& random, uint8_t* row) {
  std::vector<uint8_t> shallow(size_t{cell.width} * cell.channels);
  fill_row(cell, y, random, shallow.data());
  for (uint8_t value : shallow) {
    *row++ = cell.content == Content::random ? random.byte() : value;
    *row++ = value;
  }
}

void count_rectangle(const Cell& cell, const uint8_t* pixels, const Rect& r, uint32_t* counts) {
  const uint32_t values = 1u << cell.depth();
  std::vector<uint32_t> tables(size_t{cell.channels} * values);
  for (uint32_t y = r.y; y < r.y + r.height; y++) {
    const uint8_t* at = pixels + y * cell.stride() + r.x * cell.pixel_bytes();
    for (uint32_t x = 0; x < r.width; x++)
      for (uint32_t c = 0; c < cell.channels; c++, at += cell.sample_bytes)
        tables[c * values + (cell.sample_bytes == 2 ? at[0] | at[1] << 8 : at[0])]++;
  }
  for (uint32_t c = 0; c < cell.channels; c++)
    for (uint32_t value = 0; value < values; value++)
      counts[c * cell.bins + (uint64_t{value} * cell.bins >> cell.depth())] +=
          tables[c * values + value];
}

} // namespace

std::vector<uint8_t> make_pixels(const Cell& cell) {
  // Padding gets a distinct value, so that counting it is noticed.
  std::vector<uint8_t> pixels;
  Random random;
  for (const Cell& plane : cell.planes()) {
    const size_t first = pixels.size();
    pixels.resize(first + plane.stride() * plane.height, 77);
    for (uint32_t y = 0; y < plane.height; y++)
      (plane.sample_bytes == 2 ? fill_deep_row : fill_row)(
          plane, y, random, pixels.data() + first + y * plane.stride());
  }
  return pixels;
}

std::vector<uint32_t> count_on_cpu(const Cell& cell, const std::vector<uint8_t>& pixels) {
  if (cell.chroma == Chroma::packed) { // Y Cb Y Cr
    Cell four = cell.planes()[0];
    std::vector<uint32_t> counts = count_on_cpu(four, pixels);
    for (uint32_t bin = 0; bin < cell.bins; bin++) {
      counts[bin] += counts[2 * cell.bins + bin];
      counts[2 * cell.bins + bin] = counts[3 * cell.bins + bin];
    }
    counts.resize(3 * size_t{cell.bins});
    return counts;
  }
  const size_t one = size_t{cell.channels} * cell.bins;
  std::vector<uint32_t> counts((1 + cell.regions) * one);
  const uint8_t* first = pixels.data();
  size_t at = 0;
  for (const Cell& plane : cell.planes()) {
    count_rectangle(plane, first, {0, 0, plane.width, plane.height}, counts.data() + at);
    first += plane.stride() * plane.height;
    at += size_t{plane.channels} * plane.bins;
  }
  for (const Rect& region : cell.region_list()) {
    count_rectangle(cell, pixels.data(), region, counts.data() + at);
    at += one;
  }
  return counts;
}

uint32_t sum_on_cpu(const std::vector<uint8_t>& pixels) {
  uint32_t all = 0, word;
  for (size_t i = 0; i + sizeof word <= pixels.size(); i += sizeof word) {
    std::memcpy(&word, pixels.data() + i, sizeof word);
    all += word;
  }
  return all;
}

} // namespace videohistogram::benchmark
