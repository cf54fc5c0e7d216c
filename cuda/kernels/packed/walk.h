// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The units of a rectangle that are counted in groups, and those that are counted one by one. Pure
// arithmetic, which the host compiles too: the tests walk every unit.
#pragma once

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/packed/packed_kernel.h"
#include "cuda/kernels/unpack/unit.h"

namespace videohistogram::cuda {

namespace {

/// A group is what a thread loads at once: whole units in whole words.
template <Packing packing>
struct UnitGroup {
  static constexpr uint32_t words = packing == Packing::uyvp ? 5 : 4;
  static constexpr uint32_t units = words * 4 / unit_bytes(packing);
  /// Groups loaded ahead of counting.
  static constexpr uint32_t ahead = 4;
  static_assert(units * unit_bytes(packing) == words * 4);
};

/// The units of each row of a rectangle. Groups lie in succession, from unit `begin` on.
template <Packing packing>
struct RowUnits {
  uint32_t alignment; ///< of all groups: 16 or 4, else there are none
  uint32_t begin, groups;
  uint32_t edges; ///< units in no group

  VIDEOHISTOGRAM_HOST_DEVICE explicit RowUnits(const PackedParameters& p) {
    const uint8_t* const first = p.first + size_t{p.whole_begin} * unit_bytes(packing);
    alignment = alignment_of(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(first)) |
                             (p.rows > 1 ? static_cast<uint32_t>(p.stride) : 0));
    begin = p.whole_begin;
    groups = alignment >= 4 ? (p.whole_end - begin) / UnitGroup<packing>::units : 0;
    edges = p.units - groups * UnitGroup<packing>::units;
  }

  /// The `i`th unit in no group.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t edge(uint32_t i) const {
    return i < begin ? i : i + groups * UnitGroup<packing>::units;
  }
};

} // namespace

} // namespace videohistogram::cuda
