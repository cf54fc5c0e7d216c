// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/colour/colour_functions.h"
#include "cpu/kernels/plane/byte_pairs.h"
#include "cpu/target.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// From which samples values are computed.
enum class ValueSource {
  ycbcr,  ///< Y, Cb and Cr of each pixel
  rgb,    ///< R, G, B and A of each pixel
  chroma, ///< Cb and Cr of each chroma sample
  stored, ///< a stored quantity of each pixel of its sample plane
  frames, ///< samples of the frame and of the frame before
};

/// The samples that values of a domain are computed from.
ValueSource source_of(const FormatInfo& format, Domain domain);

/// A quantity, and how its values are written.
struct ValueFormat {
  Quantity quantity;
  bool is_bytes; ///< as bytes; otherwise as 16-bit words
  uint32_t drop; ///< number of low bits that are left out
};

/// How values are computed from samples of several components or of two frames. Made once per Plan,
/// read by every thread.
struct ValuesPlan {
  /// Maximum number of quantities.
  static constexpr uint32_t max_values = max_pixel_quantities;
  /// Maximum number of components of a pixel.
  static constexpr uint32_t max_components = 4;

  struct Value {
    ValueFormat format;
    uint32_t transform; ///< index into `transforms`, for R, G, B, MAXRGB, RANGE, R-G, G-B and
                        ///< chromaticities of Y'CbCr; else none
    uint32_t colour;    ///< index among n_colours, for colours of Y'CbCr
    uint32_t component; ///< index of the stored component that is the value; else max_components
  };

  ValueSource source = ValueSource::ycbcr;
  const ColourFunctions* functions = nullptr;
  /// The sample planes of Y, Cb, Cr, A or R, G, B, A. Differences and stored quantities use
  /// the first entry alone.
  uint32_t sample_planes[max_components] = {};
  SampleReader readers[max_components];
  uint32_t components = 0;            ///< mask of the components that values need
  bool pairs = true;                  ///< whether values depend on pairs of Cb and Cr
  std::vector<ColourSums> transforms; ///< Y'CbCr only
  std::vector<Value> values;
  bool differences_of_bytes = false; ///< samples are bytes in succession, and so are values
  CodeLimits limits;                 ///< of RANGE of RGB
  LumaWeights luma{};                ///< for LUMA
  const uint16_t* hue = nullptr;     ///< for HUE
  Subcarrier subcarrier;             ///< for CHROMA
  ChromaticityPlan chromaticities;   ///< without `light` if none is among the values
  uint32_t depth = 0;                ///< bits of a sample
};

/// How values of `depth` bits above `shift` other bits of a component are read.
SampleReader make_reader(const SamplePlane& plane, Quantity component, uint32_t depth,
                         uint32_t shift);

/// Plans the values of at most max_values quantities. Those of `source` must be possible; for
/// ValueSource::stored, `quantities` is one stored quantity, for ValueSource::frames one
/// difference.
ValuesPlan make_values_plan(const Plan& plan, ValueSource source,
                            const std::vector<ValueFormat>& quantities, const Target& target);

/// Two components, by their indices, as a pair of bytes in ValuesView::planes. There is none for
/// max_components, for deeper samples, or if their pixels differ in size.
BytePair find_byte_pair(const ValuesPlan& plan, uint32_t x, uint32_t y);

/// The sample planes that values are computed from. For differences: the frame's, then that of the
/// frame before.
struct ValuesView {
  const FrameView* frame; ///< borrowed while the frame is counted
  SamplePlaneView planes[ValuesPlan::max_components];
};
ValuesView view_of(const ValuesPlan& plan, const FrameView& frame);
/// A rectangle of the frame in pixels, or in samples of the plane where values belong to those.
/// Empty for differences if there is no frame before.
Rect rect_in(const ValuesPlan& plan, const ValuesView& view, const Rect& frame_rect);

/// Samples and values of a thread.
struct ValuesBuffers {
  /// Maximum number of values of a quantity.
  static constexpr uint32_t most = 2048;
  static constexpr uint32_t room = most + 128;

  Words samples[ValuesPlan::max_components] = {};
  ChromaPairs pairs = {};
  alignas(64) uint8_t bytes[ValuesPlan::max_values][room] = {};
  alignas(64) uint16_t words[ValuesPlan::max_values][room] = {};
  Words codes[4] = {}; ///< of R, G, B and Y of Y'CbCr, for values that are computed from these
  Lights lights = {};  ///< of R, G and B, for chromaticities
};

