// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/colour/values.h"
#include "cpu/kernels/plane/byte_pairs.h"
#include "cpu/target.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::cpu {

/// How a joint histogram is counted. Made once per Plan, read by every thread.
struct JointCounts {
  ValuesPlan values; ///< of x and y, as words
  PairIndex index;
  size_t counters; ///< bins of x times bins of y
  BytePair bytes;  ///< if the two are such a pair
};
JointCounts make_joint_counts(const Plan& plan, const Joint& joint, const Target& target);

inline ValuesView view_of(const JointCounts& plan, const FrameView& frame) {
  return view_of(plan.values, frame);
}
inline Rect rect_in(const JointCounts& plan, const ValuesView& view, const Rect& frame_rect) {
  return rect_in(plan.values, view, frame_rect);
}
/// Bytes of an RGBA image whose counting takes about as long as that of a pair.
inline uint64_t bytes_per_pixel(const JointCounts&, const ValuesView&) {
  return 8;
}

/// The state of one thread. Clearing a table and adding it to a result takes as long as counting
/// some ten thousand pairs, so that the first pairs of a rectangle wait outside of the table.
struct JointTally {
  /// Maximum number of pairs that wait.
  static constexpr uint32_t most_waiting = 16 * 1024;

  std::unique_ptr<ValuesBuffers> values;
  std::vector<uint32_t> waiting; ///< counters of pairs that are not counted yet
  uint32_t n_waiting = 0;
  std::vector<uint32_t> table; ///< all zero while table_is_used is false
  bool table_is_used = false;
  LowBytes low_bytes; ///< of byte pairs, whose overflows are in `table` or `into`
  IndexRange touched; ///< of the counters, where they are stored
  void touch(const IndexRange& range) {
    touched = {std::min(touched.first, range.first), std::max(touched.last, range.last)};
  }
  uint32_t* into = nullptr; ///< where this thread alone counts, instead of the table
};
void reserve(const JointCounts& plan, JointTally& tally);
inline void count_into(const JointCounts&, JointTally& tally, uint32_t* counts) {
  tally.into = counts;
}

/// Counts a rectangle into a tally reserved for the plan. Fold a tally before it has 2^32 pixels.
void count_rect(const JointCounts& plan, const ValuesView& view, const Rect& rect,
                JointTally& tally);
inline void merge_copies(const JointCounts&, JointTally&) {}
/// Adds a tally to the counts of a rectangle, [bin of x][bin of y], and clears the tally.
void fold(const JointCounts& plan, JointTally& tally, uint32_t* counts);

/// Adds the sums of a joint histogram over the other axis to the histogram of one axis.
void add_marginal_of_x(const Joint& joint, const uint32_t* counts, uint32_t* histogram);
void add_marginal_of_y(const Joint& joint, const uint32_t* counts, uint32_t* histogram);

} // namespace videohistogram::cpu
