// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/computed.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// How the pixels of a sample plane of 16-bit samples are counted: decided once for a Plan, read by
/// every thread. What is counted, each in a counter, are the upper bits of values if the bins are a
/// power of two, else values if they are few, else bins.
struct DeepPlan {
  /// Counts `pixels` neighbouring pixels into a tally's tables.
  void (*count_run)(const DeepPlan& plan, const uint8_t* p, size_t pixels,
                    uint32_t* tables) = nullptr;
  uint32_t bins = 0;
  uint8_t channels_at[max_channels] =
      {};                   ///< the places of the channels among the Plan's histograms
  uint32_t stored = 0;      ///< channels that lie in memory
  uint32_t n_computed = 0;  ///< computed ones, which come after them
  QuantitySet computed = 0; ///< these
  uint8_t places[4] = {};   ///< of the stored channels among a pixel's samples
  RgbPlan rgb;              ///< for these; places as above
  uint32_t depth = 0;
  uint32_t value_shift = 0; ///< value = sample >> value_shift & value_mask; of four samples at once
  uint64_t value_mask = 0;
  uint32_t shift = 0; ///< the same for the upper bits of values that are counted,
  uint64_t mask = 0;
  uint32_t drop = 0;       ///< without these lower ones
  uint32_t counters = 0;   ///< of a channel
  size_t table_stride = 0; ///< counters from one channel's table to the next
  size_t copies = 0;       ///< of all tables: 1, 2 or 4
  size_t copy_stride = 0;  ///< counters from one copy to the next; 0 if there is one

  uint32_t channels() const { return stored + n_computed; }
};

/// For those quantities of plan.planes[plane] that are among `quantities`. Without channels if
/// these are none.
DeepPlan make_deep_plan(const Plan& plan, size_t plane, QuantitySet quantities);

/// The counters of one thread. They are zero while nothing is counted.
struct DeepTally {
  std::vector<uint32_t> tables; ///< [copies][channels][counters], with a gap after each table
};

constexpr uint32_t sample_planes_of(const DeepPlan&) {
  return 1;
}

/// Makes room for a plan's counters; what is there is reused.
void reserve(const DeepPlan& plan, DeepTally& tally);

/// Counts a rectangle of the sample plane into a tally that fits the plan. A tally must be folded
/// before it has 2^32 pixels.
void count_rect(const DeepPlan& plan, const SamplePlaneView& sample_plane, const Rect& rect,
                DeepTally& tally);

/// Adds the copies up in the first one, before fold(). Other threads need not wait for this.
void merge_copies(const DeepPlan& plan, DeepTally& tally);

/// Adds a tally that is settled to the counts of a rectangle, [channels][bins], and
/// clears it.
void fold(const DeepPlan& plan, DeepTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
