// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/trace.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace videohistogram::scope {

namespace {

/// `cells` cells of the middle part of a table's axis.
BoxFilter filter_of(uint32_t sources, double window, uint32_t cells, bool reversed) {
  const double margin = sources * (1 - window) / 2;
  return {margin, sources - margin, sources, cells, reversed};
}

/// out[i] += counts[i] * share.
template <class Count>
void accumulate(float* out, const Count* counts, float share, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] += static_cast<float>(counts[i]) * share;
}

/// Writes min(1, (samples * scale)^gamma) * 255. The power is that of a piecewise linear
/// approximation of the logarithm, the bits of a float: monotonic, and at most 6 % off.
void write_brightness(const float* samples, float scale, float gamma, uint8_t* values, size_t n) {
  constexpr int32_t one = 0x3f800000; // the bits of 1.0f
  for (size_t i = 0; i < n; i++) {
    const float density = samples[i] * scale;
    int32_t bits;
    std::memcpy(&bits, &density, sizeof bits);
    bits = static_cast<int32_t>(gamma * static_cast<float>(bits - one)) + one;
    float power;
    std::memcpy(&power, &bits, sizeof power);
    values[i] = static_cast<uint8_t>(static_cast<int32_t>(std::min(power, 1.0f) * 255.0f + 0.5f));
  }
}

} // namespace

Trace::Trace(const TableShape& table, uint32_t width, uint32_t height, Orientation orientation,
             const Response& response, double window)
    : bins_(table.bins), width_(width), height_(height), orientation_(orientation),
      response_(response),
      scale_(static_cast<float>(double{1} * width * height /
                                (window * window * static_cast<double>(table.samples)))),
      positions_(filter_of(table.positions, window,
                           orientation == Orientation::upright ? width : height,
                           orientation == Orientation::sideways)),
      values_(filter_of(table.bins, window, orientation == Orientation::upright ? height : width,
                        orientation == Orientation::upright)) {
  spread_.resize(size_t{positions_.cells()} * bins_);
  used_.resize(orientation == Orientation::upright ? bins_ : height);
  row_.resize(width);
}

void Trace::load(const uint32_t* counts) {
  if (orientation_ == Orientation::upright)
    load_columns(counts);
  else
    load_rows(counts);
}

void Trace::load_columns(const uint32_t* counts) {
  constexpr uint32_t block = 16; // columns that are transposed at once: a cache line
  std::vector<float> columns(size_t{block} * bins_);
  std::fill(used_.begin(), used_.end(), uint8_t{0});
  for (uint32_t first = 0; first < width_; first += block) {
    const uint32_t n = std::min(block, width_ - first);
    std::fill(columns.begin(), columns.end(), 0.0f);
    for (uint32_t i = 0; i < n; i++)
      positions_.for_each(first + i, [&](uint32_t position, float share) {
        accumulate(&columns[size_t{i} * bins_], counts + size_t{position} * bins_, share, bins_);
      });
    for (uint32_t bin = 0; bin < bins_; bin++) {
      float* const out = &spread_[size_t{bin} * width_ + first];
      float any = 0;
      for (uint32_t i = 0; i < n; i++) {
        out[i] = columns[size_t{i} * bins_ + bin];
        any += out[i];
      }
      used_[bin] |= any > 0;
    }
  }
}

void Trace::load_rows(const uint32_t* counts) {
  std::fill(spread_.begin(), spread_.end(), 0.0f);
  for (uint32_t row = 0; row < height_; row++) {
    float* const out = &spread_[size_t{row} * bins_];
    positions_.for_each(row, [&](uint32_t position, float share) {
      accumulate(out, counts + size_t{position} * bins_, share, bins_);
    });
    used_[row] = std::any_of(out, out + bins_, [](float samples) { return samples > 0; });
  }
}

bool Trace::densities(uint32_t row, float* samples) const {
  if (orientation_ == Orientation::sideways) {
    if (!used_[row])
      return false;
    const float* const of_row = &spread_[size_t{row} * bins_];
    for (uint32_t column = 0; column < width_; column++) {
      float sum = 0;
      values_.for_each(column, [&](uint32_t bin, float share) { sum += of_row[bin] * share; });
      samples[column] = sum;
    }
    return true;
  }
  bool any = false;
  values_.for_each(row, [&](uint32_t bin, float share) {
    if (!used_[bin])
      return;
    if (!any)
      std::fill_n(samples, width_, 0.0f);
    any = true;
    accumulate(samples, &spread_[size_t{bin} * width_], share, width_);
  });
  return any;
}

bool Trace::brightness(uint32_t row, uint8_t* values) {
  if (!densities(row, row_.data()))
    return false;
  write_brightness(row_.data(), scale_ / response_.white, response_.gamma, values, width_);
  return true;
}

Palette make_palette(const Colour& colour, const PixelOrder& order) {
  Palette palette;
  for (size_t i = 0; i < palette.size(); i++) {
    const double light = static_cast<double>(i) / 255;
    const double white = 0.55 * light * light * light; // the share of white
    const auto code = [&](double component) {
      return static_cast<uint8_t>(std::lround(255 * light * (component + (1 - component) * white)));
    };
    palette[i] = order.pack(code(colour.r), code(colour.g), code(colour.b), 0);
  }
  return palette;
}

void add_light(uint32_t* pixels, const uint8_t* brightness, size_t n, const Palette& palette) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t eight;
    std::memcpy(&eight, brightness + i, sizeof eight);
    if (eight == 0)
      continue;
    for (size_t j = i; j < i + 8; j++)
      pixels[j] = add_saturated(pixels[j], palette[brightness[j]]);
  }
  for (; i < n; i++)
    pixels[i] = add_saturated(pixels[i], palette[brightness[i]]);
}

void add_light(uint32_t* pixels, const uint8_t* brightness, size_t n, const uint32_t* colours) {
  for (size_t i = 0; i < n; i++) {
    const uint32_t light = brightness[i] + (brightness[i] >> 7); // 0 to 256
    const uint32_t even = ((colours[i] & 0x00ff00ff) * light >> 8) & 0x00ff00ff;
    const uint32_t odd = ((colours[i] >> 8) & 0x00ff00ff) * light & 0xff00ff00;
    pixels[i] = add_saturated(pixels[i], even | odd);
  }
}

} // namespace videohistogram::scope
