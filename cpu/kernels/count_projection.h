// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/count.h"
#include "cpu/workers.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace videohistogram::cpu {

/// Neighbouring pixels of a row that are counted together.
struct Run {
  const uint8_t* p;
  uint32_t pixels; ///< up to max_run
  uint32_t start;  ///< the index of its first position's counters; modulo 2^32 if that is negative
  uint32_t fraction; ///< how far into that position the first pixel is, in 2^-31 positions
};

/// How a projection is counted: decided once for a Plan, but for `sample_plane`; read by every
/// thread.
///
/// Positions are counted in strips of so few that the counters of a strip stay in the L1 cache. No
/// pixel belongs to two strips, and the rows of the matrix that a strip has are written by the
/// thread that counts it alone: nothing has to be added up.
struct ProjectionPlan {
  /// Finds the counters of `n` runs: of each pixel
  /// min(start + offsets[i] + (fraction + fractions[i] >= 2^31 ? pitch : 0), outside) + its bin.
  void (*index)(const ProjectionPlan& plan, const Run* runs, uint32_t n,
                Indices* indices) = nullptr;
  Direction direction;
  SamplePlaneView sample_plane{}; ///< of the frame that is counted
  uint32_t pixel_bytes = 0;
  uint32_t byte = 0; ///< of a pixel at which its sample begins; not of what is computed
  Quantity quantity{};
  RgbPlan rgb; ///< for what is computed
  uint32_t depth = 0, shift = 0;
  uint32_t bins = 0;

  uint32_t strip = 0;   ///< positions of a strip; the last one may have fewer
  uint32_t pitch = 0;   ///< counters from a position's to the next one's
  uint32_t outside = 0; ///< the counters behind the strip's: of pixels that are not in it
  // From a pixel to the i-th one to its right: whole positions, times `pitch` and modulo 2^32, and
  // what is beyond them in 2^-31 positions.
  alignas(64) uint32_t offsets[max_run] = {};
  alignas(64) uint32_t fractions[max_run] = {};
};

ProjectionPlan make_projection_plan(const Plan& plan, const Projection& projection,
                                    const Target& target);

/// ProjectionPlan::index, on any CPU and on those that have AVX2.
void index_generic(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices);
void index_avx2(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices);

/// A frame's matrix, made by threads that take strip by strip.
class ProjectionWork final : public ParallelTask {
public:
  /// `counts`: positions x bins, every one of which is written. `sums`: bins, to which those of all
  /// positions are added; nullptr: they are not wanted.
  void begin(const ProjectionPlan& plan, uint32_t* counts, uint32_t* sums);
  /// Before the work is done by up to that many threads.
  void prepare_for(size_t threads);
  /// Bytes of all pixels.
  uint64_t bytes() const {
    return uint64_t{plan_.sample_plane.row_bytes()} * plan_.sample_plane.height;
  }

  void run_share() override;

private:
  /// What one thread has.
  struct Part {
    std::vector<uint16_t> table; ///< all zero between frames
    std::vector<uint32_t> sums;
  };

  ProjectionPlan plan_;
  uint32_t* counts_ = nullptr;
  std::mutex mutex_;
  uint32_t* sums_ = nullptr;      ///< what they point to, with mutex_ held
  std::atomic<uint32_t> next_{0}; ///< strip
  std::atomic<size_t> joined_{0}; ///< threads
  std::vector<Part> parts_;
};

} // namespace videohistogram::cpu