/// Computes the values of one stretch of a row after the other, of at most segment_pixels pixels.
class SegmentValues {
public:
  SegmentValues(const ValuesPlan& plan, const ValuesView& view, ValuesBuffers& buffers);

  /// Call before load() of another column: rows at one column may share their chroma.
  void begin_column() { chroma_row_ = UINT32_MAX; }
  /// Reads what the values of `n` pixels, from column `x` of row `y` on, are computed from. Returns
  /// whether all pixels are known to be equal.
  bool load(uint32_t x, uint32_t y, uint32_t n);
  /// Computes the values of the first `n` pixels that were read, and writes them from entry `at` of
  /// the buffers on.
  void compute(uint32_t n, uint32_t at);

private:
  ColourOutput output(size_t index, uint32_t at) const;
  void read(uint32_t component, uint32_t x, uint32_t y, uint32_t n);
  void prefetch(uint32_t component, uint32_t x, uint32_t y, uint32_t n) const;
  void read_pairs(uint32_t x, uint32_t y, uint32_t n, uint32_t x_sub);
  bool load_pixels(uint32_t x, uint32_t y, uint32_t n);
  bool load_components(uint32_t x, uint32_t y, uint32_t n);
  bool load_chroma(uint32_t x, uint32_t y, uint32_t n);
  bool load_frames(uint32_t x, uint32_t y, uint32_t n);
  void compute_transform(uint32_t transform, uint32_t n, uint32_t at);
  void compute_range(const ColourSums& sums, uint32_t n, size_t index, uint32_t at);
  void compute_of_colours(const ColourSums& sums, uint32_t n, uint32_t at);
  void look_up_lights(const Words* rgb, uint32_t n) const;
  void compute_chromaticity(uint32_t n, size_t index, uint32_t at) const;
  void subtract(const Words* rgb, uint32_t depth, uint32_t n, size_t index, uint32_t at) const;
  void compute_value(size_t index, uint32_t n, uint32_t at);
  template <class Use>
  void for_each_chroma(uint32_t n, const Use& use) const;
  void compute_brng(uint32_t n, uint16_t* words) const;
  void compute_subcarrier(uint32_t n, const ColourOutput& to) const;
  void compute_of_rgb(Quantity quantity, uint32_t n, const ColourOutput& to) const;
  void mark(const Words* codes, uint32_t n_codes, uint32_t n, size_t index, uint32_t at) const;
  void put_masks(uint32_t n, size_t index, uint32_t at) const;
  void look_up_hue(uint32_t n, uint16_t* degrees) const;

  const ValuesPlan& plan_;
  const ValuesView& view_;
  ValuesBuffers& buffers_;
  const ColourFunctions& functions_;
  /// How far below the row that is read a row of component i is prefetched; 0: not at all.
  uint32_t rows_ahead_[ValuesPlan::max_components] = {};
  uint32_t chroma_row_ = UINT32_MAX; ///< the chroma row of the pairs
  bool chroma_is_flat_ = false;      ///< all of these pairs are equal
  const uint32_t* pairs_ = nullptr;  ///< the pair of the first pixel
  const uint8_t* rows_[2] = {};      ///< for differences of bytes: the first samples
};

/// Whether the pixels of rows y and y + 1 have the same chroma samples.
bool share_chroma(const ValuesPlan& plan, const ValuesView& view, uint32_t y);

/// Calls `count` for the rectangles of at most segment_pixels columns and two rows that `rect`
/// consists of: row by row, as memory is read fastest, but rows that share their chroma together.
template <class Count>
void for_each_segment(const ValuesPlan& plan, const ValuesView& view, const Rect& rect,
                      const Count& count) {
  for (uint32_t row = 0, rows; row < rect.height; row += rows) {
    rows = rect.height - row > 1 && share_chroma(plan, view, rect.y + row) ? 2 : 1;
    for (uint64_t left = 0; left < rect.width; left += segment_pixels) {
      const auto done = static_cast<uint32_t>(left);
      count(Rect{rect.x + done, rect.y + row, std::min(segment_pixels, rect.width - done), rows});
    }
  }
}

} // namespace videohistogram::cpu
