// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/box_filter.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/tables.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::scope {

/// How bright a density of samples is: 255 min(1, (density / white)^gamma). The density 1 is that
/// of samples spread evenly over the plot.
struct Response {
  float white = 28;
  float gamma = 0.4f;
};

/// Which way the axes of a table run in a plot.
enum class Orientation {
  upright,  ///< positions from left to right, bins upwards
  sideways, ///< positions upwards, bins from left to right
};

/// A table of counts as an image of densities with the size of a plot. Each count is spread over
/// the area of its cell.
/// Thread-safety: one thread at a time.
class Trace {
public:
  /// `window`: the middle part of both axes that the plot shows, at most 1.
  Trace(const TableShape& table, uint32_t width, uint32_t height, Orientation orientation,
        const Response& response, double window = 1);

  /// Loads the counts of a frame.
  void load(const uint32_t* counts);

  /// The samples per pixel in a row of the plot, row 0 at the top. Returns false, without writing,
  /// if there is none.
  bool densities(uint32_t row, float* samples) const;
  /// The brightness of a row of the plot, 0 to 255, likewise.
  bool brightness(uint32_t row, uint8_t* values);

  uint32_t width() const { return width_; }
  uint32_t height() const { return height_; }

private:
  void load_columns(const uint32_t* counts);
  void load_rows(const uint32_t* counts);

  const uint32_t bins_;
  const uint32_t width_, height_;
  const Orientation orientation_;
  const Response response_;
  float scale_; ///< from samples per pixel to Response's density
  BoxFilter positions_, values_;
  /// Upright: [bin][column]. Sideways: [row][bin].
  std::vector<float> spread_;
  std::vector<uint8_t> used_; ///< whether a row of spread_ has a sample
  std::vector<float> row_;    ///< scratch of one row
};

/// The sum of each byte of two pixels, at most 255.
inline uint32_t add_saturated(uint32_t a, uint32_t b) {
  constexpr uint32_t low = 0x7f7f7f7f, high = 0x80808080;
  const uint32_t sum = (a & low) + (b & low);
  const uint32_t carry = ((a & b) | ((a | b) & sum)) & high; // out of each byte
  return (sum ^ ((a ^ b) & high)) | ((carry >> 7) * 255);
}

/// The pixels of one colour for each brightness. Bright ones turn white, as phosphor does.
using Palette = std::array<uint32_t, 256>;
Palette make_palette(const Colour& colour, const PixelOrder& order);

/// Adds light of one colour to a row of pixels.
void add_light(uint32_t* pixels, const uint8_t* brightness, size_t n, const Palette& palette);
/// Adds light to a row of pixels, with a colour per pixel.
void add_light(uint32_t* pixels, const uint8_t* brightness, size_t n, const uint32_t* colours);

} // namespace videohistogram::scope
