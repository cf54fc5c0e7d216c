// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

enum class Content { random, constant, two_valued, values_x32, gradient, photo };
enum class Alpha { none, opaque, varying };
/// How Cb and Cr lie: together in a plane behind that of Y, with half as many columns and rows; the
/// same in a plane each; with two of Y in pixels of four bytes.
enum class Chroma { none, pairs, planes, packed };

const char* content_name(Content content);
const char* alpha_name(Alpha alpha);

/// One frame to count, and how. The counters of a cell are measured side by side.
struct Cell {
  uint32_t channels; ///< samples a pixel: 4 RGBA, 3 RGB, 1 GRAY8; 3 of Y, Cb and Cr
  const char* size;  ///< "8K"; "8K bytes" is a frame of as many bytes as RGBA has in 8K
  uint32_t width, height;
  Content content;
  Alpha alpha;
  uint32_t bins = 256;
  uint32_t padding = 0;      ///< bytes after each row, not to be counted
  uint32_t base_offset = 0;  ///< bytes from a 256-byte boundary to the first pixel
  uint32_t regions = 0;      ///< counted besides the frame, in a square grid
  bool quick = false;        ///< also in the short run
  uint32_t sample_bytes = 1; ///< 2: RGBA64_LE, GRAY16_LE or P010_10LE
  /// A value of P010_10LE is the upper 10 bits of a sample: the bins, a power of two up to 1024,
  /// are those of all 16.
  Chroma chroma = Chroma::none;

  const char* format() const {
    if (sample_bytes == 2)
      return is_yuv() ? "P010_10LE" : channels == 4 ? "RGBA64_LE" : "GRAY16_LE";
    if (is_yuv())
      return chroma == Chroma::pairs ? "NV12" : chroma == Chroma::planes ? "I420" : "YUY2";
    return channels == 4 ? "RGBA" : channels == 3 ? "RGB" : "GRAY8";
  }
  bool is_yuv() const { return chroma != Chroma::none; }
  uint32_t depth() const { return 8 * sample_bytes; }
  size_t pixel_bytes() const { return size_t{channels} * sample_bytes; }
  /// Of the first plane.
  size_t row_bytes() const {
    return width * (chroma == Chroma::packed ? 2 : is_yuv() ? sample_bytes : pixel_bytes());
  }
  size_t stride() const { return row_bytes() + padding; }
  /// Of the pixels, without padding.
  size_t bytes() const {
    return row_bytes() * (is_yuv() && chroma != Chroma::packed ? height / 2 * 3 : height);
  }
  /// Only the project's own kernel counts padded, shifted or partial frames.
  bool plain() const { return padding == 0 && base_offset == 0 && regions == 0; }
  /// The same pixels in memory, so that frames need not be made anew.
  bool same_pixels(const Cell& other) const;
  /// "RGBA/8K/photo/opaque/256"
  std::string name() const;
  std::vector<Rect> region_list() const;
  /// The planes as frames of their own, packed samples as RGBA with half as many columns.
  std::vector<Cell> planes() const;
};

/// Every cell, those with the same pixels next to each other.
std::vector<Cell> all_cells();

} // namespace videohistogram::benchmark
