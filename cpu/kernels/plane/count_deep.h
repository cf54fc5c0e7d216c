// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/plane/computed.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// How the pixels of a sample plane of 16-bit samples are counted. Made once per Plan, read by
/// every thread. If the number of bins is a power of two, each counter counts the upper bits of
/// values. Otherwise it counts a value if there are few values, else a bin.
struct DeepPlan {
  /// Counts `pixels` neighbouring pixels into a tally's tables.
  void (*count_run)(const DeepPlan& plan, const uint8_t* p, size_t pixels,
                    uint32_t* tables) = nullptr;
  uint32_t sample_plane = 0;
  uint32_t bins = 0;
  size_t first_count = 0; ///< index of the plane's first count among the counts of all planes
  uint8_t channels_at[max_channels] = {}; ///< indices of the channels among the plane's histograms
  uint32_t stored = 0;                    ///< number of stored channels
  uint32_t n_computed = 0;  ///< number of computed channels; they follow the stored ones
  QuantitySet computed = 0; ///< the computed channels
  /// Samples of the stored channels in a word of four, from that in the low bits on.
  uint8_t places[4] = {};
  RgbPlan rgb; ///< for computed channels; offsets are as `places`
  uint32_t depth = 0;
  uint32_t value_shift = 0; ///< value = sample >> value_shift & value_mask, four samples at once
  uint64_t value_mask = 0;
  uint32_t shift = 0; ///< shift and mask for the counted upper bits of values
  uint64_t mask = 0;
  uint32_t drop = 0;       ///< number of low bits of values that are not counted
  bool scaled = false;     ///< whether a counter counts a bin that is found by multiplication
  uint32_t counters = 0;   ///< counters per channel
  size_t table_stride = 0; ///< counters from one channel's table to the next
  size_t copies = 0;       ///< copies of all tables: 1, 2 or 4
  size_t copy_stride = 0;  ///< counters from one copy to the next; 0 if there is one

  uint32_t channels() const { return stored + n_computed; }
};

/// The plans for all planes with quantities that are in `quantities`, of samples whose low or high
/// byte comes first.
std::vector<DeepPlan> make_deep_plans(const Plan& plan, QuantitySet quantities,
                                      bool high_byte_first);

/// The plan for the values of one histogram, as 16-bit words in succession.
DeepPlan make_deep_value_plan(const Histogram& histogram, uint32_t n_values);

/// The counters of one thread. All zero while nothing is counted.
struct DeepTally {
  std::vector<uint32_t> tables; ///< [copies][channels][counters], with a gap after each table
};

/// Makes room for a plan's counters; existing memory is reused.
void reserve(const DeepPlan& plan, DeepTally& tally);

/// Counts a rectangle into a tally reserved for the plan. Fold a tally before it has 2^32 pixels.
void count_rect(const DeepPlan& plan, const SamplePlaneView& sample_plane, const Rect& rect,
                DeepTally& tally);

/// Counts a value `times` times, by a plan of make_deep_value_plan().
inline void count_value(const DeepPlan& plan, uint32_t value, uint32_t times, DeepTally& tally) {
  const size_t counter =
      plan.scaled ? bin_of(value, plan.bins, plan.depth) : size_t{value >> plan.drop};
  tally.tables[counter] += times;
}

/// Sums the copies into the first one. Call before fold(); other threads need not wait for this.
void merge_copies(const DeepPlan& plan, DeepTally& tally);

/// Adds a merged tally to the counts of a rectangle, [channels][bins], and clears the tally.
void fold(const DeepPlan& plan, DeepTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
