// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace videohistogram {

struct UnpackFunctions;

namespace cpu {

struct BytePlan;
struct ByteTally;
struct ColourFunctions;
struct GradientFunctions;
struct ProjectionFunctions;
struct SumsFunctions;

/// An implementation of the loops that count, for CPUs with the instructions that it uses. All
/// targets give the same counts. core/vectors.h says how files are compiled for a target.
/// Thread-safety: immutable; `count` and `merge_copies` from one thread at a time per tally.
struct Target {
  const char* name;

  /// Whether this CPU has the instructions that the target uses.
  bool (*supported)();

  /// Counts `pixels` neighbouring pixels, from `p` on, into a tally.
  void (*count)(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally);

  /// Moves counts that `count` left outside the tally's tables into them; nullptr: there are none.
  void (*merge_copies)(const BytePlan& plan, ByteTally& tally);

  /// How values are computed from several samples.
  const ColourFunctions& colours;

  /// How the counters of projections are found.
  const ProjectionFunctions& projection;

  /// How packed samples are unpacked.
  const UnpackFunctions& unpack;

  /// How rows of samples are added up.
  const SumsFunctions& sums;

  /// How differences of neighbouring samples are added up.
  const GradientFunctions& gradients;
};

/// Runs on any CPU, and is the fastest target for up to some ten thousand pixels.
extern const Target generic_target;

/// The targets of this build, the fastest first; a nullptr ends the list. The last target is the
/// generic one; this CPU may not support the others.
const Target* const* targets();

/// The target named `name`; nullptr if this build has none.
const Target* find_target(std::string_view name);

/// The first of targets() that this CPU supports.
const Target& best_target();

} // namespace cpu

} // namespace videohistogram
