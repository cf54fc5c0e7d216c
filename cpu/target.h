// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace videohistogram::cpu {

struct ProjectionPlan;
struct BytePlan;
struct Run;
struct ByteTally;

/// Where the counters of up to that many neighbouring pixels are in a table; behind the last pixel,
/// anything.
constexpr uint32_t max_run = 128;
using Indices = uint32_t[max_run];

/// One way to count bytes, for CPUs that have the instructions it uses. All targets give the same
/// counts. Thread-safety: constant; `count` and `settle` from one thread at a time for a tally.
struct Target {
  const char* name;

  /// Whether this CPU has what `count` and `settle` need.
  bool (*supported)();

  /// Counts `pixels` neighbouring pixels into a tally.
  void (*count)(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally);

  /// Brings whatever `count` left elsewhere in the tally into its tables; nullptr if that is
  /// nothing.
  void (*merge_copies)(const BytePlan& plan, ByteTally& tally);

  /// What ProjectionPlan::index is.
  void (*index)(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices);
};

/// Counts on any CPU, and the fastest for some ten thousand pixels and less.
extern const Target generic_target;

/// The generic one but for ProjectionPlan::index. Only where the compiler knows AVX2.
extern const Target avx2_target;

/// The targets that this build has, the fastest first, ended by a nullptr. The last one is the
/// generic one; others may not be supported by this CPU.
const Target* const* targets();

/// The target of that name, or nullptr if this build has none.
const Target* find_target(std::string_view name);

/// The first one that this CPU supports.
const Target& best_target();

} // namespace videohistogram::cpu
