// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/plane/count_deep.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// Whether make_packed_plans() counts the stored channels of frames with this packing.
bool counts_packed(Packing packing);

/// The pixels that a group of packed samples holds, whole or in part.
struct PixelRange {
  uint32_t begin, end;
};

/// How groups of samples that share some bytes are counted. One set per packing.
struct GroupFunctions {
  uint32_t bytes;      ///< from one group to the next
  uint32_t read_bytes; ///< bytes that `count` reads of the last group; `bytes` or more
  uint32_t pixels;     ///< per group
  std::array<uint8_t, 4> table_bits; ///< bits of the values of each table
  size_t counters;                   ///< of the tables of one copy
  uint32_t copies;                   ///< of all tables
  /// By the mask of the counted tables: counts whole groups, one after the other.
  std::array<void (*)(const uint8_t* p, size_t groups, uint32_t* tables), 16> count;
  /// Counts the samples of some pixels of a group, of which `read_bytes` bytes may be read, in all
  /// tables.
  void (*count_some)(const uint8_t* group, const PixelRange& pixels, uint32_t* tables);
};

/// How the samples of a plane of memory are counted where they lie. Made once per Plan, read by
/// every thread.
struct PackedPlan {
  const GroupFunctions* groups = nullptr;
  uint32_t plane = 0;                  ///< plane of memory
  const SamplePlane* pixels = nullptr; ///< rectangles are in its pixels
  uint32_t tables = 0;                 ///< mask of the counted tables

  /// A counted channel: `bits` bits of the values of a table, above `shift` others.
  struct Channel {
    uint32_t table, shift, bits;
    uint32_t bins;
    size_t first; ///< index of its first count among those of a rectangle
  };
  std::array<Channel, max_channels> channels{};
  uint32_t n_channels = 0;
};

/// The plans for all planes of memory with stored channels that are in `quantities`. The packing of
/// the plan's format is one of counts_packed().
std::vector<PackedPlan> make_packed_plans(const Plan& plan, QuantitySet quantities);

/// A plane of memory.
struct PackedView {
  const SamplePlane* info; ///< PackedPlan::pixels
  const uint8_t* data;     ///< the first byte of the first (top) row
  ptrdiff_t stride;
  size_t row_bytes;
};
PackedView view_of(const PackedPlan& plan, const FrameView& frame);
Rect rect_in(const PackedPlan& plan, const PackedView& view, const Rect& frame_rect);
uint64_t bytes_per_pixel(const PackedPlan& plan, const PackedView& view);

void reserve(const PackedPlan& plan, DeepTally& tally);
/// Counts a rectangle into a tally reserved for the plan. Fold a tally before it has 2^32 pixels.
void count_rect(const PackedPlan& plan, const PackedView& view, const Rect& rect, DeepTally& tally);
void merge_copies(const PackedPlan& plan, DeepTally& tally);
/// Adds a merged tally to the counts of a rectangle, and clears the tally.
void fold(const PackedPlan& plan, DeepTally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
