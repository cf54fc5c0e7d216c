// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/plane/computed.h"
#include "cpu/target.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// A counter for each value of a byte, and one unused cache line. Without the line, equal counters
/// of two tables could be 4 KiB apart. A core that tells addresses apart by their low 12 bits first
/// takes such counters for one, and then waits (GRAY8 of two values: 2.3 instead of 3.4 GB/s).
using Table = uint32_t[256 + 16];

/// Each channel has several tables, which neighbouring pixels use in turn. Incrementing a counter
/// waits until the last store to it is complete, and neighbours are often equal. All tables of RGBA
/// together fill little more than half of a 32 KiB L1 cache.
constexpr uint32_t copies_of(uint32_t pixel_bytes) {
  return pixel_bytes == 1 ? 8 : 4;
}

/// The bytes of one channel in four buckets, by their two high bits, until a bucket has enough of
/// them to be counted together; and the sums of the counted ones. See count_avx512.cpp.
struct Buckets {
  static constexpr uint32_t batch = 1024; ///< bytes counted together: the oldest of a bucket
  static constexpr uint32_t young =
      448; ///< newer bytes that a bucket must have before a batch is counted
  static constexpr uint32_t block = 512; ///< bytes that are put into buckets between two checks
  static constexpr uint32_t spill = 64;  ///< bytes that a store may write after the last one

  /// No bucket crosses the end of a page: stores across it would cost an eighth of the time.
  alignas(2048) uint8_t bytes[4][batch + young + block + spill];
  alignas(64) uint32_t sums[4][32][16];
  uint32_t sizes[4];   ///< bytes not counted yet
  uint32_t counted[4]; ///< bytes counted in `sums`
};
static_assert(sizeof Buckets::bytes[0] == 2048);

/// The counters of one thread. All zero at first and after fold().
struct ByteTally {
  /// The first table of the first computed quantity; its values are counted like 1-byte pixels.
  static constexpr uint32_t computed = 16;
  static constexpr uint32_t computed_buckets = 4; ///< after the buckets of a pixel's bytes
  /// Maximum number of quantities whose values are counted as bytes; see make_value_plan().
  static constexpr uint32_t max_values = max_pixel_quantities;

  alignas(64) Table tables[max_values * copies_of(1)] = {};
  Buckets buckets[max_values] = {};
};
static_assert(ByteTally::computed + max_computed * copies_of(1) <=
              ByteTally::max_values * copies_of(1));
static_assert(ByteTally::computed_buckets + max_computed <= ByteTally::max_values);

/// How the pixels of a sample plane are counted. Made once per Plan, read by every thread. Y of
/// YUY2 is counted together with the next sample plane, Cb and Cr, in one pass. The pixels of this
/// pass have 4 bytes and are pairs of pixels of Y's sample plane.
struct BytePlan {
  const Target* target = nullptr;
  const Target* small_target = nullptr; ///< for rectangles that are too small for `target`
  uint32_t sample_plane = 0;
  uint32_t pixel_bytes = 0;
  bool pairs = false; ///< counted together with the next sample plane
  uint32_t bytes = 0; ///< mask of the counted bytes of a pixel
  uint32_t alpha = 4; ///< index of the alpha byte; 4: none
  RgbPlan rgb;        ///< for computed quantities

  /// A counted quantity and its tables and buckets in the tally. Each Y of a pair has a place.
  struct Place {
    Quantity quantity;
    uint32_t channel; ///< index among the Plan's histograms
    uint32_t table, copies, buckets;
    uint32_t byte; ///< byte of the pixel; unused for computed quantities
    uint32_t
        step; ///< bytes from one sample to the next for the buckets; 0: another place fills them
  } places[max_channels] = {};
  uint32_t n_places = 0;
  uint32_t bins = 0;
};

/// The plans for all planes with quantities that are in `quantities`.
std::vector<BytePlan> make_byte_plans(const Plan& plan, QuantitySet quantities,
                                      const Target& target, const Target& small_target);

/// The plan for bytes in succession, one table of at most max_values in a tally.
BytePlan make_value_plan(uint32_t table, uint32_t bins, const Target& target,
                         const Target& small_target);

/// 1, or 2 if the plan also counts the next sample plane of the format.
inline uint32_t sample_planes_of(const BytePlan& plan) {
  return plan.pairs ? 2 : 1;
}

/// A ByteTally has room for any plan.
inline void reserve(const BytePlan&, ByteTally&) {}

/// The target for a rectangle of so many pixels.
const Target& target_for(const BytePlan& plan, uint64_t pixels);

/// Counts a rectangle of the sample plane into a tally. Fold a tally before it has 2^32 pixels.
void count_rect(const BytePlan& plan, const SamplePlaneView& sample_plane, const Rect& rect,
                ByteTally& tally);

/// Sums the copies of each channel's table into the first one. Call before fold().
void merge_copies(const BytePlan& plan, ByteTally& tally);

/// Adds a merged tally to the counts of a rectangle, [channels][bins], and clears the tally.
void fold(const BytePlan& plan, ByteTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
