// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The marks that videoscopeoverlay draws over the pixels of a frame by their own values: false
// colour, zebra, pixels out of gamut, peaking, and the legend. Plain data for host and devices.
#pragma once

#include "core/colour.h"
#include "core/frame.h"
#include "core/host_device.h"
#include "core/quantity.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace videohistogram {

/// The kinds of marks, as numbers in tables. Of several marks a pixel shows the divider, else the
/// line of a safe area, a peak, its gamut, a stripe, or the step of its level, in this order.
namespace mark {
enum Kind : uint8_t {
  none,        ///< the pixel stays as it is
  grey,        ///< the pixel loses its chroma
  zebra_dark,  ///< a stripe over a bright pixel, and every other dash of a safe area's line
  zebra_light, ///< a stripe over a dark pixel, and the dashes between
  out_of_gamut,
  peak,       ///< a large gradient of Y
  divider,    ///< the right edge of the part that is marked
  first_step, ///< of false colour; the others follow
};
constexpr uint32_t max_steps = 12;
constexpr uint32_t n_kinds = first_step + max_steps;
} // namespace mark

/// The rule by which pixels are marked as out of gamut.
enum class GamutMarks : uint8_t {
  none,
  r103,  ///< R, G, B or Y outside of EBU R 103
  inner, ///< outside of the primaries of GamutRows, which lie within those of the frames
};

/// Linear light of inner primaries from that of the frames' primaries. For each row the linear
/// light of codes as far up, or down, as the rounding of samples may have moved them. So only a
/// pixel that is outside whatever was rounded has a negative sum.
struct GamutRows {
  int32_t rows[3][3]; ///< units of 2^-16
};

/// A line around a safe area. Its dashes are black and white in turn, so that it is seen over any
/// video.
struct SafeLine {
  Rect area;     ///< pixels; the line lies inside, at its edges
  uint32_t dash; ///< pixels of a row or a column
};

/// How pixels are marked. Thread-safety: a value. Pointers are valid where the marks are drawn.
struct MarkRules {
  uint32_t width, height;   ///< of the frame
  uint32_t marked_columns;  ///< columns from the left edge on; whole chroma samples
  uint32_t divider_columns; ///< at the right end of these

  bool is_rgb;     ///< pixels are R, G and B; else Y, Cb and Cr
  bool has_chroma; ///< Cb and Cr are read
  bool has_levels; ///< there are steps or a zebra
  bool by_maximum; ///< steps and zebra by the maximum of R, G and B; else by Y or LUMA
  bool has_peaks;  ///< see `peak_gradient`
  GamutMarks gamut;
  ColourTransform full; ///< for by_maximum
  ColourTransform rgb;  ///< for gamut: codes of narrow or full range, as the frames'
  CodeLimits limits;    ///< of R 103
  GamutRows inner;
  LumaWeights luma; ///< of RGB frames

  const uint8_t* steps;       ///< per value: none, grey or a step
  const uint8_t* zebra;       ///< zebra_dark, zebra_light or unmarked per value
  const int32_t* light_below; ///< per code of R, G or B: linear light, see GamutRows
  const int32_t* light_above;
  uint32_t stripe; ///< pixels of a row from one stripe of a zebra to the next, even
  uint32_t
      peak_gradient; ///< least sum of the horizontal and the vertical difference of Y, in codes

  uint32_t line_width;     ///< pixels of `safe`; 0: there are no lines
  SafeLine safe[2];        ///< of the areas for action and for graphics
  Rect legend;             ///< whole chroma samples; may be empty
  const uint32_t* picture; ///< pixels of the legend, row by row, in bytes x, c0, c1, c2 of 8 bits
  uint16_t colours[mark::n_kinds][3]; ///< samples of each kind: Y, Cb, Cr, or R, G, B
};

/// Marks for frames of one kind. Thread-safety: immutable.
class FrameMarks {
public:
  /// Bytes from the start of the tables to what the pointers of the rules point to.
  struct Places {
    size_t steps = 0, zebra = 0, light_below = 0, light_above = 0, picture = 0;
  };
  FrameMarks(const MarkRules& rules, std::vector<uint8_t> tables, const Places& places)
      : rules_(rules), tables_(std::move(tables)), places_(places) {}

  const std::vector<uint8_t>& tables() const { return tables_; }
  /// The rules, for a copy of tables() at `copy`.
  MarkRules rules_at(const uint8_t* copy) const {
    MarkRules rules = rules_;
    rules.steps = copy + places_.steps;
    rules.zebra = copy + places_.zebra;
    rules.light_below = reinterpret_cast<const int32_t*>(copy + places_.light_below);
    rules.light_above = reinterpret_cast<const int32_t*>(copy + places_.light_above);
    rules.picture = reinterpret_cast<const uint32_t*>(copy + places_.picture);
    return rules;
  }
  MarkRules rules() const { return rules_at(tables_.data()); }
  bool has_peaks() const { return rules_.has_peaks; }
  uint32_t stripe() const { return rules_.stripe; }

private:
  MarkRules rules_;
  std::vector<uint8_t> tables_;
  Places places_;
};

/// The samples of one component of a frame. Samples need not be aligned.
struct MarkedComponent {
  uint8_t* first;       ///< that of the frame's corner
  ptrdiff_t stride;     ///< bytes from one row to the next
  uint32_t step;        ///< bytes from one sample of a row to the next
  uint8_t x_sub, y_sub; ///< log2 of the subsampling
};

/// The samples of a frame: Y, Cb and Cr, or R, G and B, or one component.
struct MarkedFrame {
  MarkedComponent components[3];
  uint32_t n_components;
  uint8_t sample_bytes, depth, shift; ///< as of FormatInfo
  uint8_t x_sub, y_sub;               ///< the largest of the components
};

/// Where the samples of a frame lie, whose planes begin at `planes`, with rows `strides` apart.
MarkedFrame marked_frame(const FormatInfo& format, uint8_t* const* planes,
                         const ptrdiff_t* strides);

} // namespace videohistogram
