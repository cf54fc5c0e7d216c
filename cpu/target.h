// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace videohistogram::cpu {

struct ColourFunctions;
struct ProjectionPlan;
struct ProjectionTable;
struct BytePlan;
struct Run;
struct ByteTally;

/// The maximum number of pixels per run.
constexpr uint32_t max_run = 128;
/// The same where positions are columns.
constexpr uint32_t upright_run = 128;

/// An implementation of counting bytes, for CPUs with the instructions it uses. All targets give
/// the same counts.
/// Thread-safety: immutable; `count` and `merge_copies` from one thread at a time per tally.
struct Target {
  const char* name;

  /// Whether this CPU has the instructions that the target uses.
  bool (*supported)();

  /// Counts `pixels` neighbouring pixels, from `p` on, into a tally.
  void (*count)(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally);

  /// Moves counts that `count` left outside the tally's tables into them; nullptr: there are none.
  void (*merge_copies)(const BytePlan& plan, ByteTally& tally);

  /// See ProjectionPlan::index.
  void (*index)(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                uint32_t n, uint32_t* indices);
  /// See ProjectionPlan::bins.
  void (*bins)(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
               uint32_t n, uint16_t* bins);
  /// See ProjectionPlan::empty.
  void (*empty)(uint16_t* counters, uint32_t n, uint32_t fold, uint16_t* counts, uint32_t* sums);

  /// How values are computed from several samples.
  const ColourFunctions& colours;
};

/// Runs on any CPU, and is the fastest target for up to some ten thousand pixels.
extern const Target generic_target;

/// The generic target with AVX2 for ProjectionPlan::index and for computed values, if the compiler
/// supports AVX2.
extern const Target avx2_target;

/// The targets of this build, the fastest first; a nullptr ends the list. The last target is the
/// generic one; this CPU may not support the others.
const Target* const* targets();

/// The target named `name`; nullptr if this build has none.
const Target* find_target(std::string_view name);

/// The first of targets() that this CPU supports.
const Target& best_target();

} // namespace videohistogram::cpu
