// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cpu/kernels/plane/count.h"
#include "cpu/workers.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace videohistogram::cpu {

/// Neighbouring pixels of a row that are indexed together.
struct Run {
  const uint8_t* p;
  uint32_t pixels;   ///< at most max_run
  uint32_t start;    ///< index of the first counter of the first pixel's position, modulo 2^32
  uint32_t fraction; ///< offset of the first pixel in its position, in 2^-31 positions
};

/// How a projection is counted. Made once per Plan, except `sample_plane`; read by every thread.
///
/// A strip is a range of positions whose counters stay in the L1 cache. Each pixel belongs to
/// exactly one strip. One thread alone counts a strip and writes its rows of the matrix, so counts
/// of different threads are never added.
struct ProjectionPlan {
  /// Computes the counter indices of `n` runs. For pixel i of a run:
  /// min(start + offsets[i] + (fraction + fractions[i] >= 2^31 ? pitch : 0), outside) + its bin.
  void (*index)(const ProjectionPlan& plan, const Run* runs, uint32_t n,
                Indices* indices) = nullptr;
  Direction direction;
  SamplePlaneView sample_plane{}; ///< sample plane of the current frame
  uint32_t pixel_bytes = 0;
  uint32_t byte = 0; ///< byte offset of the sample in a pixel; unused for computed quantities
  Quantity quantity{};
  RgbPlan rgb; ///< for computed quantities
  uint32_t depth = 0, shift = 0;
  uint32_t bins = 0;

  uint32_t strip = 0;   ///< positions per strip; the last strip may have fewer
  uint32_t pitch = 0;   ///< counters from one position to the next
  uint32_t outside = 0; ///< index of the counters of pixels outside the strip, after the strip's
  // The distance from a pixel to the i-th one to its right: whole positions times `pitch`, modulo
  // 2^32, and the rest in 2^-31 positions.
  alignas(64) uint32_t offsets[max_run] = {};
  alignas(64) uint32_t fractions[max_run] = {};
};

ProjectionPlan make_projection_plan(const Plan& plan, const Projection& projection,
                                    const Target& target);

/// ProjectionPlan::index for any CPU, and for CPUs with AVX2.
void index_generic(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices);
void index_avx2(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices);

/// Counts the matrix of a projection of one frame. Threads take strip by strip.
class ProjectionWork final : public ParallelTask {
public:
  /// `counts`: [positions][bins], every entry of which is written. `sums`: [bins], to which the
  /// counts of all positions are added; nullptr: no sums.
  void begin(const ProjectionPlan& plan, uint32_t* counts, uint32_t* sums);
  /// Call before run_share() runs on up to `threads` threads.
  void prepare_for(size_t threads);
  /// Bytes of all pixels of the sample plane.
  uint64_t bytes() const {
    return uint64_t{plan_.sample_plane.row_bytes()} * plan_.sample_plane.height;
  }

  void run_share() override;

private:
  /// The state of one thread.
  struct Part {
    std::vector<uint16_t> table; ///< all zero between frames
    std::vector<uint32_t> sums;
  };

  ProjectionPlan plan_;
  uint32_t* counts_ = nullptr;
  std::mutex mutex_;
  uint32_t* sums_ = nullptr;      ///< the sums; written with mutex_ held
  std::atomic<uint32_t> next_{0}; ///< next strip
  std::atomic<size_t> joined_{0}; ///< threads that have joined
  std::vector<Part> parts_;
};

} // namespace videohistogram::cpu
