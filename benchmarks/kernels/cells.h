// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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
/// The layout of Cb and Cr. pairs: interleaved in a plane after that of Y, with half as many
/// columns and rows; planes: the same in a plane each; packed: with two samples of Y in pixels of
/// four bytes.
enum class Chroma { none, pairs, planes, packed };

const char* content_name(Content content);
const char* alpha_name(Alpha alpha);

/// A frame and how to count it. All counters are measured on a cell in turn.
struct Cell {
  uint32_t channels; ///< samples per pixel: 4 RGBA, 3 RGB, 1 GRAY8; 3 for Y, Cb and Cr
  const char* size;  ///< "8K"; "8K bytes": as many bytes as an RGBA frame in 8K
  uint32_t width, height;
  Content content;
  Alpha alpha;
  uint32_t bins = 256;
  uint32_t padding = 0;      ///< bytes after each row, not counted
  uint32_t base_offset = 0;  ///< bytes from a 256-byte boundary to the first pixel
  uint32_t regions = 0;      ///< number of regions counted in addition, in a square grid
  bool quick = false;        ///< also measured with --quick
  uint32_t sample_bytes = 1; ///< 2: RGBA64_LE, GRAY16_LE or P010_10LE
  /// P010_10LE holds a value in the upper 10 bits of a sample: with a power of two up to 1024 as
  /// `bins`, binning 16-bit samples gives the same counts.
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
  /// Bytes per row of the first plane, without padding.
  size_t row_bytes() const {
    return width * (chroma == Chroma::packed ? 2 : is_yuv() ? sample_bytes : pixel_bytes());
  }
  size_t stride() const { return row_bytes() + padding; }
  /// Bytes of the pixels, without padding.
  size_t bytes() const {
    return row_bytes() * (is_yuv() && chroma != Chroma::packed ? height / 2 * 3 : height);
  }
  /// Only the project's own kernel counts padded, shifted or partial frames.
  bool plain() const { return padding == 0 && base_offset == 0 && regions == 0; }
  /// Whether both cells have the same bytes in memory, so that frames can be reused.
  bool same_pixels(const Cell& other) const;
  /// The cell's name, such as "RGBA/8K/photo/opaque/256".
  std::string name() const;
  std::vector<Rect> region_list() const;
  /// Each plane as a cell of its own; packed samples as RGBA with half as many columns.
  std::vector<Cell> planes() const;
};

/// The view of a cell's frame at `data`, without padding.
FrameView view_of(const Cell& cell, const uint8_t* data);

/// All cells; cells with the same pixels are adjacent.
std::vector<Cell> all_cells();

} // namespace videohistogram::benchmark
