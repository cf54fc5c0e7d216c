// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/colour/colour_functions.h"
#include "cpu/kernels/plane/count.h"
#include "cpu/kernels/plane/count_deep.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::cpu {

/// How values are counted that are computed from samples of several sample planes, or of two
/// frames. Made once per Plan, read by every thread. Bytes are counted where bins are the high bits
/// of values, words elsewhere.
struct ColourCounts {
  /// From which samples the values are computed.
  enum class Source {
    ycbcr,  ///< Y, Cb and Cr of each pixel
    rgb,    ///< R, G and B of each pixel
    chroma, ///< Cb and Cr of each chroma sample
    frames, ///< samples of the frame and of the frame before
  };

  /// A histogram of these values.
  struct Values {
    Quantity quantity;
    size_t first;       ///< index of its first count among those of a rectangle
    uint32_t transform; ///< index into `transforms`; RANGE and colours of Y'CbCr only
    uint32_t colour;    ///< index among n_colours; colours only
    bool is_bytes;
    uint32_t drop;  ///< number of low bits of values that are not counted
    BytePlan bytes; ///< if is_bytes
    DeepPlan words; ///< otherwise
  };

  Source source = Source::ycbcr;
  const ColourFunctions* functions = nullptr;
  /// Index of the sample plane of Y, Cb, Cr or R, G, B. Differences use the first entry alone.
  uint32_t sample_planes[3] = {};
  SampleReader readers[3];
  std::vector<ColourSums> transforms; ///< Y'CbCr only
  std::vector<Values> values;
  CodeLimits limits;             ///< of RANGE of RGB
  const uint16_t* hue = nullptr; ///< for HUE
  uint32_t depth = 0;            ///< bits of a sample
};

/// The plans for plan.pixel_histograms and plan.chroma_histograms, at most one each, and one for
/// each of plan.difference_histograms.
std::vector<ColourCounts> make_colour_counts(const Plan& plan, const Target& target,
                                             const Target& small_target);

/// Whether regions have these values: differences are those of the whole frame.
inline bool counts_regions(const ColourCounts& plan) {
  return plan.source != ColourCounts::Source::frames;
}

/// The sample planes that values are computed from. For differences: the frame's, then that of the
/// frame before.
struct ColourView {
  const FrameView* frame; ///< borrowed while the frame is counted
  SamplePlaneView planes[3];
};
ColourView view_of(const ColourCounts& plan, const FrameView& frame);
/// A rectangle of the frame in pixels, or in samples of the plane where values belong to those.
/// Empty for differences if there is no frame before.
Rect rect_in(const ColourCounts& plan, const ColourView& view, const Rect& frame_rect);
/// Bytes of an RGBA image whose counting takes about as long.
uint64_t bytes_per_pixel(const ColourCounts& plan, const ColourView& view);

/// The state of one thread. Counters are zero while nothing is counted.
struct ColourTally {
  /// Maximum number of histograms of a ColourCounts.
  static constexpr uint32_t max_values = 5;
  /// Maximum number of values that are counted together. With fewer, counting takes longer.
  static constexpr uint32_t values_at_once = 2048;
  static constexpr uint32_t values_room = values_at_once + 64;
  struct Segment {
    Words samples[3] = {};
    ChromaPairs pairs = {};
    /// Values of each histogram that are not counted yet, as bytes or as words.
    alignas(64) uint8_t bytes[max_values][values_room] = {};
    alignas(64) uint16_t words[max_values][values_room] = {};
    Words codes[4] = {}; ///< of R, G, B and Y, for RANGE
  };

  std::unique_ptr<Segment> segment;
  std::unique_ptr<ByteTally> bytes;
  std::vector<DeepTally> words; ///< one per histogram
};
void reserve(const ColourCounts& plan, ColourTally& tally);

/// Counts a rectangle into a tally reserved for the plan. Fold a tally before it has 2^32 pixels.
void count_rect(const ColourCounts& plan, const ColourView& view, const Rect& rect,
                ColourTally& tally);
/// Call before fold(); other threads need not wait for this.
void merge_copies(const ColourCounts& plan, ColourTally& tally);
/// Adds a merged tally to the counts of a rectangle, and clears the tally.
void fold(const ColourCounts& plan, ColourTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
