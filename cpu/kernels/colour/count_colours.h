// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/colour/values.h"
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
  /// How the values of one quantity of `values` are counted.
  struct Counting {
    size_t first;   ///< index of the histogram's first count among those of a rectangle
    BytePlan bytes; ///< if the values are bytes
    DeepPlan words; ///< otherwise
  };

  ValuesPlan values;
  std::vector<Counting> counting; ///< one per quantity
  BytePair chroma;                ///< Cb and Cr, if all values follow from pairs of these bytes
};

/// The plans for the histograms of quantities in `direct`: at most one plan each for Domain::pixel
/// and Domain::chroma, and one per histogram of Domain::frames.
std::vector<ColourCounts> make_colour_counts(const Plan& plan, QuantitySet direct,
                                             const Target& target, const Target& small_target);

/// Whether regions have these values: differences are those of the whole frame.
inline bool counts_regions(const ColourCounts& plan) {
  return plan.values.source != ValueSource::frames;
}
inline ValuesView view_of(const ColourCounts& plan, const FrameView& frame) {
  return view_of(plan.values, frame);
}
inline Rect rect_in(const ColourCounts& plan, const ValuesView& view, const Rect& frame_rect) {
  return rect_in(plan.values, view, frame_rect);
}
/// Bytes of an RGBA image whose counting takes about as long as that of a pixel.
inline uint64_t bytes_per_pixel(const ColourCounts& plan, const ValuesView&) {
  return 2 * plan.counting.size();
}

/// The state of one thread. Counters are zero while nothing is counted.
struct ColourTally {
  std::unique_ptr<ValuesBuffers> values; ///< values that are not counted yet
  std::unique_ptr<ByteTally> bytes;
  std::vector<DeepTally> words; ///< one per histogram

  // Values of a pair of bytes are found once per pair in large rectangles. Finding those of all
  // pairs takes as long as some ten thousand samples, which are therefore counted directly.
  static constexpr uint64_t direct_samples = 64 * 1024;
  uint64_t samples = 0; ///< of this rectangle so far
  LowBytes low_bytes;
  std::vector<uint32_t> pairs; ///< [Cb][Cr], without the low bytes
};
void reserve(const ColourCounts& plan, ColourTally& tally);

/// Counts a rectangle into a tally reserved for the plan. Fold a tally before it has 2^32 pixels.
void count_rect(const ColourCounts& plan, const ValuesView& view, const Rect& rect,
                ColourTally& tally);
/// Call before fold(); other threads need not wait for this.
void merge_copies(const ColourCounts& plan, ColourTally& tally);
/// Adds a merged tally to the counts of a rectangle, and clears the tally.
void fold(const ColourCounts& plan, ColourTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
