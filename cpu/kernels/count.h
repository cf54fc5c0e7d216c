// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/computed.h"
#include "cpu/target.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// A counter for each value of a byte, and a cache line that is not used: the same counters of two
/// tables must not be 4 KiB apart, since a core that tells addresses apart by their low 12 bits
/// takes them for one at first, and then waits (GRAY8 of two values: 2.3 instead of 3.4 GB/s).
using Table = uint32_t[256 + 16];

/// There are several tables of the same channel, which neighbouring pixels take in turn:
/// incrementing a counter that was written a moment ago waits until that store is through, and
/// neighbours are often equal. All tables of RGBA together fill little more than half of a 32 KiB
/// L1 cache.
constexpr uint32_t copies_of(uint32_t pixel_bytes) {
  return pixel_bytes == 1 ? 8 : 4;
}

/// The bytes of one channel by their two high bits, until there are enough of a kind to be counted
/// together, and what has been counted of them. See count_avx512.cpp.
struct Buckets {
  static constexpr uint32_t batch = 1024; ///< bytes that are counted together, the oldest ones,
  static constexpr uint32_t young = 448;  ///< when these many came later
  static constexpr uint32_t block = 512;  ///< bytes that are put into buckets between two looks
  static constexpr uint32_t spill = 64;   ///< bytes that a store may write behind the last one

  /// In no bucket a page ends: stores across its end would cost an eighth of the time.
  alignas(2048) uint8_t bytes[4][batch + young + block + spill];
  alignas(64) uint32_t sums[4][32][16];
  uint32_t sizes[4];   ///< bytes that wait
  uint32_t counted[4]; ///< bytes that `sums` are of
};
static_assert(sizeof Buckets::bytes[0] == 2048);

/// The counters of one thread. All zero at first, and again after fold().
struct ByteTally {
  /// The first table of the first computed quantity: their values are counted like 1-byte pixels.
  static constexpr uint32_t computed = 16;
  static constexpr uint32_t computed_buckets = 4; ///< behind those of a pixel's bytes

  alignas(64) Table tables[computed + max_computed * copies_of(1)] = {};
  Buckets buckets[computed_buckets + max_computed] = {};
};

/// How the pixels of a sample plane are counted: decided once for a Plan, read by every thread. Y
/// of YUY2 is counted with the next sample plane, its Cb and Cr, in one pass over pixels of 4
/// bytes, which are pairs of pixels of Y's sample plane.
struct BytePlan {
  const Target* target = nullptr;
  const Target* small_target = nullptr; ///< for rectangles that are not worth starting `target`
  uint32_t pixel_bytes = 0;
  bool pairs = false; ///< with the next sample plane
  uint32_t bytes = 0; ///< which bytes of a pixel are counted, a bit each
  uint32_t alpha = 4; ///< the byte that is alpha; 4: none
  RgbPlan rgb;        ///< for what is computed

  /// What is counted of a pixel, and what it has in the tally. Both Y of a pair have a place.
  struct Place {
    Quantity quantity;
    uint32_t channel; ///< its place among the Plan's histograms
    uint32_t table, copies, buckets;
    uint32_t byte; ///< of the pixel; of what is computed nothing
    uint32_t step; ///< from a sample to the next into the buckets; 0: another place does that
  } places[max_channels] = {};
  uint32_t n_places = 0;
  uint32_t bins = 0;
};

/// For plan.planes[plane], maybe with the plane after it, and for those of its quantities that are
/// among `quantities`. Without places if these are none.
BytePlan make_byte_plan(const Plan& plan, size_t plane, QuantitySet quantities,
                        const Target& target, const Target& small_target);

/// Sample planes of the format that the plan is for: the one it was made for, and maybe the next
/// one.
inline uint32_t sample_planes_of(const BytePlan& plan) {
  return plan.pairs ? 2 : 1;
}

/// Counts a rectangle of the sample plane into a tally. A tally must be folded before it has 2^32
/// pixels.
void count_rect(const BytePlan& plan, const SamplePlaneView& sample_plane, const Rect& rect,
                ByteTally& tally);

/// Sums up a tally in the first table of each channel: what can be done before fold() without the
/// counts.
void merge_copies(const BytePlan& plan, ByteTally& tally);

/// Adds a settled tally to the counts of a rectangle, [channels][bins], and clears
/// it.
void fold(const BytePlan& plan, ByteTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
