// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How a target finds the counters of neighbouring pixels in a projection.
#pragma once

#include <cstdint>

namespace videohistogram::cpu {

struct ProjectionPlan;
struct ProjectionTable;

/// The maximum number of pixels per run.
constexpr uint32_t max_run = 128;
/// The same where positions are columns.
constexpr uint32_t upright_run = 128;

/// See ProjectionFunctions::low_pass.
constexpr uint32_t low_pass_room = 64;

/// Neighbouring pixels of a row that are indexed together.
struct Run {
  const uint8_t* p;
  uint32_t x, y;     ///< of the first pixel in the sample plane
  uint32_t pixels;   ///< at most max_run
  uint32_t start;    ///< index of the first counter of the first pixel's position, modulo 2^32
  uint32_t fraction; ///< offset of the first pixel in its position, in 2^-31 positions
};

/// The functions of a target.
struct ProjectionFunctions {
  /// Computes the counter indices of `n` runs for a table, max_run entries of `indices` per run.
  /// For pixel i of a run:
  /// min(start + offsets[i] + (fraction + fractions[i] >= 2^31 ? pitch : 0), outside) +
  /// table.first + its bin. Only for tables whose pitch is that of the plan.
  void (*index)(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                uint32_t n, uint32_t* indices);
  /// Computes the bins of `n` runs of at most upright_run pixels for a table, upright_run entries
  /// of `bins` per run.
  void (*bins)(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
               uint32_t n, uint16_t* bins);
  /// Writes the sums of `fold` neighbours of the `n` counters of a position to the counts of a
  /// matrix, adds each counter to `sums` unless that is null, and clears the counters.
  void (*empty)(uint16_t* counters, uint32_t n, uint32_t fold, uint16_t* counts, uint32_t* sums);
  /// Filters a row of values of `depth` bits: the filtered value i, of `n` up to max_filtered, is
  /// low_pass() of values i to i + 2 * low_pass_reach. `filtered` may be `values`. May read and
  /// write low_pass_room entries after the last one.
  void (*low_pass)(const uint16_t* values, uint32_t n, uint32_t depth, uint16_t* filtered);
};

namespace generic {
extern const ProjectionFunctions projection_functions;
}
namespace avx2 {
extern const ProjectionFunctions projection_functions;
}
namespace avx512 {
extern const ProjectionFunctions projection_functions;
}

#ifdef INSTRUCTION_SET
namespace INSTRUCTION_SET {
// ProjectionFunctions::empty and ::low_pass of the set that the including file is compiled for.
void empty_counters(uint16_t* counters, uint32_t n, uint32_t fold, uint16_t* counts,
                    uint32_t* sums);
void filter_low_pass(const uint16_t* values, uint32_t n, uint32_t depth, uint16_t* filtered);
} // namespace INSTRUCTION_SET
#endif

} // namespace videohistogram::cpu
